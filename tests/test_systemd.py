"""The unit, the users, the folders and the device rules that run one table."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

from controller.config import load
from drivers.catalog import DRIVERS
from tests.kit.wires.patience import PATIENCE_S

SYSTEMD = Path(__file__).parent.parent / "systemd"
UNIT = SYSTEMD / "dealer-assist.service"
RULES = SYSTEMD / "60-dealer-assist.rules"


@pytest.fixture
def service() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[method-assign,assignment]
    parser.read(UNIT)
    return parser["Service"]


def test_unit_waits_for_our_ready_and_feeds_on_our_watchdog(
    service: configparser.SectionProxy,
) -> None:
    """Ready is said by the daemon, and silence of the table's actor ends it."""
    assert service["Type"] == "notify"
    assert int(service["WatchdogSec"]) > 0


def test_unit_starts_again_after_a_failure_but_not_after_a_wrong_configuration(
    service: configparser.SectionProxy,
) -> None:
    """Exit status 2 is configuration: a restart would not make it right."""
    assert service["Restart"] == "on-failure"
    assert service["RestartPreventExitStatus"] == "2"


def test_unit_runs_the_installed_command_as_its_own_user(
    service: configparser.SectionProxy,
) -> None:
    assert service["User"] == "dealer-assist"
    assert service["StateDirectory"] == "dealer-assist"
    assert service["ExecStart"] == (
        "/opt/dealer-assist/bin/dealer-assist run --config /etc/dealer-assist/devices.toml"
    )


def test_unit_leaves_no_core_dump(service: configparser.SectionProxy) -> None:
    """A dump of the process would hold cards that lie face down (console/README 1.4)."""
    assert service["LimitCORE"] == "0"


def test_user_of_the_unit_is_the_one_that_sysusers_makes(
    service: configparser.SectionProxy,
) -> None:
    made = (SYSTEMD / "dealer-assist.sysusers").read_text()

    assert re.search(rf"^u\s+{service['User']}\s", made, re.MULTILINE)


def test_unit_verifies_clean(tmp_path: Path) -> None:
    """systemd-analyze finds nothing to say; /bin/true stands in for the installed command."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("no systemd on this machine")
    text = UNIT.read_text().replace("/opt/dealer-assist/bin/dealer-assist", "/bin/true")
    (tmp_path / UNIT.name).write_text(text)

    run = subprocess.run(
        [analyze, "verify", "--man=no", str(tmp_path / UNIT.name)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )

    assert (run.returncode, run.stdout + run.stderr) == (0, "")


def rules() -> list[str]:
    lines = (SYSTEMD / "60-dealer-assist.rules").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_rules_keep_modem_probes_and_power_saving_away() -> None:
    """A probe writes to the port; a sleeping device loses its first event."""
    text = "\n".join(rules())

    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in text
    assert 'ATTR{power/control}="on"' in text


def test_rules_hold_only_well_formed_pairs() -> None:
    """Each line is pairs of key, operator and quoted value; each jump has its label."""
    pair = r'[A-Z_]+(\{[^}]+\})?(==|!=|\+=|:=|=)"[^"]*"'
    for line in rules():
        assert re.fullmatch(rf"{pair}(, {pair})*", line), line

    jumps = set(re.findall(r'GOTO="(\w+)"', "\n".join(rules())))
    assert jumps == set(re.findall(r'LABEL="(\w+)"', "\n".join(rules())))


# ---- the rules fit the example and the drivers ----
IDS = re.compile(r'ATTR{idVendor}=="([0-9a-f]{4})", ATTR{idProduct}=="([^"]+)"')
ADAPTERS = {"FTDI": "0403", "Silicon_Labs": "10c4", "Prolific": "067b", "1a86": "1a86"}
"""Vendors as they stand in /dev/serial/by-id/usb-..."""


def covered(vendor: str, product: str) -> bool:
    rules = (SYSTEMD / "60-dealer-assist.rules").read_text()
    return any(
        vendor == known and any(fnmatch(product, one) for one in products.split("|"))
        for known, products in IDS.findall(rules)
    )


def test_rules_give_the_service_every_device_of_the_example() -> None:
    """What `devices.toml` names and the rules leave out is refused to the service's user."""
    text = (SYSTEMD.parent / "devices.toml").read_text()
    ports = re.findall(r'port = "((?:usb|serial):[^"]+)"', text)
    assert len(ports) >= 6
    for port in ports:
        if port.startswith("usb:"):
            _, vendor, product, *_ = port.partition("@")[0].split(":")
            assert covered(vendor, product), port
        else:
            maker = next(v for name, v in ADAPTERS.items() if f"/usb-{name}" in port)
            assert any(maker == vendor for vendor, _ in IDS.findall(RULES.read_text())), port


def test_rules_give_the_service_every_device_that_the_drivers_know() -> None:
    known = {(name, one) for name, entry in DRIVERS.items() for one in entry.usb}
    assert known
    assert [one for one in sorted(known) if not covered(*one[1].split(":"))] == []


def test_ports_named_in_the_rules_are_ports() -> None:
    """The comment said a port without its kind: nobody could open it."""
    for port in re.findall(r'port = "([^"]+)"', RULES.read_text()):
        assert port.startswith(("serial:", "usb:", "tcp:")), port


def test_backup_is_a_command_that_exists_for_the_record_of_the_unit() -> None:
    """The timer starts it as the user that owns the record."""
    text = (SYSTEMD / "dealer-assist-backup.service").read_text()
    timer = (SYSTEMD / "dealer-assist-backup.timer").read_text()

    command = next(line for line in text.splitlines() if line.startswith("ExecStart="))
    words = command.split()
    assert words[1:3] == ["journal", "backup"]
    assert words[3].startswith("/var/lib/dealer-assist/")
    assert "User=dealer-assist\n" in text
    assert "OnCalendar=" in timer
    assert "WantedBy=timers.target" in timer


# ---- the page, as it is followed by hand ----
PAGE = (SYSTEMD / "README.md").read_text(encoding="utf-8")


def test_page_installs_files_that_are_there() -> None:
    """From the folder of the repository, as the page says."""
    sources = re.findall(r"install (?:-D )?-m \d+ (\S+)", PAGE)

    assert len(sources) == 6
    for source in sources:
        assert list(SYSTEMD.parent.glob(source)), source


def test_page_leads_the_example_to_the_folder_that_the_unit_may_write(
    service: configparser.SectionProxy, tmp_path: Path
) -> None:
    """Followed to the letter, record and keys were looked for in /etc, which is read-only."""
    file = tmp_path / "devices.toml"
    shutil.copy(SYSTEMD.parent / "devices.toml", file)
    (edit,) = re.findall(r"(?m)^(sed .*) /etc/dealer-assist/devices\.toml$", PAGE)
    subprocess.run(["sh", "-c", f"{edit} {file}"], check=True)

    config = load(file)

    state = Path("/var/lib") / service["StateDirectory"]
    assert config.journal.path == state / "journal.db"
    assert config.journal.keys == state / "keys"
    assert config.people.path == state / "people.json"
    for path in (config.journal.keys, config.people.path):
        assert f" {path}" in PAGE
