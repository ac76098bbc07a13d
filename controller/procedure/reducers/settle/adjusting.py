"""A wrong payment found after its round has closed is a row of its own (console/README 3)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.wording import dollars
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.parts.adjustment import Adjustment
from controller.procedure.state.play import Play


def closed_rounds(play: Play) -> range:
    """Rounds of this shoe that are paid and picked up."""
    return range(play.number - play.people.rounds, play.number)


def with_chips(play: Play) -> tuple[int, ...]:
    """Those in which a box had chips; of an older record nobody knows."""
    part = dict(play.people.part)
    return tuple(number for number in closed_rounds(play) if part.get(number, (0,)))


def choices(play: Play) -> tuple[cmd.Adjusted, ...]:
    """Chips to the player, chips back, and chips that the player does not give back."""
    if not (rounds := with_chips(play)):
        return ()
    last = rounds[-1]
    return (
        cmd.Adjusted(round=last, direction="pay"),
        cmd.Adjusted(round=last, direction="take"),
        cmd.Adjusted(round=last, direction="take", recovered=False),
    )


def why_not_adjust(play: Play, house: House, i: cmd.Adjusted) -> Why:
    needs = house.pack.irregularity["paid_wrong"].needs
    if not house.at_least(i.rank, needs):
        return house.no("rank", rank=getattr(house.pack.words, needs).value)
    if i.round not in closed_rounds(play):
        return house.no("adjust_round")
    if not 1 <= i.box <= house.boxes:
        return house.no("box_range", n=house.boxes)
    part = dict(play.people.part).get(i.round)
    if part is not None and i.box not in part:
        return house.no("adjust_box", box=i.box, round=i.round)
    if i.cents <= 0:
        return house.no("amount")
    if i.direction == "pay" and not i.recovered:
        return house.no("adjust_pay")
    if not i.form.strip():
        return house.no("form_first")
    if (a := _of_form(play, i.form)) is not None:
        of = {"round": a.round, "box": a.box, "cents": dollars(a.cents)}
        return house.no("form_used", form=a.form, **of)
    return None if i.reason.strip() else house.no("reason_first")


def _of_form(play: Play, form: str) -> Adjustment | None:
    """What that form or slip was written for; people write its letters large and small."""
    number = form.strip().casefold()
    return next((a for a in play.adjusted if a.form.casefold() == number), None)


def adjust(c: Context) -> None:
    assert isinstance(c.input, cmd.Adjusted)
    i, day = c.input, c.play.day.date
    refuse(why_not_adjust(c.play, c.house, i))
    one = Adjustment(day, i.round, i.box, i.direction, i.recovered, i.cents, i.form.strip())
    c.play = replace(c.play, adjusted=(*(a for a in c.play.adjusted if a.day == day), one))


def sums(play: Play) -> tuple[int, int, int, int]:
    """Of this gaming day: how many, paid, taken back, not recovered. Units: cents."""
    today = [a for a in play.adjusted if a.day == play.day.date]
    paid = sum(a.cents for a in today if a.direction == "pay")
    back = sum(a.cents for a in today if a.direction == "take" and a.recovered)
    lost = sum(a.cents for a in today if not a.recovered)
    return len(today), paid, back, lost
