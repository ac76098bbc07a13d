"""What UNDO takes back, named in two words, so that nobody takes back another press.

Source: console/README 2.2.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.cards import Card
from controller.domain.wording import text_of
from controller.procedure.state.house import House
from controller.procedure.state.whole import State
from controller.view.hidden_faces import hidden

DECISIONS: dict[type, str] = {
    cmd.Next: "stand",
    cmd.Hit: "hit",
    cmd.Double: "double",
    cmd.Split: "split",
    cmd.Surrender: "surrender",
    cmd.Rescue: "rescue",
}
OF_CARD = {"error": "in error", "error_seen": "in error", "face_up": "face up"}


def undone(state: State, house: House, entry: int) -> str:
    """`insure 5`; empty where there is no such press."""
    item = next((e.input for e in state.log if e.id == entry), None)
    if item is None:
        item = next((t.item for t in state.told if t.row == entry >> 8), None)
    match item:
        case cmd.LastCard() if item.what in OF_CARD:
            return OF_CARD[item.what]
        case cmd.FactAnswered():
            return item.answer.lower()
        case cmd.DealerMissed():
            return "dealer missed" if item.missed else "not missed"
        case cmd.CardTaken() | cmd.OfferAnswered(takes=True):
            return f"takes {item.box}"
        case cmd.OfferAnswered():
            return f"refuses {item.box}"
        case cmd.MissedDraw():
            return f"no card {item.box}"
        case cmd.Ruled():
            return "last card"
        case cmd.Insured():
            return f"{'insure' if item.on else 'no insurance'} {item.box}"
        case cmd.CardKeyed():
            if item.face and hidden(state.play, house):
                return "card"
            return f"card {text_of(Card.typed(item.face).code)}" if item.face else "face down"
        case cmd.LastCard() if state.play.last is not None:
            return f"double {state.play.last.box}"
        case cmd.Decision():
            return f"{DECISIONS.get(type(item), 'key')} {item.box}"
    return _of_box(item)


def _of_box(item: object) -> str:
    """Chips, the bank and the deal of a box."""
    match item:
        case cmd.BoxSet():
            return f"box {item.box} {'in' if item.lit else 'out'}"
        case cmd.WagerSet():
            kind = {"main": "chips", "bonus_spin": "bonus", "break_bonus": "break"}
            at = item.wagerer or item.box
            return f"{kind.get(item.kind, item.kind)} {at}{'' if item.on else ' off'}"
        case cmd.BankSet():
            return f"{'bank' if item.on else 'no bank'} {item.box}"
        case cmd.CoverChosen():
            return f"{'stays' if item.hand else 'covers'} {item.wagerer}"
        case cmd.WagererConsents():
            return f"{'consent' if item.on else 'no consent'} {item.box}"
        case cmd.CallerSeated():
            return f"seat {item.box}"
        case cmd.DealOk():
            return "deal OK"
        case cmd.MatchDone():
            return "match"
        case cmd.InsuranceClosed():
            return "insurance"
        case cmd.PeekAttested():
            return "check"
        case cmd.PlayersLinked():
            return "same player"
        case cmd.BankDeclined():
            return f"declines {item.box}" if item.box else "nobody"
        case cmd.FeesTaken():
            return "fees"
        case cmd.BoxSkipped():
            return f"skip {item.box}" if item.skipped else f"no skip {item.box}"
        case cmd.BurnReported():
            return "burn" if item.made else "no burn"
    return ""
