"""Decks received, inspected, spread, washed and stacked; the idle table; decks out of play."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.queries import places
from controller.procedure.reducers.cards.orders import close_order
from controller.procedure.reducers.cards.shoe_in_play import forget_cards
from controller.procedure.state import follow_ups
from controller.procedure.state.chart_states import DecksState
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.parts.day import Day
from controller.procedure.state.play import Play
from controller.rules.pack.line_keys import LineKey

ORDER = ("received", "inspected", "verified", "spread", "looked", "washed")
"""In each of these a step is due, if the pack asks for it."""


def asked(play: Play, house: House, at: str) -> bool:
    """Whether the pack asks for the step that leads on from this state."""
    o = house.pack.opening
    return {
        "received": bool(o.inspected.value),
        "inspected": o.verified_by.value != "none",
        "verified": o.spread.value != "none",
        "spread": o.first_player.value,
        "looked": wash_asked(play, house),
        "washed": wash_asked(play, house),
    }[at]


def wash_asked(play: Play, house: House) -> bool:
    """Where a shuffler is used, some texts wash no cards that were spread idle (MD 5.I.2)."""
    o = house.pack.opening
    machine = house.pack.shuffle.method.value == "automated" and not play.stack.set_aside
    if play.day.idle and o.idle_wash.value == "by_hand_only" and machine:
        return False
    return o.wash.value


def pass_by(c: Context, at: str) -> None:
    """Follow on over the steps that this pack does not ask for."""
    for state in ORDER[ORDER.index(at) :]:
        if asked(c.play, c.house, state):
            return
        c.follow(follow_ups.Decks.NOT_ASKED)


# ---- receipt, inspection, verification ----
def why_not_receive(play: Play, house: House, item: cmd.DecksReceived) -> Why:
    if play.opening not in ("checking", "open"):
        return house.no("not_open")
    how = house.pack.opening.preshuffled.value
    if both(item) and how == "none":
        return house.no("inspect_here")
    if both(item) and how == "with_reference" and not item.reference.strip():
        return house.pack.opening.preshuffled.clause, house.no("reference_first")[1]
    if not item.fresh and not play.day.decks_opened_at:
        return house.no("not_now")
    return None


def both(item: cmd.DecksReceived) -> bool:
    """Only decks that come inspected and shuffled go straight to the cut (MD 4.G)."""
    return item.preinspected and item.preshuffled


def receive(c: Context) -> None:
    assert isinstance(c.input, cmd.DecksReceived)
    item, day = c.input, c.play.day
    c.play = replace(
        c.play,
        day=replace(
            no_set(day),
            decks_opened_at=c.at if item.fresh else day.decks_opened_at,
            decks_reference=item.reference.strip(),
            sets=sets_to_come(c.play, c.house),
            preshuffled=both(item),
            face_up=True,
        ),
    )
    if item.fresh:
        c.play = replace(c.play, tens=0, face_up=0, removed=0)
    if c.play.day.sets > 1:
        other_comes(c, fresh=item.fresh)
    if both(item):
        c.follow(follow_ups.Decks.CAME_PRESHUFFLED)
    else:
        pass_by(c, "received")


def sets_to_come(play: Play, house: House) -> int:
    """Of two that alternate both come at an opening; a set that is changed comes alone."""
    return 1 if play.stack.other else house.pack.shuffle.batches.value


def other_comes(c: Context, *, fresh: bool) -> None:
    stack = replace(c.play.stack, other=True)
    if fresh:
        stack = replace(stack, opened_other=c.at, removed_other=0, tens_other=0)
    c.play = replace(c.play, stack=stack)


def cards_at_table(play: Play, house: House) -> int:
    """Of every set, without those taken out of play."""
    own = house.shoe_cards - play.removed if play.decks != "none" else 0
    return own + (house.shoe_cards - play.stack.removed_other if play.stack.other else 0)


def to_the_cut(c: Context) -> None:
    c.follow(follow_ups.Shuffle.CAME_SHUFFLED)


def tens_due(play: Play, house: House) -> int:
    """Tens that come out of whole decks; a set may also arrive without."""
    return house.pack.opening.tens_per_deck.value * house.decks * play.day.sets


def why_not_tens(play: Play, house: House, tens: int) -> Why:
    due = tens_due(play, house)
    if tens in {due * n // play.day.sets for n in range(play.day.sets + 1)}:
        return None
    return house.pack.opening.tens_per_deck.clause, house.no("tens_count", tens=due)[1]


def inspect(c: Context) -> None:
    assert isinstance(c.input, cmd.DecksInspected)
    by = c.input.by
    c.play = replace(c.play, day=replace(c.play.day, tens_out=c.input.tens, inspected_by=by))
    pass_by(c, "inspected")


def why_not_verify(play: Play, house: House, item: cmd.DecksVerified) -> Why:
    if item.by == play.day.inspected_by:
        return house.no("another_verifies")
    torn = house.pack.opening.tens_then.value == "torn_and_boxed"
    if torn and play.day.tens_out and not item.torn:
        return house.no("torn_first")
    return None


def verify(c: Context) -> None:
    pass_by(c, "verified")


# ---- the spread, the first player, the wash ----
def decks_to_spread(play: Play, house: House) -> int:
    return house.decks * play.day.sets


def next_deck(play: Play, house: House) -> int:
    """The deck to confirm next; 0 = all of them together, or none is left."""
    if house.pack.opening.spread.value != "each_deck":
        return 0
    every = range(1, decks_to_spread(play, house) + 1)
    left = [d for d in every if d not in play.day.spread]
    return left[0] if left else 0


def why_not_spread(play: Play, house: House, deck: int) -> Why:
    if deck != next_deck(play, house):
        return house.no("deck_first", deck=next_deck(play, house) or "s")
    return None


def last_deck(c: Context) -> bool:
    assert isinstance(c.input, cmd.DeckSpread)
    return c.input.deck == 0 or len(c.play.day.spread) + 1 >= decks_to_spread(c.play, c.house)


def spread(c: Context) -> None:
    assert isinstance(c.input, cmd.DeckSpread)
    last = last_deck(c)
    every = tuple(range(1, decks_to_spread(c.play, c.house) + 1))
    done = every if c.input.deck == 0 else (*c.play.day.spread, c.input.deck)
    c.play = replace(c.play, day=replace(c.play.day, spread=done))
    if last:
        pass_by(c, "spread")


def why_not_player(house: House, box: int) -> Why:
    return None if 1 <= box <= house.boxes else house.no("box_range", n=house.boxes)


def box_exists(c: Context) -> None:
    assert isinstance(c.input, cmd.FirstPlayer)
    refuse(why_not_player(c.house, c.input.box))


def why_not_known(play: Play, house: House, box: int) -> Why:
    """With preshuffled decks nobody looks; who came first still matters for the cut."""
    if not play.day.preshuffled or play.day.first_player or play.shoe != "empty":
        return house.no("not_now")
    return why_not_player(house, box)


def arrive(c: Context) -> None:
    assert isinstance(c.input, cmd.FirstPlayer)
    day = c.play.day
    c.play = replace(
        c.play, day=replace(day, first_player=c.input.box, seen_up=day.idle and day.face_up)
    )


def look(c: Context) -> None:
    arrive(c)


def wash_due(c: Context) -> None:
    if not wash_asked(c.play, c.house):
        refuse(c.house.no("not_now"))


def no_wash(c: Context) -> None:
    if wash_asked(c.play, c.house):
        refuse(c.house.line("wash"))


def washed_again(c: Context) -> None:
    if not c.house.pack.opening.wash_again.value:
        refuse(c.house.no("not_now"))


# ---- out of play ----
def cards_gathered(c: Context) -> None:
    """Every card lies outside shoe and shuffler; a shuffle that ran is none."""
    close_order(c, "shuffle", "closed")
    stack = c.play.stack
    kept = c.play.shuffle == "done" and stack.other_inside
    c.play = replace(
        c.play,
        stack=replace(
            stack,
            why="",
            ordered=False,
            whole=True,
            steps=0,
            order=(),
            cutter=None,
            refused=(),
            again=False,
        ),
        shoe="empty",
        cut="none",
        shuffle="done" if kept else "idle",
    )
    forget_cards(c)


def between_rounds(c: Context) -> None:
    """A person's own order; a ruling takes the decks out of the round that it voids."""
    if isinstance(c.input, cmd.DecksTakenOut) and places.begun(c.play):
        refuse(c.house.no("round_open"))


def no_set(day: Day) -> Day:
    """The age of the set that the table had stays known."""
    return replace(
        day,
        decks_reference="",
        sets=1,
        preshuffled=False,
        tens_out=0,
        inspected_by="",
        spread=(),
        first_player=0,
        idle=False,
        face_up=False,
        seen_up=False,
        batch_asked=False,
    )


def take_out(c: Context) -> None:
    cards_gathered(c)
    c.play = replace(c.play, day=no_set(c.play.day))


def why_not_now(play: Play, house: House) -> tuple[str, str]:
    """Why a step of the decks is refused: the one that comes first."""
    match play.decks:
        case "ready":
            return house.no("not_now")
        case "inspected":
            return house.no("verify_first")
        case "verified" if deck := next_deck(play, house):
            return house.no("deck_first", deck=deck)
        case "idle":
            return house.pack.opening.idle_wash.clause, house.no("look_first")[1]
        case "spread":
            return house.no("look_first")
        case "arrived":
            return house.no("turn_first")
    return decks_step_line(play, house)


def decks_step_line(play: Play, house: House) -> tuple[str, str]:
    """Why there is nothing to shuffle or to bet on yet."""
    keys: dict[DecksState, LineKey] = {
        "none": "receive",
        "received": "inspect",
        "inspected": "verify",
        "verified": "spread",
        "spread": "first_player",
        "idle": "first_player",
        "arrived": "idle_turn",
        "looked": "wash",
        "washed": "stack",
    }
    clause, text = house.line(keys[play.decks], decks=decks_to_spread(play, house))
    if play.day.idle and play.decks != "arrived":
        clause = house.pack.opening.idle_wash.clause
    return clause, house.no("decks_first", line=text)[1]
