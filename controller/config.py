"""devices.toml, decoded once into frozen structs; the only place that reads it.

A device is decoded in two steps: what every device has, then the rest by the settings of its
driver. Every error is one line that says where (`devices.toml: $.device[2].baud`), what, and what
to do. Paths in the file are relative to the file's own folder.
"""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from controller.config_console import Console, console_of
from controller.config_wheel import WheelTable, check_system, check_wheel
from controller.domain.commands import RANKS
from controller.domain.roles import PROGRESSIVE
from controller.errors import ConfigError
from controller.rules.pack import Approval, Pack, apply_options, complete
from controller.rules.pack import load as load_pack
from controller.rules.placing import Layout, why_not_layout
from controller.rules.wheels import offered
from drivers import catalog
from drivers.errors import DriverError

Name = Annotated[
    str,
    Meta(pattern=r"^[a-z][a-z0-9_-]{0,30}$", description="small letters, digits, - and _"),
]
"""Of a device or an option, as it stands in the record: `shoe`, `card-reader`."""
Text = Annotated[str, Meta(min_length=1, max_length=80)]
Port = Annotated[str, Meta(min_length=1, max_length=4096)]
"""A path may be as long as the system allows."""
Clock = Annotated[
    str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", description="a time of day such as 06:00")
]
Kind = TypeVar("Kind", bound=Struct)

SECTIONS = ("table", "rules", "layout", "wheel", "console", "journal", "people", "roles", "device")
MISSING = "the section is missing"
MUST_HAVE = ("table", "rules", "console", "journal", "people", "device")


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's identity: on every page, row, export and log line."""

    asset_number: Text
    location: Text
    gaming_day_start: Clock
    timezone: Text
    shoe_side: Literal["left", "right"]
    """The dealer's hand nearest the shoe; mirrors page and keys."""
    tax_form_from: Annotated[int, Meta(ge=1)] | None = None
    """Cents of a jackpot from which a tax form is due: the house's, asked for where one can be hit.
    """


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    pack: Name
    options: dict[str, Any] = {}
    """As written: `key = value`, or `key = { value = ..., approval = {...} }`; see `pack_of`."""


class JournalFiles(Struct, frozen=True, forbid_unknown_fields=True):
    path: Path
    keys: Path


class PeopleFile(Struct, frozen=True, forbid_unknown_fields=True):
    path: Path


_KIND: dict[str, type[Struct]] = {
    "table": Table, "rules": Rules, "console": Console, "journal": JournalFiles,
    "people": PeopleFile,
}  # fmt: skip


class Device(Struct, frozen=True):
    name: Name
    role: Text
    driver: Text
    port: Port
    approval: Approval | None
    """Needed where the link carries the identity of face-down cards in clear."""
    settings: Struct
    """The `Settings` of its driver."""


class Config(Struct, frozen=True):
    """All of one devices.toml; `text` is the file as it stood, for the record's opening row."""

    file: Path
    text: str
    table: Table
    rules: Rules
    console: Console
    journal: JournalFiles
    people: PeopleFile
    devices: tuple[Device, ...]
    layout: Layout | None = None
    """The marked areas, where the file states them."""
    wheel: WheelTable | None = None
    roles: Mapping[str, str] = {}
    """House title -> rank."""

    def device(self, role: str) -> Device | None:
        return next((d for d in self.devices if d.role == role), None)


def load(file: Path) -> Config:
    """Decode and check `file`. Raises: ConfigError, for the first thing that is wrong."""
    text = _text_of(file)
    here = f"{file.name}: $"
    raw = _toml(file.name, text)
    _only(here, raw, SECTIONS)
    for section in MUST_HAVE:
        _require(here, raw, section)
    folder = file.resolve().parent
    journal = _convert(f"{here}.journal", raw["journal"], JournalFiles)
    people = _convert(f"{here}.people", raw["people"], PeopleFile)
    console = _convert(f"{here}.console", raw["console"], Console)
    table = _convert(f"{here}.table", raw["table"], Table)
    _time_zone(f"{here}.table.timezone", table.timezone)
    return Config(
        file=file,
        text=text,
        table=table,
        rules=_convert(f"{here}.rules", raw["rules"], Rules),
        console=console_of(f"{here}.console", console, folder),
        journal=JournalFiles(path=folder / journal.path, keys=folder / journal.keys),
        people=PeopleFile(path=folder / people.path),
        devices=_devices(f"{here}.device", raw["device"]),
        layout=_convert(f"{here}.layout", raw["layout"], Layout) if "layout" in raw else None,
        wheel=_wheel(f"{here}.wheel", raw["wheel"]) if "wheel" in raw else None,
        roles=_roles(f"{here}.roles", raw.get("roles", {})),
    )


def sections(file: Path) -> dict[str, object]:
    """Each that a table must have, decoded, or the error in its place. Raises: ConfigError."""
    here, raw = f"{file.name}: $", _toml(file.name, _text_of(file)) if file.exists() else {}
    return {name: _section(here, raw, name) for name in MUST_HAVE}


def _section(here: str, raw: Mapping[str, Any], name: str) -> object:
    where = f"{here}.{name}"
    try:
        _require(here, raw, name)
        if name == "device":
            return _devices(where, raw[name])
        return _convert(where, raw[name], _KIND[name])
    except ConfigError as error:
        return error


def pack_of(config: Config) -> Pack:
    """The pack with the operator's options, and the devices that they need at the table.

    Raises: PackError, ConfigError.
    """
    pack = apply_options(load_pack(config.rules.pack), config.rules.options)
    complete(pack)
    if config.layout is not None and (no := why_not_layout(pack, config.layout)):
        raise ConfigError(f"{no.text} ({no.clause})", where=f"{config.file.name}: $.layout")
    if pack.deal.variant.value == "hole_card_reader":
        _needs_device(config, "card_reader", pack.deal.variant.clause)
    if pack.shuffle.method.value == "automated":
        _needs_device(config, "shuffler", pack.shuffle.method.clause)
    if system := config.device(PROGRESSIVE):
        check_system(pack, system.name, config.file.name)
    if offered(pack):
        _needs_device(config, "wheel", pack.wheel.bonus_spin.clause)
        check_wheel(pack, config.wheel, config.table.tax_form_from, config.file.name)
    return pack


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise ConfigError("no such file", where=str(file), do="Name it with --config") from error
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError.of_file(error, file) from error


def _toml(name: str, text: str) -> dict[str, Any]:
    try:
        return msgspec.toml.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise ConfigError(f"this is not TOML: {error}", where=name, do="Mend that line") from error
    except RecursionError as error:
        raise ConfigError("is nested too deeply", where=name) from error


def _require(here: str, raw: Mapping[str, Any], section: str) -> None:
    if section not in raw:
        raise ConfigError(MISSING, where=f"{here}.{section}", do="Add it")


def _only(where: str, raw: Mapping[str, Any], allowed: Iterable[str]) -> None:
    for key in raw:
        if key not in allowed:
            raise ConfigError(
                "unknown key", where=f"{where}.{key}", do=f"Allowed here: {', '.join(allowed)}"
            )


def _convert(where: str, raw: object, kind: type[Kind]) -> Kind:
    """Build `kind` from its part of the file; the error carries path, key and allowed values."""
    try:
        return msgspec.convert(raw, kind, dec_hook=_path_of)
    except msgspec.ValidationError as error:
        raise _explained(where, kind, str(error)) from error


def _path_of(kind: type, value: object) -> object:
    if kind is not Path or not isinstance(value, str) or not value:
        raise ValueError(f"Expected a path, got {value!r}")
    return Path(value)


def _explained(where: str, kind: type[Struct], said: str) -> ConfigError:
    what, _, below = said.partition(" - at `$")
    below = below.rstrip("`")
    hint = _hint_at(kind, below)
    key = re.search(r"(unknown|missing required) field `(\w+)`", what)
    if key is None:
        return ConfigError(what, where=where + below, do=_wanted(hint))
    fields = ", ".join(_struct_in(hint).__struct_fields__)
    if key[1] == "unknown":
        fault, do = "unknown key", f"Allowed here: {fields}"
    else:
        fault, do = "missing", f"Add it; the keys here: {fields}"
    return ConfigError(fault, where=f"{where}{below}.{key[2]}", do=do)


def _wanted(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return f"Use one of: {', '.join(map(str, get_args(hint)))}"
    described = [m.description for m in get_args(hint) if isinstance(m, Meta) and m.description]
    return f"Use {described[0]}" if described else "Correct the value"


def _hint_at(kind: type[Struct], below: str) -> Any:
    hint: Any = kind
    for key in re.findall(r"\.(\w+)", below):
        hint = get_type_hints(_struct_in(hint), include_extras=True).get(key, kind)
    return hint


def _struct_in(hint: Any) -> type[Struct]:
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint
    found = [_struct_in(arg) for arg in get_args(hint)]
    return next((kind for kind in found if kind is not Struct), Struct)


def _time_zone(where: str, name: str) -> None:
    try:
        zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ConfigError(
            f"no time zone {name!r} on this machine",
            where=where,
            do="Use a name like America/New_York; apt-get install tzdata if there is none at all",
        ) from error


def _wheel(where: str, raw: object) -> WheelTable:
    wheel = _convert(where, raw, WheelTable)
    for ring in ("sections", "xtreme", "community"):
        _unique(where, ring, "name", [section.name for section in getattr(wheel, ring)])
    return wheel


def _roles(where: str, raw: object) -> dict[str, str]:
    roles = raw if isinstance(raw, Mapping) else {"": raw}
    for title, rank in roles.items():
        if rank not in RANKS:
            do = f"Use one of: {', '.join(RANKS)}"
            raise ConfigError(f"{rank!r} is no rank", where=f"{where}.{title}", do=do)
    return dict(roles)


def _devices(where: str, raw: object) -> tuple[Device, ...]:
    if not isinstance(raw, list) or not raw:
        raise ConfigError("there is none", where=where, do="Add a [[device]] table for each")
    devices = tuple(_device(f"{where}[{n}]", entry) for n, entry in enumerate(raw))
    _unique(where, "", "name", [d.name for d in devices])
    _unique(where, "", "port", [d.port for d in devices])
    _unique(where, "", "role", [d.role for d in devices])
    if "shoe_scanner" not in {d.role for d in devices}:
        raise ConfigError(
            "no device has the role shoe_scanner", where=where, do="Every table needs one: add it"
        )
    return devices


def _needs_device(config: Config, role: str, clause: str) -> None:
    if config.device(role) is None:
        raise ConfigError(
            f"no device has the role {role}",
            where=f"{config.file.name}: $.device",
            do=f"Add it, or choose another value in [rules.options] ({clause})",
        )


def _unique(where: str, below: str, key: str, values: Sequence[str]) -> None:
    path = f"{where}.{below}" if below else where
    for n, value in enumerate(values):
        if (first := values.index(value)) < n:
            raise ConfigError(
                f"{value!r} stands in [{first}] too",
                where=f"{path}[{n}].{key}",
                do=f"Give each a {key} of its own",
            )


class _Common(Struct, frozen=True):
    name: Name
    role: Text
    driver: Text
    port: Port
    approval: Approval | None = None


def _device(where: str, raw: object) -> Device:
    common = _convert(where, raw, _Common)
    assert isinstance(raw, Mapping)
    try:
        driver = catalog.find(common.driver)
    except DriverError as error:
        raise ConfigError(str(error), where=f"{where}.driver", do="Name one of these") from error
    if common.role not in driver.devices:
        do = f"Use one of: {', '.join(driver.devices)}"
        what = f"{common.driver} serves no {common.role!r}"
        raise ConfigError(what, where=f"{where}.role", do=do)
    shared = _Common.__struct_fields__
    rest = {key: value for key, value in raw.items() if key not in shared}
    _only(where, rest, (*shared, *driver.settings.__struct_fields__))
    return Device(
        *(common.name, common.role, common.driver, common.port, common.approval),
        settings=_convert(where, rest, driver.settings),
    )
