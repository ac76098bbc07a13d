"""Opening, shuffle, load, burn, cover card and the count at the end (MA 3, 4, 7.c, 7.j, 15.j)."""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure import inventory
from controller.procedure.context import Context, Why, refuse
from controller.procedure.house import House
from controller.procedure.state import Play


def nothing(c: Context) -> None:
    """The chart alone moves."""


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


# ---- shuffle ----
def why_not_shuffle(play: Play, house: House) -> Why:
    if play.opening != ("open",):
        return house.no("not_open")
    if play.shoe != ("empty",):
        return house.no("rest_first")
    return None


def shuffle_due(c: Context) -> None:
    refuse(why_not_shuffle(c.play, c.house))


def order_shuffle(c: Context) -> None:
    c.want("shuffle")


def close_order(c: Context, kind: str, status: str) -> None:
    """The device has answered, or a person has: what was in doubt about it is settled."""
    names = {o.name for o in c.play.wanted if o.kind == kind and o.status in ("open", "accepted")}
    for i in c.play.irregularities:
        if i.kind == "order_in_doubt" and i.status == "raised" and i.about in names:
            c.put(replace(i, status="closed", ruling=status))
    c.set(
        wanted=tuple(
            replace(o, status=status) if o.kind == kind and o.status in ("open", "accepted") else o
            for o in c.play.wanted
        )
    )


def shuffle_counted(c: Context) -> None:
    """The shuffler's count against the pack: a difference is told before the cards are loaded."""
    assert isinstance(c.input, fact.ShuffleDone)
    close_order(c, "shuffle", "done")
    expected = c.house.shoe_cards - c.play.removed
    if c.input.cards != expected:
        c.raise_("count_differs", about=f"{c.input.cards} of {expected}")
    c.follow("cut", "stack_ready")


def shuffle_failed(c: Context) -> None:
    """An incomplete shuffle is no shuffle (MA 15.j)."""
    assert isinstance(c.input, fact.ShuffleFaulted)
    close_order(c, "shuffle", "failed")
    c.raise_("shuffler_fault", about=c.input.reason)


# ---- load and burn ----
def cut_is_placed(c: Context) -> bool:
    return c.play.cut == ("placed",)


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
