"""Payments that stand in the state: each names its clause, each stake moves once.

Source: controller/README 1.6.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from controller.audit.move import Move, line_waits
from controller.domain import money
from controller.domain.wagers import Payment
from controller.domain.wording import dollars
from controller.procedure.guide.next_step.next_bank import fee_to_drop
from controller.procedure.reducers.play.phase import match_open
from controller.procedure.reducers.wheel.lockout import ON_WHEEL
from controller.procedure.state.parts.wagerers import caller_of
from controller.procedure.state.play import Hand, Play


def payment_without_clause(m: Move) -> Iterator[str]:
    for p in m.is_.payments[len(m.was.payments) :]:
        if not p.clause:
            yield f"a payment names no clause: box {p.box} {p.kind}"


def match_before_peek(m: Move) -> Iterator[str]:
    """MA 6.d: match wagers are settled before the reader answers."""
    p = m.is_
    at_end = m.house.pack.settle.match_at.value == "end"
    if not at_end and not m.was.peek_given and p.peek_given and match_open(p):
        yield "the reader answered before the match wagers were settled"


def money_lost(m: Move) -> Iterator[str]:
    """At the close of a round every stake was collected or went back, once.

    Source: controller/README 1.6.
    """
    if m.step.boundary is None:
        return
    play = m.before.play
    moved: dict[tuple[int, str, str, int], list[Payment]] = defaultdict(list)
    for p in play.payments:
        moved[p.box, p.wagerer, p.kind, p.hand].append(p)
    for wager in m.past.staked:
        main = wager.kind == "main"
        hands = [h for h in play.hands if h.box == wager.box]
        for number in [h.number for h in hands] if main else [1] if hands else []:
            hand = next(h for h in hands if not main or h.number == number)
            own = next((x for x in hand.covers if x.wagerer == wager.wagerer), None)
            if main and own is not None and not own.on:
                continue
            extra = hand.double_cents if main and hand.doubles else 0
            if main and own is not None:
                extra = own.doubled_cents
            stake = None if wager.cents is None or extra is None else wager.cents + extra
            found = moved[wager.box, wager.wagerer, wager.kind, number]
            if m.house.by_paytables and wager.kind in ON_WHEEL:
                # The prize is no odds on the stake, which the device keeps.
                found = [p for p in found if p.direction not in ("pay", "hold")]
            if text := _unbalanced(stake, found):
                yield f"round {play.number} box {wager.box} {wager.kind}: {text}"


def _unbalanced(stake: int | None, moved: list[Payment]) -> str:
    if not moved:
        return "nothing was collected, paid or returned"
    if any(p.direction == "hold" or p.cents is None for p in moved) or stake is None:
        return ""
    whole = [p for p in moved if p.direction in ("take", "return", "void")]
    if not whole:
        return ""
    total = sum(money.exact(p.cents) for p in whole if p.cents is not None)
    if any(p.direction == "pay" for p in moved) and any(p.direction == "take" for p in moved):
        return "it was paid and collected"
    return "" if total == stake else f"{money.text(total)} cents moved of {stake} staked"


# ---- what lies on a hand ----
class Stake(NamedTuple):
    """Of one wagerer on one hand. Units: cents."""

    main: int
    added: int
    """By doubles."""


def shared(p: Play, box: int) -> bool:
    return any(w.box == box and w.wagerer for w in p.wagers)


def stakes(p: Play, hand: Hand) -> dict[str, Stake] | None:
    """Of all who have chips on it, by wagerer; None = a part is not known.

    Counted from the wagers themselves, as nothing that the page draws is counted.
    """
    coupons = (x for x in p.people.coupons if (x.box, x.kind) == (hand.box, "main"))
    no_value = {x.wagerer for x in coupons if not x.counts}
    calls, own = caller_of(p.people, hand.box), {c.wagerer: c for c in hand.covers}
    found = {}
    for w in p.wagers:
        if (w.box, w.kind) != (hand.box, "main"):
            continue
        cover = own.get(w.wagerer)
        if w.wagerer == calls:
            added = hand.double_cents if hand.doubles else 0
        elif cover is None:
            added = 0
        elif cover.on:
            added = cover.doubled_cents if cover.doubled else 0
        else:
            continue
        if w.cents is None or added is None or w.wagerer in no_value:
            return None
        found[w.wagerer] = Stake(w.cents, added)
    return found or None


def halves(of: dict[str, Stake]) -> int | None:
    """None = one has no half in whole cents."""
    mains = [x.main for x in of.values()]
    return None if any(cents % 2 for cents in mains) else sum(mains) // 2


# ---- the bank's fee ----
FEE = re.compile(r"(?:Drop the bank's fee, |Bank's fee: )(\$[\d,.]*\d)(?: more)?\.")


class Fees:
    """It is told once: a dealer who obeys drops no more than is due (CA limits.4.iv)."""

    def __init__(self) -> None:
        self._now, self._dropped = "", 0

    def see(self, m: Move) -> Iterator[str]:
        if m.before.play.number != m.is_.number:
            self.__init__()  # type: ignore[misc]
        if m.is_.bank is None or m.is_.round == "settled" or line_waits(m):
            return
        found = FEE.search(m.view.next_step.hint)
        told = found[0] if found else ""
        if found and told != self._now:
            self._dropped += round(float(found[1].strip("$").replace(",", "")) * 100)
            if self._dropped > fee_to_drop(m.is_):
                yield f"round {m.is_.number}: {dollars(self._dropped)} told to drop as the fee"
        self._now = told
