"""What no page shows to a rank is not taken from it: every command, every rank, every place.

The pages are the measure here, as they are drawn; the door's own list is only what is tried.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
import pytest

from controller.console.web import taps
from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.entrance import targeted
from controller.procedure.guide import offered
from controller.procedure.state.inputs import Amended
from controller.view import dealers_reports
from tests.kit.evening import Evening, house
from tests.kit.shown import floor_page, page
from tests.long_runs import in_the_suite
from tests.procedure.charts.samples import KINDS_OF_INPUT, samples
from tests.procedure.charts.test_allowed import tried
from tests.procedure.walks.walk import PACKS, Walk

COMMANDS = tuple(
    k for k in KINDS_OF_INPUT if issubclass(k, cmd.Command) and not issubclass(k, Amended)
)
SPEAKERS: tuple[tuple[str, Literal["dealer", "floor", "surveillance"]], ...] = (
    ("dealer", "dealer"),
    ("dealer", "floor"),
    ("floorperson", "floor"),
    ("casino_supervisor", "floor"),
    (cmd.SURVEILLANCE, "surveillance"),
)
BODY = re.compile(r'"body":("(?:[^"\\]|\\.)*")')
PAGE = frozenset({"by", "rank", "where", "rid", "token"})
NOT_ON_A_PAGE = (cmd.DealerSignedOn, cmd.PersonChanged)
"""Name and PIN of the next dealer, and a PIN that was changed: pages of their own. No tap is taken
that carries the second."""


def shown(at: Evening, rank: str, where: str) -> list[dict[str, Any]]:
    """The bodies of everything that may be pressed on this rank's page, greyed ones left out."""
    if rank == cmd.SURVEILLANCE:
        return []
    if rank == "dealer":
        own = (page(at), dealers_reports(at.state, at.house))
        view: Any = own if where == "dealer" else None
    else:
        view = floor_page(at, rank)
    return [msgspec.json.decode(b) for b in live(msgspec.to_builtins(view)) if b]


def live(part: Any) -> Iterator[str]:
    """Every body of a view that is not under something greyed."""
    if isinstance(part, dict):
        if part.get("greyed_reason"):
            return
        if isinstance(part.get("body"), str):
            yield part["body"]
        for value in part.values():
            yield from live(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from live(value)


def is_shown(item: cmd.Command, bodies: list[dict[str, Any]]) -> bool:
    own = msgspec.to_builtins(item)
    name = type(item).__name__
    free = {*offered.ALWAYS, *offered.WRITTEN, *offered.MARKS.get(type(item), ()), "whom", "type"}
    lights = isinstance(item, cmd.WagerSet) and item.kind == "main"
    if isinstance(item, cmd.PlayersLinked) and any("box" in b for b in bodies):
        return True  # link by link on the page
    return any(
        (b["type"] == name and _alike(own, b, free))
        or (lights and b["type"] == "BoxSet" and b["box"] == own["box"])
        for b in bodies
    )


def _alike(own: dict[str, Any], body: dict[str, Any], free: set[str]) -> bool:
    names = (own.keys() | body.keys()) - free - PAGE
    return all((own.get(n) or None) == (body.get(n) or None) for n in names)


def wrong(at: Evening) -> Iterator[str]:
    """Commands that are taken and that no page of the speaker has."""
    for rank, where in SPEAKERS:
        bodies = shown(at, rank, where)
        for item in samples(at.state, at.seal("7h"), COMMANDS):
            assert isinstance(item, cmd.Command)
            if item.rank != "dealer" or isinstance(item, NOT_ON_A_PAGE):
                continue  # each combination once; the speaker is set here
            said = replace(item, by="R. Vance", rank=rank, where=where)
            TRIED[type(item).__name__] += 1
            if isinstance(said, cmd.Notified) and said.role != rank:
                assert tried(at, said)[0] == "refused"
            elif second_press(at, said) or is_shown(targeted(at.state, at.house, said), bodies):
                continue
            elif tried(at, said)[0] != "refused":
                yield f"{rank} on {where}: {said}"


def second_press(at: Evening, item: cmd.Command) -> bool:
    """Of a double one: the layout is clear already, and nothing changes."""
    return isinstance(item, cmd.LayoutCleared) and at.play.round == "wagering"


def test_tap_never_carries_what_the_pin_page_books() -> None:
    body = json.dumps({"type": "PersonChanged", "whom": "x", "what": "pin"})
    tap = json.dumps({"rid": "tap-000001", "body": body}).encode()
    with pytest.raises(taps.BadTap):
        taps.decode(tap, by="x", rank="floorperson", where="floor")


TRIED: Counter[str] = Counter()


@pytest.mark.parametrize("seed", in_the_suite(5, range(900, 910)))
def test_command_that_no_page_of_the_rank_shows_is_refused(seed: int) -> None:
    """Table open, in the deal, in decisions, settled, with a hold and without one."""
    pack = list(PACKS)[seed % len(PACKS)]
    walk = Walk(seed, house(pack), wrong=0.3)

    found: list[str] = []
    for n in range(240):
        walk.go()
        if n % 30 == 29:
            found += wrong(walk)

    assert found == []


def test_every_command_of_the_catalogue_is_tried() -> None:
    at = Evening()
    names = {type(i).__name__ for i in samples(at.state, at.seal("7h"), COMMANDS)}

    assert names == {kind.__name__ for kind in COMMANDS}
    assert len(names) >= 92


@pytest.mark.parametrize("rank", ["dealer", "floorperson"])
def test_report_of_a_hand_names_its_hand_and_one_of_a_box_need_not(rank: str) -> None:
    """Another report that the page offers is no leave for it."""
    at = Evening(house("maryland")).opened().lit(2, 4)
    at.draw("8c 8h 9d 4c 5h Kd")
    at.press("act1")
    where: Any = "dealer" if rank == "dealer" else "floor"

    of_hand = at.put(cmd.Reported(what="card_misread", box=4, rank=rank, where=where))
    of_box = at.put(cmd.Reported(what="player_gone", box=4, rank="floorperson", where="floor"))

    assert (of_hand.verdict, of_hand.text) == ("refused", "This page does not offer that now")
    assert of_box.verdict == "accepted"
    assert [i.kind for i in at.open] == ["player_gone"]
