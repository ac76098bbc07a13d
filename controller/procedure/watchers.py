"""Sequences that must never happen, as plain functions over steps.

They look at the state before, the input and the state after, and decide nothing: `journal verify
--watch` and the tests run them. Each says in words what it found, or nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain import money
from controller.domain.wagers import Payment
from controller.rules.settlement.progressive import xtreme_triggered

from . import meters, places
from .context import faces
from .house import House
from .inputs import Stamped
from .move import (
    Move,
    Past,
    amends,
    blackjack,
    cards,
    cover_came,
    draws,
    first,
    named,
    slots,
    staked,
)
from .reducers.lockout import ON_WHEEL
from .state import Play, State, Step


class Finding(Struct, frozen=True):
    row: int
    watcher: str
    text: str

    def __str__(self) -> str:
        return f"row {self.row}: {self.text}"


BY_THE_CLOCK = ("opening", "day", "irregularities", "timers")
Watcher = Callable[[Move], Iterator[str]]


class Watch:
    """Runs every watcher over the steps of one journal or walk, in order."""

    def __init__(self, house: House) -> None:
        self._house, self._past = house, Past()

    def look(
        self, row: int, before: State, stamped: Stamped, step: Step, house: House | None = None
    ) -> list[Finding]:
        """`house` = the one in force from this row on; None = still the same."""
        self._house = house or self._house
        move = Move(self._house, before, stamped, step, self._past)
        found = [Finding(row, name, text) for name, see in WATCHERS.items() for text in see(move)]
        self._remember(move)
        return found

    def _remember(self, m: Move) -> None:
        past = self._past
        past.wires |= {o.wire for o in m.step.outcome.orders}
        past.orders |= {o.name for o in m.step.outcome.orders}
        if m.is_.round == ("settled",) and (m.was.round != ("settled",) or amends(m)):
            past.staked = staked(m)
        past.mono = max(past.mono, m.stamped.mono)
        if cover_came(m):
            past.cover_round = m.is_.number - (m.is_.shoe == ("rest_due",))
        elif not m.is_.marks.last and (m.is_.shoe == ("empty",) or amends(m)):
            past.cover_round = 0


# ---- cards ----
def player_card_before_peek(m: Move) -> Iterator[str]:
    """MA 7.i~3: no card to a player while the reader's answer is outstanding."""
    p = m.was
    up = p.dealer[0].face if p.dealer and not p.up_owed else None
    outstanding = (
        p.variant == "hole_card_reader"
        and up is not None
        and up[0] in m.house.pack.deal.peek_up_ranks.value
        and not p.peek_given
        and not any(h.owed for h in p.hands)
    )
    if not outstanding or m.step.outcome.raised or amends(m) or not draws(m.said):
        return
    if cards(m.is_) > cards(p) and m.is_.round != ("turn_due",):
        yield "a card went to a player while the peek was outstanding"


def deal_after_last_round(m: Move) -> Iterator[str]:
    """MA 7.j: after the cover card the round in hand is the last one of the shoe."""
    if m.was.dealt or not m.is_.dealt:
        return
    if m.past.cover_round and m.is_.number > m.past.cover_round:
        yield f"round {m.is_.number} was dealt after the cover card's round"


def face_before_place(m: Move) -> Iterator[str]:
    """TABLE 1: a card is opened only where it lies face up for certain."""
    lying = {s.id: s.face for s in slots(m.is_)}
    for opened in m.step.outcome.exposed:
        if opened.id in lying and lying[opened.id] is None and not named(m, opened.id):
            yield "the face of a card was opened that lies face down"
    if m.is_.round in (("dealing",), ("deal_out",)):
        opened_now = {e.id for e in m.step.outcome.exposed}
        at = places.up_index(m.is_) if m.is_.boxes else -1
        early = any(s.id in opened_now for i, s in enumerate(m.is_.dealt) if i != at)
        if early or (m.is_.up_shown and places.due(m.is_)):
            yield "a face was shown before DEAL OK"


def hole_before_turned(m: Move) -> Iterator[str]:
    """MA 7.i~2: the hole card opens with TURNED and nothing else."""
    down = [s for s in m.was.dealer[1:2] if s.face is None]
    up = {s.id for s in slots(m.is_) if s.face is not None}
    turns = isinstance(m.said, cmd.Turned | cmd.CardKeyed)
    if down and down[0].id in up and not turns and not amends(m):
        yield "the hole card was opened before TURNED"


# ---- money ----
def payment_without_clause(m: Move) -> Iterator[str]:
    for p in m.is_.payments[len(m.was.payments) :]:
        if not p.clause:
            yield f"a payment names no clause: box {p.box} {p.kind}"


def match_before_peek(m: Move) -> Iterator[str]:
    """MA 6.d: match wagers are settled before the reader answers."""
    p = m.is_
    at_end = m.house.pack.settle.match_at.value == "end"
    if at_end or m.was.peek_given or not p.peek_given or p.match_done:
        return
    live = {h.box for h in p.hands if len(h.cards) >= 2 and not h.dead}
    if any(w.kind == "match" and w.box in live for w in p.wagers):
        yield "the reader answered before the match wagers were settled"


def money_lost(m: Move) -> Iterator[str]:
    """DESIGN 1.6: at the close of a round every stake was collected or went back, once."""
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


# ---- the wheel and orders ----
def spin_without_cause(m: Move) -> Iterator[str]:
    """MA 16.d: only a blackjack with a Bonus Spin wager turns the wheel."""
    if m.house.pack.wheel.spin_trigger.value != "blackjack":
        return
    for order in m.step.outcome.orders:
        if order.kind != "spin":
            continue
        box = int(order.target or 0)
        if any(s.order == order.name and s.kind == "xtreme" for s in m.is_.spins):
            if not xtreme_triggered(faces(s for s in m.is_.dealer[:2] if s.face is not None)):
                yield "a spin without the two cards of the dealer that trigger it"
            continue
        staked = any(w.box == box and w.kind == "bonus_spin" for w in m.is_.wagers)
        if not staked or not any(h.box == box and blackjack(m.house, h.cards) for h in first(m)):
            yield f"a spin for box {box} without a blackjack with a Bonus Spin wager"


def meter_out_of_account(m: Move) -> Iterator[str]:
    """A meter is what it began at, and was added, less what was paid (TABLE 6)."""
    for gauge in m.is_.prizes.gauges:
        if meters.differs(gauge):
            yield f"the meter {gauge.name} is not what went in and out"


def meter_falls(m: Move) -> Iterator[str]:
    """A meter falls by a hit, by a void round's shares, or by a correction of two people."""
    was = {g.name: g for g in m.was.prizes.gauges}
    if len(m.is_.prizes.shares) < len(m.was.prizes.shares) or amends(m):
        return
    signed = isinstance(m.said, cmd.Ruled) and m.said.ruling == "corrected"
    hits = len(m.is_.prizes.hits) > len(m.was.prizes.hits)
    for gauge in m.is_.prizes.gauges:
        old = was.get(gauge.name, gauge)
        if money.exact(gauge.cents) < money.exact(old.cents) and not (signed or hits):
            yield f"the meter {gauge.name} fell without a hit"


def order_twice(m: Move) -> Iterator[str]:
    """DESIGN 1.8: an order is released once."""
    for order in m.step.outcome.orders:
        if order.wire in m.past.wires or order.name in m.past.orders:
            yield f"the order {order.kind} {order.target} was released twice".replace("  ", " ")


# ---- the record ----
def refusal_moves(m: Move) -> Iterator[str]:
    """DESIGN 6: a refusal moves nothing but the mark of a deal in doubt.

    What the clock has brought since comes before the input, also before one that is refused.
    """
    if m.step.outcome.verdict != "refused" or m.step.boundary is not None:
        return
    late = m.step.outcome.raised or m.was.day.date != m.is_.day.date
    spared = ("doubt", *(BY_THE_CLOCK if late else ()))
    for name in Play.__struct_fields__:
        if name not in spared and getattr(m.was, name) != getattr(m.is_, name):
            yield f"a refused input moved {name}"


def clock_back(m: Move) -> Iterator[str]:
    """DESIGN 2: the table's own clock never goes back."""
    if m.stamped.mono < m.past.mono:
        yield "the table's clock went back"


WATCHERS: dict[str, Watcher] = {
    w.__name__: w
    for w in (
        player_card_before_peek,
        deal_after_last_round,
        face_before_place,
        hole_before_turned,
        payment_without_clause,
        match_before_peek,
        money_lost,
        spin_without_cause,
        order_twice,
        meter_out_of_account,
        meter_falls,
        refusal_moves,
        clock_back,
    )
}
