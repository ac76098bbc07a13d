"""A hold ends by a ruling of a rank that may give it, and every ruling leaves a way on.

The way on is tried: an entry that is refused, or one that leads nowhere, is none
(controller/README 1.7).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from controller.audit.move import Move, amends
from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.wording import OUT_OF_SERVICE
from controller.procedure.engine.amend import Blind, corrects
from controller.procedure.guide.allowed import FLOOR, Choice, allowed
from controller.procedure.guide.allowed.allowed_floor import of_irregularity
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds.every_kind import KINDS, words
from controller.procedure.irregularities.rulings import hand_rulings
from controller.procedure.queries import places
from controller.procedure.reducers.deal.initial_deal import OF_DEAL
from controller.procedure.state import ledger
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input, Stamped
from controller.procedure.state.play import Irregularity
from controller.procedure.step import Procedure

from .no_blame import keys

LARGE = "act1"
"""The large key of the dealer's page."""
LEADS = (
    cmd.MatchDone,
    cmd.InsuranceClosed,
    cmd.PeekAttested,
    cmd.Decision,
    cmd.CardTaken,
    cmd.OfferAnswered,
    cmd.Turned,
    cmd.LayoutCleared,
)
"""The dealer's steps of a round; marks, reports and slips beside them end nothing."""
ENDS = (hand_rulings.hand_dead, hand_rulings.all_dead_of_box, hand_rulings.stand_all)
"""Rulings that leave a hand without a further decision."""
SECOND_MS = 1000
"""A key that has just become legal is not taken for a while."""
OF_FLOOR = (cmd.ShufflerSetAside, cmd.Resumed)
"""What a line may leave to the floor, with a key of its own on the floor's page."""


def way_on(m: Move) -> Iterator[str]:
    p = m.is_
    if m.step.outcome.verdict != "accepted" or m.step.boundary is not None:
        return
    if not corrects(m.before, m.stamped.input):
        return
    held = catalog.hold(p, m.house, m.after.devices)
    if held is not None:
        if next(of_irregularity(p, m.house, held), None) is None:
            yield f"the hold {held.kind} has no fact, no notice and no ruling"
    elif p.round in OF_DEAL:
        over = -places.due(p)
        if m.was.round not in OF_DEAL and over > (p.burn is None):
            yield f"the deal was opened again with {over} cards that no slip of it takes"
    elif p.hands and p.round != "settled" and not _goes_on(m):
        yield f"nothing leads on from {m.view.next_step.text!r}"


def _goes_on(m: Move) -> bool:
    line = m.view.next_step.text
    if m.is_.pause.since:
        return _taken(m, cmd.Resumed(by="M. Okafor"))
    if m.is_.shuffle == "running" or ledger.unheard(m.after):
        return True  # the device leads on; its silence is a fault of its own
    if m.view.next_step.asks or keys(line, m.house) or line in _announced(m):
        return True
    steps = (c.command for c in allowed(m.after, m.house) if c.slot == LARGE or _leads(c))
    return any(isinstance(one, cmd.Command) and _taken(m, one) for one in steps)


def _leads(c: Choice) -> bool:
    return isinstance(c.command, OF_FLOOR if c.slot.startswith(FLOOR) else LEADS)


def _announced(m: Move) -> tuple[str, ...]:
    """What comes next moves: a card, which is announced (MA 7.g~2), or the stack into the shoe."""
    return m.house.line("dealers_card")[1], m.house.line("load")[1]


def _taken(m: Move, item: cmd.Command) -> bool:
    """Tried as the dealer would press it a second later, with a vault that opens nothing."""
    st = m.stamped
    at, mono = st.at + SECOND_MS * 1000, st.mono + SECOND_MS
    pressed = replace(item, where="dealer")
    if isinstance(item, OF_FLOOR):
        pressed = replace(item, where="floor", rank="floorperson")
    said = Stamped(st.seq + 1, at, mono, "tried", cast("Input", pressed))
    outcome = Procedure(m.house).step(m.after, said, Blind()).outcome
    return outcome.verdict == "accepted" or not outcome.clause


# ---- what it does ----
def hand_is_as_ruled(m: Move) -> Iterator[str]:
    """A hand that is ruled dead is dead, one that is ruled to stand takes no card any more.

    A ruling that is taken while no hand lies there would leave the player's chips in play.
    """
    said = m.stamped.input
    if not isinstance(said, cmd.Ruled) or m.step.outcome.verdict != "accepted":
        return
    i = next((x for x in m.was.irregularities if x.id == said.irr), None)
    act = getattr(i and words(KINDS[i.kind], said.ruling), "act", None)
    if i is None or act not in ENDS:
        return
    number = i.hand if act is hand_rulings.hand_dead else 0
    hands = [h for h in m.is_.hands if h.box == i.box and number in (0, h.number)]
    if not hands or any(not (h.dead or (act is hand_rulings.stand_all and h.ruled)) for h in hands):
        yield f"{said.ruling} was ruled on box {i.box} and did nothing to its hands"


# ---- by whom ----
def lifted_by_rank(m: Move) -> Iterator[str]:
    """console/README 3: what devices bring closes by itself; of people only whom the pack names."""
    said = m.stamped.input
    if not isinstance(said, cmd.Command):
        return
    yield from _ruling_lost(m, said)
    now = {i.id: i for i in m.after.play.irregularities}
    for i in m.before.play.irregularities:
        if not catalog.red(m.before.play, m.house, m.before.devices, i):
            continue
        left = now.get(i.id)
        if left and (catalog.is_open(left) or _with_its_round(m.house, left, said)):
            continue
        needed = _needed(m.house, i, said)
        if not m.house.at_least(said.rank, needed):
            name = type(said).__name__
            yield f"the hold {i.kind} ended by {name} of a {said.rank}, not of a {needed}"


def _ruling_lost(m: Move, said: cmd.Command) -> Iterator[str]:
    """A correction folds rulings on holds again: one that falls away is lifted by it."""
    if m.step.boundary is not None or not amends(m):
        return
    left = {e.id for e in m.after.log}
    for e in m.before.log:
        ruled = e.input
        if e.id in left or e.refused or not isinstance(ruled, cmd.Ruled):
            continue
        held = catalog.hold(e.before, m.house, m.before.devices)
        if held is not None and not m.house.at_least(said.rank, ruled.rank):
            yield f"{ruled.ruling} of a {ruled.rank} was lifted by a {said.rank}"


def _with_its_round(house: House, i: Irregularity, said: cmd.Command) -> bool:
    """A clause voided the round, by a ruling on something else: nothing is left to rule on."""
    elsewhere = isinstance(said, cmd.Ruled) and said.irr != i.id
    return elsewhere and i.ruling == "void_round" and house.at_least(said.rank, "floorperson")


def _needed(house: House, i: Irregularity, said: cmd.Command) -> str:
    if i.code == OUT_OF_SERVICE and isinstance(said, cmd.OutOfService | cmd.SpinAttested):
        return "floorperson"  # who may put the wheel out may bring it back, or read it meanwhile
    ruled = words(KINDS[i.kind], said.ruling) if isinstance(said, cmd.Ruled) else None
    own = ruled.needs if ruled is not None and getattr(said, "irr", "") == i.id else ""
    return own or catalog.rules(house, i.kind).needs
