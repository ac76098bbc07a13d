"""`dealer-assist verify-self`: compare what is installed here with what was released.

    verify-self                          every installed file against its own package
    verify-self --manifest FILE --public-key PUB
                                         and against a release's signed manifest (FILE, FILE.sig)
    verify-self --journal FILE           and against what the table of that record last ran
    verify-self --write FILE [--sign KEY]
                                         write the manifest of what is here; for who makes releases

Exit status: 0 = it is, 1 = something differs. A manifest is text, `name version sha256` a line;
openssl checks its signature too: `openssl pkeyutl -verify -rawin -pubin -inkey PUB -in FILE
-sigfile FILE.sig`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from controller.errors import ConfigError
from controller.table.manifest import (
    Manifest,
    as_text,
    changed_files,
    compiled_otherwise,
    differences,
    from_text,
    manifest,
    manifest_id,
    own_version,
    with_library,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--manifest", type=Path, metavar="FILE", help="of the release")
    parser.add_argument("--public-key", type=Path, metavar="PUB", help="of who released it")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="what its table last ran")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the manifest of this")
    parser.add_argument("--sign", type=Path, metavar="KEY", help="private Ed25519 key in PEM")
    parser.add_argument("--list", action="store_true", help="print every part")


def version_line() -> str:
    return f"dealer-assist {own_version()}, software {manifest_id(manifest())}"


def main(args: argparse.Namespace) -> int:
    here = with_library(manifest())
    print(version_line())
    if args.list:
        print(as_text(here), end="")
    if args.write:
        _write(args, here)
        return 0
    wrong = list(_wrong(args, here))
    for line in wrong:
        print(f"DIFFERS  {line}")
    if not wrong:
        against = " and the release" if args.manifest else ""
        print(f"as installed: {len(here)} parts, every file agrees with its package{against}")
    return 1 if wrong else 0


def _wrong(args: argparse.Namespace, here: Manifest) -> Iterator[str]:
    yield from changed_files()
    yield from compiled_otherwise()
    if args.manifest:
        released = _released(args.manifest, args.public_key)
        yield from (_line(*one) for one in differences(released, here))
    if args.journal:
        yield from (_line(*one) for one in differences(_ran(args.journal), manifest()))


def _line(name: str, before: str, after: str) -> str:
    return f"{name}: {before} → {after}"


def _ran(path: Path) -> Manifest:
    from controller.daemon.software import last_run
    from controller.journal.read import open_reader

    with open_reader(path) as reader:
        return last_run(reader)


def _write(args: argparse.Namespace, here: Manifest) -> None:
    from controller.journal.keys import load_private_key

    text = as_text(here).encode()
    args.write.write_bytes(text)
    print(f"written     {args.write}, {len(here)} parts")
    if args.sign:
        signature = _signature(args.write)
        signature.write_bytes(load_private_key(args.sign).sign(text))
        print(f"signed      {signature}")


def _signature(manifest_file: Path) -> Path:
    return manifest_file.with_name(manifest_file.name + ".sig")


def _released(path: Path, key: Path | None) -> Manifest:
    """Raises: ConfigError when it is not signed by that key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    from controller.journal.keys import load_public_key

    if key is None:
        do = "Name it with --public-key; it comes from who released, not with the software"
        raise ConfigError("a manifest proves nothing without its maker's key", do=do)
    try:
        text, signature = path.read_bytes(), _signature(path).read_bytes()
        Ed25519PublicKey.from_public_bytes(load_public_key(key)).verify(signature, text)
        return from_text(text.decode())
    except OSError as error:
        raise ConfigError.of_file(error, error.filename) from error
    except (InvalidSignature, ValueError) as error:
        do = "Get manifest and signature from who released the software"
        raise ConfigError("is not what that key signed", where=str(path), do=do) from error
