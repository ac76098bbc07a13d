"""The floor's page: what happened, facts before rulings, what each ruling does (TABLE 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from controller.domain import commands as cmd
from controller.domain import floor_view as f
from controller.domain import view as v
from controller.procedure.allowed import FLOOR, allowed
from controller.procedure.house import House
from controller.procedure.irregularities import catalog, voiding
from controller.procedure.irregularities.kinds import Question
from controller.procedure.irregularities.reports import REPORTS, Report, offered
from controller.procedure.levels import signal
from controller.procedure.next_step import next_step
from controller.procedure.reducers import adjusting, hand_entry, wheel
from controller.procedure.state import Irregularity, Play, State
from controller.procedure.wording import dollars
from controller.rules import ledger as clauses

from . import dealer, entry, layout, opening, other_rules, prizes, record
from .frame import Frame
from .keys import body
from .labels import words_on
from .previews import box_line, preview


def floor_view(state: State, house: House, frame: Frame) -> f.FloorView:
    p = state.play
    found = sorted(catalog.open_ones(p), key=lambda i: not catalog.red(p, house, state.devices, i))
    return f.FloorView(
        seq=frame.seq,
        at=frame.at,
        table=frame.table,
        round=dealer.round_name(p),
        signal=cast("v.Signal", "stop" if frame.cannot_record else signal(state, house)),
        simulated=frame.simulated,
        dealer=v.DealerName(name=p.dealer_name) if p.dealer_name else None,
        devices=frame.devices,
        hold=dealer.unrecorded(house, frame) or dealer.hold(state, house),
        irregularities=tuple(irregularity(state, house, i) for i in found),
        duties=(
            *entry.duties(p, house, frame.at),
            *_adjusted(p),
            *other_rules.duties(p, house),
            *opening.duties(state, house, frame.at),
            *prizes.unread(p, house),
            *prizes.hits(p),
        ),
        reports=(*_spins(state, house), *_reports(p, house)),
        meters=prizes.meters(p, house),
        allowed=(*_steps(state, house), *_two_rings(state, house), *_free(state)),
        layout=small(state, house, 0),
        next_text=next_step(state, house).text,
    )


def small(state: State, house: House, box: int) -> f.SmallLayout:
    return f.SmallLayout(
        boxes=layout.boxes(state, house), dealer_hand=layout.dealer_hand(state, house), box=box
    )


def irregularity(state: State, house: House, i: Irregularity) -> f.Irregularity:
    p = state.play
    mode = catalog.mode(house, i)
    missing = catalog.notice_missing(house, i)
    offers = catalog.offers(p, house, i)
    clause = catalog.clause_of(p, house, i)
    words = clauses.clause(clause).means if clauses.exists(clause) else ""
    return f.Irregularity(
        id=i.id,
        headline=catalog.headline(p, house, i),
        red=catalog.red(p, house, state.devices, i),
        round=p.number,
        box=i.box,
        clause=clause,
        words=words,
        raised_at=i.raised_at // 1000,
        record=record.lines(state, house, i),
        facts=(
            *(_fact(p, house, i, q) for q in catalog.questions(p, i)),
            *_picks(house, i, offers),
        ),
        mode=mode if mode != "CHOOSE" else "",
        mode_note=record.counter(p, house, i),
        rulings=tuple(
            one for o in offers if not _picked(o) for one in _rulings(state, house, i, o)
        ),
        always=_always(state, house, i),
        notified=tuple(
            f.NotifiedLine(whom=n.whom, role=n.role, at=n.at // 1000, how=n.how) for n in i.notices
        ),
        notify_needed=_notify(house, i, missing) if missing else None,
        layout=small(record.frozen(state, i), house, i.box),
        status=i.status.replace("_", " "),
        answer_by="" if catalog.red(p, house, state.devices, i) else _answer_by(i),
    )


def _answer_by(i: Irregularity) -> str:
    return {"whose_card": "payment of that box", "device_lost": "the step that needs it"}.get(
        i.kind, "end of the round"
    )


def _fact(p: Play, house: House, i: Irregularity, q: Question) -> f.Fact:
    given = dict(i.answers)
    return f.Fact(
        question=catalog.fill(p, house, i, q.text),
        answers=tuple(
            f.Answer(
                label=a,
                body=body(cmd.FactAnswered(irr=i.id, question=q.name, answer=a)),
                chosen=given.get(q.name) == a,
            )
            for a in q.answers
        ),
    )


def _picked(offer: catalog.Offer) -> bool:
    """A ruling that is given by picking a card or a section of the wheel."""
    return not offer.grey and offer.ruling.asks in ("card", "section")


def _picks(house: House, i: Irregularity, offers: tuple[catalog.Offer, ...]) -> tuple[f.Fact, ...]:
    found = []
    for offer in offers:
        ruled = cmd.Ruled(irr=i.id, ruling=offer.ruling.name)
        if not _picked(offer):
            continue
        if offer.ruling.asks == "card":
            found.append(f.Fact(question=offer.ruling.label, picks="face", body=body(ruled)))
            continue
        sections = tuple(
            f.Answer(label=s.symbol, body=body(replace(ruled, reason=s.symbol)))
            for s in house.wheel
        )
        found.append(f.Fact(question=offer.ruling.label, answers=sections))
    return tuple(found)


def _rulings(
    state: State, house: House, i: Irregularity, offer: catalog.Offer
) -> tuple[f.Ruling, ...]:
    """One key for a ruling; one for each hand where it names a hand."""
    if offer.grey or offer.ruling.asks != "box":
        return (_ruling(state, house, i, offer),)
    boxes = [box for box, _ in catalog.seats(state.play)]
    found = []
    for box, hand in catalog.seats(state.play):
        word = f"BOX {box}" if boxes.count(box) == 1 else f"BOX {box}, HAND {hand}"
        one = _ruling(state, house, i, offer)
        ruled = cmd.Ruled(irr=i.id, ruling=offer.ruling.name, box=box, hand=hand)
        label = f"{one.name}: {word}"
        lines = box_line(state.play, house, box, hand, "one card more", "stay")
        found.append(replace(one, name=label, confirm=label, preview=(lines,), body=body(ruled)))
    return tuple(found)


def _ruling(state: State, house: House, i: Irregularity, offer: catalog.Offer) -> f.Ruling:
    r = offer.ruling
    needs = r.needs or catalog.rules(house, i.kind).needs
    effect = catalog.fill(state.play, house, i, r.effect)
    if needs == "casino_supervisor":
        effect += f" {catalog.word(house, needs).capitalize()}."
    return f.Ruling(
        name=catalog.fill(state.play, house, i, r.label),
        effect=effect,
        clause=offer.clause,
        confirm=catalog.fill(state.play, house, i, r.label) if r.confirm else "",
        reason_required=r.asks != "",
        greyed_reason=offer.grey,
        preview=() if offer.grey else preview(state, house, i, r.name),
        body=body(cmd.Ruled(irr=i.id, ruling=r.name)),
    )


def _notify(house: House, i: Irregularity, rank: str) -> f.NotifyNeeded:
    return f.NotifyNeeded(
        rank=rank,
        clause=catalog.clause(house, i.kind),
        body=body(cmd.Notified(irr=i.id, whom="", role=rank)),
    )


def _always(state: State, house: House, i: Irregularity) -> tuple[f.Ruling, ...]:
    """Always there: the screen's cards are not the table's; a void by a casino supervisor."""
    correct = catalog.correction(state.play, house, i)
    clause, _ = house.no("void_rank")
    why = voiding.why_not_void(state.play, house)
    return (
        _ruling(state, house, i, correct),
        f.Ruling(
            name="OTHER: VOID ROUND",
            effect="Every open wager goes back. Casino supervisor, reason required.",
            clause=clause,
            confirm="VOID ROUND",
            reason_required=True,
            greyed_reason=f"{why[1]}." if why else "",
            body=body(cmd.RoundVoided(reason="")),
        ),
    )


def _adjusted(p: Play) -> tuple[f.Duty, ...]:
    """The day's sum of what was put right after its round."""
    many, paid, back, lost = adjusting.sums(p)
    if not many:
        return ()
    parts = (("paid", paid), ("back", back), ("not recovered", lost))
    said = ", ".join(f"{word} {dollars(cents)}" for word, cents in parts if cents)
    return (f.Duty(text="Adjustments today", sub=said, when=str(many)),)


def _steps(state: State, house: House) -> tuple[v.Allowed, ...]:
    """The floorperson's own steps of the procedure."""
    found = []
    for choice in allowed(state, house):
        if not choice.slot.startswith(FLOOR):
            continue
        label, sub, slot = words_on(state.play, house, choice)
        if label:
            found.append(
                v.Allowed(
                    command=type(choice.command).__name__,
                    slot=slot,
                    label=label,
                    sub=sub,
                    token=choice.token,
                    body=body(choice.command),
                    typed=opening.typed(choice.command) or prizes.typed(choice.command),
                )
            )
    return tuple(found)


def _reports(p: Play, house: House) -> tuple[f.Fact, ...]:
    """The menu of what people see and no device does; only what can be true now."""
    found = []
    for report in REPORTS:
        at = offered(p, house, report)
        boxes = [box for box, _ in at]
        answers = tuple(
            f.Answer(
                label=_place(report, box, hand, alone=boxes.count(box) == 1),
                body=body(cmd.Reported(what=report.kind, box=box, hand=hand)),
            )
            for box, hand in at
        )
        if answers:
            found.append(f.Fact(question=report.label, answers=answers))
    return tuple(found)


def _spins(state: State, house: House) -> tuple[f.Fact, ...]:
    """While the wheel does not answer, a floorperson reads where it came to rest."""
    return tuple(
        f.Fact(
            question=f"Box {box}: wheel read by eye",
            answers=tuple(f.Answer(label=s.section, body=body(s)) for s in sections),
        )
        for box, sections in entry.spins(state, house)
        if sections
    )


def _two_rings(state: State, house: House) -> Iterator[v.Allowed]:
    """A seat that the system would have named: the prize, and what the others get, are written."""
    p = state.play
    for spin in hand_entry.waiting(p, house):
        for box in () if spin.box else wheel.bettors(p, spin):
            item = cmd.SpinAttested(box=box, section="")
            no = hand_entry.why_not_attest(p, house, state.devices, box, "")
            if no == house.no("no_section"):
                yield v.Allowed(
                    command="SpinAttested",
                    slot="floor",
                    label="WHEEL READ",
                    sub=f"box {box}: prize, then the others' prize",
                    body=body(item),
                    typed="section",
                )


def _place(report: Report, box: int, hand: int, *, alone: bool) -> str:
    if report.of == "table":
        return "REPORT"
    if not box:
        return "DEALER"
    return f"BOX {box}" if alone else f"BOX {box}, HAND {hand}"


def _free(state: State) -> tuple[v.Allowed, ...]:
    """Free acts of the floor: devices in and out of service, closing."""
    found = []
    for d in state.devices:
        label = "BACK IN SERVICE" if d.out_of_service else "OUT OF SERVICE"
        item = cmd.OutOfService(device=d.name, out=not d.out_of_service)
        found.append(
            v.Allowed(
                command="OutOfService", slot="floor", label=label, sub=d.name, body=body(item)
            )
        )
    p = state.play
    if p.opening in (("checking",), ("open",)) and not p.dealt and not p.hands:
        found.append(
            v.Allowed(
                command="TableClosed",
                slot="floor",
                label="CLOSE TABLE",
                sub="between rounds",
                body=body(cmd.TableClosed()),
            )
        )
    return tuple(found)
