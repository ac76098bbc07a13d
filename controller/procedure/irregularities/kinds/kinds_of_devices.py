"""Devices, their orders, and what they kept while nobody heard them."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.irregularities.needed_device import needed, spin_waits
from controller.procedure.irregularities.rulings import (
    card_rulings,
    order_rulings,
    reader_rulings,
)
from controller.procedure.irregularities.standing import role_of
from controller.procedure.state import refs
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Device

from .kind import Kind, Question, Ruling
from .kinds_of_reader import (
    LAMP_BLACKJACK,
    LAMP_NONE,
    lamp_then_inspection,
    of_inspection,
    reader_knows,
)
from .kinds_of_wheel import no_wheel, section_and_seat
from .questions import LOOKED
from .shared_rulings import AS_THEY_LIE, NOTED, OUT

READER = "card_reader"
MOVED_BY = {"shuffle": "Shuffler", "spin": "Wheel", "xtreme_spin": "Wheel"}
MACHINES = {"shuffler": "Shuffler", "wheel": "Wheel", "shoe_scanner": "Shoe", READER: "Reader"}
UNASKED = {"CardsTakenIn": "Shuffler took in cards unasked"}
"""By the name of the report, which the record keeps."""


def ordered_device(i: Irregularity) -> str:
    """A person asks about a device; the order's own name is for the record."""
    kind = refs.order(i.code).kind
    return f"{MOVED_BY.get(kind, 'Device')}: did it move?"


def withheld_machine(i: Irregularity) -> str:
    return f"{MOVED_BY.get(refs.order(i.code).kind, 'Machine')} not started: start it?"


def moved_unasked(i: Irregularity) -> str:
    """Its code: `spin`, `fault jam`, `back spin`, an order's name, a report's name."""
    if i.code in UNASKED:
        return UNASKED[i.code]
    back = refs.taken_back(i.code)
    if fault := refs.fault_of(i.code):
        why = "order taken back" if back else "nothing ordered"
        return f"{_machine(i)} fault, {why}: {fault.replace('_', ' ')}"
    if back:
        return f"{_machine(i)} moved, order taken back"
    ordered = refs.order(i.code)
    if ordered.entry:
        return f"{MOVED_BY.get(ordered.kind, 'Device')} moved, order taken back"
    return f"{_machine(i)} moved without an order"


def _machine(i: Irregularity) -> str:
    return MOVED_BY.get(i.code, "") or MACHINES.get(i.role, "Device")


# ---- holds and questions ----
def needed_now(
    play: Play, house: House, devices: tuple[Device, ...], i: Irregularity
) -> bool | None:
    return needed(play, house, role_of(devices, i.code))


def at_the_spin(play: Play, _: House, __: tuple[Device, ...], i: Irregularity) -> bool | None:
    """Of the wheel: the others play on until nothing is left but the spin."""
    return spin_waits(play) if i.role == "wheel" else None


def of_lost_reader(play: Play, i: Irregularity) -> tuple[Question, ...]:
    return lamp_then_inspection(play, i) if i.role == READER else of_inspection(i)


def lost_reader_knows(play: Play, house: House, i: Irregularity) -> dict[str, str]:
    return reader_knows(play, house, i) if i.role == READER else {"lamp": "NO"}


# ---- rulings ----
def stake_back(ruling: Ruling, _: Play, i: Irregularity) -> Ruling:
    """Nothing comes of a spin: its stake goes back, which a higher rank rules."""
    of_spin = refs.order(i.code).kind == "spin"
    return replace(ruling, needs="casino_supervisor") if of_spin else ruling


def result_written(ruling: Ruling, play: Play, i: Irregularity) -> Ruling:
    """A shuffle has no section: what was seen is written."""
    seat = section_and_seat(ruling, play, i)
    if seat is ruling and refs.order(i.code).kind == "shuffle":
        return replace(ruling, asks="reason")
    return seat


OF_DEVICES: dict[str, Kind] = {
    "device_lost": Kind(
        "{about} lost",
        (
            replace(LAMP_BLACKJACK, act=reader_rulings.lost_and_blackjack, role=READER),
            replace(LAMP_NONE, act=reader_rulings.lost_and_none, role=READER),
            # A lost reader whose own lamp answers is still in use.
            replace(OUT, when=(("lamp", "NO"),)),
        ),
        dealer="Stop. {about} lost. Floor.",
        asks=of_lost_reader,
        knows=lost_reader_knows,
        holds=needed_now,
        until="the step that needs it",
        round="peek_due",
        faulty=True,
        chip=True,
    ),
    "order_in_doubt": Kind(
        "Device: did it move?",
        (
            Ruling(
                "counts",
                "IT MOVED: IT COUNTS",
                "The result on the device counts.",
                order_rulings.order_counts,
                asks="section",
                now=result_written,
            ),
            Ruling(
                "again",
                "IT DID NOT MOVE: AGAIN",
                "A new order is sent.",
                order_rulings.order_again,
                confirm=True,
            ),
            Ruling(
                "none",
                "NO RESULT",
                "The order is closed; nothing is sent.",
                order_rulings.no_order,
                asks="reason",
                confirm=True,
                now=stake_back,
            ),
        ),
        (LOOKED,),
        "NO CLAUSE: REASON REQUIRED",
        dealer="Stop. Device in doubt. Floor.",
        named=ordered_device,
        faulty=True,
        called="device in doubt",
    ),
    # Withheld only where one input orders in the amended fold and did not before, which a press or
    # the end of a round may do to a spin. A shuffle is ordered by the input that asks for it, or
    # that input is refused, and what was refused is not folded again.
    "order_withheld": Kind(
        "Machine not started: start it?",
        (
            Ruling("again", "SEND IT", "The device moves once.", order_rulings.order_again),
            Ruling(
                "none",
                "DO NOT SEND",
                "Nothing moves.",
                order_rulings.no_order,
                asks="reason",
                now=stake_back,
            ),
        ),
        named=withheld_machine,
        never=no_wheel,
        called="machine not started",
    ),
    "order_without_cause": Kind(
        "Moved without an order",
        (
            Ruling(
                "none",
                "DOES NOT COUNT",
                "The result is not used.",
                card_rulings.nothing,
                asks="reason",
            ),
        ),
        mode="NO CLAUSE: REASON REQUIRED",
        named=moved_unasked,
        holds=at_the_spin,
        called="machine moved without an order",
    ),
    "device_contradicts_itself": Kind(
        "{about} contradicts itself", (AS_THEY_LIE, OUT), faulty=True
    ),
    "new_unit": Kind(
        "Another unit: {about}",
        (
            Ruling(
                "inspected",
                "INSPECTED: IT SERVES",
                "The unit is inspected and accepted. What it kept of another table is not played.",
                card_rulings.nothing,
                asks="reason",
            ),
            OUT,
        ),
        dealer="Stop. {about} exchanged. Floor.",
        faulty=True,
    ),
    "backlog_order": Kind(
        "Two devices kept events",
        (Ruling("continue", "IN THIS ORDER", "The events enter as listed.", card_rulings.nothing),),
        dealer="Stop. Events kept. Floor.",
        called="two devices kept events",
    ),
    "unknown_event": Kind(
        "Not understood: {about}",
        (NOTED,),
        headlines=(("reader", "Reader used, no check due"),),
        called="device not understood",
    ),
}
