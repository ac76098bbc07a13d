"""What a device's hello means for the ledger: the unit that was there, a new one, one that is back.

A device keeps its counters and the ids of its orders for life. So a unit that this record never saw
is compared with nothing: it is inspected and accepted, what it kept of another table is recorded
and not played, and the ids of new orders begin above those that it has accepted. The chips that it
has told since its start lie here.
"""

from __future__ import annotations

from itertools import chain, permutations

from controller.domain import facts as fact
from controller.domain import roles
from controller.domain.structs import replace
from controller.procedure.state.inputs import Stamped
from controller.procedure.state.ledger import (
    BOOTS,
    IN_USE,
    OPEN,
    device,
    put_device,
    wire_base,
)
from controller.procedure.state.whole import Device, Numbers, State, Unit

ALIGNED = ("alignment_required", "new_unit")
"""Once a person has ruled on one of these, ids begin above those that a device has accepted."""
TAKEN_BACK = ("closed", "orphan")
UNITS = 8
LAST_EPOCH = 0xFFFF
Notes = tuple[tuple[str, str], ...]
"""What a hello contradicts, as kind and about."""


def hello(state: State, item: fact.DeviceUp, seq: int) -> tuple[State, Notes]:
    """Book a hello in row `seq`. Second: what it contradicts, as (kind, about) of notes."""
    d = device(state, item.device) or Device(item.device, item.identity.role)
    # Out of service it may count what is keyed in meanwhile.
    known = bool(d.boots) and not d.out_of_service
    dark = item.boot != d.boot and known and d.role == "shoe_scanner"
    serial = item.identity.serial
    notes: Notes = ()
    if d.serial and serial and d.serial != serial:
        notes = (("new_unit", d.name),)
        d = _exchanged(d, serial)
    if notes and not d.boots:
        d = _new(d, item)
    else:
        d, more = _compared(state, d, item, seq, known=known)
        notes += more
    d = replace(
        d,
        up=True,
        heard=True,
        carried=item.carried,
        carried_n=0,
        unpowered=dark and state.play.shoe in IN_USE,
        serial=serial or d.serial,
        accepted=max(d.accepted, item.accepted),
    )
    return put_device(state, d), notes


def aligned(state: State) -> State:
    """Begin an epoch above every order id that a device has accepted."""
    highest = max([state.epoch, *(d.accepted >> 48 for d in state.devices)])
    return replace(state, epoch=min(highest + 1, LAST_EPOCH))


def _exchanged(d: Device, serial: str) -> Device:
    """Another unit stands there: with what is known of it, if it stood there before."""
    left = Unit(d.serial, d.boots, d.moved, d.accepted)
    before = next((u for u in d.units if u.serial == serial), Unit(serial))
    others = (u for u in d.units if u.serial not in (serial, d.serial))
    return replace(
        d,
        serial=serial,
        boots=before.boots,
        moved=before.moved,
        accepted=before.accepted,
        elsewhere=(),
        units=(left, *others)[:UNITS],
    )


def _new(d: Device, item: fact.DeviceUp) -> Device:
    """A unit that this record never saw: its counters are taken as they are."""
    return replace(
        d,
        boots=(Numbers(item.boot, last=item.acked),),
        pending_to=item.last_event if item.last_event > item.acked else 0,
        moved=item.moved,
        elsewhere=((item.boot, item.last_event + 1),),
    )


def _compared(
    state: State, d: Device, item: fact.DeviceUp, seq: int, *, known: bool
) -> tuple[Device, Notes]:
    """The unit that is known here, or the first one: its counters against the record's."""
    new_boot = item.boot != d.boot
    last = next((b.last for b in d.boots if b.boot == item.boot), 0)
    ahead = item.accepted > max(wire_base(state, seq), d.accepted)
    behind = item.acked > last or ahead
    fallen = item.last_event < last
    # What was acknowledged once does not come again: it goes on from there.
    last = max(last, item.acked)
    pending = max(0, item.last_event - last)
    # A movement that was ordered and has not ended is counted by the device, not yet by us.
    running = _many(state, d, OPEN)
    # One that was taken back may be on its way all the same: its rest is told by the device.
    running += min(_many(state, d, TAKEN_BACK), max(0, item.moved - d.moved - running))
    moved = item.moved - (0 if new_boot or item.moved <= d.moved else running)
    notes: Notes = ()
    if behind:
        notes = (("alignment_required", d.name),)
    elif fallen:
        notes = (("device_contradicts_itself", d.name),)
    elif known and not pending and not item.carried and item.moved > d.moved + running:
        notes = (("events_lost", f"{d.name} lost events"),)
    boots = (Numbers(item.boot), *d.boots)[:BOOTS] if new_boot else d.boots
    return (
        replace(
            d,
            boots=(replace(boots[0], last=last), *boots[1:]),
            pending_to=item.last_event if pending else 0,
            moved=d.moved if not behind and (pending or item.carried) else moved,
        ),
        notes,
    )


def _many(state: State, d: Device, statuses: tuple[str, ...]) -> int:
    return sum(roles.OF_ORDER[o.kind] == d.role and o.status in statuses for o in state.orders)


def orders(parked: tuple[Stamped, ...]) -> list[tuple[Stamped, ...]]:
    """What was kept, in every order in which it may have come about.

    Links come back in any order. What all of them told with the time comes first in that order,
    then as it was heard, then device after device.
    """
    names = dict.fromkeys(p.source for p in parked)
    each = [tuple(p for p in parked if p.source == name) for name in names]
    one_by_one = (tuple(chain(*order)) for order in permutations(each))
    return [*by_clock(parked), parked, *one_by_one]


def by_clock(parked: tuple[Stamped, ...]) -> list[tuple[Stamped, ...]]:
    """In the order of the devices' own clocks; nothing where one of them told no time."""
    times = [p.input.at if isinstance(p.input, fact.Reading) else 0 for p in parked]
    order = sorted(range(len(parked)), key=times.__getitem__)
    return [tuple(parked[n] for n in order)] if all(times) else []
