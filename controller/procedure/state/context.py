"""What a reducer may see and leave behind during one step; empty between steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from controller.domain.cards import Card
from controller.domain.orders import Order
from controller.domain.sealed import Exposed, Sealed, Slot
from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.rules.pack.sections.irregularity import Kind

from .follow_ups import FollowUp
from .house import House
from .inputs import Input, Raised
from .play import Hand, Irregularity, Play
from .refs import IrregularityRef, OrderRef, TimerName, TimerRef
from .timers import Timer, without
from .whole import Device

NO_ANSWER: Final = "no answer"
"""What a fault of the reader is about, where none came."""
NOTIFY_ESCALATE_S = 60.0
"""About one round: an unacknowledged call goes to the next rank (console/README 4)."""

Why = tuple[str, str] | None
"""A reason for a no: clause and text; None = yes."""


class Vault(Protocol):
    """Opens a seal: with the table's key when live, from the rows on replay."""

    def open(self, card: int, seal: Sealed, /) -> tuple[str, bytes]:
        """The face and the card's own key. Raises: CannotOpen."""

    def ask(
        self, question: str, cards: tuple[Slot, ...], counts: tuple[tuple[str, int], ...], /
    ) -> bool:
        """Answer a closed question inside the seal. Raises: CannotOpen."""


class CannotOpen(Exception):
    """The vault has no key, or the seal and the recorded face differ."""

    def __init__(self, card: int) -> None:
        super().__init__(card)
        self.card = card


class Refuse(Exception):
    """A command is refused, with its clause; the chart does not move."""

    def __init__(self, clause: str, text: str) -> None:
        super().__init__(clause, text)
        self.clause, self.text = clause, text


def refuse(why: Why) -> None:
    if why:
        raise Refuse(*why)


class Context:
    """Handed to guards, validators and reducers."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.pack = house.pack
        self.seen: dict[int, str] = {}
        self.turned = 0
        """Of an amended fold: the hole card that lay open, which was seen since its turn."""
        self.amending = False
        """An amended fold: it opens no seal."""
        self.hidden = False
        """A hold or a pause has the line: nobody has seen what it would tell."""
        self.waited = False
        """Devices had still to be heard, or this reading was kept until then: no line was shown."""
        self.exposed: list[Exposed] = []
        self.answers: list[tuple[str, bool]] = []
        self.vault: Vault
        self.answers_from: Vault
        """Opens the reader's answer; an amended fold may bring its turn."""

    def begin(self, play: Play, entry: int, mono: int, at: int, item: Input) -> None:
        self.play, self.entry, self.mono, self.at, self.input = play, entry, mono, at, item
        self.card: Slot | None = None
        self.raised: list[Raised] = []
        self.then: list[FollowUp] = []
        self.devices: tuple[Device, ...] = getattr(self, "devices", ())
        self._n = 0

    @property
    def line_was_seen(self) -> bool:
        """Whether an act acknowledges what has been told.

        One that a device kept does not, where money was told when no line could be shown.
        """
        return not (self.hidden or (self.waited and self.play.unseen))

    # ---- the play ----
    def put_hand(self, at: int, hand: Hand) -> None:
        hands = self.play.hands
        self.play = replace(self.play, hands=(*hands[:at], hand, *hands[at + 1 :]))

    def follow(self, event: FollowUp) -> None:
        """Send it to its chart in this same step, after the present one."""
        self.then.append(event)

    # ---- faces ----
    def expose(self, slot: Slot) -> Slot:
        """The only way from a seal to a face; what it opens is recorded in this step's row."""
        if slot.face is not None:
            return slot
        face = dict(self.play.entered).get(slot.id)
        if face is None:
            face = self.seen.get(slot.id)
        if face is None:
            if not slot.seal.ct:
                raise CannotOpen(slot.id)
            face, key = self.vault.open(slot.id, slot.seal)
            self.seen[slot.id] = face
            self.exposed.append(Exposed(slot.id, face, key))
        return Slot(slot.id, slot.seal, face)

    def reader_says(self, answer: Slot) -> bool:
        """Whether it is a blackjack; recorded in this step's row. Raises: CannotOpen."""
        kept, self.vault = self.vault, self.answers_from
        try:
            return self.expose(answer).face == "yes"
        finally:
            self.vault = kept

    def require(self, slots: Iterable[Slot]) -> None:
        """Before anything is opened: a card that no device read needs a person first.

        Raises: CannotOpen.
        """
        for slot in slots:
            if not slot.seal.ct and slot.face is None and slot.id not in dict(self.play.entered):
                raise CannotOpen(slot.id)

    def ask(self, question: str, cards: Iterable[Slot]) -> bool:
        answer = self.vault.ask(question, tuple(cards), self.play.counts)
        self.answers.append((question, answer))
        return answer

    # ---- irregularities, orders, timers, payments ----
    def raise_(
        self,
        kind: Kind,
        *,
        card: Slot | None = None,
        box: int = 0,
        hand: int = 0,
        about: str = "",
        ref: str = "",
        role: str = "",
        of_round: int = 0,
    ) -> Irregularity:
        """`of_round`: the round that it is about, this one or an earlier one."""
        self._n += 1
        i = Irregularity(
            str(IrregularityRef(self.entry, kind, self._n)),
            kind,
            raised_at=self.at,
            card=card,
            box=box,
            hand=hand,
            about=about,
            ref=ref,
            role=role,
            round=of_round if of_round != self.play.number else 0,
        )
        self.raised.append(Raised(i.id, kind))
        self.play = replace(self.play, irregularities=(*self.play.irregularities, i))
        if self.pack.irregularity[kind].holds == "red":
            self.arm("notify", NOTIFY_ESCALATE_S)
        return i

    def put(self, i: Irregularity) -> None:
        self.play = replace(
            self.play,
            irregularities=tuple(i if x.id == i.id else x for x in self.play.irregularities),
        )

    def want(self, kind: str, target: str = "", wager: str = "") -> Order:
        name = str(OrderRef(self.entry, kind, target))
        order = Order(name, kind, target, wager=wager)  # type: ignore[arg-type]
        self.play = replace(self.play, wanted=(*self.play.wanted, order))
        return order

    def arm(self, name: TimerName, seconds: float, *, of: str = "", mark: int = 0) -> None:
        """Anew: one that waited for the same is gone. `mark`: else the entry."""
        ref = TimerRef(name, of, mark or self.entry)
        others = without(self.play.timers, name, of)
        self.play = replace(self.play, timers=(*others, Timer(str(ref), seconds)))

    def disarm(self, name: TimerName, of: str = "") -> None:
        left = without(self.play.timers, name, of)
        if left != self.play.timers:
            self.play = replace(self.play, timers=left)

    def pay(self, payments: Iterable[Payment]) -> None:
        self.play = replace(self.play, payments=(*self.play.payments, *payments))


def faces(slots: Iterable[Slot]) -> tuple[Card, ...]:
    """The cards of exposed slots. Raises: ValueError when one is face down."""
    found = []
    for slot in slots:
        if slot.face is None:
            raise ValueError("a face-down card has no face")
        found.append(Card.parse(slot.face))
    return tuple(found)
