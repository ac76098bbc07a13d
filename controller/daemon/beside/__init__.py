"""What goes on beside the play: none of it waits for the table, and the table for none of it."""

from __future__ import annotations

from .begin import EXPORTS_S, HOUR_S, Beside, Files, begin

__all__ = ["EXPORTS_S", "HOUR_S", "Beside", "Files", "begin"]
