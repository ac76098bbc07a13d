"""What an amendment never folds again: devices, request ids, orders, faces seen, what is parked.

Source: controller/README 2.
"""

from __future__ import annotations

from typing import Literal

from controller.domain import facts as fact
from controller.domain import roles
from controller.domain.orders import Order
from controller.domain.structs import replace

from .play import Play
from .whole import Device, Numbers, Request, State

IN_USE = ("burn_due", "ready", "last_round")
"""A shoe with cards to deal: without power it counts nothing (console/README 2.4)."""
REQUESTS = 64
MACS = 32
BOOTS = 2
EVERY = 1 << 32
"""Above every event number."""
MOVES = (
    *(fact.CardDrawn, fact.CardNotRead, fact.Peeked, fact.ReaderFaulted),
    *(fact.ShuffleDone, fact.SpinDone, fact.SpinFaulted),
)
"""Each counts one in `moved`."""
NEVER_PARKED = (fact.MeterRead, fact.SystemFaulted)
OPEN = ("open", "accepted")

Arrival = Literal["new", "repeat", "contradiction", "elsewhere"]
"""`elsewhere`: it happened before this unit was brought to the table."""


def device(state: State, name: str) -> Device | None:
    return next((d for d in state.devices if d.name == name), None)


def put_device(state: State, d: Device) -> State:
    known = any(x.name == d.name for x in state.devices)
    devices = (
        tuple(d if x.name == d.name else x for x in state.devices) if known else (*state.devices, d)
    )
    return replace(state, devices=devices)


# ---- numbered readings ----
def arrive(state: State, item: fact.Reading) -> tuple[State, Arrival]:
    """Book a reading under its number. A repeat is compared by its keyed mac."""
    d = device(state, item.device) or Device(item.device, "")
    at = next((i for i, b in enumerate(d.boots) if b.boot == item.boot), None)
    if at is None:
        brought = bool(d.elsewhere and d.carried)
        d = _brought(d, item) if brought else _next_boot(d, item.boot)
        at = int(brought)
    numbers = d.boots[at]
    if item.n <= numbers.last:
        known = dict(numbers.macs).get(item.n)
        return state, "repeat" if known == item.mac else "contradiction"
    if item.n != numbers.last + 1:
        return state, "contradiction"
    macs = (*numbers.macs[-(MACS - 1) :], (item.n, item.mac))
    numbers = replace(numbers, last=item.n, macs=macs)
    boots = (*d.boots[:at], numbers, *d.boots[at + 1 :])
    carried = max(0, d.carried - 1) if at else d.carried
    first_here = dict(d.elsewhere).get(item.boot)
    elsewhere = first_here is not None and item.n < first_here and not _lies_here(d, item)
    moved = d.moved if elsewhere else d.moved + counts(item)
    d = replace(d, boots=boots, moved=moved, carried=carried)
    return put_device(state, d), "elsewhere" if elsewhere else "new"


def _lies_here(d: Device, item: fact.Reading) -> bool:
    """A chip told since the unit's start: it lies there now (drivers/PROTOCOL.md, annex 26)."""
    return isinstance(item, fact.WagerSensed) and item.boot == d.boots[0].boot


def mac_of(state: State, name: str, boot: str, n: int) -> bytes:
    """Of an event that is booked; empty = it is not, or it is too long ago."""
    d = device(state, name)
    numbers = next((b for b in d.boots if b.boot == boot), None) if d else None
    return b"" if numbers is None else dict(numbers.macs).get(n, b"")


def _next_boot(d: Device, boot: str) -> Device:
    return replace(d, boots=(Numbers(boot), *d.boots)[:BOOTS])


def _brought(d: Device, item: fact.Reading) -> Device:
    """A new unit carried this boot over from another table, where the first ones were taken."""
    older = Numbers(item.boot, last=item.n - 1)
    elsewhere = (*d.elsewhere[-BOOTS:], (item.boot, EVERY))
    return replace(d, boots=(*d.boots[:1], older), elsewhere=elsewhere)


def again(state: State, item: fact.Reading) -> State | None:
    """A carried-over event that is on the record already: delivered, so no longer waited for.

    None when it is not one of those that the device said it still held.
    """
    d = device(state, item.device)
    older = next((b for b in d.boots[1:] if b.boot == item.boot), None) if d else None
    if d is None or older is None or not d.carried or item.n <= d.carried_n:
        return None
    if dict(older.macs).get(item.n) != item.mac:
        return None
    return put_device(state, replace(d, carried=d.carried - 1, carried_n=item.n))


def counts(item: fact.Reading) -> int:
    """How far this reading moves the device's lifetime counter (drivers/PROTOCOL.md 4).

    A fault of a shuffler counts when it ends an order: what nobody ordered may be no movement.
    """
    if isinstance(item, fact.EventsOverrun):
        return item.lost
    if isinstance(item, fact.ShuffleFaulted):
        return int(bool(item.order))
    return int(isinstance(item, MOVES))


def recorded(state: State, name: str, boot: str) -> int:
    """Highest event number of that boot on the record; 0 = none."""
    d = device(state, name)
    return next((b.last for b in d.boots if b.boot == boot), 0) if d is not None else 0


# ---- hello and loss ----
def start(state: State, item: fact.Started) -> State:
    """Nothing has been heard yet; devices that are no longer configured are forgotten."""
    kept = []
    for name, role in item.devices:
        old = device(state, name) or Device(name, role)
        kept.append(replace(old, role=role, up=False, heard=False, pending_to=0, carried=0))
    return replace(state, devices=tuple(kept))


def unpowered(state: State) -> tuple[str, ...]:
    """Shoes that were without power while there were cards to deal."""
    return tuple(d.name for d in state.devices if d.unpowered)


def powered(state: State, name: str) -> State:
    d = device(state, name)
    return state if d is None else put_device(state, replace(d, unpowered=False))


def lost(state: State, name: str) -> State:
    d = device(state, name)
    return state if d is None else put_device(state, replace(d, up=False))


def service(state: State, name: str, *, out: bool) -> State:
    d = device(state, name)
    return state if d is None else put_device(state, replace(d, out_of_service=out))


def delivered(d: Device) -> bool:
    """It is there, and what it had kept is on the record."""
    return d.up and not _owes(d)


def _owes(d: Device) -> bool:
    """It said in its hello that it had kept more than has come by now."""
    return d.pending_to > d.last or bool(d.carried)


def unheard(state: State) -> tuple[Device, ...]:
    """Devices that have not said hello and delivered what they kept since the daemon started."""
    return tuple(
        d
        for d in state.devices
        if not d.out_of_service and roles.known(d.role).waited_for and (not d.heard or _owes(d))
    )


# ---- requests ----
def answered(state: State, rid: str) -> Request | None:
    return next((r for r in state.requests if r.rid == rid), None) if rid else None


def answer(state: State, request: Request) -> State:
    return replace(state, requests=(*state.requests[-(REQUESTS - 1) :], request))


# ---- orders ----
def issue(state: State, seq: int) -> tuple[State, tuple[Order, ...]]:
    """Give every newly wanted order its wire id; follow the status that the play gives it."""
    wanted = {o.name: o for o in state.play.wanted}
    kept = [
        replace(o, status=wanted[o.name].status)
        if o.name in wanted and o.status not in ("withheld", "orphan")
        else o
        for o in state.orders
    ]
    known = {o.name for o in state.orders}
    fresh: list[Order] = []
    for order in state.play.wanted:
        if order.name not in known and order.status in OPEN:
            name = wire_base(state, seq) | (len(fresh) + 1)
            fresh.append(replace(order, wire=name, boot=_boot(state, order)))
    return replace(state, orders=(*kept, *fresh)), tuple(fresh)


def wire_base(state: State, seq: int) -> int:
    """Below it is every id of an order that a row before `seq` has released."""
    return state.epoch << 48 | seq << 8


def _boot(state: State, order: Order) -> str:
    role = roles.OF_ORDER[order.kind]
    return next((d.boot for d in state.devices if d.role == role), "")


def open_orders(state: State, *kinds: str) -> tuple[Order, ...]:
    return tuple(o for o in state.orders if o.kind in kinds and o.status in OPEN)


def reconcile(
    orders: tuple[Order, ...], play: Play
) -> tuple[tuple[Order, ...], list[str], list[str]]:
    """After an amended fold: orders whose wish is gone, wishes without an order.

    Source: controller/README 2.
    """
    wanted = {o.name: o for o in play.wanted}
    known = {o.name for o in orders}
    orphans = [o for o in orders if o.name not in wanted and o.status != "orphan"]
    fresh = [o for name, o in wanted.items() if name not in known]
    changed = tuple(replace(o, status="orphan") if o in orphans else o for o in orders)
    withheld = tuple(replace(o, status="withheld") for o in fresh)
    return (*changed, *withheld), _told(orphans), _told(fresh)


def _told(orders: list[Order]) -> list[str]:
    """A question moves nothing, asked or not."""
    return [o.name for o in orders if o.kind != "read"]
