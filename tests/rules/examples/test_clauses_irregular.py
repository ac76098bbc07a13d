"""Irregularities of Massachusetts and Maryland: what holds, who rules, where the cards go."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain.facts import ReaderFaulted
from controller.procedure.guide.next_step import next_step
from controller.procedure.irregularities import catalog
from controller.procedure.state.inputs import Outcome
from tests.kit.evening import Evening, house

from .clause_cases import MA, MD, case

FLOOR, SUPERVISOR = "floorperson", "casino_supervisor"


def evening(name: str, wagers: dict[int, int], **options: object) -> Evening:
    """Boxes with their wagers in dollars."""
    table = Evening(house(name, **options)).opened().lit(*wagers)
    for box, dollars in wagers.items():
        table.put(cmd.WagerSet(box=box, kind="main", on=True, cents=dollars * 100))
    return table


def dealt(table: Evening, cards: str) -> Evening:
    table.draw(cards)
    assert table.put(cmd.DealOk()).verdict == "accepted"
    return table


def of_kind(table: Evening, kind: str) -> str:
    return next(i.id for i in table.open if i.kind == kind)


def rule(table: Evening, kind: str, ruling: str, rank: str = FLOOR) -> Outcome:
    return table.floor(cmd.Ruled(irr=of_kind(table, kind), ruling=ruling), rank=rank)


def offered(table: Evening, kind: str) -> list[str]:
    """Rulings that may be given now."""
    found = next(i for i in table.open if i.kind == kind)
    return [o.ruling.name for o in catalog.offers(table.play, table.house, found) if not o.grey]


def dealer(table: Evening) -> list[str]:
    return [slot.face or "back" for slot in table.play.dealer]


def voided(table: Evening) -> dict[int, int | str | None]:
    return {p.box: p.cents for p in table.play.payments if p.direction == "void"}


@pytest.mark.parametrize(
    ("name", "kind"), [case("MA 15.a", MA, "face_up_card"), case("MD 13.A", MD, "face_up_card")]
)
def test_a_face_up_card_goes_to_the_rack_and_the_next_one_takes_its_place(
    name: str, kind: str
) -> None:
    """Box 3 is due a card, 5d comes face up and then 9c: 5d to the rack, 9c to box 3, count 1."""
    table = dealt(evening(name, {3: 10, 6: 10}), "2h 8h 6c 4d 4h Kh")
    racked = table.play.racked

    table.draw("5d")
    outcome = table.press("last.face_up")
    table.draw("9c")

    assert [raised.kind for raised in outcome.raised] == [kind]
    assert table.hand(3) == ["2h", "4d", "9c"]
    assert (table.play.face_up, table.play.racked - racked, table.held) == (1, 1, "")


@pytest.mark.parametrize(
    ("name", "rank"), [case("MA 15.a~2", MA, FLOOR), case("MD 13.B", MD, FLOOR)]
)
def test_a_second_face_up_card_voids_the_round(name: str, rank: str) -> None:
    """One ruling only; carried out, every open wager goes back and a shuffle comes next."""
    table = dealt(evening(name, {1: 10, 4: 20}), "2h 8h 6c 4d 4h Kh")
    table.draw("5d")
    table.press("last.face_up")
    table.draw("2c")
    table.put(cmd.Next(box=1, hand=1))
    table.draw("2d")
    table.press("last.face_up")

    held, only = table.held, offered(table, "face_up_card_second")
    rule(table, "face_up_card_second", "void_round", rank)

    assert (held, only) == ("face_up_card_second", ["void_round"])
    assert voided(table) == {1: 1000, 4: 2000}
    assert table.play.shoe in {"rest_due", "empty"}
    assert table.put(cmd.DealOk()).verdict == "refused"


@pytest.mark.parametrize(("name", "box"), [case("MA 15.b", MA, 3), case("MD 13.C", MD, 3)])
def test_a_ten_stops_the_deal_until_a_floorperson_has_ruled(name: str, box: int) -> None:
    """The ten is not assigned; the dealer alone cannot lift the stop; the next card is box 3's."""
    table = dealt(evening(name, {box: 10, 6: 10}), "2h 8h 6c 4d 4h Kh")
    loaded = table.play.loaded

    table.draw("Th")
    held = table.held
    table.answer("ten", "YES")
    taken_out = table.house.pack.irregularity["ten_found"].rulings[0]
    alone = table.put(cmd.Ruled(irr=of_kind(table, "ten_found"), ruling=taken_out))
    rule(table, "ten_found", taken_out)
    table.draw("9c")

    assert (held, alone.verdict, table.held) == ("ten_found", "refused", "")
    assert table.hand(box) == ["2h", "4d", "9c"]
    assert table.play.removed == 1
    assert table.play.loaded == loaded


@pytest.mark.clause("MA 15.b~2")
def test_a_second_ten_of_the_shoe_voids_the_round() -> None:
    """Confirmed as a ten, the only ruling is void and reshuffle."""
    table = dealt(evening(MA, {1: 10, 3: 20}), "2h 8h 6c 4d 4h Kh")
    table.draw("Th")
    table.answer("ten", "YES")
    rule(table, "ten_found", "remove_card")
    table.draw("2c")
    table.put(cmd.Next(box=1, hand=1))
    table.draw("Tc")
    table.answer("ten", "YES")

    only = offered(table, "ten_found_second")
    rule(table, "ten_found_second", "void_round")

    assert only == ["void_round"]
    assert voided(table) == {1: 1000, 3: 2000}


UNSEEN = [
    case("MA 15.c", MA, {"variant": "hole_card"}, "3d", ["9s", "3d", "4c"]),
    case("MA 15.c", MA, {"variant": "hole_card"}, "8d", ["9s", "8d"]),
    case("MD 13.E", MD, {}, "3d", ["9s", "3d", "4c"]),
    case("MD 13.E", MD, {}, "8d", ["9s", "8d"]),
]


@pytest.mark.parametrize(("name", "options", "hole", "after"), UNSEEN)
def test_a_card_in_error_that_nobody_saw_is_the_next_card(
    name: str, options: dict[str, object], hole: str, after: list[str]
) -> None:
    """Every hand finished: it stays face down; the dealer takes it on 12, not on 17."""
    table = dealt(evening(name, {3: 10}, **options), f"Kh 9s 8d {hole}")
    table.draw("4c")
    waiting = dealer(table)
    irr = of_kind(table, "card_drawn_in_error")

    table.put(cmd.FactAnswered(irr=irr, question="seen", answer="NOT SEEN"))
    table.put(cmd.Turned())

    assert waiting == ["9s", "back"]
    assert dealer(table) == after


SHOWN = [case("MA 15.d", MA, {}, True), case("MD 13.F", MD, {}, True)]


def shown_in_error(name: str, hole: str = "8d") -> Evening:
    """Box 3 waves on 12 as 9c is drawn and shown; 5 holds 11, 6 holds 11."""
    table = dealt(evening(name, {3: 10, 5: 10, 6: 10}), f"8h 7h 5c 5s 4c 4d 6d {hole}")
    table.draw("9c")
    table.press("last.error_seen")
    table.put(cmd.Next(box=3, hand=1))
    return table


def reply(table: Evening, box: int, *, takes: bool) -> cmd.OfferAnswered:
    irr = of_kind(table, "card_drawn_in_error_seen")
    return cmd.OfferAnswered(irr=irr, box=box, hand=1, takes=takes)


@pytest.mark.parametrize(("name", "options", "takes"), SHOWN)
def test_a_card_in_error_that_was_seen_is_offered_as_the_next_card(
    name: str, options: dict[str, object], takes: bool
) -> None:
    """Box 3 keeps its 12; box 5 takes 9c and has 20."""
    table = shown_in_error(name)

    table.put(reply(table, 5, takes=takes))

    assert table.hand(3) == ["8h", "4c"]
    assert table.hand(5) == ["7h", "4d", "9c"]
    assert not table.open


@pytest.mark.parametrize(("name", "box"), [case("MA 15.d~2", MA, 6), case("MD 13.G", MD, 6)])
def test_who_refuses_gets_no_card_and_the_next_box_is_asked(name: str, box: int) -> None:
    """Box 5 refuses: its 11 stays, no hit and no double; box 6 is asked and takes it."""
    table = shown_in_error(name)

    table.put(reply(table, 5, takes=False))
    refused = [table.put(kind(box=5, hand=1)) for kind in (cmd.Hit, cmd.Double)]
    asked = next_step(table.state, table.house).text
    table.put(reply(table, 6, takes=True))

    wanted = "MD 13.G" if name == MD else "MA 15.d~2"
    assert {(no.verdict, no.clause) for no in refused} == {("refused", wanted)}
    assert f"Box {box}" in asked
    assert (table.hand(5), table.hand(6)) == (["7h", "4d"], ["5c", "6d", "9c"])


ASIDE = [
    case("MA 15.d~3", MA, "9d", ["5s", "9d", "9c"]),
    case("MD 13.H", MD, "9d", ["5s", "9d", "9c"]),
]


@pytest.mark.parametrize(("name", "hole", "after"), ASIDE)
def test_a_refused_card_waits_for_the_dealers_hand(name: str, hole: str, after: list[str]) -> None:
    """Refused by all it lies aside until the hole card is turned, then the dealer takes it."""
    table = shown_in_error(name, hole)
    table.put(reply(table, 5, takes=False))
    table.put(reply(table, 6, takes=False))
    waiting = dealer(table)
    line = next_step(table.state, table.house).text.lower()

    table.put(cmd.Turned())

    assert waiting == ["5s", "back"]
    assert "rack" not in line
    assert dealer(table) == after


@pytest.mark.parametrize(("name", "hole"), [case("MA 15.d~3", MA, "8d"), case("MD 13.H", MD, "8d")])
def test_a_refused_card_goes_to_the_rack_when_the_dealer_stands(name: str, hole: str) -> None:
    """Up 9s, 17 at the turn: it is not the dealer's."""
    table = dealt(evening(name, {3: 10, 5: 10}), f"8h 7h 9s 4c 4d {hole}")
    table.draw("9c")
    table.press("last.error_seen")
    table.put(cmd.Next(box=3, hand=1))
    table.put(reply(table, 5, takes=False))
    racked = table.play.racked

    table.put(cmd.Turned())

    assert dealer(table) == ["9s", "8d"]
    assert table.play.racked == racked + 1


@pytest.mark.parametrize(("name", "up"), [case("MA 15.f", MA, "Kd"), case("MD 13.J", MD, "Kd")])
def test_a_forgotten_dealers_card_comes_after_the_players(name: str, up: str) -> None:
    """Reported: the next card is the up card and the one after it the hole card; none is void."""
    table = evening(name, {1: 10, 3: 10})
    table.draw("7h 9c 4s 8h")

    outcome = table.put(cmd.DealerMissed())
    table.draw(up, "6c")
    table.put(cmd.DealOk())

    assert [raised.kind for raised in outcome.raised] == ["dealer_missed"]
    assert (table.hand(1), table.hand(3)) == (["7h", "4s"], ["9c", "8h"])
    assert dealer(table) == [up, "back"]


@pytest.mark.parametrize(("name", "box"), [case("MA 15.h", MA, 3), case("MD 13.M", MD, 3)])
def test_a_box_skipped_in_both_passes_has_a_dead_hand(name: str, box: int) -> None:
    """$10 on box 3, no card: no decision, nothing won or lost, in the next deal."""
    table = evening(name, {1: 10, box: 10, 5: 10})
    table.draw("5h 8h 6c 9c 7d Kh")
    for deal_pass in (1, 2):
        table.put(cmd.BoxSkipped(box=box, deal_pass=deal_pass))
    table.put(cmd.DealOk())

    rule(table, "hand_without_cards", "in_next_deal")
    none = [table.put(kind(box=box, hand=1)).verdict for kind in (cmd.Hit, cmd.Next)]
    for other in (1, 5):
        table.put(cmd.Next(box=other, hand=1))
    table.put(cmd.Turned())
    table.draw("9h")
    result = [(p.direction, p.cents) for p in table.play.payments if p.box == box]
    table.draw("2c 3c 4c 6d 7h 8s 9s Ks", after_ms=60_000)
    table.put(cmd.DealOk())

    assert none == ["refused", "refused"]
    assert result == [("void", 1000)]
    assert table.hand(box) == ["3c", "8s"]


@pytest.mark.parametrize(("name", "box"), [case("MA 15.h~2", MA, 3), case("MD 13.N", MD, 3)])
def test_a_box_with_one_card_gets_its_second_last(name: str, box: int) -> None:
    """The player opts in: the next card is box 3's second, before any decision."""
    table = evening(name, {1: 10, box: 10, 5: 10})
    table.draw("5h Kd 6c 9s 9c 7d Kh")
    table.put(cmd.BoxSkipped(box=box, deal_pass=2))
    table.put(cmd.DealOk())

    rule(table, "hand_with_one_card", "second_card_last")
    table.draw("2c")
    given = [table.hand(each) for each in (1, box, 5)]
    table.draw("2d")

    assert given == [["5h", "9c"], ["Kd", "2c"], ["6c", "7d"]]
    assert table.hand(1) == ["5h", "9c", "2d"]


READER = [
    case("MA 15.l, MA 15.l.1", MA, True, "all_hands_dead", SUPERVISOR),
    case("MA 15.l, MA 15.l.2", MA, False, "continue", SUPERVISOR),
    case("MD 13.P.1", MD, True, "all_hands_dead", FLOOR),
    case("MD 13.P.2", MD, False, "continue", FLOOR),
]


@pytest.mark.parametrize(("name", "discloses", "ruling", "told"), READER)
def test_the_readers_wrong_use_is_ruled_by_its_property(
    name: str, discloses: bool, ruling: str, told: str
) -> None:
    """Up 7d: one ruling by reader_can_disclose_value, only after the notice."""
    table = evening(name, {1: 10, 4: 25}, reader_can_disclose_value=discloses)
    dealt(table, "5h 9s 7d 6d 7c Kh")
    table.peek(False)
    held = table.held
    if name == MA:
        table.answer("up_right", "YES", rank=FLOOR)
        assert offered(table, "reader_used") == []
    else:
        table.answer("up_right", "YES")
    irr = of_kind(table, "reader_used")
    table.floor(cmd.Notified(irr=irr, whom="R. Diaz", role=told), rank=told)

    only = offered(table, "reader_used")
    rule(table, "reader_used", ruling, told)

    assert (held, only) == ("reader_used", [ruling])
    assert table.held == ""
    assert voided(table) == ({1: 1000, 4: 2500} if discloses else {})


@pytest.mark.clause("MA 15.k2")
def test_without_its_reader_massachusetts_goes_on_with_the_hole_card_down() -> None:
    """Up Kd and no answer: no check, the hole card unseen until all players are served."""
    table = dealt(evening(MA, {1: 10, 3: 10}), "5h 9s Kd 6d 7d 9c")

    table.reading(ReaderFaulted, "reader", reason="no answer")
    held = table.held
    table.answer("lamp", "NO")
    rule(table, "reader_fault", "go_on_without_reader")

    assert held == "reader_fault"
    assert "box 1" in next_step(table.state, table.house).text.lower()
    assert dealer(table) == ["Kd", "back"]
    assert table.play.peek is None
