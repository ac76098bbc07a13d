"""The command itself on devices of another process, over real pseudo-terminals."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from drivers.sim.hosting.client import WorldClient
from drivers.sim.physical.pieces import CannotBe
from tests.kit.wires.patience import PATIENCE_S

pytestmark = pytest.mark.slow


def test_device_that_is_none_is_refused_by_name(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "drivers.sim", "--socket", str(tmp_path / "hands")]
    done = subprocess.run(
        [*command, "--serial", "shoe,whel"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )

    assert done.returncode == 2
    assert "--serial: no device 'whel'; there are reader, shuffler, shoe, wheel" in done.stderr


@pytest.fixture(scope="module")
def control() -> Iterator[Path]:
    """Control socket of a simulated table whose devices all have serial ports."""
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        socket = Path(folder) / "made" / "hands"  # the page names a folder that is not there yet
        command = (sys.executable, "-m", "drivers.sim", "--socket", str(socket))
        more = ("--serial", "shoe,wheel", "--shuffle-s", "1", "--reader-with-lock")
        process = subprocess.Popen((*command, *more), stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            yield socket
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def bench(*words: str, timeout: float = PATIENCE_S) -> tuple[int, str]:
    run = subprocess.run(
        (sys.executable, "-m", "controller", "bench", *words),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        env={**os.environ, "COLUMNS": "100"},
    )
    return run.returncode, run.stdout + run.stderr


def pull(control: Path, device: str, knob: str, value: object) -> None:
    async def go() -> None:
        world = await WorldClient.connect(control)
        await world.pull(device, knob, value)  # type: ignore[arg-type]
        world.close()
        await asyncio.sleep(0.05)  # the socket's last turn

    asyncio.run(go())


def port(control: Path, name: str) -> str:
    return f"serial:{control.parent / name}"


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("shoe", ("--decks", "1")),
        ("reader", ("-n", "3")),
        ("shuffler", ("-n", "1")),
        ("wheel", ("-n", "1")),
    ],
)
def test_device_of_another_process_passes_and_leaves_its_papers(
    control: Path, tmp_path: Path, name: str, more: tuple[str, ...]
) -> None:
    page, junit = tmp_path / "report.html", tmp_path / "report.xml"
    files = ("--report", str(page), "--junit", str(junit), "--hands", str(control))
    status, text = bench(name, port(control, name), *more, *files, "--discard")

    assert status == 0, text
    assert f"SIM-{name.upper()}-1" in page.read_text()
    assert ET.parse(junit).getroot().get("failures") == "0"


def test_misread_card_has_exit_status_1(control: Path) -> None:
    pull(control, "shoe", "misread", "Kd")
    status, text = bench("shoe", port(control, "shoe"), "--hands", str(control), "--discard")

    assert status == 1, text
    assert "FAIL deck.misread no card is misread: 1 misread: card 1 (As as Kd)" in text


def test_wrong_role_is_status_2_in_one_line(control: Path) -> None:
    status, text = bench("wheel", port(control, "reader"))

    assert (status, text.count("\n")) == (2, 1)
    assert "a card_reader (Reader 1 SIM-READER-1) answers" in text


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        (sys.executable, "-u", "-m", "controller", "bench", *words),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait()
        process.stdout.close()


def read_until(process: subprocess.Popen[str], word: str) -> str:
    """Lines until one that holds the word, or the end."""
    text = ""
    assert process.stdout is not None
    for line in process.stdout:
        text += line
        if word in line:
            break
    return text


def test_known_deck_passes_through_a_proxy_that_spoils_forty_frames(
    control: Path, tmp_path: Path
) -> None:
    """Resends make good what the wire did: the verdict is on the cards."""
    faults = ("--drop", "15", "--corrupt", "10", "--split", "10", "--delay", "5")
    name = tmp_path / "shoe"
    with started(
        *("proxy", port(control, "shoe"), "--at", str(name)), *faults, "--after", "60"
    ) as proxy:
        assert "40 frames will be spoiled" in read_until(proxy, "spoiled")
        _, text = bench("shoe", f"serial:{name}", "--hands", str(control), "--discard")

    # Of the cards only: a machine under load may be silent for ten seconds, and that is told too.
    assert "FAIL deck." not in text, text
    assert "52 of 52 right" in text


def test_proxy_ends_by_itself_when_it_has_spoiled_its_frames(control: Path, tmp_path: Path) -> None:
    """Whoever used it is told what was lost, and what was found stands."""
    name = tmp_path / "wheel"
    with started(
        *("proxy", port(control, "wheel"), "--at", str(name), "--split", "4", "--after", "4")
    ) as proxy:
        read_until(proxy, "spoiled")
        status, text = bench("soak", f"serial:{name}", "--hours", "0.004", "--discard")
        said = read_until(proxy, "ended")

        assert proxy.wait(PATIENCE_S) == 0
    assert "4 frames spoiled, from here on nothing is" in said
    assert not name.exists()
    assert status == 1, text
    assert "FAIL line   the link stays: lost once" in text


def move(control: Path, *acts: tuple[str, tuple[object, ...]]) -> None:
    async def go() -> None:
        world = await WorldClient.connect(control)
        try:
            for name, args in acts:
                await world.act(name, *args)
        finally:
            world.close()
            await asyncio.sleep(0.05)  # the socket's last turn

    asyncio.run(go())


def test_monitor_tells_every_frame_and_never_what_a_card_is(control: Path) -> None:
    """Kind, body and length of an event stay masked: a cover card looks like an ace."""
    with suppress(CannotBe):  # it is open already where no test came before
        move(control, ("open_shoe", ()))
    move(control, ("empty_shoe", ()))
    with started("monitor", port(control, "shoe"), "--seconds", "30") as monitor:
        said = read_until(monitor, "< PONG")
        move(
            control,
            ("mischief.add_card", ("As", "hands", 0)),
            ("mischief.add_card", ("cover", "hands", 1)),
            ("load_shoe", ()),
            ("draw", ("box1",)),
            ("draw", ("box1",)),
            ("open_shoe", ()),
        )
        said += "".join(read_until(monitor, " EVENT") for _ in range(4))

    assert "< HELLO version_low=1" in said
    events = {line.partition("EVENT")[2] for line in said.splitlines() if " EVENT" in line}
    assert len(events) >= 4
    assert all(re.fullmatch(r" \d+ of boot [0-9a-f]{8}, masked", one) for one in events), events


def test_monitor_hands_over_the_last_frames_at_a_loss(control: Path, tmp_path: Path) -> None:
    log = tmp_path / "losses"
    with started("monitor", port(control, "wheel"), "--log", str(log)) as monitor:
        said = read_until(monitor, "< PONG")
        pull(control, "wheel", "plugged", False)
        said += read_until(monitor, "lost")
        pull(control, "wheel", "plugged", True)
        monitor.send_signal(signal.SIGINT)
        said += read_until(monitor, "losses")
        status = monitor.wait(PATIENCE_S)

    lines = log.read_text().splitlines()
    assert status == 1, said
    assert lines[0].startswith("lost: unplugged")
    assert 3 <= len(lines) <= 65
    assert "losses 1" in said


def test_monitor_that_is_interrupted_says_what_it_has_counted(control: Path) -> None:
    """Ctrl-C is how somebody ends it."""
    with started("monitor", port(control, "reader")) as monitor:
        read_until(monitor, "< PONG")
        monitor.send_signal(signal.SIGINT)
        said = read_until(monitor, "losses")

        assert monitor.wait(PATIENCE_S) == 0
    assert "frames from the device" in said
