"""A hostile dealer with a seed: mostly right, now and then wrong in every way a table allows."""

from __future__ import annotations

import random
from collections.abc import Callable

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.cards import EVERY_CARD, Card
from controller.domain.orders import Order
from controller.procedure import ledger, places
from controller.procedure.house import House
from controller.procedure.inputs import Input, Outcome
from controller.procedure.irregularities import catalog
from controller.procedure.state import Irregularity
from controller.rules.hands import is_blackjack
from controller.table.vault import TableVault

from .evening import DEVICES, Evening

KEY = bytes(range(32))
BOXES = range(1, 8)


class Walk(Evening):
    """One evening of one seed. `wrong` = share of inputs that are not the next step."""

    def __init__(self, seed: int, at: House | None = None, *, wrong: float = 0.15) -> None:
        self.random = random.Random(seed)
        self.wrong = wrong
        self.faces: dict[int, str] = {}
        self.stack: list[str] = []
        self.boots = {name: "b" for name, _ in DEVICES}
        super().__init__(at, vault=TableVault(KEY, self.random.randbytes))

    # ---- the world ----
    def fill(self) -> None:
        """A shuffled batch; now and then a ten or a copy too many got into it."""
        self.stack = [c.code for c in EVERY_CARD] * self.house.decks
        if self.random.random() < 0.3:
            for _ in range(self.random.randint(1, 3)):
                at = self.random.randrange(len(self.stack))
                self.stack[at] = self.random.choice(["Th", "Ts", "As", "Kd"])
        self.random.shuffle(self.stack)

    def card(self, *, after_ms: int = 1000) -> Outcome:
        if not self.stack:
            self.fill()
        code = self.stack.pop()
        if self.random.random() < 0.003:
            outcome = self.reading(fact.CardNotRead, "shoe", after_ms=after_ms)
        else:
            outcome = self.reading(fact.CardDrawn, "shoe", card=self.seal(code), after_ms=after_ms)
        self.faces[self.seq << 8] = code
        return outcome

    def truth(self) -> bool:
        """What an honest reader says of the two cards in its slot."""
        p = self.play
        if len(p.dealer) >= 2:
            ids = [s.id for s in p.dealer[:2]]
        elif p.dealt:
            ids = [p.dealt[-1].id, p.dealt[len(p.boxes) % len(p.dealt)].id]
        else:
            return False
        cards = [Card.parse(self.faces[i]) for i in ids]
        return is_blackjack(cards) != (self.random.random() < 0.02)

    # ---- one input ----
    def go(self) -> Outcome:
        if self.random.random() < self.wrong:
            return self.random.choice(NOISE)(self)
        return self.right()

    def right(self) -> Outcome:
        """The next step of the procedure, or the way out of a hold."""
        p = self.play
        waiting = ledger.unheard(self.state)
        if waiting:
            return self.meet(waiting[0].name)
        held = catalog.hold(p, self.house, self.state.devices)
        if held is not None:
            return self.clear(held)
        asked = [i for i in self.open if i.kind in ("whose_card", "hand_with_one_card")]
        if asked and self.random.random() < 0.5:
            return self.clear(asked[0])
        if self.open and self.random.random() < 0.1:
            return self.clear(self.random.choice(self.open))
        if p.opening != ("open",):
            return self.put(cmd.TableOpened(dealer="Dana R."))
        return self.in_round() or self.at_shoe() or self.wagering()

    def at_shoe(self) -> Outcome | None:
        p = self.play
        if p.shoe == ("rest_due",):
            left = p.loaded - p.drawn + (self.random.random() < 0.1)
            return self.reading(fact.RestCounted, "shoe", cards=left)
        if p.shoe == ("burn_due",):
            return self.card()
        if p.shoe != ("empty",):
            return None
        if p.shuffle == ("running",):
            return self.shuffled_by_machine()
        if p.cut == ("due",):
            return self.put(cmd.CutPlaced())
        if p.cut == ("placed",):
            self.fill()
            return self.reading(fact.ShoeLoaded, "shoe")
        return self.put(cmd.ShuffleAsked())

    def shuffled_by_machine(self) -> Outcome:
        order = self.order("shuffle")
        wire = order.wire if order else 0
        if self.random.random() < 0.1:
            return self.reading(fact.ShuffleFaulted, "shuffler", order=wire, reason="jam")
        cards = self.house.shoe_cards - self.play.removed - (self.random.random() < 0.05)
        return self.reading(fact.ShuffleDone, "shuffler", order=wire, cards=cards)

    def order(self, kind: str) -> Order | None:
        return next((o for o in reversed(self.state.orders) if o.kind == kind), None)

    def wagering(self) -> Outcome:
        p = self.play
        if not p.boxes or self.random.random() < 0.3:
            box = self.random.choice(BOXES)
            return self.put(cmd.BoxSet(box=box, lit=box not in p.boxes))
        if self.random.random() < 0.3:
            kind = self.random.choice(["match", "bonus_spin", "main"])
            cents = None if kind == "bonus_spin" else self.random.choice([None, 500, 1500])
            box = self.random.choice(BOXES)
            return self.put(cmd.WagerSet(box=box, kind=kind, on=True, cents=cents))
        if p.drawn > 200 and self.random.random() < 0.5:
            return self.reading(fact.CoverCardSeen, "shoe")
        return self.card()

    def in_round(self) -> Outcome | None:
        p = self.play
        match p.round:
            case ("dealing",) | ("deal_out",):
                return self.dealing()
            case ("match_due",):
                return self.press("act1")
            case ("insurance",):
                return self.insuring()
            case ("peek_due",):
                return self.peek(self.truth())
            case ("deciding",):
                return self.deciding()
            case ("turn_due",):
                if p.dealer_hand == ("due",):
                    return self.put(cmd.Turned())
                return self.card()
            case ("dealer_plays",):
                return self.card()
            case ("settled",):
                return self.settled()
        return None

    def dealing(self) -> Outcome:
        p = self.play
        left = places.due(p)
        if left > 0 and p.round == ("dealing",):
            return self.card()
        if self.offered("act1") is not None:
            return self.press("act1")
        if left == 0 and self.offered("act3") is not None:
            return self.press("act3")
        choices = [c for c in self.allowed if c.slot.startswith(("box", "skip", "act"))]
        chosen = self.random.choice(choices)
        return self.put(chosen.command)

    def insuring(self) -> Outcome:
        boxes = [c for c in self.allowed if c.slot.endswith("insurance")]
        if boxes and self.random.random() < 0.4:
            return self.put(self.random.choice(boxes).command)
        if self.play.variant == "hole_card_reader":
            return self.peek(self.truth())
        return self.press("act1")

    def deciding(self) -> Outcome:
        slots = ("act1", "act2", "act3", "act4", "act5")
        choices = [c for c in self.allowed if c.slot in slots or "." in c.slot]
        choices = [c for c in choices if not c.slot.startswith("last")]
        if choices and self.random.random() < 0.6:
            return self.put(self.random.choice(choices).command)
        if self.play.pending is not None and choices:
            return self.put(self.random.choice(choices).command)
        return self.card()

    def settled(self) -> Outcome:
        p = self.play
        spin = next((s for s in p.spins if s.status in ("button_due", "armed", "ordered")), None)
        if spin is None:
            if p.shoe == ("last_round",):
                return self.reading(fact.RestCounted, "shoe", cards=p.loaded - p.drawn)
            return self.card(after_ms=6000)
        if spin.status == "button_due":
            return self.reading(fact.SeatButtonPressed, "wheel", box=spin.box)
        order = self.order("spin")
        wire = order.wire if order else 0
        section = self.random.choice(["25", "50", "500", "777"])
        if self.random.random() < 0.1:
            return self.reading(fact.SpinFaulted, "wheel", order=wire, reason="stuck")
        return self.reading(fact.SpinDone, "wheel", order=wire, section=section)

    # ---- holds ----
    def clear(self, i: Irregularity) -> Outcome:
        """Answer, notify, rule; when no ruling helps, void, then close."""
        rank = "casino_supervisor"
        left = catalog.unanswered(self.play, i)
        if left:
            question = self.random.choice(left)
            item: Input = cmd.FactAnswered(
                irr=i.id, question=question.name, answer=self.random.choice(question.answers)
            )
            return self.floor(item, rank=rank)
        if catalog.notice_missing(self.house, i):
            return self.floor(cmd.Notified(irr=i.id, whom="R. Vance", role=rank), rank=rank)
        offers = [o for o in catalog.offers(self.play, self.house, i) if not o.grey]
        self.random.shuffle(offers)
        for offer in offers:
            item = cmd.Ruled(
                irr=i.id, ruling=offer.ruling.name, reason=self.reason(i, offer.ruling.asks)
            )
            outcome = self.floor(item, rank=rank)
            if outcome.verdict != "refused":
                return outcome
        for asked in catalog.questions(self.play, i)[:1]:
            answer = self.random.choice(asked.answers)
            item = cmd.FactAnswered(irr=i.id, question=asked.name, answer=answer)
            return self.floor(item, rank=rank)
        outcome = self.floor(cmd.RoundVoided(reason="no ruling helps"), rank=rank)
        if outcome.verdict == "refused":
            outcome = self.floor(cmd.TableClosed(reason="no ruling helps"), rank=rank)
        return outcome

    def reason(self, i: Irregularity, asks: str) -> str:
        if asks == "card":
            of = i.card.id if i.card is not None else int(i.about)
            return self.faces.get(of, "8c")
        return "50" if asks == "section" else "as it lies"

    # ---- devices ----
    def meet(self, name: str) -> Outcome:
        role = dict(DEVICES)[name]
        return self.hello(name, role, boot=self.boots[name])

    def lose(self) -> Outcome:
        name = self.random.choice(DEVICES)[0]
        return self.put(fact.DeviceLost(device=name, reason="read"))


def _box(w: Walk) -> int:
    return w.random.choice(BOXES)


def _hand(w: Walk) -> int:
    return w.random.choice([1, 1, 1, 2, 3])


def _wrong_draw(w: Walk) -> Outcome:
    return w.card(after_ms=w.random.choice([100, 1000, 3000]))


def _stale(w: Walk) -> Outcome:
    old = w.random.choice(w.steps[-30:])[0].input
    if isinstance(old, cmd.Command):
        return w.put(old)
    return w.put(cmd.Next(box=_box(w), hand=1, token="next/1/3.1/77"))


def _press_any(w: Walk) -> Outcome:
    return w.press(w.random.choice(w.allowed).slot, rid=f"r{w.random.randrange(400)}")


def _repeat(w: Walk) -> Outcome:
    old = w.random.choice(w.steps[-20:])[0].input
    if isinstance(old, fact.Reading):
        return w.put(old)
    return w.put(fact.TimerFired(timer="deal_gap/1"))


def _answer_any(w: Walk) -> Outcome:
    if not w.open:
        return w.put(cmd.FloorCalled())
    return w.clear(w.random.choice(w.open))


def _timer(w: Walk) -> Outcome:
    if not w.play.timers:
        return w.put(fact.TimerFired(timer="gone/1"))
    return w.put(fact.TimerFired(timer=w.play.timers[0].id))


def _key(w: Walk) -> Outcome:
    key = w.random.choice(["next", "next", "last_card", "turned", "floor", "other"])
    return w.put(cmd.KeyPressed(key=key), after_ms=w.random.choice([100, 1000]))


def _last_card(w: Walk) -> Outcome:
    what = w.random.choice(["box", "double", "split", "error", "error_seen", "face_up", "not_this"])
    return w.put(cmd.LastCard(what=what))


def _decide(w: Walk) -> Outcome:
    return w.put(w.random.choice(decisions(_box(w), _hand(w))))


def decisions(box: int, hand: int) -> list[Input]:
    return [
        cmd.Next(box=box, hand=hand),
        cmd.Hit(box=box, hand=hand),
        cmd.Double(box=box, hand=hand),
        cmd.Split(box=box, hand=hand),
        cmd.Surrender(box=box, hand=hand),
        cmd.Rescue(box=box, hand=hand),
        cmd.CardTaken(box=box, hand=hand),
    ]


def _lost(w: Walk) -> Outcome:
    return w.lose()


def _shuffler_says(w: Walk) -> Outcome:
    return w.reading(fact.ShuffleDone, "shuffler", order=w.random.randrange(5), cards=288)


def _wheel_says(w: Walk) -> Outcome:
    return w.reading(fact.SpinDone, "wheel", order=w.random.randrange(5), section="25")


def _order_says(w: Walk) -> Outcome:
    answer = w.random.choice(["accepted", "rejected", "never_seen", "unknown", "running", "done"])
    order = w.random.choice(w.state.orders) if w.state.orders else None
    device = "wheel" if order and order.kind == "spin" else "shuffler"
    wire = order.wire if order else 9
    return w.put(fact.OrderAnswered(device=device, boot="b", order=wire, answer=answer))


def _service(w: Walk) -> Outcome:
    name = w.random.choice(DEVICES)[0]
    return w.floor(cmd.OutOfService(device=name, out=w.random.random() < 0.5, reason="test"))


def _restart(w: Walk) -> Outcome:
    return w.put(fact.Started(devices=DEVICES))


def _void(w: Walk) -> Outcome:
    return w.floor(cmd.RoundVoided(reason="test"), rank="casino_supervisor")


NOISE: tuple[Callable[[Walk], Outcome], ...] = (
    *[_wrong_draw] * 4,
    *[_stale] * 3,
    *[_press_any] * 6,
    *[_decide] * 4,
    *[_last_card] * 4,
    *[_key] * 3,
    *[_answer_any] * 3,
    lambda w: w.peek(w.random.random() < 0.1),
    lambda w: w.put(cmd.LastCard(what="shown")),
    lambda w: w.put(cmd.LayoutCleared()),
    lambda w: w.put(cmd.MenuAsked(menu="last")),
    lambda w: w.put(cmd.Undo()),
    lambda w: w.put(cmd.Turned()),
    lambda w: w.put(cmd.DealOk()),
    lambda w: w.put(cmd.MatchDone()),
    lambda w: w.put(cmd.BoxSet(box=_box(w), lit=w.random.random() < 0.5)),
    lambda w: w.put(cmd.BoxSkipped(box=_box(w), deal_pass=w.random.randint(0, 3))),
    lambda w: w.put(cmd.BurnReported(made=w.random.random() < 0.5)),
    lambda w: w.put(cmd.DealerMissed()),
    lambda w: w.put(cmd.BoxesConfirmed(boxes=w.play.boxes)),
    lambda w: w.put(cmd.OfferAnswered(irr="", box=_box(w), hand=1, takes=False)),
    lambda w: w.put(cmd.Insured(box=_box(w), on=True, cents=None)),
    lambda w: w.put(cmd.FloorCalled()),
    lambda w: w.put(cmd.ShuffleAsked()),
    lambda w: w.put(cmd.CutPlaced()),
    lambda w: w.reading(fact.SeatButtonPressed, "wheel", box=_box(w)),
    lambda w: w.reading(fact.WagerSensed, "wheel", box=_box(w), on=w.random.random() < 0.7),
    lambda w: w.reading(fact.ShoeOpened, "shoe"),
    lambda w: w.reading(fact.CoverCardSeen, "shoe"),
    lambda w: w.reading(fact.ReaderFaulted, "reader", reason="no answer"),
    lambda w: w.reading(fact.UnknownEvent, "wheel", code=200),
    _repeat,
    _timer,
    _lost,
    _shuffler_says,
    _wheel_says,
    _order_says,
    _service,
    _restart,
    _void,
)
