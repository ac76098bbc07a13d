"""The ledger's numbers: what is booked once, what is told again, what is still owed.

Source: controller/README 2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from controller.domain import facts as fact
from controller.domain.sealed import Sealed
from controller.domain.structs import replace
from controller.procedure.state import ledger
from controller.procedure.state.whole import Device, Numbers, State

CARD = Sealed(b"7h  ", b"w")
SHOE = Device(
    "shoe", "shoe_scanner", (Numbers("b", 2, ((1, b"m1"), (2, b"m2"))), Numbers("a", 7)), moved=3
)

BEFORE, BEHIND = (Device(name, "wheel", (Numbers("b", 9),)) for name in ("a", "z"))


def drawn(n: int, boot: str = "b", mac: bytes = b"") -> fact.CardDrawn:
    return fact.CardDrawn(device="shoe", boot=boot, n=n, mac=mac or b"m%d" % n, card=CARD)


def arrived(d: Device, item: fact.Reading) -> tuple[Device, str]:
    """On a table with other devices, which it leaves alone."""
    state, arrival = ledger.arrive(State(devices=(BEFORE, d, BEHIND)), item)
    before, now, behind = state.devices
    assert (before, behind) == (BEFORE, BEHIND)
    return now, arrival


# ---- readings ----
@pytest.mark.parametrize(
    ("item", "arrival"),
    [
        (drawn(1), "repeat"),
        (drawn(2), "repeat"),
        (drawn(2, mac=b"x"), "contradiction"),
        (drawn(4), "contradiction"),
        (drawn(0), "contradiction"),
        (drawn(2, "c"), "contradiction"),
        (drawn(0, "c"), "contradiction"),
    ],
)
def test_what_is_not_the_next_number_changes_no_booked_number(
    item: fact.CardDrawn, arrival: str
) -> None:
    """A repeat tells the same thing under its number; a gap or other content contradicts."""
    assert arrived(SHOE, item) == (SHOE, arrival)


def test_device_that_nobody_knew_is_booked_behind_the_others() -> None:
    state, arrival = ledger.arrive(State(devices=(BEFORE, BEHIND)), drawn(1))

    new = Device("shoe", "", (Numbers("b", 1, ((1, b"m1"),)),), moved=1)
    assert (state.devices, arrival) == ((BEFORE, BEHIND, new), "new")


def test_next_number_is_booked_once_and_counted() -> None:
    d, arrival = arrived(SHOE, drawn(3))

    booked = Numbers("b", 3, ((1, b"m1"), (2, b"m2"), (3, b"m3")))
    assert (d, arrival) == (replace(SHOE, boots=(booked, Numbers("a", 7)), moved=4), "new")
    assert arrived(d, drawn(3)) == (d, "repeat")


def test_new_boot_counts_from_one_and_the_boot_before_it_stays_known() -> None:
    """An event that was carried over a restart comes under the boot in which it happened."""
    d, arrival = arrived(SHOE, drawn(1, "c"))

    booked = (Numbers("c", 1, ((1, b"m1"),)), SHOE.boots[0])
    assert (d, arrival) == (replace(SHOE, boots=booked, moved=4), "new")


@pytest.mark.parametrize(("carried", "left"), [(3, 2), (1, 0), (0, 0)])
def test_event_of_the_boot_before_is_one_less_to_wait_for(carried: int, left: int) -> None:
    d, arrival = arrived(replace(SHOE, carried=carried), drawn(8, "a"))

    booked = (SHOE.boots[0], Numbers("a", 8, ((8, b"m8"),)))
    assert (d, arrival) == (replace(SHOE, boots=booked, moved=4, carried=left), "new")


def test_event_of_the_present_boot_is_none_of_those_carried_over() -> None:
    d, _ = arrived(replace(SHOE, carried=2), drawn(3))

    assert d.carried == 2


def test_only_the_last_32_readings_can_be_compared_with_a_repeat() -> None:
    d = replace(SHOE, boots=(Numbers("b"),))
    for n in range(1, 41):
        d, arrival = arrived(d, drawn(n))
        assert arrival == "new"

    assert [n for n, _ in d.boots[0].macs] == list(range(9, 41))
    assert arrived(d, drawn(9))[1] == "repeat"
    assert arrived(d, drawn(8))[1] == "contradiction"


# ---- a unit from another table ----
def test_events_below_a_units_first_number_here_belong_to_another_table() -> None:
    """They are booked, and the counter of this table does not move."""
    d = replace(SHOE, boots=(Numbers("b", 2),), elsewhere=(("b", 4),))

    third, one = arrived(d, drawn(3))
    fourth, other = arrived(third, drawn(4))
    fifth, _ = arrived(fourth, drawn(5))

    assert (one, third.moved) == ("elsewhere", 3)
    assert (other, fourth.moved) == ("new", 4)
    assert fifth.moved == 5


def test_boot_that_a_new_unit_brought_along_is_of_another_table_at_any_number() -> None:
    """Its first event here may have any number; the boot that it runs now stays the first."""
    d = replace(SHOE, boots=(Numbers("b", 2),), elsewhere=(("b", 4),), carried=1, moved=3)

    came, arrival = arrived(d, drawn(6, "z"))

    booked = (Numbers("b", 2), Numbers("z", 6, ((6, b"m6"),)))
    of_others = (("b", 4), ("z", ledger.EVERY))
    assert arrival == "elsewhere"
    assert came == replace(d, boots=booked, elsewhere=of_others, carried=0)


def test_unit_from_another_table_may_bring_events_of_several_boots() -> None:
    """The one that is delivered stands beside the one that runs."""
    of_others = (("x", 2), ("w", 3), ("b", 4))
    d = replace(SHOE, boots=(Numbers("b", 2), Numbers("y", 5)), elsewhere=of_others, carried=2)

    came, arrival = arrived(d, drawn(6, "z"))

    assert arrival == "elsewhere"
    assert came.boots == (Numbers("b", 2), Numbers("z", 6, ((6, b"m6"),)))
    assert came.elsewhere == (("w", 3), ("b", 4), ("z", ledger.EVERY))


@pytest.mark.parametrize("known", [{"carried": 1}, {"elsewhere": (("b", 4),)}])
def test_unknown_boot_begins_with_one_unless_a_new_unit_carries_events(
    known: dict[str, Any],
) -> None:
    d = replace(SHOE, **known)

    assert arrived(d, drawn(6, "z")) == (d, "contradiction")
    assert arrived(d, drawn(1, "z"))[0].boot == "z"


# ---- delivered again ----
KEPT = Device("shoe", "shoe_scanner", (Numbers("b"), Numbers("a", 7, ((6, b"m6"), (7, b"m7")))))


def test_event_carried_over_that_is_on_the_record_is_owed_no_longer() -> None:
    state = ledger.again(State(devices=(replace(KEPT, carried=3),)), drawn(6, "a"))

    assert state is not None
    assert state.devices == (replace(KEPT, carried=2, carried_n=6),)
    second = ledger.again(state, drawn(7, "a"))
    assert second is not None
    assert second.devices == (replace(KEPT, carried=1, carried_n=7),)


@pytest.mark.parametrize(
    ("known", "item"),
    [
        ({"carried": 0}, drawn(7, "a")),
        ({"carried": 1}, drawn(7, "a", b"x")),
        ({"carried": 1}, drawn(8, "a")),
        ({"carried": 1}, drawn(7, "0")),
        ({"carried": 1}, drawn(7, "z")),
        ({"carried": 1, "carried_n": 7}, drawn(7, "a")),
        ({"carried": 1, "carried_n": 7}, drawn(6, "a")),
        ({"carried": 1, "boots": (KEPT.boots[1], Numbers("b"))}, drawn(7, "a")),
        ({"carried": 1, "boots": ()}, drawn(7, "a")),
        ({"carried": 1, "name": "other"}, drawn(7, "a")),
    ],
)
def test_no_other_event_is_taken_for_one_that_was_carried_over(
    known: dict[str, Any], item: fact.CardDrawn
) -> None:
    """Nothing is owed, another content, unknown, told already, or of the boot that runs."""
    assert ledger.again(State(devices=(replace(KEPT, **known),)), item) is None


def test_mac_of_an_event_is_known_by_device_boot_and_number() -> None:
    state = State(devices=(Device("reader", "card_reader"), SHOE))

    assert ledger.mac_of(state, "shoe", "b", 2) == b"m2"
    assert ledger.mac_of(state, "shoe", "b", 3) == b""
    assert ledger.mac_of(state, "shoe", "a", 2) == b""
    assert ledger.mac_of(state, "shoe", "z", 2) == b""
    assert ledger.mac_of(state, "reader", "b", 2) == b""
    assert ledger.mac_of(state, "nobody", "b", 2) == b""
    assert [ledger.recorded(state, "shoe", boot) for boot in "baz"] == [2, 7, 0]
    assert ledger.recorded(state, "nobody", "b") == 0


# ---- what moves the counter ----
def said(kind: type[fact.Reading], **more: Any) -> fact.Reading:
    return kind(device="d", boot="b", n=1, mac=b"m", **more)


@pytest.mark.parametrize(
    ("item", "moves"),
    [
        (said(fact.CardDrawn, card=CARD), 1),
        (said(fact.CardNotRead), 1),
        (said(fact.Peeked, answer=CARD), 1),
        (said(fact.ReaderFaulted, reason="x"), 1),
        (said(fact.ShuffleDone, order=0, cards=1), 1),
        (said(fact.SpinDone, order=0, section="a"), 1),
        (said(fact.SpinFaulted, order=0, reason="x"), 1),
        (said(fact.ShuffleFaulted, order=0, reason="jam"), 0),
        (said(fact.ShuffleFaulted, order=5, reason="jam"), 1),
        (said(fact.EventsOverrun, lost=4), 4),
        (said(fact.ShoeLoaded), 0),
        (said(fact.CardsTakenIn, cards=9), 0),
        (said(fact.MeterRead, order=0, meter="a", cents=1, number=1), 0),
    ],
)
def test_reading_moves_the_lifetime_counter_as_the_wire_says(
    item: fact.Reading, moves: int
) -> None:
    """drivers/PROTOCOL.md 4: a card, a look, a shuffle, a spin; what is lost counts in full."""
    assert ledger.counts(item) == moves


# ---- who is waited for ----
HEARD = Device("d", "shoe_scanner", (Numbers("b", 3),), up=True, heard=True, pending_to=3)


@pytest.mark.parametrize(
    ("known", "waits"),
    [
        ({}, False),
        ({"heard": False}, True),
        ({"pending_to": 4}, True),
        ({"pending_to": 2}, False),
        ({"carried": 1}, True),
        ({"heard": False, "out_of_service": True}, False),
        ({"carried": 1, "out_of_service": True}, False),
        ({"heard": False, "role": "lamp"}, False),
        ({"carried": 1, "role": "badge"}, False),
        ({"heard": False, "role": "progressive"}, False),
        ({"heard": False, "role": "of its driver alone"}, True),
        ({"up": False}, False),
    ],
)
def test_start_waits_for_hello_and_backlog_of_what_is_in_service(
    known: dict[str, Any], waits: bool
) -> None:
    """A card may hang on what it kept; a lamp has kept nothing."""
    d = replace(HEARD, **known)

    assert ledger.unheard(State(devices=(d,))) == ((d,) if waits else ())


@pytest.mark.parametrize(
    ("known", "delivered"),
    [({}, True), ({"up": False}, False), ({"carried": 1}, False), ({"pending_to": 4}, False)],
)
def test_device_has_delivered_when_it_is_there_and_owes_nothing(
    known: dict[str, Any], delivered: bool
) -> None:
    assert ledger.delivered(replace(HEARD, **known)) is delivered


def test_start_has_heard_no_device_and_forgets_what_is_not_configured() -> None:
    """Numbers, counter and what a person has put out of service are kept."""
    kept = replace(HEARD, moved=4, carried=2, out_of_service=True)
    state = State(devices=(kept, Device("gone", "wheel")))

    now = ledger.start(state, fact.Started(devices=(("d", "card_reader"), ("e", "wheel"))))

    said_again = replace(kept, role="card_reader", up=False, heard=False, pending_to=0, carried=0)
    assert now.devices == (said_again, Device("e", "wheel"))


CHANGED: dict[str, tuple[Callable[[State], State], Device, Device]] = {
    "lost": (lambda s: ledger.lost(s, "d"), HEARD, replace(HEARD, up=False)),
    "out": (
        lambda s: ledger.service(s, "d", out=True),
        HEARD,
        replace(HEARD, out_of_service=True),
    ),
    "back": (
        lambda s: ledger.service(s, "d", out=False),
        replace(HEARD, out_of_service=True),
        HEARD,
    ),
    "powered": (lambda s: ledger.powered(s, "d"), replace(HEARD, unpowered=True), HEARD),
}


@pytest.mark.parametrize("change", CHANGED)
def test_change_of_one_device_leaves_the_others_alone(change: str) -> None:
    changed, before, after = CHANGED[change]
    other = Device("o", "wheel", up=True, unpowered=True)

    assert changed(State(devices=(other, before))).devices == (other, after)
    assert changed(State(devices=(other,))).devices == (other,)


def test_shoes_without_power_are_named() -> None:
    dark = replace(HEARD, name="dark", unpowered=True)

    assert ledger.unpowered(State(devices=(HEARD, dark))) == ("dark",)
