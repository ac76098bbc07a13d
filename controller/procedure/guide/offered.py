"""What is offered to a rank on its page is what is taken from it there, in a hold too.

A command that no page of the speaker offers is refused, whoever made it by hand: for its own
reason where it has one, else because it is not offered. Folded again it is not looked at: it was
taken when it was given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.guide.allowed.allowed_floor import OnFloor, floors, on_floor, reports
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.reports import REPORTS
from controller.procedure.state.house import House
from controller.procedure.state.inputs import ROWS, Amended
from controller.procedure.state.parts.wagerers import caller_of
from controller.procedure.state.whole import State

from .allowed import FLOOR, choices

WRITTEN = ("how", "face", "seal", "reference", "shown", "shows", "name", "section", "irr")
"""Fields that a person may write beside a key that leaves them empty."""
ALWAYS = ("reason", "cents", "cards", "dealer")
"""Written even where the key names one: a ruling's reason, counted chips, counted cards."""
MARKS: dict[type, tuple[str, ...]] = {
    cmd.BoxSet: ("lit",),
    cmd.WagerSet: ("on", "medium"),
    cmd.BankSet: ("on",),
    cmd.Insured: ("on",),
    cmd.PlayersLinked: ("boxes",),
    cmd.Adjusted: ("round", "box", "form"),
    cmd.DecksVerified: ("torn",),
    cmd.OfferAnswered: ("takes",),
    cmd.Paused: ("box", "note"),
    cmd.LimitsChanged: ("low_cents", "high_cents", "after_min", "kept"),
    cmd.DealerSignedOn: ("proof",),
}
"""What a mark is set to: its key turns it, its pad counts chips on and off, and says what they are.

Boxes are linked one after the other by its key; all of them at once is the same.
"""
OF = {report.kind: report.of for report in REPORTS}
SIGNED = frozenset(cmd.Command.__struct_fields__)


def taken(state: State, house: House, item: cmd.Command) -> bool:
    """Whether the speaker's page offers it to the speaker now."""
    if isinstance(item, Amended | cmd.PersonChanged):
        return True  # no page and no wire carries one: the fold asks for a rank, the console a PIN
    if isinstance(item, cmd.Notified) and item.role != item.rank:
        return False  # a notice is of who speaks: nobody is told in another's name
    if isinstance(item, cmd.Decision) and item.wagerer == caller_of(state.play.people, item.box):
        item = replace(item, wagerer=None)
    return any(fits(one, item) for one in offered(state, house, item.rank, item.where))


def why_not(state: State, house: House, item: cmd.Command) -> tuple[str, str]:
    """Clause and words where a command has no other reason against it."""
    if item.where == "floor" and item.rank in cmd.RANKS:
        for one in floors_page(state, house):
            if fits(one.command, item) and not house.at_least(item.rank, one.needs):
                return house.no("rank", rank=house.word(one.needs))
    held = catalog.hold(state.play, house, state.devices)
    if held is None:
        return house.no("paused" if state.play.pause.since else "not_on_page")
    return catalog.clause(house, held.kind), house.no("held")[1]


def offered(state: State, house: House, rank: str, where: str) -> Iterator[cmd.Command]:
    """Every command that this page offers to this rank."""
    if where == "keypad":
        yield from (cmd.KeyPressed(key=key) for key in ("next", "last_card", "turned", "floor"))
    elif rank == cmd.SURVEILLANCE:
        yield from _seen(state, house)
    elif rank == "dealer":
        if where == "dealer":
            yield from _dealers(state, house)
    elif rank in cmd.RANKS:
        for one in floors_page(state, house):
            if house.at_least(rank, one.needs):
                yield one.command


def _dealers(state: State, house: House) -> Iterator[cmd.Command]:
    """The page's own keys, and the name and PIN of the next dealer, always a touch away."""
    for choice in choices(state, house):
        if not choice.slot.startswith(FLOOR) and isinstance(choice.command, cmd.Command):
            yield choice.command
            if (
                isinstance(choice.command, cmd.BoxSet)
                and choice.command.lit
                and not state.play.dealt
            ):
                # Chips light the box: counted at once, by whoever counts them for the dealer.
                yield cmd.WagerSet(box=choice.command.box, kind="main", on=True)
    if state.play.round == "wagering":
        yield cmd.PlayersLinked(boxes=())
    yield cmd.DealerSignedOn(name="")
    for one in reports(state, house):
        if one.needs == "dealer":
            yield one.command


def floors_page(state: State, house: House) -> Iterator[OnFloor]:
    """What is the floor's alone comes first: the steps of the procedure are long to list."""
    yield from on_floor(state, house)
    for choice in choices(state, house):
        if choice.slot.startswith(FLOOR) and isinstance(choice.command, cmd.Command):
            yield OnFloor(choice.command, needs(house, choice.command))


def _seen(state: State, house: House) -> Iterator[cmd.Command]:
    """The surveillance room acknowledges a jackpot and a pause; it rules nothing."""
    if state.play.pause.since and not state.play.pause.seen_by:
        yield cmd.PauseSeen()
    for i in catalog.open_ones(state.play):
        if any(o.ruling.name == "acknowledged" for o in catalog.offers(state.play, house, i)):
            yield cmd.Ruled(irr=i.id, ruling="acknowledged")


def needs(house: House, item: cmd.Command) -> str:
    """The least rank for which a step of the floor's page is live."""
    match item:
        case cmd.RecutOrdered():
            return floors(house.pack.shuffle.recut_by.value)
        case cmd.DealerSignedOn():
            return floors(house.pack.shoe.relief_in_round.value)
    return floors(ROWS[type(item)].rank)


def fits(offer: cmd.Command, item: cmd.Command) -> bool:
    """Whether it is that key, with what a person writes beside it."""
    if type(offer) is not type(item):
        return False
    return all(
        _same(name, getattr(offer, name), getattr(item, name), offer)
        for name in item.__struct_fields__
        if name not in SIGNED
    )


def _same(name: str, given: Any, said: Any, offer: cmd.Command) -> bool:
    if given == said or name in ALWAYS:
        return True
    if isinstance(offer, cmd.Notified):
        return name in ("whom", "how")
    if isinstance(offer, cmd.Reported) and name == "hand":
        return OF[offer.what] != "hand"  # a report of a box names no hand, or its first
    if isinstance(offer, cmd.Ruled) and name in ("box", "hand"):
        return bool(given == 0)  # a ruling that asks for no hand looks at none
    if name in MARKS.get(type(offer), ()):
        return True
    return name in WRITTEN and given == ""
