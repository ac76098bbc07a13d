"""What is shipped: the wheel in an environment of its own, and a Makefile with clear words."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.kit.wires.patience import PATIENCE_S
from tests.layout import ROOT, tracked

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Installed:
    wheel: Path
    bin: Path

    def run(
        self, *args: str, stdin: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.bin / "dealer-assist"), *args],
            cwd=self.bin,
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **environment},
            input=stdin,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel alone in a fresh environment; what it depends on is borrowed from the suite's."""
    folder = tmp_path_factory.mktemp("installed")
    pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "env", with_pip=False)
    python = folder / "env/bin/python"
    pip("--python", str(python), "install", "--no-deps", "--no-index", str(wheel))
    (site,) = (folder / "env/lib").glob("python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return Installed(wheel, folder / "env/bin")


def pip(*args: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *args],
        check=True,
        timeout=PATIENCE_S,
    )


def test_wheel_carries_every_file_of_both_packages(installed: Installed) -> None:
    """Packs, clauses, templates and PROTOCOL.md are code too: nothing may be left behind."""
    due = {n for n in tracked(ROOT) if n.startswith(("controller/", "drivers/"))}

    names = zipfile.ZipFile(installed.wheel).namelist()
    carried = {n for n in names if ".dist-info/" not in n and ".data/" not in n}

    assert carried == due


def test_pytest_finds_the_fixtures_of_an_installed_wheel(
    installed: Installed, tmp_path: Path
) -> None:
    """The plugin `dealer_assist.bench` needs no `-p`."""
    (tmp_path / "test_house.py").write_text(
        "def test_a_shoe(world, shoe):\n"
        "    world.shuffle_by_hand()\n"
        "    world.load_shoe()\n"
        "    assert shoe.cards == []\n"
    )
    run = subprocess.run(
        [str(installed.bin / "python"), "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )

    assert "1 passed" in run.stdout, run.stdout + run.stderr


def test_lessons_come_with_the_wheel(installed: Installed) -> None:
    """A house that trains its dealers installs a wheel and nothing of the sources."""
    run = installed.run("train", "--list", "--pack", "maryland")

    assert run.returncode == 0, run.stderr
    assert run.stdout.count("\n") == 25
    assert "A ten comes out of the shoe" in run.stdout


def test_command_starts_when_installed_from_the_wheel(installed: Installed) -> None:
    run = installed.run("--help")

    assert run.returncode == 0, run.stderr
    assert "dealer-assist COMMAND" in run.stdout


def test_check_names_the_file_when_there_is_none(installed: Installed) -> None:
    """Exit status 2 for configuration, in one line."""
    run = installed.run("check", "--config", "/nowhere/devices.toml")

    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "/nowhere/devices.toml: no such file" in run.stderr


def test_check_refuses_packages_that_were_loaded_from_elsewhere(
    installed: Installed, tmp_path: Path
) -> None:
    """`drivers` is a name that others have too; the table runs one known version.

    Source: controller/README 3.
    """
    (tmp_path / "drivers").mkdir()
    (tmp_path / "drivers/__init__.py").touch()

    run = installed.run("check", PYTHONPATH=str(tmp_path))

    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert f"package drivers was loaded from {tmp_path}" in run.stderr


def test_check_refuses_another_copy_of_the_controller(installed: Installed) -> None:
    """A checkout on PYTHONPATH is not what was installed here."""
    run = installed.run("check", PYTHONPATH=str(ROOT))

    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert f"package controller was loaded from {ROOT}" in run.stderr


def test_check_refuses_a_rival_that_brings_the_same_name(installed: Installed) -> None:
    """The public index has a `controller` of its own; its files would lie among ours."""
    (site,) = (installed.bin.parent / "lib").glob("python*/site-packages")
    rival = site / "controller-9.dist-info"
    rival.mkdir()
    try:
        (rival / "METADATA").write_text("Metadata-Version: 2.1\nName: controller\nVersion: 9\n")
        (rival / "RECORD").write_text("controller/pad.py,,\n")

        run = installed.run("check")
    finally:
        shutil.rmtree(rival)

    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "package controller is also brought by controller" in run.stderr


def test_check_passes_all_but_the_ports_when_keys_and_people_are_made(
    installed: Installed, tmp_path: Path
) -> None:
    """A stranger's first hour: keys, a floorperson, check; then only the cables are missing."""
    shutil.copy(ROOT / "devices.toml", tmp_path)
    state = tmp_path / "var"

    made = installed.run("keys", "new", str(state / "keys"))
    added = installed.run(
        *("people", "--file", str(state / "people.json"), "add", "Ada Fox"),
        *("--rank", "floorperson", "--pin-stdin"),
        stdin="271828\n",
    )
    run = installed.run("check", "--bench", "--config", str(tmp_path / "devices.toml"))

    assert (made.returncode, added.returncode) == (0, 0), made.stderr + added.stderr
    assert run.returncode == 1, run.stdout + run.stderr
    assert "plug in what is missing. The configuration is good." in run.stdout


def make(tmp_path: Path, python: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "demo", f"VENV={tmp_path / 'venv'}", f"PYTHON={python}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_make_says_which_python_when_there_is_none(tmp_path: Path) -> None:
    run = make(tmp_path, "no-such-python")

    assert run.returncode == 2
    assert "No no-such-python here. Install Python 3.11, 3.12 or 3.13" in run.stdout


def test_make_says_which_python_when_it_is_too_old(tmp_path: Path) -> None:
    old = fake_python(tmp_path, '[ "$1" = -V ] && echo Python 3.9.2 && exit; exit 1')

    run = make(tmp_path, str(old))

    assert run.returncode == 2
    assert f"{old} is Python 3.9.2; dealer-assist needs 3.11, 3.12 or 3.13." in run.stdout


def test_make_says_what_to_install_when_python_has_no_venv(tmp_path: Path) -> None:
    """Debian's python3 comes without venv and leaves half of one behind."""
    bare = fake_python(tmp_path, 'case "$2" in *ensurepip*) exit 1;; esac')

    run = make(tmp_path, str(bare))

    assert run.returncode == 2
    assert "sudo apt-get install python3-venv" in run.stdout
    assert not (tmp_path / "venv").exists()


def fake_python(folder: Path, script: str) -> Path:
    path = folder / "python"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path
