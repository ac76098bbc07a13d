"""What the floor's page offers beside the steps of the procedure, and to which rank.

Facts, rulings and notices of what is open, reports, devices, the ways out. The page draws these
and the door takes these, so that no page can show what the table would refuse, and no hand-made
command gets in that no page shows.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.procedure.engine import ruling_back, service
from controller.procedure.irregularities import catalog, voiding
from controller.procedure.irregularities.reports import REPORTS, offered
from controller.procedure.irregularities.rulings import may_stand
from controller.procedure.queries import inventory, places
from controller.procedure.reducers.cards import keyed_cards
from controller.procedure.reducers.settle import settlement
from controller.procedure.reducers.wheel import seat_and_spin
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import State

FLOORPERSON, SUPERVISOR = "floorperson", "casino_supervisor"


class OnFloor(Struct, frozen=True):
    """A command of the floor's page and the least rank that it is offered to."""

    command: cmd.Command
    needs: str = FLOORPERSON


def floors(rank: str) -> str:
    """The least rank of the floor's page that may act where the pack asks for `rank`.

    A text that names nobody leaves it to the floorperson.
    """
    return max(rank if rank in cmd.RANKS else FLOORPERSON, FLOORPERSON, key=cmd.RANKS.index)


def on_floor(state: State, house: House) -> Iterator[OnFloor]:
    p = state.play
    for i in catalog.open_ones(p):
        yield from of_irregularity(p, house, i)
    if voiding.why_not_void(p, house) is None:
        yield OnFloor(cmd.RoundVoided(reason=""), SUPERVISOR)
    for one in reports(state, house):
        yield replace(one, needs=floors(one.needs))
    for name, out in devices(state):
        if out or service.why_not_back(state.devices, house, name) is None:
            yield OnFloor(cmd.OutOfService(device=name, out=out))
    if may_close(p):
        yield OnFloor(cmd.TableClosed())
    yield from map(OnFloor, pauses(p))
    yield from taken_back(state)
    for slot in unread(p):
        yield OnFloor(cmd.CardEntered(card=slot.id, face=""))
    for items in spins_by_eye(state, house).values():
        yield from map(OnFloor, items)
    yield from map(OnFloor, spins_written(state, house))


def reports(state: State, house: House) -> Iterator[OnFloor]:
    """What people see and no device does, each where it can be true now."""
    for report in REPORTS:
        for box, hand in offered(state.play, house, report):
            item = cmd.Reported(what=report.kind, box=box, hand=hand)
            yield OnFloor(item, report.rank)


def devices(state: State) -> Iterator[tuple[str, bool]]:
    """Each with what may be said of it: out of service, or back. A shuffler set aside is out."""
    aside = bool(state.play.stack.set_aside)
    for d in state.devices:
        yield d.name, not (d.out_of_service or (aside and d.role == "shuffler"))


def taken_back(state: State) -> Iterator[OnFloor]:
    """The last ruling, until something has followed it."""
    found = ruling_back.last(state)
    if found is not None and isinstance(found.input, cmd.Ruled):
        yield OnFloor(cmd.RulingTakenBack(irr=found.input.irr), floors(found.input.rank))


def pauses(play: Play) -> Iterator[cmd.Command]:
    """In any state: a pause, what it is about while it runs, and other limits."""
    if play.opening != "closed":
        yield cmd.Paused(reason="other")
        yield cmd.LimitsChanged()
    if play.pause.since:
        yield cmd.Resumed()
        yield cmd.Resumed(ruling=True)


def unread(play: Play) -> Iterator[Slot]:
    """Cards that lie face up and that no device could name. The hole card waits for its turn."""
    named = {card for card, _ in play.entered}
    down = {s.id for s in play.dealer[1:2]}
    if play.dealt and not places.due(play):
        down |= {
            s.id for s, at in zip(play.dealt, places.of(play), strict=True) if at.what == "hole"
        }
    for slot in inventory.lying(play):
        if not slot.seal.ct and slot.face is None and slot.id not in (*named, *down):
            yield slot


def may_close(play: Play) -> bool:
    """Between rounds, or once the last one is paid: closing clears its layout."""
    waits = play.banking.due is not None or any(s.status in settlement.SPINNING for s in play.spins)
    paid = play.round == "settled" and not waits
    return play.opening in ("checking", "open") and (paid or not places.begun(play))


def of_irregularity(p: Play, house: House, i: Irregularity) -> Iterator[OnFloor]:
    """Its facts, the rulings within reach, the notice that is missing."""
    least = floors(catalog.rules(house, i.kind).needs)
    for q in catalog.questions(p, i):
        for answer in q.answers:
            yield OnFloor(cmd.FactAnswered(irr=i.id, question=q.name, answer=answer), least)
    for offer in (*catalog.offers(p, house, i), catalog.correction(p, house, i)):
        if offer.grey:
            continue
        needs = floors(offer.ruling.needs) if offer.ruling.needs else least
        for item in rulings(p, house, i, offer):
            yield OnFloor(item, needs)
    for rank in to_notify(house, i):
        yield OnFloor(cmd.Notified(irr=i.id, whom="", role=rank), rank)


def to_notify(house: House, i: Irregularity) -> tuple[str, ...]:
    """Ranks whose notice would count and is not there yet."""
    least = cmd.RANKS.index(catalog.notice_missing(house, i) or FLOORPERSON)
    told = {n.role for n in i.notices}
    return tuple(rank for rank in cmd.RANKS[least:] if rank not in told)


def rulings(p: Play, house: House, i: Irregularity, offer: catalog.Offer) -> Iterator[cmd.Ruled]:
    """One command for a ruling; one for each hand or section where it names one."""
    ruled = cmd.Ruled(irr=i.id, ruling=offer.ruling.name)
    if offer.ruling.asks == "box":
        for box, hand in catalog.seats(p, house):
            yield replace(ruled, box=box, hand=hand)
    elif offer.ruling.asks == "section":
        for symbol in may_stand.sections(p, house, i):
            yield replace(ruled, reason=symbol)
    else:
        yield ruled


def spins_by_eye(state: State, house: House) -> dict[int, tuple[cmd.SpinAttested, ...]]:
    """Where the wheel came to rest, as a floorperson reads it: each box with its sections."""
    p, found = state.play, {}
    for spin in keyed_cards.waiting(p, house):
        for box in seat_and_spin.bettors(p, spin):
            items = (cmd.SpinAttested(box=box, section=s.symbol) for s in house.wheel)
            found[box] = tuple(
                item
                for item in items
                if keyed_cards.why_not_attest(p, house, state.devices, box, item.section) is None
            )
    return found


def spins_written(state: State, house: House) -> Iterator[cmd.SpinAttested]:
    """A seat that the system would have named: the prize, and what the others get, are written."""
    p = state.play
    for spin in keyed_cards.waiting(p, house):
        for box in () if spin.box else seat_and_spin.bettors(p, spin):
            no = keyed_cards.why_not_attest(p, house, state.devices, box, "")
            if no == house.no("no_section"):
                yield cmd.SpinAttested(box=box, section="")
