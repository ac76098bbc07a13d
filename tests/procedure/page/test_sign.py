"""The players' sign prints the odds and amounts of every wager that the table offers."""

from __future__ import annotations

import pytest

from controller.domain.structs import replace
from controller.domain.views import floor_view as floor_page
from controller.procedure.state.house import Section
from controller.procedure.state.whole import State
from controller.rules.pack import names
from controller.view import sign_view
from tests.kit.evening import house
from tests.kit.progressives import XTREME

from .signs import FRAME, METERS, sign


def printed(view: floor_page.SignView) -> dict[str, dict[str, str]]:
    return {t.title: {x.what: x.pays for x in t.lines} for c in view.columns for t in c}


TWENTY_ONE = {
    "Blackjack": "3 to 2",
    "Any other win": "1 to 1",
    "21 with five cards": "3 to 2",
    "21 with six cards": "2 to 1",
    "21 with seven or more": "3 to 1",
    "6-7-8 or 7-7-7, mixed suits": "3 to 2",
    "6-7-8 or 7-7-7, one suit": "2 to 1",
    "6-7-8 or 7-7-7, spades": "3 to 1",
    "Insurance": "2 to 1",
}
DOUBLED = "Doubled hands earn no additional pays: 1 to 1."
SUPER = {
    "Wager $5 to $24.99": "+$1,000",
    "Wager $25 or more": "+$5,000",
    "Each other player": "+$50",
}


@pytest.mark.parametrize("pack", ["massachusetts", "massachusetts-bonus-spin", "maryland"])
@pytest.mark.parametrize(
    ("decks", "same", "other"), [(6, "9 to 1", "4 to 1"), (8, "12 to 1", "3 to 1")]
)
def test_sign_prints_what_the_text_pays_when_the_match_goes_by_decks(
    pack: str, decks: int, same: str, other: str
) -> None:
    """Main wager, insurance, match by the number of decks, and the fixed amounts."""
    assert printed(sign(house(pack, decks=decks))) == {
        f"{decks} decks. Tens removed.": TWENTY_ONE,
        "Match the Dealer, each card": {"Same suit": same, "Other suit": other},
        "7-7-7 in one suit, dealer shows a 7": SUPER,
    }


def test_sign_prints_combinations_and_the_break_wager_of_new_hampshire() -> None:
    shown = printed(sign(house("boston-billiard")))

    assert shown["8 decks. Tens removed."] == TWENTY_ONE
    assert shown["Match the Dealer"] == {
        "Both cards, same suit": "25 to 1",
        "One same suit, one other": "15 to 1",
        "Both cards, other suits": "8 to 1",
        "One card, same suit": "10 to 1",
        "One card, other suit": "3 to 1",
    }
    assert shown["7-7-7 in one suit, dealer shows a 7"] == {
        "Any wager": "+$500",
        "Each player": "+$50",
    }
    breaks = shown["Break: the dealer goes over with"]
    assert (breaks["3 cards"], breaks["8 cards"]) == ("1 to 1", "200 to 1")


def test_sign_prints_the_fees_and_no_wager_that_california_has_not() -> None:
    """CA dealing.11: the sign shows the collection fees of players and bank."""
    shown = printed(sign(house("pure-21-5")))

    assert shown["6 decks without tens."] == {"21.5": "6 to 5", "Any other win": "1 to 1"}
    assert shown["Collection, each round"] == {
        "Each player": "$1",
        "Bank: wagers to $50": "$1",
        "Bank: wagers to $100": "$2",
        "Bank: wagers to $300": "$3",
        "Bank: wagers to $500": "$4",
        "Bank: wagers over $500": "$5",
    }
    assert list(shown) == ["6 decks without tens.", "Match the Dealer", "Collection, each round"]


def test_sign_shows_no_match_where_the_house_does_not_offer_it() -> None:
    view = sign(house("maryland", match=False, match_max_cents=10_000))

    assert not [t for t in printed(view) if t.startswith("Match")]
    assert [x.what for x in view.limits] == []


@pytest.mark.parametrize("pack", names())
def test_sign_names_every_line_that_it_pays_in_every_pack(pack: str) -> None:
    """A word that a pack leaves empty would stand as an amount without a name."""
    view = sign(house(pack))

    lines = [x for c in view.columns for t in c for x in t.lines]
    assert all(x.what and x.pays for x in lines)
    assert all(t.title for c in view.columns for t in c)
    assert all(p.name and all(p.notes) for p in view.prizes)
    assert all(view.notices)


def test_sign_shows_the_limits_that_are_set() -> None:
    """A least amount that the house was not asked for is left out, never guessed."""
    limits = {"main_min_cents": 1500, "main_max_cents": 100_000, "match_max_cents": 10_000}

    view = sign(house("maryland", **limits))

    assert [(x.what, x.pays) for x in view.limits] == [
        ("Table limits", "$15 to $1,000"),
        ("Match the Dealer", "to $100"),
    ]


def test_sign_shows_top_prize_or_meter_by_the_paytable_and_both_jackpots_of_xtreme() -> None:
    """Paytable A has a fixed first prize, D a meter; Xtreme 16 has two meters (MD 12.D, 12.E)."""
    view = sign(house("maryland", **METERS, **XTREME))

    assert [(p.name, p.label, p.cents) for p in view.prizes] == [
        ("Bonus Spin $5", "jackpot", 600_000),
        ("Bonus Spin $1", "top prize", 120_000),
        ("Xtreme 16 $5", "jackpot", 1_050_000),
    ]
    assert view.prizes[0].notes == (
        "$5,000 600 750 250 115 75 70 60 50 40",
        "Shared 500/100 200/50 100/15",
    )
    assert view.prizes[2].notes[-1] == "Second jackpot $5,000"


def test_sign_shows_the_sections_of_the_houses_own_wheel() -> None:
    (prize,) = sign(house("massachusetts-bonus-spin")).prizes

    assert (prize.name, prize.cents) == ("Bonus Spin $5", None)
    assert prize.notes == ("$25 50 500", "Ace in your first two cards $10")


@pytest.mark.parametrize(
    ("pack", "notices"),
    [
        ("massachusetts", (DOUBLED, "Dealer stands on all 17s.")),
        ("boston-billiard", (DOUBLED, "Dealer hits soft 17.")),
        ("pure-21-5", ("Dealer hits soft 17.",)),
    ],
)
def test_sign_says_what_doubled_hands_lose_and_how_the_dealer_draws(
    pack: str, notices: tuple[str, ...]
) -> None:
    assert sign(house(pack)).notices == notices


def test_sign_says_in_maryland_that_split_hands_lose_them_too_and_the_limit_per_hand() -> None:
    """MD 2.B.5 asks for doubled hands, MD 11.F excludes split ones; MD 2.B.6.b has the limit."""
    assert sign(house("maryland", payout_limit_cents=5_000_000)).notices == (
        "Doubled hands and split hands earn no additional pays: 1 to 1.",
        "Dealer stands on all 17s.",
        "Payout limit per hand $50,000.",
    )


@pytest.mark.parametrize(
    ("pack", "options", "symbols", "shown"),
    [
        ("massachusetts-bonus-spin", {}, ("25", "500"), ("$25", "$500")),
        ("maryland", METERS, ("115", "100/15", "jackpot"), ("$115", "shared 100/15", "jackpot")),
    ],
)
def test_sign_shows_what_a_spin_won_and_not_the_name_of_its_section(
    pack: str, options: dict[str, object], symbols: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    """`Last wheel results 4` said nothing to a player."""
    at = replace(house(pack, **options), sections=(Section("25", 2500), Section("500", 50_000)))
    state = replace(State(), play=replace(State().play, last_results=symbols))

    assert sign_view(state, at, FRAME).wheel_results == shown
