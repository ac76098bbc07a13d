"""The tabs of the floor's page: what stands on which, and how much of it waits for somebody."""

from __future__ import annotations

from msgspec import Struct

from controller.domain.views.floor_view import FloorView, JournalHealth, RoundLine
from controller.domain.views.view import Allowed

NOW = "now"
_TAB_OF = {
    "OutOfService": "devices",
    "ShufflerSetAside": "devices",
    "StoodAside": "devices",
    "ReaderSealRead": "duties",
    "LineAttested": "duties",
    "LayoutReferenced": "duties",
    "DecksVerified": "duties",
    "DecksCounted": "duties",
    "DecksTakenOut": "duties",
    "RulesAccepted": "rules",
    "RulesRefused": "rules",
    "MeterStated": "meters",
    "Adjusted": "rounds",
}
"""Of a key of the floor; every other stands on the first tab. Rules have a page of their own."""
_LABELS = {
    NOW: "Now",
    "devices": "Devices",
    "duties": "Duties",
    "rounds": "Rounds",
    "payouts": "Payouts",
    "meters": "Meters",
    "people": "People",
    "journal": "Journal",
}


class Tab(Struct, frozen=True):
    name: str
    label: str
    href: str
    badge: int = 0
    """How many there wait for somebody."""


_PAGES = {"payouts": "/floor/pays", "people": "/floor/people"}
"""Tabs that are pages of their own."""


def tabs(
    view: FloorView, rounds: tuple[RoundLine, ...], journal: JournalHealth, people: int = 0
) -> tuple[Tab, ...]:
    """`people`: changes that wait for a second person."""
    waits = {
        NOW: len(view.irregularities) + bool(view.pausing.since),
        "devices": sum(not device.good for device in view.devices),
        "duties": sum(duty.due for duty in view.duties),
        "rounds": sum(line.due for line in rounds),
        "meters": sum(meter.locked for meter in view.meters),
        "people": people,
        "journal": int(bool(journal.damaged or journal.same_file) or not journal.recording),
    }
    return tuple(
        Tab(
            name=name,
            label=label,
            href=_PAGES.get(name, f"/floor#{name}"),
            badge=waits.get(name, 0),
        )
        for name, label in _LABELS.items()
    )


def keys(view: FloorView, tab: str) -> tuple[Allowed, ...]:
    """The keys of the floor that stand on this tab."""
    return tuple(key for key in view.allowed if _TAB_OF.get(key.command, NOW) == tab)
