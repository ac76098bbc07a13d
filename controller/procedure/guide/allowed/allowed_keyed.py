"""Which commands are legal without devices: keyed cards, the shoe by hand, the controller aside."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure.queries import continuous
from controller.procedure.reducers.cards import keyed_cards
from controller.procedure.reducers.opening import stand_aside

from .listing import FLOOR, Listing, choice

FACE, DOWN, COVER = "pad.face", "pad.down", "pad.cover"
"""Places of the pad on which cards are keyed."""


def of_entry(out: Listing) -> None:
    p = out.play
    if p.manual.scanner:
        _keys(out)
    to_stand(out)


def to_stand(out: Listing) -> None:
    """A hold or a device that is waited for is no hindrance to dealing without the controller."""
    p, house = out.play, out.house
    for lamp in (False, True):
        item = cmd.StoodAside(aside=True, lamp=lamp)
        if stand_aside.why_not_aside(p, house, item) is None:
            out.add(item, f"{FLOOR}aside")
            break


def _keys(out: Listing) -> None:
    p, house = out.play, out.house
    shoe = next((d.name for d in out.state.devices if d.role == "shoe_scanner"), "")
    for how in keyed_cards.to_attest(p, house):
        item = cmd.OutOfService(device=shoe, out=True, how=how)
        out.add(item, f"{FLOOR}scanner.{how}")
    if keyed_cards.why_not_tell(p, house) is not None:
        return
    now = keyed_cards.due(p, house)
    if now and p.pending is None:
        out.add(cmd.CardKeyed(), DOWN if now == "down" else FACE)
    covers = 0 if continuous.deals(p, house) else house.pack.shoe.cover_cards.value
    more = p.marks.covers < covers
    if p.shoe in keyed_cards.IN_USE and p.round != "settled" and more:
        out.add(cmd.CoverCardKeyed(), COVER)
    if p.cut == "placed":
        out.add(cmd.ShoeNoted(), "act1")


def of_aside(out: Listing, *, held: bool) -> None:
    """What is told to a controller that stands aside."""
    out.add(cmd.StoodAside(aside=False), f"{FLOOR}back")
    if not held:
        out.found.append(choice(out, cmd.ShoeNoted(), "act3"))
