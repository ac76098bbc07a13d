"""Decide one input on one play: the charts permit, the reducers move, nothing else happens.

A chart takes an event where the play says that it stands, answers with the next state and keeps
nothing.
Source: controller/README 2, procedure/README.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.orders import Order
from controller.domain.sealed import Sealed, Slot
from controller.domain.structs import replace
from controller.procedure.charts.owners import MOVES, moved, owner, stands
from controller.procedure.charts.rows import NotPermitted
from controller.procedure.irregularities import (
    answered_by_play,
    catalog,
    detectors,
    not_due,
    on_the_line,
)
from controller.procedure.irregularities.rulings import jackpot_rulings
from controller.procedure.queries import places
from controller.procedure.reducers.cards import keyed_cards, shoe_in_play
from controller.procedure.reducers.deal import initial_deal
from controller.procedure.reducers.deal.initial_deal import mark_refused
from controller.procedure.reducers.opening import checklist_lines, stand_aside, table_limits
from controller.procedure.reducers.settle import settlement
from controller.procedure.state.context import CannotOpen, Context, Refuse, refuse
from controller.procedure.state.follow_ups import CHART_OF, FollowUp, Round
from controller.procedure.state.house import House
from controller.procedure.state.inputs import ROWS, Input, Outcome, Raised, row
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.refs import IrregularityRef, timer

from . import off_chart

FOLLOW_UPS = 8
Report = Callable[[str], None]


class Fold:
    """Decides inputs one by one; its context is empty between them.

    `report` gets the traceback of a controller fault, for the engineers' log; never a face.
    """

    def __init__(self, house: House, report: Report | None = None) -> None:
        self.house = house
        self.report = report
        self.context = Context(house)
        self.orders: tuple[Order, ...] = ()

    def decide(
        self, play: Play, entry: int, mono: int, at: int, item: Input, *, waited: bool = False
    ) -> tuple[Play, Outcome]:
        """Fold one input. A refusal or fault leaves the play as it was; a fault adds its hold."""
        c = self.context
        c.waited = waited
        c.begin(play, entry, mono, at, item)
        mark, seen, answers = len(c.exposed), dict(c.seen), len(c.answers)
        if not isinstance(item, cmd.LayoutCleared):
            self._keep_the_day()
        play, raised = c.play, tuple(c.raised)
        try:
            self._act(item)
        except Refuse as no:
            self._forget(mark, seen, answers)
            return mark_refused(play, item), Outcome("refused", no.clause, no.text, raised)
        except CannotOpen as no:
            # What was opened before it stays on the record: a replay fails at the same card.
            about, box = str(no.card), places.box_of(play, no.card)
            card = _card_of(entry, item)
            return held_by(play, entry, at, "cannot_open", card=card, about=about, box=box)
        except Exception as error:  # noqa: BLE001 - one of the three places, controller/README 5
            self._forget(mark, seen, answers)
            if self.report:
                self.report(
                    "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__
                )
            held, outcome = held_by(play, entry, at, "controller_fault", card=_card_of(entry, item))
            return held, replace(outcome, verdict="fault")
        return c.play, Outcome("accepted", raised=tuple(c.raised))

    def _forget(self, mark: int, seen: dict[int, str], answers: int) -> None:
        c = self.context
        del c.exposed[mark:]
        del c.answers[answers:]
        c.seen = seen

    def _act(self, item: Input) -> None:
        c = self.context
        if keyed_cards.unplayed(c.play, item) or stand_aside.unplayed(c.play, item):
            return
        taken = row(item)
        held = catalog.hold(c.play, self.house, c.devices)
        if isinstance(item, cmd.Command):
            self._may_be_said(item, held)
        if taken.of_hand and shoe_in_play.suspended(c.play):
            raise Refuse(*self.house.no("shoe_empty"))
        if stand_aside.takes(c) or not_due.back_in_the_shoe(item):
            return
        late = isinstance(item, fact.TimerFired) and timer(item.timer).name == "deal_gap"
        asked = late and on_the_line.question(c.play, self.house) is not None
        if late and (held or c.play.pause.since or asked or not initial_deal.card_may_come(c.play)):
            c.disarm("deal_gap")  # nobody may draw now: no card is late
            return
        c.hidden = held is not None or bool(c.play.pause.since)
        if taken.acts and c.line_was_seen:
            c.play = _gone_on(c.play)
        line = c.play
        if c.play.menu and not isinstance(item, cmd.MenuAsked):
            c.play = replace(c.play, menu="")
        if isinstance(item, cmd.CardKeyed):
            keyed_cards.key(c)
        elif isinstance(item, cmd.CoverCardKeyed | cmd.ShoeNoted):
            refuse(keyed_cards.why_not_tell(c.play, c.house))
        if isinstance(item, fact.CardDrawn | fact.CardNotRead):
            c.card = _card_of(c.entry, item)
            c.play = replace(c.play, drawn=c.play.drawn + 1)
            settlement.watch_gathered(c)
            detectors.before(c)
            if not not_due.diverted(c, held=held is not None):
                self._send_to_owner(item)
        else:
            detectors.before(c)
            if isinstance(item, cmd.CardKeyed) and item.how == "face_up":
                not_due.amiss(c, item.how)
            elif c.card is not None or not isinstance(item, cmd.CardKeyed):
                self._send_to_owner(item)
        self._run_follow_ups()
        if c.card is not None:
            shoe_in_play.watch_cover(c)
        shoe_in_play.watch_count(c)
        shoe_in_play.run_out(c)
        self._run_follow_ups()
        c.play = _told(c, line)
        answered_by_play.close_all(c)
        detectors.after(c)
        self._keep_the_day()

    def _keep_the_day(self) -> None:
        """Gaming day, age of the decks and the list, before each input and after it.

        What clears the layout is no new round: it comes first.
        """
        day = self.context.play.day.date
        checklist_lines.note_date(self.context)
        if day not in ("", self.context.play.day.date):
            jackpot_rulings.close_day(self.context)
        table_limits.keep(self.context)
        checklist_lines.keep_watch(self.context)
        if event := checklist_lines.list_event(self.context):
            self._follow(event)

    def _may_be_said(self, item: cmd.Command, held: Irregularity | None) -> None:
        """Raises: Refuse, where the rank is too low or the table stands still."""
        taken = ROWS[type(item)]
        if taken.rank != "dealer" and not self.house.at_least(item.rank, taken.rank):
            raise Refuse(*self.house.no("rank", rank=self.house.word(taken.rank)))
        if held is not None and not taken.in_hold:
            raise Refuse(catalog.clause(self.house, held.kind), self.house.no("held")[1])
        if self.context.play.pause.since and not taken.in_hold:
            raise Refuse(*self.house.no("paused"))

    def _send_to_owner(self, item: Input) -> None:
        c = self.context
        chart, event = owner(c.play, type(item))
        if chart == "desk" or off_chart.takes(c.play, self.orders, item):
            off_chart.act(c, self.orders)
            return
        try:
            self._send(chart, event)
        except NotPermitted:
            if isinstance(item, cmd.Command):
                raise Refuse(*not_due.command(c)) from None
            not_due.fact(c)

    def _run_follow_ups(self) -> None:
        for _ in range(FOLLOW_UPS * (1 + len(self.context.play.behind))):
            if not self.context.then:
                return
            self._follow(self.context.then.pop(0))
        if self.context.then:
            raise RuntimeError("follow-ups do not end")

    def _follow(self, event: FollowUp) -> None:
        self._send(CHART_OF[type(event)], event)

    def _send(self, chart: str, event: str) -> None:
        c = self.context
        state = MOVES[chart].send(stands(c.play, chart), event, c)
        c.play = moved(c.play, chart, state)

    def close_round(self, play: Play, at: int, item: Input) -> Play:
        """The layout is cleared, as `item` says: the play between two rounds."""
        c = self.context
        c.begin(play, 0, 0, at, item)
        self._follow(Round.ROUND_CLOSED)
        self._run_follow_ups()
        return c.play

    def keep_list(self, play: Play, at: int, item: Input) -> Play:
        """The opening list on this play, once `item` has changed what the devices are."""
        self.context.begin(play, 0, 0, at, item)
        self._keep_the_day()
        return self.context.play


def _gone_on(p: Play) -> Play:
    """The dealer has acted: what the line told beside the step is done.

    A blackjack that was paid while the shoe has the line is told behind the shuffle.
    """
    heard, paid_now = p.changed.heard(), p.paid_now if shoe_in_play.has_line(p) else ()
    if _telling(p) == ((), paid_now, heard) and not p.unseen:
        return p
    return replace(p, spin_told=(), paid_now=paid_now, changed=heard, unseen=False)


def _telling(p: Play) -> tuple[object, ...]:
    """What stands beside the step until the next act."""
    return p.spin_told, p.paid_now, p.changed


def _told(c: Context, line: Play) -> Play:
    """What this input has told beside the step; where no line shows it, nobody has seen it."""
    play = _rested(c.play, line) if c.line_was_seen else c.play
    more = (c.hidden or c.waited) and _telling(play) != _telling(line)
    return replace(play, unseen=True) if more else play


def _rested(p: Play, line: Play) -> Play:
    """A spin has come to rest: the blackjacks that stood on the line were paid before it."""
    if p.spin_told == line.spin_told or not line.paid_now:
        return p
    return replace(p, paid_now=tuple(b for b in p.paid_now if b not in line.paid_now))


def _card_of(entry: int, item: Input) -> Slot | None:
    if isinstance(item, fact.CardDrawn):
        return Slot(entry, item.card)
    if isinstance(item, fact.CardNotRead | cmd.CardKeyed):
        return Slot(entry, Sealed(b"", b""))
    return None


def held_by(
    play: Play,
    entry: int,
    at: int,
    kind: str,
    *,
    card: Slot | None = None,
    about: str = "",
    box: int = 0,
) -> tuple[Play, Outcome]:
    ref = str(IrregularityRef(entry, kind))
    i = Irregularity(ref, kind, raised_at=at, card=card, about=about, box=box)
    return (
        replace(play, irregularities=(*play.irregularities, i)),
        Outcome("accepted", raised=(Raised(i.id, i.kind),)),
    )
