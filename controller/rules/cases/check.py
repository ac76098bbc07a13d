"""What no table could have dealt or accepted: cards, wagers, the order of the shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from controller.domain.cards import Card
from controller.domain.wagers import Wager
from controller.rules import hands as rule_hands
from controller.rules.decisions import insurance_cap, why_not_insure
from controller.rules.pack import Pack, apply_options
from controller.rules.placing import why_not_bank, why_not_boxes, why_not_place

from .shape import Case, CaseError, Seat


def cards_exist(pack: Pack, decks: int, cards: Iterable[Card], where: str) -> None:
    """Raises: CaseError for a card of no deck, or more copies than the decks hold."""
    for card, copies in Counter(cards).items():
        if rule_hands.foreign(pack, card):
            clause = pack.cards.ranks.clause
            raise CaseError(f"{card} is in no deck", where=where, clause=clause)
        if copies > decks:
            clause = pack.cards.decks.clause
            what = f"{copies} x {card} in {decks} decks"
            raise CaseError(what, where=where, clause=clause)


def setting_allowed(pack: Pack, case: Case, where: str) -> None:
    """Raises: CaseError for a number of decks or a way of dealing that the pack does not have."""
    decks = pack.cards.decks
    if case.decks not in decks.allow:
        allowed = ", ".join(map(str, decks.allow))
        raise CaseError(f"{case.decks} decks; allowed: {allowed}", where=where, clause=decks.clause)
    variant = pack.deal.variant
    if case.options.variant not in variant.allow:
        allowed = ", ".join(variant.allow)
        what = f"{case.options.variant}; allowed: {allowed}"
        raise CaseError(what, where=where, clause=variant.clause)


def bank_allowed(pack: Pack, case: Case, where: str) -> None:
    """Raises: CaseError for a bank that nobody could have put up."""
    bank = case.player_dealer
    if bank is None:
        return
    boxes = pack.deal.boxes
    if not 1 <= bank.seat <= boxes.number:
        what = f"the bank sits at boxes 1 to {boxes.number}"
        raise CaseError(what, where=f"{where}.seat", clause=boxes.clause)
    if no := why_not_bank(pack, bank.cents):
        raise CaseError(no.text, where=f"{where}.cents", clause=no.clause)


def players_allowed(pack: Pack, seats: Sequence[Seat], where: str) -> None:
    """Raises: CaseError for a player with more boxes, or others, than the text lets one have."""
    for boxes in boxes_of_players(seats):
        if no := why_not_boxes(pack, boxes, by_text=True):
            n = next(n for n, seat in enumerate(seats) if seat.seat == boxes[-1])
            raise CaseError(no.text, where=f"{where}[{n}].player", clause=no.clause)


def boxes_of_players(seats: Sequence[Seat]) -> tuple[tuple[int, ...], ...]:
    """Of each player who has several."""
    players: dict[str, list[int]] = {}
    for seat in seats:
        players.setdefault(seat.player or f"seat {seat.seat}", []).append(seat.seat)
    return tuple(tuple(sorted(boxes)) for boxes in players.values() if len(boxes) > 1)


def seat_allowed(pack: Pack, case: Case, seat: Seat, where: str) -> None:
    """Raises: CaseError for a wager that the pack forbids."""
    given, bank = wagers_of(seat), case.player_dealer
    of_bank = () if bank is None else (bank.seat,)
    for wager in given:
        beside = [w for w in given if w is not wager]
        no = why_not_place(pack, wager, beside, bank_boxes=of_bank)
        if no is not None:
            raise CaseError(f"{wager.kind}: {no.text}", where=where, clause=no.clause)
    _insurance(pack, case, seat, where)


def _insurance(pack: Pack, case: Case, seat: Seat, where: str) -> None:
    if seat.insurance is None:
        return
    chip = seat.chip_unit
    priced = apply_options(pack, {"smallest_chip_cents": chip}) if chip else pack
    up_rank = case.dealer.cards[0][0]
    no = why_not_insure(priced, up_rank, main_cents=seat.wager, cents=seat.insurance)
    if no is not None:
        cap = insurance_cap(priced, seat.wager)
        what = f"insurance of {seat.insurance} cents (cap {cap}): {no.text}"
        raise CaseError(what, where=where, clause=no.clause)


def wagers_of(seat: Seat) -> list[Wager]:
    """The wagers placed before the first card."""
    given = {
        "main": seat.wager,
        "match": seat.mtd,
        "break_bonus": seat.break_bonus,
        "bonus_spin": seat.bonus_spin,
    }
    return [Wager(seat.seat, "", kind, cents) for kind, cents in given.items() if cents is not None]


def shoe_agrees(pack: Pack, shoe: Sequence[Card], dealt: Sequence[Card], where: str) -> None:
    """Raises: CaseError for a shoe too short for the round, or in another order than dealt."""
    for n, card in enumerate(dealt):
        if n >= len(shoe):
            leaf = pack.shoe.short_shoe
            what = f"the shoe ends after {n} of {len(dealt)} cards"
            raise CaseError(what, where=where, clause=leaf.clause)
        if shoe[n] != card:
            what = f"card {n + 1} is {shoe[n]}, the round deals {card}"
            raise CaseError(what, where=where, clause=pack.deal.first_box.clause)
