"""What a record says of cards and of faults, beside what was scanned and what was broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from controller.bench.simulated.table import BEGAN_AT
from controller.domain import facts as fact
from controller.journal.read import open_reader
from controller.table.recovery import inputs
from tests.crash.record import read_evening

from .faults import Pulled, silences

NOTICED_S = 15.0
"""A device that is silent for so long is lost."""
MOST = 3
"""More irregularities of one kind from one device's readings, and one fault is told many times."""
FALSE = ("device_contradicts_itself", "alignment_required", "new_unit")
"""Never true here: nobody changes a record or brings another unit."""


class Row(Struct, frozen=True):
    """What a device said, or that it is lost, and what came of it; `at_s` of the virtual clock."""

    at_s: float
    device: str
    lost: bool
    raised: tuple[str, ...]


def wrong_of(folder: Path, scanned: Sequence[str], faults: Sequence[Pulled]) -> list[str]:
    """What a person reads there that is not so."""
    evening = read_evening(folder)
    wrong = [f"{kind} x {n}" for kind, n in evening.irregularities.items() if kind in FALSE]
    if evening.cards != tuple(scanned):
        wrong.append(f"scanned {len(scanned)} cards, recorded {len(evening.cards)}")
    if evening.repeated or evening.out_of_order:
        wrong.append(f"{evening.repeated} repeated, {evening.out_of_order} out of order")
    rows = tuple(_rows(folder / "journal.db"))
    for one in faults:
        end = one.until_s + NOTICED_S
        own = [r for r in rows if r.device == one.device and one.at_s - 1 <= r.at_s <= end]
        wrong += [f"{one.device} {one.fault.knob} at {one.at_s:.0f} s: {w}" for w in _of(one, own)]
    return wrong


def _rows(record: Path) -> Iterator[Row]:
    with open_reader(record) as reader:
        for _, recorded in inputs(reader, 3):
            item = recorded.stamped.input
            if isinstance(item, fact.Reading | fact.DeviceLost | fact.DeviceUp):
                raised = tuple(r.kind for r in recorded.outcome.raised)
                at_s = recorded.stamped.at / 1e6 - BEGAN_AT
                yield Row(at_s, item.device, isinstance(item, fact.DeviceLost), raised)


def _of(one: Pulled, rows: Sequence[Row]) -> Iterator[str]:
    lost = sum(row.lost for row in rows)
    named = Counter(kind for row in rows for kind in row.raised)
    silent = one.fault.knob in silences(one.device) and one.until_s - one.at_s > NOTICED_S
    if silent and not lost and not (one.out or one.restarts):
        yield "nobody noticed"
    if named["device_lost"] > 1 + one.restarts:
        yield f"lost {named['device_lost']} times"
    for kind, n in named.items():
        if n > MOST:
            yield f"{kind} x {n}"
