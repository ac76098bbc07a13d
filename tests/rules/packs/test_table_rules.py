"""Rules around the table: decks, entry, spoken cash, reader, signals, shared boxes, small chips."""

from __future__ import annotations

from fractions import Fraction

import pytest

from controller.domain.cards import Card, cards
from controller.domain.wagers import Wager
from controller.errors import PackError
from controller.rules.decisions import signalled
from controller.rules.match import match_rate
from controller.rules.pack import Pack, apply_options, load
from controller.rules.peek import peek_due
from controller.rules.placing import amounts_in_small_chips, why_not_enter, why_not_spoken
from controller.rules.wagerers import why_not_join

APPROVAL = {"reference": "r", "date": "2026-01-01"}
MA = load("massachusetts-bonus-spin")
MD = load("maryland")
NH = load("boston-billiard")
CA = load("pure-21-5")


def set_(pack: Pack, **options: object) -> Pack:
    given = {k: {"value": v, "approval": APPROVAL} for k, v in options.items()}
    return apply_options(pack, given)


@pytest.mark.clause("MA 5.j", "MD 6.C", "MD 6.C.2")
@pytest.mark.parametrize(("pack", "clause"), [(MA, "MA 5.j"), (MD, "MD 6.C.2")])
def test_entry_waits_for_the_shuffle_when_it_is_denied(pack: Pack, clause: str) -> None:
    """Until the reshuffle, or until the licensee lets the person in."""
    deny = set_(pack, mid_shoe_entry="deny")

    no = why_not_enter(deny, wagered_last_round=False, first_round_of_shoe=False)

    assert no is not None
    assert no.clause == clause
    for played, fresh, let_in in (
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ):
        assert (
            why_not_enter(deny, wagered_last_round=played, first_round_of_shoe=fresh, let_in=let_in)
            is None
        )
    assert why_not_enter(pack, wagered_last_round=False, first_round_of_shoe=False) is None


@pytest.mark.clause("MA 5.c~2", "MA 6.c~2")
@pytest.mark.parametrize(("kind", "clause"), [("main", "MA 5.c~2"), ("match", "MA 6.c~2")])
def test_spoken_wager_needs_dealer_and_casino_supervisor(kind: str, clause: str) -> None:
    """Both confirm it before the first card."""
    both = ("dealer", "casino_supervisor")

    assert why_not_spoken(MA, kind, both, before_first_card=True) is None
    for by, before in ((both[:1], True), ((), True), (both, False)):
        no = why_not_spoken(MA, kind, by, before_first_card=before)
        assert no is not None
        assert no.clause == clause


def test_spoken_wager_needs_the_dealer_alone_where_the_text_says_so() -> None:
    """MD 6.B; the other texts know no spoken wager."""
    assert why_not_spoken(MD, "main", ("dealer",), before_first_card=True) is None
    for pack in (NH, CA):
        no = why_not_spoken(pack, "main", ("dealer",), before_first_card=True)
        assert no is not None
        assert no.clause.endswith("house.not-in-text")


@pytest.mark.clause("CA silent.devices")
@pytest.mark.parametrize(
    ("pack", "up", "due"),
    [
        (CA, "7", False),
        (CA, "K", True),
        (set_(NH, variant="hole_card_reader"), "K", False),
        (set_(NH, variant="hole_card_reader"), "A", True),
        (NH, "A", True),
        (MA, "9", False),
    ],
)
def test_reader_serves_the_check_and_nothing_else(pack: Pack, up: str, due: bool) -> None:
    """Only under the up cards that the text names; no wheel in California."""
    assert peek_due(pack, up) is due
    if pack is CA:
        with pytest.raises(PackError, match="Allowed: off"):
            apply_options(pack, {"bonus_spin": "wheel"})


@pytest.mark.parametrize(
    ("pack", "hand", "voice", "counts"),
    [
        (NH, "stand", "hit", "stand"),
        (NH, "", "hit", "hit"),
        (CA, "stand", "hit", "stand"),
        (CA, "", "hit", ""),
        (MA, "stand", "hit", ""),
        (MA, "stand", "", "stand"),
        (MA, "", "hit", "hit"),
        (MA, "hit", "hit", "hit"),
    ],
)
def test_hand_signal_overrules_the_voice(pack: Pack, hand: str, voice: str, counts: str) -> None:
    """Where the text says so; where it is silent a contradiction is asked, not guessed."""
    assert signalled(pack, hand=hand, voice=voice) == counts


@pytest.mark.clause("MA 13.g")
def test_shared_boxes_of_a_table_may_be_limited() -> None:
    """The Commission may limit how many boxes have more than one wagerer."""
    pack = set_(MA, wagerers_per_box=3, shared_boxes=2)
    first = (Wager(5, "A", "main", 500),)

    no = why_not_join(pack, first, consent=True, shared_boxes=2)

    assert no is not None
    assert no.clause == "MA 13.g"
    assert why_not_join(pack, first, consent=True, shared_boxes=1) is None


@pytest.mark.clause("MA 13.a~3")
def test_wagerers_of_a_box_may_be_limited_by_the_commission() -> None:
    """Two to a box, with the reference: a third is refused."""
    pack = set_(MA, wagerers_per_box=2)
    two = tuple(Wager(1, who, "main", 500) for who in "AB")

    assert why_not_join(pack, two[:1], consent=True) is None
    assert why_not_join(pack, two, consent=True) is not None


@pytest.mark.clause("NH silent.rounding")
def test_amounts_that_need_smaller_chips_are_named() -> None:
    """A chip unit is declared; what is not payable in it is flagged when the wagers close."""
    half = apply_options(NH, {"smallest_chip_cents": 50})

    assert amounts_in_small_chips(NH, 500) == (("blackjack", 750), ("insurance", 250))
    assert amounts_in_small_chips(half, 500) == ()
    assert amounts_in_small_chips(MA, 499) == (
        ("blackjack", Fraction(1497, 2)),
        ("surrender", Fraction(499, 2)),
    )
    assert amounts_in_small_chips(CA, 500) == (("surrender", 250),)


@pytest.mark.clause("MD 12.E.5.b")
def test_xtreme_has_one_community_table() -> None:
    """Only Paytable A is printed."""
    with pytest.raises(PackError, match=r"'B' is not allowed. Allowed: A"):
        apply_options(MD, {"xtreme_paytable": "B"})
    assert apply_options(MD, {"xtreme_paytable": "A"}) == MD


def test_better_match_odds_add_up() -> None:
    """Both cards match: the licensee's own odds are added (MA 6.a~2)."""
    pack = set_(MA, match_6_decks_other_suit="9:2")

    won = match_rate(pack, cards("9s 9d"), Card("9", "s"), 6)

    assert won is not None
    assert won[:3] == (27, 2, "27:2")
