"""The device's side of a tablelink session, without the device: what all four have in common.

Greeting, events kept until acknowledged, commands carried out at most once, levels, heartbeat.
The mechanism behind it obeys and reports. Faults of memory and manners are pulled here.
"""

from __future__ import annotations

from random import Random
from typing import Any

from drivers.errors import FrameError
from drivers.frame import Deframer, encode_frame
from drivers.sim.line import Knob, Line
from drivers.tablelink.messages.events import Code, pack_body
from drivers.tablelink.messages.moved import moves
from drivers.tablelink.messages.verbs import Verb
from drivers.tablelink.messages.wire import (
    ANY,
    CRITICAL,
    PRECONDITION,
    Answer,
    Blink,
    Command,
    CommandQuery,
    CommandReply,
    CommandState,
    Event,
    EventAck,
    Forget,
    Hello,
    HelloAck,
    HelloRequest,
    Level,
    LevelState,
    Message,
    OrderState,
    Ping,
    Pong,
    Progress,
    Telemetry,
    decode,
    encode,
)

from .mechanism import Identity, Mechanism
from .results import Result, Results
from .retained import Retained
from .spare import forget, forgets, from_elsewhere

HELLO_EVERY_S, PROGRESS_EVERY_S = 0.5, 1.0
ALONE_AFTER_S = 5.0
BUSY_RETRY_MS = 500
MOVEMENTS = (Verb.SHUFFLE, Verb.SPIN)


class FarEnd:
    """Units: seconds of the host's clock. `state` counts the changes of the mechanism."""

    def __init__(self, line: Line, identity: Identity, rng: Random, *, keep: int = 64) -> None:
        self.line, self.identity = line, identity
        self.moved = self.state = self.lost = 0
        self.drop_acks = 0
        """Fault: the next n acknowledgements are not heard."""
        self.busy_until_s = 0.0
        """Fault: every command is answered with BUSY until then."""
        self.hung = False
        """Fault: commands are accepted, then nothing moves and nothing is said of it."""
        self.results = Results()
        self.blinks_until_s = 0.0
        self._rng, self._restarts, self._cause = rng, 0, "power"
        self.retained = Retained(self._boot_id(), keep=keep)
        self._deframer = Deframer()
        self._mechanism: Mechanism | None = None
        self._levels: dict[int, int] = {}
        self._greeted = False
        self._boot_s = self._host_s = self.line.now_s
        self._hello_at, self._progress_at = self.line.now_s, 0.0

    def drive(self, mechanism: Mechanism) -> None:
        self._mechanism = mechanism

    # ---- what the mechanism asks ----
    @property
    def alone(self) -> bool:
        """No host for five seconds: nothing new may move."""
        return not self._greeted or self.line.now_s - self._host_s >= ALONE_AFTER_S

    @property
    def silence_s(self) -> float:
        return self.line.now_s - self._host_s

    def event(self, code: Code, **values: Any) -> bool:
        """Keep and send an event; `False` = no room, it is lost and counted."""
        return self.say(code, values)

    def say(self, code: Code, values: dict[str, Any]) -> bool:
        """As `event`."""
        self.moved += moves(code, values)
        self._report_loss()
        if self.retained.full:
            self.lost += 1
            return False
        self._keep(code, **values)
        return True

    def end_order(self, order: int, code: Code, *, ok: bool, result: str, **values: Any) -> None:
        """Say how a command ended; 0 = it was started by hand."""
        self.state += 1
        if not order:  # one that was ordered counts from its start
            self.moved += moves(code, {"order": order})
        self._keep(code, order=order, **values)  # its room was there before it started
        status = OrderState.DONE if ok else OrderState.FAILED
        self.results.end(order, status, event=self.retained.n, result=result)

    def tell(self, name: str, value: int) -> None:
        if self._greeted:
            self._send(Telemetry(name, value))

    def tell_level(self, name: int, value: int) -> None:
        """Say that a level changed by itself."""
        self._level_is(name, value)
        if self._greeted:
            self._send(LevelState(name, value, self.state))

    def _level_is(self, name: int, value: int) -> None:
        if self._levels.get(name, 0) != value:
            self._levels[name] = value
            self.state += 1

    # ---- the wire ----
    def feed(self, data: bytes) -> None:
        for body in self._deframer.feed(data):
            try:
                message = decode(body)
            except FrameError:
                continue
            self._host_s = self.line.now_s
            self._answer(message)

    def tick(self) -> None:
        now = self.line.now_s
        if not self._greeted:
            if now >= self._hello_at:
                self._say_hello()
            return
        self._report_loss()
        for frame in self.retained.resend(now):
            self.line.send(frame)
        running = self.results.running
        if running and now >= self._progress_at and self._mechanism and not self.hung:
            self._progress_at = now + PROGRESS_EVERY_S
            self._send(Progress(running.command.id, *self._mechanism.progress()))

    def due_s(self) -> float | None:
        due = [self.line.due_s()]
        if not self._greeted:
            due.append(self._hello_at)
        else:
            due.append(self.retained.due_s())
            due.append(self._progress_at if self.results.running and not self.hung else None)
        return min((at for at in due if at is not None), default=None)

    def restart(self, *, memory: bool = True, cause: str = "power") -> None:
        """Boot again; lifetime counters and the restart counter survive, results do not."""
        self._restarts += 1
        self._cause = cause
        self.retained.restart(self._boot_id(), memory=memory)
        self.results.restart()
        self._deframer = Deframer()
        self.state = self.lost = 0
        self._levels.clear()
        self._boot_s = self.line.now_s
        self._say_hello()

    def pull(self, knob: str, value: Knob) -> bool:
        """Pull a knob of the line or the session; `False` = it is the device's own.

        `drop_ack` (n), `busy` (s), `hang` (bool), `overrun` (n events), `forgets` its numbers;
        another unit, of a serial: `swap_identity` (unused), `from_elsewhere` (a spare that served).
        """
        if self.line.pull(knob, value):
            return True
        if knob == "drop_ack":
            self.drop_acks = int(value or 0)
        elif knob == "busy":
            self.busy_until_s = self.line.now_s + float(value or 0)
        elif knob == "hang":
            self.hung = bool(value)
        elif knob == "swap_identity":
            self.identity = self.identity._replace(serial=str(value))
            self.retained.restart("", memory=False)
            self.restart(memory=False)
        elif knob == "from_elsewhere":
            from_elsewhere(self, str(value))
        elif knob == "forgets":
            forgets(self)
        elif knob == "overrun":
            self.lost += int(value or 1)
        else:
            return False
        self.line.wake()
        return True

    def _answer(self, message: Message) -> None:
        match message:
            case HelloRequest():
                self._say_hello()
            case HelloAck() if message.boot == self.retained.boot:
                self._greeted = True
                for frame in self.retained.everything(self.line.now_s):
                    self.line.send(frame)
            case Ping():
                kept = self.retained
                ms = self._since_boot_ms()
                self._send(Pong(message.token, kept.boot, self.state, kept.n, kept.acked, ms))
            case Blink():
                self.blinks_until_s = self.line.now_s + message.seconds
            case Forget():
                forget(self, message)
            case EventAck():
                self._acknowledged(message)
            case Command():
                self._send(self._obey(message))
            case CommandQuery():
                self._send(self._order_state(message.id))
            case Level() if self._greeted and self._mechanism:
                value = self._mechanism.set_level(message.name, message.value)
                if value is not None:
                    self._level_is(message.name, value)
                    self._send(LevelState(message.name, value, self.state))
            case _:
                pass

    def _acknowledged(self, message: EventAck) -> None:
        if self.drop_acks:
            self.drop_acks -= 1
            return
        self.retained.acknowledge(message.boot, message.n, self.line.now_s)
        self._report_loss()

    def _obey(self, command: Command) -> CommandReply:
        now, known = self.line.now_s, self.results.get(command.id)
        if known is not None:
            return self._repeated(command, known)
        if now < self.busy_until_s or (self.results.running and not self._outdated(command)):
            return CommandReply(command.id, Answer.BUSY, BUSY_RETRY_MS)
        if self._outdated(command) or self._mechanism is None:
            return CommandReply(command.id, Answer.REJECTED, reason=PRECONDITION)
        if command.id <= self.results.accepted:
            return CommandReply(command.id, Answer.REJECTED, reason="old id")
        if self.retained.full:
            return CommandReply(command.id, Answer.REJECTED, reason="buffer full")
        verdict = self._mechanism.obey(command)
        if verdict.answer is Answer.ACCEPTED:
            deadline_s = now + verdict.ms / 1000
            self.results.keep(Result(command, OrderState.RUNNING, deadline_s=deadline_s))
            self.state += 1
            self.moved += command.verb in MOVEMENTS
            self._progress_at = now + PROGRESS_EVERY_S
        elif verdict.answer is Answer.REJECTED:
            self.results.keep(Result(command, OrderState.REJECTED, verdict.reason))
        return CommandReply(command.id, verdict.answer, verdict.ms, verdict.reason)

    def _repeated(self, command: Command, known: Result) -> CommandReply:
        """The expected numbers may differ in a repetition; what it moves may not."""
        if (command.verb, command.args) != (known.command.verb, known.command.args):
            return CommandReply(command.id, Answer.REJECTED, reason="other content")
        reason = known.reason if known.answer is Answer.REJECTED else ""
        return CommandReply(command.id, known.answer, self._ms_left(known), reason)

    def _outdated(self, command: Command) -> bool:
        return (
            not self._greeted
            or command.boot != self.retained.boot
            or command.state not in {ANY, self.state}
            or command.last_event not in {ANY, self.retained.n}
        )

    def _order_state(self, order: int) -> CommandState:
        known, now = self.results.get(order), (self.state, self.retained.n)
        if known is None:
            return CommandState(order, self.results.missing(order), *now)
        left = self._ms_left(known)
        return CommandState(order, known.status, *now, known.event, left, known.reason)

    def _ms_left(self, known: Result) -> int:
        if known.status is not OrderState.RUNNING:
            return 0
        return max(0, round((known.deadline_s - self.line.now_s) * 1000))

    def leave(self) -> None:
        """Send nothing until the next greeting."""
        self._greeted = False

    def greet(self) -> None:
        """Say hello again, as after a start, without one."""
        self._say_hello()

    def _say_hello(self) -> None:
        self._greeted = False
        self._hello_at = self.line.now_s + HELLO_EVERY_S
        kept, who = self.retained, self.identity
        hello = Hello(
            role=who.role,
            vendor=who.vendor,
            model=who.model,
            serial=who.serial,
            firmware=who.firmware,
            firmware_hash=who.firmware_hash,
            capabilities=who.capabilities,
            events_kept=kept.keep,
            simulated=True,
            boot=kept.boot,
            reset_cause=self._cause,
            last_event=kept.n,
            acked=kept.acked,
            accepted=self.results.accepted,
            carried=kept.carried(),
            moved=self.moved,
            state=self.state,
        )
        self._send(hello)

    def _keep(self, code: Code, **values: Any) -> None:
        ms = self._since_boot_ms()
        flags = CRITICAL if code is Code.EVENTS_OVERRUN else 0
        event = Event("", 0, ms, code, flags, pack_body(code, **values))
        frame = self.retained.add(event, self.line.now_s)
        if self._greeted:
            self.line.send(frame)

    def _since_boot_ms(self) -> int:
        return max(0, round((self.line.now_s - self._boot_s) * 1000))

    def _report_loss(self) -> None:
        """An overrun is an event itself, kept as soon as there is room."""
        if self.lost and not self.retained.full:
            lost, self.lost = self.lost, 0
            self._keep(Code.EVENTS_OVERRUN, lost=lost)

    def _boot_id(self) -> str:
        return (self._rng.randbytes(8) + self._restarts.to_bytes(4, "little")).hex()

    def _send(self, message: Message) -> None:
        self.line.send(encode_frame(encode(message)))
