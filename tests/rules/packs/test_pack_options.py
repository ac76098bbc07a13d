"""The operator's choices: set by name, within what is allowed, under an approval."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from controller.errors import PackError
from controller.rules.pack import (
    ASK,
    Amount,
    Choice,
    Fraction,
    Odds,
    apply_options,
    approvals,
    expired,
    leaves,
    load,
    names,
    open_questions,
)

APPROVAL = {"reference": "RS-1", "date": "2026-01-02", "expires": "2027-01-02"}


def test_option_names_are_unique() -> None:
    """An option may be written without its section."""
    options = [
        path.partition(".")[2]
        for path, leaf in leaves(load("maryland"))
        if isinstance(leaf, Choice | Amount | Fraction | Odds)
    ]

    assert len(set(options)) == len(options)


def test_option_is_set_by_name_or_by_path() -> None:
    """Both forms name the same leaf."""
    pack = load("massachusetts-bonus-spin")

    by_name = apply_options(pack, {"decks": 8})
    by_path = apply_options(pack, {"cards.decks": {"value": 8}})

    assert by_name == by_path
    assert by_name.cards.decks.value == 8
    assert pack.cards.decks.value == 6


def test_departure_from_the_pack_needs_an_approval() -> None:
    """`check` refuses a deviation from the default without one."""
    pack = load("massachusetts-bonus-spin")

    with pytest.raises(PackError, match="without an approval"):
        apply_options(pack, {"bonus_spin_stake": "kept"})
    approved = apply_options(pack, {"bonus_spin_stake": {"value": "kept", "approval": APPROVAL}})

    assert approved.wheel.bonus_spin_stake.value == "kept"
    assert [path for path, _, _ in approvals(approved)] == ["wheel.bonus_spin_stake"]
    assert expired(approved, "2027-01-02") == ()
    assert expired(approved, "2027-01-03") == ("wheel.bonus_spin_stake",)


@pytest.mark.clause("MD 5.J")
def test_endless_device_needs_the_reference_of_its_approval() -> None:
    """Without an approval or with an empty reference it is refused; with L-2031 it loads."""
    pack = load("maryland")
    empty = {"reference": " ", "date": "2026-01-02"}

    for given in ("on", {"value": "on", "approval": empty}):
        with pytest.raises(PackError, match=r"MD 5\.J"):
            apply_options(pack, {"continuous_device": given})
    under = {"value": "on", "approval": {**empty, "reference": "L-2031"}}
    chosen = apply_options(pack, {"continuous_device": under})

    assert chosen.shuffle.continuous_device.value == "on"
    assert [(path, a.reference) for path, _, a in approvals(chosen)] == [
        ("shuffle.continuous_device", "L-2031")
    ]


@pytest.mark.parametrize("beside", [{"method": "manual"}, {"batches": 2}])
def test_endless_device_is_the_only_shuffler(beside: dict[str, Any]) -> None:
    """It has all the cards: no second batch beside it, and no shuffle by hand from the start."""
    under = {"value": "on", "approval": APPROVAL}

    with pytest.raises(PackError, match="method = automated and batches = 1"):
        apply_options(load("maryland"), {"continuous_device": under, **beside})


@pytest.mark.parametrize("pack", ["massachusetts", "boston-billiard", "pure-21-5"])
def test_endless_device_is_refused_where_the_text_has_none(pack: str) -> None:
    under = {"value": "on", "approval": APPROVAL}

    with pytest.raises(PackError, match="not allowed"):
        apply_options(load(pack), {"continuous_device": under})


@pytest.mark.clause("MA 6.e")
@pytest.mark.parametrize(
    ("name", "odds", "good"),
    [
        ("massachusetts", "3:1", False),
        ("massachusetts", "4:1", True),
        ("massachusetts", "5:1", True),
        ("massachusetts", "9:2", True),
        ("massachusetts", "none", False),
        ("massachusetts", 5, False),
        ("maryland", "5:1", False),
        ("maryland", "4:1", True),
        ("boston-billiard", "none", True),
        ("boston-billiard", "4:1", False),
    ],
)
def test_match_odds_may_be_better_than_the_minimum_only(
    name: str, odds: object, good: bool
) -> None:
    """Listed odds are minimums (MA 6.e); elsewhere they are what the text prints."""
    option = {"match_6_decks_other_suit": {"value": odds, "approval": APPROVAL}}

    if good:
        assert apply_options(load(name), option).settle.match_6_decks_other_suit.value == odds
    else:
        with pytest.raises(PackError, match="is not allowed"):
            apply_options(load(name), option)


class Given(msgspec.Struct):
    value: Any
    approval: Any = None


def test_option_may_be_a_struct_of_the_configuration() -> None:
    """`[rules.options]` arrives as structs with value and approval."""
    pack = load("massachusetts-bonus-spin")
    open_ended = {"reference": "RS-1", "date": "2026-01-02", "expires": None}

    one = apply_options(pack, {"recut_after_burn": Given(value=True, approval=open_ended)})

    approval = one.shuffle.recut_after_burn.approval
    assert approval is not None
    assert not approval.expires


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"dekcs": 6}, "no option 'dekcs'.*decks"),
        ({"decks": 7}, "7 is not allowed. Allowed: 6, 8"),
        ({"decks": True}, "True is not allowed"),
        ({"match_min_cents": 50}, "50 is not allowed. Allowed: 100 to"),
        ({"match_min_cents": "much"}, "is not allowed"),
        ({"match_min_cents": True}, "is not allowed"),
        ({"wagerers_per_box": 4}, "Allowed: 1 to 3"),
        ({"meter_100_rate": "lots"}, "a share such as 1/5"),
        ({"meter_100_rate": "3/2"}, "at most 1/1"),
        ({"main_min_cents": 900, "main_max_cents": 800}, "above main_max_cents"),
        ({"decks": {"value": 8, "approval": {"date": "2026-01-01"}}}, "approval: .*reference"),
    ],
)
def test_wrong_option_is_refused_with_what_is_allowed(options: dict[str, Any], says: str) -> None:
    """An option nobody knows, a value out of range, two values that contradict each other."""
    with pytest.raises(PackError, match=f"(?s){says}"):
        apply_options(load("massachusetts-bonus-spin"), options)


B = {"bonus_spin": "progressive", "paytable_100": "B"}


METER = {"meter_100_rate": "1/5", "meter_100_initial_cents": 100000}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"bonus_spin": "progressive"}, "A paytable must be named"),
        (B, "meter_100_rate must be given.*MD 12.D.6.a"),
        ({**B, **METER}, "meter_100_reset_cents must be given.*MD 12.D.6.b.ii"),
        ({**B, **METER, "meter_100_reset_cents": 99999}, "100000 to .*MD 12.D.6.b.ii"),
        ({**B, "paytable_100": "A"}, "prize_a_cents must be given"),
        ({**B, "paytable_100": "A", "prize_a_cents": 99999}, "MD 12.D.6.b.i"),
        ({"bonus_spin": "progressive", "paytable_500": "C"}, "prize_c_cents must be given"),
        ({"bonus_spin": "progressive", "paytable_500": "D"}, "meter_500_rate must be given"),
        ({"xtreme": True, "xtreme_primary_rate": "1/10"}, "must be given.*MD 12.E.3"),
        ({"xtreme_secondary_reset_cents": 400000}, "500000 to .*MD 12.E.3.b.i"),
    ],
)
def test_meter_without_its_values_is_refused(options: dict[str, Any], says: str) -> None:
    """Rates, initial and reset amounts are asked for and have the printed minimum."""
    with pytest.raises(PackError, match=f"(?s){says}"):
        apply_options(load("maryland"), options)


def test_meter_with_its_values_is_accepted() -> None:
    """Paytable B with everything that 12.D.6 asks for."""
    options = {**B, **METER, "meter_100_reset_cents": 100000}

    pack = apply_options(load("maryland"), options)

    assert pack.wheel.paytable_100.value == "B"
    assert "wheel.meter_100_rate" not in open_questions(pack)
    assert "deal.main_min_cents" in open_questions(pack)


@pytest.mark.parametrize("pack", names())
def test_number_that_the_pack_gives_is_never_left_open(pack: str) -> None:
    """`ask` has no default: where the pack does not ask, its number cannot be taken away."""
    for path, leaf in leaves(load(pack)):
        if isinstance(leaf, Amount) and leaf.value != ASK:
            assert leaf.number == leaf.value
            with pytest.raises(PackError, match="not allowed"):
                apply_options(load(pack), {path: ASK})
        elif isinstance(leaf, Amount):
            with pytest.raises(PackError, match="must be given"):
                _ = leaf.number
