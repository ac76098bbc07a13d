"""The photographs on one page, each beside its mockup where a folder of mockups is named."""

from __future__ import annotations

import html
from pathlib import Path

MOCKUPS = {
    "dealer-asked-1280x800": "dealer-last-card",
    "dealer-held-800x480": "dealer-held-800x480",
    "dealer-deciding-800x480": "dealer-deciding-800x480",
    "floor-calm-1024x768": "floor-overview",
    "floor-held-1024x768": "floor-irregularity-tablet",
    "floor-held-390x844": "floor-irregularity-phone",
    "floor-people-1024x768": "people",
    "floor-paused-1024x768": "pause",
    "floor-pause-390x844": "pause-phone",
    "floor-replay-1024x768": "floor-round-replay",
    "floor-ruled-1024x768": "floor-after-ruling",
    "sign-in-1024x768": "people-sign-in",
    "change-pin-1024x768": "people-change-pin",
    "locked-1024x768": "people-locked",
    "lesson-1280x800": "hands",
    "sign-1920x1080": "sign",
    "floor-rules-wait-1024x768": "first-start-rules-wait",
}
"""Of photographs whose mockup has another name; else it is the name without the size."""
HEAD = "<!doctype html><html lang='en'><meta charset='utf-8'><title>Photographs</title><style>"
STYLE = (
    "body{font:16px sans-serif;margin:1rem;background:#222;color:#eee}"
    "div{display:flex;gap:1rem;align-items:flex-start}img{max-width:48vw;border:1px solid #555}"
)


def mockup_of(name: str) -> str:
    stem = name.removesuffix(".png")
    return MOCKUPS.get(stem, stem.rpartition("-")[0] if stem.endswith(LARGE) else "")


LARGE = ("1280x800", "1920x1080", "a4")
"""The sizes at which a mockup that names none is drawn."""


def album(to: Path, names: list[str], mockups: Path | None) -> Path:
    """Write `index.html` beside the photographs. Returns its path."""
    rows = []
    for name in names:
        drawn = mockups / f"{mockup_of(name)}.png" if mockups is not None else None
        beside = f"<img src='{drawn.resolve().as_uri()}'>" if drawn and drawn.is_file() else ""
        rows.append(
            f"<h2>{html.escape(name)}</h2><div><img src='{html.escape(name)}'>{beside}</div>"
        )
    page = to / "index.html"
    page.write_text(f"{HEAD}{STYLE}</style><h1>Photographs</h1>{''.join(rows)}</html>\n")
    return page
