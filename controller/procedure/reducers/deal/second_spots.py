"""The house decides who has a second spot, and to whom it goes (NH rules.6, play.22)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.parts.wagerers import People, with_link
from controller.procedure.state.play import Play

TABLE = 0


def why_not_second(play: Play, house: House, boxes: tuple[int, ...]) -> Why:
    """Why these boxes are not one player's: the house allows one hand, or gave a spot away."""
    if len(set(boxes)) < 2:
        return None
    for place, by in play.people.one_hand:
        if place == TABLE or place in boxes:
            return house.no("one_hand", by=by)
    if given := [box for box in boxes if box in play.people.given]:
        return house.no("spot_given", box=given[0])
    return None


def why_not_decide(play: Play, house: House, i: cmd.SecondSpots) -> Why:
    if not house.pack.deal.second_spots_by_house.value:
        return house.no("not_now")
    if not 0 <= i.box <= house.boxes:
        return house.no("box_range", n=house.boxes)
    off = any(place == i.box for place, _ in play.people.one_hand)
    return house.no("not_now") if off != i.on else None


def decide(c: Context) -> None:
    assert isinstance(c.input, cmd.SecondSpots)
    i, people = c.input, c.play.people
    kept = tuple(one for one in people.one_hand if one[0] != i.box)
    c.play = replace(
        c.play, people=replace(people, one_hand=kept if i.on else (*kept, (i.box, i.by)))
    )


def why_not_give(play: Play, house: House, box: int) -> Why:
    """Only the additional spot of a player may go, never the first."""
    if not house.pack.deal.second_spots_by_house.value or box in play.people.giving:
        return house.no("not_now")
    own = next((one for one in play.people.linked if box in one), ())
    return None if box in own[1:] else house.no("first_spot", box=box)


def givable(c: Context) -> None:
    """That no seat is free at another table is the floorperson's to attest."""
    assert isinstance(c.input, cmd.SpotGiven)
    refuse(why_not_give(c.play, c.house, c.input.box))
    if not c.input.reason.strip():
        refuse(c.house.no("reason_first"))


def give(c: Context) -> None:
    """At once between rounds, else when the round is over."""
    assert isinstance(c.input, cmd.SpotGiven)
    people = c.play.people
    c.play = replace(c.play, people=replace(people, giving=(*people.giving, c.input.box)))
    if c.play.round == "wagering":
        hand_over(c)


def hand_over(c: Context) -> None:
    """The box is dark until its new player wagers."""
    gone = c.play.people.giving
    c.play = replace(
        c.play,
        people=_without_links(c.play.people, gone),
        boxes=tuple(b for b in c.play.boxes if b not in gone),
        wagers=tuple(w for w in c.play.wagers if w.box not in gone),
    )


def _without_links(people: People, gone: tuple[int, ...]) -> People:
    for box in gone:
        people = with_link(people, (box,))
    given = tuple(sorted({*people.given, *gone}))
    return replace(people, giving=(), given=given)
