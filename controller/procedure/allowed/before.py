"""Which commands are legal before the wagers: opening, decks, shuffle, cut."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure.reducers import shuffle

from .listing import Listing


def of_opening(out: Listing) -> None:
    out.add(cmd.TableOpened(dealer=out.play.dealer_name or "dealer"), "act1")


def of_shoe(out: Listing) -> None:
    if shuffle.why_not_shuffle(out.play, out.house) is None:
        out.add(cmd.ShuffleAsked(), "act1")
    out.add(cmd.CutPlaced(), "act1")
