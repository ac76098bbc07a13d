"""Where a hostile dealer goes on purpose: the places that chance alone seldom reaches.

Each detour is one input, or None where it leads nowhere now. `reached.py` counts where the evenings
have been.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.irregularities.reports import REPORTS
from controller.procedure.queries import places
from controller.procedure.reducers.cards import keyed_cards
from controller.procedure.reducers.play.missed_draw import why_not_missed
from controller.procedure.state import ledger
from controller.procedure.state.inputs import Input, Outcome
from controller.procedure.state.play import Hand
from tests.kit.evening import DEVICES

from .reached import RESTARTS, SITUATIONS

if TYPE_CHECKING:
    from .walk import Walk

RANKS = ("dealer", "floorperson", "casino_supervisor")
PUT_OUT = {"cover_or_sign": "sign", "floorperson": "out"}
IN_DEAL = ("dealing", "deal_out")
TEN = "Th"
SHARE = 0.05
"""Of the inputs of an evening."""
TRIES = 4
BRIEF = 0.3
"""Where the place lasts for one or two inputs."""


def share(w: Walk) -> float:
    return BRIEF if _brief(w) or _beside_a_split(w) else SHARE


def _beside_a_split(w: Walk) -> bool:
    """A hand could have been passed over: a card owed beside a split is rare."""
    return any(hand.split for hand in w.play.hands) and bool(_passed(w))


def _brief(w: Walk) -> bool:
    return SITUATIONS["hand_waits_for_a_missed_card"](w.play) and not ledger.unheard(w.state)


def detour(w: Walk) -> Outcome | None:
    """One of the few that were drawn, if any of them leads somewhere now."""
    drawn = [_restart] if _brief(w) else w.random.sample(DETOURS, TRIES)
    if _beside_a_split(w):
        drawn = [_missed]
    return next((done for go in drawn if (done := go(w)) is not None), None)


def _ten_comes(w: Walk) -> Outcome | None:
    """The next card of the shoe is a ten, wherever it goes."""
    if not w.play.loaded or not w.stack:
        return None
    w.stack.append(TEN)
    return w.card() if w.play.round in (*IN_DEAL, "deciding", "dealer_plays") else None


def _ten_as_hole(w: Walk) -> Outcome | None:
    """The last card of the deal is a ten: nobody knows before the turn."""
    p = w.play
    if p.round not in IN_DEAL or places.due(p) != 1 or not w.stack:
        return None
    w.stack.append(TEN)
    return w.card()


def _box_passed_over(w: Walk) -> Outcome | None:
    """One box gets no second card: its hand waits for it."""
    p = w.play
    if p.round not in IN_DEAL or places.due(p) != 1 or not p.boxes:
        return None
    return w.put(cmd.BoxSkipped(box=w.random.choice(p.boxes), deal_pass=2))


def _face_up(w: Walk) -> Outcome | None:
    """The card that has just come lay face up in the shoe."""
    return w.put(cmd.LastCard(what="face_up")) if w.play.dealt or w.play.hands else None


def _in_error(w: Walk) -> Outcome | None:
    what = w.random.choice(("error", "error_seen"))
    return w.put(cmd.LastCard(what=what)) if w.play.hands else None


def _reported(w: Walk) -> Outcome | None:
    """What somebody saw, of a box or hand of which it can be true."""
    open_ = [(r, at) for r in REPORTS for at in r.open(w.play, w.house)]
    if not open_:
        return None
    report, (box, hand) = w.random.choice(open_)
    said = cmd.Reported(what=report.kind, box=box, hand=hand if report.of == "hand" else 0)
    return w.floor(said, rank=report.rank)


def _passed(w: Walk) -> list[Hand]:
    """Hands that may have asked for a card and got none."""
    if w.play.round not in ("deciding", "turn_due"):
        return []
    may = why_not_missed
    return [h for h in w.play.hands if may(w.play, w.house, h.box, h.number) is None]


def _missed(w: Walk) -> Outcome | None:
    if not (passed := _passed(w)):
        return None
    hand = w.random.choice(passed)
    return w.put(cmd.MissedDraw(box=hand.box, hand=hand.number))


def _splits(w: Walk) -> Outcome | None:
    return _decision(w, cmd.Split)


def _doubles_again(w: Walk) -> Outcome | None:
    """The hand that has just been doubled, where the text lets it double once more."""
    doubled = [h for h in w.play.hands if h.doubles and h.done]
    if not doubled:
        return _decision(w, cmd.Double)
    hand = w.random.choice(doubled)
    return w.put(cmd.Double(box=hand.box, hand=hand.number))


def _decision(w: Walk, kind: type[Input]) -> Outcome | None:
    offered = [c for c in w.allowed if isinstance(c.command, kind)]
    return w.put(w.random.choice(offered).command) if offered else None


def _by_hand(w: Walk) -> Outcome | None:
    """The scanner is out: the cards of this round are keyed."""
    if w.keyed or w.play.opening != "open" or w.random.random() < 0.5:
        return None
    w.keyed = w.play.number
    how = PUT_OUT[w.house.pack.shoe.scanner_out_of_service.value]
    return w.floor(cmd.OutOfService(device="shoe", out=True, how=how))


def _restart(w: Walk) -> Outcome | None:
    """In the middle of something that only the record remembers."""
    where = [name for name in RESTARTS if SITUATIONS[name](w.play)]
    return w.put(fact.Started(devices=DEVICES)) if where else None


def _every_box(w: Walk) -> Outcome | None:
    dark = [box for box in range(1, w.house.boxes + 1) if box not in w.play.boxes]
    if w.play.round != "wagering" or not dark:
        return None
    for box in dark:
        outcome = w.put(cmd.BoxSet(box=box, lit=True))
    return outcome


def _late(w: Walk) -> Outcome | None:
    """A card before the check, or while the table is held."""
    return w.card() if w.play.round in ("peek_due", "insurance") or w.held else None


def _one_player(w: Walk) -> Outcome | None:
    pair = w.random.sample(range(1, 8), 2)
    return w.put(cmd.PlayersLinked(boxes=tuple(sorted(pair))))


def _lowered(w: Walk) -> Outcome | None:
    """A wager is changed under another one of its box."""
    if not w.play.boxes or w.play.round != "wagering":
        return None
    box, kind = w.random.choice(w.play.boxes), w.random.choice(("main", "match", "main"))
    cents = w.random.choice((500, 1000, 2500))
    return w.put(cmd.WagerSet(box=box, kind=kind, on=True, cents=cents))


def _insures(w: Walk) -> Outcome | None:
    if w.play.round != "insurance" or not w.play.boxes:
        return None
    box = w.random.choice(w.play.boxes)
    return w.put(cmd.Insured(box=box, on=True, cents=w.random.choice((None, 250, 500, 5000))))


DETOURS: tuple[Callable[[Walk], Outcome | None], ...] = (
    _ten_comes,
    _ten_as_hole,
    _box_passed_over,
    _box_passed_over,
    _face_up,
    _in_error,
    _reported,
    _missed,
    _missed,
    _splits,
    _doubles_again,
    _by_hand,
    _restart,
    _restart,
    _every_box,
    _late,
    _one_player,
    _lowered,
    _insures,
    lambda w: w.put(cmd.Undo()),
)


def keys_card(w: Walk) -> Outcome | None:
    """With the scanner out the dealer keys what comes; None = the scanner counts."""
    due = keyed_cards.due(w.play, w.house)
    if not w.keyed or not w.play.manual.scanner or not due:
        return None
    code = w.stack.pop() if w.stack else "7h"
    outcome = w.put(cmd.CardKeyed(face="" if due == "down" else code))
    w.faces[w.seq << 8] = code
    return outcome


def rank_of(w: Walk) -> str:
    """Who comes: mostly somebody who may rule everything."""
    return w.random.choice(RANKS) if w.random.random() < 0.5 else RANKS[-1]
