"""The cut of the stack and the cover card (MA 4.c-4.g)."""

from __future__ import annotations

from controller.procedure.context import Context


def cut_is_placed(c: Context) -> bool:
    return c.play.cut == ("placed",)
