"""The last card out of the shoe: what the dealer says of it, and the shoe that it went back.

Source: console/README 2.2. Each choice is one edit of that card's entry.
"""

from __future__ import annotations

from typing import Literal

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.procedure.irregularities import catalog, not_due
from controller.procedure.irregularities.standing import AGAIN
from controller.procedure.queries import after_double, doubles, legal, target
from controller.procedure.state.context import Refuse
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Edit, Input, row
from controller.procedure.state.parts.wagerers import with_coupon_ruled
from controller.procedure.state.play import Hand, Irregularity, LastDraw, Play
from controller.procedure.state.whole import Entry, State

OF_SHOE = ("error", "error_seen", "face_up")
"""What is said of a card that nobody was to get."""
WHATS = ("box", "double", "double_own", "split", "not_this", *OF_SHOE)
Where = Literal["deal", "hand", "late", "dealer", "hole", "burn", "asked", "nowhere"]
SAID_OF: dict[Where, tuple[str, ...]] = {
    "deal": OF_SHOE,
    "hand": WHATS,
    "late": ("not_this", "face_up"),
    "dealer": ("not_this", *OF_SHOE),
    "hole": ("face_up",),
    "burn": ("face_up",),
    "asked": ("face_up",),
    "nowhere": (),
}
"""A card of the deal that comes late was due: it cannot be in error. `asked`: who saw its face."""

OF_A_DRAW = (fact.CardDrawn, fact.CardNotRead, cmd.CardKeyed, fact.ShoeLoaded)
"""Where the search for the last card may end. Hours of entries may stand behind it."""


def draw_undone(state: State) -> Entry | None:
    """The draw that a card pushed back undoes: nobody has said anything since."""
    for e in reversed(state.log):
        item = e.input
        if isinstance(item, fact.CardDrawn) and item.how != "pushed_back":
            return e
        beside = row(item).beside_play or isinstance(item, fact.Noted)
        if not (e.refused or beside or not_due.back_in_the_shoe(item)):
            return None
    return None


def taken_back(house: House, state: State) -> Edit:
    """The draw counts as none. Raises: Refuse."""
    entry = draw_undone(state)
    if entry is None or not isinstance(entry.input, fact.CardDrawn):
        raise Refuse(*house.no("last_card"))
    return Edit(entry.id, "instead", (replace(entry.input, how="pushed_back"),))


def last_draw(house: House, state: State, card: int = 0) -> Entry:
    """The entry of the last card out of the shoe that is loaded now. Raises: Refuse."""
    for e in reversed(state.log):
        item = e.input
        if not isinstance(item, OF_A_DRAW) or e.refused or not_due.back_in_the_shoe(item):
            continue
        read = isinstance(item, fact.CardDrawn | cmd.CardKeyed)
        if read and e.id == (card or e.id):
            return e
        break
    raise Refuse(*house.no("last_card"))


def edits(house: House, state: State, item: cmd.LastCard) -> tuple[Edit, ...]:
    """Raises: Refuse."""
    return edits_of(house, state, last_draw(house, state, item.card), item)


def edits_of(house: House, state: State, entry: Entry, item: cmd.LastCard) -> tuple[Edit, ...]:
    """The same, of the entry that `last_draw` has found. Raises: Refuse."""
    drawn, where = entry.input, lies(state.play, entry.id)
    assert isinstance(drawn, fact.CardDrawn | cmd.CardKeyed)
    if drawn.how != "due" or item.what not in SAID_OF[where] or _unseen_since(state, entry):
        raise Refuse(*house.no("last_card_place"))
    if where == "asked" and not catalog.dealers(house, "card_drawn_in_error"):
        raise Refuse(*house.no("last_card_place"))  # the floor says what becomes of it
    if isinstance(drawn, cmd.CardKeyed):
        if item.what != "face_up" or not drawn.face:
            raise Refuse(*house.no("last_card_place"))
        said = Edit(entry.id, "instead", (replace(drawn, how="face_up"),))
        return (said, *_gone_with(state, entry, where, item))
    if item.what in OF_SHOE and (answered := _said_first(state, entry)) is not None:
        return (Edit(answered.id, "instead", (answered.input, item)),)
    if item.what in OF_SHOE:
        said = Edit(entry.id, "instead", (replace(drawn, how=item.what),))
        return (said, *_gone_with(state, entry, where, item))
    if item.what == "not_this":
        if entry.id not in dict(state.seen):
            raise Refuse(*house.no("last_card_place"))
        unread = fact.CardNotRead(device=drawn.device, boot=drawn.boot, n=drawn.n, mac=drawn.mac)
        return (Edit(entry.id, "instead", (unread,)),)
    told = told_before(state, entry)
    chooser = after_double.may_choose_double((told or entry).before, house)
    if chooser is not None and item.what == "double":
        return (_again(house, entry, told, chooser, item),)
    last = state.play.last
    assert last is not None
    if told is None:
        ruled = _coupons_ruled_since(state, entry, last.box)
        before = _as_if_ruled(entry.before, ruled)
        made = (*(e.input for e in ruled), *_told_first(house, before, item, last))
        gone = (Edit(e.id, "instead", ()) for e in ruled)
        return (Edit(entry.id, "before", made), *gone)
    amount = item.what == "double" and isinstance(told.input, cmd.Double)
    made = _made(house, told.before, item, last) if amount else ()
    if not made or made == (told.input,):
        raise Refuse(*house.no("last_card_once"))
    return (Edit(told.id, "instead", made),)


def _coupons_ruled_since(state: State, drawn: Entry, box: int) -> tuple[Entry, ...]:
    """What was ruled of a coupon after the card holds for what was decided before it, too."""
    after = (e for e in state.log[state.log.index(drawn) + 1 :] if not e.refused)
    return tuple(e for e in after if isinstance(e.input, cmd.CouponRuled) and e.input.box == box)


def _as_if_ruled(before: Play, ruled: tuple[Entry, ...]) -> Play:
    people = before.people
    for e in ruled:
        assert isinstance(e.input, cmd.CouponRuled)
        i = e.input
        people = with_coupon_ruled(people, (i.box, i.kind, i.wagerer), counts=i.counts)
    return replace(before, people=people)


def _said_first(state: State, drawn: Entry) -> Entry | None:
    """The answer that a card which came while a burn was due is the first one of the deal."""
    after = (e for e in state.log[state.log.index(drawn) + 1 :] if not e.refused)
    said = (e for e in after if isinstance(e.input, cmd.BurnAnswered) and not e.input.burn)
    return next((e for e in said if e.before.burn is not None), None)


def none_since(state: State, item: cmd.Ruled) -> bool:
    """Whether no hand has taken a card since the one that its player did not want.

    A card that another player has asked for since is his; the dealer chooses none.
    """
    i = next((x for x in state.play.irregularities if x.id == item.irr), None)
    at = None if i is None else target.find(state.play, i.box, i.hand)
    if at is None:
        return True
    own = max((s.id for s in state.play.hands[at].cards), default=0)
    return all(s.id <= own for h in state.play.hands for s in h.cards)


def slot_of(state: State, card: int) -> Slot:
    """As the shoe gave it."""
    drawn = next(e.input for e in state.log if e.id == card)
    assert isinstance(drawn, fact.CardDrawn)
    return Slot(card, drawn.card)


def hole_down(play: Play) -> Slot | None:
    """The hole card while it hides something: of a round that is void all cards go to the rack."""
    hole = play.dealer[1] if len(play.dealer) > 1 else None
    return None if hole is None or hole.face is not None or legal.is_void(play) else hole


def _unseen_since(state: State, entry: Entry) -> bool:
    """Whether it was answered after the card that nobody saw another one: told anew it is seen."""
    after = (e for e in state.log[state.log.index(entry) + 1 :] if not e.refused)
    return any(
        isinstance(e.input, cmd.FactAnswered) and e.input.answer == "NOT SEEN" for e in after
    )


def lies(play: Play, card: int) -> Where:
    """Where the last card out lies."""
    last = play.last
    if any(s.id == card for s in play.dealt):
        return "deal"
    for hand in play.hands:
        if any(s.id == card for s in hand.cards) and last is not None and last.card == card:
            return "late" if target.as_dealt(hand) else "hand"
    if any(s.id == card and s.face is not None for s in play.dealer):
        return "late" if play.dealer[0].id == card else "dealer"
    if any(s.id == card for s in play.dealer) and untouched(play):
        return "hole"
    burnt = play.marks.burnt
    if burnt is not None and burnt.id == card:
        return "burn"
    asked = to_be_seen(play)
    return "asked" if asked is not None and _of(asked) == card else "nowhere"


def _of(i: Irregularity) -> int:
    return i.card.id if i.card is not None else 0


def untouched(play: Play) -> bool:
    """Nothing was looked at or decided on the cards of the deal."""
    decided = any(h.decided or len(h.cards) > 2 for h in play.hands)
    insured = any(w.kind == "insurance" for w in play.wagers)
    return not (decided or insured) and play.peek is None and play.round != "settled"


def takes_hole(play: Play, item: cmd.LastCard) -> bool:
    """Whether the hole card lay face up behind what was paid: only its place is dealt again."""
    return item.what == "face_up" and lies(play, item.card) == "hole" and paid(play)


def paid(play: Play) -> bool:
    """Anything but the fees, which no card decides."""
    return any(p.kind != "fee" for p in play.payments)


def _gone_with(state: State, drawn: Entry, where: Where, item: cmd.LastCard) -> tuple[Edit, ...]:
    """What was said of a card that was none: the next one takes its place.

    DEAL OK came one card too early; a hand has stood on a total that it never had (MA 15.a).
    """
    after = [e for e in state.log[state.log.index(drawn) + 1 :] if not e.refused]
    last = state.play.last
    gone: list[Entry] = []
    if where == "hole":
        gone = [e for e in after if isinstance(e.input, cmd.DealOk)]
    elif (where, item.what) == ("hand", "face_up") and last is not None and not _moved_on(after):
        own = (last.box, last.hand)
        nexts = ((e, e.input) for e in after if isinstance(e.input, cmd.Next))
        gone = [e for e, said in nexts if (said.box, said.hand) == own]
    return tuple(Edit(e.id, "instead", ()) for e in gone)


def _moved_on(after: list[Entry]) -> bool:
    """A device has told something since: it happened after that stand, and stays so."""
    readings = (e.input for e in after if isinstance(e.input, fact.Reading))
    return any(not isinstance(one, fact.MeterRead) for one in readings)


def doubles_now(state: State, item: cmd.LastCard) -> bool:
    """Whether it tells whose a card is that no hand took: nothing has to be folded again."""
    return item.what == "double" and asked_again(state.play) is not None


def asked_again(play: Play) -> Irregularity | None:
    """The card that may be a further double's, of the hand that has still to choose."""
    if not any(target.chooses(h) for h in play.hands):
        return None
    found = (i for i in catalog.open_ones(play) if i.code == AGAIN)
    return next(found, None)


def to_be_seen(play: Play) -> Irregularity | None:
    """The newest card drawn in error whose face nobody has told anything of yet."""
    asked = (i for i in catalog.open_ones(play) if i.kind == "card_drawn_in_error")
    return next((i for i in reversed(tuple(asked)) if not i.answers and i.card is not None), None)


def _again(
    house: House, card: Entry, told: Entry | None, chooser: Hand, item: cmd.LastCard
) -> Edit:
    """A further double of the hand that had to choose, or its amount put right."""
    before, cents = (told or card).before, item.cents
    if no := legal.why_not(before, house, "double", chooser.box, chooser.number, cents=cents):
        raise Refuse(*no)
    made = cmd.Double(box=chooser.box, hand=chooser.number, confirmed=True, cents=cents)
    if told is None:
        return Edit(card.id, "before", (made,))
    if not isinstance(told.input, cmd.Double) or told.input == made:
        raise Refuse(*house.no("last_card_once"))
    return Edit(told.id, "instead", (made,))


def _told_first(
    house: House, before: Play, item: cmd.LastCard, last: LastDraw
) -> tuple[Input, ...]:
    """Where another hand had still to choose, the card says that it stood."""
    chooser = target.choosing(before, house)
    if chooser is None:
        return _made(house, before, item, last)  # `double_own` is no other then
    hands = tuple(replace(h, done=True) if h == chooser else h for h in before.hands)
    own = item
    if after_double.may_choose_double(before, house) is not None and item.what == "double_own":
        own = replace(item, what="double")
    made = _made(house, replace(before, hands=hands), own, last)
    return (cmd.Next(box=chooser.box, hand=chooser.number), *made)


def _made(house: House, before: Play, item: cmd.LastCard, last: LastDraw) -> tuple[Input, ...]:
    """What was decided before the card came, only to a legal result. Raises: Refuse."""
    what = item.what
    decision = {"box": "stand", "double": "double", "split": "split"}.get(what)
    if decision is None:
        raise Refuse(*house.no("last_card_place"))
    no = legal.why_not(before, house, decision, last.box, last.hand, cents=item.cents)
    if no:
        raise Refuse(*no)
    at = target.find(before, last.box, last.hand)
    if what == "double":
        return (cmd.Double(box=last.box, hand=last.hand, confirmed=True, cents=item.cents),)
    if what == "split":
        return (cmd.Split(box=last.box, hand=last.hand),)
    if at is None or legal.next_taker(before, house, at) is None:
        raise Refuse(*house.no("last_card_place"))
    return legal.stood_before(before, house, last.box, last.hand)


def told_before(state: State, card: Entry) -> Entry | None:
    """The command that was inserted right before the card, by a report after it."""
    at = next(i for i in reversed(range(len(state.log))) if state.log[i].id == card.id)
    told = state.log[at - 1] if at > 0 else None
    return told if told and told.id & 0xFF and told.id > card.id else None


def doubles_told(house: House, state: State, entry: Entry) -> tuple[int | None, ...]:
    """Amounts of which WAS DOUBLE of the last card asks one; None = nobody counted."""
    last, before = state.play.last, (told_before(state, entry) or entry).before
    if (chooser := after_double.may_choose_double(before, house)) is not None:
        return doubles.told_late(before, house, chooser)
    at = target.find(before, last.box, last.hand) if last is not None else None
    return (None,) if at is None else doubles.told_late(before, house, before.hands[at])
