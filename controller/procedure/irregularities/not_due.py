"""A fact that no chart expects: which irregularity it is (MA 15, 7.i~3, 12.b; console/README 3)."""

from __future__ import annotations

from controller.domain import commands, facts
from controller.domain.structs import replace
from controller.procedure.charts.owners import knows
from controller.procedure.irregularities.kinds.questions import SEEN
from controller.procedure.queries import (
    after_double,
    checklist,
    continuous,
    inventory,
    legal,
    places,
)
from controller.procedure.reducers.cards import set_aside, shoe_in_play
from controller.procedure.reducers.deal import initial_deal, wagers
from controller.procedure.reducers.opening import pause, table_decks
from controller.procedure.reducers.play import dealer_draws
from controller.procedure.reducers.play.phase import check_ahead, up_rank
from controller.procedure.reducers.wheel import spin_turns
from controller.procedure.state import refs
from controller.procedure.state.context import Context
from controller.procedure.state.parts.wagerers import cash_open
from controller.procedure.state.play import Irregularity
from controller.rules.pack.sections.irregularity import Kind

from . import catalog
from .standing import AGAIN

READER = "reader"
PICK_UP_MS = 2000
"""Nobody pays the layout and clears it faster: a draw this soon is the dealer's own (house)."""


def back_in_the_shoe(item: object) -> bool:
    """A draw that the shoe has taken back: as if no card had left it."""
    return isinstance(item, facts.CardDrawn) and item.how == "pushed_back"


def diverted(c: Context, *, held: bool) -> bool:
    """Take a card off its usual way: drawn while held or paused, or told to be in error."""
    item = c.input
    how = item.how if isinstance(item, facts.CardDrawn) else "due"
    if isinstance(item, facts.CardNotRead) and item.foreign:
        c.raise_("foreign_card", card=c.card)
        return True
    paused = bool(c.play.pause.since)
    if (held or paused) and how == "due":
        c.raise_("drawn_while_held", card=c.card, about=pause.PAUSED if paused else "")
        return True
    if how == "struck":
        assert c.card is not None
        set_aside.rack(c, c.card)
        return True
    if how in AMISS:
        amiss(c, how)
        return True
    offered = c.play.pending is not None and not knows(c.play, "shoe", "card_drawn")
    if offered and c.play.round in ("deciding", "dealer_plays"):
        c.raise_("card_drawn_in_error", card=c.card)
        return True
    return False


def error_not_seen(c: Context) -> None:
    """It stays face down as the next card (MA 15.c); a face that a screen showed counts as seen."""
    assert c.card is not None
    if c.card.id in c.seen:
        error_seen(c)
        return
    i = c.raise_("card_drawn_in_error", card=c.card, about="not seen")
    if carried_out(c, i):
        set_aside.lay(c, c.card)
    else:
        c.put(replace(i, answers=((SEEN.name, "NOT SEEN"),)))


def error_seen(c: Context) -> None:
    """Offered to the players in turn, then to the dealer (MA 15.d).

    A face that no screen has shown is not opened in an amended fold: the dealer is asked again.
    """
    assert c.card is not None
    if c.card.id not in c.seen:
        c.raise_("card_drawn_in_error", card=c.card)
        return
    shown = c.expose(c.card)
    i = c.raise_("card_drawn_in_error_seen", card=shown)
    if catalog.dealers(c.house, i.kind):
        set_aside.lay(c, shown)


def found_face_up(c: Context) -> None:
    """A card found face up in the shoe goes to the rack, the next takes its place (MA 15.a).

    Where the text is silent it lies until a floorperson has ruled. All have seen it: one that no
    hand could use leaves the set by a ruling of its own, and does not go to the rack.
    """
    assert c.card is not None
    number = c.play.face_up + 1
    c.play = replace(c.play, face_up=number)
    limit = c.pack.shoe.face_up_void_at.value
    kind: Kind = "face_up_card_second" if limit and number >= limit else "face_up_card"
    shown = c.expose(c.card)
    usable = shown.face in inventory.DECK
    if not usable:
        c.raise_(inventory.anomaly(c, shown), card=shown)
        if not limit:
            return
    i = c.raise_(kind, card=shown)
    if usable and _waits_for_next(c, kind):
        return
    if (carried_out(c, i) or limit) and usable:
        set_aside.rack(c, shown)


def _waits_for_next(c: Context, kind: str) -> bool:
    """In the deal it stays told until the next card has taken its place."""
    return kind == "face_up_card" and bool(c.play.boxes) and not c.play.hands


AMISS = {"error": error_not_seen, "error_seen": error_seen, "face_up": found_face_up}
"""What LAST CARD may say of a card that the shoe had given for the next."""


def amiss(c: Context, how: str) -> None:
    """Also as the first card of a deal, which has begun with it."""
    initial_deal.first_amiss(c)
    AMISS[how](c)


def carried_out(c: Context, i: Irregularity) -> bool:
    """The one course of the text, which the dealer takes at once; elsewhere a person rules."""
    fixed = catalog.dealers(c.house, i.kind)
    if fixed:
        only = catalog.rules(c.house, i.kind).rulings[0]
        c.put(replace(i, ruling=only, ruled_by="dealer", status="carried_out"))
    return fixed


OF_DECKS = (
    commands.DecksInspected,
    commands.DecksVerified,
    commands.DeckSpread,
    commands.FirstPlayer,
    commands.CardsWashed,
    commands.CardsStacked,
)


def command(c: Context) -> tuple[str, str]:
    """Why a command that no chart expects is refused."""
    if isinstance(c.input, commands.Turned) and (
        no := dealer_draws.why_not_turned(c.play, c.house)
    ):
        return no
    if isinstance(c.input, OF_DECKS):
        return table_decks.why_not_now(c.play, c.house)
    if isinstance(c.input, commands.LayoutCleared) and (left := cash_open(c.play.people)):
        return c.house.no("cash_first", box=left[0].box)
    last = c.play.last
    if isinstance(c.input, commands.LayoutCleared) and (first := spin_turns.why_not_cleared(c)):
        return first
    if isinstance(c.input, commands.LayoutCleared) and last and overdraw(last.mono, c.mono):
        wait = PICK_UP_MS - (c.mono - last.mono)
        return c.house.no("too_soon", seconds=dealer_draws.seconds(wait))
    if isinstance(c.input, commands.BoxSet) and c.play.hands:
        return c.house.no("wagers_closed")
    if isinstance(c.input, commands.WagerSet | commands.BankSet) and places.begun(c.play):
        return c.house.no("wagers_closed")
    if isinstance(c.input, commands.Insured) and c.play.insurance_closed:
        return c.house.no("insurance_closed" if c.input.on else "wager_locked")
    if isinstance(c.input, commands.Insured) and not _insurable(c):
        return c.house.no("no_ace")
    if isinstance(c.input, commands.CutPlaced) and continuous.exempts(c.play, c.house):
        return c.house.no("continuous")
    return c.house.no("not_now")


def _insurable(c: Context) -> bool:
    """No up card yet, or one against which this text knows insurance."""
    up = up_rank(c.play)
    known = c.pack.play.insurance.value != "none"
    return known and (not up or up in c.pack.play.insurance_up_ranks.value)


def fact(c: Context) -> None:
    """Raise what this fact is when it was not due."""
    item = c.input
    if isinstance(item, facts.CardDrawn | facts.CardNotRead):
        card_not_due(c)
    elif isinstance(item, facts.Peeked):
        peeked(c)
    elif isinstance(item, facts.SeatButtonPressed):
        if not spin_turns.pressed(c.play, item.box):
            c.raise_("wrong_button", box=item.box)
    elif isinstance(item, facts.CoverCardSeen):
        if not shoe_in_play.was_overdue(c):
            c.raise_("cover_card_late")
    elif isinstance(item, facts.WagerSensed):
        wagers.late_wager(c)
    elif isinstance(item, facts.RestCounted) and forgotten(c):
        return  # what lay in the shoe is run out to be shuffled again
    elif isinstance(item, facts.ShoeLoaded) and opened_before(c):
        return
    elif isinstance(item, facts.ShoeLoaded | facts.RestCounted):
        c.raise_("shoe_opened", about=type(item).__name__)
    elif isinstance(item, facts.TimerFired):
        return
    else:
        c.raise_("order_without_cause", about=type(item).__name__)


def forgotten(c: Context) -> bool:
    """No card of the shoe is known: its decks are out, or the table was dealt without us."""
    p = c.play
    return p.decks == "none" or (p.shoe == "empty" and not p.loaded and p.stack.why != "")


def opened_before(c: Context) -> bool:
    """Its gate closes on the same cards: one opening is one irregularity."""
    return any(i.kind == "shoe_opened" and i.code == refs.SHOE for i in c.play.irregularities)


def peeked(c: Context) -> None:
    """Used with an up card for which it must not be, or used again, or with no round (MA 15.l)."""
    up = up_rank(c.play)
    wrong = bool(up) and up not in c.pack.deal.peek_up_ranks.value
    if wrong and not any(i.kind == "reader_used" for i in c.play.irregularities):
        c.raise_("reader_used")
        c.play = replace(c.play, peek=None)
    elif not catalog.waits(c.play, "unknown_event", READER):
        # After an outage it may tell several answers: a person looks at it once.
        c.raise_("unknown_event", about=READER)


def card_not_due(c: Context) -> None:
    """Where the text fixes the course, the dealer carries it out at once (MA 15.e)."""
    kind = card_kind(c)
    too_far = kind == "dealer_drew_too_far"
    turned = too_far and all(s.face for s in c.play.dealer)
    total = str(legal.dealer_value(c.play, c.house).total) if turned else ""
    no_round = kind == "reader_inspection_due"
    if (
        kind == "card_drawn_in_error"
        and after_double.may_choose_double(c.play, c.house) is not None
    ):
        total = AGAIN
    i = c.raise_(kind, card=None if no_round else c.card, about=total)
    if c.card is not None and (no_round or (too_far and carried_out(c, i))):
        set_aside.rack(c, c.card)


def card_kind(c: Context) -> Kind:
    p = c.play
    if p.opening == "checking" and checklist.reader_due(p, c.devices, c.house):
        return "reader_inspection_due"
    if check_ahead(p, c.house):
        return "draw_with_peek_due"
    soon = p.last is not None and overdraw(p.last.mono, c.mono)
    if p.round == "dealer_plays" or (p.round == "settled" and soon):
        return "dealer_drew_too_far"
    return "card_drawn_in_error"


def overdraw(play_last_mono: int, mono: int) -> bool:
    return mono - play_last_mono < PICK_UP_MS
