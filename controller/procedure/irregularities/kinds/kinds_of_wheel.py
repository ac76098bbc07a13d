"""The wheel, its seats and sensors, and what the progressive meters owe."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.irregularities.needed_device import spin_waits
from controller.procedure.irregularities.rulings import (
    device_rulings,
    jackpot_rulings,
    may_stand,
    order_rulings,
)
from controller.procedure.irregularities.rulings.system_told import system_serves
from controller.procedure.reducers.wheel import progressive_system, wheel_out
from controller.procedure.reducers.wheel.spin_turns import current
from controller.procedure.state.house import House
from controller.procedure.state.parts import meters
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Device
from controller.rules.pack import Pack

from .kind import Kind, Ruling
from .shared_rulings import OUT, TAKEN_NOTE, VERIFIED


def no_wheel(pack: Pack) -> bool:
    return pack.wheel.wheel_table.value == "none"


def no_meters(pack: Pack) -> bool:
    return pack.wheel.wheel_table.value != "paytables"


def while_a_spin_waits(
    play: Play, _: House, __: tuple[Device, ...], ___: Irregularity
) -> bool | None:
    return spin_waits(play)


def never_holds(_: Play, __: House, ___: tuple[Device, ...], ____: Irregularity) -> bool | None:
    """The payment waits, the table does not."""
    return False


def values_agree(play: Play, house: House, i: Irregularity) -> dict[str, str]:
    return {"agreed": "YES"} if meters.may_be_paid(play.prizes, house.pack, i.id) else {}


def no_wheel_to_ask(play: Play, house: House, i: Irregularity) -> str:
    """It does not serve, or has gone on since."""
    if play.wheel_out:
        return house.no("wheel_is_out")[1]
    return house.no("not_in_round")[1] if wheel_out.of_hit(i) else ""


def section_and_seat(ruling: Ruling, play: Play, i: Irregularity) -> Ruling:
    """Of a spin that belongs to no box yet the seat is written too, and what the others got."""
    if (hit := may_stand.hit_of(play, i)) is not None:
        written = replace(ruling, asks="reason", result=True, effect=AND_OTHERS)
        return written if hit.shared else ruling
    spin = current(play)
    if spin is None or spin.box:
        return ruling
    effect = "Written: the box, its prize, the prize of the others."
    return replace(ruling, asks="reason", result=True, effect=effect)


AND_OTHERS = "Written: its prize, the prize of the others."
OF_SPINS: dict[str, Kind] = {
    "spin_fault": Kind(
        "Wheel fault, box {box}: {about}",
        (
            Ruling(
                "again",
                "SPIN AGAIN",
                "A new spin for the box.",
                order_rulings.spin_again,
                confirm=True,
                why_not=no_wheel_to_ask,
            ),
            Ruling(
                "counts",
                "SECTION STANDS",
                "The section under the clapper counts.",
                order_rulings.section_counts,
                asks="section",
                confirm=True,
                now=section_and_seat,
            ),
            Ruling(
                "none",
                "NO SPIN: STAKE BACK",
                "The stake on the wheel goes back.",
                order_rulings.no_spin,
                asks="reason",
                confirm=True,
                needs="casino_supervisor",
            ),
        ),
        mode="NO CLAUSE: REASON REQUIRED",
        dealer="Wheel fault. Floor.",
        holds=while_a_spin_waits,
        never=no_wheel,
        device="wheel",
        faulty=True,
    ),
    "wrong_button": Kind("Seat button {box}: no spin due", (TAKEN_NOTE,), never=no_wheel),
    # The lock-out begins with the first card, so it is known to have failed when cards are out: a
    # stop there would be one for a lamp. The wheel waits instead, and at the last the table.
    "lock_unconfirmed": Kind(
        "Bonus wagers not locked: {about}",
        (replace(TAKEN_NOTE, act=order_rulings.spin_may_begin), OUT),
        dealer="Wagers not locked. Floor.",
        holds=while_a_spin_waits,
        never=no_wheel,
        device="wheel",
        faulty=True,
        chip=True,
    ),
    "sensor_unsteady": Kind(
        "Sensor of box {box} unsteady",
        (TAKEN_NOTE, OUT),
        never=no_wheel,
        device="wheel",
        faulty=True,
    ),
}

OF_METERS: dict[str, Kind] = {
    "jackpot": Kind(
        "Jackpot, box {box}: {about}",
        (
            VERIFIED,
            Ruling(
                "acknowledged",
                "SURVEILLANCE HAS SEEN IT",
                "The surveillance room has seen cards and section; who said so is entered.",
                jackpot_rulings.acknowledged,
                asks="reason",
                stays=True,
            ),
            Ruling(
                "paid",
                "PAID, SLIP NUMBER",
                "Signed by a second person, paid, and entered with the slip's number.",
                jackpot_rulings.paid,
                when=(("verified", "YES"), ("acknowledged", "YES"), ("agreed", "YES")),
                asks="reason",
                confirm=True,
                needs="casino_supervisor",
            ),
            Ruling(
                "no_jackpot",
                "NO JACKPOT",
                "Signed by a second person: the meter has its value again, the spin is ruled anew.",
                jackpot_rulings.no_jackpot,
                when=(("verified", "YES"),),
                asks="reason",
                confirm=True,
                needs="casino_supervisor",
            ),
        ),
        dealer="Stop. Jackpot. Floor.",
        knows=values_agree,
        holds=never_holds,
        never=no_meters,
        void="outlives",
        watched=True,
    ),
    "meter_differs": Kind(
        "Meter differs: {about}",
        (
            VERIFIED,
            Ruling(
                "corrected",
                "THE OTHER VALUE",
                "Signed by a second person: the value of the system, or of the account, counts.",
                jackpot_rulings.corrected,
                when=(("verified", "YES"),),
                asks="reason",
                confirm=True,
                needs="casino_supervisor",
            ),
            TAKEN_NOTE,
        ),
        never=no_meters,
        void="outlives",
        watched=True,
    ),
    "system_fault": Kind(
        "Progressive system: {about}",
        (
            Ruling(
                "seen",
                "IT SERVES",
                "Looked at: each of its meters is read anew.",
                system_serves,
            ),
            replace(
                OUT,
                effect="The table deals on; a floorperson reads the meters off.",
                act=device_rulings.system_out,
            ),
        ),
        never=no_meters,
        device=progressive_system.ROLE,
        chip=True,
        watched=True,
    ),
}

OF_WHEEL: dict[str, Kind] = {**OF_SPINS, **OF_METERS}
