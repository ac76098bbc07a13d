"""Play a stated round by the pack and settle it: the payout calculator without a table.

Used by `dealer-assist settle` and by the floor console.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from controller.domain import money
from controller.domain.cards import Card
from controller.domain.settled import Bank, Initial, PlayedHand, PlayedRound, Spin
from controller.domain.wagers import Payment, Wager
from controller.rules import hands as rule_hands
from controller.rules.decisions import Peek
from controller.rules.draw import dealer_draws
from controller.rules.pack import Pack, load, names
from controller.rules.peek import peek_due
from controller.rules.settlement import net, settle

from .check import (
    bank_allowed,
    boxes_of_players,
    cards_exist,
    players_allowed,
    seat_allowed,
    setting_allowed,
    shoe_agrees,
    wagers_of,
)
from .play import Box
from .shape import Case, CaseError, Seat, decode

__all__ = [
    "Case",
    "CaseError",
    "Settled",
    "SettledSeat",
    "boxes_of_players",
    "decode",
    "pack_for",
    "settle_case",
]

Amount = int | str


class SettledSeat(Struct, frozen=True):
    """Units: cents, an exact text where the pack does not round."""

    seat: int
    main: Amount
    super_bonus: Amount
    envy: Amount
    mtd: Amount
    insurance: Amount
    break_bonus: Amount
    bonus_spin: Amount
    net: Amount


class Settled(Struct, frozen=True):
    id: str
    dealer_total: int
    seats: tuple[SettledSeat, ...]


KINDS = {
    "main": "main",
    "super_bonus": "super_bonus",
    "envy": "envy",
    "mtd": "match",
    "insurance": "insurance",
    "break_bonus": "break_bonus",
    "bonus_spin": "bonus_spin",
}


def pack_for(case: Case, name: str = "") -> Pack:
    """The pack named, or the one whose code the case gives. Raises: CaseError, PackError."""
    if name:
        return load(name)
    codes = {load(each).code: each for each in names()}
    if case.rules not in codes:
        what = f"no pack has the code {case.rules!r}" if case.rules else "the case names no rules"
        raise CaseError(what, do=f"Write `rules`, one of {', '.join(codes)}, or give --pack")
    return load(codes[case.rules])


def settle_case(pack: Pack, case: Case, where: str = "$") -> Settled:
    """Raises: CaseError for a round that could not have been played, with the clause."""
    played = play_case(pack, case, where)
    payments = settle(pack, played)
    held = next((p for p in payments if p.direction == "hold" and p.cents is None), None)
    if held is not None:
        raise CaseError(held.text, where=where, clause=held.clause)
    total, _ = rule_hands.total(played.dealer)
    seats = tuple(_seat(payments, seat.seat) for seat in case.seats)
    return Settled(case.id, total, seats)


def _seat(payments: Sequence[Payment], box: int) -> SettledSeat:
    amounts = {key: money.text(net(payments, box=box, kind=kind)) for key, kind in KINDS.items()}
    return SettledSeat(seat=box, net=money.text(net(payments, box=box)), **amounts)


def play_case(pack: Pack, case: Case, where: str = "$") -> PlayedRound:
    """Replay the scripts, then the dealer, checking every step. Raises: CaseError."""
    setting_allowed(pack, case, where)
    if not case.seats or len({s.seat for s in case.seats}) < len(case.seats):
        raise CaseError("there must be a seat, and no seat twice", where=where)
    bank_allowed(pack, case, f"{where}.player_dealer")
    players_allowed(pack, case.seats, f"{where}.seats")
    if len(case.dealer.cards) < 2:
        clause = pack.deal.first_box.clause
        raise CaseError("the dealer must have at least two cards", where=where, clause=clause)
    dealer = _parse(case.dealer.cards, f"{where}.dealer.cards")
    boxes = _boxes(pack, case, dealer, where)
    hands = [hand for box in boxes for hand in box.play()]
    wagers = tuple(w for seat in case.seats for w in _wagers(seat))
    _dealer(pack, dealer, hands, wagers, where)
    dealt = _in_dealing_order(case, boxes, dealer)
    cards_exist(pack, case.decks, dealt, where)
    if case.shoe is not None:
        shoe_agrees(pack, _parse(case.shoe, f"{where}.shoe"), dealt, f"{where}.shoe")
    bank = case.player_dealer
    return PlayedRound(
        decks=case.decks,
        hands=tuple(hands),
        wagers=wagers,
        dealer=dealer,
        initial=tuple(Initial(s.seat, _parse(s.initial, where)) for s in case.seats),
        variant=case.options.variant,
        spins=tuple(
            Spin(seat.seat, "wheel", seat.wheel) for seat in case.seats if seat.wheel is not None
        ),
        same_player=boxes_of_players(case.seats),
        bank=None if bank is None else Bank(bank.seat, bank.cents, bank.seats),
    )


def _boxes(pack: Pack, case: Case, dealer: Sequence[Card], where: str) -> list[Box]:
    peek = _peek(pack, case, dealer)
    cards_exist(pack, case.decks, dealer, f"{where}.dealer.cards")
    boxes: list[Box] = []
    for n, seat in enumerate(case.seats):
        place = f"{where}.seats[{n}]"
        initial = _parse(seat.initial, f"{place}.initial")
        cards_exist(pack, case.decks, initial, f"{place}.initial")
        seat_allowed(pack, case, seat, place)
        boxes.append(Box(pack, seat, dealer[0].rank, peek, place))
    return sorted(boxes, key=lambda box: box.seat.seat)


def _peek(pack: Pack, case: Case, dealer: Sequence[Card]) -> Peek:
    if not peek_due(pack, dealer[0].rank, case.options.variant):
        return "not_due"
    return "positive" if rule_hands.is_blackjack(dealer[:2]) else "negative"


def _parse(codes: Sequence[str], where: str) -> tuple[Card, ...]:
    try:
        return tuple(Card.parse(code) for code in codes)
    except ValueError as error:
        raise CaseError(str(error), where=where) from error


def _wagers(seat: Seat) -> list[Wager]:
    insured = [Wager(seat.seat, "", "insurance", seat.insurance)] if seat.insurance else []
    return [*wagers_of(seat), *insured]


def _dealer(
    pack: Pack,
    dealer: Sequence[Card],
    hands: Sequence[PlayedHand],
    wagers: Sequence[Wager],
    where: str,
) -> None:
    """Check that each card the dealer took was due and that none is missing."""
    for n in range(2, len(dealer) + 1):
        draw = dealer_draws(pack, dealer[:n], hands, wagers)
        if draw.must != (n < len(dealer)):
            raise CaseError(draw.reason, where=f"{where}.dealer.cards", clause=draw.clause)


def _in_dealing_order(case: Case, boxes: Sequence[Box], dealer: Sequence[Card]) -> list[Card]:
    bank = case.player_dealer
    turned = sorted(boxes, key=lambda b: bank is not None and b.seat.seat < bank.seat)
    initial = [[Card.parse(code) for code in box.seat.initial] for box in turned]
    dealt = [pair[0] for pair in initial] + [dealer[0]] + [pair[1] for pair in initial]
    drawn = [card for box in boxes for card in box.drawn]
    if case.options.hole_card:
        return [*dealt, dealer[1], *drawn, *dealer[2:]]
    return [*dealt, *drawn, *dealer[1:]]
