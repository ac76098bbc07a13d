"""Hand signal and voice that differ: both are entered, the pack says which counts (NH play.18)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.queries import legal, target
from controller.procedure.state.context import Context, Refuse, Why
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Edit
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Entry, State
from controller.rules import decisions

from . import decisions as hands


def counted(house: House, i: cmd.Signalled) -> str:
    """`hit` or `stand`; empty = neither, so the player is asked again."""
    return decisions.signalled(house.pack, hand=i.shown, voice=i.spoken)


def why_not(play: Play, house: House, i: cmd.Signalled) -> Why:
    what = counted(house, i)
    if not what:
        return house.no("ask_again")
    if no := legal.why_not(play, house, what, i.box, i.hand):
        return no
    now = target.index(play, house)
    return house.no("waits_turn", box=i.box) if target.find(play, i.box, i.hand) != now else None


def drawn_on_voice(house: House, state: State, i: cmd.Signalled) -> Entry | None:
    """The entry of the card, read by the shoe, that the hand got on a word that does not count."""
    at = target.find(state.play, i.box, i.hand)
    hand = state.play.hands[at] if at is not None else None
    cards = hand.cards if hand is not None and not hand.doubles else ()
    last = state.play.last
    if counted(house, i) != "stand" or len(cards) < 3 or last is None or last.card != cards[-1].id:
        return None
    entry = next((e for e in state.log if e.id == last.card), None)
    return entry if entry is not None and isinstance(entry.input, fact.CardDrawn) else None


def edits(house: House, state: State, i: cmd.Signalled) -> tuple[Edit, ...]:
    """The hand stood before its last card, which was drawn in error and seen (NH play.18).

    Raises: Refuse.
    """
    entry = drawn_on_voice(house, state, i)
    if entry is None or not isinstance(entry.input, fact.CardDrawn):
        raise Refuse(*house.no("last_card_place"))
    stood = [cmd.Next(box=i.box, hand=i.hand)]
    chooser = target.choosing(entry.before, house)
    if chooser is not None and (chooser.box, chooser.number) != (i.box, i.hand):
        stood.insert(0, cmd.Next(box=chooser.box, hand=chooser.number))
    return (Edit(entry.id, "instead", (*stood, replace(entry.input, how="error_seen"))),)


def follow(c: Context) -> None:
    """A stand ends the hand. A hit needs nothing: the next card is that hand's."""
    assert isinstance(c.input, cmd.Signalled)
    if counted(c.house, c.input) == "stand":
        hands.stand(c)


def stood_before(house: House, state: State, i: Irregularity, entry: int) -> tuple[Edit, ...]:
    """The hand stood before the card that `entry` asks about.

    A key may have come behind it, or the ruling that says which card it was.
    """
    asked = next((n for n, e in enumerate(state.log) if e.id == entry), 0)
    by_key = isinstance(state.log[asked].input, fact.Noted)
    card = state.log[asked]
    if by_key or isinstance(card.input, cmd.Ruled):
        drawn = fact.CardDrawn | fact.CardNotRead
        card = next(e for e in reversed(state.log[:asked]) if isinstance(e.input, drawn))
    stood = Edit(card.id, "before", legal.stood_before(card.before, house, i.box, i.hand))
    return (stood, Edit(entry, "instead", ())) if by_key else (stood,)
