"""Irregularities that the play itself has answered since: they close without a ruling."""

from __future__ import annotations

from controller.procedure.state.context import Context

from .kinds.every_kind import KINDS
from .ruling import close
from .standing import open_ones


def close_all(c: Context) -> None:
    """Close what the play itself has answered since."""
    for i in open_ones(c.play):
        closes = KINDS[i.kind].closes
        if closes is None or not closes.when(c, i):
            continue
        if closes.act is not None:
            closes.act(c, i)
        close(c, i, closes.ruling, closes.by)
