"""What has been proven of each driver, counted from marked tests: a table of drivers/README.md.

`python -m tests.drivers.proofs` prints it, `--write` puts it into the page. A test carries the mark
`proves(driver, *roles, link=...)`: `wire` is a simulated wire in memory; `serial`, `tcp`, `usb` and
`evdev` are the links; `hardware` is what it says. What bears no mark is not counted. What a guest
proves (`make guest`) comes from its last run, not from the marks alone.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from drivers import catalog
from tests.guest import report

Proven = Mapping[tuple[str, str, str], int]
"""Driver, role and link to the number of checks."""
ROOT = Path(__file__).parents[2]
PAGE = ROOT / "drivers" / "README.md"
GUEST = "tests/guest/cases"
BEGIN, END = "<!-- proofs: python -m tests.drivers.proofs --write -->", "<!-- end of proofs -->"
LINKS: dict[str, tuple[str, ...]] = {
    "tablelink": ("serial", "usb", "tcp"),
    "angel-eye": ("serial", "tcp"),
    "bee-tek": ("serial", "tcp"),
    "cammegh-slingshot": ("serial",),
    "keypad": ("usb", "evdev"),
    "badge-wedge": ("usb", "evdev"),
    "badge-scanner": ("usb",),
    "blink1": ("usb",),
    "blinkstick": ("usb",),
}
"""The links that each driver is meant for."""
BY_KERNEL = ("serial", "tcp")
"""Through this kernel's own terminals and sockets; usb and evdev are simulated below the link."""
HEAD = (
    "| role | driver | link | on a simulated wire | over this link | on a real kernel with the "
    "device (a guest) | on hardware |\n|---|---|---|---|---|---|---|\n"
)
NOT_YET = "not yet"


class _Collector:
    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str, str]] = Counter()
        self.cases: dict[str, set[str]] = defaultdict(set)
        """Of the guest, by the name that its report gives them."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for mark in item.iter_markers("proves"):
                driver, *roles = mark.args
                for role in roles:
                    self._count(item, driver, role, mark.kwargs["link"])

    def _count(self, item: pytest.Item, driver: str, role: str, link: str) -> None:
        path, _, name = item.nodeid.partition("::")
        if path.startswith(GUEST):
            case = f"{path.removesuffix('.py').replace('/', '.')}.{name}"
            self.cases[case].add(f"{driver} {role} {link}")
        else:
            self.counts[driver, role, link] += 1


def collected() -> Proven:
    """Of the tests as they stand; none is run. What a guest proved it proved in its last run."""
    collector = _Collector()
    where = [str(ROOT / path) for path in ("tests/drivers", "tests/bench/prove", GUEST)]
    os.environ["DEALER_ASSIST_GUEST"] = "its cases are looked at, not run"
    with redirect_stdout(io.StringIO()):
        status = pytest.main(["--collect-only", "-qq", *where], [collector])
    del os.environ["DEALER_ASSIST_GUEST"]
    if status != pytest.ExitCode.OK:
        raise SystemExit(f"the tests cannot be collected: {status}")
    for what, cases in report.proven(report.read(report.LAST_RUN), collector.cases).items():
        driver, role, link = what.split(" ")
        collector.counts[driver, role, f"guest {link}"] = cases
    return collector.counts


def table(proven: Proven) -> str:
    lines = [
        _line(driver, role, link, proven)
        for driver, entry in catalog.DRIVERS.items()
        for role in entry.devices
        for link in LINKS[driver]
    ]
    return HEAD + "\n".join(sorted(lines)) + "\n"


def _line(driver: str, role: str, link: str, proven: Proven) -> str:
    over = proven.get((driver, role, link), 0)
    how = "this kernel" if link in BY_KERNEL else "simulated below it"
    cells = (
        role,
        f"`{driver}`",
        link,
        _checks(proven.get((driver, role, "wire"), 0)),
        f"{_checks(over)}, {how}" if over else NOT_YET,
        _checks(proven.get((driver, role, f"guest {link}"), 0)),
        _checks(proven.get((driver, role, "hardware"), 0)),
    )
    return f"| {' | '.join(cells)} |"


def _checks(count: int) -> str:
    return NOT_YET if not count else "1 check" if count == 1 else f"{count} checks"


def on_the_page() -> str:
    found = re.search(f"{re.escape(BEGIN)}\n\n(.*?)\n{re.escape(END)}", PAGE.read_text(), re.DOTALL)
    return found[1] if found else ""


def main() -> int:
    now = table(collected())
    if sys.argv[1:] != ["--write"]:
        sys.stdout.write(now)
        return 0
    text = PAGE.read_text()
    before, _, rest = text.partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n\n{now}\n{END}{rest.partition(END)[2]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
