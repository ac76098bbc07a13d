"""The far end of a batch shuffler: it moves the cards one by one into its tray, and counts them.

Started by order, or by its own button (order 0) while a host is there. What was shuffled when it
jammed, was opened or rebooted lies in the tray; a new start takes it back in first. One that loads
the shoe lets the stack out into an open and empty one.

A continuous one is dealt from: what lies at its mouth stands for all that is in it.
Cards put back are counted and mixed with the others at once; a shuffle of all takes every card in.
"""

from __future__ import annotations

from random import Random

from drivers.sim.line import Knob, Line
from drivers.sim.physical.pieces import (
    CannotBe,
    CardsPutIn,
    DoorOpened,
    Happening,
    StartPressed,
    shuffle,
)
from drivers.sim.physical.world import World
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.verbs import Verb
from drivers.tablelink.messages.wire import Answer, Command

from .far_end import FarEnd
from .mechanism import Identity, Verdict

TELL_EVERY_S = 1.0


class _Run:
    """A shuffle under way. Units: seconds."""

    def __init__(self, order: int, cards: int) -> None:
        self.order, self.cards = order, cards
        self.gone_s = self.told_s = 0.0


class Shuffler:
    # ---- state ----
    def __init__(
        self,
        world: World,
        rng: Random,
        *,
        serial: str = "SIM-SHUFFLER-1",
        shuffle_s: float = 120.0,
        loads_shoe: bool = False,
        endless: bool = False,
    ) -> None:
        self._world, self._rng, self._shuffle_s = world, rng, shuffle_s
        self._loads_shoe, self._endless = loads_shoe or endless, endless
        self.line = Line()
        self.end = FarEnd(self.line, Identity("shuffler", "Shuffler 1", serial), rng)
        self.end.drive(self)
        self._run: _Run | None = None
        self._jam: int | None = None
        self._double_feeds = 0
        self._stuck = False
        self._needs_hand = ""
        self._show("idle")
        world.watch(self._sense)

    def tick(self, now_s: float) -> None:
        gone_s, self.line.now_s = now_s - self.line.now_s, now_s
        if not self.line.powered:
            return
        self._turn(gone_s)
        self.end.tick()

    def due_s(self) -> float | None:
        due = self.end.due_s()
        if self._run is None or self._halted():
            return due
        ends = self._run.cards if self._jam is None else min(self._jam, self._run.cards)
        left_s = self._shuffle_s * ends / self._run.cards - self._run.gone_s
        told_s = self._run.told_s + TELL_EVERY_S - self._run.gone_s
        next_s = self.line.now_s + max(0.0, min(left_s, told_s))
        return next_s if due is None else min(due, next_s)

    def _halted(self) -> bool:
        return self._stuck or self.end.hung

    def _turn(self, seconds: float) -> None:
        run = self._run
        if run is None or self._halted():
            return
        run.gone_s += seconds
        share = min(1.0, (run.gone_s + 1e-9) / self._shuffle_s)
        wanted, tray = int(run.cards * share), self._world.stacks["tray"]
        left = self._world.stacks["shuffler"]
        limit = run.cards if self._jam is None else min(self._jam, run.cards)
        while left and len(tray) < min(wanted, limit):
            tray.append(left.pop(0))
        if limit < run.cards and len(tray) >= limit:
            self._jam = None
            self._stop(run, "jam", len(tray))
        elif len(tray) >= run.cards:
            self._finish(run)
        elif run.gone_s >= run.told_s + TELL_EVERY_S - 1e-9:
            run.told_s = run.gone_s
            self.end.tell("cards", len(tray))

    def _start(self, order: int) -> None:
        stacks = self._world.stacks
        if self._endless:
            self._world.shoe_open = True
            self._world.empty_shoe("shuffler")
        stacks["shuffler"][:0] = stacks["tray"]
        stacks["tray"].clear()
        self._run = _Run(order, len(stacks["shuffler"]))
        self._world.shuffling = True
        self._show("shuffling")

    def _finish(self, run: _Run) -> None:
        shuffle(self._world.stacks["tray"], self._rng)
        self._world.shuffling, self._run = False, None
        self._show("ready")
        counted, self._double_feeds = run.cards - self._double_feeds, 0
        result = str(counted)
        self.end.end_order(run.order, Code.SHUFFLE_DONE, ok=True, result=result, cards=counted)
        if self._loads_shoe and self._world.shoe_open and not self._world.stacks["shoe"]:
            self._world.load_shoe("tray")

    def _stop(self, run: _Run, reason: str, cards: int) -> None:
        self._world.shuffling, self._run = False, None
        self._needs_hand = "" if reason == "door" else reason
        self._show(reason)
        code = Code.SHUFFLE_FAULTED
        self.end.end_order(run.order, code, ok=False, result=reason, reason=reason, cards=cards)

    def _take_in(self, cards: int) -> None:
        """Not while it is not dealt from: then they wait for the shuffle of all."""
        if self._world.shoe_open or self._needs_hand:
            return
        if self._jam is not None:
            stuck, self._jam = min(self._jam, cards), None
            self._stop(_Run(0, cards), "jam", stuck)
            return
        stacks = self._world.stacks
        stacks["shoe"] += stacks["shuffler"]
        stacks["shuffler"].clear()
        shuffle(stacks["shoe"], self._rng)
        self.end.event(Code.CARDS_TAKEN_IN, cards=cards - self._double_feeds)
        self._double_feeds = 0

    def _why_not(self) -> str:
        stacks = self._world.stacks
        if self._needs_hand:
            return self._needs_hand
        if not stacks["shuffler"] and not (self._endless and stacks["shoe"]):
            return "tray full" if self._world.stacks["tray"] else "empty"
        return ""

    def _sense(self, what: Happening) -> None:
        if isinstance(what, DoorOpened):
            self._needs_hand = ""
            self.end.state += 1
            if self._run and self.line.powered:
                self._stop(self._run, "door", 0)
            self._show("idle" if self.line.powered else "dark")
        elif isinstance(what, CardsPutIn) and self._endless and self.line.powered:
            self._take_in(what.cards)
        elif isinstance(what, StartPressed) and self.line.powered:
            ready = not (self._run or self.end.alone or self.end.retained.full or self._why_not())
            if ready:
                self.end.state += 1
                self._start(0)

    def _show(self, what: str) -> None:
        self._world.shown["shuffler"] = what

    # ---- replies ----
    def feed(self, data: bytes) -> None:
        self.end.feed(data)

    def take(self) -> bytes:
        return self.line.take()

    def obey(self, command: Command) -> Verdict:
        if command.verb != Verb.SHUFFLE:
            return Verdict(Answer.REJECTED, reason=f"no verb {command.verb}")
        if self._run is not None:
            return Verdict(Answer.BUSY, 1000)
        if why := self._why_not():
            return Verdict(Answer.REJECTED, reason=why)
        self._start(command.id)
        return Verdict(Answer.ACCEPTED, round(self._shuffle_s * 1500) + 1000)

    def progress(self) -> tuple[int, int]:
        return len(self._world.stacks["tray"]), self._run.cards if self._run else 0

    def set_level(self, name: int, value: int) -> int | None:  # noqa: ARG002  (it has none)
        return None

    # ---- faults ----
    def pull(self, knob: str, value: Knob = None) -> None:
        """Pull a knob of the line or the session, or one of its own.

        `jam` (after n cards), `double_feed` (n not counted), `stop` (its button),
        `stuck` (bool: nothing moves), `reboot` (with memory?), `power` (bool).
        """
        if self.end.pull(knob, value):
            return
        if knob == "jam":
            self._jam = None if value is None else int(value)
        elif knob == "double_feed":
            self._double_feeds = int(value or 1)
        elif knob == "stuck":
            self._stuck = bool(value)
            self.line.wake()
        elif knob == "stop":
            if self._run is not None:
                self._stop(self._run, "stopped", len(self._world.stacks["tray"]))
        elif knob in {"reboot", "power"}:
            self.line.powered = knob == "reboot" or bool(value)
            self._run, self._world.shuffling = None, False
            self._show("stopped" if self.line.powered else "dark")
            if self.line.powered:
                self.end.restart(memory=value is not False)
        else:
            raise CannotBe(f"a shuffler has no knob {knob}")
