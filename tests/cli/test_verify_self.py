"""What is installed, against its own packages and against a release that somebody signed."""

from __future__ import annotations

import importlib.util
import marshal
import shutil
import subprocess
from pathlib import Path

import pytest

from controller.cli import run
from controller.journal.keys import SIGNING_KEY, load_private_key, new_keys
from controller.table import manifest as software
from controller.table.manifest import as_text, compiled_otherwise, differences, from_text, manifest

PACKAGE = "aaa_example"


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A signed manifest of what is here, with the keys that signed it beside it."""
    new_keys(tmp_path / "keys")
    written = ["--write", str(tmp_path / "manifest"), "--sign", str(tmp_path / "keys/signing.key")]
    assert run(["verify-self", *written]) == 0
    return tmp_path


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment with one installed package of one file."""
    folder = tmp_path / "site"
    (folder / f"{PACKAGE}-1.2.dist-info").mkdir(parents=True)
    (folder / f"{PACKAGE}.py").write_text("ONE = 1\n")
    digest = software._encoded(folder / f"{PACKAGE}.py")
    (folder / f"{PACKAGE}-1.2.dist-info" / "RECORD").write_text(
        f"{PACKAGE}.py,sha256={digest},8\n{PACKAGE}-1.2.dist-info/RECORD,,\n"
    )
    monkeypatch.setattr(software, "_sites", lambda: (folder,))
    return folder


def against(release: Path) -> list[str]:
    key = str(release / "keys" / "signing.pub")
    return ["verify-self", "--manifest", str(release / "manifest"), "--public-key", key]


def test_version_names_the_software(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("dealer-assist 0.")
    assert software.manifest_id(manifest()) in said


def test_manifest_names_all_that_runs() -> None:
    """Controller, drivers, each pack, the interpreter, each package with version and hash."""
    names = {part.name for part in manifest()}

    assert {"controller", "drivers", "python", "apsw", "cryptography", "pyserial"} <= names
    assert {n for n in names if n.startswith("pack-")} >= {"pack-maryland", "pack-massachusetts"}
    assert all(len(part.hash) == 64 and part.version for part in manifest())


def test_what_is_released_here_is_found_here(
    release: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(against(release)) == 0
    assert "and the release" in capsys.readouterr().out


def test_openssl_checks_a_release_as_we_do(release: Path) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed here")
    done = subprocess.run(
        "openssl pkeyutl -verify -rawin -pubin -inkey keys/signing.pub -in manifest"
        " -sigfile manifest.sig",
        shell=True,
        cwd=release,
        check=False,
        capture_output=True,
    )
    assert done.returncode == 0, done.stdout


def test_another_release_is_told_part_by_part(
    release: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = from_text((release / "manifest").read_text())
    other = tuple(
        software.Part("apsw", "9.9", "0" * 64) if part.name == "apsw" else part for part in parts
    )
    (release / "manifest").write_text(as_text(other))
    signer = load_private_key(release / "keys" / SIGNING_KEY)
    (release / "manifest.sig").write_bytes(signer.sign((release / "manifest").read_bytes()))

    assert run(against(release)) == 1
    assert "DIFFERS  apsw: 9.9 00000000 → " in capsys.readouterr().out


def test_manifest_that_was_edited_after_it_was_signed_is_refused(
    release: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (release / "manifest").read_text()
    (release / "manifest").write_text(text.replace("controller ", "controller2 ", 1))

    assert run(against(release)) == 2
    assert "is not what that key signed" in capsys.readouterr().err


def test_manifest_without_its_makers_key_proves_nothing(release: Path) -> None:
    assert run(["verify-self", "--manifest", str(release / "manifest")]) == 2


def test_changed_and_missing_file_of_a_package_is_named(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list(software.changed_files()) == []

    (site / f"{PACKAGE}.py").write_text("ONE = 2\n")
    assert run(["verify-self"]) == 1
    assert f"{PACKAGE}: {site / PACKAGE}.py was changed" in capsys.readouterr().out

    (site / f"{PACKAGE}.py").unlink()
    assert [text.rpartition(" ")[2] for text in software.changed_files()] == ["missing"]


def test_package_whose_list_of_files_is_gone_is_named(site: Path) -> None:
    """Without it nobody could say what was installed."""
    (site / f"{PACKAGE}-1.2.dist-info" / "RECORD").unlink()

    assert "missing or empty" in next(software.changed_files())


def test_hook_that_python_runs_at_each_start_is_part_of_it(site: Path) -> None:
    manifest.cache_clear()
    before = manifest()
    (site / "evil.pth").write_text("import os\n")
    manifest.cache_clear()
    try:
        assert [name for name, _, _ in differences(before, manifest())] == ["start-hooks"]
    finally:
        manifest.cache_clear()


def code(text: str) -> bytes:
    return marshal.dumps(compile(text, "module.py", "exec", dont_inherit=True))


def test_compiled_module_that_is_not_of_its_source_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python would run it, and no look at the sources would tell."""
    source = tmp_path / "module.py"
    source.write_text("PAYS = 3\n")
    compiled = Path(importlib.util.cache_from_source(str(source)))
    compiled.parent.mkdir()
    found = source.stat()
    head = importlib.util.MAGIC_NUMBER + bytes(4)
    head += int(found.st_mtime).to_bytes(4, "little") + found.st_size.to_bytes(4, "little")
    monkeypatch.setattr(software, "FOLDERS", {"module": None})
    monkeypatch.setattr(software, "_home", lambda _: tmp_path)

    compiled.write_bytes(head + code("PAYS = 3\n"))
    assert list(compiled_otherwise()) == []

    compiled.write_bytes(head + code("PAYS = 9\n"))
    assert list(compiled_otherwise()) == [f"{compiled} is not made of module.py"]

    compiled.write_bytes(head + b"not code")
    assert len(list(compiled_otherwise())) == 1
