"""`Money, box by box`: one line for each wager of a round, and what the round moved in all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from controller.audit.scene import money
from controller.audit.told.moved import Moved
from controller.domain.money import Exact, dollars
from controller.domain.money import text as as_amount
from controller.domain.wording import odds_in_words

from .marked import MINUS, text

HEAD = (
    '<thead><tr><th class="n">box</th><th>wager</th><th class="n">amount</th><th>result</th>'
    '<th>odds</th><th class="n">moved</th><th>clause</th></tr></thead>'
)
PUT_APART = ("fee", "bank")
"""Not to or from a player's wager: they are not in the sum of what the players moved."""


def table(lines: Sequence[Moved], number: int) -> Iterator[str]:
    """Empty for a round in which nothing was wagered."""
    if not lines:
        return
    yield f"<section><h2>Money, box by box <small>round {number}</small></h2>"
    yield f'<table class="rows pay">{HEAD}<tbody>'
    yield from map(_line, lines)
    yield f"</tbody><tfoot>{_foot(lines)}</tfoot></table>"
    yield '<p class="cap">+ to the player, &minus; from the player, as the record says it. Nothing '
    yield "here was worked out anew; an amount that nobody counted is in no sum.</p></section>"


def _line(m: Moved) -> str:
    amount = _dollars(m.cents) if m.cents is not None else "not counted" if m.counts else ""
    return (
        f'<tr><td class="n">{m.box}</td><td>{text(m.wager)}</td><td class="n">{text(amount)}</td>'
        f"<td>{text(m.result)}</td><td>{text(odds_in_words(m.odds))}</td>"
        f'<td class="n"><b>{text(_moved(m))}</b></td><td class="clause">{text(m.clause)}</td></tr>'
    )


def _foot(lines: Sequence[Moved]) -> str:
    players = [m for m in lines if m.wager not in PUT_APART]
    total: Exact = 0
    for m in players:
        if m.moved is not None:
            total += m.moved
    open_ = sum(1 for m in players if m.moved is None)
    more = f" and {open_} in chips that nobody counted" if open_ else ""
    return (
        f'<tr><td colspan="5">All players of the round{text(more)}</td>'
        f'<td class="n">{text(signed(total))}</td><td></td></tr>'
    )


def _moved(m: Moved) -> str:
    return m.how if m.moved is None else signed(m.moved)


def signed(cents: Exact) -> str:
    """`+$37.50`, and a zero without a sign."""
    sign = "+" if cents > 0 else MINUS if cents < 0 else ""
    return f"{sign}{_dollars(-cents if cents < 0 else cents)}"


def _dollars(cents: Exact) -> str:
    return dollars(cents) if isinstance(cents, int) else money(as_amount(cents))
