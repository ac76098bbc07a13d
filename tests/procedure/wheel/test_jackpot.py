"""Jackpots and meters at the table: hit, verified by two, paid once (MD 12.D.7)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.errors import PackError
from controller.procedure.guide.next_step import next_step
from controller.procedure.state.parts import meters
from controller.view import prizes
from controller.view.layout import picture
from tests.kit.progressives import Wheeled

from .test_wheel_md import blackjacks, finished


def sign(table: Wheeled, *, slip: str = "0042") -> str:
    """The floorperson verifies, a casino supervisor pays under the slip's number."""
    i = next(i for i in table.open if i.kind == "jackpot")
    agree(table)
    first = cmd.Ruled(irr=i.id, ruling="verified", rank="floorperson", by="M. Okafor")
    second = cmd.Ruled(
        irr=i.id, ruling="paid", reason=slip, rank="casino_supervisor", by="L. Brandt"
    )
    assert table.put(first).verdict == "accepted"
    assert table.put(seen(i.id)).verdict == "accepted"
    return table.put(second).verdict


def seen(irr: str, reason: str = "K. Hill") -> cmd.Ruled:
    """What the floorperson enters of the surveillance room."""
    return cmd.Ruled(irr=irr, ruling="acknowledged", reason=reason, rank="floorperson", by="M. O.")


def agree(table: Wheeled) -> None:
    (hit,) = meters.pending(table.play.prizes)
    table.floor(cmd.MeterStated(meter=hit.meter, shown=f"{hit.cents / 100:.2f}"))


@pytest.mark.clause("MD 12.D.7", "MD 12.D.2.a")
@pytest.mark.parametrize(("up", "order"), [("9c", (2, 6)), ("Kc", (6, 2))])
def test_second_jackpot_of_a_round_gets_the_reset_value(up: str, order: tuple[int, int]) -> None:
    """MD 12.D.7: $3,000 after the contributions; clockwise with up 9, settlement order with K."""
    table = blackjacks(up, meter_100_initial_cents=299_940)
    first, second = order
    if up == "Kc":
        finished(table)
    table.spin(first, "jackpot")
    shown = table.meter("100")
    assert sign(table) == "accepted"
    if up == "9c":
        table.put(cmd.Next(box=4, hand=1))
    table.spin(second, "jackpot")

    assert shown == 100_000
    assert [h.cents for h in table.play.prizes.hits] == [100_000, 300_000]
    assert [h.box for h in table.play.prizes.hits] == [second, first]
    assert table.won()[:2] == [
        (first, "bonus_spin", "hold", 300_000),
        (first, "jackpot", "pay", 300_000),
    ]


def test_hit_locks_value_time_round_box_spin_and_cards() -> None:
    table = blackjacks("9c", meter_100_initial_cents=299_940)

    table.spin(2, "jackpot")

    hit = table.play.prizes.hits[0]
    assert (hit.cents, hit.box, hit.round, hit.meter) == (300_000, 2, 1, "100")
    assert hit.cards == ("As", "Kd")
    assert hit.at == table.mono * 1000
    assert hit.spin == table.play.spins[0].order
    assert "$3,000, tax form" in table.open[0].about


def test_jackpot_holds_its_payment_and_the_wheel_and_nobody_else() -> None:
    table = blackjacks("9c")
    table.spin(2, "jackpot")

    table.put(cmd.Next(box=4, hand=1))
    table.press("act7")

    assert table.held == ""
    assert table.play.round == "settled"
    assert [(s.box, s.status) for s in table.play.spins] == [(2, "rested"), (6, "held")]
    assert not any(p.kind == "jackpot" for p in table.play.payments)
    assert sign(table) == "accepted"
    assert [(s.box, s.status) for s in table.play.spins][1] == (6, "button_due")


def test_faulted_spin_stops_nobody_else_until_the_hands_are_settled() -> None:
    """console/README 2.4: red for that spin, the others play on."""
    table = blackjacks("9c")
    table.spin(2, "999")
    meanwhile, line = table.held, next_step(table.state, table.house).text
    table.put(cmd.Next(box=4, hand=1))
    table.press("act7")

    assert (meanwhile, line) == ("", "Next card → box 4")
    assert table.play.round == "settled"
    assert table.held == "spin_fault"
    assert [(s.box, s.status) for s in table.play.spins] == [(2, "ordered"), (6, "held")]
    table.rule("none", rank="casino_supervisor", reason="broken")
    assert table.held == ""
    assert [(s.box, s.status) for s in table.play.spins] == [(2, "void"), (6, "button_due")]


def test_jackpot_is_paid_by_a_second_person_and_with_a_slip_number() -> None:
    table = blackjacks("9c")
    table.spin(2, "jackpot")
    i = table.open[0]
    agree(table)

    def ruled(ruling: str, by: str, rank: str, slip: str = "") -> str:
        item = cmd.Ruled(irr=i.id, ruling=ruling, reason=slip, by=by, rank=rank)
        return table.put(item).verdict

    assert ruled("paid", "L. Brandt", "casino_supervisor", "0042") == "refused"
    assert ruled("verified", "M. Okafor", "floorperson") == "accepted"
    assert ruled("paid", "L. Brandt", "casino_supervisor", "0042") == "refused"
    assert ruled("acknowledged", "M. Okafor", "floorperson") == "refused"
    assert ruled("acknowledged", "M. Okafor", "floorperson", "K. Hill") == "accepted"
    assert ruled("paid", "M. Okafor", "casino_supervisor", "0042") == "refused"
    assert ruled("paid", "L. Brandt", "floorperson", "0042") == "refused"
    assert ruled("paid", "L. Brandt", "casino_supervisor") == "refused"
    assert ruled("paid", "L. Brandt", "casino_supervisor", "0042") == "accepted"
    hit = table.play.prizes.hits[0]
    assert (hit.verified_by, hit.paid_by, hit.slip) == ("M. Okafor", "L. Brandt", "0042")
    assert hit.surveillance == "K. Hill"
    assert prizes.hits(table.play)[0].sub == "slip 0042, M. Okafor and L. Brandt, seen by K. Hill"


@pytest.mark.clause("MD house.meters")
def test_difference_to_the_approved_system_holds_the_payment_until_two_have_signed() -> None:
    table = blackjacks("9c", meter_100_initial_cents=299_940)
    table.spin(2, "jackpot")
    jackpot = table.open[0].id
    table.floor(cmd.MeterStated(meter="100", shown="$3,001.00"))
    table.put(cmd.Ruled(irr=jackpot, ruling="verified", rank="floorperson", by="M. Okafor"))
    table.put(seen(jackpot))
    paid = cmd.Ruled(
        irr=jackpot, ruling="paid", reason="0042", rank="casino_supervisor", by="L. Brandt"
    )
    held = table.put(paid).verdict
    differs = next(i for i in table.open if i.kind == "meter_differs")
    table.put(cmd.Ruled(irr=differs.id, ruling="verified", rank="floorperson", by="M. Okafor"))
    table.put(
        cmd.Ruled(
            *(),
            irr=differs.id,
            ruling="corrected",
            reason="read twice",
            by="L. Brandt",
            rank="casino_supervisor",
        )
    )

    assert held == "refused"
    assert table.put(paid).verdict == "accepted"
    assert table.play.payments[-1].cents == 300_100


@pytest.mark.clause("MD 12.D.1.a")
def test_fixed_prize_empties_no_meter_and_waits_for_the_floorperson() -> None:
    table = blackjacks("9c", paytable_100="A", prize_a_cents=2_100_000)
    before = table.meter("500")

    table.spin(2, "jackpot")

    assert table.won() == [(2, "bonus_spin", "hold", 2_100_000)]
    assert table.open[0].kind == "jackpot"
    assert table.meter("500") == before


def test_jackpot_of_an_earlier_round_is_paid_in_a_later_one() -> None:
    table = Wheeled()
    table.lit(2)
    table.sense(2, 500)
    table.dealt("As 9c Kd 8c")
    table.spin(2, "jackpot")
    table.press("act7")
    table.put(cmd.LayoutCleared(), after_ms=5000)

    assert [i.kind for i in table.open] == ["jackpot"]
    assert table.held == ""
    assert sign(table) == "accepted"
    assert [(p.kind, p.cents) for p in table.play.payments] == [("jackpot", 600_100)]


def test_picture_shows_the_floor_and_then_what_was_paid_for_a_jackpot() -> None:
    table = finished(blackjacks("Kc", meter_100_initial_cents=299_940))
    table.spin(6, "jackpot")

    def shown() -> list[tuple[str, int | None, str]]:
        found = picture.payments(table.play, table.house)
        prizes = [p for p in found if p.box == 6 and (p.cents or 0) > 1000]
        return [(p.kind, p.cents, p.text) for p in prizes]

    waits = shown()
    sign(table)

    assert waits == [("bonus_spin", 300_000, "FLOOR")]
    assert [(kind, cents) for kind, cents, _ in shown()] == [("jackpot", 300_000)]


def test_meter_of_the_houses_own_needs_its_approval_and_no_comparison() -> None:
    filed = {"reference": "r", "date": "2026-01-01"}
    table = blackjacks("9c", meters={"value": "own", "approval": filed})
    table.spin(2, "jackpot")
    i = table.open[0]
    first = cmd.Ruled(irr=i.id, ruling="verified", rank="floorperson", by="M. Okafor")
    second = cmd.Ruled(
        irr=i.id, ruling="paid", reason="0042", rank="casino_supervisor", by="L. Brandt"
    )

    assert table.put(first).verdict == "accepted"
    assert table.put(seen(i.id)).verdict == "accepted"
    assert table.put(second).verdict == "accepted"
    with pytest.raises(PackError, match="meters"):
        Wheeled(meters="own")


def test_last_twenty_five_hits_are_kept_newest_first() -> None:
    """Two in each of thirteen rounds: the oldest is forgotten."""
    table = Wheeled(decks=8)
    table.lit(2, 4, 6)
    table.chips({2: 100, 4: 100, 6: 100})
    for number in range(13):
        a, b, c, d = tuple("shdcshd"[number % 4 :][:4])
        table.dealt(f"A{a} 9{b} A{c} 9{d} K{a} 7{b} K{c} 8{d}")
        for box in (2, 6):
            table.spin(box, "jackpot")
            assert sign(table, slip=f"{number}/{box}") == "accepted"
            if box == 2:
                table.put(cmd.Next(box=4, hand=1))
        table.press("act7")
        table.put(cmd.LayoutCleared(), after_ms=5000)

    slips = [h.slip for h in table.play.prizes.hits]

    every = [f"{number}/{box}" for number in range(13) for box in (2, 6)]
    assert slips == every[:0:-1]
    assert len(prizes.hits(table.play)) == 25
