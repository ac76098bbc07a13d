"""Amendments: edits of the open round's entries, and the fold that follows (controller/README 2).

A menu choice is recorded as the choice; the edits are derived here. The fold opens no seal but that
of a card which is said to have lain face up in the shoe: an amendment that needs another face which
nobody has seen is refused.
"""

from __future__ import annotations

from contextlib import suppress

from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Sealed, Slot
from controller.domain.structs import replace
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds.kind import AMENDING_RULINGS
from controller.procedure.queries import target
from controller.procedure.reducers.deal.initial_deal import mark_refused
from controller.procedure.reducers.play import hand_signals
from controller.procedure.state import ledger, refs
from controller.procedure.state.context import CannotOpen, Context, Refuse
from controller.procedure.state.house import House
from controller.procedure.state.inputs import ROWS, Amended, Edit, Input, Outcome, Raised, Stamped
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Entry, State, Told

from . import compared, deal_anew, last_card, ruling_back, undo
from .fold import Fold

EDITABLE = (
    *(kind for kind, one in ROWS.items() if one.undone),
    fact.CardDrawn,
    fact.CardNotRead,
    fact.Noted,
)


TOLD = (cmd.FactAnswered, cmd.Notified, cmd.Reported)
"""Said about an irregularity, or to raise one: they go with it, and nobody has to look."""


class Blind:
    """The vault of every amended fold: it opens nothing."""

    def open(self, _card: int, _seal: Sealed) -> tuple[str, bytes]:
        raise NeedsFace

    def ask(
        self, _question: str, _cards: tuple[Slot, ...], _counts: tuple[tuple[str, int], ...]
    ) -> bool:
        raise NeedsFace


class NeedsFace(Refuse):
    """The amended fold would need a face that nobody has seen."""

    def __init__(self) -> None:
        super().__init__("", "")


class Amendment(Struct, frozen=True):
    """An amended state, not yet recorded; `refused` says why there is none."""

    state: State
    outcome: Outcome


def is_amendment(state: State, item: Input) -> bool:
    """Whether it edits entries. Of a fault outside the round there is no entry to strike."""
    match item:
        case cmd.LastCard():
            if item.what == "shown" or last_card.doubles_now(state, item):
                return False
            return not last_card.takes_hole(state.play, item)
        case cmd.Signalled():
            return item.drawn
        case cmd.AsTheyLie():
            return bool(state.play.hands)
        case cmd.Ruled(ruling="strike_out"):
            return any(e.id == refs.irregularity(item.irr).entry for e in state.log)
        case cmd.Ruled(ruling="in_error"):
            return last_card.none_since(state, item)
        case cmd.Ruled():
            return item.ruling in AMENDING_RULINGS
    return isinstance(item, Amended | cmd.Undo | cmd.RulingTakenBack)


def corrects(state: State, item: Input) -> bool:
    """Whether it may turn back what was told: a ruling does, too."""
    return isinstance(item, cmd.Ruled | fact.CardPushedBack) or is_amendment(state, item)


def amend(fold: Fold, state: State, st: Stamped) -> Amendment:
    """Derive the edits, fold from the first edited entry on, keep ids, list what fell away."""
    no = fold.house.no
    try:
        todo = _to_fold(fold.house, state, st.input)
    except Refuse as refused:
        return Amendment(state, Outcome("refused", refused.clause, refused.text))
    c = fold.context
    opened, seen = len(c.exposed), dict(c.seen)
    _open_what_lay_open(c, state, todo.edits)
    vault, c.vault, c.amending = c.vault, Blind(), True
    c.turned = target.turned(state.play)
    try:
        return _fold_again(fold, state, st, todo)
    except Refuse as refused:
        del c.exposed[opened:]
        c.seen = seen
        clause, text = (refused.clause, refused.text) if refused.clause else no("seen_face")
        return Amendment(state, Outcome("refused", clause, text))
    finally:
        c.vault, c.turned, c.amending = vault, 0, False


def _open_what_lay_open(c: Context, state: State, edits: dict[int, Edit]) -> None:
    """A card that lay face up in the shoe was seen by all: the only face that an edit opens."""
    for edit in edits.values():
        for item in edit.inputs:
            match item:
                case fact.CardDrawn(how="face_up"):
                    drawn = Slot(edit.anchor, item.card)
                case cmd.LastCard(what="face_up"):
                    drawn = last_card.slot_of(state, item.card)
                case _:
                    continue
            with suppress(CannotOpen, NeedsFace):
                c.expose(drawn)


class _Todo(Struct, frozen=True):
    """What stays, and what is folded on it again."""

    play: Play
    log: tuple[Entry, ...]
    again: tuple[Entry, ...]
    edits: dict[int, Edit]
    told: tuple[Told, ...]
    """Reports that UNDO may take back after it."""


def _to_fold(house: House, state: State, item: Input) -> _Todo:
    """Raises: Refuse."""
    if (told := _report_back(house, state, item)) is not None:
        return _Todo(told.play, told.log, undo.since(state, told), {}, state.told[:-1])
    edits = {e.anchor: e for e in edits_of(house, state, item)}
    first = next((i for i, e in enumerate(state.log) if e.id in edits), None)
    if first is None or edits.keys() - {e.id for e in state.log}:
        raise Refuse(*house.no("not_in_round"))
    left = state.told if isinstance(item, cmd.Undo) else ()
    return _Todo(state.log[first].before, state.log[:first], state.log[first:], edits, left)


def _report_back(house: House, state: State, item: Input) -> Told | None:
    """The report that UNDO takes back, or a ruling that it was a mistake. Raises: Refuse."""
    match item:
        case cmd.Undo():
            return undo.report(house, state, item.entry)
        case cmd.Ruled(ruling="not_face_up"):
            i, told = _reachable(house, state, item), state.told[-1:]
            brought = (one for one in told if all(x.id != i.id for x in one.play.irregularities))
            return next(brought, None)
    return None


def _fold_again(fold: Fold, state: State, st: Stamped, todo: _Todo) -> Amendment:
    play, log = todo.play, list(todo.log)
    raised: list[Raised] = []
    lost: list[int] = []
    gone: set[int] = set()
    sub = 0
    for entry in todo.again:
        edit = todo.edits.get(entry.id)
        inputs: list[tuple[int, Input, bool]] = []
        for item in edit.inputs if edit else ():
            if edit and edit.how == "instead" and type(item) is type(entry.input):
                inputs.append((entry.id, item, True))
                continue
            sub += 1
            inputs.append((st.seq << 8 | sub, item, True))
        if entry.refused:
            log.append(replace(entry, before=play))
            play = mark_refused(play, entry.input)
            continue
        if not edit or edit.how == "before":
            inputs.append((entry.id, entry.input, False))
        for at, item, inserted in inputs:
            waited = entry.waited
            after, outcome = fold.decide(play, at, entry.mono, entry.at, item, waited=waited)
            if inserted and outcome.verdict != "accepted":
                raise Refuse(outcome.clause, outcome.text)
            if outcome.verdict == "refused" and not outcome.clause:
                raise NeedsFace
            if outcome.verdict == "refused":
                ruling_back.may_fall(fold.house, state, entry, st.input)
                gone.add(at)
                lost += [] if _goes_with(item, gone) else [at]
                continue
            log.append(Entry(at, entry.mono, entry.at, item, play, waited=waited))
            play = after
            raised += outcome.raised
    amended = replace(state, play=play, log=tuple(log), told=_told(state, st, todo))
    return _notes(fold, state, amended, st, raised, lost, sub)


def _told(state: State, st: Stamped, todo: _Todo) -> tuple[Told, ...]:
    """A further word on the same report is taken back with it."""
    if not undo.of_dealer(st.input):
        return todo.told
    if state.told and any(edited >> 8 == state.told[-1].row for edited in todo.edits):
        return state.told
    return (*state.told, Told(st.seq, st.input, state.play, state.log))


def _goes_with(item: Input, gone: set[int]) -> bool:
    """Whether nobody has to look: it reported, or spoke of a report that is gone itself."""
    return isinstance(item, TOLD) or (
        isinstance(item, cmd.Ruled) and refs.irregularity(item.irr).entry in gone
    )


def _notes(
    fold: Fold,
    before: State,
    state: State,
    st: Stamped,
    raised: list[Raised],
    lost: list[int],
    sub: int,
) -> Amendment:
    """What the ledger finds enters as entries of its own, so that a later fold raises it again."""
    orders, orphans, fresh = ledger.reconcile(before.orders, state.play)
    kinds = [("no_longer_legal", "")] if lost else []
    kinds += [("order_without_cause", name) for name in orphans]
    kinds += [("order_withheld", name) for name in fresh]
    if compared.hole_was_shown(fold.context, before.play, state.play):
        kinds.append(("hole_card_shown", ""))
    if box := compared.better_off(fold.house, before.play, state.play, st.input):
        kinds.append(("late_double", str(box)))
    play, log = state.play, list(state.log)
    for kind, about in kinds:
        sub += 1
        note = fact.Noted(kind=kind, about=about)
        log.append(Entry(st.seq << 8 | sub, st.mono, st.at, note, play))
        play, outcome = fold.decide(play, st.seq << 8 | sub, st.mono, st.at, note)
        raised += outcome.raised
    had = {i.id for i in before.play.irregularities}
    now = {i.id for i in play.irregularities}
    withdrawn = tuple(Raised(i.id, i.kind) for i in before.play.irregularities if i.id not in now)
    return Amendment(
        replace(
            state, play=compared.keep_answers(before.play, play), log=tuple(log), orders=orders
        ),
        Outcome(
            "accepted",
            raised=tuple(r for r in raised if r.id not in had),
            withdrawn=withdrawn,
            lost=tuple(lost),
        ),
    )


# ---- edits of each choice ----
def edits_of(house: House, state: State, item: Input) -> tuple[Edit, ...]:
    """Raises: Refuse."""
    match item:
        case Amended():
            return _checked(house, item)
        case fact.CardPushedBack():
            return (last_card.taken_back(house, state),)
        case cmd.LastCard():
            return last_card.edits(house, state, item)
        case cmd.Undo():
            return undo.edits(house, state, item.entry)
        case cmd.RulingTakenBack():
            return ruling_back.edits(house, state, item)
        case cmd.Signalled():
            return hand_signals.edits(house, state, item)
        case cmd.AsTheyLie():
            return (deal_anew.from_another_seat(house, state, item),)
    assert isinstance(item, cmd.Ruled)
    return _ruled(house, state, item)


def _checked(house: House, item: Amended) -> tuple[Edit, ...]:
    if not house.at_least(item.rank, "floorperson"):
        raise Refuse(*house.no("rank", rank=house.word("floorperson")))
    if any(not isinstance(i, EDITABLE) for e in item.edits for i in e.inputs):
        raise Refuse(*house.no("not_in_round"))
    return tuple(replace(e, inputs=tuple(_said_by(item, i) for i in e.inputs)) for e in item.edits)


def _said_by(item: Amended, one: Input) -> Input:
    """What a floorperson puts in is the floorperson's, so that UNDO leaves it."""
    return replace(one, by=item.by, rank=item.rank) if isinstance(one, cmd.Command) else one


def _ruled(house: House, state: State, item: cmd.Ruled) -> tuple[Edit, ...]:
    i = _reachable(house, state, item)
    if item.ruling == "strike_out":
        return (_strike(state, i),)
    if item.ruling == "correct_cards":
        return deal_anew.reopened(house, state)
    if item.ruling == "not_face_up":
        return (ruling_back.down_after_all(state, i),)
    if item.ruling == "in_error":
        return (_unwanted(house, state, i),)
    return hand_signals.stood_before(house, state, i, refs.irregularity(i.id).entry)


def _unwanted(house: House, state: State, i: Irregularity) -> Edit:
    """The last card of the hand was drawn in error and everybody saw it. Raises: Refuse."""
    at = target.find(state.play, i.box, i.hand)
    cards = state.play.hands[at].cards if at is not None else ()
    entry = next((e for e in state.log if len(cards) > 2 and e.id == cards[-1].id), None)
    if entry is None or not isinstance(entry.input, fact.CardDrawn):
        raise Refuse(*house.no("last_card_place"))
    return Edit(entry.id, "instead", (replace(entry.input, how="error_seen"),))


def _strike(state: State, i: Irregularity) -> Edit:
    entry = next(e for e in state.log if e.id == refs.irregularity(i.id).entry)
    if isinstance(entry.input, fact.CardDrawn):
        return Edit(entry.id, "instead", (replace(entry.input, how="struck"),))
    return Edit(entry.id, "instead", ())


def _reachable(house: House, state: State, item: cmd.Ruled) -> Irregularity:
    """Check rank, facts and notice as any ruling. Raises: Refuse."""
    i = next(
        (x for x in state.play.irregularities if x.id == item.irr and catalog.is_open(x)), None
    )
    if i is None:
        raise Refuse(*house.no("no_irregularity"))
    listed = (*catalog.offers(state.play, house, i), catalog.correction(state.play, house, i))
    offer = next((o for o in listed if o.ruling.name == item.ruling), None)
    if offer is None:
        raise Refuse(*house.no("no_ruling"))
    needs = offer.ruling.needs or catalog.rules(house, i.kind).needs
    if not house.at_least(item.rank, needs):
        raise Refuse(offer.clause, house.no("rank", rank=house.word(needs))[1])
    if offer.grey:
        raise Refuse(offer.clause, offer.grey)
    if offer.ruling.asks == "reason" and not item.reason.strip():
        raise Refuse(offer.clause, house.no("reason_first")[1])
    return i
