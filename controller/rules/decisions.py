"""What a hand may do now, and for what it may not the clause that forbids it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from controller.domain.cards import Card
from controller.domain.hands import HandValue
from controller.domain.money import dollars

from . import hands
from .pack import Amount, Choice, Pack, Rule

Decision = Literal["hit", "stand", "double", "split", "surrender", "rescue"]
DECISIONS: tuple[Decision, ...] = ("hit", "stand", "double", "split", "surrender", "rescue")
Peek = Literal["not_due", "due", "negative", "positive"]


class No(Struct, frozen=True):
    """A refusal: the clause that forbids it and why, in our words."""

    clause: str
    text: str


class Yes(Struct, frozen=True):
    """What may be done, by which clause; `confirm` = ask once more, the text leaves it open."""

    decision: Decision
    clause: str
    confirm: str = ""


class Situation(Struct, frozen=True, kw_only=True):
    """One hand whose turn it is."""

    cards: tuple[Card, ...]
    split: bool = False
    doubles: int = 0
    hands: int = 1
    """Hands of this box now."""
    first_decision: bool = True
    """Nothing was indicated for this box yet."""
    stood: bool = False
    """On its first two cards."""
    up_rank: str
    peek: Peek = "not_due"
    rescue_closed: bool = False
    """The next hand has moved, or the dealer's second card is up."""
    barred: bool = False
    """The player refused a card drawn in error: no more cards this round."""
    original_cents: int | None = None
    added_cents: int | None = None
    """What the doubles of this hand have added."""


def legal(pack: Pack, situation: Situation) -> tuple[Yes, ...]:
    """Everything that may be done, each with the clause that allows it."""
    return tuple(
        _yes(pack, situation, decision)
        for decision in DECISIONS
        if why_not(pack, situation, decision) is None
    )


def why_not(pack: Pack, situation: Situation, decision: str) -> No | None:
    """Return None when the decision is allowed now."""
    if situation.peek in ("due", "positive"):
        return _before_peek(pack, situation)
    if decision not in DECISIONS:
        return No(f"{pack.ledger} house.not-in-text", f"There is no decision {decision!r}")
    held = hands.value(pack, situation.cards, split=situation.split)
    if len(situation.cards) < 2:
        return _no(pack.deal.first_box, "The hand has no second card yet")
    match decision:
        case "hit":
            return _why_no_hit(pack, situation, held)
        case "double":
            return _why_no_double(pack, situation, held)
        case "split":
            return _why_no_split(pack, situation)
        case "surrender":
            return _why_no_surrender(pack, situation, held)
        case "rescue":
            return _why_no_rescue(pack, situation, held)
    return _over(pack, held)


def why_not_double_amount(pack: Pack, situation: Situation, cents: int | None) -> No | None:
    """Whether a double of this many cents is allowed; an amount not counted always is.

    A wager that was not counted is no more than the table's most.
    """
    original = situation.original_cents
    leaf = _double_amount(pack)
    if original == 0:
        return _no(leaf, "The original wager counts for nothing")
    if cents is None:
        return None
    if cents <= 0:
        return _no(leaf, "The double has no amount")
    if original is None:
        over = leaf.value != "full_current" and cents > pack.deal.main_max_cents.known(cents)
        return _no(leaf, "More than the original wager") if over else _added(pack, cents)
    match leaf.value:
        case "up_to_original" if cents > original:
            return _no(leaf, "More than the original wager")
        case "full_or_half" if cents != original and cents * 2 != original:
            return _no(leaf, "Only the full wager or exactly half of it")
        case "full_current" if cents != original + (situation.added_cents or 0):
            return _no(leaf, "Exactly what is on the hand now")
    return _added(pack, cents)


def _added(pack: Pack, cents: int) -> No | None:
    """The limits of each separate wager, where the text has them."""
    least, most = pack.play.added_wager_least_cents, pack.play.added_wager_most_cents
    if cents < least.value:
        return _no(least, f"A wager of its own is at least {dollars(least.value)}")
    if most.value and cents > most.value:
        return _no(most, f"A wager of its own is at most {dollars(most.value)}")
    return None


def max_doubles(pack: Pack) -> Rule[int]:
    play = pack.play
    hits = play.dealer_soft_17.value == "hit"
    return play.doubles_if_dealer_hits if hits else play.doubles_if_dealer_stands


def doubles_all(pack: Pack) -> bool:
    """Whether each double is all that lies on the hand, so that it needs no count."""
    return _double_amount(pack).value == "full_current"


def doubles_half(pack: Pack) -> bool:
    """Whether a double is the full wager or exactly half of it."""
    return _double_amount(pack).value == "full_or_half"


def _double_amount(pack: Pack) -> Rule[Literal["up_to_original", "full_or_half", "full_current"]]:
    play = pack.play
    hits = play.dealer_soft_17.value == "hit"
    return play.double_amount_if_dealer_hits if hits else play.double_amount_if_dealer_stands


def _no(leaf: Rule[Any] | Choice[Any] | Amount, text: str) -> No:
    return No(leaf.clause, text)


def _before_peek(pack: Pack, situation: Situation) -> No:
    if situation.peek == "positive":
        return _no(pack.play.blackjack_ends_round, "The dealer has blackjack: no more cards")
    return _no(pack.deal.peek_up_ranks, "The hole card is checked first")


def _over(pack: Pack, held: HandValue) -> No | None:
    return _no(pack.settle.bust, "The hand is over") if held.bust else None


def _why_no_hit(pack: Pack, s: Situation, held: HandValue) -> No | None:
    play = pack.play
    if held.bust:
        return _over(pack, held)
    if s.barred:
        return _no(pack.shoe.refused_card, "The player refused a card: none this round")
    if held.blackjack:
        return _no(play.hit_on_blackjack, "A blackjack takes no card")
    if s.doubles:
        return _no(play.double_cards, "A doubled hand takes one card")
    if s.split and s.cards[0].rank == "A" and not play.split_aces_draw.value:
        return _no(play.split_aces_draw, "Split aces take no further card")
    leaf = play.hit_soft_below if held.soft else play.hit_hard_below
    if held.total >= leaf.value:
        return _no(leaf, f"No card to a {'soft' if held.soft else 'hard'} {held.total}")
    return None


def _why_no_double(pack: Pack, s: Situation, held: HandValue) -> No | None:
    play = pack.play
    most = max_doubles(pack)
    if held.bust:
        return _over(pack, held)
    if s.barred:
        return _no(pack.shoe.refused_card, "The player refused a card: none this round")
    if held.blackjack and play.double_blackjack.value == "refused":
        return _no(play.double_blackjack, "A blackjack cannot be doubled")
    if s.doubles >= most.value:
        return _no(most, f"Doubled {s.doubles} time{'s' * (s.doubles > 1)} already")
    if s.split and not play.double_after_split.value:
        return _no(play.double_after_split, "No double after a split")
    if len(s.cards) < play.double_min_cards.value:
        return _no(play.double_min_cards, f"Not before {play.double_min_cards.value} cards")
    last = play.double_max_cards.value
    if not s.doubles and last and len(s.cards) > last:
        return _no(play.double_max_cards, f"Only on the first {last} cards")
    leaf = play.double_soft_below if held.soft else play.double_hard_below
    if held.total >= leaf.value:
        return _no(leaf, f"No double on a {'soft' if held.soft else 'hard'} {held.total}")
    return None


def _why_no_split(pack: Pack, s: Situation) -> No | None:
    play = pack.play
    if len(s.cards) != 2:
        return _no(play.split_by, "Only the first two cards split")
    if s.doubles:
        return _no(play.split_by, "A doubled hand does not split")
    first, second = s.cards
    by_rank = play.split_by.value == "rank"
    if first.rank != second.rank if by_rank else first.value != second.value:
        return _no(play.split_by, f"Not of equal {play.split_by.value}")
    most = play.split_aces_hands if first.rank == "A" else play.split_hands
    if s.barred:
        return _no(pack.shoe.refused_card, "The player refused a card: none this round")
    if s.hands >= most.number:
        return _no(most, f"The box has {s.hands} hands already")
    return why_not_split_wager(pack, s.original_cents)


def why_not_split_wager(pack: Pack, original_cents: int | None) -> No | None:
    """As much as the original lies on the second hand, and nothing is no wager."""
    if original_cents == 0:
        return _no(pack.play.split_wager, "The original wager counts for nothing")
    return None


def _why_no_surrender(pack: Pack, s: Situation, held: HandValue) -> No | None:
    leaf = pack.play.surrender
    if leaf.value == "none":
        return _no(leaf, "There is no surrender")
    if no := surrender_forgone(pack, s):
        return no
    if len(s.cards) != 2:
        return _no(leaf, "Only on the first two cards")
    if held.blackjack and pack.play.surrender_blackjack.value == "refused":
        return _no(pack.play.surrender_blackjack, "A blackjack is not surrendered")
    return None


def surrender_forgone(pack: Pack, s: Situation) -> No | None:
    """Whether something that was indicated for the hand has ended its surrender."""
    play = pack.play
    if s.split or s.hands > 1:
        return _no(play.surrender_after_split, "No surrender after a split")
    if s.doubles:
        return _no(play.surrender_after_double, "No surrender after a double")
    if play.surrender_until.value == "hole_card_exposed":
        return None
    if s.stood:
        return no_surrender_after_stand(pack)
    return None if s.first_decision else _no(play.surrender_until, "Only as the first choice")


def no_surrender_after_stand(pack: Pack) -> No:
    """Also where it is open longer, as long as the stand itself can be taken back."""
    return _no(pack.play.surrender_after_stand, "No surrender after standing")


def _why_no_rescue(pack: Pack, s: Situation, held: HandValue) -> No | None:
    leaf = pack.play.rescue
    if leaf.value == "none":
        return _no(leaf, "There is no rescue")
    if not s.doubles:
        return _no(leaf, "Only after a double")
    if held.bust:
        return _no(pack.play.rescue_over, "The hand is over")
    if s.rescue_closed:
        return _no(pack.play.rescue_until, "The next hand has moved")
    return None


def confirm(pack: Pack, s: Situation, decision: str) -> str:
    """The clause by which a player is asked once more before it; empty = he is not."""
    play, full = pack.play, hands.total(s.cards)[0] == 21
    if decision == "hit" and full and play.hit_on_21.value == "confirm":
        return play.hit_on_21.clause
    if decision == "double" and full and play.double_blackjack.value == "confirm":
        return play.double_blackjack.clause
    if decision == "surrender" and hands.value(pack, s.cards, split=s.split).blackjack:
        return play.surrender_blackjack.clause
    return ""


def _yes(pack: Pack, s: Situation, decision: Decision) -> Yes:
    play = pack.play
    clause = {
        "hit": play.hit.clause, "stand": play.stand.clause, "double": play.double.clause,
        "split": play.split_by.clause, "surrender": play.surrender.clause,
        "rescue": play.rescue.clause,
    }[decision]  # fmt: skip
    return Yes(decision, clause, confirm(pack, s, decision))


def why_not_insure(
    pack: Pack, up_rank: str, *, main_cents: int | None, cents: int | None, closed: bool = False
) -> No | None:
    """Whether a box may be insured, for this amount where it was counted."""
    play = pack.play
    if play.insurance.value == "none":
        return _no(play.insurance, "There is no insurance")
    if up_rank not in play.insurance_up_ranks.value:
        return _no(play.insurance_up_ranks, "Only with an ace up")
    if closed:
        return _no(play.insurance_closes, "Insurance is closed")
    if main_cents == 0:
        return _no(play.insurance, "The original wager counts for nothing")
    cents = insured_cents(pack, main_cents, cents)
    if cents is None:
        return None
    largest = pack.deal.main_max_cents.known(2 * cents) if main_cents is None else main_cents
    most = insurance_cap(pack, largest)
    if main_cents is not None and play.insurance.value == "exactly_half" and cents * 2 != largest:
        return _no(play.insurance, "Exactly half of the wager")
    if not 0 < cents <= most:
        return _no(play.insurance, f"At most {dollars(most)}")
    return _added(pack, cents)


def insured_cents(pack: Pack, main_cents: int | None, cents: int | None) -> int | None:
    """What lies on the insurance line: nobody need count it where the text fixes the amount."""
    fixed = pack.play.insurance.value == "exactly_half" and main_cents is not None
    return main_cents // 2 if fixed and cents is None and main_cents is not None else cents


def insurance_cap(pack: Pack, main_cents: int) -> int:
    """The largest insurance: half, up to the next chip where the pack allows it."""
    if not pack.play.insurance_rounded_up.value:
        return main_cents // 2
    chip = pack.play.smallest_chip_cents.number
    return -(-main_cents // (2 * chip)) * chip


def signalled(pack: Pack, *, hand: str = "", voice: str = "") -> str:
    """The decision that counts where hand and voice were both given; empty = neither counts."""
    match pack.play.signals.value:
        case "hand_only":
            return hand
        case "hand_over_voice":
            return hand or voice
    return hand if hand == voice or not voice else voice if not hand else ""
