"""What the operator may choose: allowed values load, others are refused with the clause."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain.wagers import Wager
from controller.errors import PackError
from controller.procedure.guide.next_step import next_step
from controller.rules import ledger
from controller.rules import pack as packs
from controller.rules.pack import Amount, Choice, Fraction, Odds
from controller.rules.settlement import blackjacks_paid, fee_payments, settle
from controller.rules.settlement.bank import action_order
from tests.kit.evening import Evening, house

from .clause_cases import CA, MA, MA_SPIN, MD, NH, account, case, pack, played

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


WORDS = ("refusal", "line", "sign")
"""Sections of words to people: a word may have the key of the choice that it is about."""

CHOICES = [
    case("MA 2.a", MA, REFUSED, {"decks": 7}, "6, 8"),
    case("MA 2.a", MA, ALLOWED, {"decks": 6}, ""),
    case("MA 2.a", MA, ALLOWED, {"decks": 8}, ""),
    (MA, ALLOWED, {"variant": "no_hole_card"}, ""),
    (MA, ALLOWED, {"variant": "hole_card"}, ""),
    (MA, ALLOWED, {"variant": "hole_card_reader"}, ""),
    (MA, REFUSED, {"variant": "two_hole_cards"}, "no_hole_card, hole_card, hole_card_reader"),
    case("MA 13.a", MA, REFUSED, {"wagerers_per_box": 4}, "1 to 3"),
    case("MA 13.a", MA, ALLOWED, {"wagerers_per_box": 3}, ""),
    case("MA 13.a", MA, ALLOWED, {"wagerers_per_box": 1}, ""),
    (MA, ALLOWED, {"boxes_per_player": 2}, ""),
    case("MD 3.A", MD, REFUSED, {"decks": 7}, "6, 8 (MD 3.A)"),
    case("MD 3.A", MD, ALLOWED, {"decks": 6}, ""),
    case("MD 3.A", MD, ALLOWED, {"decks": 8}, ""),
    case("MD 2.A", MD, REFUSED, {"boxes": 8}, "1 to 7 (MD 2.A)"),
    case("MD 2.A", MD, ALLOWED, {"boxes": 7}, ""),
    case("MD 12.D.6", MD, REFUSED, without(METER_B, "meter_100_rate"), "See MD 12.D.6"),
    case(
        "MD 12.D.6.b", MD, REFUSED, {**METER_D, "meter_500_reset_cents": 499_999}, "MD 12.D.6.b.iv)"
    ),
    case("MD 12.D.6.b, MD 12.D.6.b.iv", MD, ALLOWED, METER_D, ""),
    case("MD 12.D.6.b.i", MD, REFUSED, {**PRIZE_A, "prize_a_cents": 99_900}, "MD 12.D.6.b.i)"),
    case("MD 12.D.6.b.i", MD, ALLOWED, PRIZE_A, ""),
    case(
        "MD 12.D.6.b.ii",
        MD,
        REFUSED,
        {**METER_B, "meter_100_reset_cents": 99_900},
        "MD 12.D.6.b.ii)",
    ),
    case("MD 12.D.6.b.ii", MD, ALLOWED, METER_B, ""),
    case("MD 12.D.6.b.iii", MD, REFUSED, {**PRIZE_C, "prize_c_cents": 499_900}, "MD 12.D.6.b.iii)"),
    case("MD 12.D.6.b.iii", MD, ALLOWED, PRIZE_C, ""),
    case(
        "MD 12.D.6.b.iv",
        MD,
        REFUSED,
        {**METER_D, "meter_500_reset_cents": 499_900},
        "MD 12.D.6.b.iv)",
    ),
    case(
        "MD 12.D.6.b.iv", MD, REFUSED, {**METER_D, "meter_500_initial_cents": 1}, "MD 12.D.6.b.iv)"
    ),
    case("MD 12.E.3", MD, REFUSED, without(XTREME, "xtreme_secondary_rate"), "See MD 12.E.3"),
    case("MD 12.E.3", MD, ALLOWED, XTREME, ""),
    case(
        "MD 12.E.3.b",
        MD,
        REFUSED,
        {**XTREME, "xtreme_secondary_reset_cents": 400_000},
        "MD 12.E.3.b.i)",
    ),
    case("MD 12.E.3.b.i", MD, ALLOWED, XTREME, ""),
    case(
        "MD 12.E.3.b.i",
        MD,
        REFUSED,
        {**XTREME, "xtreme_primary_initial_cents": 999_900, "xtreme_primary_reset_cents": 999_900},
        "MD 12.E.3.b.i)",
    ),
    case("CA deck.4", CA, ALLOWED, {"decks": 5}, ""),
    case("CA deck.4", CA, REFUSED, {"decks": 3}, "4, 5, 6, 7, 8"),
    case("CA deck.4", CA, REFUSED, {"decks": 9}, "4, 5, 6, 7, 8"),
    case("CA table.1.i", CA, REFUSED, {"boxes": 8}, "CA table.1.i)"),
    case("CA table.1.i", CA, ALLOWED, {"boxes": 6}, ""),
    case("CA limits.min", CA, ALLOWED, {"main_min_cents": 500}, ""),
    case("CA limits.min", CA, REFUSED, {"main_min_cents": 400}, "500 to 50000"),
    case("CA limits.min", CA, REFUSED, {"main_min_cents": 50_100}, "500 to 50000"),
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
        named = [(*path.partition("."), leaf) for path, leaf in packs.leaves(text)]
        held = {key: leaf for section, _, key, leaf in named if section not in WORDS}
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


def test_one_box_per_player_is_the_default() -> None:
    """The licensee's leave for more is an option of its own (MA 14~2)."""
    assert pack(MA).deal.boxes_per_player.value == 1


@pytest.mark.clause("MD 1.A")
def test_a_maryland_rule_consults_the_definition_of_its_own_chapter() -> None:
    """Beside Massachusetts: which hands are paid as Blackjacks goes by MD 1.B.1, as recorded."""
    line = 'blackjack_on_split_hand = { value = false, clause = "MD 1.B.1" }'
    recorded = packs.read(MD)
    assert line in recorded
    changed = packs.parse(recorded.replace(line, line.replace("false", "true")), "test")
    given = played("6h Kc 9d", "2 $20: As Kd | 3 $20: Ah Qs split | 3.2: Ad 9c split")

    paid = [
        [p.box for p in blackjacks_paid(text, given)]
        for text in (packs.load(MD), changed, packs.load(MA))
    ]

    assert paid == [[2], [2, 3], [2]]
    assert {leaf.clause.partition(" ")[0] for _, leaf in packs.leaves(packs.load(MD))} == {"MD"}


@pytest.mark.clause("MD 1.B")
def test_the_glossary_has_five_terms_and_no_parameter_of_the_operator() -> None:
    """Five definitions in chapter 1; what may be set cites another chapter or the house."""
    terms = [c.id for c in ledger.all_clauses() if c.id.startswith("MD 1.B.")]
    options = [
        leaf.clause
        for _, leaf in packs.leaves(packs.load(MD))
        if isinstance(leaf, Choice | Amount | Fraction | Odds)
    ]

    assert len(terms) == ledger.clause("MD 1.B").values["defined_terms"] == 5
    assert {ledger.clause(term).kind for term in terms} == {"definition"}
    assert options
    assert [clause for clause in options if clause.startswith("MD 1.")] == []


MATCH_ODDS = [
    case("MD 12.A.4.a, MD 12.A.4", 6, "12:1", "pay 45", "pay 20"),
    case("MD 12.A.4.b, MD 12.A.4", 8, "9:1", "pay 60", "pay 15"),
]


@pytest.mark.parametrize(("decks", "other", "same_suit", "other_suit"), MATCH_ODDS)
def test_the_match_odds_in_force_follow_the_decks(
    decks: int, other: str, same_suit: str, other_suit: str
) -> None:
    """9 and 4 to 1 with six decks, 12 and 3 to 1 with eight; not the odds of the other."""
    text = pack(MD, decks=decks)

    def paid(hand: str) -> list[str]:
        found = account(
            text, played("4s Kc", f"3 $10 match$5: {hand}", decks=text.cards.decks.value)
        )
        return [line.removeprefix("3 match ") for line in found if "match" in line]

    assert (paid("4s Kh"), paid("4d Kh")) == ([same_suit], [other_suit])
    with pytest.raises(PackError, match=f"'{other}' is not allowed"):
        pack(MD, **{f"match_{decks}_decks_same_suit": other})


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
    """The text knows none: none is taken or asked for, and no schedule can be chosen."""
    table = Evening(house(NH)).opened().lit(2)
    made = [Wager(2, "", "main", 1000)]
    lines = [next_step(table.state, table.house)]
    for item in ("9h 6c 9d Kc", cmd.DealOk(), cmd.Next(box=2, hand=1), cmd.Turned(), "8h"):
        _ = table.draw(item) if isinstance(item, str) else table.put(item)
        lines.append(next_step(table.state, table.house))

    assert table.play.round == "settled"
    assert not [line for line in lines if "fee" in f"{line.text} {line.hint}".lower()]
    assert [p for p in table.play.payments if p.kind == "fee"] == []
    assert fee_payments(pack(NH), made, bank_box=4) == ()
    with pytest.raises(PackError, match="Allowed: 0"):
        pack(NH, fee_schedule=1)


@pytest.mark.clause("NH silent.seats")
def test_seat_7_is_at_the_dealers_right_and_is_settled_first() -> None:
    """Seven seats: 7, 3, 1; at a table of five there is no seat 7."""
    boxes = "1 $10: Kh Qd | 3 $10: Kc 7d | 7 $10: Ks Jd"

    found = settle(pack(NH, boxes=7), played("Kd 8c", boxes))
    lit = [
        Evening(house(NH, boxes=seats)).opened().put(cmd.BoxSet(box=7, lit=True)).verdict
        for seats in (5, 7)
    ]

    assert [p.box for p in found] == [7, 3, 1]
    assert lit == ["refused", "accepted"]


@pytest.mark.clause("CA table.1.i")
def test_the_action_is_counted_over_the_seats_of_the_table() -> None:
    """Six seats, the bank on 4: a six as the hole card counts five others and begins anew."""
    table = Evening(house(CA, boxes=6)).opened()
    table.put(cmd.BankSet(box=4, on=True))

    assert table.play.bank is not None
    assert action_order(table.play.bank, "6") == (1, 2, 3, 5, 6)
    assert action_order(table.play.bank, "5") == (6, 1, 2, 3, 5)


@pytest.mark.clause("CA deck.4")
def test_five_decks_are_a_shoe_of_240_cards() -> None:
    """48 cards a deck."""
    assert house(CA, decks=5).shoe_cards == 240


def test_the_bonus_spin_wager_of_massachusetts_is_five_dollars() -> None:
    """$10 is not among the amounts that may be wagered."""
    assert packs.load(MA_SPIN).wheel.bonus_spin_cents.value == (500,)
