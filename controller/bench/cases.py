"""Play stated rounds on the simulated table and compare the money that the table pays.

Each case's shoe is arranged in the simulated world, so that its cards come in the stated order;
everything else is the table: simulators, drivers, daemon, charts, in virtual time.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any, Literal, Self

import msgspec
from msgspec import Struct

from controller.bench.automatic.notes import Bet, Hand
from controller.bench.automatic.players import AMPLE_CENTS
from controller.bench.consoles.screen import Disagreement
from controller.bench.simulated.in_memory import passing_folder
from controller.bench.simulated.table import BenchTable, bench_table
from controller.domain.views.view import DealerView
from controller.domain.wagers import Payment
from controller.errors import TableError
from controller.rules.cases import Case, CaseError, boxes_of_players, pack_for
from controller.rules.pack import Pack
from controller.rules.settlement import net
from drivers.sim.physical.pieces import CannotBe

from .automatic import opening, shoe_work
from .promises import Following
from .simulated import setup

PARTS = {
    "main": "main",
    "super_bonus": "super_bonus",
    "envy": "envy",
    "mtd": "match",
    "insurance": "insurance",
    "break_bonus": "break_bonus",
    "bonus_spin": "bonus_spin",
}
"""A case's name for a part of a seat's money, and the kind of wager or payment."""
SPEED = 8.0
FILED = {"reference": "stated round", "date": "2026-01-01"}

Amount = int | str


class SeatMoney(Struct, frozen=True, kw_only=True):
    """Units: cents, an exact text where they are not whole."""

    seat: int
    main: Amount
    super_bonus: Amount
    envy: Amount
    mtd: Amount
    insurance: Amount
    break_bonus: Amount
    bonus_spin: Amount
    net: Amount


class Expected(Struct, frozen=True):
    seats: tuple[SeatMoney, ...]


class Reading(Struct, frozen=True):
    seat: int
    net: Amount


class Ambiguous(Struct, frozen=True):
    alternatives: tuple[Reading, ...] = ()


class Stated(Case, frozen=True, kw_only=True):
    """A case with the money that somebody else worked out."""

    expected: Expected
    ambiguous: Ambiguous | None = None


class _File(Struct, frozen=True):
    cases: tuple[Stated, ...]


class Result(Struct, frozen=True):
    case: str
    pack: str
    verdict: Literal["passed", "failed", "skipped"]
    why: str = ""


def read(data: bytes, file: str = "") -> tuple[Stated, ...]:
    """Raises: CaseError with the file and the place in it."""
    try:
        return msgspec.json.decode(data.removeprefix(codecs.BOM_UTF8), type=_File).cases
    except (msgspec.DecodeError, RecursionError) as error:
        raise CaseError(str(error), where=file) from error


class Script:
    """The players of one case: they do what it says and stand when it says no more."""

    def __init__(self, case: Stated) -> None:
        self._seats = {seat.seat: seat for seat in case.seats}
        self._steps = {s.seat: [step for step in s.script if step.do != "deal"] for s in case.seats}

    def bets(self) -> dict[int, Bet]:
        return {
            s.seat: Bet(s.wager, s.mtd or 0, bool(s.bonus_spin), s.break_bonus or 0)
            for s in self._seats.values()
        }

    def bank(self) -> tuple[int, int]:
        """To the right of the last seat, so that the cards begin with the first."""
        return max(self._seats) + 1, AMPLE_CENTS

    def insures(self, box: int, _: Bet) -> int:
        return self._seats[box].insurance or 0

    def decide(self, hand: Hand, number: int, _: str, __: Collection[str]) -> str:
        if not self._is_next(hand.box, number):
            return "stand"
        if self._steps[hand.box][0].do == "double":
            return "double"
        return self._steps[hand.box].pop(0).do

    def double_cents(self, hand: Hand, _: int, bet: Bet) -> int:
        return self._steps[hand.box].pop(0).add or bet.cents

    def doubles_again(self, hand: Hand, number: int) -> bool:
        return self._is_next(hand.box, number, "double")

    def rescues(self, hand: Hand, number: int, _: str) -> bool:
        if self._is_next(hand.box, number, "rescue"):
            self._steps[hand.box].pop(0)
            return True
        return False

    def _is_next(self, box: int, number: int, do: str = "") -> bool:
        step = next(iter(self._steps[box]), None)
        return step is not None and step.hand == number - 1 and do in ("", step.do)


def skipped(pack: Pack, case: Stated) -> str:
    """Say why the table does not deal this case yet; empty = it does."""
    banked = pack.deal.bank.value == "player_dealer"
    if banked and len(case.seats) >= pack.deal.boxes.number:
        return "the player-dealer needs one of the seats, and every seat is taken"
    return ""


async def play_cases(
    cases: Iterable[Stated], pack_name: str = "", told: Callable[[Result], None] = lambda _: None
) -> list[Result]:
    """Play them in order. A table is opened for each way of dealing and after each failure."""
    every = tuple(cases)
    wheel = _sections(every)
    results: list[Result] = []
    with passing_folder("cases-") as folder:
        async with _Tables(Path(folder), wheel) as tables:
            for case in every:
                pack = pack_for(case, pack_name)
                why = skipped(pack, case)
                verdict: Literal["passed", "failed", "skipped"] = "skipped"
                if not why:
                    why = await tables.play(pack, case)
                    verdict = "failed" if why else "passed"
                results.append(Result(case.id, pack.name, verdict, why))
                told(results[-1])
    return results


def _sections(cases: Sequence[Stated]) -> Mapping[str, int]:
    """A wheel that has what the cases spin."""
    spun = {s.wheel for case in cases for s in case.seats if s.wheel}
    return {f"${cents / 100:g}": cents for cents in sorted(spun)} or setup.SECTIONS


class _Tables:
    """The table at hand: kept while the cases are dealt the same way and nothing went wrong."""

    def __init__(self, folder: Path, wheel: Mapping[str, int]) -> None:
        self._folder, self._wheel, self._number = folder, wheel, count(1)
        self._stack = AsyncExitStack()
        self._table: BenchTable | None = None
        self._following: Following
        self._dealt_as: object = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def play(self, pack: Pack, case: Stated) -> str:
        """Return the first difference; empty = the money agrees."""
        try:
            table = await self._ready(pack, case)
            payments = await _dealt(table, case, self._wheel)
            if broken := [*self._following.look()]:
                await self._close()
                return f"{broken[0].watcher}: {broken[0]}"
        except (Disagreement, CannotBe, ConnectionError, ValueError, TableError) as error:
            await self._close()
            return str(error) or type(error).__name__
        return difference(case, payments)

    async def _ready(self, pack: Pack, case: Stated) -> BenchTable:
        """A table dealt that way whose shoe can be arranged. Raises: CannotBe."""
        options = _options(pack, case)
        if self._dealt_as != (pack.name, options):
            await self._close()
            self._dealt_as = (pack.name, options)
        for fresh in (False, True):
            if fresh:
                await self._close()
            table = self._table or await self._open(pack, case, options)
            try:
                await shoe_work.arrange(table.dealer.post, table.rig, list(case.shoe or ()))
            except CannotBe:
                if fresh:
                    raise
            else:
                return table
        raise AssertionError

    async def _open(self, pack: Pack, case: Stated, options: dict[str, Any]) -> BenchTable:
        wheel = self._wheel if pack.wheel.bonus_spin.value == "wheel" else {}
        without = set() if wheel else {"wheel"}
        if case.options.variant != "hole_card_reader":
            without.add("reader")
        table = bench_table(
            self._folder / str(next(self._number)),
            players=Script(case),
            pack=pack.name,
            options=options,
            wheel=wheel,
            without=without,
            speed=SPEED,
            shuffle_s=2.0,
            cover=1,
            on_hold=_held,
        )
        self._table = await self._stack.enter_async_context(table)
        self._following = Following(self._table.journal)
        await opening.open_table(self._table.dealer.post)
        await self._table.dealer.shoe()
        return self._table

    async def _close(self) -> None:
        await self._stack.aclose()
        self._stack, self._table = AsyncExitStack(), None


async def _held(view: DealerView) -> None:
    """No case has a floorperson. Raises: Disagreement."""
    raise Disagreement(f"the table holds: {view.hold.headline if view.hold else ''}")


async def _dealt(table: BenchTable, case: Stated, wheel: Mapping[str, int]) -> tuple[Payment, ...]:
    """Deal the case; return what the table paid, took and gave back."""
    dealer = table.dealer
    dealer.post.players = Script(case)
    for seat in case.seats:
        if seat.wheel:
            symbol = next(name for name, cents in wheel.items() if cents == seat.wheel)
            await table.world.mischief.rig_wheel(symbol)
    await dealer.round()
    await _same_players(table, case)
    return table.daemon.table.current.state.play.payments


async def _same_players(table: BenchTable, case: Stated) -> None:
    """Where envy was paid the page asks which boxes are one player's."""
    if not any(p.kind == "envy" for p in table.daemon.table.current.state.play.payments):
        return
    for boxes in boxes_of_players(case.seats):
        for n in range(2, len(boxes) + 1):
            await table.dealer.post.screen.press("PlayersLinked", boxes=list(boxes[:n]))


def _options(pack: Pack, case: Stated) -> dict[str, Any]:
    """The case's way of dealing; what the house must choose is the bench's."""
    found: dict[str, Any] = {**setup.choices(pack)}
    found |= {"decks": case.decks, "variant": case.options.variant}
    chips = [seat.chip_unit for seat in case.seats if seat.chip_unit]
    if chips:
        found["smallest_chip_cents"] = min(chips)
    most = max((len(boxes) for boxes in boxes_of_players(case.seats)), default=1)
    if most > pack.deal.boxes_per_player.number:
        found["boxes_per_player"] = {"value": most, "approval": FILED}
    return found


def difference(case: Stated, payments: Sequence[Payment]) -> str:
    """Say where the money first differs from what is expected and from every listed reading."""
    readings = case.ambiguous.alternatives if case.ambiguous else ()
    for seat in case.expected.seats:
        total = Fraction(net(payments, box=seat.seat))
        if total != Fraction(seat.net):
            if total not in {Fraction(r.net) for r in readings if r.seat == seat.seat}:
                return f"seat {seat.seat}: net {total} cents, expected {seat.net}"
            continue
        for part, kind in PARTS.items():
            paid = Fraction(net(payments, box=seat.seat, kind=kind))
            if paid != Fraction(getattr(seat, part)):
                return f"seat {seat.seat}: {part} {paid} cents, expected {getattr(seat, part)}"
    return ""
