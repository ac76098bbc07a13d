"""Burn cards: of a new shoe, of a new dealer, after the rack was shuffled (MA 7.c, MD 7.B, 13.L).

Which draw is the burn is the table's rule, not the scanner's: where a dealer may have dealt at
once, or has changed without a word, the card stays hidden until it is named.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.procedure.queries import inventory, places
from controller.procedure.reducers.deal import initial_deal
from controller.procedure.state import follow_ups, refs
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.play import Play

from . import cut


# ---- what is due ----
def for_stack(c: Context) -> int:
    """Burn cards that the stack now in the shoe asks for."""
    rules = c.pack.shoe
    short = c.play.marks.short
    return (rules.burn_after_rack_shuffle_cards if short else rules.burn_on_new_shoe_cards).value


def loaded_and_burnt(c: Context) -> bool:
    return cut.cut_is_placed(c) and for_stack(c) > 0


def loaded_for_rest(c: Context) -> bool:
    return cut.cut_is_placed(c) and c.play.marks.short


def may_come(play: Play, house: House) -> bool:
    """Of a new shoe once wagers are placed, where the text says so; any other burn at once."""
    waits = play.marks.cause == "shoe" and house.pack.shoe.burn_at.value == "wagers_placed"
    return not waits or bool(play.boxes)


def due_now(c: Context) -> bool:
    return may_come(c.play, c.house)


def more_due(c: Context) -> bool:
    return due_now(c) and c.play.marks.burns > 1


def in_last_round(c: Context) -> bool:
    return due_now(c) and c.play.marks.last


def burn(c: Context) -> None:
    """Face down to the rack, whatever boxes are lit."""
    p, marks = c.play, c.play.marks
    assert c.card is not None
    between = p.round == "wagering" and not p.dealt
    asked = c.card.id if between and p.boxes and marks.cause == "dealer" else 0
    at_once = bool(asked) and c.mono - marks.signed_at < c.pack.play.key_reaction_ms.number
    c.play = replace(
        c.play,
        racked=p.racked + 1,
        unturned=(*p.unturned, c.card),
        marks=replace(
            marks,
            burns=max(0, marks.burns - 1),
            burnt=c.card,
            shown_to=0,
            asked=asked,
            at_once=at_once,
        ),
    )
    if between:
        c.play = replace(c.play, burn=c.card)
    elif p.round == "dealing" and places.due(p) > 0 and not c.play.marks.burns:
        initial_deal.wait_for_card(c)
    inventory.check_burn(c, c.card)


def burn_unread(c: Context) -> None:
    """It is burned. A person says which card it was, or that none came."""
    burn(c)
    c.raise_("card_not_read", card=c.card, about=refs.BURN)


def not_burnt(c: Context, card: Slot) -> None:
    """What was taken for the burn was no card: it is still due."""
    p = c.play
    c.play = replace(
        c.play,
        racked=p.racked - 1,
        unturned=without(p.unturned, card),
        burn=None,
        marks=replace(p.marks, burns=p.marks.burns + 1, burnt=None, asked=0),
    )
    if p.shoe in ("ready", "last_round"):
        c.follow(follow_ups.Shoe.BURN_DUE_AGAIN)


def burn_again(c: Context) -> None:
    """The burnt card was taken out: the next one takes its place."""
    c.play = replace(c.play, marks=replace(c.play.marks, burns=1, burnt=None, asked=0))


# ---- another dealer ----
def in_round(play: Play) -> bool:
    return play.round not in ("wagering", "settled") or bool(play.dealt)


def why_not_sign_on(play: Play, house: House, item: cmd.DealerSignedOn) -> Why:
    """Between two rounds; inside one only on the order of the rank that the pack names."""
    if play.opening == "closed":
        return house.no("not_open")
    same = item.name == play.dealer_name and (play.dealer_proof or not item.proof)
    if not item.name.strip() or same:
        return house.no("other_dealer")
    order = house.pack.shoe.relief_in_round
    if in_round(play) and not house.at_least(item.rank, order.value):
        word = getattr(house.pack.words, order.value).value
        return order.clause, house.no("rank", rank=word)[1]
    return None


def new_dealer_burns(c: Context) -> bool:
    """Whoever proves that he is who deals already is no new one."""
    assert isinstance(c.input, cmd.DealerSignedOn)
    if c.input.name == c.play.dealer_name:
        return False
    return c.pack.shoe.burn_for_new_dealer_cards.value > 0


def relief_burns(c: Context) -> bool:
    """In the last round only while its cards are dealt: afterwards the shoe is at its end."""
    return new_dealer_burns(c) and c.play.round != "settled"


def sign_on(c: Context) -> None:
    assert isinstance(c.input, cmd.DealerSignedOn)
    c.play = replace(c.play, dealer_name=c.input.name, dealer_proof=c.input.proof)


def sign_on_to_burn(c: Context) -> None:
    sign_on(c)
    c.disarm("deal_gap")
    number = c.pack.shoe.burn_for_new_dealer_cards.value
    c.play = replace(
        c.play, marks=replace(c.play.marks, burns=number, cause="dealer", signed_at=c.mono)
    )


# ---- burn or first card ----
def why_not_answer(play: Play, house: House) -> Why:
    return None if play.marks.asked else house.no("burn_named")


def is_burn(c: Context) -> bool:
    return isinstance(c.input, cmd.BurnAnswered) and c.input.burn


def named(c: Context) -> None:
    c.play = replace(c.play, marks=replace(c.play.marks, asked=0))


def was_burn(c: Context) -> None:
    """A dealer who had not signed on has burned: no deal has begun."""
    initial_deal.book_burn(c)
    initial_deal.fit(c)
    c.play = replace(c.play, marks=replace(c.play.marks, cause="dealer"))


def was_first(c: Context) -> None:
    """The new dealer has dealt at once: the missed burn is entered, the card is the first one."""
    initial_deal.unburn(c)
    c.card = c.play.dealt[0]
    initial_deal.first_card(c)


# ---- shown on request ----
def why_not_show(play: Play, house: House, item: cmd.BurnShown) -> Why:
    """Where the text gives the players no such right, a floorperson decides."""
    if play.marks.burnt is None or play.marks.shown_to == (item.box or -1):
        return house.no("no_burn_card")
    right = house.pack.shoe.burn_shown_on_request
    if not right.value and not house.at_least(item.rank, "floorperson"):
        word = house.word("floorperson")
        return right.clause, house.no("rank", rank=word)[1]
    return None


def show(c: Context) -> None:
    assert isinstance(c.input, cmd.BurnShown)
    refuse(why_not_show(c.play, c.house, c.input))
    burnt = c.play.marks.burnt
    assert burnt is not None
    shown = c.expose(burnt)
    c.play = replace(
        c.play,
        marks=replace(c.play.marks, burnt=shown, shown_to=c.input.box),
        unturned=without(c.play.unturned, burnt),
    )
    if c.play.burn is not None and c.play.burn.id == burnt.id:
        c.play = replace(c.play, burn=shown)
    if burnt.face is None and shown.face in inventory.DECK:
        inventory.count(c, shown)


def without(slots: tuple[Slot, ...], card: Slot) -> tuple[Slot, ...]:
    return tuple(s for s in slots if s.id != card.id)
