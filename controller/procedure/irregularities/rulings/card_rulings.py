"""Rulings on one card: kept as the next, to the rack, out of the set, its face read out."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.procedure.charts.owners import owner, takes
from controller.procedure.irregularities.kinds.questions import IS_TEN, SEEN
from controller.procedure.irregularities.standing import dealers, open_ones
from controller.procedure.queries import inventory
from controller.procedure.queries.inventory import TENS
from controller.procedure.reducers.cards import burns, set_aside
from controller.procedure.reducers.deal import initial_deal
from controller.procedure.reducers.play import dealer_draws, decisions
from controller.procedure.reducers.play.phase import check_ahead
from controller.procedure.state import follow_ups, refs
from controller.procedure.state.context import Context, Refuse
from controller.procedure.state.play import Irregularity

from . import free_rulings, hand_rulings


def nothing(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """It is entered in the record; play goes on."""


# ---- where the card goes ----
def keep_as_next(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """The card waits aside, face down, for the next hand that takes one (MA 15.c)."""
    if i.card is not None:
        set_aside.lay(c, i.card)


def offer(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """It is offered in order, and who refuses it gets no card (MA 15.d, MD 13.F).

    That it came before its time is one matter, whose it is another.
    """
    if i.card is not None:
        c.raise_("card_drawn_in_error_seen", card=i.card)
        set_aside.lay(c, i.card)


def to_rack(c: Context, i: Irregularity, _: cmd.Ruled | None = None) -> None:
    if i.card is not None:
        set_aside.rack(c, i.card)


def remove_card(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """It leaves the pack; the next card takes its place (MA 15.b)."""
    take_out(c, i)
    if i.code == refs.BURN:
        burn_again(c)
    if c.play.dealer_hand == "drawing":
        dealer_draws.go_on(c)
    hand_rulings.resume(c)


def burn_ten(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """A ten leaves the set, the next card takes its place, the decks are in doubt."""
    remove_card(c, i, command)
    c.raise_("decks_in_doubt", about="ten")


def take_out(c: Context, i: Irregularity) -> None:
    """Out of the set; a card that was burned lay in the rack."""
    c.play = replace(c.play, removed=c.play.removed + 1, tens=c.play.tens + int(i.kind in TENS))
    if i.code == refs.BURN:
        left = (s for s in c.play.unturned if i.card is None or s.id != i.card.id)
        c.play = replace(c.play, racked=c.play.racked - 1, unturned=tuple(left))


def burn_again(c: Context) -> None:
    """The next card takes the place of a burnt ten, while no deal has begun (MA 7.c, 15.b)."""
    if c.play.round == "wagering" and c.play.shoe == "ready":
        c.play = replace(c.play, burn=None)
        c.follow(follow_ups.Shoe.BURN_TAKEN_OUT)


def second_to_rack(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    """A card that came with the one before and was not counted."""
    c.play = replace(c.play, drawn=c.play.drawn + 1, racked=c.play.racked + 1)


def no_card(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    c.play = replace(c.play, drawn=c.play.drawn - 1)
    if i.code == refs.BURN and i.card is not None:
        burns.not_burnt(c, i.card)
        return
    if i.card is not None:
        c.play = replace(c.play, dealt=tuple(s for s in c.play.dealt if s.id != i.card.id))
        initial_deal.fit(c)


def struck_out(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Of an input that is no entry of the open round: only its card is left to clear."""
    if i.card is not None:
        c.play = replace(c.play, drawn=c.play.drawn + 1)
        set_aside.rack(c, i.card)


# ---- the face as a person read it out ----
def enter_card(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """The card on the table counts."""
    _counts(c, i, free_rulings.read_out(c, command.face or command.reason))


def enter_unread(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """A burn card that was not read is named, and is no card of the round."""
    if i.code != refs.BURN:
        enter_card(c, i, command)
        return
    assert i.card is not None
    _known(c, i.card, free_rulings.read_out(c, command.face or command.reason))
    inventory.name_burn(c, i.card)


def enter_unopened(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """What the seal did not open was drawn and is not counted yet."""
    face = free_rulings.read_out(c, command.face or command.reason)
    c.play = replace(c.play, entered=(*c.play.entered, (int(i.code), face)))
    if i.card is not None:
        c.play = replace(c.play, drawn=c.play.drawn + 1)
        use_card(c, i.card)


def enter_no_ten(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """It was none, so it counts; what was raised as the second ten is the first (MA 15.b)."""
    face = _no_ten(c, command)
    if i.kind == "ten_found":
        only_ten_again(c)
    _counts(c, i, face)


def _no_ten(c: Context, command: cmd.Ruled) -> str:
    face = free_rulings.read_out(c, command.face or command.reason)
    if face[0] == "T":
        raise Refuse(*c.house.no("fact_first", question=IS_TEN.text))
    return face


def only_ten_again(c: Context) -> None:
    for i in open_ones(c.play):
        if i.kind == "ten_found_second":
            c.put(replace(i, kind="ten_found"))


def _known(c: Context, slot: Slot, face: str) -> None:
    c.play = replace(c.play, entered=(*c.play.entered, (slot.id, face)))


def _counts(c: Context, i: Irregularity, face: str) -> None:
    slot = i.card
    assert slot is not None
    _known(c, slot, face)
    if i.code == refs.BURN:
        return
    if any(s.id == slot.id for s in c.play.dealt):
        c.follow(follow_ups.Round.BOXES_CONFIRMED)
        return
    use_card(c, Slot(slot.id, slot.seal))


TAKES_CARD: dict[str, follow_ups.FollowUp] = {
    "shoe": follow_ups.Shoe.CARD_DRAWN,
    "dealer_hand": follow_ups.DealerHand.CARD_DRAWN,
    "round": follow_ups.Round.CARD_DRAWN,
}


def use_card(c: Context, slot: Slot) -> None:
    """Book a card that was held back as the card that is due now, or aside when none is.

    One that came before the check is a card drawn before it, read or not.
    """
    c.card = slot
    chart, event = owner(c.play, fact.CardDrawn)
    if takes(c, chart, event) and _wanted(c, chart):
        c.follow(TAKES_CARD[chart])
    elif check_ahead(c.play, c.house):
        c.raise_("draw_with_peek_due", card=slot)  # who saw its face is asked (MA 15.c, 15.d)
    else:
        set_aside.lay(c, slot)


def _wanted(c: Context, chart: str) -> bool:
    if chart == "round":
        return decisions.hand_may_draw(c)
    if chart == "dealer_hand":
        drawing = c.play.dealer_hand == "drawing"
        return dealer_draws.must_draw(c) if drawing else dealer_draws.second_card_due(c)
    return True


# ---- what an answer does by itself ----
def seen_or_not(c: Context, i: Irregularity, item: cmd.FactAnswered) -> None:
    """Where the text fixes the course the dealer carries it out at once (MA 15.c, 15.d)."""
    fixed = dealers(c.house, i.kind)
    if item.answer == SEEN.answers[0] and i.card is not None:
        shown = _shown(c, i.card)
        c.put(replace(i, kind="card_drawn_in_error_seen", card=shown))
        if fixed:
            set_aside.lay(c, shown)
        return
    if not fixed:
        return
    c.put(replace(i, ruling="next_card", ruled_by=item.by, status="carried_out"))
    if i.card is not None:
        set_aside.lay(c, i.card)


def looked_at(c: Context, i: Irregularity, item: cmd.FactAnswered) -> None:
    """A face that somebody saw is no secret any more."""
    if item.answer == SEEN.answers[0] and i.card is not None:
        c.put(replace(i, card=_shown(c, i.card)))


def may_be_ten(c: Context, i: Irregularity, item: cmd.FactAnswered) -> None:
    """Told by its back alone, and looked at: a ten has its own clause."""
    if item.answer == "YES":
        c.put(replace(i, kind=inventory.ten_kind(c)))


def _shown(c: Context, card: Slot) -> Slot:
    """Its face, but for a card of the deal: that waits for DEAL OK."""
    return card if set_aside.in_order(c.play) else c.expose(card)
