"""The catalogue: every kind of irregularity that the code can raise, with its words."""

from __future__ import annotations

from .kind import Kind, Question, Ruling, words
from .kinds_of_duties import OF_DUTIES
from .kinds_of_itself import OF_ITSELF
from .kinds_of_play import OF_PLAY
from .kinds_of_record import OF_RECORD
from .kinds_of_reports import OF_REPORTS
from .kinds_of_shoe import OF_SHOE

KINDS: dict[str, Kind] = {**OF_PLAY, **OF_RECORD, **OF_ITSELF, **OF_REPORTS, **OF_DUTIES, **OF_SHOE}

__all__ = ["KINDS", "Kind", "Question", "Ruling", "words"]
