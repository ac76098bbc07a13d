"""Which wagers are accepted: limits, insurance, the split wager, in the ledger's own amounts."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.settled import Bank
from controller.rules.cases import Case, CaseError, settle_case
from controller.rules.cases.shape import Dealer, Seat, Step
from controller.rules.decisions import insurance_cap, why_not_insure
from controller.rules.settlement.bank import button

from .clause_cases import CA, MA, MA_SPIN, MD, NH, case, pack

YES, NO = "accepted", "refused"


def refusal(name: str, options: dict[str, Any] | None = None, **seat: Any) -> CaseError | None:
    """None when a round with this one seat, standing on 20, may be played."""
    held = Seat(**{"seat": 2, "initial": ("Kh", "Qc"), "script": (Step("stand"),), **seat})
    dealer = Dealer(("Ks", "9d") if held.insurance is None else ("As", "9d"))
    try:
        settle_case(pack(name, **(options or {})), Case(decks=6, seats=(held,), dealer=dealer))
    except CaseError as refused:
        return refused
    return None


MA_MAX: dict[str, Any] = {"match_max_cents": 2500}
LIMITS = [
    case("MA 6.b~3", MA, MA_MAX, NO, {"wager": 1000, "mtd": 50}, "MA 6.b~3"),
    case("MA 6.b~3", MA, MA_MAX, YES, {"wager": 1000, "mtd": 100}, ""),
    case("MA 6.b.1", MA, MA_MAX, NO, {"wager": 1000, "mtd": 1500}, "MA 6.b.1"),
    case("MA 6.b.1", MA, MA_MAX, YES, {"wager": 1000, "mtd": 1000}, ""),
    case("MA 6.b.2", MA, MA_MAX, NO, {"wager": 10_000, "mtd": 5000}, "MA 6.b.2"),
    case("MA 6.b.2", MA, MA_MAX, YES, {"wager": 10_000, "mtd": 2500}, ""),
    case("MA 16.b", MA_SPIN, {}, NO, {"wager": 1000, "bonus_spin": 1000}, "MA 16.b"),
    case("MA 16.b", MA_SPIN, {}, YES, {"wager": 1000, "bonus_spin": 500}, ""),
    case("MD 6.G.2", MD, {}, NO, {"wager": 1000, "bonus_spin": 300}, "MD 6.G.2"),
    case("NH wagers.ante.2", NH, {}, NO, {"wager": 1200}, "NH wagers.ante.2"),
    case("NH wagers.ante.2", NH, {}, YES, {"wager": 1000, "mtd": 1000, "break_bonus": 1000}, ""),
    case("NH wagers.ante.2", NH, {}, NO, {"wager": 1000, "break_bonus": 1100}, "NH break.1"),
    case("CA limits.1", CA, {}, YES, {"wager": 500, "mtd": 2000}, ""),
    case("CA limits.2", CA, {}, YES, {"wager": 500, "mtd": 100}, ""),
    case("CA limits.2, CA match.4", CA, {}, YES, {"wager": 500, "mtd": 5000}, ""),
    case("CA limits.2", CA, {}, NO, {"wager": 500, "mtd": 50}, "CA limits.2"),
    case("CA limits.2", CA, {}, NO, {"wager": 500, "mtd": 5100}, "CA limits.2"),
    case("CA match.4", CA, {}, NO, {"wager": 500, "mtd": 6000}, "CA limits.2"),
    case("CA silent.rounding", CA, {}, NO, {"wager": 750}, "CA silent.rounding"),
]


@pytest.mark.parametrize(("name", "options", "answer", "seat", "clause"), LIMITS)
def test_a_wager_within_its_limits_is_accepted_and_no_other(
    name: str, options: dict[str, Any], answer: str, seat: dict[str, Any], clause: str
) -> None:
    """The refusal names the clause of the limit."""
    refused = refusal(name, options, **seat)

    assert (NO if refused else YES) == answer
    assert (refused.clause if refused else "") == clause


INSURANCE = [
    case("MA 11.b~2", MA, 100, 2000, 1200, NO),
    case("MA 11.b~2", MA, 100, 2000, 1000, YES),
    case("MA 11.b~2", MA, 100, 2000, 400, YES),
    case("MA 11.b~3", MA, 500, 1500, 1000, YES),
    case("MA 11.b~3", MA, 500, 1500, 1500, NO),
    case("MD 8.B", MD, 100, 2000, 1000, YES),
    case("MD 8.B", MD, 100, 2000, 1100, NO),
    case("MD 8.B", MD, 100, 2000, 400, YES),
    case("MD 8.C", MD, 500, 1500, 1000, YES),
    case("MD 8.C", MD, 500, 1500, 1500, NO),
    case("MD 8.C", MD, 100, 500, 300, YES),
    case("MD 8.C", MD, 100, 500, 400, NO),
    case("MD 8.C", MD, 500, 2000, 1000, YES),
    case("MD 8.C", MD, 500, 2000, 1500, NO),
    case("NH insurance.2", NH, 50, 1000, 500, YES),
    case("NH insurance.2", NH, 50, 1000, 300, NO),
    case("NH insurance.2", NH, 50, 1000, 600, NO),
    case("NH insurance.2", NH, 50, 500, 250, YES),
    case("NH wagers.ante.2", NH, 50, 100, 50, NO),
]


@pytest.mark.parametrize(("name", "chip", "main", "cents", "answer"), INSURANCE)
def test_insurance_keeps_to_half_of_the_wager(
    name: str, chip: int, main: int, cents: int, answer: str
) -> None:
    """At most half, rounded up to the smallest chip; in New Hampshire exactly half."""
    text = pack(name, smallest_chip_cents=chip)

    no = why_not_insure(text, "A", main_cents=main, cents=cents)

    assert (YES if no is None else NO) == answer
    assert no is None or no.clause.startswith(f"{text.ledger} ")


@pytest.mark.clause("MA 11.e")
def test_the_match_wager_is_no_base_for_the_insurance_cap() -> None:
    """$10 basic and $10 match: the cap is $5."""
    assert insurance_cap(pack(MA), 1000) == 500
    assert refusal(MA, MA_MAX, wager=1000, mtd=1000, insurance=500) is None
    assert refusal(MA, MA_MAX, wager=1000, mtd=1000, insurance=1000) is not None


OFFERED = [
    case("MA 11.a", MA, "A", YES),
    case("MA 11.a", MA, "K", NO),
    case("MD 8.A", MD, "A", YES),
    case("MD 8.A", MD, "K", NO),
    case("NH play.23", NH, "K", NO),
    case("CA silent.insurance", CA, "A", NO),
]


@pytest.mark.parametrize(("name", "up", "answer"), OFFERED)
def test_insurance_is_offered_under_an_ace_where_the_text_has_it(
    name: str, up: str, answer: str
) -> None:
    """Under any other card, and in the player-dealer game, it is refused with its clause."""
    no = why_not_insure(pack(name), up, main_cents=2000, cents=1000)

    assert (YES if no is None else NO) == answer


SPLITS = [
    case("MA 10.a~2", MA, ("8h", "8d"), 2000, 1500, NO),
    case("MA 10.a~2", MA, ("8h", "8d"), 2000, 2000, YES),
    case("MD 11.A", MD, ("Kh", "Jc"), 2000, 2000, YES),
    case("MD 11.A", MD, ("Kh", "Jc"), 2000, 1000, NO),
    case("MD 11.A", MD, ("Kh", "Jc"), 2000, 2500, NO),
    case("NH split.2", NH, ("8h", "8d"), 600, 500, NO),
    case("NH split.2", NH, ("8h", "8d"), 600, 600, YES),
    case("CA options.4.ii", CA, ("Kc", "Jd"), 2500, 2000, NO),
    case("CA options.4.ii", CA, ("Kc", "Jd"), 2500, 2500, YES),
]


@pytest.mark.parametrize(("name", "initial", "wager", "add", "answer"), SPLITS)
def test_a_split_adds_exactly_the_original_wager(
    name: str, initial: tuple[str, str], wager: int, add: int, answer: str
) -> None:
    """Neither more nor less."""
    script = (
        Step("split", add=add, card="9s"),
        Step("stand"),
        Step("deal", hand=1, card="9c"),
        Step("stand", hand=1),
    )

    refused = refusal(name, wager=wager, initial=initial, script=script)

    assert (YES if refused is None else NO) == answer


BUTTONS = [
    case("CA dealing.6.ii", 4, "J", 6),
    case("CA dealing.15.i", 1, "3", 4),
    case("CA dealing.15.ii", 4, "4", 5),
    case("CA dealing.15.ii", 4, "6", 7),
    case("CA dealing.15.ii", 4, "7", 1),
    case("CA dealing.15.ii", 4, "9", 3),
    case("CA dealing.15.iii", 4, "J", 6),
    case("CA dealing.15.iii", 4, "Q", 7),
    case("CA dealing.15.iii", 4, "K", 1),
    case("CA dealing.15.iii", 4, "A", 1),
]


@pytest.mark.parametrize(("bank", "hole", "seat"), BUTTONS)
def test_the_hole_card_counts_the_action_button_round_the_table(
    bank: int, hole: str, seat: int
) -> None:
    """Ace 1, jack 11, queen 12, king 13, over the seats without the player-dealer's."""
    assert button(Bank(bank, 10_000, 7), hole) == seat
