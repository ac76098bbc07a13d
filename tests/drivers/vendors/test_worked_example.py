"""The worked driver of drivers/README.md runs as it stands on the page, also when installed."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
import tty
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import ModuleType

import pytest

import drivers
from drivers.bench.tries.reader import makes_blackjack
from drivers.catalog import Entry
from tests.kit.wires.patience import PATIENCE_S

PAGE = Path(drivers.__file__).with_name("README.md")
LONGEST = 100


@pytest.fixture
def example() -> ModuleType:
    """Both blocks in one module, the driver first and then its test."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 2
    assert len(blocks[0].splitlines()) < LONGEST
    module = ModuleType("worked_example")
    sys.modules[module.__name__] = module
    exec(compile("\n".join(blocks), str(PAGE), "exec"), module.__dict__)
    return module


async def test_worked_driver_passes_its_own_test(example: ModuleType) -> None:
    """A stranger copies it; what he copies works."""
    test: Callable[[], Awaitable[None]] = example.test_reader_says_blackjack_and_its_faults
    await test()


def test_worked_driver_is_an_entry_of_the_catalog(example: ModuleType) -> None:
    entry = example.ENTRY

    assert isinstance(entry, Entry)
    assert entry.role == "card_reader"


# ---- installed ----
@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of the page, built and installed into a folder of its own."""
    folder = tmp_path_factory.mktemp("ascii-reader")
    text = PAGE.read_text("utf-8")
    driver, _ = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (project,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (folder / "ascii_reader.py").write_text(driver)
    (folder / "pyproject.toml").write_text(project)
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index")
    subprocess.run(
        (*pip, "--no-build-isolation", "--target", str(folder / "site"), str(folder)),
        check=True,
        timeout=PATIENCE_S,
    )
    return folder / "site"


def with_it(installed: Path, *words: str) -> tuple[tuple[str, ...], dict[str, str]]:
    path = os.pathsep.join((str(installed), str(PAGE.parents[1])))
    return (sys.executable, *words), {**os.environ, "PYTHONPATH": path}


@pytest.mark.slow
def test_configuration_names_the_driver_of_an_installed_package(
    installed: Path, tmp_path: Path
) -> None:
    """What only that package knows is checked by its own settings."""
    from tests.daemon.tabletop import configured

    config = configured(tmp_path)
    for setting, said in (
        ("hello_s = 5.0", "ascii-reader"),
        ("helo_s = 5.0", "helo_s: unknown key"),
    ):
        text = config.text.replace(
            'role = "card_reader"\ndriver = "tablelink"',
            f'role = "card_reader"\ndriver = "ascii-reader"\n{setting}',
        )
        config.file.write_text(text)
        code = (
            "from pathlib import Path; from controller.config import load; import sys\n"
            "print(load(Path(sys.argv[1])).device('card_reader').driver)"
        )
        command, env = with_it(installed, "-c", code, str(config.file))
        run = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        assert said in run.stdout + run.stderr, run.stderr


@pytest.mark.slow
def test_bench_proves_a_device_behind_the_driver_of_an_installed_package(installed: Path) -> None:
    """A technician's hands over a real terminal: what he is asked for is answered on the wire."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    words = ("bench", "reader", f"serial:{os.ttyname(theirs)}@9600", "--driver", "ascii-reader")
    command, env = with_it(installed, "-u", "-m", "controller", *words, "-n", "4", "--idle", "10")
    process = subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    text, heard, ends = "", b"", time.monotonic() + 30
    try:
        while b"FREE" not in heard and time.monotonic() < ends:
            os.write(ours, b"READY A17\r\n")  # it is switched on until somebody listens
            if select.select([ours], [], [], 0.3)[0]:
                heard += os.read(ours, 100)
        for line in process.stdout:
            text += line
            if (asked := re.match(r"Put (\w) beside the slot and (\w) into it", line)) is not None:
                os.write(ours, b"BJ\n" if makes_blackjack(asked[1], asked[2]) else b"NO\n")
        assert process.wait(PATIENCE_S) == 0, text
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        os.close(ours)
        os.close(theirs)
    assert "ok   reader.wrong every answer is right: 4 right" in text
    assert "ASCII reader A17: hole-card reader, 4 pairs" in text
