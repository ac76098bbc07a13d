"""axe-core in a page: fetched for the tests, no part of the product."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[1] / "axe/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {
    "runOnly": {"type": "tag", "values": TAGS},
    "resultTypes": ["violations"],
    "preload": False,
}
"""Nothing is fetched, and nothing kept of what is right."""
FIRST = ".then(all => all.violations.map(v => ({id: v.id, help: v.help, html: v.nodes[0].html})))"
HOW = "no axe-core here: npm ci --prefix tests/browser/axe fetches it"

needs_axe = pytest.mark.skipif(not AXE.exists(), reason=HOW)


def violations(page: Page, part: str = "") -> list[str]:
    """Each with the first place where it was found; of a part (CSS), only what stands in it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    where = json.dumps([part]) if part else "document"
    found: list[dict[str, str]] = page.evaluate(
        f"() => axe.run({where}, {json.dumps(OPTIONS)}){FIRST}"
    )
    return [f"{one['id']}: {one['help']}: {one['html'][:160]}" for one in found]
