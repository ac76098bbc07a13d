"""Whose the next card and the keys are, hand by hand (console/README 2.2)."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.sealed import Sealed, Slot
from controller.domain.structs import replace
from controller.procedure.queries import target
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Irregularity, Play
from tests.kit.evening import house

SEAL = Sealed(b"x", b"w")


def slots(faces: str, first: int = 1) -> tuple[Slot, ...]:
    """`..` lies face down."""
    codes = faces.split()
    return tuple(
        Slot(first + n, SEAL, None if code == ".." else code) for n, code in enumerate(codes)
    )


def hand(faces: str = "9c 2d", box: int = 2, number: int = 1, **more: Any) -> Hand:
    return Hand(box, number, slots(faces), **more)


def played(*hands: Hand, **more: Any) -> Play:
    return Play(hands=hands, **({"round": "deciding", "dealer": slots("7c ..")} | more))


@pytest.fixture(scope="module")
def at() -> House:
    return house("maryland")


# ---- one hand ----
@pytest.mark.parametrize(
    ("faces", "over"), [("Kc 9d 3s", True), ("Kc 9d 2s", False), ("Kc 9d .. 5c", False)]
)
def test_hand_is_over_when_all_its_cards_are_known_and_make_more_than_21(
    at: House, faces: str, *, over: bool
) -> None:
    assert target.bust(at, hand(faces)) is over


@pytest.mark.parametrize(
    ("one", "doubling", "chooses"),
    [
        (hand(), False, False),
        (hand(doubles=1), True, False),
        (hand(doubles=2), True, False),
        (hand(doubles=1, done=True), False, False),
        (hand(doubles=1, again=True), False, True),
        (hand(doubles=1, again=True, done=True), False, False),
    ],
)
def test_doubled_hand_waits_for_its_card_or_chooses(
    one: Hand, *, doubling: bool, chooses: bool
) -> None:
    assert (target.doubling(one), target.chooses(one)) == (doubling, chooses)


@pytest.mark.parametrize(
    ("faces", "split", "dealt"),
    [
        ("9c 2d", False, True),
        ("9c", False, True),
        ("9c 2d", True, False),
        ("9c 2d 3c", False, False),
    ],
)
def test_hand_is_as_dealt_with_two_cards_of_its_own(
    faces: str, *, split: bool, dealt: bool
) -> None:
    assert target.as_dealt(hand(faces, split=split)) is dealt


@pytest.mark.parametrize(
    ("more", "missed"),
    [
        ({}, True),
        ({"done": False}, False),
        ({"dead": True}, False),
        ({"ruled": True}, False),
        ({"surrendered": True}, False),
        ({"doubles": 1}, False),
        ({"barred": True}, False),
        ({"decided": True}, True),
    ],
)
def test_done_hand_may_have_been_missed_where_nothing_else_ended_it(
    more: dict[str, Any], *, missed: bool
) -> None:
    assert target.may_be_missed(hand(**({"done": True} | more))) is missed
    assert not target.may_be_missed(hand("9c", **({"done": True} | more)))


# ---- who stands unasked ----
@pytest.mark.parametrize(
    ("one", "stands"),
    [
        (hand("Kc 7d"), False),
        (hand("Kc 8d"), True),
        (hand("Kc 9d"), True),
        (hand("5c 5d 8s"), True),
        (hand("Ac 7d"), False),
        (hand("Ac 8d"), True),
        (hand("Ac 9d"), True),
        (hand("Kc 8d", done=True), False),
        (hand("Kc 8d", hit_asked=True), False),
        (hand("Kc 8d", owed=True), False),
        (hand("Kc 8d", waits=True), False),
        (hand("Kc 8d", doubles=1), False),
        (hand("Kc 8d", doubles=1, again=True), False),
        (hand("Kc"), False),
    ],
)
def test_hard_18_and_soft_19_stand_unless_more_is_asked_for_or_owed(
    at: House, one: Hand, *, stands: bool
) -> None:
    """What the house lets be assumed (maryland's defaults); a draw goes past them."""
    assert target.stand_assumed(played(one), at, one) is stands


@pytest.mark.parametrize(
    ("variant", "later", "stands"),
    [
        ("no_hole_card", hand(box=4), True),
        ("no_hole_card", hand(box=4, done=True), False),
        ("no_hole_card", hand(box=4, done=True, decided=True), True),
        ("hole_card", hand(box=4, done=True), True),
    ],
)
def test_last_hand_before_the_dealers_card_waits_for_its_next(
    at: House, variant: str, later: Hand, *, stands: bool
) -> None:
    """MA 7.g~2: hands that nobody asked behind it do not make it another one."""
    one = hand("Kc 9d")

    assert target.stand_assumed(played(one, later, variant=variant), at, one) is stands


# ---- the hand with the keys ----
HARD = hand("Kc 9d", box=1)
LIVE, NEXT = hand("5c 6d", box=2), hand("5d 6s", box=3)
OWED, LATE = hand("5c", box=4, owed=True), hand("5c 6d", box=5, waits=True)
DONE = hand("5c 6d", box=6, done=True)


@pytest.mark.parametrize(
    ("hands", "index"),
    [
        ((), None),
        ((DONE,), None),
        ((HARD,), None),
        ((LIVE, NEXT), 0),
        ((DONE, NEXT), 1),
        ((HARD, LIVE), 1),
        ((LIVE, OWED), 1),
        ((LIVE, replace(OWED, dead=True)), 0),
        ((LATE, LIVE), 1),
        ((DONE, LATE), 1),
        ((HARD, LATE), 1),
        ((DONE, replace(LATE, dead=True)), None),
        ((LATE, OWED), 1),
    ],
)
def test_keys_are_of_the_first_hand_that_may_and_is_likely_to_draw(
    at: House, hands: tuple[Hand, ...], index: int | None
) -> None:
    """A card of the deal that is owed comes first, a hand that waits comes last."""
    play = played(*hands)

    assert target.index(play, at) == index
    assert target.taker(play, at) == index
    assert target.hand(play, at) == (None if index is None else hands[index])


def test_hand_that_may_double_again_has_the_keys_and_the_next_hand_the_card(at: House) -> None:
    """Drawn before it has chosen, a card says that it stood."""
    chooser = hand("5c 6d", box=2, doubles=1, again=True)
    play = played(chooser, NEXT)

    assert (target.index(play, at), target.taker(play, at)) == (0, 1)
    assert target.choosing(play, at) == chooser
    assert target.choosing(replace(play, round="turn_due"), at) is None
    assert target.choosing(played(LIVE), at) is None
    assert target.choosing(played(DONE), at) is None


def test_hand_is_found_by_box_and_number() -> None:
    play = played(hand(box=2), hand(box=2, number=2), hand(box=3))

    assert [target.find(play, *x) for x in ((2, 1), (2, 2), (3, 1))] == [0, 1, 2]
    assert [target.find(play, *x) for x in ((1, 1), (3, 2), (2, 3), (4, 1))] == [None] * 4


# ---- the dealer's cards ----
def test_cards_of_the_deal_that_are_owed() -> None:
    assert target.dealers_owed(Play(up_owed=True))
    assert target.dealers_owed(Play(hole_owed=True))
    assert not target.dealers_owed(Play())
    assert target.card_owed(Play(hole_owed=True))
    assert target.card_owed(played(LIVE, OWED))
    assert not target.card_owed(played(LIVE, replace(OWED, dead=True)))
    assert target.owed(played(LIVE, OWED)) == 1


@pytest.mark.parametrize(
    ("dealer", "kinds", "turned"),
    [
        ("7c 9d", (), 2),
        ("7c 9d 5s", (), 2),
        ("7c ..", (), 0),
        ("7c", (), 0),
        ("", (), 0),
        ("7c 9d", (("hole_card_shown", ""),), 0),
        ("7c 9d", (("hole_card_shown", "told by a person"),), 0),
        ("7c 9d", (("hole_card_shown", target.UNASKED),), 2),
        ("7c 9d", (("hand_missed", ""),), 2),
    ],
)
def test_hole_card_that_was_seen_at_its_turn_and_not_before(
    dealer: str, kinds: tuple[tuple[str, str], ...], turned: int
) -> None:
    asked = tuple(Irregularity("1", kind, about=about, ref=about) for kind, about in kinds)

    assert target.turned(Play(dealer=slots(dealer), irregularities=asked)) == turned


def test_late_card_of_the_deal_names_the_kind_that_took_the_first_one_away() -> None:
    """The newest of that place; of a box without a hand, whichever its number."""
    known = (
        Irregularity("1", "ten_found", box=2, hand=1),
        Irregularity("2", "foreign_card", box=2, hand=0),
        Irregularity("3", "ten_found", box=0),
        Irregularity("4", "hand_missed", box=2, hand=1),
        Irregularity("5", "ten_found_second", box=7),
    )
    play = Play(irregularities=known)

    assert target.owed_because(play, 2, 1) == "foreign_card"
    assert target.owed_because(play, 2, 2) == "foreign_card"
    assert target.owed_because(play, 0, 0) == "ten_found"
    assert target.owed_because(play, 3, 1) == "hand_with_one_card"
    assert target.owed_because(Play(irregularities=known[:1]), 2, 2) == "hand_with_one_card"


# ---- a tap on a hand ----
BLACKJACK = hand("Ac Kd", box=1, done=True)


@pytest.mark.parametrize(
    ("hands", "open_"),
    [
        ((BLACKJACK, LIVE), True),
        ((replace(BLACKJACK, done=False), LIVE), False),
        ((replace(BLACKJACK, decided=True), LIVE), False),
        ((replace(BLACKJACK, dead=True), LIVE), False),
        ((replace(BLACKJACK, ruled=True), LIVE), False),
        ((replace(BLACKJACK, split=True), LIVE), False),
        ((hand("9c 8d", done=True), LIVE), False),
        ((hand("5c 6d Kc", done=True), LIVE), False),
        ((BLACKJACK, replace(LIVE, decided=True)), False),
        ((BLACKJACK, LIVE, replace(NEXT, decided=True)), False),
    ],
)
def test_blackjack_is_open_to_its_player_until_another_hand_decides(
    at: House, hands: tuple[Hand, ...], *, open_: bool
) -> None:
    assert target.blackjack_waits(played(*hands), at, 0) is open_


def test_decision_before_a_blackjack_does_not_end_it(at: House) -> None:
    play = played(replace(LIVE, decided=True), BLACKJACK, NEXT)

    assert target.blackjack_waits(play, at, 1)


@pytest.mark.parametrize(
    ("hands", "box", "number", "why"),
    [
        ((LIVE, NEXT), 2, 1, None),
        ((LIVE, NEXT), 3, 1, "waits_turn"),
        ((LIVE, NEXT), 4, 1, "no_hand"),
        ((LIVE, NEXT), 2, 2, "no_hand"),
        ((DONE, NEXT), 6, 1, "no_hand"),
        ((HARD, LIVE), 1, 1, None),
        ((LIVE, HARD), 1, 1, "waits_turn"),
        ((HARD,), 1, 1, None),
        ((BLACKJACK, LIVE), 1, 1, None),
        ((LIVE, BLACKJACK), 1, 1, "waits_turn"),
        ((HARD, OWED), 1, 1, "waits_turn"),
        ((LATE, HARD), 1, 1, None),
    ],
)
def test_tap_names_the_hand_with_the_keys_or_one_that_was_passed_by(
    at: House, hands: tuple[Hand, ...], box: int, number: int, why: Any
) -> None:
    expected = at.no(why, box=box) if why else None

    assert target.why_not_target(played(*hands), at, box, number) == expected
