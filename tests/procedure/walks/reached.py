"""Where hostile evenings have been: each place with how often, so that none is missed unseen.

A place is a situation in which the parts of the product meet. One that no evening of the suite
reaches is an error with its name: the promises are proven only where somebody went.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from controller.audit.move import Move, Past
from controller.audit.watchers.asked import true_blackjack
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds.every_kind import KINDS
from controller.procedure.queries import legal, target
from controller.procedure.state.play import Play
from controller.procedure.state.whole import State
from tests.kit.evening import Evening

OPEN_AT_ONCE = 2
IN_DEAL = ("dealing", "deal_out")
PLAYED = ("deciding", "turn_due")


# ---- situations, of a play alone ----
def card_owed(p: Play) -> bool:
    return target.owed(p) is not None


def up_card_owed(p: Play) -> bool:
    return p.up_owed


def hand_waits_for_a_missed_card(p: Play) -> bool:
    return target.waiting(p) is not None


def split_beside_an_owed_card(p: Play) -> bool:
    return any(h.split for h in p.hands) and (card_owed(p) or hand_waits_for_a_missed_card(p))


def hand_refused_a_card(p: Play) -> bool:
    return any(h.barred for h in p.hands)


def card_waits_for_a_taker(p: Play) -> bool:
    return p.pending is not None


def doubled_more_than_once(p: Play) -> bool:
    return any(h.doubles > 1 for h in p.hands)


def two_irregularities_open(p: Play) -> bool:
    return sum(1 for i in catalog.open_ones(p) if i.card or i.box) >= OPEN_AT_ONCE


def all_hands_dead(p: Play) -> bool:
    return p.round == "settled" and bool(p.hands) and all(h.dead for h in p.hands)


def one_hand_dead(p: Play) -> bool:
    return any(h.dead for h in p.hands) and not all(h.dead for h in p.hands)


def seven_boxes(p: Play) -> bool:
    return len({h.box for h in p.hands}) == 7


SITUATIONS: dict[str, Callable[[Play], bool]] = {
    s.__name__: s
    for s in (
        card_owed,
        up_card_owed,
        hand_waits_for_a_missed_card,
        split_beside_an_owed_card,
        hand_refused_a_card,
        card_waits_for_a_taker,
        doubled_more_than_once,
        two_irregularities_open,
        all_hands_dead,
        one_hand_dead,
        seven_boxes,
    )
}
RESTARTS = (
    "card_owed",
    "hand_waits_for_a_missed_card",
    "card_waits_for_a_taker",
    "doubled_more_than_once",
    "two_irregularities_open",
    "all_hands_dead",
)


# ---- events, of one row ----
def events(m: Move) -> Iterator[str]:
    said, raised = m.said, {r.kind for r in m.step.outcome.raised}
    accepted = m.step.outcome.verdict == "accepted"
    if m.step.outcome.verdict == "refused":
        yield "refusal"
    if raised & {"ten_found", "ten_found_second"}:
        yield f"ten {_where(m)}"
    if raised & {"face_up_card", "face_up_card_second"}:
        yield f"face-up card {_where(m)}"
    if "draw_with_peek_due" in raised:
        yield "card before the peek"
    if "drawn_while_held" in raised:
        yield "card while held"
    if accepted and isinstance(said, cmd.CardKeyed):
        yield f"card keyed {_where(m)}"
    if isinstance(said, cmd.Ruled) and accepted:
        yield f"ruled by a {said.rank.replace('_', ' ')}"
    if m.is_.number == m.was.number and _answers(m):
        yield from _answers(m)
    if isinstance(said, cmd.Undo) and accepted:
        yield "undo"
    if isinstance(said, fact.Started):
        yield from (f"restart in {name}" for name in RESTARTS if SITUATIONS[name](m.was))
        if catalog.hold(m.was, m.house, m.before.devices) is not None:
            yield "restart in a hold"


def _where(m: Move) -> str:
    p = m.was
    if isinstance(m.said, cmd.DealOk):
        return "found at DEAL OK"
    if p.round in IN_DEAL or m.is_.round in IN_DEAL:
        return "in the deal"
    if isinstance(m.said, cmd.Turned):
        return "as hole card"
    if m.is_.round == "dealer_plays" or p.round == "dealer_plays":
        return "of the dealer"
    if p.round in PLAYED:
        return "for a hand"
    return "between rounds"


def _answers(m: Move) -> Iterator[str]:
    """What the check had said, when the hole card is turned; the turn itself corrects it."""
    p, said = m.is_, m.was.peek
    turned = legal.dealer_turned(p) and not legal.dealer_turned(m.was) and len(p.dealer) == 2
    if not turned or not m.was.peek_given or said is None:
        return
    by = "reader" if p.variant == "hole_card_reader" else "look"
    if said != true_blackjack(p, m.house):
        yield f"{by} said {'yes' if said else 'no'}, wrongly"


PLACES = (
    *(name.replace("_", " ") for name in SITUATIONS),
    *(f"restart in {name}".replace("_", " ") for name in RESTARTS),
    "restart in a hold",
    "refusal",
    "ten found at DEAL OK", "ten as hole card", "ten for a hand",
    "ten of the dealer",
    "face-up card in the deal", "face-up card for a hand",
    "card before the peek", "card while held",
    "card keyed in the deal", "card keyed for a hand", "card keyed of the dealer",
    "ruled by a dealer", "ruled by a floorperson", "ruled by a casino supervisor",
    "reader said yes, wrongly", "reader said no, wrongly", "look said yes, wrongly",
    "undo",
)  # fmt: skip


class Reached:
    """Counts over walks; `kinds` counts each ruling of each kind."""

    def __init__(self) -> None:
        self.places: Counter[str] = Counter()
        self.rulings: Counter[tuple[str, str]] = Counter()

    def walk(self, walk: Evening) -> Reached:
        before, past = State(), Past()
        for stamped, step in walk.steps:
            move = Move(walk.house, before, stamped, step, past)
            for name in events(move):
                self.places[name.replace("_", " ")] += 1
            for name, holds in SITUATIONS.items():
                if holds(move.is_) and not holds(move.was):
                    self.places[name.replace("_", " ")] += 1
            self._ruled(move)
            before = step.state
        return self

    def _ruled(self, m: Move) -> None:
        if not isinstance(m.said, cmd.Ruled) or m.step.outcome.verdict != "accepted":
            return
        kind = next((i.kind for i in m.was.irregularities if i.id == m.said.irr), "")
        if kind:
            self.rulings[kind, m.said.ruling] += 1

    def add(self, places: Counter[str], rulings: Counter[tuple[str, str]]) -> None:
        self.places += places
        self.rulings += rulings

    def never(self) -> list[str]:
        return [name for name in PLACES if not self.places[name]]

    def table(self) -> str:
        """A line for each place, then the kinds that were ruled, and those that never were."""
        width = max(map(len, PLACES))
        lines = [f"  {name:<{width}} {self.places[name]:>8,}" for name in PLACES]
        ruled = {kind for kind, _ in self.rulings}
        lines.append(f"  {len(self.rulings)} rulings of {len(ruled)} kinds; never ruled:")
        lines.append("    " + (", ".join(k for k in KINDS if k not in ruled) or "none"))
        return "\n".join(lines)
