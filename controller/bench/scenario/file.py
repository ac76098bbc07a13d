"""A scenario file: TOML, refused whole with step, key and what is allowed.

One file is one scenario, or with `matrix` one for each row, whose values stand for `{name}`;
`{ledger}` is that of the row's pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from controller.domain.commands import RANKS
from controller.domain.structs import replace
from controller.errors import TableError
from controller.rules import ledger
from controller.rules import pack as packs

from . import names, words
from .checks import Then, unknown
from .meters import METERS

NAME = re.compile(r"\{([a-z][a-z0-9_]*)\}")
"""A value of the matrix; a card stands in braces too, but never in small letters."""
ALL = ("pack", "all")
WHEN = re.compile(r"\s*\[\[\s*when\s*\]\]")
Chip = Annotated[int, Meta(ge=0)]


class ScenarioError(TableError):
    code = "T150"


class Chips(Struct, frozen=True, forbid_unknown_fields=True):
    """On one box. Units: cents."""

    main: Annotated[int, Meta(ge=1)]
    match: Chip = 0
    break_bonus: Chip = 0
    bonus_spin: bool = False
    insurance: Chip = 0


class Bank(Struct, frozen=True, forbid_unknown_fields=True):
    """The player-dealer's."""

    box: int
    cents: int


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    options: dict[str, Any] = {}
    seed: int = 1
    at: str = "wagers"
    """How far the dealer brings the table before the first step; see `names.POINTS`."""
    stack: str = ""
    """The shoe's next cards in order; `+Th` one that does not belong there, `8c^` face up, `|` the
    cover card."""
    boxes: dict[str, int | Chips] = {}
    """Box to cents or chips; empty = seeded players come and go."""
    bank: Bank | None = None
    wheel: dict[str, int] | None = None
    """Section to cents."""
    meters: Literal["", "bonus_spin", "xtreme"] = ""
    """The wheel's meters, with amounts of which each digit shows; `options` count before them."""
    without: tuple[str, ...] = ()
    """Devices that the table does not have."""
    cover: int | None = None
    """Cards behind the cover card."""
    shuffle_s: float = 2.0


class Lesson(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What makes a lesson of a scenario."""

    task: str
    """What the trainee reads: what has happened, and what he is to do."""
    after: Annotated[int, Meta(ge=0)] = 0
    """So many steps are dealt before the table is handed over."""
    seconds: Annotated[int, Meta(ge=10, le=3600)] = 300
    """When it has not been done by then, it is failed."""


class Step(Struct, frozen=True, kw_only=True):
    """One act, and what is so after it. Without an act it only waits and checks."""

    number: int
    line: int = 0
    """Of its `[[when]]` in the file; 0 = the steps are written in another way."""
    key: str = ""
    value: Any = True
    then: Then = field(default_factory=Then)
    note: str = ""
    by: str = ""
    rank: str = "dealer"
    where: str = ""
    wait: float | None = None
    until: str = ""


class Scenario(Struct, frozen=True, kw_only=True):
    file: str
    name: str
    pack: str
    given: Given
    steps: tuple[Step, ...]
    clauses: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    """`kind: ruling` that the dealer or the table carries out without anybody ruling."""
    row: str = ""
    """Which row of the matrix: its values."""
    skip: str = ""
    """Why it is not played."""
    lesson: Lesson | None = None

    @property
    def id(self) -> str:
        return f"{Path(self.file).stem}[{self.row}]" if self.row else Path(self.file).stem


class _Top(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    pack: str
    when: tuple[dict[str, Any], ...]
    clauses: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    given: Given = Given()
    skip: str = ""
    matrix: Any = UNSET
    lesson: Lesson | None = None


class _Said(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands beside the act of a step."""

    then: Then = field(default_factory=Then)
    note: str = ""
    by: str = ""
    rank: Literal["dealer", "floorperson", "casino_supervisor"] = RANKS[0]  # type: ignore[assignment]
    where: Literal["", "dealer", "floor", "keypad"] = ""
    wait: Annotated[float, Meta(ge=0)] | UnsetType = UNSET
    until: str = ""
    only: dict[str, Any] = {}


def load(file: Path) -> tuple[Scenario, ...]:
    """Raises: ScenarioError for the first thing that is wrong."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError.of_file(error, file) from error
    return parse(text, str(file))


def parse(text: str, name: str) -> tuple[Scenario, ...]:
    """Raises: ScenarioError for the first thing that is wrong."""
    try:
        raw: dict[str, Any] = msgspec.toml.decode(text)
    except msgspec.DecodeError as error:
        raise ScenarioError(f"this is not TOML: {error}", where=name) from error
    except RecursionError as error:
        raise ScenarioError("is nested too deeply", where=name) from error
    rows = _rows(raw.get("matrix", [{}]))
    if not rows:
        do = "Write matrix = [{ pack = ... }, ...], or matrix = { pack = 'all' }"
        raise ScenarioError("no rows", where=f"{name}: matrix", do=do)
    lines = [n for n, line in enumerate(text.splitlines(), 1) if WHEN.match(line)]
    found = tuple(_scenario(name, raw, row, lines) for row in rows)
    labels = [one.row for one in found]
    for label in labels:
        if labels.count(label) > 1:
            where = f"{name}: matrix"
            raise ScenarioError(f"two rows are {label!r}", where=where, do="Give each an `id`")
    return found


def _rows(matrix: Any) -> list[dict[str, Any]]:
    """A list of rows as it is; of a table each value of a key with each of the others."""
    if isinstance(matrix, dict):
        matrix = {k: list(packs.names()) if (k, v) == ALL else v for k, v in matrix.items()}
        values = (v if isinstance(v, list) else [v] for v in matrix.values())
        return [dict(zip(matrix, row, strict=True)) for row in product(*values)]
    told = isinstance(matrix, list) and all(isinstance(row, dict) for row in matrix)
    return matrix if told else []


def _scenario(
    file: str, raw: dict[str, Any], row: dict[str, Any], lines: Sequence[int]
) -> Scenario:
    label, row = _label(row), _with_ledger(row)
    where = f"{file}[{label}]" if label else file
    rest = {k: v for k, v in raw.items() if k not in ("when", "matrix")}
    rest = {"skip": row.get("skip", ""), **_filled(rest, row, where)}
    steps = raw.get("when", [])
    top = _convert(where, {**rest, "when": steps}, _Top)
    _known(where, "pack", [top.pack], packs.names())
    _known(where, "clauses", top.clauses, ledger.by_id())
    _known(where, "rules", [one.partition(": ")[0] for one in top.rules], names.IRREGULARITIES)
    _given(where, top.given)
    at = lines if len(lines) == len(top.when) else [0] * len(top.when)
    found = tuple(_steps(where, zip(at, top.when, strict=True), row))
    if not found:
        raise ScenarioError("there is no step", where=f"{where}: when", do="Write [[when]]")
    if top.lesson is not None and top.lesson.after >= len(found):
        do = f"Use 0 to {len(found) - 1}"
        raise ScenarioError("nothing is left to do", where=f"{where}: lesson.after", do=do)
    return Scenario(
        file=file,
        name=top.name,
        pack=top.pack,
        given=replace(top.given, options={**METERS[top.given.meters], **top.given.options}),
        steps=found,
        clauses=top.clauses,
        rules=top.rules,
        row=label,
        skip=top.skip,
        lesson=top.lesson,
    )


def _label(row: Mapping[str, Any]) -> str:
    """What a row is called: its `id`, else the pack and ruling, else all that is short."""
    told = [row[key] for key in ("pack", "kind", "ruling") if key in row]
    short = [value for key, value in row.items() if isinstance(value, str | int) and key != "skip"]
    return str(row.get("id", "")) or ",".join(map(str, told or short))


def _with_ledger(row: dict[str, Any]) -> dict[str, Any]:
    known = row.get("pack") in packs.names()
    return {"ledger": packs.load(row["pack"]).ledger, **row} if known else row


def _given(where: str, given: Given) -> None:
    _known(where, "given.without", given.without, names.DEVICES)
    _known(where, "given.boxes", given.boxes, [str(box) for box in range(1, 8)])
    _refuse(f"{where}: given.at", names.no_point(given.at))
    _refuse(f"{where}: given.stack", words.no_stack(given.stack))
    if given.stack and given.at not in names.PHASES:
        raise ScenarioError(
            "there is no shoe yet", where=f"{where}: given.stack", do="Use the step `stack`"
        )


def _steps(
    where: str, steps: Iterable[tuple[int, dict[str, Any]]], row: Mapping[str, Any]
) -> Iterator[Step]:
    for number, (line, raw) in enumerate(steps, start=1):
        here = f"{where}{f', line {line}' if line else ''}: step {number}"
        only = raw.get("only", {})
        if not isinstance(only, dict) or not only.keys() <= row.keys():
            raise ScenarioError("not a value of the matrix", where=f"{here}: only")
        if any(row[k] not in (v if isinstance(v, list) else [v]) for k, v in only.items()):
            continue
        step = _filled(raw, row, here)
        acts = [key for key in step if key not in _Said.__struct_fields__]
        if len(acts) > 1:
            raise ScenarioError(f"two acts: {' and '.join(acts)}", where=here, do="Write two steps")
        said = _convert(here, {k: v for k, v in step.items() if k not in acts}, _Said)
        _refuse(f"{here}: then", unknown(said.then))
        _refuse(f"{here}: until", names.no_point(said.until) if said.until else "")
        key, value = (acts[0], step[acts[0]]) if acts else ("", True)
        _refuse(f"{here}: {key}", words.wrong(key, value) if key else "")
        yield Step(
            number=number,
            line=line,
            key=key,
            value=value,
            then=said.then,
            note=said.note,
            by=said.by,
            rank=said.rank,
            where=said.where,
            wait=None if said.wait is UNSET else said.wait,
            until=said.until,
        )


def _refuse(where: str, wrong: str) -> None:
    if wrong:
        raise ScenarioError(wrong, where=where)


def _known(where: str, key: str, given: Any, allowed: Any) -> None:
    for one in given:
        if one not in allowed:
            raise ScenarioError(
                f"{one!r} is not known", where=f"{where}: {key}", do=names.allowed(one, allowed)
            )


def _filled(value: Any, row: Mapping[str, Any], where: str) -> Any:
    """Put the row's values in; a text that is nothing but `{name}` becomes the value itself."""
    if isinstance(value, dict):
        return {str(_filled(k, row, where)): _filled(v, row, where) for k, v in value.items()}
    if isinstance(value, list):
        return [_filled(one, row, where) for one in value]
    if not isinstance(value, str):
        return value
    for name in NAME.findall(value):
        if name not in row:
            raise ScenarioError(
                f"{{{name}}} has no value", where=where, do=names.allowed(name, row, "The matrix")
            )
        if value == f"{{{name}}}":
            return row[name]
    return NAME.sub(lambda found: str(row[found[1]]), value)


def _convert(where: str, raw: Any, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        text, _, path = str(error).partition(" - at `$")
        place = path.strip("`.")
        here = _at(kind, place)
        text = text.replace("Object contains unknown field", "unknown key")
        text = text.replace("Object missing required field", "missing key")
        given, do = text.rpartition(" ")[2].strip("`'"), ""
        if text.startswith("unknown key") and _is(here):
            do = names.allowed(given, here.__struct_fields__)
        if text.startswith("Invalid enum value"):
            text, do = f"{given!r} is not known", names.allowed(given, get_args(here))
        raise ScenarioError(text, where=f"{where}: {place}".rstrip(": "), do=do) from error


def _at(kind: type[Any], place: str) -> Any:
    """The struct that the path of an error names."""
    here: Any = kind
    for name in filter(None, place.split(".")):
        hints = {f.name: f.type for f in msgspec.structs.fields(here)} if _is(here) else {}
        here = hints.get(name)
    return here


def _is(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)
