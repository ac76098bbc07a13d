"""Play one seat of a case by its script, refusing what the pack forbids."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.domain.cards import Card
from controller.domain.settled import PlayedHand
from controller.rules import hands as rule_hands
from controller.rules.decisions import Peek, Situation, why_not, why_not_double_amount
from controller.rules.pack import Pack

from .shape import CaseError, Seat, Step


@dataclass
class Live:
    """A hand being played."""

    cards: list[Card]
    split: bool = False
    doubles: int = 0
    added: int = 0
    stood: bool = False
    rescued: bool = False
    surrendered: bool = False

    @property
    def closed(self) -> bool:
        """By what was decided; whether a total takes a card is the pack's."""
        return self.stood or self.rescued or self.surrendered or self.doubles > 0

    @property
    def finished(self) -> bool:
        over = len(self.cards) >= 2 and rule_hands.total(self.cards)[0] >= 21
        return self.closed or over


@dataclass
class Box:
    """One seat's hands, the turn among them and every card drawn for it, in order."""

    pack: Pack
    seat: Seat
    up_rank: str
    peek: Peek
    where: str
    drawn: list[Card] = field(default_factory=list)
    hands: list[Live] = field(default_factory=list)
    first: bool = True

    def play(self) -> list[PlayedHand]:
        """Raises: CaseError for a step that is not allowed or a hand that is not finished."""
        self.hands = [Live([Card.parse(c) for c in self.seat.initial])]
        for n, step in enumerate(self.seat.script):
            self._step(step, f"{self.where}.script[{n}]")
            self.first = False
        self._all_done()
        return [self._played(n, live) for n, live in enumerate(self.hands)]

    def _step(self, step: Step, where: str) -> None:
        order = self.pack.play.first_to_act
        if not 0 <= step.hand < len(self.hands):
            raise CaseError(f"there is no hand {step.hand}", where=where, clause=order.clause)
        early = [n for n in range(step.hand) if not self.hands[n].finished]
        late = any(len(h.cards) > 1 for h in self.hands[step.hand + 1 :] if h.split)
        if early or late:
            raise CaseError(f"hand {step.hand} has no turn", where=where, clause=order.clause)
        live = self.hands[step.hand]
        if step.do == "deal":
            self._deal(live, step, where)
            return
        no = why_not(self.pack, self._situation(live), step.do)
        if no is not None:
            raise CaseError(f"{step.do}: {no.text}", where=where, clause=no.clause)
        if live.closed and step.do not in ("double", "rescue", "stand"):
            raise CaseError(f"{step.do}: the hand is done", where=where, clause=order.clause)
        self._do(live, step, where)

    def _situation(self, live: Live) -> Situation:
        return Situation(
            cards=tuple(live.cards),
            split=live.split,
            doubles=live.doubles,
            hands=len(self.hands),
            first_decision=self.first,
            up_rank=self.up_rank,
            peek=self.peek,
            original_cents=self.seat.wager,
            added_cents=live.added,
        )

    def _do(self, live: Live, step: Step, where: str) -> None:
        match step.do:
            case "hit":
                live.cards.append(self._card(step, where))
            case "stand":
                live.stood = True
            case "double":
                no = why_not_double_amount(self.pack, self._situation(live), step.add)
                if no is not None:
                    raise CaseError(f"double: {no.text}", where=where, clause=no.clause)
                live.doubles += 1
                live.added += step.add or 0
                live.cards.append(self._card(step, where))
            case "split":
                self._split(live, step, where)
            case "rescue":
                live.rescued = True
            case _:
                live.surrendered = True

    def _split(self, live: Live, step: Step, where: str) -> None:
        if step.add is not None and step.add != self.seat.wager:
            leaf = self.pack.play.split_wager
            raise CaseError("split: not the original wager", where=where, clause=leaf.clause)
        second = live.cards.pop()
        live.split = True
        place = self.hands.index(live) + 1
        self.hands.insert(place, Live([second], split=True))
        live.cards.append(self._card(step, where))

    def _deal(self, live: Live, step: Step, where: str) -> None:
        if len(live.cards) != 1:
            clause = self.pack.play.first_to_act.clause
            raise CaseError("deal: the hand has its second card", where=where, clause=clause)
        live.cards.append(self._card(step, where))

    def _card(self, step: Step, where: str) -> Card:
        if step.card is None:
            raise CaseError(f"{step.do} names no card", where=where)
        try:
            card = Card.parse(step.card)
        except ValueError as error:
            raise CaseError(str(error), where=where) from error
        self.drawn.append(card)
        return card

    def _all_done(self) -> None:
        if self.peek == "positive":
            return
        for n, live in enumerate(self.hands):
            held = tuple(live.cards)
            if len(held) < 2 or not (live.finished or self._forced(live)):
                leaf = self.pack.play.first_to_act
                what, do = f"hand {n} is not played to its end", "Let it stand, or draw on"
                raise CaseError(what, where=self.where, clause=leaf.clause, do=do)

    def _forced(self, live: Live) -> bool:
        """Whether no card may come any more, so that the hand ends by itself."""
        return why_not(self.pack, self._situation(live), "hit") is not None

    def _played(self, n: int, live: Live) -> PlayedHand:
        return PlayedHand(
            box=self.seat.seat,
            hand=n + 1,
            cards=tuple(live.cards),
            split=live.split,
            doubled=live.doubles,
            doubled_cents=live.added,
            rescued=live.rescued,
            surrendered=live.surrendered,
        )
