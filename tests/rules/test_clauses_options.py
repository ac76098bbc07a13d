"""What the operator may choose: allowed values load, others are refused with the clause."""

from __future__ import annotations

from typing import Any

import pytest

from controller.errors import PackError
from controller.rules import pack as packs
from controller.rules.settlement.progressive import paytable

from .clause_cases import CA, MA, MA_SPIN, MD, NH, case, pack

ALLOWED, REFUSED = True, False
METER_B: dict[str, object] = {
    "bonus_spin": "progressive",
    "paytable_100": "B",
    "meter_100_rate": "1/5",
    "meter_100_initial_cents": 100_000,
    "meter_100_reset_cents": 100_000,
}
METER_D: dict[str, object] = {
    "bonus_spin": "progressive",
    "paytable_500": "D",
    "meter_500_rate": "1/5",
    "meter_500_initial_cents": 600_000,
    "meter_500_reset_cents": 500_000,
}
PRIZE_A: dict[str, object] = {
    "bonus_spin": "progressive",
    "paytable_100": "A",
    "prize_a_cents": 100_000,
}
PRIZE_C: dict[str, object] = {
    "bonus_spin": "progressive",
    "paytable_500": "C",
    "prize_c_cents": 500_000,
}
XTREME: dict[str, object] = {
    "xtreme": True,
    "xtreme_primary_rate": "1/10",
    "xtreme_primary_initial_cents": 1_000_000,
    "xtreme_primary_reset_cents": 1_000_000,
    "xtreme_secondary_rate": "1/20",
    "xtreme_secondary_initial_cents": 500_000,
    "xtreme_secondary_reset_cents": 500_000,
}


def without(options: dict[str, object], *keys: str) -> dict[str, object]:
    return {key: value for key, value in options.items() if key not in keys}


CHOICES = [
    case("MA 2.a", MA, REFUSED, {"decks": 7}, "6, 8"),
    case("MA 2.a", MA, ALLOWED, {"decks": 6}, ""),
    case("MA 2.a", MA, ALLOWED, {"decks": 8}, ""),
    case("MA 7.g~5, MA 7.i", MA, ALLOWED, {"variant": "no_hole_card"}, ""),
    case("MA 7.g~5, MA 7.i", MA, ALLOWED, {"variant": "hole_card"}, ""),
    case("MA 7.g~5, MA 7.i", MA, ALLOWED, {"variant": "hole_card_reader"}, ""),
    case("MA 7.g~5", MA, REFUSED, {"variant": "two_hole_cards"}, "hole_card_reader"),
    case("MA 13.a", MA, REFUSED, {"wagerers_per_box": 4}, "1 to 3"),
    case("MA 13.a", MA, ALLOWED, {"wagerers_per_box": 3}, ""),
    case("MA 13.a", MA, ALLOWED, {"wagerers_per_box": 1}, ""),
    case("MA 14~2", MA, ALLOWED, {"boxes_per_player": 2}, ""),
    case("MD 3.A", MD, REFUSED, {"decks": 7}, "6, 8"),
    case("MD 3.A", MD, ALLOWED, {"decks": 6}, ""),
    case("MD 3.A", MD, ALLOWED, {"decks": 8}, ""),
    case("MD 2.A", MD, REFUSED, {"boxes": 8}, "MD 2.A"),
    case("MD 2.A", MD, ALLOWED, {"boxes": 7}, ""),
    case("MD 12.D", MD, REFUSED, {"bonus_spin": "progressive"}, "paytable"),
    case("MD 12.D", MD, ALLOWED, METER_B, ""),
    case("MD 12.D.6", MD, REFUSED, without(METER_B, "meter_100_rate"), "meter_100_rate"),
    case("MD 12.D.6.b", MD, REFUSED, {**METER_D, "meter_500_reset_cents": 499_999}, "500000"),
    case("MD 12.D.6.b, MD 12.D.6.b.iv", MD, ALLOWED, METER_D, ""),
    case("MD 12.D.6.b.i", MD, REFUSED, {**PRIZE_A, "prize_a_cents": 99_900}, "MD 12.D.6.b.i"),
    case("MD 12.D.6.b.i", MD, ALLOWED, PRIZE_A, ""),
    case("MD 12.D.6.b.ii", MD, REFUSED, {**METER_B, "meter_100_reset_cents": 99_900}, "100000"),
    case("MD 12.D.6.b.ii", MD, ALLOWED, METER_B, ""),
    case("MD 12.D.6.b.iii", MD, REFUSED, {**PRIZE_C, "prize_c_cents": 499_900}, "500000"),
    case("MD 12.D.6.b.iii", MD, ALLOWED, PRIZE_C, ""),
    case("MD 12.D.6.b.iv", MD, REFUSED, {**METER_D, "meter_500_reset_cents": 499_900}, "500000"),
    case("MD 12.E.3", MD, REFUSED, without(XTREME, "xtreme_secondary_rate"), "secondary_rate"),
    case("MD 12.E.3", MD, ALLOWED, XTREME, ""),
    case("MD 12.E.3.b", MD, REFUSED, {**XTREME, "xtreme_secondary_reset_cents": 400_000}, "500000"),
    case("MD 12.E.3.b.i", MD, ALLOWED, XTREME, ""),
    case(
        "MD 12.E.3.b.i",
        MD,
        REFUSED,
        {**XTREME, "xtreme_primary_initial_cents": 999_900, "xtreme_primary_reset_cents": 999_900},
        "1000000",
    ),
    case("NH silent.seats", NH, ALLOWED, {"boxes": 7}, ""),
    case("CA deck.4", CA, ALLOWED, {"decks": 5}, ""),
    case("CA deck.4", CA, REFUSED, {"decks": 3}, "4, 5, 6, 7, 8"),
    case("CA deck.4", CA, REFUSED, {"decks": 9}, "4, 5, 6, 7, 8"),
    case("CA table.1.i", CA, REFUSED, {"boxes": 8}, "CA table.1"),
    case("CA table.1.i", CA, ALLOWED, {"boxes": 6}, ""),
    case("CA limits.min", CA, ALLOWED, {"main_min_cents": 500}, ""),
    case("CA limits.min", CA, REFUSED, {"main_min_cents": 400}, "500"),
    case("CA limits.min", CA, REFUSED, {"main_min_cents": 50_100}, "50000"),
    case("CA limits.max", CA, ALLOWED, {"fee_schedule": 2, "main_max_cents": 50_000}, ""),
    case("CA limits.max", CA, REFUSED, {"fee_schedule": 2, "main_max_cents": 100_000}, "50000"),
]


@pytest.mark.parametrize(("name", "allowed", "options", "said"), CHOICES)
def test_an_operators_choice_loads_or_is_refused(
    name: str, allowed: bool, options: dict[str, Any], said: str
) -> None:
    """The refusal names the clause, the key or the allowed values."""
    if allowed:
        text = pack(name, **options)
        held = {path.partition(".")[2]: leaf for path, leaf in packs.leaves(text)}
        assert all(held[key].value == value for key, value in options.items())
    else:
        with pytest.raises(PackError) as caught:
            pack(name, **options)
        assert said in str(caught.value)


@pytest.mark.clause("MA 4.h")
def test_no_cutting_card_needs_the_commissions_approval() -> None:
    """Cut cards = 0 without a reference is refused; with one it loads and the reference stays."""
    text = packs.load(MA)
    approval = {"reference": "L-17", "date": "2026-01-02"}

    with pytest.raises(PackError, match="approval"):
        packs.apply_options(text, {"cover_cards": 0})
    chosen = packs.apply_options(text, {"cover_cards": {"value": 0, "approval": approval}})

    assert chosen.shoe.cover_cards.value == 0
    assert chosen.shoe.cover_cards.approval is not None
    assert chosen.shoe.cover_cards.approval.reference == "L-17"


@pytest.mark.clause("MA 14")
def test_one_box_per_player_is_the_default() -> None:
    """The licensee's leave for more is an option of its own (MA 14~2)."""
    assert pack(MA).deal.boxes_per_player.value == 1


@pytest.mark.clause("MD 1.A", "MD 1.B")
def test_every_rule_of_the_maryland_pack_cites_maryland() -> None:
    """Loaded beside another text, its terms are its own (the glossary of chapter 1)."""
    assert packs.load(MA).cards.blackjack_on_split_hand.clause.startswith("MA 1")

    cited = {leaf.clause.partition(" ")[0] for _, leaf in packs.leaves(packs.load(MD))}

    assert cited == {"MD"}
    assert packs.load(MD).cards.blackjack_on_split_hand.clause == "MD 1.B.1"


PAYTABLES = [
    case("MD 12.D.1", "paytable_a", "1000 350 120 50 33 20 10", ""),
    case("MD 12.D.2", "paytable_b", "1000 350 120 50 33 15 10", ""),
    case("MD 12.D.3", "paytable_c", "5000 2500 850 250 165 100 70 60 50 40", ""),
    case("MD 12.D.4", "paytable_d", "5000 600 750 250 115 75 70 60 50 40", ""),
    case("MD 12.E.1", "xtreme_lines", "1000 600 500 400 350 300 250 200", ""),
    case("MD 12.D.9.a", "paytable_a", "", "250/100 100/20 30/3"),
    case("MD 12.D.9.b", "paytable_b", "", "250/100 100/20 30/3"),
    case("MD 12.D.10.a", "paytable_c", "", "750/100 200/50 150/15"),
    case("MD 12.D.10.b", "paytable_d", "", "500/100 200/50 100/15"),
    case("MD 12.E.6.a", "xtreme_community", "", "0/150 0/100 0/75 0/50 0/40 0/35 0/30 0/25"),
]


@pytest.mark.parametrize(("table", "singles", "slices"), PAYTABLES)
def test_a_paytable_has_exactly_the_printed_symbols(table: str, singles: str, slices: str) -> None:
    """Single amounts in the printed order, community slices with both amounts."""
    lines = getattr(packs.load(MD).wheel, table).value

    found = [line for line in lines if not line.share]
    if singles:
        alone = [line.cents for line in found if not line.each_cents]
        assert alone == [100 * int(amount) for amount in singles.split()]
    if slices:
        pairs = [(line.cents, line.each_cents) for line in found if line.each_cents]
        wanted = [tuple(100 * int(a) for a in pair.split("/")) for pair in slices.split()]
        assert pairs == wanted


@pytest.mark.clause("MD 12.E.1", "MD 12.D.1", "MD 12.D.2", "MD 12.D.3", "MD 12.D.4")
def test_the_jackpot_symbols_are_distinct_lines() -> None:
    """One jackpot in each paytable, two in Xtreme 16, bound to two meters."""
    wheel = packs.load(MD).wheel

    shares = {
        table: [line.share for line in getattr(wheel, table).value if line.share]
        for table in ("paytable_a", "paytable_b", "paytable_c", "paytable_d", "xtreme_lines")
    }

    assert shares.pop("xtreme_lines") == ["primary", "secondary"]
    assert set(map(tuple, shares.values())) == {("jackpot",)}


@pytest.mark.clause("MD 12.E")
def test_xtreme_16_takes_five_dollars_only() -> None:
    """$1 is no Xtreme 16 wager, although the wager's own clause names it."""
    assert packs.load(MD).wheel.xtreme_cents.value == (500,)


MATCH_ODDS = [
    case("MD 12.A.4.a, MD 12.A.4", MD, "6", ("9:1", "4:1")),
    case("MD 12.A.4.b, MD 12.A.4", MD, "8", ("12:1", "3:1")),
]


@pytest.mark.parametrize(("name", "decks", "odds"), MATCH_ODDS)
def test_the_match_odds_in_force_follow_the_decks(
    name: str, decks: str, odds: tuple[str, str]
) -> None:
    """9 and 4 to 1 with six decks, 12 and 3 to 1 with eight."""
    pays = packs.load(name).settle

    same = getattr(pays, f"match_{decks}_decks_same_suit").value
    other = getattr(pays, f"match_{decks}_decks_other_suit").value
    assert (same, other) == odds


@pytest.mark.clause("CA limits.notice-3")
@pytest.mark.parametrize("number", range(1, 6))
def test_each_printed_fee_schedule_has_five_bands(number: int) -> None:
    """Five bands each; the last one has no upper end."""
    schedule = getattr(packs.load(CA).settle, f"fee_schedule_{number}").value

    assert len(schedule) == 5
    assert schedule[-1][0] == 0


BAD_FEES = [
    case("CA dealing.8.iv", '"2%"', "array"),
    case("CA limits.notice-3", "[[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [0, 6]]", "notice-3"),
]


@pytest.mark.parametrize(("schedule", "said"), BAD_FEES)
def test_a_fee_by_percentage_or_of_six_bands_does_not_load(schedule: str, said: str) -> None:
    """Flat amounts in at most five bands."""
    lines = packs.read(CA).splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith("fee_schedule_1 "))
    lines[place] = f'fee_schedule_1 = {{ value = {schedule}, clause = "CA limits.schedule-1" }}'

    with pytest.raises(PackError, match=said):
        packs.parse("\n".join(lines), "packs/pure-21-5.toml")


@pytest.mark.clause("NH silent.notices-fees")
def test_the_house_game_has_no_fee() -> None:
    """The text knows none, so no fee prompt can appear."""
    pays = packs.load(NH).settle

    assert (pays.fee_schedule.value, pays.fee_player_cents.value) == (0, 0)


@pytest.mark.clause("MA 16.b")
def test_the_bonus_spin_wager_of_massachusetts_is_five_dollars() -> None:
    """$10 is not among the amounts that may be wagered."""
    assert packs.load(MA_SPIN).wheel.bonus_spin_cents.value == (500,)


@pytest.mark.clause("MD 12.D.8.b")
def test_the_community_amounts_belong_to_the_chosen_paytable() -> None:
    """With B chosen its own slices are in force, and no option pairs it with those of D."""
    found = [
        (line.cents, line.each_cents)
        for line in paytable(pack(MD, **METER_B), 100)
        if line.each_cents
    ]

    assert found == [(25_000, 10_000), (10_000, 2000), (3000, 300)]
    with pytest.raises(PackError, match="not allowed"):
        pack(MD, **METER_B, community_paid="D")
