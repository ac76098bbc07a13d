"""`step`: the one pure function that moves the state (controller/README 2).

It never raises: an unexpected exception becomes the outcome `fault`, a hold. The same function
serves live play, recovery, replay, corrections, walks and played cases.
"""

from __future__ import annotations

import traceback

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.engine.fold import Fold, Report, held_by
from controller.procedure.reducers.cards import keyed_cards
from controller.procedure.state import refs
from controller.procedure.state.context import Refuse, Vault
from controller.procedure.state.house import House
from controller.procedure.state.inputs import ROWS, Input, Outcome, Stamped
from controller.procedure.state.whole import Entry, Request, State, Step

from . import entrance
from .engine import amend, greeting, last_card
from .guide import changed, clearing, not_now, offered
from .irregularities import catalog
from .state import ledger

LATE = ("box", "double", "double_own", "split")
"""What LAST CARD says was decided before the card came: it moves money (console/README 1.5)."""


class Procedure:
    """Steps a table of this house; it keeps nothing between steps."""

    def __init__(self, house: House, report: Report | None = None) -> None:
        self.house = house
        self._fold = Fold(house, report)
        self._report = report

    def step(self, state: State, st: Stamped, vault: Vault) -> Step:
        try:
            return self._step(state, st, vault)
        except Exception as error:  # noqa: BLE001 - one of the three places, controller/README 5
            if self._report:
                where = "".join(traceback.format_tb(error.__traceback__))
                self._report(where + type(error).__name__)
            play, told = held_by(state.play, st.seq << 8, st.at, "controller_fault")
            return Step(replace(state, play=play), replace(told, verdict="fault"))

    def recorded(self, state: State, item: Input) -> Input:
        """What of an input goes on the record: nothing that nobody may see."""
        return keyed_cards.recorded(state.play, self.house, item)

    def _step(self, state: State, st: Stamped, vault: Vault) -> Step:
        item = st.input
        c = self._fold.context
        c.vault, c.answers_from, c.exposed, c.answers = vault, vault, [], []
        c.seen, c.devices = dict(state.seen), state.devices
        self._fold.orders = state.orders
        if (early := self._dropped(state, item)) is not None:
            return Step(state, early)
        if isinstance(item, fact.Reading) and (known := ledger.again(state, item)) is not None:
            state, outcome = self._unpark(known, st, Outcome("accepted"))
            return self._finish(state, st, outcome, None)
        before = state
        state, notes, arrival = self._book(state, st.seq, item)
        if arrival == "repeat":
            return Step(state, Outcome("dropped"))
        if arrival == "elsewhere":
            state, outcome = self._unpark(state, st, Outcome("accepted"))
            return self._finish(state, st, outcome, None)
        if self._parks(state, item):
            c.devices = state.devices
            state = replace(state, parked=(*state.parked, st))
            # The last one that a device had kept may be the last that all wait for.
            state, outcome = self._unpark(state, st, Outcome("parked"))
            return self._finish(state, st, outcome, None)
        if isinstance(item, cmd.Command) and self._waiting(state, item):
            no = Outcome("refused", *self.house.no("waiting"))
            return self._finish(state, st, no, None)
        if isinstance(item, cmd.Command):
            said = entrance.targeted(state, self.house, item)
            now = offered.taken(state, self.house, said)
            if not now and entrance.earlier_card(state, self.house, said) is None:
                return self._not_offered(state, st, said)
        boundary: State | None = None
        if notes and isinstance(item, fact.Reading):
            c.devices = state.devices
            outcome = Outcome("accepted")
        else:
            state, outcome, boundary = self._cleared_and_entered(state, st, before, bool(notes))
        for n, (kind, about) in enumerate(notes):
            note = fact.Noted(kind=kind, about=about)
            state, more = self._entry(state, (st.seq << 8) + 200 + n, st, note)
            outcome = _both(outcome, more)
        state, outcome = self._unpark(state, st, outcome)
        return self._finish(state, st, outcome, boundary)

    def _cleared_and_entered(
        self, state: State, st: Stamped, before: State, noted: bool
    ) -> tuple[State, Outcome, State | None]:
        """The settled layout is cleared first where the input says so; a refusal clears none."""
        c, booked, boundary = self._fold.context, state, None
        if not noted and clearing.closes(self.house, state, st):
            state = self._cleared(state, st)
            boundary = replace(self._between(before), play=state.play)
        c.devices = state.devices
        state, outcome = self._enter(state, st, st.input)
        outcome = not_now.told(state, self.house, outcome)
        if boundary is not None and outcome.verdict == "refused":
            state, boundary = booked, None
            c.seen = dict(booked.seen)
        return state, outcome, boundary

    def _not_offered(self, state: State, st: Stamped, said: cmd.Command) -> Step:
        """Refused for its own reason, with the mark that such a no leaves, else as not offered.

        It is tried with a vault that opens nothing: what is not taken shows no card.
        """
        c = self._fold.context
        c.vault = c.answers_from = amend.Blind()
        tried, outcome, _ = self._cleared_and_entered(state, st, state, False)
        c.exposed, c.answers, c.seen = [], [], dict(state.seen)
        if outcome.verdict != "refused" or not outcome.clause:
            tried = state
            outcome = Outcome("refused", *offered.why_not(state, self.house, said))
        return self._finish(tried, st, outcome, None)

    # ---- before the fold ----
    def _dropped(self, state: State, item: Input) -> Outcome | None:
        """An input that changes nothing: a repeated request, a late timer."""
        if isinstance(item, cmd.Command) and (old := ledger.answered(state, item.rid)):
            return Outcome("dropped", old.clause, old.text or old.verdict)
        if isinstance(item, fact.TimerFired) and all(t.id != item.timer for t in state.play.timers):
            return Outcome("dropped")
        return None

    def _book(
        self, state: State, seq: int, item: Input
    ) -> tuple[State, greeting.Notes, ledger.Arrival]:
        """What the ledger makes of it."""
        match item:
            case fact.Reading():
                state, arrival = ledger.arrive(state, item)
                if arrival == "contradiction":
                    return state, (("device_contradicts_itself", item.device),), "new"
                return state, (), arrival
            case fact.DeviceUp():
                state, notes = greeting.hello(state, item, seq)
                return state, notes, "new"
            case fact.DeviceLost():
                return ledger.lost(state, item.device), (), "new"
            case fact.Started():
                return ledger.start(state, item), (), "new"
        return state, (), "new"

    def _parks(self, state: State, item: Input) -> bool:
        """After an outage no reading enters the procedure until every device has been heard."""
        if not isinstance(item, fact.Reading) or isinstance(item, ledger.NEVER_PARKED):
            return False
        backlog = any(i.kind == "backlog_order" for i in catalog.open_ones(state.play))
        return bool(ledger.unheard(state)) or bool(state.parked) or backlog

    def _waiting(self, state: State, item: cmd.Command) -> bool:
        if state.play.manual.aside_since:
            return False
        taken = ROWS[type(item)]
        return bool(ledger.unheard(state)) and not (taken.in_hold or taken.unheard)

    def _cleared(self, state: State, st: Stamped) -> State:
        self._fold.context.seen = {}
        play = self._fold.close_round(state.play, st.at, st.input)
        return self._between(replace(state, play=play))

    def _between(self, state: State) -> State:
        """At a round's close entries and faces are dropped; open orders outlive it."""
        orders = tuple(o for o in state.orders if o.status in (*ledger.OPEN, "withheld"))
        return replace(state, log=(), seen=(), orders=orders, told=())

    def _enter(self, state: State, st: Stamped, item: Input) -> tuple[State, Outcome]:
        try:
            item = entrance.admit(state, self.house, item, st.mono)
        except Refuse as no:
            return state, Outcome("refused", no.clause, no.text)
        after, outcome = self._admitted(state, st, item)
        if outcome.verdict == "accepted":
            after = changed.told(state, after, self.house, corrects=amend.corrects(state, item))
        return after, outcome

    def _admitted(self, state: State, st: Stamped, item: Input) -> tuple[State, Outcome]:
        if isinstance(item, fact.DeviceUp | fact.DeviceLost | fact.Started):
            self._fold.context.devices = state.devices
        if isinstance(item, fact.CardPushedBack):
            return self._pushed_back(state, st, item)
        if amend.is_amendment(state, item):
            done = amend.amend(self._fold, state, replace(st, input=item))
            state, outcome = self._counted(done.state, st, item, done.outcome)
            return self._seen(state, st, item, outcome)
        state, outcome = self._entry(state, st.seq << 8, st, item)
        state, outcome = self._counted(state, st, item, outcome)
        if isinstance(item, cmd.OutOfService) and outcome.verdict == "accepted":
            state = self._listed(ledger.service(state, item.device, out=item.out), st)
        if isinstance(item, cmd.Ruled) and outcome.verdict == "accepted":
            state = self._listed(self._ruled(state, item), st)
        if isinstance(item, cmd.RulesAccepted) and state.play.offer.accepted:
            state = self._between(state)  # nothing of the old rules is folded under the new
        return state, outcome

    def _seen(
        self, state: State, st: Stamped, item: Input, outcome: Outcome
    ) -> tuple[State, Outcome]:
        """SEEN was pressed: a face that the fold could not open is opened, not asked for again."""
        said = isinstance(item, cmd.LastCard) and item.what == "error_seen"
        i = last_card.to_be_seen(state.play) if said and outcome.verdict == "accepted" else None
        if i is None:
            return state, outcome
        note = fact.Noted(kind="seen", about=i.id)
        state, more = self._entry(state, (st.seq << 8) + 221, st, note)
        return state, _both(outcome, more)

    def _pushed_back(
        self, state: State, st: Stamped, item: fact.CardPushedBack
    ) -> tuple[State, Outcome]:
        """The draw is undone, where nobody has acted on it; else people look at the cards."""
        last, entry = state.play.last, last_card.draw_undone(state)
        done = amend.amend(self._fold, state, replace(st, input=item))
        if entry is None or done.outcome.verdict != "accepted":
            return self._entry(state, st.seq << 8, st, item)
        placed = last is not None and last.card == entry.id and last.box
        about = f"box {last.box}" if last is not None and placed else "last card"
        note = fact.Noted(kind="card_pushed_back", about=about)
        state, more = self._entry(done.state, st.seq << 8, st, note)
        return state, _both(done.outcome, more)

    def _listed(self, state: State, st: Stamped) -> State:
        """A device that was waited for is in service or out of it: the list may be complete."""
        self._fold.context.devices = state.devices
        return replace(state, play=self._fold.keep_list(state.play, st.at, st.input))

    def _counted(
        self, state: State, st: Stamped, item: Input, outcome: Outcome
    ) -> tuple[State, Outcome]:
        """A late report is an entry of its own, so that a later fold counts it again."""
        late = isinstance(item, cmd.LastCard) and item.what in LATE
        if not late or outcome.verdict != "accepted":
            return state, outcome
        state, more = self._entry(state, (st.seq << 8) + 220, st, fact.Noted(kind="late_report"))
        return state, _both(outcome, more)

    def _ruled(self, state: State, item: cmd.Ruled) -> State:
        """What a ruling does to the ledger: a device out of service, a withheld order released."""
        i = next((x for x in state.play.irregularities if x.id == item.irr), None)
        if i is None:
            return state
        if i.kind in greeting.ALIGNED:
            state = greeting.aligned(state)
        if item.ruling == "out_of_service":
            return ledger.service(state, catalog.device_of(state.devices, i), out=True)
        return state

    def _entry(
        self, state: State, entry: int, st: Stamped, item: Input, *, kept: bool = False
    ) -> tuple[State, Outcome]:
        waited = kept or bool(ledger.unheard(state))
        play, outcome = self._fold.decide(state.play, entry, st.mono, st.at, item, waited=waited)
        new = Entry(entry, st.mono, st.at, item, state.play, outcome.verdict == "refused", waited)
        return replace(state, play=play, log=(*state.log, new)), outcome

    def _unpark(self, state: State, st: Stamped, outcome: Outcome) -> tuple[State, Outcome]:
        """What was kept goes in first; then a shoe that had no power asks what it did not see."""
        state, outcome = self._kept(state, st, outcome)
        if state.parked or ledger.unheard(state):
            return state, outcome
        for n, name in enumerate(ledger.unpowered(state)):
            state = ledger.powered(state, name)
            note = fact.Noted(kind="events_lost", about=f"{name} lost its power")
            state, more = self._entry(state, (st.seq << 8) + 230 + n, st, note)
            outcome = _both(outcome, more)
        return state, outcome

    def _kept(self, state: State, st: Stamped, outcome: Outcome) -> tuple[State, Outcome]:
        """Let the parked readings in, in order; several devices wait for the floorperson."""
        if not state.parked or ledger.unheard(state):
            return state, outcome
        if any(i.kind == "backlog_order" for i in catalog.open_ones(state.play)):
            return state, outcome
        sources = {p.input.device for p in state.parked if isinstance(p.input, fact.Reading)}
        said = st.input
        confirmed = isinstance(said, cmd.BacklogConfirmed) or (
            isinstance(said, cmd.Ruled) and refs.irregularity(said.irr).kind == "backlog_order"
        )
        if len(sources) > 1 and not confirmed:
            state = replace(state, parked=self._proposed(state, st))
            about = ", ".join(f"{p.source} {type(p.input).__name__}" for p in state.parked[:12])
            note = fact.Noted(kind="backlog_order", about=about)
            state, more = self._entry(state, (st.seq << 8) + 240, st, note)
            return state, _both(outcome, more)
        parked, state = state.parked, replace(state, parked=())
        for kept in parked:
            state, more = self._let_in(state, replace(kept, mono=st.mono))
            outcome = _both(outcome, more)
        return state, outcome

    def _let_in(self, state: State, kept: Stamped) -> tuple[State, Outcome]:
        if clearing.closes(self.house, state, kept, kept=True):
            state = self._cleared(state, kept)
        pushed = isinstance(kept.input, fact.CardPushedBack)
        if isinstance(kept.input, fact.CardPushedBack):
            after, outcome = self._pushed_back(state, kept, kept.input)
        else:
            after, outcome = self._entry(state, kept.seq << 8, kept, kept.input, kept=True)
        return changed.told(state, after, self.house, corrects=pushed, kept=True), outcome

    def _proposed(self, state: State, st: Stamped) -> tuple[Stamped, ...]:
        """In the order that is least irregular; a person confirms it."""
        orders = greeting.orders(state.parked)
        return min(orders, key=lambda order: self._irregular(state, order, st))

    def _irregular(self, state: State, order: tuple[Stamped, ...], st: Stamped) -> int:
        """How much an order raises; a card whose face would be needed to tell is passed over."""
        c = self._fold.context
        kept = c.vault, c.exposed, c.answers, c.seen
        c.vault, c.exposed, c.answers, c.seen = amend.Blind(), [], [], dict(c.seen)
        state, found = replace(state, parked=()), 0
        for one in order:
            state, outcome = self._let_in(state, replace(one, mono=st.mono))
            found += len(outcome.raised)
        c.vault, c.exposed, c.answers, c.seen = kept
        return found

    # ---- after the fold ----
    def _finish(self, state: State, st: Stamped, outcome: Outcome, boundary: State | None) -> Step:
        c = self._fold.context
        state, orders = ledger.issue(state, st.seq)
        item = st.input
        if isinstance(item, cmd.Command) and item.rid:
            request = Request(item.rid, outcome.verdict, outcome.clause, outcome.text)
            state = ledger.answer(state, request)
        if c.exposed:
            state = replace(state, seen=(*state.seen, *((e.id, e.face) for e in c.exposed)))
        outcome = replace(
            outcome, orders=orders, exposed=tuple(c.exposed), answers=tuple(c.answers)
        )
        return Step(state, outcome, boundary)


def _both(one: Outcome, two: Outcome) -> Outcome:
    verdict = "fault" if "fault" in (one.verdict, two.verdict) else one.verdict
    return replace(one, verdict=verdict, raised=(*one.raised, *two.raised))
