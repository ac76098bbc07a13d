"""A demo that is to end by itself does not wait for ever for a floorperson who is not there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from controller.domain.views.view import DealerView

WAITS_S = 60.0
"""How long a hold may last: enough for somebody who watches to rule on it."""
LOOKS_S = 1.0


class Unruled(Exception):
    """A hold on which nobody has ruled."""

    def __init__(self, headline: str) -> None:
        super().__init__(
            f"nobody has ruled on /floor for {WAITS_S:.0f} s: {headline} "
            "Rule there, or leave out --end"
        )


async def wait_for(view: Callable[[], DealerView]) -> None:
    """Return never. Raises: Unruled."""
    held, lasted = "", 0.0
    while lasted < WAITS_S:
        await asyncio.sleep(LOOKS_S)
        hold = view().hold
        headline = hold.headline if hold is not None else ""
        lasted = lasted + LOOKS_S if headline and headline == held else 0.0
        held = headline
    raise Unruled(held)
