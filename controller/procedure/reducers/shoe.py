"""Opening, load, burn, cover card and the count at the end of the shoe (MA 4.e~5, 7.c, 7.j)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure import inventory
from controller.procedure.context import Context, Why, refuse
from controller.procedure.house import House
from controller.procedure.state import Play


# ---- opening and closing ----
def open_table(c: Context) -> None:
    assert isinstance(c.input, cmd.TableOpened)
    c.set(dealer_name=c.input.dealer, variant=c.pack.deal.variant.value)


def why_not_close(play: Play, house: House) -> Why:
    if play.dealt or play.hands:
        return house.no("round_open")
    return None


def close_due(c: Context) -> None:
    refuse(why_not_close(c.play, c.house))


def close_table(c: Context) -> None:
    c.set(boxes=(), wagers=())


# ---- load and burn ----
def load(c: Context) -> None:
    c.set(
        loaded=c.house.shoe_cards - c.play.removed,
        drawn=0,
        racked=0,
        unturned=(),
        counts=(),
        entered=(),
        tens=0 if c.pack.shoe.ten_count_window.value == "shoe" else c.play.tens,
        face_up=0 if c.pack.shoe.face_up_count_window.value == "shoe" else c.play.face_up,
    )
    c.follow("cut", "shoe_filled")
    c.follow("shuffle", "batch_loaded")


def burn(c: Context) -> None:
    """The first card of every shoe, face down, to the rack (MA 7.c)."""
    assert c.card is not None
    c.set(burn=c.card, racked=c.play.racked + 1, unturned=(*c.play.unturned, c.card))
    inventory.check_burn(c, c.card)


# ---- cover card ----
def deal_has_begun(c: Context) -> bool:
    """Wagers closed: the cover card in place of the first box's card counts as in the deal."""
    return bool(c.play.dealt or c.play.hands) or bool(c.play.boxes)


def cover(c: Context) -> None:
    pass


def cover_at_burn(c: Context) -> None:
    """With no wagers closed the cards are reshuffled before the next round (MA note A16)."""


# ---- the end of the shoe ----
def reconcile(c: Context) -> None:
    """Drawn and left against the load; copies against the pack, inside the seal (MA 7.j.2)."""
    assert isinstance(c.input, fact.RestCounted | cmd.CountReported)
    p = c.play
    if p.drawn + c.input.cards != p.loaded:
        c.raise_("count_differs", about=f"{p.drawn + c.input.cards} of {p.loaded}")
    elif p.unturned and not c.ask(f"rest_agrees/{c.house.decks}", p.unturned):
        c.raise_("count_differs", about="rest")
    c.set(racked=p.loaded, burn=None)
