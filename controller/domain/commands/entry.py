"""Commands of a table without its devices: cards keyed in, the shoe by hand, the wheel by eye."""

from __future__ import annotations

from controller.domain.input_row import DESK, Row

from .base import Command

__all__ = ["CardKeyed", "CoverCardKeyed", "ShoeNoted", "SpinAttested", "StoodAside"]


class CardKeyed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The card that is due now, as it lies. A hidden place is keyed without a face."""

    row = Row("card_drawn", ("shoe", "dealer_hand", "round"), undone=True, acts=True)

    face: str = ""
    how: str = "due"
    """`face_up`, by a correction: it lay so in the shoe."""


class CoverCardKeyed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cover card has come out."""

    row = Row("cover_card_seen", ("shoe",))


class ShoeNoted(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A shoe is in: the stack that was cut, or whichever while the controller stands aside."""

    row = Row(
        "shoe_loaded",
        ("shoe",),
        aside=True,
        record="A shoe is in, told by hand",
        clause="line.load",
    )


class SpinAttested(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The section on which the wheel came to rest, by eye."""

    row = Row(
        "spin_attested",
        DESK,
        rank="floorperson",
        in_hold=True,
        record="Wheel read by eye, box {0.box}: {0.section}",
        clause="line.spin",
    )

    box: int
    section: str
    """Behind a space what the others get, where a second ring has it."""


class StoodAside(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The table is dealt without its controller from now on, or with it again."""

    row = Row(
        "stood_aside",
        DESK,
        rank="floorperson",
        in_hold=True,
        aside=True,
        clause="line.stands_aside",
    )

    aside: bool
    lamp: bool = False
    """Where the text demands a reader: its own lamp answers, as attested."""
    reason: str = ""

    def on_key(self) -> tuple[str, str]:
        if not self.aside:
            return "CONTROLLER BACK", "a full shuffle comes first"
        lamp = "the reader's own lamp answers" if self.lamp else "cards go unrecorded"
        return "CONTROLLER STANDS ASIDE", lamp

    def in_record(self) -> str:
        how = "stands aside: no card is recorded" if self.aside else "back: full shuffle"
        return f"Controller {how}"


EVERY: tuple[type[Command], ...] = (
    CardKeyed,
    CoverCardKeyed,
    ShoeNoted,
    SpinAttested,
    StoodAside,
)
