"""The state as the consoles show it: pure builders of the view structs."""

from __future__ import annotations

from .dealer import dealer_view
from .floor import floor_view
from .frame import Frame
from .reports import dealers_reports
from .sign import sign_view
from .surveillance import happened, surveillance_view

__all__ = [
    "Frame",
    "dealer_view",
    "dealers_reports",
    "floor_view",
    "happened",
    "sign_view",
    "surveillance_view",
]
