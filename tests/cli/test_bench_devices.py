"""`dealer-assist bench` for one device: words, and an exit status for scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from controller.cli import run
from controller.cli.bench_devices import WHAT
from drivers.bench.asked import Port, ports
from drivers.sim.rig import Rig


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = run(["bench", *words])
    captured = capsys.readouterr()
    return status, captured.out + captured.err


def test_identify_tells_who_answers(capsys: pytest.CaptureFixture[str]) -> None:
    status, text = said(capsys, "identify", "sim:shoe", "sim:wheel", "--blink", "3")

    assert status == 0
    assert "role: shoe_scanner" in text
    assert "serial: SIM-WHEEL-1" in text


def test_conform_and_ping_have_an_exit_status(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    junit = tmp_path / "found.xml"
    status, text = said(capsys, "conform", "sim:shuffler", "--junit", str(junit))
    assert (status, "0 failed" in text, junit.exists()) == (0, True, True)
    assert "These need your hands:" in text
    assert said(capsys, "ping", "sim:reader", "-n", "20")[0] == 0


def test_nobody_at_the_port_is_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    status, text = said(capsys, "ping", "serial:/dev/serial/by-id/nothing")

    assert status == 2
    assert "is not there. Is it plugged in?" in text


@pytest.mark.parametrize(
    ("port", "words"),
    [
        ("evdev:/dev/null", "/dev/null is no input device. Name the one whose name ends in"),
        ("evdev:/tmp", "/tmp is no input device"),
        ("evdev:/etc/passwd", "/etc/passwd is no input device"),
        ("serial:/dev/null", "/dev/null is no serial port. Name the device of the adapter"),
        ("serial:/tmp", "/tmp is no serial port"),
    ],
)
def test_what_is_no_port_is_told_in_the_words_of_the_kind_that_was_asked_for(
    capsys: pytest.CaptureFixture[str], port: str, words: str
) -> None:
    status, text = said(capsys, "ping", port)

    assert (status, words in text) == (2, True), text


def test_firmware_that_is_not_on_the_list_is_a_fault(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    approved = tmp_path / "approved"
    approved.write_text("# shoe 2.4\nDEADBEEF\n")

    assert said(capsys, "firmware", "sim:shoe")[0] == 0
    status, text = said(capsys, "firmware", "sim:shoe", "--approved", str(approved))
    assert status == 1
    assert "NOT APPROVED" in text


def test_ports_tells_stable_names_as_devices_toml_writes_them(tmp_path: Path) -> None:
    by_id, by_path, sysfs, inputs = (tmp_path / n for n in ("by-id", "by-path", "usb", "input"))
    for folder in (by_id, by_path, sysfs / "1-1.3", inputs):
        folder.mkdir(parents=True)
    (tmp_path / "ttyUSB0").touch()
    (by_id / "usb-FTDI_A1-if00-port0").symlink_to(tmp_path / "ttyUSB0")
    (by_path / "pci-0-usb-0:1:1.0-port0").symlink_to(tmp_path / "ttyUSB0")
    for leaf, text in {"idVendor": "04d9", "idProduct": "a02a", "product": "Keypad"}.items():
        (sysfs / "1-1.3" / leaf).write_text(text)

    (inputs / "usb-badge-event-kbd").touch()
    badge, serial, keypad = ports(by_id, by_path, sysfs, inputs)

    assert badge.port == f"evdev:{inputs}/usb-badge-event-kbd"
    assert "badge-wedge" in badge.fits
    assert badge.why_not

    assert serial.port == f"serial:{by_id}/usb-FTDI_A1-if00-port0"
    assert serial.by_path.endswith("port0")
    assert "angel-eye" in serial.fits
    assert (keypad.port, keypad.fits) == ("usb:04d9:a02a@1-1.3", ("keypad",))


def test_ports_as_json_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(json.loads(said(capsys, "ports", "--json")[1]), list)


@pytest.mark.parametrize(
    ("words", "said_so"),
    [
        (("shoe", "sim:shoe", "--decks", "9"), "--decks 9: from 1 to 8"),
        (("shoe", "sim:shoe", "--deck", "/nowhere/deck"), "/nowhere/deck: no such file"),
        (("wheel", "sim:wheel", "-n", "0"), "-n 0: from 1 to 100000"),
        (("wheel", "sim:wheel", "--sections", "10=x"), "--sections 10=x: no number"),
        (("wheel", "sim:whel"), "port 'sim:whel': write sim: and one of reader, shuffler"),
        (("shoe", "sim:reader"), "a card_reader (Reader 1 SIM-READER-1) answers at sim:reader"),
        (("shoe", "sim:shoe", "--driver", "x"), "no driver 'x'; there are tablelink"),
        (("soak", "serial:nowhere"), "serial port 'nowhere': write its full path"),
        (("proxy", "sim:shoe", "--at", "/tmp"), "nothing to spoil"),
        (("hand", "/nowhere/hands", "look"), "/nowhere/hands: no simulated table is there"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said_so: str
) -> None:
    status, text = said(capsys, *words)

    assert (status, text.count("\n")) == (2, 1), text
    assert said_so in text


def test_report_that_cannot_be_written_says_why(
    capsys: pytest.CaptureFixture[str], mocker: MockerFixture, tmp_path: Path
) -> None:
    """A full disk: the findings were told before, and the status is not that of a sound device."""
    mocker.patch("pathlib.Path.write_bytes", side_effect=OSError(28, "No space left on device"))
    page = tmp_path / "ping.html"
    status, text = said(capsys, "ping", "sim:shoe", "-n", "2", "--report", str(page))

    assert status == 2
    assert "2 sent, 0 lost" in text
    assert f"{page}: no space left on device" in text


@pytest.mark.parametrize("what", WHAT)
def test_every_command_for_a_device_has_help(capsys: pytest.CaptureFixture[str], what: str) -> None:
    with pytest.raises(SystemExit) as ended:
        run(["bench", what, "--help"])

    assert ended.value.code == 0
    assert f"dealer-assist bench {what}" in capsys.readouterr().out


def test_identify_all_asks_everything_that_may_speak_and_says_who_does_not(
    capsys: pytest.CaptureFixture[str], mocker: MockerFixture
) -> None:
    found = [
        Port("sim:shoe", fits=("tablelink",)),
        Port("serial:/dev/nothing", fits=("tablelink", "angel-eye")),
        Port("usb:04d9:a02a", fits=("keypad",)),
    ]
    mocker.patch("drivers.bench.asked.ports", return_value=found)
    status, text = said(capsys, "identify", "--all")

    assert status == 2
    assert "serial: SIM-SHOE-1" in text
    assert "NOBODY ANSWERS: /dev/nothing is not there" in text
    assert "04d9" not in text
    assert said(capsys, "identify")[0] == 2


def test_monitor_shows_faces_of_a_test_deck_only(
    capsys: pytest.CaptureFixture[str], mocker: MockerFixture
) -> None:
    """What a device keeps for its table may be anybody's hole card."""
    real, deck = Rig.__init__, ["As", "Kd"]

    def drawn(rig: Rig, *args: object, **more: object) -> None:
        real(rig, *args, **more)  # type: ignore[arg-type]
        rig.world.shuffle_by_hand()
        rig.world.load_shoe()
        rig.mischief.arrange(deck)
        rig.world.draw("box1")

    mocker.patch.object(Rig, "__init__", drawn)
    status, text = said(capsys, "monitor", "sim:shoe", "--seconds", "1", "--faces")
    assert status == 2
    assert "it keeps 2 events for its table: what it keeps stays masked" in text
    status, text = said(capsys, "monitor", "sim:shoe", "--seconds", "1")
    assert (status, "As" in text, "masked" in text) == (0, False, True)


@pytest.mark.parametrize("given", ["nan", "inf", "-1", "1e99", "soon"])
@pytest.mark.parametrize("words", ["monitor sim:shoe --seconds", "wheel sim:wheel --idle"])
def test_seconds_that_never_end_are_refused(
    capsys: pytest.CaptureFixture[str], words: str, given: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        run(["bench", *words.split(), given])
    assert "seconds" in capsys.readouterr().err.splitlines()[-1]
