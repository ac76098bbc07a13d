"""Boxes, wagers and the bank of a player-dealer, up to the first card (MA 5.d, 6.b, 16.b)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.settled import Bank
from controller.domain.wagers import Wager
from controller.procedure.context import Context, Why, refuse
from controller.procedure.house import House
from controller.procedure.state import Play
from controller.rules import placing

from .deal import fit


def why_not_box(play: Play, house: House, box: int) -> Why:
    if not 1 <= box <= house.boxes:
        return house.no("box_range", n=house.boxes)
    if play.round == ("wagering",) and play.opening != ("open",):
        return house.no("not_open")
    if play.round == ("wagering",) and bank_due(play, house):
        return house.line("bank")
    if play.bank is None:
        return None
    no = placing.why_not_place(house.pack, Wager(box, "", "main"), bank_boxes=(play.bank.box,))
    return (no.clause, no.text) if no else None


def box_settable(c: Context) -> None:
    assert isinstance(c.input, cmd.BoxSet)
    refuse(why_not_box(c.play, c.house, c.input.box))


def set_box(c: Context) -> None:
    """Light or unlight a box; during the deal this re-maps every card."""
    assert isinstance(c.input, cmd.BoxSet)
    box, lit = c.input.box, c.input.lit
    kept = tuple(b for b in c.play.boxes if b != box)
    wagers = c.play.wagers
    if not lit and c.play.round == ("wagering",):
        wagers = tuple(w for w in wagers if w.box != box)
    if lit and not any(w.box == box and w.kind == "main" for w in wagers):
        wagers = tuple(sorted((*wagers, Wager(box, "", "main")), key=_by_box))
    c.set(
        boxes=tuple(sorted((*kept, box))) if lit else kept,
        wagers=wagers,
        skipped=tuple(s for s in c.play.skipped if lit or s[0] != box),
        doubt=False,
    )
    fit(c)


def why_not_wager(play: Play, house: House, box: int, kind: str, cents: int | None) -> Why:
    if not 1 <= box <= house.boxes:
        return house.no("box_range", n=house.boxes)
    if kind not in ("main", "match", "bonus_spin", "break_bonus"):
        return house.no("unknown_wager")
    if bank_due(play, house):
        return house.line("bank")
    if kind != "main" and box not in play.boxes:
        return house.no("bonus_needs_main" if kind == "bonus_spin" else "match_needs_main", box=box)
    if kind == "bonus_spin" and (not house.sections or play.wheel_out):
        return house.no("wheel_table")
    beside = [w for w in play.wagers if w.box == box and w.kind != kind]
    bank = () if play.bank is None else (play.bank.box,)
    no = placing.why_not_place(house.pack, Wager(box, "", kind, cents), beside, bank_boxes=bank)
    return (no.clause, no.text) if no else None


def wager_settable(c: Context) -> None:
    assert isinstance(c.input, cmd.WagerSet)
    i = c.input
    refuse(why_not_wager(c.play, c.house, i.box, i.kind, i.cents) if i.on else None)


def put_wager(c: Context, box: int, kind: str, on: bool, cents: int | None) -> None:
    kept = tuple(w for w in c.play.wagers if not (w.box == box and w.kind == kind))
    if on:
        if kind == "bonus_spin":
            cents = c.pack.wheel.bonus_spin_cents.value[0]
        kept = (*kept, Wager(box, "", kind, cents))
    c.set(wagers=tuple(sorted(kept, key=_by_box)))


def _by_box(wager: Wager) -> tuple[int, str, str]:
    return wager.box, wager.kind, wager.wagerer


def set_wager(c: Context) -> None:
    assert isinstance(c.input, cmd.WagerSet)
    i = c.input
    if i.kind == "main" and i.on and i.box not in c.play.boxes:
        c.set(boxes=tuple(sorted((*c.play.boxes, i.box))))
    put_wager(c, i.box, i.kind, i.on, i.cents)


def sense_wager(c: Context) -> None:
    """The seat's sensor sees the Bonus Spin chip."""
    assert isinstance(c.input, fact.WagerSensed)
    if not c.pack.wheel.bonus_spin_cents.value:
        c.raise_("unknown_event", about=c.input.device)
        return
    turning = {s.box for s in c.play.spins if s.status not in ("rested", "void")}
    if c.play.round == ("settled",) and c.input.box in turning:
        return
    put_wager(c, c.input.box, "bonus_spin", c.input.on, None)


def late_wager(c: Context) -> None:
    assert isinstance(c.input, fact.WagerSensed)
    c.raise_("wager_late", box=c.input.box)


# ---- the bank ----
def bank_due(play: Play, house: House) -> bool:
    """A player-dealer's game has a bank before its wagers."""
    return play.bank is None and house.pack.deal.bank.value == "player_dealer"


def why_not_bank(play: Play, house: House, i: cmd.BankSet) -> Why:
    """An amount left open covers every wager."""
    if not i.on:
        held = play.bank is not None and play.bank.box == i.box
        return None if held else house.no("not_now")
    if not 1 <= i.box <= house.boxes:
        return house.no("box_range", n=house.boxes)
    if play.opening != ("open",):
        return house.no("not_open")
    return _why_not_put_up(house, i.cents)


def _why_not_put_up(house: House, cents: int | None) -> Why:
    no = placing.why_not_bank(house.pack, cents)
    if no is None or (cents is None and house.pack.deal.bank.value == "player_dealer"):
        return None
    return no.clause, no.text


def bank_settable(c: Context) -> None:
    assert isinstance(c.input, cmd.BankSet)
    refuse(why_not_bank(c.play, c.house, c.input))


def set_bank(c: Context) -> None:
    """The box of the player-dealer has no wager of its own (CA dealing.10.ii)."""
    assert isinstance(c.input, cmd.BankSet)
    i = c.input
    if not i.on:
        c.set(bank=None, bank_hands=0)
        return
    same = c.play.bank is not None and c.play.bank.box == i.box
    c.set(
        bank=Bank(i.box, i.cents, c.house.boxes),
        bank_hands=c.play.bank_hands if same else 0,
        boxes=tuple(b for b in c.play.boxes if b != i.box),
        wagers=tuple(w for w in c.play.wagers if w.box != i.box),
    )
