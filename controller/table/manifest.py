"""Everything that runs, each part with its version and hash: what a start compares.

An installed package is named by the hashes in its own RECORD, without those of its scripts, which
hold the path of this machine: the same wheels give the same manifest everywhere. `changed_files`
holds the files themselves against them.
"""

from __future__ import annotations

import base64
import importlib.util
import marshal
import os
import platform
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path

from msgspec import Struct

import controller
import drivers

OURS = "dealer-assist"
FOLDERS = {"controller": controller, "drivers": drivers}
LIBRARY = "python-library"
NOT_LIBRARY = frozenset(
    {"__pycache__", "site-packages", "dist-packages", "test", "tests", "idlelib", "turtledemo"}
)
HOOKS = ("*.pth", "sitecustomize.py", "usercustomize.py")
"""What Python runs by itself at each start."""


class Part(Struct, frozen=True, array_like=True):
    name: str
    version: str
    hash: str
    """sha256 in hex."""


Manifest = tuple[Part, ...]


@cache
def manifest() -> Manifest:
    """Of this process; the same until it ends."""
    version = own_version()
    own = [Part(name, version, _folder(_home(one))) for name, one in FOLDERS.items()]
    packs = _home(controller) / "rules" / "packs"
    own += [Part(f"pack-{p.stem}", version, _file(p)) for p in sorted(packs.glob("*.toml"))]
    python = Part("python", platform.python_version(), _files(_interpreter()))
    found = {part.name: part for part in _installed()}
    return (*own, python, Part("start-hooks", "-", _files(_hooks())), *found.values())


def with_library(parts: Manifest) -> Manifest:
    """The same with Python's own modules, which take longer to read than a start may."""
    files = sorted(_library())
    return (*parts, Part(LIBRARY, platform.python_version(), _files(files)))


def manifest_id(parts: Manifest) -> str:
    """Short name of a manifest."""
    return sha256(as_text(parts).encode()).hexdigest()[:16]


def as_text(parts: Manifest) -> str:
    """One part a line: `name version hash`; this is what a release signs."""
    return "".join(f"{p.name} {p.version} {p.hash}\n" for p in sorted(parts, key=lambda p: p.name))


def from_text(text: str) -> Manifest:
    """Raises: ValueError when a line is no part."""
    return tuple(Part(*_three(line)) for line in text.splitlines())


def _three(line: str) -> tuple[str, str, str]:
    name, version, digest = line.split(" ")
    return name, version, digest


def differences(before: Manifest, after: Manifest) -> tuple[tuple[str, str, str], ...]:
    """(name, before, after) of each part that is not the same: version and start of its hash."""
    was, now = ({p.name: p for p in parts} for parts in (before, after))
    names = sorted({*was, *now})
    return tuple(
        (n, _said(was.get(n)), _said(now.get(n))) for n in names if was.get(n) != now.get(n)
    )


def _said(part: Part | None) -> str:
    return "none" if part is None else f"{part.version} {part.hash[:8]}"


def own_version() -> str:
    try:
        return metadata.version(OURS)
    except metadata.PackageNotFoundError:
        return "not-installed"


# ---- what is read ----
def _home(package: object) -> Path:
    return Path(str(getattr(package, "__file__", ""))).resolve().parent


def _folder(home: Path) -> str:
    """Each file below it by its name there; what Python compiled is left out."""
    found = []
    for folder, below, files in os.walk(home):
        below[:] = [name for name in below if name != "__pycache__"]
        found += [os.path.join(folder, name) for name in files]  # noqa: PTH118 (500 files a start)
    digest, start = sha256(), len(str(home)) + 1
    for path in sorted(found):
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (the same)
            digest.update(f"{path[start:]} {sha256(file.read()).hexdigest()}\n".encode())
    return digest.hexdigest()


def _files(paths: Iterable[Path]) -> str:
    digest = sha256()
    for path in paths:
        digest.update(f"{path.name} {_file(path)}\n".encode())
    return digest.hexdigest()


def _file(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _interpreter() -> Iterator[Path]:
    yield Path(sys.executable).resolve()
    shared = sysconfig.get_config_var("INSTSONAME") or ""
    library = Path(sysconfig.get_config_var("LIBDIR") or "") / shared
    if ".so" in shared and library.is_file():
        yield library


def _library() -> Iterator[Path]:
    for folder, below, files in os.walk(sysconfig.get_path("stdlib")):
        below[:] = [name for name in below if name not in NOT_LIBRARY]
        yield from (Path(folder) / name for name in files if name.endswith((".py", ".so")))


def _sites() -> tuple[Path, ...]:
    return tuple(dict.fromkeys(Path(sysconfig.get_path(name)) for name in ("purelib", "platlib")))


def _hooks() -> Iterator[Path]:
    ours = OURS.replace("-", "_")
    for site in _sites():
        found = sorted(path for pattern in HOOKS for path in site.glob(pattern))
        yield from (path for path in found if ours not in path.name)


def _records() -> Iterator[tuple[str, str, Path]]:
    """Name, version and RECORD of each installed package but ours."""
    for site in _sites():
        for folder in sorted(site.glob("*.dist-info")):
            name, _, version = folder.name.removesuffix(".dist-info").rpartition("-")
            if name != OURS.replace("-", "_"):
                yield name, version, folder / "RECORD"


def _lines(record: Path) -> list[str]:
    """The files that are the same on every machine, sorted."""
    try:
        text = record.read_bytes()
    except OSError:
        return []
    found = (ln for ln in text.splitlines() if b"sha256=" in ln and not ln.startswith(b"../"))
    return [line.decode() for line in sorted(found)]


def _installed() -> Iterator[Part]:
    for name, version, record in _records():
        yield Part(name, version, sha256("\n".join(_lines(record)).encode()).hexdigest())


# ---- the files themselves ----
def changed_files() -> Iterator[str]:
    """Each installed file that is missing or not what its package says it is."""
    for name, _, record in _records():
        if not (lines := _lines(record)):
            yield f"{name}: {record} is missing or empty"
        for line in lines:
            path, digest, _ = line.rsplit(",", 2)
            found = record.parent.parent / path.strip('"')
            if not found.is_file():
                yield f"{name}: {found} is missing"
            elif _encoded(found) != digest.removeprefix("sha256="):
                yield f"{name}: {found} was changed"


def _encoded(path: Path) -> str:
    digest = sha256(path.read_bytes()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def compiled_otherwise() -> Iterator[str]:
    """Each of our modules whose compiled form, which Python would run, is not of its source."""
    for package in FOLDERS.values():
        for source in sorted(_home(package).rglob("*.py")):
            compiled = Path(importlib.util.cache_from_source(str(source)))
            if compiled.is_file() and not _is_of(source, compiled.read_bytes()):
                yield f"{compiled} is not made of {source.name}"


def _is_of(source: Path, compiled: bytes) -> bool:
    """One that is out of date is not run, and says nothing."""
    text, found = source.read_bytes(), source.stat()
    flags = int.from_bytes(compiled[4:8], "little")
    fresh = compiled[8:16] == (
        importlib.util.source_hash(text)
        if flags & 1
        else (int(found.st_mtime) & 0xFFFFFFFF).to_bytes(4, "little")
        + (found.st_size & 0xFFFFFFFF).to_bytes(4, "little")
    )
    unchecked = flags & 0b11 == 1
    if compiled[:4] != importlib.util.MAGIC_NUMBER or not (fresh or unchecked):
        return True
    try:
        code = marshal.loads(compiled[16:])  # noqa: S302 (compared, never run)
    except (EOFError, ValueError, TypeError):
        return False
    return bool(code == compile(text, str(source), "exec", dont_inherit=True))
