"""What is said and done for hands that have just ended: surrender, bust, the dealer's total."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from controller.domain.hands import HandValue
from controller.domain.structs import replace
from controller.domain.views.view import NextStep
from controller.domain.wagers import Payment
from controller.domain.wording import NUMBERS, dollars
from controller.procedure.queries import chips, legal, target
from controller.procedure.reducers.bank.player_dealer import by_player, safe_part
from controller.procedure.reducers.play.phase import up_rank
from controller.procedure.state.house import House
from controller.procedure.state.parts.wagerers import caller_of
from controller.procedure.state.play import Hand, Play
from controller.rules import decisions
from controller.rules.pack.line_keys import LineKey
from controller.rules.peek import up_card_can_make_blackjack

Said = tuple[str, str]
"""Clause and words."""


def told(p: Play, house: House, step: NextStep, *, doubted: bool = False) -> NextStep:
    """What the turn has just passed is done before the next hand's first decision.

    `doubted`: nobody knows whose the last card was; what it may have ended is not told yet, what
    its player has given up is.
    """
    found = [_given_up_late(p, house), *_by_the_turn(p, house, doubted=doubted)]
    parts = list(dict.fromkeys(part for part in found if part is not None))
    if not parts:
        return step
    return replace(step, hint=" ".join(f"{text}." for _, text in parts), clause=parts[-1][0])


def told_late(p: Play, house: House, step: NextStep) -> NextStep:
    """A hand given up while another waits for its card: its line would be gone with that card."""
    late = _given_up_late(p, house)
    return step if late is None else replace(step, hint=f"{late[1]}. {step.hint}".strip())


def _by_the_turn(p: Play, house: House, *, doubted: bool) -> tuple[Said | None, ...]:
    over = _ended(p, house, _just_ended(p, house), doubted=doubted)
    if _all_but_missed(p, house):
        return _answer(p, house), over
    return _answer(p, house), over, _blackjacks(p, house)


def _passed(p: Play, house: House) -> tuple[int, int] | None:
    """The hands that were passed without a decision: from, and up to; None = one has decided."""
    now = target.index(p, house)
    at = len(p.hands) if now is None else now
    if at < len(p.hands) and p.hands[at].decided:
        return None
    return next((i for i in range(at, 0, -1) if p.hands[i - 1].decided), 0), at


def _passed_hands(p: Play, house: House) -> tuple[Hand, ...]:
    start, at = _passed(p, house) or (0, 0)
    return p.hands[start:at]


def _all_but_missed(p: Play, house: House) -> bool:
    """Only hands that were missed have still a turn, or had the last one: out of their order."""
    now = target.index(p, house)
    acted = target.find(p, *p.marks.ended) if now is None else None
    if acted is not None and not p.hands[acted].last:
        return False
    return any(h.last for h in p.hands) and (now is None or p.hands[now].waits)


def drew_last(p: Play) -> int:
    """Index of the hand that the newest card went to; -1 = a hand has stood since."""
    if p.last is None or p.marks.stood[2] == p.drawn:
        return -1
    at = target.find(p, p.last.box, p.last.hand)
    return -1 if at is None else at


def _just_ended(p: Play, house: House) -> int:
    """Index of the hand whose end is told now; -1 = none is.

    It is the last that the turn passed, unless another has had a card or a decision since, out of
    its turn: the end of the one that the turn passed was told before.
    """
    missed = _all_but_missed(p, house)
    at = drew_last(p) if missed else (_passed(p, house) or (0, 0))[0] - 1
    if at < 0:
        return at
    hand = p.hands[at]
    if p.marks.ended in ((0, 0), (hand.box, hand.number)):
        return at
    if missed:
        return -1
    acted = target.find(p, *p.marks.ended)
    return acted if acted is not None and p.hands[acted].done else -1


def told_now(p: Play, house: House, x: Payment) -> bool:
    """Whether the line or the picture asks for this payment by itself."""
    if (x.kind, x.direction) == ("insurance", "take"):
        beside = p.round == "dealer_plays" and p.insurance_at == p.drawn
        return beside or _answer(p, house) is not None or not insurance_told(p)
    if x.kind == "match":
        return not p.match_done
    if any(x in group for group in p.spin_told):
        return True
    if x.kind != "main" or p.round not in ("deciding", "turn_due"):
        return False
    if p.marks.given_up[:2] == (x.box, x.hand) and _given_up_late(p, house) is not None:
        return True
    ended = _just_ended(p, house)
    if ended >= 0 and (p.hands[ended].box, p.hands[ended].number) == (x.box, x.hand):
        return _ended(p, house, ended) is not None
    if _all_but_missed(p, house) or _blackjacks(p, house) is None:
        return False
    return x.box in p.paid_now or any(h.box == x.box for h in _passed_hands(p, house))


def _answer(p: Play, house: House) -> Said | None:
    """The answer of the check stays on the line until the next card (console/README 1.3)."""
    acted = any(h.split or h.doubles for h in p.hands)
    if not p.peek_given or p.peek is not False or acted or p.answer_at != p.drawn:
        return None
    clause, text = house.line("no_blackjack")
    lost = _insurance_lost(p)
    if not lost:
        return clause, text
    clause, take = house.line("take_insurance", boxes=" ".join(map(str, lost)))
    return clause, f"{text}. {take}"


def _ended(p: Play, house: House, at: int, *, doubted: bool = False) -> Said | None:
    """Of the last hand that was decided; the next act acknowledges it.

    `doubted`: its last card may be another's.
    """
    if at < 0 or p.hands[at].dead:
        return None
    hand = p.hands[at]
    if hand.surrendered or hand.rescued:
        return _given_up(p, house, hand)
    if doubted or len(hand.cards) < 3:
        return None
    value = target.value(house, hand)
    if not value.bust:
        return _done(house, hand, value)
    if house.pack.settle.bust_collected.value != "at_once":
        return None
    return _held_back(p, house, at) if _may_come_back(p, house, hand) else _bust(p, house, hand)


def _done(house: House, hand: Hand, value: HandValue) -> Said | None:
    """Of a hand that its card has ended, while the next hand's total stands in the line."""
    doubled = hand.doubles > 0 and decisions.max_doubles(house.pack).value == 1
    full = legal.finished(house, hand, doubled=False)
    return house.line("done", box=hand.box, total=value.total) if doubled or full else None


def _blackjacks(p: Play, house: House) -> Said | None:
    """Of the hands that were passed without a decision: announced only, or paid at their turn.

    That is told, too, when the card that passed them was another hand's, as where the match wagers
    were still due.
    """
    if paid_early(house):
        return early_blackjacks(p, house) if untouched(p) else None
    if p.peek and p.peek_given:
        return None  # all is settled at once, a player's blackjack too (MD 7.G.3, 7.O.3)
    held = _up_may_be_blackjack(p, house)
    paid = {x.box for x in p.payments if x.kind == "main"}
    passed = _passed_hands(p, house) if held else p.hands
    spun = {s.box for s in p.spins if s.status == "rested"}
    now = {*p.paid_now} & (paid - spun)
    boxes = [h.box for h in passed if _blackjack(house, h) and (held or h.box in now)]
    if not boxes:
        return None
    return house.line("hold_blackjack" if held else "pay_blackjack", boxes=_amounts(p, boxes))


def _amounts(p: Play, boxes: Sequence[int]) -> str:
    """Each box with what its blackjack is paid, where that is known."""
    paid = {x.box: x.cents for x in p.payments if (x.kind, x.direction) == ("main", "pay")}
    known = {b: f" {dollars(c)}" for b, c in paid.items() if isinstance(c, int)}
    return " ".join(f"{b}{known.get(b, '')}" for b in boxes)


def paid_early(house: House) -> bool:
    return house.pack.settle.blackjack_paid.value == "early"


def untouched(p: Play) -> bool:
    """Nobody has decided or drawn: what was ordered after the deal is still to be done."""
    return all(len(h.cards) < 3 and not h.decided and not h.split for h in p.hands)


def early_blackjacks(p: Play, house: House) -> Said | None:
    """Those that the bank pays before the first decision (CA match.5.i)."""
    boxes = [x.box for x in p.payments if (x.kind, x.direction) == ("main", "pay")]
    if not paid_early(house) or not boxes:
        return None
    return house.line("pay_blackjack", boxes=_amounts(p, boxes))


def _blackjack(house: House, hand: Hand) -> bool:
    known = len(hand.cards) == 2 and all(s.face for s in hand.cards)
    return known and target.value(house, hand).blackjack


def _up_may_be_blackjack(p: Play, house: House) -> bool:
    """A blackjack that waits is announced where one under another up card is paid at its turn."""
    at_turn = house.pack.settle.blackjack_paid.value == "turn_if_no_peek"
    return at_turn and up_rank(p) in tuple(house.pack.deal.peek_up_ranks.value)


def _given_up_late(p: Play, house: House) -> Said | None:
    """A hand that was passed and then given up: until the next card is out.

    A rescue beside a card in doubt too: that card may end the next hand before the line is read.
    """
    box, number, drawn = p.marks.given_up
    at = target.find(p, box, number)
    if at is None or drawn != p.drawn:
        return None
    hand = p.hands[at]
    given_up = hand.surrendered or (hand.rescued and not hand.dead)
    return _given_up(p, house, hand) if given_up else None


def _given_up(p: Play, house: House, hand: Hand) -> Said | None:
    if by_player(house):
        return _safe_back(p, house, hand)
    return _surrendered(p, house, hand) if hand.surrendered else _rescued(p, house, hand)


def _safe_back(p: Play, house: House, hand: Hand) -> Said | None:
    """Where the rest waits for the bank's turn: what goes back to the player now."""
    cents, back = chips.main_cents(p, hand.box), safe_part(p, house, hand.box, hand.number)
    if hand.surrendered:
        return house.line("half_back", box=hand.box, half=dollars(back) if back else "half")
    whole = (cents or 0) + (hand.double_cents or 0)
    known = {"back": dollars(back), "rest": dollars(whole - back)} if back else {}
    said = {"back": "the double", "rest": "the other part", **known}
    return house.line("rescue_back", box=hand.box, **said)


def _rescued(p: Play, house: House, hand: Hand) -> Said:
    """The house takes the original at once; the double goes back (MA 9.d, MD 10.H)."""
    main, double = chips.main_cents(p, hand.box), hand.double_cents
    rest = "the wager" if main is None else dollars(main)
    back = "the double" if double is None else dollars(double)
    return house.line("rescue_back", box=hand.box, rest=rest, back=back)


def rescue_told(p: Play, house: House, x: Payment) -> bool:
    """Whether the line has told it when it was said; the shares of others wait for the end."""
    at = target.find(p, x.box, x.hand)
    mine = x.wagerer == caller_of(p.people, x.box) and not by_player(house)
    return mine and at is not None and p.hands[at].rescued and x.direction != "void"


def _surrendered(p: Play, house: House, hand: Hand) -> Said | None:
    if house.pack.settle.surrender_settled.value != "at_once":
        return None
    if not legal.surrender_ends(p, house):
        return house.line("on_cards", box=hand.box)
    cents = chips.summed(tuple(x.half for x in chips.on_hand(p, hand)))
    return house.line("half_back", box=hand.box, half=dollars(cents) if cents else "half")


def _bust(p: Play, house: House, hand: Hand) -> Said:
    cents = chips.summed(tuple(x.whole for x in chips.on_hand(p, hand)))
    amount = "" if cents is None else dollars(cents)
    clause, text = house.line("take_bust", box=hand.box, amount=amount)
    return clause, text.strip()


def taken_at_once(p: Play, house: House, at: int) -> Literal["", "one", "all"]:
    """What the line has told to take of a hand that went over, before the settlement."""
    hand = p.hands[at]
    if house.pack.settle.bust_collected.value != "at_once" or len(hand.cards) < 3:
        return ""
    ends = hand.dead or hand.surrendered or hand.rescued or any(s.face is None for s in hand.cards)
    if ends or not target.value(house, hand).bust:
        return ""
    if not _may_come_back(p, house, hand):
        return "all"
    return "" if _over_before(p, house, at) else "one"


def _over_before(p: Play, house: House, at: int) -> bool:
    """An earlier hand of the box went over: its one original wager was taken then."""
    box = p.hands[at].box
    return any(h.box == box and target.value(house, h).bust for h in p.hands[:at])


def _may_come_back(p: Play, house: House, hand: Hand) -> bool:
    """While a dealer's blackjack may still be found, all but the original may come back."""
    terms = house.pack.settle
    doubled = hand.doubles > 0 and terms.original_only.value
    more = doubled or (hand.split and terms.original_only_split.value)
    return more and not p.peek_given and bool(up_rank(p)) and up_card_can_make_blackjack(up_rank(p))


def _held_back(p: Play, house: House, at: int) -> Said:
    """One original wager of the box is lost whatever is found (MA 9.c, 10.d).

    Where the double was told after the bust, that wager is taken already.
    """
    taken = _over_before(p, house, at) or p.hands[at].told_late
    key: LineKey = "hold_bust" if taken else "take_bust_hold"
    return house.line(key, box=p.hands[at].box)


def insurance_told(p: Play) -> bool:
    """Whether a line has told it: with the check's answer, or at the turn and a card came since."""
    return p.insurance_at != p.drawn


def _insurance_lost(p: Play) -> list[int]:
    return sorted({x.box for x in p.payments if (x.kind, x.direction) == ("insurance", "take")})


def insurance_taken(p: Play, house: House, step: NextStep) -> NextStep:
    """What the disclosed card has lost; the dealer's next card acknowledges it (MA 11.d)."""
    lost = _insurance_lost(p)
    if not lost or p.insurance_at != p.drawn:
        return step
    clause, text = house.line("take_insurance", boxes=" ".join(map(str, lost)))
    return replace(step, hint=f"{text}.", clause=clause)


def dealer_says(p: Play, house: House) -> str:
    """The total after each card of the dealer's own (MD 7.L.3), or of the whole hand (MA 7.g~4)."""
    when = house.pack.play.totals_announced.value
    if when == "none" or any(s.face is None for s in p.dealer):
        return ""
    complete = p.round == "settled" and when == "every_card"
    return spoken(legal.dealer_value(p, house)) if complete or len(p.dealer) > 2 else ""


def spoken(value: HandValue) -> str:
    word = NUMBERS[value.total] if value.total < len(NUMBERS) else str(value.total)
    return f"soft {word}".capitalize() if value.soft else word.capitalize()
