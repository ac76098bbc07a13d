"""An irregularity on the floor's page: facts before rulings, each ruling with what it will do."""

from __future__ import annotations

from collections.abc import Iterator

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.views import floor_view as floor_page
from controller.procedure.guide.allowed import allowed_floor as offers
from controller.procedure.irregularities import catalog, voiding
from controller.procedure.irregularities.kinds.every_kind import Question
from controller.procedure.reducers.opening import stand_aside
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import State
from controller.rules import ledger as clauses
from controller.view.keys.dealer_keys import body
from controller.view.layout import boxes

from . import last_lines, written_prizes
from .previews import TRIED_BY, preview

SILENT = "NO CLAUSE: REASON REQUIRED"
VOIDED = cmd.RoundVoided(reason="-", by=TRIED_BY, rank=offers.SUPERVISOR, where="floor")
"""As it is tried: its reason is written with it."""
WRITTEN = floor_page.Preview(what="Prizes", now="none yet", after="as they are written")
BY_HAND = floor_page.Preview(what="Card", now="as the record has it", after="as it is entered")


def small(state: State, house: House, box: int) -> floor_page.SmallLayout:
    return floor_page.SmallLayout(
        boxes=boxes.boxes(state, house), dealer_hand=boxes.dealer_hand(state, house), box=box
    )


def irregularity(
    state: State, house: House, i: Irregularity, *, rank: str, at_ms: int
) -> floor_page.Irregularity:
    p = state.play
    mode = catalog.mode(house, i)
    clause = catalog.clause_of(p, house, i)
    words = clauses.clause(clause).means if clauses.exists(clause) else ""
    at = At(state, house, i, rank, at_ms)
    return floor_page.Irregularity(
        id=i.id,
        headline=catalog.headline(p, house, i),
        red=catalog.red(p, house, state.devices, i),
        round=i.round or p.number,
        box=i.box,
        clause=clause,
        words=words,
        raised_at=i.raised_at // 1000,
        record=last_lines.lines(state, house, i),
        facts=tuple(at.fact(q) for q in catalog.questions(p, i)),
        mode=mode if mode != "CHOOSE" else "",
        mode_note=last_lines.counter(p, house, i),
        rulings=tuple(one for o in catalog.offers(p, house, i) for one in at.rulings(o)),
        always=at.always(),
        notified=tuple(
            floor_page.NotifiedLine(whom=n.whom, role=n.role, at=n.at // 1000, how=n.how)
            for n in i.notices
        ),
        notify_needed=at.notify(),
        layout=small(last_lines.frozen(state, i), house, i.box),
        status=i.status.replace("_", " "),
        answer_by="" if catalog.red(p, house, state.devices, i) else catalog.kind(i).until,
    )


def rank_grey(house: House, rank: str, needed: str) -> tuple[str, str]:
    """Why this rank may not, with the clause; both empty = it may."""
    if house.at_least(rank, needed):
        return "", ""
    clause, text = house.no("rank", rank=house.word(needed))
    return text, clause


def void_grey(house: House, rank: str) -> tuple[str, str]:
    if house.at_least(rank, offers.SUPERVISOR):
        return "", ""
    clause, text = house.no("void_rank")
    return text, clause


class At:
    """One irregularity at its table, as one rank looks at it."""

    def __init__(self, state: State, house: House, i: Irregularity, rank: str, at_ms: int) -> None:
        self.state, self.house, self.i, self.rank, self.at_ms = state, house, i, rank, at_ms
        self.play: Play = state.play
        self.least = offers.floors(catalog.rules(house, i.kind).needs)
        self.silent = catalog.mode(house, i) == SILENT

    def fact(self, q: Question) -> floor_page.Fact:
        given = dict(self.i.answers)
        grey, clause = rank_grey(self.house, self.rank, self.least)
        return floor_page.Fact(
            question=self.fill(q.text),
            answers=tuple(
                floor_page.Answer(
                    label=a,
                    body=body(cmd.FactAnswered(irr=self.i.id, question=q.name, answer=a)),
                    chosen=given.get(q.name) == a,
                )
                for a in q.answers
            ),
            greyed_reason=grey,
            clause=clause,
        )

    def rulings(self, offer: catalog.Offer) -> Iterator[floor_page.Ruling]:
        """One key for a ruling; one for each hand or section where it names one."""
        asks = offer.ruling.asks
        if offer.grey or asks not in ("box", "section"):
            yield self.ruling(offer, cmd.Ruled(irr=self.i.id, ruling=offer.ruling.name))
            return
        for item in offers.rulings(self.play, self.house, self.i, offer):
            where = self._seat(item) if asks == "box" else item.reason
            one = self.ruling(offer, item)
            label = f"{one.name}: {where}"
            yield replace(one, name=label, confirm=one.confirm and label)

    def _seat(self, item: cmd.Ruled) -> str:
        alone = sum(1 for h in self.play.hands if h.box == item.box) == 1
        return f"BOX {item.box}" if alone else f"BOX {item.box}, HAND {item.hand}"

    def ruling(self, offer: catalog.Offer, item: cmd.Ruled) -> floor_page.Ruling:
        r = offer.ruling
        needed = offers.floors(r.needs) if r.needs else self.least
        grey, _ = rank_grey(self.house, self.rank, needed)
        effect = self.fill(r.effect)
        if needed == offers.SUPERVISOR:
            effect += f" {self.house.word(needed).capitalize()}."
        shown, costs = self._preview(offer, item)
        label = self.fill(r.label)
        return floor_page.Ruling(
            name=label,
            effect=effect,
            clause=offer.clause,
            confirm=label if (r.confirm if costs is None else costs) else "",
            reason_required=r.asks in ("reason", "box"),
            reason_open=r.asks == "note" or (self.silent and r.asks == "card"),
            picks="face" if r.asks == "card" else "",
            greyed_reason=grey or offer.grey,
            preview=shown,
            body=body(item),
        )

    def _preview(
        self, offer: catalog.Offer, item: cmd.Ruled
    ) -> tuple[tuple[floor_page.Preview, ...], bool | None]:
        if offer.grey:
            return (), None
        if offer.ruling.asks == "card":
            return (BY_HAND,), False
        said = replace(item, by=TRIED_BY, rank=offers.SUPERVISOR, where="floor")
        if offer.ruling.result:
            each = written_prizes.amounts(self.state, self.house, self.i, said, self.at_ms)
            return (WRITTEN, *each), None
        if not item.reason and offer.ruling.asks in ("reason", "box"):
            said = replace(said, reason="-")
        return preview(self.state, self.house, said, self.at_ms)

    def notify(self) -> floor_page.NotifyNeeded | None:
        """The notice that is missing, else the one that this rank has not given yet."""
        house, missing = self.house, catalog.notice_missing(self.house, self.i)
        may = offers.to_notify(house, self.i)
        if not missing and self.rank not in may:
            return None
        grey, clause = rank_grey(house, self.rank, missing or offers.FLOORPERSON)
        said = cmd.Notified(irr=self.i.id, whom="", role=self.rank if not grey else missing)
        return floor_page.NotifyNeeded(
            rank=missing,
            clause=clause or catalog.clause(house, self.i.kind),
            body=body(said),
            greyed_reason=grey,
        )

    def always(self) -> tuple[floor_page.Ruling, ...]:
        """Always there: the screen's cards are not the table's; a void by a casino supervisor."""
        correct = catalog.correction(self.play, self.house, self.i)
        clause, _ = self.house.no("void_rank")
        aside = stand_aside.why_not_here(self.play, self.house, cmd.RoundVoided)
        grey = aside[1] if aside else void_grey(self.house, self.rank)[0]
        none = (voiding.why_not_void(self.play, self.house) or ("", ""))[1]
        shown = () if aside or none else preview(self.state, self.house, VOIDED, self.at_ms)[0]
        said = cmd.Ruled(irr=self.i.id, ruling=correct.ruling.name)
        return (
            self.ruling(correct, said),
            floor_page.Ruling(
                name="OTHER: VOID ROUND",
                effect="Every open wager goes back. Casino supervisor, reason required.",
                clause=clause,
                confirm="VOID ROUND",
                reason_required=True,
                greyed_reason=grey or none,
                preview=shown,
                body=body(cmd.RoundVoided(reason="")),
            ),
        )

    def fill(self, text: str) -> str:
        return catalog.fill(self.play, self.house, self.i, text)
