"""One scenario at its table: do a step, look what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec

from controller.bench.automatic import opening, shoe_work
from controller.bench.consoles.screen import Disagreement
from controller.bench.simulated.table import BenchTable
from controller.bench.simulated.trouble import Trouble, copy_record, restore_record
from controller.bench.simulated.virtual_time import VirtualLoop
from controller.console.web.taps import Tap, decode
from controller.domain.commands import Command, Notified, Where
from controller.domain.structs import replace
from controller.domain.views.floor_view import Ruling, Verdict
from controller.journal.read import open_reader
from drivers.sim.physical.hands import acts
from drivers.sim.physical.world import BURN

from . import checks, follow, words
from .file import Given, Step
from .scene import Scene

HELLO_S = 3.0
"""Every device has been heard."""
HAND_S, SAID_S = 1.0, 0.2
"""After an act of the fingers, after a command: what follows from it has come."""
STOPPED = ("stop", "start", "restore_record")
"""Around these no page offers anything."""
PEOPLE = {"dealer": "Dana R.", "floorperson": "M. Okafor", "casino_supervisor": "I. Lund"}
"""Who speaks in a rank, unless a step says by whom."""


class Stage:
    def __init__(self, table: BenchTable, given: Given, trouble: Trouble | None = None) -> None:
        self.table, self._given = table, given
        self._trouble = trouble
        self._rids = 0
        self._late: tuple[tuple[str, str, str], ...] = ()
        every = acts(table.rig)
        self._acts = {name.removeprefix(words.TROUBLE): act for name, act in every.items()}

    async def set_up(self) -> None:
        """Bring the table to where the scenario begins. Raises: Disagreement, CannotBe."""
        given = self._given
        await asyncio.sleep(HELLO_S)
        if given.stack:
            await follow.follow(self.table, "wagers")
            await self.stack(given.stack)
        await follow.follow(self.table, given.at)

    async def step(self, step: Step) -> tuple[checks.Difference, ...]:
        """Return what differs. Raises: Disagreement, CannotBe, LookupError, ValueError."""
        since = self._newest() if step.key == "start" else self.table.daemon.table.current.seq
        before = () if step.key in STOPPED else tuple(self._entries(step.rank))
        verdict = await self._do(step)
        self._late = before
        if step.until and step.key != "play":
            await follow.follow(self.table, step.until)
        return tuple(checks.differences(step.then, Scene(self.table, since, verdict)))

    async def accepts(self, step: Step) -> bool:
        """Do the act alone; False = the table refused it, or no key offered it."""
        try:
            verdict = await self._do(step)
        except LookupError:
            return False
        return verdict is not None and verdict.verdict == "accepted"

    async def _do(self, step: Step) -> Verdict | None:
        verdict: Verdict | None = None
        pause = SAID_S
        if step.key == "play":
            await self._play(step.value, step.until)
        elif step.key == "stack":
            await self.stack(step.value)
        elif step.key == "stop":
            await self.table.stop()
            if step.value is not True:
                _let_pass(step.value)
        elif step.key == "start":
            await self.table.start()
            pause = HELLO_S
        elif step.key in ("rules", "software"):
            await self._start_otherwise(step)
            pause = HELLO_S
        elif step.key == "clock":
            self.table.around.clock_s += step.value
        elif step.key == "copy_record":
            copy_record(self.table.journal)
        elif step.key == "restore_record":
            restore_record(self.table.journal)
        elif step.key in ("disk", "code_fails", "damage_record"):
            self._fail(step.key, step.value)
        elif step.key in ("press", "press_late"):
            verdict = await self._press(step)
        elif step.key in words.COMMANDS:
            verdict = await self._say(step)
        elif step.key:
            pause = HAND_S if step.wait is None else step.wait
            await self._hands(step, pause)
        if again := verdict is not None and self.table.begins_again:
            pause = HELLO_S
        await asyncio.sleep(pause if step.wait is None else step.wait)
        if again:
            self.table.under_new_rules()
        return verdict

    def _newest(self) -> int:
        """The last row of the record, which nobody may be writing."""
        with open_reader(self.table.journal) as reader:
            return reader.head().seq

    async def _start_otherwise(self, step: Step) -> None:
        """With other options, or as another version of the software."""
        await self.table.stop()
        if step.key == "rules":
            self.table.edit(step.value)
        else:
            self.table.around.software = step.value
        await self.table.start()

    def _fail(self, what: str, how: Any) -> None:
        if self._trouble is None:
            raise LookupError("nothing inside may fail at this table")
        if what == "damage_record":
            self._trouble.damage(self.table.journal, how)
        elif what == "disk":
            self._trouble.disk = how
        else:
            self._trouble.fails_at = how

    async def stack(self, text: str) -> None:
        """Let the next cards of the shoe be these; a burn that is still to come goes before."""
        cards, mischief = words.stacked(text), self.table.rig.mischief
        shoe = self.table.rig.world.stacks["shoe"]
        burn = [piece.code for piece in shoe[: int(self.table.dealer.post.burn_waits)]]
        mischief.arrange([*burn, *cards.inside])
        for at, code in cards.smuggled:
            mischief.add_card(code, at=len(burn) + at)
        for at in cards.face_up:
            mischief.turn_card(at=len(burn) + at)
        if cards.cover is not None:
            mischief.move_cover(len(burn) + cards.cover)

    async def _hands(self, step: Step, pause_s: float) -> None:
        if step.key in ("plug", "unplug"):
            self.table.rig.pull(step.value, "plugged", step.key == "plug")
            return
        for number, (args, more) in enumerate(words.calls(step.key, step.value)):
            await asyncio.sleep(pause_s if number else 0)
            if step.key == "draw":
                await self._burn_first(args)
            done = self._acts[step.key](*args, **more)
            if step.key == "draw" and done.cover:
                self.table.dealer.post.cover_out = True
                if args == ("holder",):
                    continue
                await asyncio.sleep(pause_s)
                self._acts[step.key](*args, **more)

    async def _burn_first(self, args: tuple[object, ...]) -> None:
        """Where the burn comes once wagers are placed, it is made before the first card.

        Not where the scenario itself begins at the burn.
        """
        if self._given.at.startswith("shoe "):
            return
        post, now = self.table.dealer.post, self.table.daemon.table.current.state.play
        placed = post.pack.shoe.burn_at.value == "wagers_placed" and now.boxes
        if not placed or now.shoe != "burn_due" or now.round != "wagering":
            return
        if args in ((BURN,), ("rack",)):
            post.burn_waits = False
        else:
            await shoe_work.burn(post)

    async def _play(self, rounds: int, until: str) -> None:
        """Ordinary rounds, each settled independently and compared with the page."""
        dealer, current = self.table.dealer, self.table.daemon.table
        await opening.open_table(dealer.post)
        await self._finish_round()
        for _ in range(rounds):
            await dealer.shoe()
            await dealer.round()
            view, play = await self.table.screen.view(), current.current.state.play
            if until and follow.reached(until, view, play, self.table.daemon.house):
                return
        if until:
            raise Disagreement(f"{until!r} did not come in {rounds} rounds")

    async def _finish_round(self) -> None:
        """What lies there is played out and picked up first."""
        if not self.table.rig.world.layout:
            return
        await follow.follow(self.table, "settle")
        await follow.collect(self.table)

    async def _say(self, step: Step) -> Verdict:
        scene = Scene(self.table, 0, None)

        def irr(kind: str) -> str:
            found = scene.asked(kind)
            if found is None:
                raise LookupError(f"no irregularity {kind or 'at all'} is open")
            return found.id

        waits = scene.play.offer.id
        said = words.command(step.key, step.value, irr=irr, card=scene.card, offer=waits)
        by = step.by or PEOPLE[step.rank]
        if isinstance(said, Notified):
            said = replace(said, whom=said.whom or by, role=said.role or step.rank)
        named: Command = replace(said, by=by, rank=step.rank, where=_where(step), rid=self._rid())
        return await self.table.daemon.door.command(named)

    async def _press(self, step: Step) -> Verdict:
        """Touch what that rank's page offers (or did, before the last step), as a browser does."""
        fill: dict[str, Any] = dict(step.value) if isinstance(step.value, dict) else {}
        key = str(fill.pop("key", "") or step.value)
        late = step.key == "press_late"
        offered = self._late if late else tuple(self._entries(step.rank))
        found = next(((body, token) for label, body, token in offered if label == key), None)
        if found is None:
            raise LookupError(f"no live key {key!r}; there are {', '.join(e[0] for e in offered)}")
        raw = msgspec.json.encode(Tap(self._rid(), *found, fill))
        by = step.by or PEOPLE[step.rank]
        command = decode(raw, by=by, rank=step.rank, where=_where(step))
        return await self.table.daemon.door.command(command)

    def _entries(self, rank: str) -> Iterator[tuple[str, str, str]]:
        """Label, body and token of all that may be touched; on the dealer's page also by slot."""
        door = self.table.daemon.door
        floor = None if rank == "dealer" else door.floor_view(rank)
        view = floor or door.view()
        for entry in view.allowed:
            if entry.body and not entry.greyed_reason:
                yield entry.label, entry.body, entry.token
        for entry in view.allowed:
            if entry.body and not entry.greyed_reason:
                yield entry.slot, entry.body, entry.token
        for page in floor.irregularities if floor else ():
            for fact in page.facts:
                if not fact.greyed_reason:
                    yield from ((a.label, a.body, a.token) for a in fact.answers if a.body)
            for ruling in (*page.rulings, *page.always):
                if not ruling.greyed_reason:
                    yield ruling.name, _written(ruling), ruling.token
            if page.notify_needed is not None and not page.notify_needed.greyed_reason:
                yield "NOTIFIED", page.notify_needed.body, page.notify_needed.token

    def _rid(self) -> str:
        self._rids += 1
        return f"scenario-{self._rids:06}"


def _written(ruling: Ruling) -> str:
    """What is posted: where the page wants a reason, a person has to write one."""
    if not ruling.reason_required:
        return ruling.body
    body = msgspec.json.decode(ruling.body)
    return msgspec.json.encode({**body, "reason": body.get("reason") or "as pressed"}).decode()


def _let_pass(seconds: float) -> None:
    """A night in no time: only where nobody but the devices waits."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop.advance(seconds)


def _where(step: Step) -> Where:
    if step.where:
        return step.where  # type: ignore[return-value]
    return "dealer" if step.rank == "dealer" else "floor"
