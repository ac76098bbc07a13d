"""Rulings that act: what each does to cards, wagers, orders and charts."""

from __future__ import annotations

from collections.abc import Callable

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.procedure.charts.owners import knows, owner
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds.kinds_of_play import IS_TEN
from controller.procedure.queries import inventory
from controller.procedure.queries.inventory import TENS
from controller.procedure.reducers.cards import burns, cut, set_aside, shuffle
from controller.procedure.reducers.deal import initial_deal
from controller.procedure.reducers.opening import software_and_clock
from controller.procedure.reducers.play import dealer_draws, decisions, hole_check, missed_draw
from controller.procedure.reducers.settle import settlement
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Refuse, refuse
from controller.procedure.state.play import Irregularity

from . import device_rulings, free_rulings, hand_rulings, jackpot_rulings, reader_rulings
from .voiding import dead_hands, void_round

Act = Callable[[Context, Irregularity, cmd.Ruled], None]


def rule(c: Context, command: cmd.Ruled) -> None:
    """Check rank, facts, notice and reason, then carry the ruling out."""
    i = find(c, command.irr)
    offer = next(
        (o for o in catalog.offers(c.play, c.house, i) if o.ruling.name == command.ruling), None
    )
    if offer is None:
        raise Refuse(*c.house.no("no_ruling"))
    needs = offer.ruling.needs or catalog.rules(c.house, i.kind).needs
    watches = command.rank == cmd.SURVEILLANCE and command.ruling == "acknowledged"
    if not (watches or c.house.at_least(command.rank, needs)):
        refuse((offer.clause, c.house.no("rank", rank=c.house.word(needs))[1]))
    if offer.grey:
        refuse((offer.clause, offer.grey))
    if offer.ruling.asks in ("reason", "box") and not (watches or command.reason.strip()):
        refuse((offer.clause, c.house.no("reason_first")[1]))
    if offer.ruling.asks == "box" and (command.box, command.hand) not in catalog.seats(c.play):
        refuse(c.house.no("no_hand", box=command.box))
    if not offer.ruling.stays:
        close(c, i, command.ruling, command.by)
    ACTS[command.ruling](c, i, command)


def find(c: Context, name: str) -> Irregularity:
    for i in c.play.irregularities:
        if i.id == name and catalog.is_open(i):
            return i
    raise Refuse(*c.house.no("no_irregularity"))


def close(c: Context, i: Irregularity, ruling: str, by: str) -> None:
    c.put(replace(i, ruling=ruling, ruled_by=by, status="carried_out"))


# ---- cards ----
def keep_as_next(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """The card waits aside, face down, for the next hand that takes one (MA 15.c)."""
    if i.card is not None:
        set_aside.lay(c, i.card)


def to_rack(c: Context, i: Irregularity, _: cmd.Ruled | None = None) -> None:
    if i.card is not None:
        set_aside.rack(c, i.card)


def remove_card(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """It leaves the pack; the next card takes its place (MA 15.b)."""
    take_out(c, i)
    if i.about == "burn":
        burn_again(c)
    if c.play.dealer_hand == "drawing":
        dealer_draws.go_on(c)
    hand_rulings.resume(c)


def take_out(c: Context, i: Irregularity) -> None:
    """Out of the set; a card that was burned lay in the rack."""
    c.play = replace(c.play, removed=c.play.removed + 1, tens=c.play.tens + int(i.kind in TENS))
    if i.about == "burn":
        left = (s for s in c.play.unturned if i.card is None or s.id != i.card.id)
        c.play = replace(c.play, racked=c.play.racked - 1, unturned=tuple(left))


def burn_again(c: Context) -> None:
    """The next card takes the place of a burnt ten, while no deal has begun (MA 7.c, 15.b)."""
    if c.play.round == "wagering" and c.play.shoe == "ready":
        c.play = replace(c.play, burn=None)
        c.follow(follow_ups.Shoe.BURN_TAKEN_OUT)


def enter_card(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """The card on the table counts: its face as a person read it out."""
    face = free_rulings.read_out(c, command.face or command.reason)
    if i.kind in TENS and face[0] == "T":
        raise Refuse(*c.house.no("fact_first", question=IS_TEN.text))
    slot = i.card
    if i.kind == "cannot_open":
        c.play = replace(c.play, entered=(*c.play.entered, (int(i.about), face)))
        if slot is not None:
            c.play = replace(c.play, drawn=c.play.drawn + 1)
            use_card(c, slot)
        return
    assert slot is not None
    c.play = replace(c.play, entered=(*c.play.entered, (slot.id, face)))
    if i.kind == "ten_found":
        only_ten_again(c)
    if i.about == "burn":
        if i.kind == "card_not_read":
            inventory.name_burn(c, slot)
        return
    if any(s.id == slot.id for s in c.play.dealt):
        c.follow(follow_ups.Round.BOXES_CONFIRMED)
        return
    use_card(c, Slot(slot.id, slot.seal))


def only_ten_again(c: Context) -> None:
    """The first was none: what was raised as the second ten is the first (MA 15.b)."""
    for i in catalog.open_ones(c.play):
        if i.kind == "ten_found_second":
            c.put(replace(i, kind="ten_found"))


TAKES_CARD: dict[str, follow_ups.FollowUp] = {
    "shoe": follow_ups.Shoe.CARD_DRAWN,
    "dealer_hand": follow_ups.DealerHand.CARD_DRAWN,
    "round": follow_ups.Round.CARD_DRAWN,
}


def use_card(c: Context, slot: Slot) -> None:
    """Book a card that was held back as the card that is due now, or aside when none is."""
    c.card = slot
    chart, event = owner(c.play, fact.CardDrawn)
    if knows(c.play, chart, event) and _wanted(c, chart):
        c.follow(TAKES_CARD[chart])
    else:
        set_aside.lay(c, slot)


def _wanted(c: Context, chart: str) -> bool:
    if chart == "round":
        return decisions.hand_may_draw(c)
    if chart == "dealer_hand":
        drawing = c.play.dealer_hand == "drawing"
        return dealer_draws.must_draw(c) if drawing else dealer_draws.second_card_due(c)
    return True


def no_card(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    c.play = replace(c.play, drawn=c.play.drawn - 1)
    if i.about == "burn" and i.card is not None:
        burns.not_burnt(c, i.card)
        return
    if i.card is not None:
        c.play = replace(c.play, dealt=tuple(s for s in c.play.dealt if s.id != i.card.id))
        initial_deal.fit(c)


def nothing(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """It is entered in the record; play goes on."""


def burn_card(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """To the rack; a ten leaves the set, the next card takes its place, the decks are in doubt."""
    if i.kind in TENS:
        remove_card(c, i, command)
        c.raise_("decks_in_doubt", about="ten")
        return
    to_rack(c, i, command)


def second_to_rack(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    """A card that came with the one before and was not counted."""
    c.play = replace(c.play, drawn=c.play.drawn + 1, racked=c.play.racked + 1)


# ---- hands ----
def second_card_last(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """The hand stays owed: the next card is its second (MA 15.h~2)."""


# ---- the round ----
def voided(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Void by a clause that orders it, and the reshuffle that it orders with it."""
    void_round(c, catalog.clause(c.house, i.kind))
    if i.kind in TENS and i.card is not None:
        take_out(c, i)
    all_shuffled(c)


def void_back(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """Void on no clause: the card ruled on goes to the rack, a ten out of the set."""
    loose = inventory.is_loose(c.play, i)
    void_round(c, catalog.clause(c.house, i.kind))
    if i.kind in TENS and i.card is not None:
        take_out(c, i)
    elif loose:
        to_rack(c, i, command)


def decks_out(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """The decks leave play when the round is closed: the one that is voided or the open one."""
    if i.kind in TENS:
        voided(c, i, command)
        c.play = replace(c.play, decks_due=True)
    elif c.play.dealt or c.play.hands:
        reshuffle(c, i, command)
        c.play = replace(c.play, decks_due=True)
    elif knows(c.play, "decks", "taken_out"):
        c.follow(follow_ups.Decks.TAKEN_OUT)


def reshuffle(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    """The open round is finished first."""
    if c.play.dealt or c.play.hands:
        c.play = replace(c.play, stack=replace(c.play.stack, ordered=True))
    else:
        all_shuffled(c)


def all_shuffled(c: Context) -> None:
    """No new round from this shoe; a stack that is not in it yet is shuffled from the start.

    What a machine is shuffling is shuffled whole anyway.
    """
    if knows(c.play, "shoe", "reshuffle_due"):
        c.follow(follow_ups.Shoe.RESHUFFLE_DUE)
    elif knows(c.play, "shuffle", "stack_forgotten") and knows(c.play, "cut", "unstacked"):
        c.follow(follow_ups.Shuffle.STACK_FORGOTTEN)
        shuffle.shuffle_stack_again(c)


def recut(c: Context, _: Irregularity, command: cmd.Ruled) -> None:
    """As ordered without a report: by rank, until the cards are in the shoe (MD 5.F, MA 4.f)."""
    ordered = cmd.RecutOrdered(rank=command.rank, reason=command.reason)
    refuse(cut.why_not_recut(c.play, c.house, ordered))
    c.follow(follow_ups.Cut.RECUT_ORDERED)


def all_dead(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    dead_hands(c, catalog.clause(c.house, i.kind))


def settle_late(c: Context, i: Irregularity, __: cmd.Ruled) -> None:
    """Paid and taken after a further card was drawn (MA 6.d, 11.d)."""
    if i.kind == "insurance_unpaid":
        settlement.collect_insurance(c)
    else:
        hole_check.pay_match_late(c)


def struck_out(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Of an input that is no entry of the open round: only its card is left to clear."""
    if i.card is not None:
        c.play = replace(c.play, drawn=c.play.drawn + 1)
        set_aside.rack(c, i.card)


ACTS: dict[str, Act] = {
    "accepted": software_and_clock.accept,
    "again": device_rulings.again,
    "all_hands_dead": all_dead,
    "as_dealt": free_rulings.as_dealt,
    "as_they_lie": device_rulings.count_stands,
    "ask_now": hand_rulings.ask_now,
    "aside": hand_rulings.offer_seen,
    "shuffle_again": nothing,
    "burn": to_rack,
    "burn_card": burn_card,
    "card_last": missed_draw.card_last,
    "continue": nothing,
    "corrected": jackpot_rulings.corrected,
    "counts": device_rulings.counts,
    "decks_out": decks_out,
    "enter_card": enter_card,
    "found": device_rulings.count_stands,
    "freeze": reader_rulings.freeze,
    "go_on_without_reader": device_rulings.go_on_without_reader,
    "hand_dead": hand_rulings.hand_dead,
    "hand_stands": hand_rulings.stand_all,
    "in_next_deal": nothing,
    "inspected": nothing,
    "lamp_blackjack": reader_rulings.lamp_blackjack,
    "lamp_none": reader_rulings.lamp_none,
    "misread": free_rulings.misread,
    "next_card": keep_as_next,
    "no_card": no_card,
    "none": device_rulings.none,
    "no_jackpot": jackpot_rulings.no_jackpot,
    "out_of_service": device_rulings.out_of_service,
    "paid": jackpot_rulings.paid,
    "paid_right": free_rulings.paid_right,
    "play_on": hand_rulings.play_on,
    "rack": to_rack,
    "reassign_card": free_rulings.reassign,
    "rebuilt": nothing,
    "recut": recut,
    "remove_card": remove_card,
    "repaired": reader_rulings.works_again,
    "replaced": reader_rulings.works_again,
    "reshuffle": reshuffle,
    "return_wager": nothing,
    "second_card_last": second_card_last,
    "second_to_rack": second_to_rack,
    "seen": device_rulings.seen,
    "settle_late": settle_late,
    "shuffle_rack": nothing,
    "stands": nothing,
    "strike_out": struck_out,
    "torn_and_boxed": remove_card,
    "try_again": nothing,
    "verified": jackpot_rulings.verified,
    "acknowledged": jackpot_rulings.acknowledged,
    "void_back": void_back,
    "void_round": voided,
}
"""Those of `kind.AMENDING_RULINGS` are amendments and have no act here."""
