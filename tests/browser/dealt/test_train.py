"""`dealer-assist train` in a browser: one lesson passed, one failed, and the page to print."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from controller.cli.train import LESSONS
from tests.bench.test_process import answers, free_port
from tests.browser.looks.axe_core import AXE, violations
from tests.kit.wires.patience import PATIENCE_MS, PATIENCE_S

pytestmark = pytest.mark.slow
FILES = "slips/23-wrong-key.toml", "holds/10-ten-found.toml"


def test_course_is_dealt_by_clicks_and_its_result_is_printed(
    chromium: Browser, tmp_path: Path
) -> None:
    port, told = free_port(), tmp_path / "result.html"
    command = (
        *(sys.executable, "-m", "controller", "train", *(str(LESSONS / name) for name in FILES)),
        *("--pack", "massachusetts", "--by", "Ada Fox", "--port", str(port)),
        *("--result", str(told)),
    )
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as course:
        try:
            assert answers(f"http://127.0.0.1:{port}/hands")
            page = chromium.new_page(viewport=ViewportSize(width=1280, height=800))
            page.set_default_timeout(PATIENCE_MS)
            page.goto(f"http://127.0.0.1:{port}/hands")
            _passed(page)
            _failed(page)
            _printed(page, port)
            page.close()
        finally:
            course.terminate()
            said, _ = course.communicate(timeout=PATIENCE_S)

    assert b"1 of 2 passed" in said
    assert course.returncode == 1
    assert "Ada Fox" in told.read_text(encoding="utf-8")


def _passed(page: Page) -> None:
    """The key is taken back, and box 2 gets its card."""
    expect(page.locator("#no")).to_have_text("Lesson 1 of 2")
    expect(page.locator("#auto")).to_be_hidden()
    _side_by_side(page)
    page.frame_locator("#product").locator("button.undo:visible").first.click()
    _deal(page, "box 2.1")
    expect(page.locator("#verdict")).to_have_text("PASSED")
    expect(page.locator("#presses")).to_have_text("1 / 1")
    assert not AXE.exists() or violations(page) == []


def _side_by_side(page: Page) -> None:
    """The hole card lay over the rank of the dealer's up card."""
    expect(page.locator("#dealer .mini")).to_have_count(2)
    up, hole = (one.bounding_box() for one in page.locator("#dealer .mini").all())
    assert up is not None
    assert hole is not None
    assert hole["x"] >= up["x"] + up["width"]


def _failed(page: Page) -> None:
    """The ten is dealt, and another card on top of it while the table is held."""
    page.click("#next")
    expect(page.locator("#no")).to_have_text("Lesson 2 of 2")
    held = page.frame_locator("#product").locator("h1:has-text('Ten')")
    _deal(page, "box 2.1")
    held.wait_for()
    _deal(page, "box 2.1")
    expect(page.locator("#verdict")).to_have_text("NOT PASSED")
    expect(page.locator("#tip")).to_contain_text("Held: ")


def _deal(page: Page, place: str) -> None:
    page.click("[data-do='draw']")
    expect(page.locator("#hand .mini")).to_have_count(1)
    page.click(f"[data-do='lay'][data-where='{place}']")
    expect(page.locator("#hand")).to_have_text("nothing")


def _printed(page: Page, port: int) -> None:
    """One sheet, and nothing on it comes from elsewhere or is refused by the browser."""
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(f"http://127.0.0.1:{port}/hands/result")
    expect(page.locator("h1")).to_have_text("1 of 2 passed")
    expect(page.locator("tr.is-fail")).to_have_count(1)
    assert not AXE.exists() or violations(page) == []
    assert page.evaluate("getComputedStyle(document.body).width") == "794px"
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF")
    assert pdf.count(b"/Type /Page\n") == 1
    assert wrong == []
