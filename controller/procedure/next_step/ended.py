"""What is said and done for hands that have just ended: surrender, bust, the dealer's total."""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain.hands import HandValue
from controller.domain.view import NextStep
from controller.procedure import legal, target
from controller.procedure.house import House
from controller.procedure.reducers.phase import up_rank
from controller.procedure.state import Hand, Play
from controller.procedure.wording import NUMBERS, dollars
from controller.rules.peek import up_card_can_make_blackjack


def passed(p: Play, house: House, at: int) -> tuple[str, str] | None:
    """Clause and words for the hand right before the one at `at`; the next act acknowledges it."""
    hand = next((h for h in reversed(p.hands[:at]) if not h.dead), None)
    if hand is None:
        return None
    if hand.surrendered:
        return _surrendered(p, house, hand)
    bust = len(hand.cards) > 1 and target.value(house, hand).bust
    at_once = house.pack.settle.bust_collected.value == "at_once"
    return _bust(p, house, hand) if bust and at_once and not _held_back(p, hand) else None


def _surrendered(p: Play, house: House, hand: Hand) -> tuple[str, str] | None:
    if house.pack.settle.surrender_settled.value != "at_once":
        return None
    if not legal.surrender_ends(p, house):
        return house.line("on_cards", box=hand.box)
    cents = legal.main_cents(p, hand.box)
    half = dollars(cents // 2) if cents and cents % 2 == 0 else "half"
    return house.line("half_back", box=hand.box, half=half)


def _bust(p: Play, house: House, hand: Hand) -> tuple[str, str]:
    cents = legal.main_cents(p, hand.box)
    added = hand.double_cents if hand.doubles else 0
    known = cents is not None and added is not None and not hand.covers
    amount = dollars((cents or 0) + (added or 0)) if known else ""
    clause, text = house.line("take_bust", box=hand.box, amount=amount)
    return clause, text.strip()


def _held_back(p: Play, hand: Hand) -> bool:
    """While a dealer's blackjack may still be found, all but the original may come back."""
    more = hand.doubles > 0 or hand.split
    return more and not p.peek_given and bool(up_rank(p)) and _may_be_found(p)


def _may_be_found(p: Play) -> bool:
    return up_card_can_make_blackjack(up_rank(p))


def insurance_taken(p: Play, house: House, step: NextStep) -> NextStep:
    """What the disclosed card has lost; the dealer's next card acknowledges it (MA 11.d)."""
    lost = sorted({x.box for x in p.payments if (x.kind, x.direction) == ("insurance", "take")})
    at_turn = house.pack.play.insurance_collected.value == "hole_card_disclosed"
    if not lost or not at_turn or len(p.dealer) != 2:
        return step
    clause, text = house.line("take_insurance", boxes=" ".join(map(str, lost)))
    return replace(step, hint=f"{text}.", clause=clause)


def dealer_says(p: Play, house: House) -> str:
    """The total after each additional card of the dealer's own (MD 7.L.3)."""
    said = house.pack.play.totals_announced.value != "none"
    open_ = all(s.face is not None for s in p.dealer)
    return spoken(legal.dealer_value(p, house)) if said and open_ and len(p.dealer) > 2 else ""


def spoken(value: HandValue) -> str:
    word = NUMBERS[value.total] if value.total < len(NUMBERS) else str(value.total)
    return f"soft {word}".capitalize() if value.soft else word.capitalize()
