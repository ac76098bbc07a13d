"""What no table could have dealt or accepted: cards, wagers, the order of the shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from controller.domain.cards import Card
from controller.rules import hands as rule_hands
from controller.rules.decisions import insurance_cap, why_not_insure
from controller.rules.pack import ASK, Amount, Pack, apply_options

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


def seat_allowed(pack: Pack, case: Case, seat: Seat, where: str) -> None:
    """Raises: CaseError for a wager that the pack forbids."""
    deal, wheel = pack.deal, pack.wheel
    most = deal.boxes.known(7)
    if not 1 <= seat.seat <= most:
        raise CaseError(f"seats are 1 to {most}", where=where, clause=deal.boxes.clause)
    _between("wager", seat.wager, deal.main_min_cents, deal.main_max_cents, where)
    unit = deal.main_unit_cents
    for name, cents in (("wager", seat.wager), ("mtd", seat.mtd or 0)):
        if cents % unit.known(1):
            raise CaseError(f"{name}: not in whole units", where=where, clause=unit.clause)
    if seat.mtd is not None:
        _between("mtd", seat.mtd, deal.match_min_cents, deal.match_max_cents, where)
        if deal.match_cap.value == "main" and seat.mtd > seat.wager:
            clause = deal.match_cap.clause
            raise CaseError("mtd: more than the wager", where=where, clause=clause)
    if seat.break_bonus is not None:
        if not deal.break_bonus.value:
            clause = deal.break_bonus.clause
            raise CaseError("there is no break bonus", where=where, clause=clause)
        _between("break_bonus", seat.break_bonus, deal.break_min_cents, deal.break_max_cents, where)
    if seat.bonus_spin is not None and seat.bonus_spin not in wheel.bonus_spin_cents.value:
        clause = wheel.bonus_spin_cents.clause
        raise CaseError(f"bonus_spin: {seat.bonus_spin} cents", where=where, clause=clause)
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


def _between(name: str, cents: int, least: Amount, most: Amount, where: str) -> None:
    if cents <= 0 or (least.value != ASK and cents < least.known(0)):
        raise CaseError(f"{name}: {cents} cents is too little", where=where, clause=least.clause)
    if most.value != ASK and cents > most.known(0):
        raise CaseError(f"{name}: {cents} cents is too much", where=where, clause=most.clause)


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
