"""The shoe in play: load, cover card, the count at its end, an end in mid-round (MA 7.j, 15.g).

Where the cover card comes before wagers the pack says whether a round is still dealt. A shoe that
runs dry in a round is filled from the rack: cards on the layout stay and count from there on.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.queries import continuous, inventory, legal, places, target
from controller.procedure.reducers.deal.initial_deal import OF_DEAL
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Why
from controller.procedure.state.house import House
from controller.procedure.state.parts.detector_memory import next_shoe
from controller.procedure.state.parts.shoe_marks import Cause, Marks
from controller.procedure.state.parts.wagerers import reshuffled
from controller.procedure.state.play import Play, without_shoe
from controller.rules.decks import cards_behind

from . import burns, cut

IN_USE = ("burn_due", "ready", "last_round")


# ---- load ----
def load(c: Context) -> None:
    """A whole batch, or the rack to finish a round: its cards start to count anew."""
    p, rules = c.play, c.pack.shoe
    short, due = p.marks.short, burns.for_stack(c)
    cause: Cause = ("rack" if short else "shoe") if due else ""
    tens_anew = not short and rules.ten_count_window.value == "shoe"
    face_up_anew = not short and rules.face_up_count_window.value == "shoe"
    c.play = replace(
        without_shoe(p),
        loaded=inventory.to_load(p, c.house.shoe_cards),
        counts=inventory.disclosed(p) if short else (),
        entered=p.entered if short else (),
        tens=0 if tens_anew else p.tens,
        face_up=0 if face_up_anew else p.face_up,
        marks=Marks(burns=due, cause=cause, last=short, short=short),
        watch=next_shoe(p.watch),
        people=p.people if short else reshuffled(p.people),
    )
    ordered = short and c.play.stack.ordered  # a whole stack has been shuffled since
    c.play = replace(c.play, stack=replace(c.play.stack, whole=False, ordered=ordered))
    c.follow(follow_ups.Cut.SHOE_FILLED)
    if c.play.shuffle == "done" and not c.play.stack.inside:
        c.follow(follow_ups.Shuffle.BATCH_LOADED)


def unload(c: Context) -> None:
    """The stack comes out of the shoe again, to be cut anew."""
    c.play = replace(c.play, marks=Marks(short=c.play.marks.short))


def forget_cards(c: Context) -> None:
    """No card lies in the shoe any more, and none is counted."""
    c.play = replace(without_shoe(c.play), entered=(), burn=None)


# ---- cover card ----
def deal_has_begun(c: Context) -> bool:
    """Wagers closed: the cover card in place of the first box's card counts as in the deal."""
    return places.begun(c.play) or bool(c.play.boxes)


def round_in_hand(c: Context) -> bool:
    """A burn inside a round: the cover card comes in the deal of its cards."""
    return places.begun(c.play)


def ends_at_once(c: Context) -> bool:
    return c.pack.shoe.cover_card_before_wagers.value == "reshuffle"


def one_more_cover(c: Context) -> bool:
    return c.play.marks.covers < c.pack.shoe.cover_cards.value


def cover(c: Context) -> None:
    """Its depth is computed now; nobody was asked for it at the insertion (MA 4.e~4)."""
    first = not c.play.marks.last
    told = c.play.marks.overdue or not too_late(c.play, c.house)
    early = first and too_early(c.play, c.house)
    count_cover(c)
    if first:
        cut.cover_came(c)
    behind = f"{c.play.loaded - c.play.drawn} behind"
    if not told:
        c.raise_("cover_card_late", about=behind)
    if early:
        i = c.raise_("cover_card_early", about=behind)
        c.put(replace(i, ruling="continue", ruled_by="dealer", status="carried_out"))


def cover_at_burn(c: Context) -> None:
    """With no wagers closed: the end of the shoe, or one more round (MA A16; MD 7.C)."""
    cover(c)
    if c.pack.shoe.cover_card_before_wagers.value == "floorperson":
        c.raise_("cover_card_late", about="before wagers")


def was_overdue(c: Context) -> bool:
    """It comes behind the last card, and was told as late before."""
    if not (c.play.marks.overdue and one_more_cover(c)):
        return False
    count_cover(c)
    return True


def count_cover(c: Context) -> None:
    c.play = replace(c.play, marks=replace(c.play.marks, covers=c.play.marks.covers + 1, last=True))


def too_late(play: Play, house: House) -> bool:
    """Fewer cards behind it than the pack asks, by more than its tolerance."""
    least = cards_behind(house.pack, play.loaded)
    left = play.loaded - play.drawn
    return not play.marks.short and left < least - house.pack.shuffle.cover_tolerance_cards.value


def too_early(play: Play, house: House) -> bool:
    """More cards behind it than its place leaves there, or than any cut does."""
    left, percent = play.loaded - play.drawn, house.pack.shoe.cover_card_early_percent.number
    place = cards_behind(house.pack, play.loaded)
    most = place + house.pack.shuffle.cover_tolerance_cards.value
    early = left * 100 > play.loaded * percent if percent else left > most
    return early and not play.marks.short


def watch_cover(c: Context) -> None:
    """After a card: a cover card that should have come is told once."""
    p = c.play
    used = c.pack.shoe.cover_cards.value > 0 and not continuous.deals(p, c.house)
    looked_for = used and p.shoe == "ready"
    if looked_for and not p.marks.overdue and too_late(p, c.house):
        c.play = replace(c.play, marks=replace(p.marks, overdue=True))
        c.raise_("cover_card_late", about="late or missing")


# ---- the end on count ----
def watch_count(c: Context) -> None:
    """Before a round: no deal is begun that the shoe cannot finish, where nothing else would."""
    p = c.play
    before = p.round == "settled" or (p.round == "wagering" and not p.dealt)
    if not before or p.shoe != "ready" or not p.boxes or not ends_on_count(c.house):
        return
    if p.loaded - p.drawn < len(places.of(p)):
        c.follow(follow_ups.Shoe.TOO_FEW)


def ends_on_count(house: House) -> bool:
    """No cover card ends the shoe, or the text has no remedy for one that is empty in a round."""
    return (
        not house.pack.shoe.cover_cards.value or house.pack.shoe.short_shoe.value != "shuffle_rack"
    )


def round_was_last(c: Context) -> bool:
    return c.play.round == "settled"


def end_on_count(c: Context) -> None:
    c.play = replace(c.play, marks=replace(c.play.marks, last=True, on_count=True))


# ---- the shoe runs dry in a round ----
def suspended(play: Play) -> bool:
    """The round waits while the rack is shuffled."""
    return play.shoe == "empty" and play.marks.short


def has_line(play: Play) -> bool:
    """The rack is shuffled in the round, or a burn is due in it: nothing else is told.

    Behind the settlement of its last round the shoe is at its end: no relief's burn comes.
    """
    called = play.round == "settled" and play.marks.last and play.marks.cause == "dealer"
    burns = play.shoe == "burn_due" and places.begun(play) and not called
    return suspended(play) or burns


def at_end(play: Play) -> bool:
    """The round that is settled was the last one, or a shuffle is ordered behind it.

    No card of this shoe begins another.
    """
    return play.round == "settled" and (play.marks.last or play.stack.ordered)


def card_needed(play: Play, house: House) -> bool:
    """Somebody cannot go on without a card; a hand that may stand can."""
    if play.round in OF_DEAL:
        return places.due(play) > 0
    if play.round == "dealer_plays":
        return legal.dealer_must_draw(play, house)
    if play.round != "deciding" or play.pending is not None:
        return False
    if target.dealers_owed(play):
        return True
    hand = target.hand(play, house)
    return hand is not None and (hand.owed or hand.waits or target.doubling(hand))


def run_out(c: Context) -> None:
    """After each input: the count says that no card is left for a hand that must have one."""
    p = c.play
    dry = p.shoe in IN_USE and p.loaded > 0 and p.drawn >= p.loaded
    if dry and card_needed(p, c.house):
        c.follow(follow_ups.Shoe.SHOE_EMPTIED)


def why_not_emptied(play: Play, house: House) -> Why:
    if not places.begun(play):
        return house.no("no_round")
    if play.round == "settled":
        return house.no("no_card_due")
    return None


def rack_is_shuffled(c: Context) -> bool:
    return c.pack.shoe.short_shoe.value == "shuffle_rack"


def suspend(c: Context) -> None:
    """The text fixes the course: the dealer carries it out, hands and wagers stay (MA 15.g)."""
    p = c.play
    c.disarm("deal_gap")
    i = c.raise_("shoe_empty")
    c.put(replace(i, ruling="shuffle_rack", ruled_by="dealer", status="carried_out"))
    if p.drawn != p.loaded:
        c.raise_("count_differs", about=f"{p.drawn} of {p.loaded}")
    c.play = replace(
        c.play,
        marks=replace(c.play.marks, short=True, last=True, burnt=None),
        stack=replace(c.play.stack, whole=True),
    )


def was_last(c: Context) -> bool:
    """Its hands were called dead before the burn that would have let it go on."""
    return c.play.marks.last


def was_suspended(c: Context) -> bool:
    return c.play.marks.short


def shuffle_whole(c: Context) -> None:
    """The round that waited for the rack was voided: all cards make the next stack."""
    c.play = replace(
        c.play, marks=Marks(), stack=replace(c.play.stack, steps=0, by="", why="order")
    )
    if c.play.shuffle in ("by_hand", "miscounted", "done"):
        c.follow(follow_ups.Shuffle.STACK_FORGOTTEN)
    if c.play.cut != "none":
        c.follow(follow_ups.Cut.UNSTACKED)


def report_empty(c: Context) -> None:
    """No text has a remedy: a floorperson rules."""
    if all(i.kind != "shoe_empty" or i.status != "raised" for i in c.play.irregularities):
        c.raise_("shoe_empty")


# ---- the end of the shoe ----
def reconcile(c: Context) -> None:
    """Drawn and left against the load; copies against the pack, inside the seal (MA 7.j.2)."""
    assert isinstance(c.input, fact.RestCounted | cmd.CountReported)
    p = c.play
    if p.drawn + c.input.cards != p.loaded:
        c.raise_("count_differs", about=f"{p.drawn + c.input.cards} of {p.loaded}")
    elif p.unturned and not c.ask(f"rest_agrees/{c.house.decks}", p.unturned):
        c.raise_("count_differs", about="rest")
    c.play = replace(
        c.play, racked=p.loaded, burn=None, marks=Marks(), stack=replace(p.stack, whole=False)
    )
    if c.play.shuffle == "done":
        c.follow(follow_ups.Shuffle.SHOE_ENDED)
