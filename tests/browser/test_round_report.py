"""The page of an exported round on paper: nothing of it stands beside the sheet."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from controller.domain import commands as cmd
from tests.audit.shift import disputed, played, shift
from tests.audit.test_report import evidence

SHEET = 706
"""Width of an A4 sheet between its margins. Units: CSS pixels."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """With a reason of one long word and of two; made before a browser's event loop runs."""
    path = tmp_path_factory.mktemp("round") / "journal.db"
    with pytest.MonkeyPatch.context() as patch, shift(path) as on:
        patch.setattr("controller.audit.evidence.PRINTERS", ())
        played(on.opened())
        disputed(on)
        on.put(cmd.LayoutCleared(), after_ms=6000)
        return [evidence(path, 2, "x" * 300)[0], evidence(path, 1, "box 4")[0]]


def test_no_column_is_cut_on_paper(pages: list[str], chromium: Browser) -> None:
    """A word of 300 letters is broken; the longest clause has room."""
    page = chromium.new_page(viewport={"width": SHEET, "height": 1000})
    page.emulate_media(media="print")
    for html in pages:
        assert "MA house.stand-assumed" in html
        page.set_content(html)
        assert page.evaluate("document.documentElement.scrollWidth") == SHEET
    page.close()
