"""What the table finds out about itself, its software, clock and record."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.irregularities.rulings import card_rulings
from controller.procedure.queries import calls
from controller.procedure.reducers.opening import software_and_clock
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Device

from .kind import Kind, Ruling
from .shared_rulings import AS_THEY_LIE, NOTED, RESHUFFLE, TAKEN_NOTE, VERIFIED


def other_version(play: Play, house: House, _: Irregularity) -> str:
    """A round that was begun by the version before is finished with it."""
    if software_and_clock.may_go_on(play):
        return ""
    return house.no("other_version", version=play.software.version)[1]


def of_a_pause(_: Play, __: House, ___: tuple[Device, ...], i: Irregularity) -> bool | None:
    """What a pause was about holds the table; a call of the dealer does not."""
    return True if calls.of_pause(i) else None


CHECKED = replace(
    VERIFIED,
    label="CHECKED",
    effect="Compared with what was released. A second person accepts it.",
)
ACCEPTED = Ruling(
    "accepted",
    "ACCEPT THIS VERSION",
    "Signed by a second person: the table goes on with it.",
    software_and_clock.accept,
    when=(("verified", "YES"),),
    confirm=True,
    needs="casino_supervisor",
    why_not=other_version,
)
LOOKED_AT = replace(TAKEN_NOTE, asks="reason")

NOT_KNOWN = Ruling(
    "void_round",
    "ROUND NOT KNOWN",
    "Nobody can know its end: on this record it is void. All cards are reshuffled.",
    act=None,
    asks="reason",
    confirm=True,
)

OF_ITSELF: dict[str, Kind] = {
    "other_software": Kind(
        "Other software: {about}", (CHECKED, ACCEPTED), dealer="Stop. Other software. Floor."
    ),
    "clock_behind": Kind(
        "Clock behind the record: {about}", (LOOKED_AT,), dealer="Stop. Clock. Floor."
    ),
    "clock_stepped": Kind("Clock set {about}", (TAKEN_NOTE,)),
    "record_damaged": Kind("Record damaged: {about}", (LOOKED_AT,), dealer="Stop. Record. Floor."),
    "recording_failed": Kind("Recording had failed", (TAKEN_NOTE,)),
    # A hold of the pages alone: no ruling can be recorded either, and what follows it is
    # `recording_failed`.
    "cannot_record": Kind("Cannot record", (NOTED,), never=lambda _: True),
    "alignment_required": Kind(
        "Table and record differ: {about}",
        (AS_THEY_LIE, RESHUFFLE, NOT_KNOWN),
        mode="NO CLAUSE: REASON REQUIRED",
        called="table and record differ",
    ),
    "controller_fault": Kind(
        "Controller fault",
        (
            Ruling(
                "strike_out",
                "STRIKE OUT",
                "The input is taken off the record of play. A card goes to the {rack}.",
                card_rulings.struck_out,
                confirm=True,
            ),
        ),
        dealer="Stop. Controller. Floor.",
        card="not counted",
    ),
    "no_longer_legal": Kind(
        "An entry counts no longer",
        (TAKEN_NOTE,),
        accuses=True,
        called="an entry counts no longer",
    ),
    "free_ruling": Kind(
        "Floor called",
        (
            Ruling(
                "seen",
                "RULED",
                "What was seen and ruled is written into the record. Play goes on.",
                card_rulings.nothing,
                asks="reason",
            ),
        ),
        mode="NO CLAUSE: REASON REQUIRED",
        named=calls.of_pause,
        holds=of_a_pause,
        watched=True,
        called="floor called",
    ),
}
