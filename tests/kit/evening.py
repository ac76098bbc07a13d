"""A table without wires: cards, presses and the procedure, for tests of rules and charts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from controller.bench.automatic.opening import FIRST_BOX, said_to_open
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Sealed, Slot
from controller.procedure.guide.allowed import FLOOR, Choice, allowed
from controller.procedure.irregularities import catalog
from controller.procedure.queries import inventory
from controller.procedure.reducers.bank import bank_fees as fees
from controller.procedure.reducers.cards import burns
from controller.procedure.state.context import Vault
from controller.procedure.state.house import House, Section
from controller.procedure.state.inputs import Input, Outcome, Stamped
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import State, Step
from controller.procedure.step import Procedure
from controller.rules.pack import apply_options, load
from controller.table.vault import DECK, TableVault, rest_agrees

SECTIONS = (Section("25", 2500), Section("50", 5000), Section("500", 50000))


DEVICES = (
    ("shoe", "shoe_scanner"),
    ("reader", "card_reader"),
    ("shuffler", "shuffler"),
    ("wheel", "wheel"),
)


WRITTEN = ("reason", "seal", "reference", "name", "shown")
"""Fields that a person fills in beside the key."""


class OpenVault:
    """Seals that anybody could open: the face is in the clear. Never used outside tests."""

    def open(self, card: int, seal: Sealed) -> tuple[str, bytes]:
        return seal.ct.decode().strip(), b"k"

    def ask(
        self, question: str, cards: tuple[Slot, ...], counts: tuple[tuple[str, int], ...]
    ) -> bool:
        faces = [s.seal.ct.decode().strip() for s in cards]
        name, _, decks = question.partition("/")
        if name == "burn_is_foreign":
            return any(f not in DECK for f in faces)
        return rest_agrees(faces, counts, int(decks))


@cache
def house(pack: str = "massachusetts-bonus-spin", **options: Any) -> House:
    return House(apply_options(load(pack), options), sections=SECTIONS)


class Evening:
    """Drive `step`; every input is 1 s after the one before unless told otherwise."""

    blank = Sealed(b"7h  ", b"w")
    """A seal for a card that no draw brought."""

    def __init__(self, at: House | None = None, *, vault: TableVault | None = None) -> None:
        self.house = at or house()
        self.faults: list[str] = []
        self.procedure = Procedure(self.house, self.faults.append)
        self.state = State()
        self.sealing = vault
        self.vault: Vault = vault or OpenVault()
        self.seq = 2
        self.mono = 0
        self.steps: list[tuple[Stamped, Step]] = []
        self.boot_n: dict[str, int] = {}
        self.cards_out = 0
        self.put(fact.Started(devices=DEVICES))
        for name, role in DEVICES:
            self.hello(name, role)

    def hello(self, name: str, role: str, *, after_ms: int = 1000, **kw: Any) -> Outcome:
        said = {"boot": "b", "last_event": self.boot_n.get(name, 0), "acked": 0, **kw}
        return self.put(
            fact.DeviceUp(device=name, identity=fact.Identity(role=role), **said), after_ms=after_ms
        )

    # ---- inputs ----
    def put(self, item: Input, *, after_ms: int = 1000) -> Outcome:
        self.seq += 1
        self.mono += after_ms
        st = Stamped(self.seq, self.mono * 1000, self.mono, "test", item)
        step = self.procedure.step(self.state, st, self.vault)
        self.steps.append((st, step))
        if step.outcome.verdict == "dropped":
            self.seq -= 1
        self.state = step.state
        return step.outcome

    def reading(
        self, kind: Callable[..., Any], device: str, /, *, after_ms: int = 1000, **kw: Any
    ) -> Outcome:
        n = self.boot_n[device] = self.boot_n.get(device, 0) + 1
        return self.put(kind(device=device, boot="b", n=n, mac=b"m%d" % n, **kw), after_ms=after_ms)

    def draw(self, *codes: str, after_ms: int = 1000) -> Outcome:
        outcome = Outcome("accepted")
        for code in " ".join(codes).split():
            self.cards_out += 1
            seal = self.seal(code)
            outcome = self.reading(fact.CardDrawn, "shoe", card=seal, after_ms=after_ms)
        return outcome

    def seal(self, code: str) -> Sealed:
        if self.sealing is not None:
            return self.sealing.seal(code.encode())
        return Sealed(code.encode().ljust(4), b"w")

    def unread(self) -> Outcome:
        return self.reading(fact.CardNotRead, "shoe")

    def peek(self, answer: bool) -> Outcome:
        return self.reading(fact.Peeked, "reader", answer=self.seal("yes" if answer else "no"))

    def timer(self, name: str) -> str:
        """Id of the armed timer of that name; empty = there is none."""
        return next((t.id for t in self.play.timers if t.id.startswith(f"{name}/")), "")

    def fire(self, name: str, *, after_ms: int = 1000) -> Outcome:
        return self.put(fact.TimerFired(timer=self.timer(name)), after_ms=after_ms)

    def press(self, slot: str, **kw: Any) -> Outcome:
        """Press what the place offers. Raises: LookupError when it is empty."""
        found = self.offered(slot)
        if found is None:
            raise LookupError(f"{slot} is empty; there are {[c.slot for c in self.allowed]}")
        command: Any = as_pressed(found)
        for name, value in {"token": found.token, **kw}.items():
            command = _with(command, name, value)
        return self.put(command)

    def offered(self, slot: str) -> Choice | None:
        return next((c for c in self.allowed if c.slot == slot), None)

    def floor(self, command: Any, *, rank: str = "floorperson") -> Outcome:
        return self.put(_with(_with(command, "rank", rank), "by", "M. Okafor"))

    def rule(self, ruling: str, *, rank: str = "floorperson", reason: str = "") -> Outcome:
        return self.floor(cmd.Ruled(irr=self.asked.id, ruling=ruling, reason=reason), rank=rank)

    def answer(self, question: str, answer: str, *, rank: str = "floorperson") -> Outcome:
        item = cmd.FactAnswered(irr=self.asked.id, question=question, answer=answer)
        return self.floor(item, rank=rank)

    # ---- stretches ----
    def opened(self) -> Evening:
        """Open, shuffle, cut, load and burn."""
        self.open_table()
        self.shuffled()
        if self.play.shoe == "burn_due":
            waits = not burns.may_come(self.play, self.house)
            if waits:
                self.put(cmd.BoxSet(box=7, lit=True))
            self.draw("9c")
            if waits:
                self.put(cmd.BoxSet(box=7, lit=False))
        return self

    def open_table(self, first: int = FIRST_BOX, *, before: type | None = None) -> Evening:
        """Checklist and decks, up to cards that may be shuffled; `first` = the first player.

        `before`: up to the command of that type, which is left to the test.
        """
        for said in said_to_open(self.house):
            if before is not None and isinstance(said, before):
                break
            item: Any = _with(said, "box", first) if isinstance(said, cmd.FirstPlayer) else said
            outcome = self.peek(item[2]) if isinstance(item, tuple) else self.put(item)
            assert outcome.verdict == "accepted", f"{said}: {outcome}"
        return self

    def shuffled(self, *, in_round: bool = False) -> None:
        """`in_round` = the rack alone, while cards lie on the table."""
        self.put(cmd.ShuffleAsked())
        wire, cards = self.state.orders[-1].wire, self.house.shoe_cards
        cards = inventory.to_load(self.play, cards) if in_round else cards
        self.reading(fact.ShuffleDone, "shuffler", order=wire, cards=cards)
        self.cut()
        self.reading(fact.ShoeLoaded, "shoe")

    def cut(self) -> None:
        """The dealer cuts where the pack wants a cut; the cover card is in."""
        if self.play.cut == "due":
            self.put(cmd.CutTaken(box=0))
        self.put(cmd.CutPlaced())

    def later(self) -> Evening:
        """A shoe's second round: the burn is no slip of this deal any more."""
        self.opened().lit(7)
        self.draw("9h 8h 9s 9c")
        self.press("act1")
        self.press("act7")
        self.put(cmd.LayoutCleared(), after_ms=5000)
        return self.lit()

    def lit(self, *boxes: int, **wagers: dict[int, int | None]) -> Evening:
        """Light exactly these boxes; `match={4: None}` and so on place wagers."""
        for box in range(1, 8):
            if (box in boxes) != (box in self.play.boxes):
                self.put(cmd.BoxSet(box=box, lit=box in boxes))
        for kind, by_box in wagers.items():
            for box, cents in by_box.items():
                self.put(cmd.WagerSet(box=box, kind=kind, on=True, cents=cents))
        return self.fees()

    def fees(self) -> Evening:
        """Take the fees of this round, where the pack has some and they are due."""
        if self.play.boxes and fees.fees_due(self.play, self.house):
            self.put(cmd.FeesTaken(rate=fees.rates(self.play, self.house)[0]))
        return self

    # ---- what is there ----
    @property
    def play(self) -> Play:
        return self.state.play

    @property
    def open(self) -> tuple[Irregularity, ...]:
        return catalog.open_ones(self.play)

    @property
    def asked(self) -> Irregularity:
        """What a floorperson rules first: the hold, else the oldest open one."""
        return catalog.hold(self.play, self.house, self.state.devices) or self.open[0]

    @property
    def held(self) -> str:
        found = catalog.hold(self.play, self.house, self.state.devices)
        return found.kind if found else ""

    @property
    def allowed(self) -> tuple[Choice, ...]:
        return allowed(self.state, self.house)

    def hand(self, box: int, number: int = 1) -> list[str]:
        return next(
            [s.face or "back" for s in h.cards]
            for h in self.play.hands
            if (h.box, h.number) == (box, number)
        )

    def paid(self) -> dict[tuple[int, str], tuple[str, str]]:
        return {(p.box, p.kind): (p.direction, p.odds) for p in self.play.payments}


def as_pressed(choice: Choice) -> Any:
    """A key of the floor's page is the floorperson's; what must be written is written."""
    command: Any = choice.command
    if choice.slot.startswith(FLOOR):
        command = _with(_with(command, "rank", "casino_supervisor"), "by", "M. Okafor")
    if choice.slot == "pad.face":
        command = _with(command, "face", "7h")
    if isinstance(command, cmd.AmountStated) and not command.cents:
        command = _with(command, "cents", 500)
    if isinstance(command, cmd.Adjusted):
        part = dict(choice.play.people.part).get(command.round) or (1,)
        number = str(17 + len(choice.play.adjusted))
        command = _with(_with(_with(command, "box", part[0]), "cents", 500), "form", number)
    if choice.slot == f"{FLOOR}relief":
        other = "Dana R." if choice.play.dealer_name == "Bea K." else "Bea K."
        command = _with(command, "name", other)
    for name in WRITTEN:
        if getattr(command, name, None) == "":
            command = _with(command, name, f"{name} 17")
    return command


def _with(command: Any, name: str, value: Any) -> Any:
    from controller.domain.structs import replace

    return replace(command, **{name: value})
