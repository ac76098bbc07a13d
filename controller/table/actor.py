"""The actor: decide on a tentative state, commit, only then release (controller/README 2).

Takes all that waits, steps each input, commits one row per input in one transaction, and makes the
state current after that. Nothing outside moves the state.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import structlog
from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.errors import JournalError
from controller.journal.append import HeadMoved, Journal
from controller.journal.rows import Draft
from controller.procedure.state import ledger
from controller.procedure.state.inputs import Input, Outcome, Recorded, Stamped
from controller.procedure.state.whole import State
from controller.procedure.step import Procedure
from drivers.errors import NotRecorded
from drivers.reading import Reading, said

from .clock import WallClock
from .days import At, Days, next_day
from .door import fact_of
from .record import BEGUN, ENCODE, RULES, SNAPSHOT, Opening, Snapshot, came_to, offer_id
from .vault import TableVault

BATCH = 256
PROBE_S = 1.0

Now = Callable[[], float]
"""UTC, seconds since 1970."""

log = structlog.get_logger(__name__)


class Waiting(Struct):
    """One input on its way: stamped on arrival, its number given when it is stepped."""

    source: str
    at: int
    mono: int
    input: Input | None
    done: asyncio.Future[Outcome]


class Current(Struct, frozen=True):
    """What is true now: the recorded state and its row; `cannot_record` = nothing moves."""

    state: State
    seq: int
    at: int = 0
    cannot_record: bool = False


Released = Callable[[Current], None]


class Table:
    """Owns the state. `released` hears of every new one, after its commit."""

    def __init__(
        self,
        *,
        procedure: Procedure,
        journal: Journal,
        vault: TableVault,
        now: Now,
        code: str,
        state: State,
        mono: int,
        released: Released,
        rules: int = BEGUN,
        offered: Opening | None = None,
        days: Days | None = None,
    ) -> None:
        """`rules` = the row whose rules `procedure` knows; `offered` = others that wait.

        `days` = None: the record stays in one file.
        """
        self._procedure, self._journal, self._vault = procedure, journal, vault
        self._now, self._code, self._released = now, code, released
        self._rules, self._offered, self._days = rules, offered, days
        self._offer = "" if offered is None else offer_id(offered)
        self._loop = asyncio.get_running_loop()
        self._mono_at_start = mono - int(self._loop.time() * 1000)
        self._clock = WallClock(int(now() * 1e6), mono)
        self._queue: asyncio.Queue[Waiting] = asyncio.Queue()
        self._armed: dict[str, asyncio.TimerHandle] = {}
        self._probe: asyncio.TimerHandle | None = None
        self._probing: Waiting | None = None
        self._ended = False
        self.current = Current(state, journal.head.seq, int(now() * 1e6))
        self.commit_ms = 0.0
        """Of the newest commit."""
        self._oldest: float | None = None

    # ---- in ----
    def put(self, source: str, item: Input) -> asyncio.Future[Outcome]:
        """Stamp an input and queue it. The future fails with NotRecorded when nothing moved."""
        return self._queue_up(source, item).done

    def emit(self, reading: Reading) -> asyncio.Future[None]:
        """Take a reading of a driver; resolved when it is on the record."""
        known = partial(ledger.mac_of, self.current.state)
        item = fact_of(reading, self._vault, known)
        outcome = self._queue_up(said(reading).device, item).done
        done: asyncio.Future[None] = self._loop.create_future()

        def settle(of: asyncio.Future[Outcome]) -> None:
            if done.done():
                return
            if of.cancelled():
                done.cancel()
            elif error := of.exception():
                done.set_exception(error)
            else:
                done.set_result(None)

        outcome.add_done_callback(settle)
        return done

    def command(self, command: cmd.Command) -> asyncio.Future[Outcome]:
        return self._queue_up(command.by, command).done

    def recorded(self, device: str) -> Callable[[str], int]:
        """For a driver: the highest event number of a boot that is on the record."""
        return lambda boot: ledger.recorded(self.current.state, device, boot)

    async def answers(self) -> None:
        """Return once the actor has taken everything that was queued before."""
        await self._queue_up("watchdog", None).done

    def oldest_unrecorded_s(self) -> float:
        """Age of the oldest input that is not recorded yet; 0 = none."""
        return 0.0 if self._oldest is None else self._loop.time() - self._oldest

    def _queue_up(self, source: str, item: Input | None) -> Waiting:
        done: asyncio.Future[Outcome] = self._loop.create_future()
        at, mono = int(self._now() * 1e6), self._mono_at_start + int(self._loop.time() * 1000)
        waiting = Waiting(source, at, mono, item, done)
        if self._ended:
            _give_back([waiting])
            return waiting
        self._tell_step(at, mono)
        self._queue.put_nowait(waiting)
        if self._oldest is None and item is not None:
            self._oldest = self._loop.time()
        return waiting

    def _tell_step(self, at: int, mono: int) -> None:
        """A clock that was set is told before the first input that it stamps."""
        step = self._clock.look(at, mono)
        if step is None:
            return
        told: asyncio.Future[Outcome] = self._loop.create_future()

        def again_if_not_recorded(done: asyncio.Future[Outcome]) -> None:
            if done.cancelled() or done.exception() is not None:
                self._clock.forget(step)

        told.add_done_callback(again_if_not_recorded)
        self._queue.put_nowait(Waiting("table", at, mono, step, told))

    # ---- the loop ----
    async def run(self) -> None:
        """Until other rules are in force: the daemon must begin again under them.

        Raises: HeadMoved, the daemon must end and recover.
        """
        batch: list[Waiting] = []
        try:
            while not self._ended:
                batch = [await self._queue.get()]
                while not self._queue.empty() and len(batch) < BATCH:
                    batch.append(self._queue.get_nowait())
                if self.current.cannot_record:
                    batch = self._only_probe(batch)
                if batch:
                    await self._turn(batch)
        finally:
            self._ended = True
            for handle in (*self._armed.values(), *([self._probe] if self._probe else [])):
                handle.cancel()
            _give_back([*batch, *self._waiting()])

    def _only_probe(self, batch: list[Waiting]) -> list[Waiting]:
        """Nothing else goes in while nothing can be recorded, so that the probe's row is the first.

        The watchdog is answered: a full disk is no reason to end the daemon.
        """
        _answer_watchdog(batch)
        _give_back([w for w in batch if w is not self._probing])
        self._oldest = None
        return [w for w in batch if w is self._probing]

    async def _turn(self, batch: list[Waiting]) -> None:
        state, seq = self.current.state, self.current.seq
        drafts: list[Draft] = []
        outcomes: list[Outcome] = []
        sign = accepted = False
        for waiting in batch:
            if waiting.input is None or self._of_another_start(waiting):
                outcomes.append(Outcome("dropped"))
                continue
            item = self._procedure.recorded(state, waiting.input)
            st = Stamped(seq + 1, waiting.at, waiting.mono, waiting.source, item)
            step = self._procedure.step(state, st, self._vault)
            outcomes.append(step.outcome)
            if step.outcome.verdict == "dropped":
                continue
            seq += 1
            kind = type(waiting.input).__name__
            row = ENCODE(Recorded(st, step.outcome, came_to(step.state)))
            drafts.append(Draft(seq, waiting.at, waiting.source, kind, row))
            if step.boundary is not None:
                snapshot = ENCODE(Snapshot(self._code, seq, step.boundary, rules=self._rules))
                seq += 1
                drafts.append(Draft(seq, waiting.at, "table", SNAPSHOT, snapshot))
                sign = True
            closed = isinstance(item, cmd.TableClosed) and step.outcome.verdict == "accepted"
            sign = sign or closed
            state = step.state
            accepted = isinstance(item, cmd.RulesAccepted) and state.play.offer.accepted
            if accepted:
                # What waits behind it is for the daemon that begins under these rules.
                drafts.append(Draft(seq + 1, waiting.at, "table", RULES, ENCODE(self._offered)))
                sign = True
                break
        if drafts and not await self._recorded(drafts, batch, sign=sign):
            return
        if drafts:
            shoes = [d.seq for d in drafts if d.kind == fact.ShoeLoaded.__name__]
            if shoes:
                self._vault.go_over(self._journal.number, shoes[-1])
            self.current = Current(state, self._journal.head.seq, batch[-1].at)
        self._ended = accepted
        self._oldest = None if self._queue.empty() else self._loop.time()
        self._release(batch[: len(outcomes)], outcomes, moved=bool(drafts))
        if drafts and not accepted:
            await self._next_day(batch[-1])

    async def _next_day(self, last: Waiting) -> None:
        """A file that cannot be begun costs nothing: this one goes on."""
        state = self.current.state
        if self._days is None or not self._days.due(state.play):
            return
        at = At(state, last.at, last.mono, self._code)
        if opens := await next_day(self._journal, self._days, at):
            self._rules = opens
            self._vault.go_over(self._journal.number, opens)
            self.current = Current(state, self._journal.head.seq, last.at)

    def _of_another_start(self, waiting: Waiting) -> bool:
        """A signature for rules that the configuration does not hold any more moves nothing."""
        item = waiting.input
        if not isinstance(item, cmd.RulesAccepted) or item.offer == self._offer:
            return False
        _give_back([waiting])
        return True

    async def _recorded(self, drafts: list[Draft], batch: list[Waiting], *, sign: bool) -> bool:
        began = self._loop.time()
        try:
            await self._journal.commit(drafts, sign=sign)
        except HeadMoved:
            raise
        except JournalError as error:
            self._not_recorded(batch, error)
            return False
        self.commit_ms = (self._loop.time() - began) * 1000
        return True

    def _not_recorded(self, batch: list[Waiting], error: JournalError) -> None:
        """Nothing moved: this batch and all that waits behind it is given back, in order."""
        if not self.current.cannot_record:
            log.error("cannot_record", error=str(error))
        batch += self._waiting()
        _answer_watchdog(batch)
        _give_back(batch)
        for handle in self._armed.values():
            handle.cancel()
        self._armed.clear()
        self._oldest = None
        self.current = replace(self.current, cannot_record=True)
        self._released(self.current)
        self._probe = self._loop.call_later(PROBE_S, self._try_again)

    def _waiting(self) -> list[Waiting]:
        found = []
        while not self._queue.empty():
            found.append(self._queue.get_nowait())
        return found

    def _try_again(self) -> None:
        """The first row after a failed commit says that recording had failed."""
        self._probing = self._queue_up("table", fact.Noted(kind="recording_failed"))

    def _release(self, batch: list[Waiting], outcomes: list[Outcome], *, moved: bool) -> None:
        for waiting, outcome in zip(batch, outcomes, strict=True):
            if not waiting.done.done():
                waiting.done.set_result(outcome)
        if moved:
            self._arm()
            self._released(self.current)

    def _arm(self) -> None:
        """Timers of the state, on the loop's time; a late one whose id is gone is dropped."""
        due = {t.id: t.seconds for t in self.current.state.play.timers}
        for gone in self._armed.keys() - due.keys():
            self._armed.pop(gone).cancel()
        for new in due.keys() - self._armed.keys():
            self._armed[new] = self._loop.call_later(due[new], self._fire, new)

    def _fire(self, timer: str) -> None:
        self._armed.pop(timer, None)
        self.put("timer", fact.TimerFired(timer=timer))


def _give_back(inputs: list[Waiting]) -> None:
    """Nothing moved: devices keep theirs, people read `not recorded`."""
    for waiting in inputs:
        if not waiting.done.done():
            waiting.done.set_exception(NotRecorded())
            waiting.done.exception()


def _answer_watchdog(inputs: list[Waiting]) -> None:
    for waiting in inputs:
        if waiting.input is None and not waiting.done.done():
            waiting.done.set_result(Outcome("dropped"))
