"""Settle a played round: every payment with its odds, amount, direction and clause.

The list is the account of the whole round: what was carried out at its own time (match wagers,
a busted hand, insurance) stands in it too, so a caller leaves out the kinds already done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from controller.domain import money
from controller.domain.cards import Card
from controller.domain.money import Exact
from controller.domain.settled import PlayedRound
from controller.domain.structs import replace
from controller.domain.wagers import Payment, Wager
from controller.rules.hands import value
from controller.rules.match import in_match_order, match_items
from controller.rules.pack import Pack
from controller.rules.stakes import Item, assert_conserved, payments_of

from .bank import covered, in_turn
from .fees import fee_payments
from .fixed import fixed_payments
from .limit import within_limit
from .main import main_items
from .progressive import Progressive, run_progressive
from .sides import break_items, insurance_items, lost_insurance, spins_due, wheel_items
from .void import done, void_round

__all__ = [
    "Progressive",
    "amount_due",
    "blackjacks_paid",
    "done",
    "fee_payments",
    "insurance_lost",
    "run_progressive",
    "settle",
    "settle_so_far",
    "spins_due",
    "void_round",
]


def settle(pack: Pack, played: PlayedRound) -> tuple[Payment, ...]:
    """Work out the round. With open amounts the odds are stated and `cents` is None.

    Raises: ValueError when the round lacks what an amount depends on (the first two cards of a
    box split more than once, the amounts of a player-dealer's game).
    """
    if pack.deal.bank.value == "player_dealer":
        payments, asked = _by_bank(pack, played, _of_bank(pack, played))
        if asked is not None:
            raise ValueError("the cover of the bank needs every amount")
        if pack.settle.payout_limit_cents.number:
            payments = tuple(within_limit(pack, payments, ())[0])
        return payments
    first = initial_cards(played)
    main = main_items(pack, played)
    match = match_items(pack, played.wagers, first, played.dealer[0], played.decks)
    sides = [*insurance_items(pack, played), *break_items(pack, played)]
    spins, held = _spins(pack, played, first)
    assert_conserved([*main, *match, *sides, *spins])
    won = {(item.box, item.hand) for item in main if item.win > 0}
    hands = [p for item in main for p in payments_of(pack, item)]
    fixed = fixed_payments(pack, played, won)
    if pack.settle.payout_limit_cents.number:
        hands, fixed = within_limit(pack, hands, fixed)
    rest = [p for item in (*sides, *spins) for p in payments_of(pack, item)]
    matched = in_match_order(pack, [p for item in match for p in payments_of(pack, item)])
    if pack.settle.match_at.value == "end":
        return tuple(in_order(pack, [*hands, *fixed, *matched, *rest, *held]))
    return (*matched, *in_order(pack, [*hands, *fixed, *rest, *held]))


def settle_so_far(pack: Pack, played: PlayedRound) -> tuple[Payment, ...]:
    """As `settle`; where a bank's cover asks for an amount, only what comes before that wager."""
    if amount_due(pack, played) is None:
        return settle(pack, played)
    return _by_bank(pack, played, _of_bank(pack, played))[0]


def amount_due(pack: Pack, played: PlayedRound) -> Item | None:
    """The wager that must be counted before a bank's cover can go on; None = no need."""
    if pack.deal.bank.value != "player_dealer":
        return None
    return _by_bank(pack, played, _of_bank(pack, played))[1]


def _of_bank(pack: Pack, played: PlayedRound) -> list[Item]:
    first = initial_cards(played)
    match = match_items(pack, played.wagers, first, played.dealer[0], played.decks)
    return [*main_items(pack, played), *match]


def blackjacks_paid(pack: Pack, played: PlayedRound) -> tuple[Payment, ...]:
    """What the blackjacks among the hands win against a dealer who cannot or does not have one.

    With a bank up to the first that its fund does not reach, or that nobody counted.
    """
    hands = tuple(h for h in played.hands if value(pack, h.cards, split=h.split).blackjack)
    items = main_items(pack, replace(played, hands=hands))
    if played.bank is not None:
        items = in_turn(pack, played, items)
    if played.bank is not None and played.bank.cents is not None:
        items = list(covered(pack, played, items).items)
    paid = [p for item in items for p in payments_of(pack, item)]
    if pack.settle.payout_limit_cents.number:
        paid = within_limit(pack, paid, ())[0]
    return tuple(paid)


def insurance_lost(pack: Pack, wagers: Sequence[Wager]) -> tuple[Payment, ...]:
    """Every insurance, lost with a negative check."""
    return tuple(p for item in lost_insurance(pack, wagers) for p in payments_of(pack, item))


def initial_cards(played: PlayedRound) -> dict[int, Sequence[Card]]:
    """The first two cards of each box. Raises: ValueError, see `settle`."""
    found: dict[int, Sequence[Card]] = {one.box: one.cards for one in played.initial}
    for hand in played.hands:
        if hand.box in found or hand.hand != 1:
            continue
        if not hand.split:
            found[hand.box] = hand.cards[:2]
            continue
        parts = [h for h in played.hands if h.box == hand.box]
        if len(parts) == 2:
            found[hand.box] = (parts[0].cards[0], parts[1].cards[0])
        elif any(w.box == hand.box and w.kind != "main" for w in played.wagers):
            raise ValueError(f"box {hand.box} was split more than once: its first two cards?")
    return found


def in_order(pack: Pack, payments: Sequence[Payment]) -> list[Payment]:
    """In the order in which the dealer settles; the hands of a box stay together."""
    if pack.settle.order.value == "collect_then_pay":
        return sorted(payments, key=lambda p: (p.direction != "take", -p.box))
    return sorted(payments, key=lambda p: -p.box)


def _spins(
    pack: Pack, played: PlayedRound, first: Mapping[int, Sequence[Card]]
) -> tuple[list[Item], list[Payment]]:
    match pack.wheel.bonus_spin.value:
        case "wheel":
            return wheel_items(pack, played, first)
        case "off" if not pack.wheel.xtreme.value:
            return [], []
    run = run_progressive(pack, played, first)
    return list(run.items), list(run.payments)


def _by_bank(
    pack: Pack, played: PlayedRound, items: list[Item]
) -> tuple[tuple[Payment, ...], Item | None]:
    """Payments in action order, and the wager that stops them for want of an amount."""
    assert_conserved(items)
    if played.bank is None or played.bank.cents is None:
        items = in_turn(pack, played, items)
        return tuple(p for item in items for p in payments_of(pack, item)), None
    done = covered(pack, played, items)
    assert_conserved(done.items)
    payments = tuple(p for item in done.items for p in payments_of(pack, item))
    if done.asked is not None:
        return payments, done.asked
    back = Payment(
        box=played.bank.box,
        kind="bank",
        cents=money.text(done.bank_after),
        direction="return",
        clause=pack.deal.bank.clause,
    )
    return (*payments, back), None


def net(payments: Sequence[Payment], *, box: int | None = None, kind: str = "") -> Exact:
    """What players are up: paid less taken, without bank and fees. Raises: ValueError if open."""
    result: Exact = 0
    for p in payments:
        if (box is not None and p.box != box) or (kind and p.kind != kind):
            continue
        if p.kind == "bank" or (p.kind == "fee" and not kind):
            continue
        if p.direction in ("pay", "take"):
            if p.cents is None:
                raise ValueError("an open amount has no net")
            amount = money.exact(p.cents)
            result += amount if p.direction == "pay" else -amount
    return money.plain(result)
