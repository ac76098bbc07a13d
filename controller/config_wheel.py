"""`[wheel]` of devices.toml: the sections of the house's wheel and the system behind its meters."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from controller.errors import ConfigError
from controller.rules.pack import Approval, Pack
from controller.rules.wheels import (
    jackpots,
    two_spins_of_a_box,
    why_not_mirrored,
    why_not_rings,
    why_not_sections,
    why_not_system,
)


class WheelSection(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    cents: Annotated[int, Meta(ge=0)]
    weight: Annotated[int, Meta(ge=1)]
    """Moves the simulated wheel only: a real one is as likely as it is built."""


class WheelTable(Struct, frozen=True, forbid_unknown_fields=True):
    sections: Annotated[tuple[WheelSection, ...], Meta(min_length=2, max_length=255)]
    system: str = ""
    """The approved system that has the progressive meters."""
    seats: tuple[int, ...] = ()
    """Boxes with a device of that system."""
    xtreme: Annotated[tuple[WheelSection, ...], Meta(max_length=255)] = ()
    """The ring of the Xtreme prizes; a meter's section has 0 cents."""
    community: Annotated[tuple[WheelSection, ...], Meta(max_length=255)] = ()
    """The ring of what each other player gets."""
    names_wager: bool = False
    """It is told which wager a spin is for (capability `wager` in drivers/PROTOCOL.md)."""
    approval: Approval | None = None
    """None marks an example table, not for play."""


def check_wheel(pack: Pack, wheel: WheelTable | None, tax_form_from: int | None, file: str) -> None:
    """Sections, rings, system, and what the house does with a jackpot. Raises: ConfigError."""
    table, where = pack.wheel.wheel_table, f"{file}: $.wheel"
    if table.value == "supplied" and wheel is None:
        raise ConfigError(
            "the section is missing",
            where=where,
            do=f"Add the sections of the house's wheel ({table.clause})",
        )
    of_system = (wheel.system, wheel.seats) if wheel is not None else ("", ())
    no = why_not_system(pack, *of_system)
    no = no or (why_not_sections(pack, wheel.sections) if wheel is not None else None)
    if no:
        raise ConfigError(f"{no.text} ({no.clause})", where=where)
    if ring := why_not_rings(pack, wheel.xtreme, wheel.community) if wheel is not None else None:
        name, no = ring
        raise ConfigError(f"{no.text} ({no.clause})", where=f"{where}.{name}")
    if two_spins_of_a_box(pack) and (wheel is None or not wheel.names_wager):
        raise ConfigError(
            f"told the box alone, the wheel would spin for the Bonus Spin wager there "
            f"({pack.wheel.xtreme_model.clause})",
            where=f"{where}.names_wager",
            do="Write true if the wheel lists `wager` among its capabilities, "
            'or play xtreme_model = "hot_spot"',
        )
    if jackpots(pack) and tax_form_from is None:
        raise ConfigError(
            "a jackpot can be hit",
            where=f"{file}: $.table.tax_form_from",
            do="Give the cents from which a tax form is due",
        )


def check_system(pack: Pack, device: str, file: str) -> None:
    """The device of an approved progressive system. Raises: ConfigError."""
    if no := why_not_mirrored(pack):
        raise ConfigError(
            f"{no.text} ({no.clause})",
            where=f"{file}: $.device",
            do=f"Remove the device {device}, or choose another value in [rules.options]",
        )
