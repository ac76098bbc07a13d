"""One real device, the others simulated: `run --bench --simulate` over real ports."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from controller.cli import run
from controller.domain import facts as fact
from drivers.sim.hosting.client import SimProcess
from tests.bench.test_process import free_port
from tests.daemon.tabletop import configured, rows
from tests.kit.wires.patience import until


def identities(folder: Path) -> dict[str, str]:
    """Device to the serial number that it said, as recorded."""
    found = {}
    for recorded in rows(folder):
        said = recorded.stamped.input
        if isinstance(said, fact.DeviceUp):
            found[said.device] = said.identity.serial
    return found


@pytest.mark.slow
def test_real_shoe_stands_beside_simulated_devices(tmp_path: Path) -> None:
    """The shoe is behind a kernel's terminal in another process; the others have stand-ins."""
    nowhere = {name: f"serial:/dev/nothing-{name}" for name in ("shuffler", "wheel", "keypad")}

    async def start() -> SimProcess:
        return await SimProcess.start(tmp_path / "real", "--serial", "shoe")

    loop = asyncio.new_event_loop()
    sim = loop.run_until_complete(start())
    real = {name: f"serial:{tmp_path / name}" for name in ("shoe", "reader")}
    config = configured(tmp_path, ports={**nowhere, **real}, port=free_port())
    command = (sys.executable, "-m", "controller", "run", "--bench", "--config", str(config.file))
    daemon = subprocess.Popen(
        (*command, "--simulate", "shuffler,wheel,keypad"),
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert daemon.stderr is not None
        said = daemon.stderr.readline()
        assert "simulated: shuffler, wheel, keypad; dealer-assist bench hand" in said
        journal = tmp_path / "journal.db"
        assert until(lambda: journal.exists() and len(identities(tmp_path)) == 5)
        assert identities(tmp_path)["shoe"] == "SIM-SHOE-1"

        hand = (sys.executable, "-m", "controller", "bench", "hand", str(tmp_path / "hands"))
        truth = subprocess.run((*hand, "truth"), capture_output=True, text=True, check=True).stdout
        stacks = json.loads(truth)
        assert stacks
        cannot = subprocess.run(
            (*hand, "draw", "box1"), capture_output=True, text=True, check=False
        )
        assert (cannot.returncode, "cannot be: " in cannot.stdout) == (1, True)
    finally:
        daemon.terminate()
        daemon.wait()
        if daemon.stderr is not None:
            daemon.stderr.close()
        loop.run_until_complete(sim.stop())
        loop.close()
    assert not (tmp_path / "hands").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--simulate", "wheel"), "a simulated device is not for play. Add --bench"),
        (("--bench", "--simulate", "whel"), "no device 'whel'. Name one of: reader, shuffler"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    config = configured(tmp_path)
    if "--bench" not in words:
        text = config.file.read_text()
        config.file.write_text(
            text.replace("[wheel]", '[wheel]\napproval = { reference = "x", date = "2026-01-01" }')
        )
    status = run(["run", "--config", str(config.file), *words])

    assert status == 2
    assert said in capsys.readouterr().err


async def test_stand_in_is_the_unit_that_the_file_wants_and_shuffles_when_it_is_asked(
    tmp_path: Path,
) -> None:
    """Nobody has to fill a shuffler that is not there."""
    from controller.bench.prove.stand_ins import StandIns
    from drivers.driver import WireOrder
    from drivers.event import ShuffleDone
    from drivers.link import Link
    from tests.kit.wires.table import Hand, Journal

    config = configured(tmp_path)

    async def elsewhere(port: str) -> Link:
        raise AssertionError(port)

    stand_ins = StandIns(config, ("shuffler",), elsewhere)
    await stand_ins.start()
    journal = Journal(Random(1))
    hand = Hand("shuffler", journal, lambda: stand_ins.open("sim:shuffler"))
    await asyncio.sleep(5)
    for order in (0x100, 0x200):
        hand.want(WireOrder(order, "shuffle", 0, journal.boot))
        await asyncio.sleep(60)
    await hand.stop()
    stand_ins.close()
    await asyncio.sleep(1)

    assert [(one.order, one.cards) for one in journal.of(ShuffleDone)] == [(256, 288), (512, 288)]
