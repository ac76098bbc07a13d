"""What becomes of a jackpot whose round has no result, and of one that was none."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.guide.next_step import next_step
from controller.procedure.irregularities.rulings import may_stand
from controller.procedure.state.inputs import Outcome
from controller.procedure.state.parts import meters
from controller.rules.settlement.progressive import paytable
from controller.view import prizes
from tests.kit.progressives import XTREME, Wheeled

from .test_jackpot import seen, sign
from .test_wheel_md import blackjacks, finished
from .test_xtreme import revealed, sixteen


def none(table: Wheeled, *, by: str = "L. Brandt") -> Outcome:
    """The floorperson has looked, a second person signs."""
    i = next(i for i in table.open if i.kind == "jackpot")
    looked = cmd.Ruled(irr=i.id, ruling="verified", rank="floorperson", by="M. Okafor")
    assert table.put(looked).verdict == "accepted"
    return table.put(
        cmd.Ruled(
            irr=i.id,
            ruling="no_jackpot",
            reason="it rests on 120",
            rank="casino_supervisor",
            by=by,
        )
    )


def rule(table: Wheeled, ruling: str, **said: object) -> Outcome:
    i = next(i for i in table.open if i.kind == "spin_fault")
    return table.floor(
        cmd.Ruled(irr=i.id, ruling=ruling, **said),  # type: ignore[arg-type]
        rank="casino_supervisor",
    )


# ---- a void ----
def test_jackpot_outlives_the_void_of_its_round_and_the_wheel_waits_for_it() -> None:
    """What the wheel has won stands; it is paid as any, and the next spin comes after it."""
    table = blackjacks("9c", meter_100_initial_cents=299_940)
    table.spin(2, "jackpot")

    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")

    assert [i.kind for i in table.open] == ["jackpot"]
    assert table.won() == [(2, "bonus_spin", "hold", 300_000)]
    table.put(cmd.LayoutCleared(), after_ms=5000)
    assert sign(table) == "accepted"
    assert (2, "jackpot", "pay", 300_000) in table.won()
    assert meters.pending(table.play.prizes) == ()
    assert table.meter("100") == 100_000


def test_void_of_a_settled_round_turns_no_wheel_back() -> None:
    """The picture goes back as a difference; prize and stake of a spin that came to rest stand."""
    table = finished(blackjacks("Kc"))
    table.spin(6, "120")
    table.spin(2, "jackpot")
    jackpot = table.won()[1]
    table.floor(cmd.Reported(what="evacuation"))
    i = next(i for i in table.open if i.kind == "evacuation")

    out = table.floor(
        cmd.Ruled(irr=i.id, ruling="void_back", reason="mucked"), rank="casino_supervisor"
    )

    assert out.verdict == "accepted"
    assert table.won() == [(6, "bonus_spin", "pay", 12_000), jackpot]
    kept = [(p.box, p.direction) for p in table.play.payments if p.kind == "bonus_spin"]
    assert sorted(kept) == [(2, "hold"), (2, "take"), (4, "void"), (6, "pay"), (6, "take")]
    assert "jackpot" in [i.kind for i in table.open]


# ---- none after all ----
def test_jackpot_that_two_people_find_to_be_none_gives_its_meter_back_and_is_ruled_anew() -> None:
    """The wheel told the wrong section: the one under the clapper is paid instead."""
    table = blackjacks("9c", meter_100_initial_cents=299_940)
    table.spin(2, "jackpot")

    assert none(table).verdict == "accepted"

    assert table.meter("100") == 300_000
    assert table.won() == []
    assert [i.kind for i in table.open] == ["spin_fault"]
    assert rule(table, "counts", reason="120").verdict == "accepted"
    assert table.won() == [(2, "bonus_spin", "pay", 12_000)]
    table.put(cmd.Next(box=4, hand=1))
    assert [(s.box, s.status) for s in table.play.spins] == [(2, "rested"), (6, "button_due")]
    gauge = meters.gauges(table.play.prizes, table.house.pack)[0]
    assert not meters.differs(gauge)
    told = prizes.hits(table.play)[0]
    assert (told.sub, told.due) == ("none: it rests on 120", False)


def test_jackpot_is_none_only_by_a_second_person() -> None:
    table = blackjacks("9c")
    table.spin(2, "jackpot")
    before = table.meter("100")

    assert none(table, by="M. Okafor").verdict == "refused"

    assert table.meter("100") == before
    assert [i.kind for i in table.open] == ["jackpot"]


def test_jackpot_of_an_earlier_round_that_was_none_is_paid_by_the_record() -> None:
    """The wheel is free; the section on which it had rested is still owed (MD 12.D.5).

    The stakes of boxes 4 and 6 went back, and their shares with them (MD 12.D.6.a).
    """
    table = blackjacks("9c", meter_100_initial_cents=299_940)
    table.spin(2, "jackpot")
    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")
    table.put(cmd.LayoutCleared(), after_ms=5000)

    assert none(table).verdict == "accepted"

    assert table.meter("100") == 299_960
    assert meters.pending(table.play.prizes) == ()
    assert table.play.wheel == "open"
    own = {line.symbol for line in paytable(table.house.pack, 100)} - {"jackpot"}
    assert set(may_stand.sections(table.play, table.house, table.asked)) == own
    assert rule(table, "again").verdict == "refused"
    assert rule(table, "counts", reason="121").verdict == "refused"
    assert rule(table, "counts", reason="jackpot").verdict == "refused"
    assert rule(table, "counts", reason="120").verdict == "accepted"
    assert table.won() == [(2, "bonus_spin", "pay", 12_000)]
    assert [i.kind for i in table.open] == []


def test_jackpot_of_an_earlier_round_without_any_result_gives_stake_and_share_back() -> None:
    table = finished(blackjacks("Kc", meter_100_initial_cents=299_940))
    table.spin(6, "jackpot")
    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")
    table.put(cmd.LayoutCleared(), after_ms=5000)
    none(table)

    assert rule(table, "none", reason="nobody saw it").verdict == "accepted"

    assert table.won() == [(6, "bonus_spin", "pay", 100)]
    assert table.meter("100") == 299_940
    gauge = meters.gauges(table.play.prizes, table.house.pack)[0]
    assert not meters.differs(gauge)


def test_sign_keeps_the_last_twelve_results_the_newest_first() -> None:
    table = finished(blackjacks("Kc"))
    before = tuple(str(n) for n in range(12))
    table.state = replace(table.state, play=replace(table.play, last_results=before))

    table.spin(6, "120")

    assert table.play.last_results == ("120", *before[:11])


def test_stake_of_an_earlier_jackpot_takes_no_share_of_the_round_that_is_dealt_now() -> None:
    """The same box has staked the same again: that share is its new wager's, and goes with it."""
    table = finished(blackjacks("Kc", meter_100_initial_cents=299_940))
    table.spin(6, "jackpot")
    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")
    table.put(cmd.LayoutCleared(), after_ms=5000)
    none(table)
    table.lit(4, 6)
    table.chips({4: 100, 6: 100})
    table.draw("9d")
    before = table.meter("100"), [(s.box, s.cents) for s in table.play.prizes.shares]

    assert rule(table, "none", reason="nobody saw it").verdict == "accepted"

    assert before == (300_000, [(4, 20), (6, 20)])
    assert table.meter("100") == 299_980
    assert [(s.box, s.cents) for s in table.play.prizes.shares] == before[1]
    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")
    assert table.meter("100") == 299_940


def test_stake_of_a_jackpot_of_this_round_takes_its_own_share_along() -> None:
    """The wheel turns for box 2 already, so that box 6 is ruled by the record alone."""
    table = Wheeled(meter_100_initial_cents=299_940)
    table.lit(2, 4, 6)
    table.chips({2: 500, 4: 100, 6: 100})
    finished(table.dealt("As 9d Ad Kc Kd 7c Kh 8c"))
    table.spin(6, "jackpot")
    table.button(2)
    none(table)
    before = [(s.box, s.meter, s.cents) for s in table.play.prizes.shares]

    assert rule(table, "none", reason="nobody saw it").verdict == "accepted"

    assert before == [(2, "500", 100), (4, "100", 20), (6, "100", 20)]
    assert [(s.box, s.meter, s.cents) for s in table.play.prizes.shares] == before[:2]
    assert table.meter("100") == 299_960


def stakes(table: Wheeled) -> list[tuple[int, str]]:
    """Boxes whose chip on the wheel has moved, and where to."""
    kinds = ("bonus_spin", "xtreme")
    of_stake = ("take", "return", "void")
    moved = (p for p in table.play.payments if p.kind in kinds and p.direction in of_stake)
    return [(p.box, p.direction) for p in moved]


def test_stakes_of_a_hot_spot_that_was_none_wait_again_all_of_them() -> None:
    """Nothing of its spin is known any more, for the others neither."""
    table = revealed(sixteen(**XTREME))
    table.draw("2c")
    table.rests("primary", box=3, community="75")
    before = stakes(table)

    none(table)

    assert before == [(5, "take"), (4, "take"), (3, "take")]
    assert stakes(table) == []


def test_stake_of_a_bonus_spin_that_was_none_waits_again_alone() -> None:
    """Box 6 was paid by a spin of its own, box 4 had none: both are taken, and stay so."""
    table = finished(blackjacks("Kc", meter_100_initial_cents=299_940, **XTREME))
    table.spin(6, "120")
    table.spin(2, "jackpot")
    before = stakes(table)

    none(table)

    assert before == [(4, "take"), (6, "take"), (2, "take")]
    assert stakes(table) == [(4, "take"), (6, "take")]


def test_hot_spot_that_was_none_pays_the_others_the_difference() -> None:
    """What they got stands; the new result pays what it is more, and tells what goes back."""
    table = revealed(sixteen(**XTREME))
    table.draw("2c")
    before = table.meter("primary")
    table.rests("primary", box=3, community="75")

    none(table)

    assert table.meter("primary") == before
    assert table.won() == [(5, "xtreme", "pay", 7500), (4, "xtreme", "pay", 7500)]
    assert rule(table, "counts", reason="4 350 50").verdict == "accepted"
    assert table.won()[2:] == [(4, "xtreme", "pay", 27_500), (3, "xtreme", "pay", 5000)]
    back = [(p.box, p.cents) for p in table.play.payments if p.kind == "community"]
    assert back == [(5, 2500)]
    line = next_step(table.state, table.house).text
    assert line == "Pay box 4 $275, take box 5 $25, box 3 $50"


def test_cards_are_not_corrected_once_the_wheel_has_turned_for_them() -> None:
    """A deal opened again would forget the spin and call it a second time (MD 12.D.5)."""
    table = blackjacks("9c")
    table.spin(2, "jackpot")
    i = table.open[0]

    out = table.floor(cmd.Ruled(irr=i.id, ruling="correct_cards"))

    assert out.text == "The wheel has turned"
    assert table.put(seen(i.id)).verdict == "accepted"
    assert len(table.play.prizes.hits) == 1


def test_settlement_that_is_made_anew_keeps_every_prize_of_the_wheel() -> None:
    """Paid wrong at box 4: the others' share of the slice and the jackpot's hold stand."""
    table = finished(blackjacks("Kc"))
    table.spin(6, "250/100")
    table.spin(2, "jackpot")
    before = table.won()
    assert table.floor(cmd.Reported(what="paid_wrong", box=4, hand=1)).verdict == "accepted"
    i = next(i for i in table.open if i.kind == "paid_wrong")

    out = table.floor(
        cmd.Ruled(irr=i.id, ruling="paid_right", reason="looked"), rank="casino_supervisor"
    )

    assert out.verdict == "accepted"
    assert [p[1] for p in before] == ["bonus_spin", "community", "community", "bonus_spin"]
    assert table.won() == before
    stakes = [p for p in table.play.payments if p.kind == "bonus_spin" and p.direction == "take"]
    assert sorted(p.box for p in stakes) == [2, 4, 6]
