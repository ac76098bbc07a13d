"""What the table finds out about itself, its software, clock and record: their words."""

from __future__ import annotations

from controller.domain.structs import replace

from .kind import TAKEN_NOTE, Kind, Ruling
from .kinds_of_duties import VERIFIED

CHECKED = replace(
    VERIFIED,
    label="CHECKED",
    effect="Compared with what was released. A second person accepts it.",
)
ACCEPTED = Ruling(
    "accepted",
    "ACCEPT THIS VERSION",
    "Signed by a second person: the table goes on with it.",
    when=(("verified", "YES"),),
    confirm=True,
    needs="casino_supervisor",
)
LOOKED_AT = replace(TAKEN_NOTE, asks="reason")

OF_ITSELF: dict[str, Kind] = {
    "other_software": Kind(
        "Other software: {about}", (CHECKED, ACCEPTED), dealer="Stop. Other software. Floor."
    ),
    "clock_behind": Kind(
        "Clock behind the record: {about}", (LOOKED_AT,), dealer="Stop. Clock. Floor."
    ),
    "clock_stepped": Kind("Clock set {about}", (TAKEN_NOTE,)),
    "record_damaged": Kind("Record damaged: {about}", (LOOKED_AT,), dealer="Stop. Record. Floor."),
}
