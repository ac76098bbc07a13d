"""The one thing that the dealer does next: one short line, target, what to say, clause.

The words are the pack's `[line]`; nothing here tells a face that the table has not shown.
"""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain.view import NextStep, StepPayment, Target
from controller.rules.settlement.bank import button

from . import ledger, places, target
from .house import House
from .irregularities import catalog
from .irregularities.kinds import KINDS
from .reducers.phase import match_boxes, peek_due, reader_in_use
from .state import Hand, Irregularity, Play, State

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
NTH = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}
NUMBERS = (
    "", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty", "twenty-one", "twenty-two", "twenty-three", "twenty-four", "twenty-five",
    "twenty-six", "twenty-seven", "twenty-eight", "twenty-nine", "thirty", "thirty-one",
)  # fmt: skip
ROLES = {
    "shoe_scanner": "shoe",
    "card_reader": "reader",
    "shuffler": "shuffler",
    "wheel": "wheel",
    "keys": "keypad",
}


def text_of(face: str) -> str:
    """`Ac` -> `A♣`."""
    return face[0] + SUITS[face[1]]


def next_step(state: State, house: House) -> NextStep:
    p = state.play
    if waiting := ledger.unheard(state):
        names = ROLES.get(waiting[0].role, waiting[0].name)
        return _line(house, "wait_devices", device=names)
    held = catalog.hold(p, house, state.devices)
    if held is not None:
        return _held(house, held)
    if (asked := _question(p, house)) is not None:
        return asked
    if p.opening != ("open",):
        return _line(house, "open_table")
    return _round(p, house) or _shoe(p, house) or _wagers(p, house)


def _line(house: House, key: str, hint: str = "", **values: object) -> NextStep:
    clause, text = house.line(key, **values)
    return NextStep(text=text, clause=clause, hint=house.line(hint)[1] if hint else "")


def _held(house: House, held: Irregularity) -> NextStep:
    """One line to the dealer, never facts, rulings or clauses (TABLE 4)."""
    words = KINDS[held.kind].dealer or house.line("stop", what="Floor.")[1]
    name = ROLES.get(held.about, held.about)
    text = words.format(about=name.capitalize() if name else "")
    sign = Target(box=held.box) if held.box else None
    return NextStep(text=text, target=sign, hint=house.line("as_they_lie")[1])


def _question(p: Play, house: House) -> NextStep | None:
    """An amber question that the dealer answers stands in the band until it is answered."""
    for i in catalog.open_ones(p):
        if i.kind == "whose_card":
            text = catalog.fill(p, i, KINDS["whose_card"].headline)
            return NextStep(
                text=text, target=Target(mark="?"), clause=catalog.clause(house, i.kind), asks=True
            )
        dealers = catalog.rules(house, i.kind).needs == "dealer"
        if dealers and i.kind in ("card_drawn_in_error", "hand_with_one_card"):
            words = KINDS[i.kind].dealer or KINDS[i.kind].headline
            return NextStep(
                text=catalog.fill(p, i, words),
                target=Target(box=i.box) if i.box else Target(mark="?"),
                clause=catalog.clause(house, i.kind),
                asks=True,
            )
    return None


# ---- shoe ----
def _shoe(p: Play, house: House) -> NextStep | None:
    if p.shoe == ("rest_due",):
        return _line(house, "rest", "rest_hint")
    if p.shoe == ("empty",):
        if p.shuffle == ("running",):
            step = _line(house, "shuffling")
            return replace(step, target=Target(device="shuffler", waits=True))
        if p.shuffle == ("faulted",):
            return _line(house, "shuffler_fault")
        if p.cut == ("due",):
            return _line(house, "cut", "cut_hint")
        if p.cut == ("placed",):
            return _line(house, "load")
        return _line(house, "shuffle")
    if p.shoe == ("burn_due",):
        return _line(house, "burn")
    return None


# ---- wagers and deal ----
def _wagers(p: Play, house: House) -> NextStep:
    if p.bank is None and house.pack.deal.bank.value == "player_dealer":
        return _line(house, "bank")
    last = p.shoe == ("last_round",)
    boxes = " ".join(map(str, p.boxes))
    step = _line(house, "bets_boxes" if boxes else "bets", "bets_hint", boxes=boxes)
    if len(p.boxes) > 1:
        step = replace(step, text=step.text.replace("Box ", "Boxes "))
    return replace(step, hint=house.line("last_round")[1]) if last else step


def _deal(p: Play, house: House) -> NextStep:
    left = places.due(p)
    boxes = " ".join(map(str, p.boxes))
    asked = any(i.kind == "cards_due" for i in catalog.open_ones(p))
    if not p.boxes:
        return replace(_line(house, "doubt"), target=Target(mark="?"), asks=True)
    if left < 0:
        return replace(_line(house, "over", cards=_cards(-left)), asks=True)
    if left and p.peek is not None:
        return replace(_line(house, "deal_ok_first"), asks=True)
    if left and (asked or p.doubt):
        box = p.boxes[-1] if p.boxes else 0
        return replace(
            _line(house, "due", cards=_cards(left), box=box), target=Target(mark="?"), asks=True
        )
    if left:
        return _line(house, "deal", "deal_hint")
    if p.doubt or not p.up_shown:
        return replace(_line(house, "doubt"), target=Target(mark="?"), asks=True)
    up = p.dealt[places.up_index(p)].face or "??"
    step = _line(house, "up", "up_hint", up=text_of(up), boxes=boxes)
    if len(p.boxes) == 1:
        step = replace(step, text=step.text.replace("Boxes ", "Box "))
    if p.peek is not None:
        step = replace(step, hint=house.line("deal_ok_first")[1])
    return replace(step, target=Target(mark="?", label="LOOK ONCE"))


def _cards(n: int) -> str:
    return "1 card" if n == 1 else f"{n} cards"


# ---- the round ----
def _round(p: Play, house: House) -> NextStep | None:
    match p.round:
        case ("dealing",) | ("deal_out",):
            return _deal(p, house)
        case ("match_due",):
            return _match(p, house)
        case ("insurance",):
            return _line(house, "insurance", _insurance_hint(p, house))
        case ("peek_due",) if not reader_in_use(p):
            return _line(house, "check", "check_hint")
        case ("peek_due",):
            step = _line(house, "peek", "peek_hint")
            return replace(step, target=Target(device="reader"))
        case ("deciding",):
            return _decision(p, house)
        case ("turn_due",):
            key = "blackjack" if p.peek and p.peek_given else "turn"
            step = _line(house, key)
            return _paid_at_turn(p, house, _last_answer(p, house, step))
        case ("dealer_plays",):
            return _line(house, "dealers_card" if len(p.dealer) < 2 else "draw")
        case ("settled",):
            return _settled(p, house)
    return None


def _insurance_hint(p: Play, house: House) -> str:
    if reader_in_use(p):
        return "insurance_hint"
    return "insurance_check_hint" if peek_due(p, house) else "insurance_open_hint"


def _match(p: Play, house: House) -> NextStep:
    """Who is paid and taken, in one line (TABLE 2.3)."""
    up = p.dealer[0].face or ""
    won = [
        str(h.box)
        for h in p.hands
        if h.box in match_boxes(p) and any((s.face or "")[:1] == up[:1] for s in h.cards[:2])
    ]
    lost = [str(b) for b in match_boxes(p) if str(b) not in won]
    words = [f"pay {' '.join(won)}"] if won else []
    words += [f"take {' '.join(lost)}"] if lost else []
    step = _line(house, "match", what=", ".join(words))
    if p.peek is not None:
        step = replace(step, hint=house.line("match_first")[1])
    return step


def _last_answer(p: Play, house: House, step: NextStep) -> NextStep:
    """The reader's answer stays on the line until the next card (TABLE 1.3)."""
    fresh = p.peek_given and not p.peek and all(len(h.cards) <= 2 for h in p.hands)
    if not fresh or p.peek is None or any(h.decided for h in p.hands):
        return step
    clause, text = house.line("no_blackjack")
    lost = sorted({x.box for x in p.payments if x.kind == "insurance"})
    if lost:
        clause, take = house.line("take_insurance", boxes=" ".join(map(str, lost)))
        text = f"{text}. {take}"
    return replace(step, hint=f"{text}.", clause=clause)


def _paid_at_turn(p: Play, house: House, step: NextStep) -> NextStep:
    """Blackjacks that the turn has just passed are paid before the next hand's first decision."""
    now = target.index(p, house)
    at = len(p.hands) if now is None else now
    if at < len(p.hands) and p.hands[at].decided:
        return step
    paid = {x.box for x in p.payments if x.kind == "main"}
    boxes: list[int] = []
    for hand in reversed(p.hands[:at]):
        if hand.box not in paid:
            break
        boxes.insert(0, hand.box)
    if not boxes:
        return step
    clause, text = house.line("pay_blackjack", boxes=" ".join(map(str, boxes)))
    return replace(step, hint=f"{text}.", clause=clause)


def _decision(p: Play, house: House) -> NextStep:
    if p.up_owed:
        return _line(house, "up_owed")
    hand = target.hand(p, house)
    if hand is None:
        return _line(house, "turn")
    many = sum(1 for h in p.hands if h.box == hand.box) > 1
    sign = Target(box=hand.box, hand=hand.number if many else 0)
    if hand.owed:
        return replace(_line(house, "owed", box=hand.box), target=sign)
    if p.pending is not None:
        return _aside(p, house, hand, sign)
    if target.doubling(hand):
        return replace(_line(house, "one_card", "double_hint", box=hand.box), target=sign)
    key = "next_card_hand" if many else "next_card"
    hint = "play_hint" if len(hand.cards) > 1 else "second_card"
    if target.stand_assumed(house, hand):
        hint = "dealers_card"
    step = _line(house, key, hint, box=hand.box, nth=NTH.get(hand.number, ""))
    step = replace(step, target=sign, say=_say(house, hand))
    return _paid_at_turn(p, house, _last_answer(p, house, step))


def _aside(p: Play, house: House, hand: Hand, sign: Target) -> NextStep:
    """A card drawn in error is used as the next card (MA 15.c, 15.d)."""
    assert p.pending is not None
    if p.pending.face is None:
        return replace(_line(house, "aside_hidden"), target=sign)
    step = _line(house, "aside", box=hand.box, card=text_of(p.pending.face))
    return replace(step, target=sign, asks=True)


def _say(house: House, hand: Hand) -> str:
    """The total is said with every card where the text asks it (MA 7.e, 7.f)."""
    if house.pack.play.totals_announced.value != "every_card" or len(hand.cards) < 2:
        return ""
    value = target.value(house, hand)
    word = NUMBERS[value.total] if value.total < len(NUMBERS) else str(value.total)
    return f"soft {word}".capitalize() if value.soft else word.capitalize()


# ---- settlement ----
def _settled(p: Play, house: House) -> NextStep:
    due = next((s for s in p.spins if s.status == "button_due"), None)
    if due is not None:
        step = _line(house, "press_button", box=due.box)
        return replace(step, target=Target(box=due.box))
    spin = next((s for s in p.spins if s.status in ("armed", "ordered")), None)
    if spin is not None:
        step = _line(house, "spin", box=spin.box)
        return replace(step, target=Target(box=spin.box, device="wheel", waits=True))
    rested = next((s for s in reversed(p.spins) if s.status == "rested"), None)
    if rested is not None:
        amount = dollars(rested.cents)
        step = _line(house, "spun", box=rested.box, cents=amount)
        return replace(
            step,
            target=Target(box=rested.box),
            hint=house.line("settle_hint")[1],
            payment=StepPayment(direction="pay", amount=amount, above="WHEEL", below="BONUS SPIN"),
        )
    collect = house.pack.settle.order.value == "collect_then_pay"
    step = _line(house, "settle", "settle_hint_collect" if collect else "settle_hint")
    if p.bank is not None and len(p.dealer) > 1 and p.dealer[1].face:
        first = button(p.bank, p.dealer[1].face[0])
        step = replace(step, hint=house.line("settle_hint_button", box=first)[1])
    total = _dealer_total(p, house)
    return replace(step, target=Target(mark=total, label="DEALER")) if total else step


def _dealer_total(p: Play, house: House) -> str:
    if not p.dealer or any(s.face is None for s in p.dealer):
        return ""
    from .legal import dealer_value

    return str(dealer_value(p, house).total)


def dollars(cents: int) -> str:
    """`$150`, `$7.50`."""
    whole, rest = divmod(cents, 100)
    return f"${whole}.{rest:02d}" if rest else f"${whole}"
