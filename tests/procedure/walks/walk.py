"""A hostile dealer with a seed: mostly right, now and then wrong in every way a table allows."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.cards import EVERY_CARD, Card
from controller.domain.orders import Order
from controller.domain.structs import replace
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds.every_kind import Ruling
from controller.procedure.queries import continuous, inventory, places
from controller.procedure.reducers.cards import shoe_in_play
from controller.procedure.reducers.opening.reader_inspection import TEST_CARDS
from controller.procedure.state import ledger
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input, Outcome
from controller.procedure.state.play import Irregularity
from controller.rules.hands import is_blackjack
from controller.table.vault import TableVault
from tests.kit.endless import ENDLESS
from tests.kit.evening import DEVICES, Evening, as_pressed, house

from .detours import RANKS, detour, keys_card, rank_of, share
from .noise import BOXES, NOISE
from .walk_bank import bank_step

KEY = bytes(range(32))
TAME, WILD = 59, 24
"""Rounds of an evening."""
WRONG_ANSWERS = (0.02, 0.05)
"""Of a reader, or of a dealer who looks; the second of an evening that roams."""
PATIENCE = 120
"""Inputs for each round, before an evening counts as stuck."""


PACKS = {
    "massachusetts": ("hole_card_reader", "hole_card", "no_hole_card"),
    "massachusetts-bonus-spin": ("hole_card_reader", "hole_card", "no_hole_card"),
    "maryland": ("hole_card_reader",),
    "boston-billiard": ("hole_card", "hole_card_reader"),
    "pure-21-5": ("hole_card", "hole_card_reader"),
}
"""Every pack with the ways in which it may be dealt."""


class Walk(Evening):
    """One evening of one seed. `wrong` = share of inputs that are not the next step."""

    def __init__(self, seed: int, at: House | None = None, *, wrong: float = 0.15) -> None:
        self.random: random.Random = random.Random(seed)
        self.wrong = wrong
        self.faces: dict[int, str] = {}
        self.stack: list[str] = []
        self.boots = {name: "b" for name, _ in DEVICES}
        self.spots = self.random.sample(BOXES, self.random.choice([1, 2, 2, 3, 7]))
        self.rounds = 0
        self.roams = False
        """Goes on purpose where chance alone seldom leads."""
        self.keyed = 0
        """The round whose cards are keyed by hand; 0 = the scanner reads them."""
        super().__init__(at, vault=TableVault(KEY, self.random.randbytes))

    # ---- the world ----
    def fill(self) -> None:
        """A shuffled batch; now and then a ten or a copy too many got into it."""
        self.stack = self.whole()
        if self.random.random() < 0.3:
            for _ in range(self.random.randint(1, 3)):
                at = self.random.randrange(len(self.stack))
                self.stack[at] = self.random.choice(["Th", "Ts", "As", "Kd"])
        self.random.shuffle(self.stack)

    def whole(self) -> list[str]:
        return [c.code for c in EVERY_CARD] * self.house.decks

    def put_in(self) -> Outcome:
        """The discards into the device, now and then not all of them."""
        p = self.play
        lie = len(inventory.lying(p)) if p.round == "settled" else 0
        cards = p.racked + lie - (self.random.random() < 0.05)
        outcome = self.reading(fact.CardsTakenIn, "shuffler", cards=cards, after_ms=6000)
        out = Counter(self.faces.get(s.id, "") for s in inventory.lying(self.play))
        self.stack = list((Counter(self.whole()) - out).elements())
        self.random.shuffle(self.stack)
        return outcome

    def card(self, *, after_ms: int = 1000) -> Outcome:
        if (keyed := keys_card(self)) is not None:
            return keyed
        p = self.play
        if p.shoe == "ready" and p.drawn > 0.7 * p.loaded and self.random.random() < 0.1:
            return self.reading(fact.CoverCardSeen, "shoe", after_ms=after_ms)
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
        cards = [Card.parse(self.faces.get(i, "7h")) for i in ids]  # 7h: the noise brought it
        return is_blackjack(cards) != (self.random.random() < WRONG_ANSWERS[self.roams])

    # ---- one input ----
    def put(self, item: Input, *, after_ms: int = 1000) -> Outcome:
        outcome = super().put(item, after_ms=after_ms)
        self.rounds += self.steps[-1][1].boundary is not None
        return outcome

    def go(self) -> Outcome:
        if self.roams and self.random.random() < share(self) and (led := detour(self)) is not None:
            return led
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
        if p.pause.since and self.random.random() < 0.5:
            return self.floor(cmd.Resumed())
        out = [d for d in self.state.devices if d.out_of_service and d.role == "shoe_scanner"]
        if out and self.keyed != p.number:  # what it says counts again
            if not ledger.delivered(out[0]):
                return self.meet(out[0].name)
            self.keyed = 0
            return self.floor(cmd.OutOfService(device=out[0].name, out=False, reason="mended"))
        asked = [i for i in self.open if i.kind in ("whose_card", "hand_with_one_card")]
        if asked and self.random.random() < 0.5:
            return self.clear(asked[0])
        if self.open and self.random.random() < 0.1:
            return self.clear(self.random.choice(self.open))
        if p.inspection == "testing":
            return self.peek(TEST_CARDS[len(p.day.reader_answers)][2])
        if p.opening != "open":
            return self.offered_next()
        shoe_first = shoe_in_play.suspended(p) or p.shoe == "burn_due"
        stopped = self.at_shoe() if shoe_first else None
        return stopped or self.in_round() or self.at_shoe() or self.wagering()

    def offered_next(self) -> Outcome:
        """The large key of the page, now and then any other tap but the call of the floor."""
        if self.offered("act1") is not None and self.random.random() < 0.7:
            return self.press("act1")
        choices = [c for c in self.allowed if c.slot != "act8"]
        return self.put(as_pressed(self.random.choice(choices)) if choices else cmd.FloorCalled())

    def at_shoe(self) -> Outcome | None:
        p = self.play
        if p.shoe == "rest_due":
            left = p.loaded - p.drawn + (self.random.random() < 0.1)
            return self.reading(fact.RestCounted, "shoe", cards=left)
        if p.shoe == "burn_due":
            return self.card()
        if p.shoe != "empty":
            return None
        if p.shuffle == "running":
            return self.shuffled_by_machine()
        if p.cut == "placed":
            self.fill()
            return self.reading(fact.ShoeLoaded, "shoe")
        return self.offered_next()

    def shuffled_by_machine(self) -> Outcome:
        order = self.order("shuffle")
        wire = order.wire if order else 0
        if self.random.random() < 0.1:
            return self.reading(fact.ShuffleFaulted, "shuffler", order=wire, reason="jam")
        whole = inventory.to_load(self.play, self.house.shoe_cards)
        cards = whole - (self.random.random() < 0.05)
        self.fill()  # a device may be dealt from at once
        return self.reading(fact.ShuffleDone, "shuffler", order=wire, cards=cards)

    def order(self, kind: str) -> Order | None:
        return next((o for o in reversed(self.state.orders) if o.kind == kind), None)

    def wagering(self) -> Outcome:
        p = self.play
        if p.marks.discards and self.random.random() < 0.5:
            return self.put_in()
        if (banked := bank_step(self)) is not None:
            return banked
        if not p.boxes or self.random.random() < 0.3:
            box = self.random.choice(self.spots)
            return self.put(cmd.BoxSet(box=box, lit=box not in p.boxes))
        if self.random.random() < 0.3:
            kind = self.random.choice(["match", "bonus_spin", "main"])
            cents = None if kind == "bonus_spin" else self.random.choice([None, 500, 1500])
            box = self.random.choice(BOXES)
            return self.put(cmd.WagerSet(box=box, kind=kind, on=True, cents=cents))
        return self.card()

    def in_round(self) -> Outcome | None:
        p = self.play
        match p.round:
            case "dealing" | "deal_out":
                return self.dealing()
            case "match_due":
                return self.offered_next()
            case "insurance":
                return self.insuring()
            case "peek_due":
                return self.checking()
            case "deciding":
                return self.deciding()
            case "turn_due":
                key = next((k for k in ("act7", "act1", "act4") if self.offered(k)), None)
                return self.press(key) if key else self.card()
            case "dealer_plays":
                return self.card()
            case "settled":
                return self.settled()
        return None

    def dealing(self) -> Outcome:
        p = self.play
        left = places.due(p)
        if left > 0 and p.round == "dealing":
            return self.card()
        if self.offered("act1") is not None:
            return self.press("act1")
        if left == 0 and (banked := bank_step(self)) is not None:
            return banked
        if left == 0 and self.offered("act3") is not None:
            return self.press("act3")
        choices = [c for c in self.allowed if c.slot.startswith(("box", "skip", "act"))]
        if not choices and p.pause.since:
            return self.floor(cmd.Resumed())
        chosen = self.random.choice(choices)
        return self.put(chosen.command)

    def insuring(self) -> Outcome:
        boxes = [c for c in self.allowed if c.slot.endswith("insurance")]
        if boxes and self.random.random() < 0.4:
            return self.put(self.random.choice(boxes).command)
        if self.play.variant == "hole_card_reader":
            return self.peek(self.truth())
        return self.offered_next()

    def checking(self) -> Outcome:
        if self.play.variant == "hole_card_reader":
            return self.peek(self.truth())
        return self.put(cmd.PeekAttested(blackjack=self.truth()))

    def deciding(self) -> Outcome:
        slots = ("act1", "act2", "act3", "act4", "act5")
        choices = [
            c for c in self.allowed if c.slot in slots or isinstance(c.command, cmd.Decision)
        ]
        if choices and self.random.random() < 0.6:
            return self.put(self.random.choice(choices).command)
        if self.play.pending is not None and choices:
            return self.put(self.random.choice(choices).command)
        return self.card()

    def settled(self) -> Outcome:
        p = self.play
        if (banked := bank_step(self)) is not None:
            return banked
        spin = next((s for s in p.spins if s.status in ("button_due", "armed", "ordered")), None)
        if spin is None:
            if p.shoe == "last_round" and not continuous.deals(p, self.house):
                return self.reading(fact.RestCounted, "shoe", cards=p.loaded - p.drawn)
            if continuous.deals(p, self.house) and self.random.random() < 0.7:
                return self.put_in()
            return self.card(after_ms=6000)
        if spin.status == "button_due":
            return self.reading(fact.SeatButtonPressed, "wheel", box=spin.box)
        order = self.order("spin")
        wire = order.wire if order else 0
        section = self.random.choice([*(s.symbol for s in self.house.sections), "777"])
        if self.random.random() < 0.1:
            return self.reading(fact.SpinFaulted, "wheel", order=wire, reason="stuck")
        return self.reading(fact.SpinDone, "wheel", order=wire, section=section)

    # ---- holds ----
    def clear(self, i: Irregularity) -> Outcome:
        """Answer, notify, rule; when no ruling helps, void, then close."""
        rank = rank_of(self) if self.roams else RANKS[-1]
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
        for who in (rank, "casino_supervisor"):
            for offer in offers:
                outcome = self.signed(self.ruled(i, offer.ruling), who)
                if outcome.verdict != "refused":
                    return outcome
        rank = "casino_supervisor"
        for asked in catalog.questions(self.play, i)[:1]:
            answer = self.random.choice(asked.answers)
            item = cmd.FactAnswered(irr=i.id, question=asked.name, answer=answer)
            return self.floor(item, rank=rank)
        outcome = self.floor(cmd.RoundVoided(reason="no ruling helps"), rank=rank)
        if outcome.verdict == "refused":
            outcome = self.floor(cmd.TableClosed(reason="no ruling helps"), rank=rank)
        return outcome

    def signed(self, ruled: cmd.Ruled, rank: str) -> Outcome:
        """By whoever is there; where the first may not sign twice, by a second person."""
        outcome = self.floor(ruled, rank=rank)
        if (outcome.clause, outcome.text) == self.house.no("second_person"):
            return self.put(replace(ruled, by="R. Vance", rank=rank))
        return outcome

    def ruled(self, i: Irregularity, ruling: Ruling) -> cmd.Ruled:
        """With what the ruling asks for: a face, a section, a hand, a reason."""
        said = cmd.Ruled(irr=i.id, ruling=ruling.name, reason="as it lies")
        if ruling.asks == "card":
            of = i.card.id if i.card is not None else int(i.about)
            return replace(said, reason=self.faces.get(of, "8c"))
        if ruling.asks == "section":
            return replace(said, reason="50")
        if ruling.asks == "box":
            box, hand = self.random.choice(catalog.seats(self.play, self.house))
            return replace(said, box=box, hand=hand)
        return said

    # ---- devices ----
    def meet(self, name: str) -> Outcome:
        role = dict(DEVICES)[name]
        return self.hello(name, role, boot=self.boots[name])

    def lose(self) -> Outcome:
        name = self.random.choice(DEVICES)[0]
        return self.put(fact.DeviceLost(device=name, reason="read"))


def is_wild(seed: int) -> bool:
    return seed // len(PACKS) % 4 == 3


def walked(seed: int, *, roams: bool = False) -> Walk:
    """The evening of that seed: pack after pack, each way of dealing, every fourth much wilder."""
    pack, turn = list(PACKS)[seed % len(PACKS)], seed // len(PACKS)
    variant = PACKS[pack][turn % len(PACKS[pack])]
    wild = is_wild(seed)
    options: dict[str, Any] = {"deal.variant": variant}
    if pack == "maryland" and turn % 2:
        options["continuous_device"] = ENDLESS
    walk = Walk(seed, house(pack, **options), wrong=0.35 if wild else 0.08)
    walk.roams = roams
    target = WILD if wild else TAME
    for _ in range(target * PATIENCE):
        walk.go()
        if walk.rounds >= target or walk.faults:
            break
    return walk
