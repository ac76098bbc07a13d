"""Which hand the next card is for: the first that may and is likely to take one.

Source: console/README 2.2.
"""

from __future__ import annotations

from controller.domain.hands import HandValue
from controller.domain.structs import replace
from controller.procedure.state.context import Why, faces
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Play
from controller.rules import hands as rule_hands


def value(house: House, hand: Hand) -> HandValue:
    return rule_hands.value(house.pack, faces(hand.cards), split=hand.split)


def bust(house: House, hand: Hand) -> bool:
    """Whether its cards, all of them known, are over."""
    return all(s.face for s in hand.cards) and value(house, hand).bust


UNASKED = "hands not asked"
"""What an open hole card is about that no Blackjack came with, though the check said so."""


def turned(play: Play) -> int:
    """Id of a hole card that was seen at its turn and not before; 0 = none."""
    early = any(i.kind == "hole_card_shown" and i.code != UNASKED for i in play.irregularities)
    return 0 if early or len(play.dealer) < 2 or not play.dealer[1].face else play.dealer[1].id


def owed(play: Play) -> int | None:
    """Index of a hand whose card comes before every decision: it lacks one of its first two."""
    return next((i for i, h in enumerate(play.hands) if h.owed and not h.dead), None)


def dealers_owed(play: Play) -> bool:
    """One of the dealer's first two cards was taken out: the next card takes its place."""
    return play.up_owed or play.hole_owed


def card_owed(play: Play) -> bool:
    """A card of the deal comes before anything else."""
    return dealers_owed(play) or owed(play) is not None


def as_dealt(hand: Hand) -> bool:
    """It has the cards of the deal and no other: its last card was nobody's hit."""
    return not hand.split and len(hand.cards) <= 2


REPLACED = ("ten_found", "ten_found_second", "foreign_card")
"""Kinds that take a card of the deal away, so that the next one takes its place."""


def owed_because(play: Play, box: int, number: int) -> str:
    """The kind for which a card of the deal comes late; box 0 = the up card."""
    of_place = (
        i for i in reversed(play.irregularities) if (i.box, i.hand or number) == (box, number)
    )
    return next((i.kind for i in of_place if i.kind in REPLACED), "hand_with_one_card")


def waiting(play: Play) -> int | None:
    """Index of a hand whose card comes after all others and before the hole card (MA 15.i)."""
    return next((i for i, h in enumerate(play.hands) if h.waits and not h.dead), None)


def doubling(hand: Hand) -> bool:
    """Doubled and waiting for its one card."""
    return hand.doubles > 0 and not hand.done and not hand.again


def chooses(hand: Hand) -> bool:
    """Has the card of its double and may double again, be rescued, or stand."""
    return hand.again and not hand.done


def stand_assumed(play: Play, house: House, hand: Hand) -> bool:
    """By strategy nobody draws here: a draw goes to the next hand unless HIT was tapped."""
    if hand.done or hand.hit_asked or len(hand.cards) < 2 or doubling(hand) or hand.owed:
        return False
    if hand.waits or chooses(hand) or _before_dealers_card(play, hand):
        return False
    v = value(house, hand)
    rules = house.pack.play
    if v.soft:
        return v.total >= rules.stand_assumed_from_soft.number
    return v.total >= min(rules.stand_assumed_from_hard.number, rules.hit_hard_below.value)


def _before_dealers_card(play: Play, hand: Hand) -> bool:
    """Without a hole card the last hand waits for NEXT, whatever it holds (MA 7.g~2)."""
    if play.variant != "no_hole_card":
        return False
    later = play.hands[play.hands.index(hand) + 1 :]
    return all(h.done and not h.decided for h in later)


def index(play: Play, house: House) -> int | None:
    """Index of the hand whose keys and line these are; None = no hand has any.

    The next card is this hand's, but where it only chooses: see `taker`.
    """
    first = owed(play)
    if first is not None:
        return first
    left = [i for i, h in enumerate(play.hands) if not h.done and not h.waits]
    live = next((i for i in left if not stand_assumed(play, house, play.hands[i])), None)
    if live is None and (last := waiting(play)) is not None:
        return last
    return live


def taker(play: Play, house: House) -> int | None:
    """Index of the hand that the next card is for; None = no hand takes one.

    One that may double again takes none before it has: a card drawn then says that it stood.
    """
    if not any(chooses(h) for h in play.hands):
        return index(play, house)
    stood = tuple(replace(h, done=True) if chooses(h) else h for h in play.hands)
    return index(replace(play, hands=stood), house)


def hand(play: Play, house: House) -> Hand | None:
    at = index(play, house)
    return None if at is None else play.hands[at]


def choosing(play: Play, house: House) -> Hand | None:
    """The hand that has still to choose: a card that comes now says that it stood."""
    now = hand(play, house) if play.round == "deciding" else None
    return now if now is not None and chooses(now) else None


def find(play: Play, box: int, number: int) -> int | None:
    return next((i for i, h in enumerate(play.hands) if h.box == box and h.number == number), None)


def may_be_missed(hand: Hand) -> bool:
    """It is done, and nothing but what was pressed, assumed or added up says so."""
    ended = hand.dead or hand.ruled or hand.surrendered or hand.doubles or hand.barred
    return hand.done and not ended and len(hand.cards) > 1


def blackjack_waits(play: Play, house: House, at: int) -> bool:
    """A blackjack is done as dealt; what its text leaves open ends with the next card.

    It is only asked where the text leaves something open: a surrender, a double.
    """
    hand = play.hands[at]
    untouched = hand.done and not hand.decided and not hand.dead and len(hand.cards) == 2
    if not untouched or hand.ruled or any(h.decided for h in play.hands[at + 1 :]):
        return False
    return value(house, hand).blackjack


def _let_pass(hand: Hand, *, before: bool) -> bool:
    """Whether another may be tapped while the turn is at this one; `before` = it comes first."""
    return hand.waits or (before and not hand.owed)


def why_not_target(play: Play, house: House, box: int, number: int) -> Why:
    """A tap names its hand: the target, or one that it has just passed by."""
    at = find(play, box, number)
    now = index(play, house)
    if at is None or (play.hands[at].done and not blackjack_waits(play, house, at)):
        return house.no("no_hand", box=box)
    if at == now:
        return None
    passed = now is None or _let_pass(play.hands[now], before=at < now)
    hand = play.hands[at]
    if passed and (hand.done or stand_assumed(play, house, hand)):
        return None
    return house.no("waits_turn", box=box)
