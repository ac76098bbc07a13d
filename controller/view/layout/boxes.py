"""Boxes, hands and the dealer's cards as the dealer sees them; what is hidden is not here."""

from __future__ import annotations

from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.domain.views import view as page
from controller.domain.wagers import Payment
from controller.domain.wording import dollars, odds_in_words
from controller.procedure.guide.next_step import ended_hands
from controller.procedure.irregularities import catalog
from controller.procedure.queries import chips, legal, places, target
from controller.procedure.reducers.deal.shared_boxes import on_box as there
from controller.procedure.reducers.play.phase import reader_in_use
from controller.procedure.state.house import House
from controller.procedure.state.parts.wagerers import caller_of, letter, line_up
from controller.procedure.state.play import Hand, Play
from controller.procedure.state.whole import State
from controller.view.keys import bank_keys, wagerer_keys

from . import match as of_match

UP_LABEL = {"A": "Ace up", "K": "King up", "Q": "Queen up", "J": "Jack up"}
ORDER = ("main", "match", "insurance", "bonus_spin")


def boxes(state: State, house: House) -> tuple[page.Box, ...]:
    p = state.play
    placed = _placed(p)
    due = {x.box for x in of_match.due(p, house)}
    asked = {i.box for i in catalog.open_ones(p) if catalog.kind(i).marks_box}
    held = catalog.hold(p, house, state.devices)
    found = []
    for no in range(1, house.boxes + 1):
        if (of_bank := bank_keys.box_of_bank(p, house, no)) is not None:
            found.append(of_bank)
            continue
        lit = no in p.boxes
        hands = tuple(
            _hand(p, house, h, asked=no in asked, held=None if held is None else held.box == no)
            for h in p.hands
            if h.box == no
        )
        if due:
            hands = tuple(_matched(p, house, h, no, due) for h in hands)
        if not hands and placed.get(no):
            hands = (page.Hand(cards=("placed",) * placed[no]),)
        found.append(
            page.Box(
                no=no,
                lit=lit,
                wagers=_wagers(p, no),
                hands=hands,
                was=wagerer_keys.behind(p, house, no) or _was(p, no) if wagering(p) else "",
                line=tuple(map(letter, line_up(p.people, no))) if len(there(p, no)) > 1 else (),
                more=max(0, len(there(p, no)) - 1),
                behind=_behind(p, no),
            )
        )
    return tuple(found)


def _placed(p: Play) -> dict[int, int]:
    """Only which places are filled, up to DEAL OK (console/README 1.1)."""
    count: dict[int, int] = {}
    for place, _ in zip(places.of(p), p.dealt, strict=False):
        if place.what == "box":
            count[place.box] = count.get(place.box, 0) + 1
    return count


def wagering(p: Play) -> bool:
    return p.round == "wagering"


def _was(p: Play, no: int) -> str:
    if no not in p.boxes:
        return "out, tap to light" if p.opening == "open" else ""
    counted = any(w.box == no and w.kind == "main" and w.cents is not None for w in p.wagers)
    return "as last" if counted else "not counted"


def _wagers(p: Play, no: int) -> tuple[page.Wager, ...]:
    if not p.hands and no not in p.boxes:
        return ()
    calls = caller_of(p.people, no)
    shown = sorted(
        (w for w in p.wagers if w.box == no and w.wagerer == calls),
        key=lambda w: ORDER.index(w.kind) if w.kind in ORDER else 9,
    )
    found = [_wager(p, w.box, w.kind, w.wagerer, w.cents) for w in shown]
    found.extend(
        page.Wager(box=no, kind="main", wagerer=calls, cents=chips.main_cents(p, no))
        for hand in p.hands
        if hand.box == no and hand.number > 1
    )
    asked = p.round == "insurance" and any(h.box == no and not h.dead for h in p.hands)
    if asked and not any(w.kind == "insurance" for w in shown):
        found.append(page.Wager(box=no, kind="insurance", state="offered"))
    return tuple(found)


def _behind(p: Play, no: int) -> tuple[page.Wager, ...]:
    if len(there(p, no)) < 2 or p.round not in ("wagering", "settled"):
        return ()
    calls = caller_of(p.people, no)
    others = (w for w in p.wagers if w.box == no and w.wagerer != calls)
    return tuple(_wager(p, w.box, w.kind, w.wagerer, w.cents) for w in others)


def _wager(p: Play, no: int, kind: str, wagerer: str, cents: int | None) -> page.Wager:
    paid = [x for x in p.payments if (x.box, x.kind, x.wagerer) == (no, kind, wagerer)]
    if kind == "main" or not paid:
        return page.Wager(box=no, kind=kind, wagerer=wagerer, cents=cents)
    return page.Wager(
        box=no, kind=kind, wagerer=wagerer, cents=cents, state="settled", text=_result(paid)
    )


def _result(paid: list[Payment]) -> str:
    for one in paid:
        if one.direction == "pay":
            return f"+{dollars(one.cents)}" if isinstance(one.cents, int) else f"+{one.odds}"
    return "lost" if paid[0].direction == "take" else "back"


def _hand(p: Play, house: House, hand: Hand, *, asked: bool, held: bool | None) -> page.Hand:
    """`held`: whether the hold is about its box; None = the table is not held.

    While it is held no hand is the one in play: a held box is red, and nothing else is lit.
    """
    cards = tuple(_card(s) for s in hand.cards)
    if hand.dead:
        return page.Hand(cards=cards, state="done", result="dead, wager back")
    if not hand.cards or any(s.face is None for s in hand.cards):
        return page.Hand(cards=cards, state="held" if held else "waiting")
    value = target.value(house, hand)
    now = target.hand(p, house) if p.round == "deciding" else None
    active = now is not None and (now.box, now.number) == (hand.box, hand.number)
    state = "waiting"
    if held:
        state = "held"
    elif asked:
        state = "asked"
    elif active and held is None:
        state = "asked" if p.pause.since else "active"
    elif hand.done or target.stand_assumed(p, house, hand):
        state = "done"
    return page.Hand(
        cards=cards,
        total=str(value.total),
        soft=value.soft and not value.blackjack,
        blackjack=value.blackjack,
        doubled=hand.doubles > 0,
        stakes=_stakes(p, hand),
        state=state,  # type: ignore[arg-type]
        result=_words(p, house, hand),
    )


def _matched(p: Play, house: House, hand: page.Hand, no: int, due: set[int]) -> page.Hand:
    """While match wagers are settled theirs are the hands that count; the others lie back."""
    if not hand.total or hand.state not in ("waiting", "done"):
        return hand
    if no not in due:
        return replace(hand, state="done")
    return replace(hand, state="waiting", result=of_match.why(p, house, no))


def _stakes(p: Play, hand: Hand) -> tuple[int, ...]:
    """Of a doubled hand what lay there and what was added; none where a part was not counted."""
    main = chips.main_cents(p, hand.box)
    if not hand.doubles or not main or not hand.double_cents:
        return ()
    return main, hand.double_cents


def _words(p: Play, house: House, hand: Hand) -> str:
    """A word or two beside the total."""
    if hand.surrendered:
        return "surrendered" if _paid_words(p, hand) else "surrendered, waits"
    if hand.rescued:
        return "rescued"
    if hand.barred:
        return "no more cards"
    value = target.value(house, hand)
    if p.round == "settled" or _paid_words(p, hand):
        return _paid_words(p, hand)
    if value.bust:
        return _over_words(p, house, hand)
    if value.blackjack:
        return "paid at end"
    if hand.owed:
        return "one card owed"
    if hand.done or target.stand_assumed(p, house, hand):
        return "stands"
    return ""


def _over_words(p: Play, house: House, hand: Hand) -> str:
    """Taken at once, but for what may still come back of it."""
    if house.pack.settle.bust_v_three_eights.value == "push":
        return "over, waits"
    at = target.find(p, hand.box, hand.number)
    held = at is not None and len(hand.cards) > 2 and not ended_hands.taken_at_once(p, house, at)
    at_once = house.pack.settle.bust_collected.value == "at_once"
    return "bust, hold" if held and at_once else "bust"


def _paid_words(p: Play, hand: Hand) -> str:
    for one in p.payments:
        if (one.box, one.hand, one.kind) == (hand.box, hand.number, "main"):
            if one.direction == "pay":
                return odds_in_words(one.odds)
            if one.text == "no action":
                return one.text
            return {"take": "loses", "return": "tie", "void": "back", "hold": "floor"}[
                one.direction
            ]
    return ""


def _card(slot: Slot) -> str:
    return slot.face or "back"


def dealer_hand(state: State, house: House) -> page.DealerHand:
    p = state.play
    if p.dealt:
        return _dealt(p)
    cards = tuple(_card(s) for s in p.dealer)
    if not cards:
        return page.DealerHand()
    up = p.dealer[0].face or ""
    turned = legal.dealer_turned(p)
    if turned:
        value = legal.dealer_value(p, house)
        note = house.pack.cards.blackjack_text.value if value.blackjack else ""
        return page.DealerHand(cards=cards, total=str(value.total), soft=value.soft, note=note)
    due = p.round in ("peek_due", "insurance")
    peek = "free" if due and reader_in_use(p) else ""
    whose = house.line("bank_cards", box=p.bank.box)[1] if p.bank is not None else ""
    if of_match.due(p, house) and house.pack.settle.match_pays.value != "combination":
        whose = whose or "Each card that matches pays"
    return page.DealerHand(
        cards=cards,
        label=UP_LABEL.get(up[:1], ""),
        peek=peek,  # type: ignore[arg-type]
        note=whose,
    )


def _dealt(p: Play) -> page.DealerHand:
    where = places.of(p)
    cards = []
    label = ""
    for place, slot in zip(where, p.dealt, strict=False):
        if place.what == "box":
            continue
        shown = place.what == "up" and p.up_shown and slot.face is not None
        cards.append(slot.face if shown and slot.face else "placed")
        if shown and slot.face:
            label = UP_LABEL.get(slot.face[0], "")
    note = "faces follow DEAL OK" if p.up_shown else ""
    return page.DealerHand(cards=tuple(cards), label=label, note=note)
