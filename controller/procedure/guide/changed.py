"""What a correction or a ruling makes of payments that were told: the dealer is shown both.

Without it a payment that was carried out would be gone from the page, and asked for again later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.procedure.irregularities import catalog
from controller.procedure.queries import legal
from controller.procedure.reducers.play.phase import match_due, match_waits
from controller.procedure.state import ledger
from controller.procedure.state.house import House
from controller.procedure.state.parts.changed import Changed
from controller.procedure.state.play import Play
from controller.procedure.state.whole import State

from .next_step import at_once
from .next_step.ended_hands import taken_at_once
from .next_step.next_bank import fee_to_drop
from .next_step.next_hands import match_unpaid

MOVED = ("pay", "take", "return")
OF_BANK = ("fee", "bank", "jackpot")
"""They have lines of their own."""


def told(before: State, after: State, house: House, *, corrects: bool, kept: bool = False) -> State:
    """`after` with what its line has to say beside how play goes on.

    `kept` = by a device, until all were heard.
    """
    hidden, play = _hidden(after, house), after.play
    if corrects:
        play = between(before.play, play, house)
        if play.bank is not None and play.number == before.play.number:
            play = _fee_lies(before.play, play)
    elif hidden:
        play = in_hold(before.play, play, house)
    due = 0 if hidden else fee_to_drop(play)
    if due > play.changed.dropping:
        play = replace(play, changed=replace(play.changed, dropping=due))
    if play.changed != before.play.changed and (kept or _hidden(before, house)):
        play = replace(play, unseen=True)
    return after if play is after.play else replace(after, play=play)


def _hidden(state: State, house: House) -> bool:
    """Whether something else has the line."""
    held = catalog.hold(state.play, house, state.devices) is not None
    return bool(held or state.play.pause.since or ledger.unheard(state))


def _fee_lies(was: Play, now: Play) -> Play:
    """What was told of the bank's fee is dropped, whatever is folded again (CA limits.4.iv).

    While nobody has acted on it, and the line goes on to tell it, it is told once.
    """
    told = was.changed
    dropped = told.dropped if fee_to_drop(now) else told.dropping
    return replace(now, changed=replace(now.changed, dropping=told.dropping, dropped=dropped))


def between(was: Play, now: Play, house: House) -> Play:
    """`now` with what became of the payments of `was`."""
    if was.number != now.number:
        return replace(now, changed=Changed())
    if legal.is_void(now):
        stood = was.changed.called_off if legal.is_void(was) else _told(was, house)
        return replace(now, changed=Changed(called_off=stood))
    undealt, again = now.changed.undealt, _staked_again(was, now)
    now = replace(now, changed=Changed())
    over, known = (was.round == "settled", now.round == "settled"), was.changed
    withdrawn = over == (True, False) or legal.is_void(was)
    if legal.is_void(was):
        old = known.called_off
    else:
        old = _by_lines(was, house) if withdrawn else _told(was, house)
    new = _by_lines(now, house)
    booked = now.payments[: now.paid_before] if over[1] else new
    # What a hand has lost by the settlement was not moved by its bust, if it has none any more.
    standing = booked if over == (False, True) else now.payments
    gone = _left(old, (*standing, *new))
    come = _left(booked, old if withdrawn else (*was.payments, *_by_lines(was, house)))
    found = replace(
        known.heard(),
        gone=(*_without(known.gone, (*come, *undealt)), *gone, *again),
        come=(*_without(known.come, gone), *come),
        settlement=known.settlement or withdrawn,
        called_off=(),
        undealt=undealt,
    )
    return replace(now, changed=_gone_over(found, was, now, house))


def _staked_again(was: Play, now: Play) -> tuple[Payment, ...]:
    """The ruling is taken back that had called off what waited for a card."""
    return was.changed.undealt if was.marks.dealt_out and not now.marks.dealt_out else ()


def in_hold(was: Play, now: Play, house: House) -> Play:
    """`now` with what its line would have told and cannot: it is told once play goes on."""
    if was.number != now.number or legal.is_void(now):
        return now
    fresh = (x for x in now.changed.come if x not in was.changed.come)
    come = _left(_by_lines(now, house), (*_by_lines(was, house), *fresh))
    return replace(now, changed=now.changed.with_come(come)) if come else now


def _told(p: Play, house: House) -> tuple[Payment, ...]:
    """By lines, and by the picture where it stands there."""
    return p.payments if p.round == "settled" else _by_lines(p, house)


def _by_lines(p: Play, house: House) -> tuple[Payment, ...]:
    """What was told before the settlement, some of it to be booked there."""
    made = p.payments[: p.paid_before] if p.round == "settled" else p.payments
    told = match_due(p, house) if match_told(p, house) else ()
    ended = (x for x in at_once.moved(p, house) if _hand(x) not in p.changed.late)
    taken = (x for x in p.payments[len(made) :] if _lost(x) and _hand(x) in p.changed.taken)
    return (*made, *told, *ended, *taken)


def _gone_over(changed: Changed, was: Play, now: Play, house: House) -> Changed:
    """What the picture still has open of hands that went over, and what it has not."""
    if now.round != "settled":
        return replace(changed, late=(), taken=())
    told = was.changed.called_off if legal.is_void(was) else _by_lines(was, house)
    before = {_hand(x) for x in told if _lost(x)}
    over = {(h.box, h.number) for at, h in enumerate(now.hands) if taken_at_once(now, house, at)}
    taken = {
        _key(x) for x in told if _lost(x) and was.round == "settled" and not legal.is_void(was)
    }
    same = {_hand(x) for x in now.payments if _lost(x) and _key(x) in taken}
    return replace(
        changed,
        late=tuple(sorted({*changed.late, *(over - before)})),
        taken=tuple(sorted(same - over - _given_up(now))),
    )


def _lost(x: Payment) -> bool:
    return (x.kind, x.direction) == ("main", "take")


def _given_up(p: Play) -> set[tuple[int, int]]:
    return {(h.box, h.number) for h in p.hands if h.surrendered or h.rescued}


def _hand(x: Payment) -> tuple[int, int]:
    return x.box, x.hand


def match_told(p: Play, house: House) -> bool:
    if match_unpaid(p):
        return False
    return p.round == "match_due" or (p.round == "deciding" and match_waits(p, house))


def _left(some: Iterable[Payment], others: Iterable[Payment]) -> tuple[Payment, ...]:
    known = Counter(map(_key, others))
    found = []
    for x in some:
        known[_key(x)] -= 1
        if known[_key(x)] < 0 and _moves(x) and x.kind not in OF_BANK:
            found.append(x)
    return tuple(found)


def _moves(x: Payment) -> bool:
    """Insurance without an ace goes back when that is known; what else is void, at its own time."""
    return x.direction in MOVED or (x.kind, x.direction) == ("insurance", "void")


def _without(told: Iterable[Payment], since: Iterable[Payment]) -> tuple[Payment, ...]:
    """What was told of the same chips since is the last word on them."""
    later = Counter(map(_key, since))
    left = []
    for x in told:
        later[_key(x)] -= 1
        if later[_key(x)] < 0:
            left.append(x)
    return tuple(left)


def _key(x: Payment) -> tuple[object, ...]:
    return x.box, x.wagerer, x.kind, x.hand, x.direction, x.cents
