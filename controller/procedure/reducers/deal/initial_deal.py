"""The initial deal, hidden until placed (MA 7.d, 7.i; console/README 1.1)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Sealed, Slot
from controller.domain.structs import replace
from controller.domain.wagers import Wager
from controller.procedure.queries import inventory, places, reopening
from controller.procedure.reducers.bank import bank_fees, player_dealer
from controller.procedure.reducers.play.phase import as_read, proceed
from controller.procedure.reducers.wheel import lockout
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Why, faces, refuse
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Play
from controller.rules import hands as rule_hands
from controller.rules import placing
from drivers.number import counted

from . import wagers_locked

OF_DEAL = ("dealing", "deal_out")
SEEN_IN_ERROR = "card_drawn_in_error_seen"


# ---- cards of the deal ----
def deal_may_begin(c: Context) -> bool:
    """A card before the boxes are lit is the first one or a burn (console/README 2.3)."""
    if player_dealer.bank_due(c.play, c.house):
        return False
    return c.play.shoe in ("ready", "last_round") and c.play.opening == "open"


def first_card(c: Context) -> None:
    assert c.card is not None
    _begin(c)
    c.play = replace(
        c.play,
        dealt=(c.card,),
        marks=replace(c.play.marks, asked=0 if c.play.boxes else c.card.id),
        doubt=not c.play.boxes,
    )
    fit(c)


def _begin(c: Context) -> None:
    if c.play.boxes and bank_fees.fees_due(c.play, c.house):
        c.raise_("fees_late", box=c.play.bank.box if c.play.bank else 0, about="first card before")
    wagers_locked.lock(c)
    lockout.dark_boxes(c)
    c.follow(follow_ups.Wheel.WAGERS_LOCKED)


def first_amiss(c: Context) -> None:
    """Face up or in error, yet the dealer has begun to deal: wagers are in (MA 5.h; MD 2.B.7.b)."""
    if c.play.round != "wagering" or not c.play.boxes or not deal_may_begin(c):
        return
    _begin(c)
    c.follow(follow_ups.Round.DEAL_BEGUN)
    wait_for_card(c)


def deal_card(c: Context) -> None:
    assert c.card is not None
    c.play = replace(c.play, dealt=(*c.play.dealt, c.card), marks=replace(c.play.marks, asked=0))
    fit(c)


def _unread(c: Context) -> None:
    c.card = Slot(c.entry, Sealed(b"", b""))


def first_unread(c: Context) -> None:
    _unread(c)
    first_card(c)
    raise_unread(c)


def deal_unread(c: Context) -> None:
    _unread(c)
    deal_card(c)
    raise_unread(c)


def raise_unread(c: Context) -> None:
    """Its box by the order of the deal, which DEAL OK has still to confirm."""
    place = places.of(c.play)[len(c.play.dealt) - 1 : len(c.play.dealt)]
    nth = {1: "1st card", 2: "2nd card"}.get(place[0].deal_pass, "") if place else ""
    c.raise_("card_not_read", card=c.card, box=place[0].box if place else 0, about=nth)


def card_may_come(play: Play) -> bool:
    """No burn comes first, and the rack is not being shuffled to finish the round."""
    return play.shoe in ("ready", "last_round")


def wait_for_card(c: Context) -> None:
    """A pause in dealing is shorter: the next card of the deal is waited for."""
    if not c.play.manual.scanner:
        c.arm("deal_gap", float(c.pack.deal.deal_gap_s.number))


def fit(c: Context) -> None:
    """Compare the count with the boxes; show the up card alone when it fits without doubt."""
    p = c.play
    if not p.dealt:
        return
    left = places.due(p)
    if left:
        if left > 0 and p.round != "deal_out":
            wait_for_card(c)
        if p.round == "deal_out":
            c.follow(follow_ups.Round.DEAL_UNFIT)
        if left < 0:
            c.disarm("deal_gap")
        c.play = replace(c.play, up_shown=False)
        return
    c.disarm("deal_gap")
    if p.round != "deal_out":
        c.follow(follow_ups.Round.DEAL_FITS)
    show_up(c)


def call_off(c: Context) -> None:
    """The only card out was a burn: no deal has begun."""
    c.disarm("deal_gap")
    c.play = replace(
        c.play, doubt=False, up_shown=False, skipped=(), dealer_missed=False, dealt_from=0
    )
    c.follow(follow_ups.Round.DEAL_CALLED_OFF)
    c.follow(follow_ups.Wheel.CLEARED)


def show_up(c: Context) -> None:
    """Open the up card once its place is certain enough: count fits, deal not in doubt."""
    if c.play.doubt or not c.play.boxes:
        return
    at = places.up_index(c.play)
    slot = c.play.dealt[at]
    if not slot.seal.ct and slot.face is None and slot.id not in dict(c.play.entered):
        return
    if c.amending and slot.face is None and slot.id not in c.seen:
        # A correction opens no card: the boxes are confirmed as they are now.
        c.play = replace(c.play, doubt=True)
        return
    up = c.expose(slot)
    dealt = (*c.play.dealt[:at], up, *c.play.dealt[at + 1 :])
    c.play = replace(c.play, dealt=dealt, up_shown=True)


def cards_due(c: Context) -> None:
    """No draw for a while and the count is short: the deal is in doubt, and asked about once."""
    c.disarm("deal_gap")
    if any(i.kind == "cards_due" and i.status == "raised" for i in c.play.irregularities):
        return
    c.play = replace(c.play, doubt=True)
    c.raise_("cards_due", about=str(places.due(c.play)))


# ---- slips that the dealer reports ----
def confirm_boxes(c: Context) -> None:
    c.play = replace(c.play, doubt=False)
    fit(c)


def why_not_burn(play: Play, house: House, *, made: bool) -> Why:
    if made and not play.dealt:
        return house.no("no_card_out")
    if not made and play.burn is None:
        return house.no("no_burn")
    if made and play.burn is not None:
        return house.no("burn_booked")
    return None


def report_burn(c: Context) -> None:
    assert isinstance(c.input, cmd.BurnReported)
    if c.input.made:
        book_burn(c)
    else:
        unburn(c)
    fit(c)


def book_burn(c: Context) -> None:
    """The first card out was a burn: every card of the deal moves up by one."""
    p = c.play
    first, *rest = (_face_down(s) for s in p.dealt)
    c.play = replace(
        c.play,
        burn=first,
        dealt=tuple(rest),
        racked=p.racked + 1,
        unturned=(*p.unturned, first),
        marks=replace(p.marks, burnt=first, shown_to=0, asked=0),
    )
    inventory.check_burn(c, first)
    if not rest:
        call_off(c)


def unburn(c: Context) -> None:
    """No burn was made: it is entered as missed, and the card is the first of the deal."""
    p = c.play
    assert p.burn is not None
    c.play = replace(
        c.play,
        burn=None,
        dealt=tuple(_face_down(s) for s in (p.burn, *p.dealt)),
        racked=p.racked - 1,
        unturned=tuple(s for s in p.unturned if s.id != p.burn.id),
        marks=replace(p.marks, burnt=None, asked=0),
    )
    i = c.raise_("burn_missed", about=p.marks.cause)
    c.put(replace(i, ruling="continue", ruled_by="dealer", status="carried_out"))


def _face_down(slot: Slot) -> Slot:
    return Slot(slot.id, slot.seal)


# ---- the whole deal from another seat ----
def why_not_lies(play: Play, house: House, item: cmd.AsTheyLie) -> Why:
    """A deal or a bank that was begun at another seat than the table has it (CA dealing.3.v)."""
    if not item.first and not item.bank:
        return house.no("no_such_box")
    if item.first and (item.first not in play.boxes or len(play.boxes) < 2):
        return house.no("no_such_box")
    if item.bank:
        free = 1 <= item.bank <= house.boxes and item.bank not in play.boxes
        if play.bank is None or not free or item.bank == play.bank.box:
            return house.no("no_such_box")
        own = player_dealer.circles(replace(play, bank=replace(play.bank, box=item.bank)))
        wagers = (Wager(box, "", "main", None) for box in own if box in play.boxes)
        for wager in wagers:
            if (no := placing.why_not_place(house.pack, wager, bank_boxes=own)) is not None:
                return no.clause, no.text
    return None


def lies_told(c: Context) -> None:
    assert isinstance(c.input, cmd.AsTheyLie)
    refuse(why_not_lies(c.play, c.house, c.input))
    if not c.input.reason.strip():
        refuse(c.house.no("reason_first"))


def tell_anew(c: Context) -> None:
    """The cards stay where they are: the table follows them."""
    assert isinstance(c.input, cmd.AsTheyLie)
    first, seat = c.input.first, c.input.bank
    if seat and c.play.bank is not None:
        c.play = replace(c.play, bank=replace(c.play.bank, box=seat))
    if first:
        c.play = replace(c.play, dealt_from=first)
    fit(c)


# ---- the reader before its turn ----
def withhold(c: Context) -> None:
    """The answer waits for its turn; a reader used while cards are due puts the deal in doubt."""
    assert isinstance(c.input, fact.Peeked)
    c.play = replace(c.play, peek=as_read(c.entry, c.input))
    if c.play.dealt and places.due(c.play) > 0:
        c.play = replace(c.play, doubt=True)


# ---- DEAL OK ----
def why_not_deal_ok(play: Play, house: House, boxes: tuple[int, ...] = ()) -> Why:
    if not play.dealt:
        return house.no("no_card_out")
    if boxes and boxes != play.boxes:
        return house.no("other_boxes")
    left = places.due(play)
    if left:
        cards = counted(abs(left), "card")
        return house.no("cards_due" if left > 0 else "cards_over", cards=cards)
    if play.doubt:
        return house.no("tap_boxes")
    if not play.up_shown:
        return house.no("up_not_read")
    return house.no("fees_first") if bank_fees.fees_due(play, house) else None


def mark_refused(play: Play, item: object) -> Play:
    """The only trace a refusal may leave: a deal that was confirmed too early is in doubt."""
    early = isinstance(item, cmd.DealOk) and play.dealt and places.due(play) > 0
    return replace(play, doubt=True) if early else play


def place(c: Context) -> None:
    """Book every card to its place, then open all but the hole card."""
    p = c.play
    where = places.of(p)
    c.require(s for at, s in zip(where, p.dealt, strict=True) if at.what != "hole")
    by_box: dict[int, list[Slot]] = {b: [] for b in p.boxes}
    dealer: list[Slot] = []
    for at, slot in zip(where, p.dealt, strict=True):
        if at.what == "box":
            by_box[at.box].append(slot)
        else:
            dealer.append(slot)
    c.play = reopening.confirmed(c.play)
    for box, slots in by_box.items():
        shown = tuple(s for one in slots if (s := inventory.admit(c, one, box=box, hand=1)))
        hand = _hand(c, box, shown, dealt=len(slots))
        c.play = replace(c.play, hands=(*c.play.hands, hand))
    up = inventory.admit(c, dealer[0])
    c.play = replace(c.play, dealer=(*((up,) if up else ()), *dealer[1:]), up_owed=up is None)
    told = {i.card.id for i in p.irregularities if i.card and i.kind == SEEN_IN_ERROR}
    early = (told | c.seen.keys() | dict(p.entered).keys()) - {c.turned}
    if dealer[1:] and dealer[1].id in early:
        c.raise_("hole_card_shown", card=dealer[1])
    bank_fees.drop_fees(c)
    c.follow(follow_ups.DealerHand.DEALT)
    proceed(c)


def _hand(c: Context, box: int, shown: tuple[Slot, ...], *, dealt: int) -> Hand:
    if not dealt:
        c.raise_("hand_without_cards", box=box, hand=1)
        return Hand(box, dead=True, done=True)
    if dealt == 1:
        c.raise_("hand_with_one_card", box=box, hand=1)
    if len(shown) < 2:
        return Hand(box, cards=shown, owed=True)
    return Hand(
        box, cards=shown, done=rule_hands.value(c.pack, faces(shown), split=False).blackjack
    )
