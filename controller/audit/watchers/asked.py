"""Asked: no hand is settled that never had its turn (MA 7.e, MD 7.H, NH play, CA dealing).

A hand had it when the line stood at it, the turn passed it by as standing, or it took a card, with
the cards that it was settled with. Else it ended for a reason that has a name.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.audit.move import Move, amends, draws
from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.procedure.irregularities import catalog
from controller.procedure.queries import after_double, legal, target
from controller.procedure.state.context import faces
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Irregularity, Play
from controller.rules import hands as rule_hands

Turn = tuple[int, int, tuple[int, ...]]
"""Box, hand, its cards."""
AS_IT_LIES = ("hand_stands", "stands_as_dealt", "as_dealt")
"""Rulings on a hand that was passed over: a person said that it counts without its turn."""
PASSED_OVER = "hand_not_asked"

BEFORE_DECISIONS = ("insurance", "match_due", "peek_due")
"""A card that closes what was asked there may be that of a later hand: those before it stand."""


class Asked:
    """Remembers whose turn it was, round by round."""

    def __init__(self) -> None:
        self._had: set[Turn] = set()
        self._told: set[tuple[int, int]] = set()
        self._edited = False

    def see(self, m: Move) -> Iterator[str]:
        if m.step.boundary is not None:
            self.__init__()  # type: ignore[misc]
        p = m.is_
        kept_came_in = bool(m.before.parked) and not m.after.parked
        self._edited = self._edited or amends(m) or kept_came_in
        if draws(m.said):
            self._had |= set(took(m))
        if p.round in ("deciding", "turn_due"):
            held = catalog.hold(p, m.house, m.after.devices) is not None
            self._had |= set() if held else set(turns(p, m.house))
            if m.was.round in BEFORE_DECISIONS:
                self._had |= {_turn(h) for h in p.hands if h.done and _passed(p, m.house, h)}
        elif p.round != "settled":
            return
        paid = settled(p)
        for hand in p.hands:
            name = (hand.box, hand.number)
            if name in paid and name not in self._told and not self._asked(p, m.house, hand):
                self._told.add(name)
                yield f"box {hand.box} hand {hand.number} was settled and never asked"

    def _asked(self, p: Play, house: House, hand: Hand) -> bool:
        if _turn(hand) in self._had or ended(p, house, hand):
            return True
        # A correction, or cards that a device had kept, decide several turns in one step.
        return self._edited and (hand.decided or _passed(p, house, hand))


def _passed(p: Play, house: House, hand: Hand) -> bool:
    open_ = replace(hand, done=False)
    hands = tuple(open_ if h is hand else h for h in p.hands)
    return target.stand_assumed(replace(p, hands=hands), house, open_)


def turns(p: Play, house: House) -> Iterator[Turn]:
    """The hand that the line stands at, and those that it has passed as standing."""
    now = target.index(p, house)
    if target.card_owed(p):
        return
    ahead = _ahead(p, house, now)
    for at, hand in enumerate(p.hands):
        passed = now is None or at < ahead or p.hands[now].waits
        if at == now or (passed and target.stand_assumed(p, house, hand)):
            yield _turn(hand)


def took(m: Move) -> Iterator[Turn]:
    """A card may end another's turn and be taken in one step: its hand was asked before it."""
    after = {(h.box, h.number): _turn(h)[2] for h in m.is_.hands}
    for hand in m.was.hands:
        box, number, held = _turn(hand)
        if len(held) > 1 and after.get((box, number), ())[:-1] == held:
            yield box, number, held


def _ahead(p: Play, house: House, now: int | None) -> int:
    """Up to where the next card passes: a hand that may double again lets it go by."""
    if now is None or not p.hands[now].doubles or len(p.hands[now].cards) < 3:
        return now or 0
    taker = legal.next_taker(p, house, now)
    return len(p.hands) if taker is None else p.hands.index(taker)


def _turn(hand: Hand) -> Turn:
    return hand.box, hand.number, tuple(s.id for s in hand.cards)


def settled(p: Play) -> set[tuple[int, int]]:
    """Hands whose main wager was collected, paid or called a tie."""
    return {(x.box, x.hand) for x in p.payments if x.kind == "main" and _decides(x)}


def _decides(x: Payment) -> bool:
    return x.direction != "void"


def ended(p: Play, house: House, hand: Hand) -> bool:
    """For a reason of its own, by a ruling, or by a Blackjack that the dealer has."""
    if hand.dead or hand.ruled or hand.surrendered or hand.rescued or hand.barred:
        return True
    if _ruled(p, hand) or _no_card_left(p, hand) or true_blackjack(p, house):
        return True
    if any(s.face is None for s in hand.cards):
        return False
    value = rule_hands.value(house.pack, faces(hand.cards), split=hand.split)
    if value.bust or value.blackjack or legal.finished(house, hand, doubled=False):
        return True
    again = after_double.doubles_again(house, hand) and hand.doubles == 1
    return hand.doubles > 0 and hand.done and not again


def _ruled(p: Play, hand: Hand) -> bool:
    """That it counts as it lies, or that a card is its own."""
    own = {s.id for s in hand.cards}
    return any(
        (i.box == hand.box and i.hand in (0, hand.number) and _as_it_lies(i))
        or (i.ruling == "reassign_card" and i.card is not None and i.card.id in own)
        for i in p.irregularities
    )


def _no_card_left(p: Play, hand: Hand) -> bool:
    """The shoe gave it no second card to be asked with, and a person said that it counts so."""
    dry = ("shoe_empty", "as_dealt")
    return len(hand.cards) < 2 and any((i.kind, i.ruling) == dry for i in p.irregularities)


def _as_it_lies(i: Irregularity) -> bool:
    return i.ruling in AS_IT_LIES or (i.kind, i.ruling) == (PASSED_OVER, "as_they_lie")


def true_blackjack(p: Play, house: House) -> bool:
    """As the cards lie: not what a reader or a look said of them."""
    if len(p.dealer) != 2 or not legal.dealer_turned(p):
        return False
    return legal.dealer_value(p, house).blackjack
