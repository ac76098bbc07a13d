"""A hello is compared with the record: what it contradicts, and what is still to come.

Source: controller/README 2, drivers/PROTOCOL.md 4.
"""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import facts as fact
from controller.domain.orders import Order
from controller.domain.sealed import Sealed
from controller.domain.structs import replace
from controller.procedure.engine import greeting
from controller.procedure.state import ledger
from controller.procedure.state.inputs import Input, Stamped
from controller.procedure.state.play import Play
from controller.procedure.state.whole import Device, Numbers, State, Unit

SEQ = 5
BASE = 1 << 48 | SEQ << 8
"""Every order of an earlier row has a lower id."""
B, A = Numbers("b", 4, ((4, b"m"),)), Numbers("a", 7)
OLD = Device(
    "shoe",
    "shoe_scanner",
    (B, A),
    up=False,
    serial="S1",
    moved=9,
    accepted=3,
    carried=2,
    carried_n=1,
)
HERE = replace(OLD, up=True, heard=True, carried=0, carried_n=0)


def hello(
    d: Device | None, *, role: str = "shoe_scanner", serial: str = "S1", **said: Any
) -> tuple[Device, greeting.Notes]:
    """The same numbers as on the record unless told otherwise."""
    return of_state(State(devices=(d,) if d else ()), role=role, serial=serial, **said)


def of_state(state: State, **said: Any) -> tuple[Device, greeting.Notes]:
    identity = fact.Identity(role=said.pop("role", "shoe_scanner"), serial=said.pop("serial", "S1"))
    whole: dict[str, Any] = {"boot": "b", "last_event": 4, "acked": 4, "moved": 9} | said
    item = fact.DeviceUp(device="shoe", identity=identity, **whole)
    now, notes = greeting.hello(state, item, SEQ)
    return now.devices[0], notes


@pytest.mark.parametrize(
    ("said", "changed", "notes"),
    [
        ({}, {}, ()),
        ({"acked": 3}, {}, ()),
        ({"last_event": 6}, {"pending_to": 6}, ()),
        ({"last_event": 3, "acked": 3}, {}, (("device_contradicts_itself", "shoe"),)),
        (
            {"last_event": 6, "acked": 5},
            {"boots": (replace(B, last=5), A), "pending_to": 6},
            (("alignment_required", "shoe"),),
        ),
        (
            {"last_event": 5, "acked": 5, "moved": 12},
            {"boots": (replace(B, last=5), A), "moved": 12},
            (("alignment_required", "shoe"),),
        ),
        ({"accepted": BASE}, {"accepted": BASE}, ()),
        ({"accepted": BASE + 1}, {"accepted": BASE + 1}, (("alignment_required", "shoe"),)),
        ({"accepted": 2}, {}, ()),
        ({"moved": 8}, {"moved": 8}, ()),
        ({"moved": 10}, {"moved": 10}, (("events_lost", "shoe lost events"),)),
        ({"moved": 12, "last_event": 6}, {"pending_to": 6}, ()),
        ({"moved": 12, "carried": 1}, {"carried": 1}, ()),
        (
            {"boot": "c", "last_event": 0, "acked": 0},
            {"boots": (Numbers("c"), B)},
            (),
        ),
        (
            {"boot": "c", "last_event": 2, "acked": 0},
            {"boots": (Numbers("c"), B), "pending_to": 2},
            (),
        ),
        (
            {"boot": "a", "last_event": 7, "acked": 7},
            {"boots": (Numbers("a", 7), B)},
            (),
        ),
        (
            {"boot": "c", "last_event": 0, "acked": 0, "moved": 10},
            {"boots": (Numbers("c"), B), "moved": 10},
            (("events_lost", "shoe lost events"),),
        ),
    ],
)
def test_hello_is_compared_with_the_record(
    said: dict[str, Any], changed: dict[str, Any], notes: greeting.Notes
) -> None:
    """What was acknowledged, how far it counted, what it accepted; a backlog is waited for."""
    assert hello(OLD, **said) == (replace(HERE, **changed), notes)


@pytest.mark.parametrize("accepted", [BASE, BASE + 1])
def test_order_that_is_on_the_record_already_contradicts_nothing(accepted: int) -> None:
    """A higher id was taken for known in an earlier hello."""
    known = replace(OLD, accepted=BASE + 1)

    assert hello(known, accepted=accepted) == (replace(HERE, accepted=BASE + 1), ())


def test_first_hello_of_a_device_is_believed() -> None:
    first = Device("shoe", "shoe_scanner", (Numbers("b"),), up=True, heard=True, serial="S1")

    assert hello(None, last_event=0, acked=0) == (replace(first, moved=9), ())
    assert hello(None, last_event=3, acked=0) == (replace(first, pending_to=3), ())
    other = Device("shoe", "wheel", (Numbers("b"),), up=True, heard=True, serial="", moved=9)
    assert hello(None, role="wheel", serial="", last_event=0, acked=0) == (other, ())


def test_serial_that_is_not_told_leaves_the_known_one() -> None:
    assert hello(OLD, serial="") == (HERE, ())
    assert hello(replace(OLD, serial="")) == (HERE, ())


def test_what_a_device_out_of_service_counted_is_no_loss() -> None:
    """Cards were keyed meanwhile; it may have counted them too."""
    out = replace(OLD, out_of_service=True)

    assert hello(out, moved=12) == (replace(HERE, out_of_service=True, moved=12), ())


@pytest.mark.parametrize(
    ("status", "role", "lost"),
    [
        ("open", "shuffler", False),
        ("accepted", "shuffler", False),
        ("done", "shuffler", True),
        ("open", "wheel", True),
        ("open", "card_reader", True),
    ],
)
def test_movement_that_was_ordered_and_runs_is_counted_by_the_device_first(
    status: Any, role: str, *, lost: bool
) -> None:
    """Its end will count here; one more than that is a loss all the same."""
    d = replace(OLD, role=role)
    state = State(devices=(d,), orders=(Order("1/shuffle", "shuffle", status=status),))
    running = 0 if lost else 1

    same, nothing = of_state(state, role=role)
    behind, _ = of_state(state, role=role, moved=8)
    ahead, one = of_state(state, role=role, moved=10)
    further, two = of_state(state, role=role, moved=11)

    assert (same.moved, nothing) == (9, ())
    assert behind.moved == 8
    assert (ahead.moved, bool(one)) == (10 - running, lost)
    assert (further.moved, two) == (11 - running, (("events_lost", "shoe lost events"),))
    boot_anew = of_state(state, role=role, boot="c", last_event=0, acked=0, moved=10)
    assert boot_anew[0].moved == 10


@pytest.mark.parametrize(
    ("known", "boot", "shoe", "dark"),
    [
        ({}, "c", "ready", True),
        ({}, "0", "ready", True),
        ({}, "c", "burn_due", True),
        ({}, "c", "last_round", True),
        ({}, "c", "empty", False),
        ({}, "c", "rest_due", False),
        ({}, "b", "ready", False),
        ({"boots": ()}, "c", "ready", False),
        ({"out_of_service": True}, "c", "ready", False),
        ({"role": "card_reader"}, "c", "ready", False),
    ],
)
def test_shoe_that_starts_anew_with_cards_to_deal_had_no_power(
    known: dict[str, Any], boot: str, shoe: Any, *, dark: bool
) -> None:
    """console/README 2.4: what left it meanwhile is asked, for it counted nothing."""
    state = State(Play(shoe=shoe), devices=(replace(OLD, **known),))

    now, _ = of_state(state, boot=boot, last_event=4, acked=0)

    assert now.unpowered is dark


# ---- another unit ----
def test_unit_that_was_never_here_is_taken_as_it_is() -> None:
    """The one before it is kept, for the day on which it comes back."""
    said: dict[str, Any] = {
        "boot": "x",
        "last_event": 9,
        "acked": 7,
        "moved": 40,
        "accepted": 1 << 50,
    }
    left = Unit("S1", (B, A), 9, 3)
    new = replace(
        HERE,
        serial="S2",
        boots=(Numbers("x", 7),),
        pending_to=9,
        moved=40,
        accepted=1 << 50,
        elsewhere=(("x", 10),),
        units=(left,),
    )

    assert hello(OLD, serial="S2", **said) == (new, (("new_unit", "shoe"),))
    delivered = replace(new, boots=(Numbers("x", 9),), pending_to=0)
    assert hello(OLD, serial="S2", **(said | {"acked": 9}))[0] == delivered
    odd = replace(delivered, boots=(Numbers("x", 11),))
    assert hello(OLD, serial="S2", **(said | {"acked": 11}))[0] == odd
    assert hello(OLD, serial="S0", **said) == (replace(new, serial="S0"), (("new_unit", "shoe"),))


def test_unit_that_comes_back_is_compared_with_what_it_had() -> None:
    units = (Unit("S0", (Numbers("x", 1),), 1, 1), Unit("S2", (Numbers("y", 5),), 20, 2))
    known = replace(OLD, units=units, elsewhere=(("b", 3),))

    now, notes = hello(known, serial="S2", boot="y", last_event=4, acked=4, moved=20)

    assert notes == (("new_unit", "shoe"), ("device_contradicts_itself", "shoe"))
    assert (now.serial, now.boots, now.moved, now.elsewhere) == (
        "S2",
        (Numbers("y", 5),),
        20,
        (),
    )
    assert now.accepted == 2
    assert now.units == (Unit("S1", (B, A), 9, 3), units[0])


def test_last_eight_units_of_a_place_are_kept() -> None:
    many = tuple(Unit(f"U{n}") for n in range(9))

    now, _ = hello(replace(OLD, units=many), serial="S2")

    assert now.units == (Unit("S1", (B, A), 9, 3), *many[:7])


# ---- ids and clocks ----
@pytest.mark.parametrize(
    ("epoch", "accepted", "after"),
    [
        (1, (), 2),
        (1, (0,), 2),
        (1, (2 << 48 | 5, 4 << 48 | 1), 5),
        (9, (4 << 48,), 10),
        (4, (4 << 48,), 5),
        (0xFFFF, (), 0xFFFF),
        (1, (0xFFFF << 48,), 0xFFFF),
    ],
)
def test_ids_go_on_in_an_epoch_above_all_that_was_accepted(
    epoch: int, accepted: tuple[int, ...], after: int
) -> None:
    """Sixteen bits of an id are the epoch; the last one stays."""
    devices = tuple(Device(f"d{n}", "wheel", accepted=a) for n, a in enumerate(accepted))

    assert greeting.aligned(State(devices=devices, epoch=epoch)).epoch == after
    assert ledger.wire_base(State(epoch=epoch), 2) == epoch << 48 | 2 << 8


def test_kept_events_are_ordered_by_the_devices_clocks_where_each_told_one() -> None:
    def parked(*times: int) -> tuple[Stamped, ...]:
        seal = Sealed(b"", b"")
        items: list[Input] = [
            fact.CardDrawn(device="d", boot="b", n=n, mac=b"", card=seal, at=at)
            for n, at in enumerate(times)
        ]
        return tuple(Stamped(n, 0, 0, "x", item) for n, item in enumerate(items))

    two = parked(7, 5, 6)
    said = fact.Noted(kind="seen")

    assert greeting.by_clock(two) == [(two[1], two[2], two[0])]
    assert greeting.by_clock(parked(7, 0)) == []
    assert greeting.by_clock((*two, Stamped(9, 0, 0, "x", said))) == []
