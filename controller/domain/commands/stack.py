"""Commands of the shuffle by hand, the cut, the recut and the reshuffle on order."""

from __future__ import annotations

from controller.domain.input_row import Row

from .base import Command

__all__ = ["CutTaken", "RecutOrdered", "ShuffleOrdered", "ShuffleStep", "ShufflerSetAside"]


class ShuffleStep(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A step group of the shuffle by hand is done; `riffles` attests two riffles or more."""

    row = Row("step_done", ("shuffle",), clause="shuffle.manual_steps")

    step: str

    def in_record(self) -> str:
        return f"Shuffle by hand: {self.step.replace('_', ' ')}"


class ShufflerSetAside(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The shuffler is out of the way, as attested: `removed`, `covered`, `sign` or `out`."""

    row = Row(
        "shuffler_set_aside",
        ("shuffle",),
        rank="floorperson",
        in_hold=True,
        clause="shuffle.out_of_service",
    )

    how: str

    def on_key(self) -> tuple[str, str]:
        return {
            "removed": ("SHUFFLER REMOVED", "off the table"),
            "covered": ("SHUFFLER COVERED", "out of use"),
            "sign": ("SIGN ON SHUFFLER", "out of order"),
            "out": ("SHUFFLER OUT", "shuffle by hand"),
        }[self.how]

    def in_record(self) -> str:
        return {
            "removed": "Shuffler removed from the table",
            "covered": "Shuffler covered",
            "sign": "Out-of-order sign on the shuffler",
            "out": "Shuffler put out of use",
        }.get(self.how, self.how)


class CutTaken(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Who took the cut; those who were offered it before have refused."""

    row = Row("cut_taken", ("cut",))

    box: int
    """0 = the dealer, nobody else would."""


class RecutOrdered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cut was wrong: the dealer's own while the card stands, afterwards the floor's."""

    row = Row(
        "recut_ordered", ("cut",), key=("RECUT", "the cut was wrong"), clause="shuffle.recut_by"
    )

    reason: str

    def in_record(self) -> str:
        return f"Recut ordered: {self.reason}".removesuffix(": ")


class ShuffleOrdered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The floor has the cards shuffled again, at once or at the end of the round."""

    row = Row(
        "reshuffle_ordered",
        ("shuffle",),
        rank="floorperson",
        key=("RESHUFFLE", "at the end of the round"),
        record="Reshuffle ordered: {0.reason}",
        clause="shuffle.reshuffle_on_order",
    )

    reason: str


EVERY: tuple[type[Command], ...] = (
    ShuffleStep,
    ShufflerSetAside,
    CutTaken,
    RecutOrdered,
    ShuffleOrdered,
)
