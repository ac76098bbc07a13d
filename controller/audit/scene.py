"""One recorded input between the play before it and the play after it, and words for its parts.

In texts a face in braces (`{4d}`) is drawn as a card. A face stands in a text only where the play
itself shows it, so a card that lies face down is a back to auditors too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain.sealed import Slot
from controller.domain.wagers import Amount, Payment
from controller.procedure.irregularities import catalog
from controller.procedure.queries import target
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input, Outcome, Stamped
from controller.procedure.state.play import Hand, Play
from controller.procedure.state.whole import State

from .fold import Turn

NTH = {1: "first", 2: "second", 3: "third", 4: "fourth"}
PLAIN = ("insurance", "fee", "bank", "community", "envy")
DIRECTIONS = {"pay": "paid", "take": "taken", "return": "back", "void": "back", "hold": "held"}


class Line(Struct, frozen=True):
    """Something that followed from a step, with its own clause."""

    text: str
    clause: str = ""
    box: int = 0
    """The box that it is about; 0 = the whole table."""
    sort: Literal["", "assumed", "money"] = ""
    """`assumed`: by the house's rule, nobody pressed; `money`: a payment."""


class Scene(Struct, frozen=True):
    house: House
    was: Play
    """Behind a close: the cleared layout."""
    after: State
    item: Input
    """As it was folded: a key has become its command."""
    stamped: Stamped
    outcome: Outcome

    @property
    def now(self) -> Play:
        return self.after.play


def scene(turn: Turn) -> Scene:
    entry = turn.stamped.seq << 8
    log = turn.step.state.log
    item = next((e.input for e in log if e.id == entry), turn.stamped.input)
    was = (turn.step.boundary or turn.before).play
    return Scene(turn.house, was, turn.step.state, item, turn.stamped, turn.recorded)


# ---- cards ----
def slots(play: Play) -> Iterator[Slot]:
    for hand in play.hands:
        yield from hand.cards
    yield from (*play.dealer, *play.dealt)
    yield from (s for s in (play.pending,) if s is not None)


def face(play: Play, card: int) -> str:
    """`{4d}` where the play shows that card, else `a card`."""
    known = {s.id: s.face for s in slots(play) if s.face is not None}
    known |= {
        i.card.id: i.card.face
        for i in play.irregularities
        if i.card is not None and i.card.face is not None
    }
    return f"{{{known[card]}}}" if card in known else "a card"


def cards(hand: Hand) -> str:
    return " ".join(f"{{{s.face}}}" if s.face else "back" for s in hand.cards)


def where(play: Play, box: int, number: int) -> str:
    many = sum(1 for h in play.hands if h.box == box) > 1
    return f"box {box}, {NTH.get(number, number)} hand" if many else f"box {box}"


def total(house: House, hand: Hand) -> str:
    if not hand.cards or any(s.face is None for s in hand.cards):
        return ""
    value = target.value(house, hand)
    if value.blackjack and not hand.split:
        return "blackjack"
    if value.bust:
        return f"{value.total}, over 21"
    return f"soft {value.total}" if value.soft else str(value.total)


# ---- people, money, wagers ----
def who(scene: Scene) -> str:
    """Who said it; empty for the dealer, whose name stands above the round."""
    item = scene.item if isinstance(scene.item, cmd.Command) else scene.stamped.input
    if not isinstance(item, cmd.Command) or (item.rank == "dealer" and item.by == "dealer"):
        return ""
    return f"{item.by}, {scene.house.word(item.rank)}"


def clause_at(s: Scene, place: str) -> str:
    """The clause of a leaf of the pack, `line.shuffle`, or of a kind, `irregularity.touched`."""
    section, _, key = place.partition(".")
    if section == "irregularity":
        return catalog.clause(s.house, key)
    found: str = getattr(getattr(s.house.pack, section), key).clause
    return found


def money(amount: Amount | None) -> str:
    """`$7.50`; what nobody counted is chips, a part of a cent stands behind the cents."""
    if amount is None:
        return "chips not counted"
    cents, _, part = str(amount).partition(".")
    if "/" in cents:
        return f"{amount} of a cent"
    whole, rest = divmod(abs(int(cents)), 100)
    return f"{'-' if cents.startswith('-') else ''}${whole:,}.{rest:02d}{part}"


def wager_word(house: House, kind: str) -> str:
    words = {"main": "wager", "match": house.pack.words.match.value}
    plain = kind.replace("_", " ")
    return words.get(kind) or (plain if kind in PLAIN else plain.title())


def payment_text(scene: Scene, p: Payment) -> str:
    parts = [f"Box {p.box}"]
    if p.hand > 1 or sum(1 for h in scene.now.hands if h.box == p.box) > 1:
        parts.append(f"{NTH.get(p.hand, p.hand)} hand")
    if p.wagerer:
        parts.append(p.wagerer)
    parts.append(wager_word(scene.house, p.kind))
    how = DIRECTIONS[p.direction]
    odds = f" {p.odds.replace(':', ' to ')}" if p.odds else ""
    text = f"{', '.join(parts)}: {how}{odds}, {money(p.cents)}"
    return f"{text} ({p.text})" if p.text else text


def device(scene: Scene, name: str) -> str:
    role = catalog.role_of(scene.after.devices, name)
    return role.replace("_", " ").capitalize() or name
