"""The floor's page: what happened, what may be done now and by whom (console/README 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from controller.domain import commands as cmd
from controller.domain.views import floor_view as floor_page
from controller.domain.views import view as page
from controller.domain.wording import dollars
from controller.procedure.engine import service
from controller.procedure.guide.allowed import FLOOR, allowed
from controller.procedure.guide.allowed import allowed_floor as offers
from controller.procedure.guide.levels import signal
from controller.procedure.guide.next_step import next_step
from controller.procedure.guide.offered import needs
from controller.procedure.irregularities import catalog, voiding
from controller.procedure.irregularities.reports import REPORTS, offered
from controller.procedure.queries import limits
from controller.procedure.reducers.settle import adjusting
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.procedure.state.whole import State
from controller.view.keys.dealer_keys import body
from controller.view.keys.labels import words_on
from controller.view.rulings.ruling_views import small

from . import dealer, pausing, prizes
from .devices import devices
from .frame import Frame
from .keys import keyed_cards, opening_keys, other_rules, software_duties
from .reports import place
from .rulings import changes, ruling_views
from .rulings.previews import tried

TOP = cmd.RANKS[-1]


def floor_view(state: State, house: House, frame: Frame, rank: str = TOP) -> floor_page.FloorView:
    """The page of one rank: what is another's stands there greyed, with the reason."""
    p = state.play
    found = sorted(catalog.open_ones(p), key=lambda i: not catalog.red(p, house, state.devices, i))
    return floor_page.FloorView(
        seq=frame.seq,
        at=frame.at,
        table=frame.table,
        round=dealer.round_name(p),
        signal=cast("page.Signal", "stop" if frame.cannot_record else signal(state, house)),
        simulated=frame.simulated,
        dealer=dealer.named(p) if p.dealer_name else None,
        devices=devices(state, frame),
        hold=dealer.unrecorded(house, frame) or dealer.hold(state, house),
        irregularities=tuple(
            ruling_views.irregularity(state, house, i, rank=rank, at_ms=frame.at) for i in found
        ),
        duties=(
            *keyed_cards.duties(p, house, frame.at),
            *_adjusted(p),
            *software_duties.duties(p, house),
            *other_rules.duties(p, house),
            *opening_keys.duties(state, house, frame.at),
            *prizes.unread(p, house),
            *prizes.hits(p),
        ),
        reports=(*_spins(state, house), *_reports(p, house, rank)),
        meters=prizes.meters(p, house),
        allowed=(*_steps(state, house, rank), *_written(state, house), *_free(state, house, rank)),
        layout=small(state, house, 0),
        next_text=next_step(state, house).text,
        pausing=pausing.to_floor(state, house),
        rules_wait=other_rules.waiting(p, house),
        take_back=_take_back(state, house, rank),
    )


def _adjusted(p: Play) -> tuple[floor_page.Duty, ...]:
    """The day's sum of what was put right after its round."""
    many, paid, back, lost = adjusting.sums(p)
    if not many:
        return ()
    parts = (("paid", paid), ("back", back), ("not recovered", lost))
    said = ", ".join(f"{word} {dollars(cents)}" for word, cents in parts if cents)
    return (floor_page.Duty(text="Adjustments today", sub=said, when=str(many)),)


def _steps(state: State, house: House, rank: str) -> tuple[page.Allowed, ...]:
    """The floorperson's own steps of the procedure."""
    found = []
    for choice in allowed(state, house):
        if not choice.slot.startswith(FLOOR):
            continue
        label, sub, slot = words_on(state.play, house, choice)
        if label and isinstance(choice.command, cmd.Command):
            grey, clause = ruling_views.rank_grey(house, rank, needs(house, choice.command))
            found.append(
                page.Allowed(
                    command=type(choice.command).__name__,
                    slot=slot,
                    label=label,
                    sub=sub,
                    token=choice.token,
                    body=body(choice.command),
                    typed=choice.command.to_write(),
                    greyed_reason=grey,
                    clause=clause,
                )
            )
    return tuple(found)


def _reports(p: Play, house: House, rank: str) -> tuple[floor_page.Fact, ...]:
    """The menu of what people see and no device does; only what can be true now."""
    found = []
    for report in REPORTS:
        at = offered(p, house, report)
        boxes = [box for box, _ in at]
        answers = tuple(
            floor_page.Answer(
                label=place(report, box, hand, alone=boxes.count(box) == 1),
                body=body(cmd.Reported(what=report.kind, box=box, hand=hand)),
            )
            for box, hand in at
        )
        if answers:
            grey, clause = ruling_views.rank_grey(house, rank, offers.floors(report.rank))
            found.append(
                floor_page.Fact(
                    question=report.label, answers=answers, greyed_reason=grey, clause=clause
                )
            )
    return tuple(found)


def _spins(state: State, house: House) -> tuple[floor_page.Fact, ...]:
    """While the wheel does not answer, a floorperson reads where it came to rest."""
    return tuple(
        floor_page.Fact(
            question=f"Box {box}: wheel read by eye",
            answers=tuple(floor_page.Answer(label=s.section, body=body(s)) for s in sections),
        )
        for box, sections in offers.spins_by_eye(state, house).items()
        if sections
    )


def _written(state: State, house: House) -> Iterator[page.Allowed]:
    """What no device could name: a prize of a hot spot, the face of a card."""
    for item in offers.spins_written(state, house):
        yield page.Allowed(
            command="SpinAttested",
            slot="floor",
            label="WHEEL READ",
            sub=f"box {item.box}: prize, then the others' prize",
            body=body(item),
            typed="section",
        )
    for number, slot in enumerate(offers.unread(state.play), 1):
        yield page.Allowed(
            command="CardEntered",
            slot="floor",
            label="ENTER CARD",
            sub=f"unread card {number}: 8c, Kh",
            body=body(cmd.CardEntered(card=slot.id, face="")),
            typed="face",
        )


def _goes_back(state: State, house: House) -> str:
    """What a void gives back, box by box; chips that nobody counted as chips."""
    after = tried(state, house, ruling_views.VOIDED)
    back = changes.given_back(state.play, after.play) if after is not None else ()
    return f"back: {', '.join(back)}" if back else "every open wager goes back"


def _free(state: State, house: House, rank: str) -> tuple[page.Allowed, ...]:
    """Free acts of the floor: devices in and out of service, a void, closing."""
    found = [_service(state, house, name, out=out) for name, out in offers.devices(state)]
    if voiding.why_not_void(state.play, house) is None:
        grey, clause = ruling_views.void_grey(house, rank)
        found.append(
            page.Allowed(
                command="RoundVoided",
                slot="floor",
                label="VOID ROUND",
                sub=_goes_back(state, house),
                body=body(cmd.RoundVoided(reason="")),
                typed="reason",
                greyed_reason=grey,
                clause=clause,
            )
        )
    if state.play.opening != "closed":
        found.append(_change_limits(state.play, house))
    if offers.may_close(state.play):
        found.append(
            page.Allowed(
                command="TableClosed",
                slot="floor",
                label="CLOSE TABLE",
                sub="between rounds",
                body=body(cmd.TableClosed()),
            )
        )
    return tuple(found)


def _service(state: State, house: House, name: str, *, out: bool) -> page.Allowed:
    no = None if out else service.why_not_back(state.devices, house, name)
    clause, grey = no or ("", "")
    return page.Allowed(
        command="OutOfService",
        slot="floor",
        label="OUT OF SERVICE" if out else "BACK IN SERVICE",
        sub=name,
        body=body(cmd.OutOfService(device=name, out=out)),
        greyed_reason=grey,
        clause=clause,
    )


def _change_limits(p: Play, house: House) -> page.Allowed:
    low, high = limits.of_box(p, house)
    now = f"now {dollars(low)} to {dollars(high)}" if low and high else "not set yet"
    if p.limits.next_low:
        now = f"announced: {dollars(p.limits.next_low)} to {dollars(p.limits.next_high)}"
    return page.Allowed(
        command="LimitsChanged",
        slot="floor",
        label="CHANGE LIMITS",
        sub=now,
        body=body(cmd.LimitsChanged()),
        typed="low high after? boxes?",
    )


def _take_back(state: State, house: House, rank: str) -> str:
    offered_now = offers.taken_back(state)
    return next((body(o.command) for o in offered_now if house.at_least(rank, o.needs)), "")
