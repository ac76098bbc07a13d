"""There is always a way out: no state is a dead end, every hold has a ruling.

Source: controller/README 1.7.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds.every_kind import KINDS
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Irregularity, Notice, Play
from tests.kit.evening import Evening, house
from tests.procedure.charts.places_reached import Place, places
from tests.procedure.walks.walk import PACKS

PARTS = 4
ABOUT = {"device_lost": "reader", "whose_card": "4", "late_double": "4", "cannot_open": "256"}


def dead(evening: Evening) -> Evening:
    """Every device has gone silent."""
    for device in evening.state.devices:
        evening.put(fact.DeviceLost(device=device.name, reason="read"))
    return evening


@pytest.mark.parametrize("part", range(PARTS))
def test_round_is_voided_and_table_closes_from_every_place_when_all_devices_are_dead(
    part: int,
) -> None:
    for name, place in list(places().items())[part::PARTS]:
        evening = dead(place.on())
        evening.floor(cmd.RoundVoided(reason="out"), rank="casino_supervisor")
        closed = evening.floor(cmd.TableClosed(reason="out"), rank="casino_supervisor")
        cards = evening.house.shoe_cards - evening.play.removed
        evening.floor(cmd.DecksCounted(cards=cards, seal="17"), rank="casino_supervisor")

        assert evening.play.opening == "closed", (name, closed)
        assert evening.faults == [], name


@pytest.mark.parametrize("part", range(PARTS))
def test_hold_ends_with_a_ruling_wherever_it_was_raised_when_all_devices_are_dead(
    part: int,
) -> None:
    """By some answers, some notice and some ruling of a supervisor; a void is none of them."""
    stuck = []
    for name, place in list(places().items())[part::PARTS]:
        held = catalog.hold(place.state.play, place.walk.house, place.state.devices)
        if held is not None and held.kind not in place_unruled(place) and not ends(place, held):
            stuck.append((place.walk.house.pack.name, *name))

    assert stuck == []


def place_unruled(place: Place) -> frozenset[str]:
    return getattr(place.walk, "unruled", frozenset())


def ends(place: Place, held: Irregularity) -> bool:
    """Whether some line of answers and rulings closes it; `freeze` and the like come before."""
    evening = dead(place.on())
    told = cmd.Notified(irr=held.id, whom="R. Vance", role="casino_supervisor")
    evening.floor(told, rank="casino_supervisor")
    todo, seen = [evening.state], set[Irregularity]()
    while todo:
        evening.state = todo.pop()
        now = next((i for i in evening.open if i.id == held.id), None)
        if now is None:
            return True
        if replace(now, notices=()) in seen:
            continue
        seen.add(replace(now, notices=()))
        for command in acts(evening, now):
            before = evening.state
            evening.floor(command, rank="casino_supervisor")
            todo.append(evening.state)
            evening.state = before
    return False


def acts(evening: Evening, i: Irregularity) -> Iterator[cmd.Command]:
    """Every answer to the next question; once all are given, every ruling that is open."""
    for question in catalog.unanswered(evening.play, i)[:1]:
        for answer in question.answers:
            yield cmd.FactAnswered(irr=i.id, question=question.name, answer=answer)
        return
    for offer in catalog.offers(evening.play, evening.house, i):
        for reason in ("as it lies", "8c", "50"):
            yield cmd.Ruled(irr=i.id, ruling=offer.ruling.name, reason=reason)


def dealt(at: House) -> Play:
    """The deal was confirmed and no card has come since."""
    play = Evening(at).play
    marks = replace(play.marks, confirmed=play.drawn)
    return replace(play, round="deciding", hands=(Hand(box=1),), marks=marks)


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_kind_has_a_ruling_that_every_line_of_answers_reaches(kind: str, pack: str) -> None:
    """Whatever the floorperson answers, one of the pack's rulings stays open."""
    at = house(pack)
    rules = catalog.rules(at, kind)
    if not {r.name for r in KINDS[kind].rulings} & set(rules.rulings):
        pytest.skip("not worded yet")
    i = Irregularity(f"256/{kind}/1", kind, about=ABOUT.get(kind, "shoe"))
    i = replace(i, notices=(Notice("R. Vance", "casino_supervisor", "page", 0),))
    asked = catalog.questions(dealt(at), i)

    for answers in product(*(q.answers for q in asked)):
        given = tuple((q.name, a) for q, a in zip(asked, answers, strict=True))
        offers = catalog.offers(dealt(at), at, replace(i, answers=given))
        assert any(not o.grey for o in offers), given


def test_reader_goes_out_of_service_without_a_hole_card_appearing() -> None:
    """Dealt without a hole card: the table without its reader is dealt as before."""
    evening = Evening(house(**{"deal.variant": "no_hole_card"})).opened().lit(1)

    out = cmd.OutOfService(device="reader", out=True, reason="test")
    assert evening.floor(out).verdict == "accepted"

    assert evening.play.variant == "no_hole_card"


def test_round_with_a_bank_is_voided_before_the_turn_when_a_hand_was_given_up() -> None:
    """The action button needs the hole card, which nobody has seen yet."""
    evening = Evening(house("pure-21-5", **{"deal.variant": "hole_card"})).opened()
    evening.put(cmd.BankSet(box=7, on=True))
    evening.lit(1, 2)
    evening.draw("Jc 7s 4d 9c 5h 8h")
    evening.press("act1")
    assert evening.put(cmd.Surrender(box=1, hand=1)).verdict == "accepted"

    voided = evening.floor(cmd.RoundVoided(reason="out"), rank="casino_supervisor")

    assert voided.verdict == "accepted"
    assert evening.faults == []
