"""Evenings on which the dealer touches whatever is drawn; chips are counted and hands are split."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from controller.console.web.taps import decode
from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.views.view import Allowed, DealerView, TableName
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Outcome, Stamped
from controller.view import Frame, dealer_view
from tests.kit.evening import house
from tests.kit.filed import filed
from tests.procedure.walks.walk import PACKS, Walk

WAGERS = (None, 500, 1000, 2500)
ALIKE = 4
"""Ranks of which the top of the shoe is made, so that hands are split."""
TOUCHED = 0.35
SHARED = {"wagerers_per_box": 3, "boxes_per_player": 3}
TABLES = [(pack, variant) for pack, variants in PACKS.items() for variant in variants]


@cache
def table(pack: str, variant: str, *, crowded: bool = False) -> House:
    if crowded:
        return filed(pack, **SHARED)
    return house(pack, **{"deal.variant": variant})


class PageWalk(Walk):
    """A walk that now and then touches an entry of the page instead of taking the next step."""

    def fill(self) -> None:
        super().fill()
        ranks = self.random.sample("A2346789", ALIKE)
        self.stack.sort(key=lambda code: code[0] in ranks)

    def go(self) -> Outcome:
        if self.random.random() < TOUCHED:
            entries = [e for e in self.page.allowed if e.body and e.command != "FloorCalled"]
            if entries:
                return self.touch(self.random.choice(entries))
        return super().go()

    @property
    def page(self) -> DealerView:
        frame = Frame(seq=self.seq, at=self.mono, table=TABLE)
        return dealer_view(self.state, self.house, frame)

    def swept(self, look: Callable[[int], Iterable[str]], inputs: int, every: int) -> list[str]:
        """Walk on, and look at each `every`th page. What was wrong, each once."""
        found: dict[str, None] = {}
        for n in range(inputs):
            self.go()
            if self.faults:
                return [*found, f"fault {self.faults}"]
            if n % every == 0:
                at = f"{self.house.pack.name} {self.page.round.phase} {n}"
                found |= dict.fromkeys(f"{at}: {one}" for one in look(n))
        return list(found)

    def touch(self, entry: Allowed) -> Outcome:
        return self.put(pressed(entry, self.random.choice(WAGERS)))

    def tried(self, command: Any, *, after_ms: int = 5000) -> Outcome:
        """What the table would answer; the evening does not move."""
        at = self.mono + after_ms
        stamped = Stamped(self.seq + 1, at * 1000, at, "test", command)
        return self.procedure.step(self.state, stamped, self.vault).outcome


def shared_box(pack: str) -> Iterator[PageWalk]:
    """Box 2 fills: three wagerers, counted and not, with match wagers, a coupon and cash."""
    walk = PageWalk(47, table(pack, "", crowded=True), wrong=0.0)
    walk.opened().lit(2, 3, main={2: 50000}, match={2: 2500})
    yield walk
    for item in (
        cmd.WagererConsents(box=2, on=True),
        cmd.WagerSet(box=2, kind="main", on=True, cents=50000, wagerer="2B"),
        cmd.CallerSeated(box=2, on=False),
        cmd.CallerSeated(box=2, wagerer="2B"),
        cmd.WagerSet(box=2, kind="main", on=True, wagerer="2C"),
        cmd.WagerSet(box=2, kind="match", on=True, cents=2500, wagerer="2B"),
        cmd.WagerSet(box=2, kind="match", on=True, wagerer="2C"),
        cmd.WagerSet(box=2, kind="match", on=True, cents=2500, wagerer="2B", medium="coupon"),
        cmd.WagerSet(box=2, kind="main", on=True, cents=50000, wagerer="2B", medium="cash"),
    ):
        assert walk.put(item).verdict == "accepted"
        yield walk


TABLE = TableName(id="BJ-07", pack="")


def pressed(entry: Allowed, cents: int | None = None) -> Any:
    """The command as the page posts it; chips are counted, and a keyed card is a seven."""
    fields = msgspec.json.decode(entry.body)
    fill: dict[str, str | int] = {}
    of_chips = entry.command in ("WagerSet", "BankSet") and fields.get("on", True)
    if of_chips and cents is not None and "cents" not in fields:
        fill = {"cents": cents}
    if entry.command == "AmountStated":
        fill = {"cents": fields.get("cents") or 500}
    if entry.slot == "pad.face":
        fill = {"face": "7h"}
    raw = {"rid": "a walk's touch", "body": entry.body, "token": entry.token, "fill": fill}
    command: Any = decode(msgspec.json.encode(raw), by="dealer", rank="dealer", where="dealer")
    return replace(command, rid="")
