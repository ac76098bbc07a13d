"""The page claims no more than marked tests prove."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from drivers import catalog
from tests.guest import report

from . import proofs


def cells(text: str) -> dict[tuple[str, ...], list[int]]:
    """Role, driver and link to the numbers of checks."""
    found = {}
    for line in text.splitlines()[2:]:
        names = [cell.strip() for cell in line.strip("| ").split(" | ")]
        found[tuple(names[:3])] = [int(c.split()[0]) if c[0].isdigit() else 0 for c in names[3:]]
    return found


@pytest.mark.slow
def test_page_claims_no_check_that_is_not_there() -> None:
    """More tests than the page says are no lie; fewer are."""
    run = subprocess.run(
        (sys.executable, "-m", "tests.drivers.proofs"),
        capture_output=True,
        text=True,
        check=True,
        cwd=proofs.ROOT,
    )
    now, claimed = cells(run.stdout), cells(proofs.on_the_page())

    assert claimed.keys() == now.keys()
    for row, numbers in claimed.items():
        assert all(n <= there for n, there in zip(numbers, now[row], strict=True)), row


def test_every_driver_role_and_link_has_its_row() -> None:
    assert proofs.LINKS.keys() == catalog.DRIVERS.keys()
    rows = cells(proofs.on_the_page())
    for driver, entry in catalog.DRIVERS.items():
        for role in entry.devices:
            for link in proofs.LINKS[driver]:
                assert (role, f"`{driver}`", link) in rows


def test_nothing_is_said_to_be_proven_on_hardware() -> None:
    """The day it is, a test with that mark says where and when."""
    assert {numbers[3] for numbers in cells(proofs.on_the_page()).values()} == {0}


JUNIT = """<testsuites><testsuite>
<testcase classname="cases.test_a" name="test_read" time="1"><properties>
<property name="proves" value="keypad keys usb"/></properties></testcase>
<testcase classname="cases.test_a" name="test_lost" time="2"><properties>
<property name="proves" value="keypad keys usb"/></properties><failure message="no"/></testcase>
<testcase classname="cases.test_a" name="test_gone" time="3"><properties>
<property name="proves" value="keypad keys evdev"/></properties></testcase>
</testsuite></testsuites>"""


def test_a_real_kernel_is_claimed_for_cases_that_passed_and_still_are_there(tmp_path: Path) -> None:
    """The report of the last run is the evidence; a case that was renamed since proves nothing."""
    (tmp_path / "junit.xml").write_text(JUNIT)
    marked = {f"cases.test_a.test_{name}": {"keypad keys usb"} for name in ("read", "lost")}

    run = report.read(tmp_path / "junit.xml")
    assert report.proven(run, marked) == {"keypad keys usb": 1}
    assert report.proven(run, {}) == {}
    assert report.read(tmp_path / "none.xml") == []
    words = report.in_words(run, kernel="6.1", how="without KVM", seconds=9, commit="abc")
    assert "3 cases on Linux 6.1 at commit abc, failed: test_lost" in words
