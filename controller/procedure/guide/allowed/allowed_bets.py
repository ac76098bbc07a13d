"""Which commands are legal while bets are open and when the layout is paid."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.money import CHIPS_CENTS
from controller.domain.structs import replace
from controller.procedure.irregularities import catalog
from controller.procedure.reducers.bank import bank_fees, player_dealer
from controller.procedure.reducers.deal import shared_boxes, wagers
from controller.procedure.reducers.settle import settlement
from controller.procedure.state.parts import meters
from controller.procedure.state.parts.wagerers import FIRST, cash_open, letter
from controller.rules.wheels import offered

from .listing import FLOOR, Listing, choice


def of_wagers(out: Listing) -> None:
    """In wagering `LayoutCleared` changes nothing: the second press of a double one."""
    p = out.play
    paid = p.round == "settled" and p.banking.due is None and not cash_open(p.people)
    spinning = any(s.status in settlement.SPINNING for s in p.spins)
    next_hold = catalog.hold_once_cleared(p, out.house, out.state.devices)
    if paid and not spinning and next_hold is None:
        out.found.append(choice(out, cmd.LayoutCleared(), "act1"))
    out.add(cmd.LayoutCleared(), "act1")
    if p.round != "wagering" or p.opening != "open":
        return
    lit = set(p.boxes)
    marks = {(w.box, w.kind) for w in p.wagers if not w.wagerer}
    for box in range(1, out.house.boxes + 1):
        if wagers.why_not_box(p, out.house, box) is not None:
            continue
        out.add(cmd.BoxSet(box=box, lit=box not in lit), f"box{box}")
        if box in lit:
            out.add(main_chips(out, box), f"box{box}.main")
        for kind in ("match", "bonus_spin", "break_bonus"):
            on = (box, kind) not in marks
            if wagers.why_not_tapped(p, out.house, box, kind) is not None:
                continue
            item = cmd.WagerSet(box=box, kind=kind, on=on)
            if not on or wagers.why_not_wager(p, out.house, box, kind, None) is None:
                out.add(item, f"box{box}.{kind}")


def main_chips(out: Listing, box: int, who: str = FIRST) -> cmd.WagerSet:
    """Where nobody sits none lie uncounted: what lies there, or what one chip makes (MA 13.b~2)."""
    p, house = out.play, out.house
    item = cmd.WagerSet(box=box, kind="main", on=True, wagerer=who)
    if shared_boxes.why_not_uncounted(p, house, item) is None:
        return item
    fit = (c for c in CHIPS_CENTS if wagers.why_not_wager(p, house, box, "main", c, who) is None)
    lies = settlement.amount_of(p, box, "main", 1, who)
    return replace(item, cents=lies or next(fit, None))


def of_meters(out: Listing) -> None:
    """What the approved system shows is read off by the floorperson, when he likes."""
    if out.house.by_paytables and offered(out.house.pack):
        for gauge in meters.gauges(out.play.prizes, out.house.pack):
            out.add(cmd.MeterStated(meter=gauge.name, shown=""), f"{FLOOR}meter.{gauge.name}")


def of_bank(out: Listing) -> None:
    """The offer goes round; then its fund and its fees."""
    p, house = out.play, out.house
    if not player_dealer.by_player(house):
        return
    if p.round == "wagering" and p.opening == "open":
        _offers(out)
        _of_floor(out)
    if p.round == "wagering":
        _schedules(out)
    _fees(out)


def amounts(out: Listing) -> None:
    """What is asked to be counted at the settlement, and what was a moment ago."""
    p = out.play
    if p.round != "settled":
        return
    asked = (p.banking.due,) if p.banking.due else ()
    for box, kind, hand, who in dict.fromkeys((*asked, *p.banking.stated)):
        cents = settlement.amount_of(p, box, kind, hand, who) or 0
        item = cmd.AmountStated(box=box, kind=kind, hand=hand, cents=cents, wagerer=who)
        slot = f"box{box}.main" if kind == "main" else f"box{box}.{kind}.{hand}"
        slot += f".{letter(who)}" if who else ""
        out.add(item, slot)


def _offers(out: Listing) -> None:
    p, house = out.play, out.house
    for box in range(1, house.boxes + 1):
        item = cmd.BankSet(box=box, on=True)
        if player_dealer.why_not_bank(p, house, item) is None:
            out.add(item, f"box{box}.bank")
    if p.bank is not None:
        out.add(cmd.BankSet(box=p.bank.box, on=False), f"box{p.bank.box}")
        return
    first = player_dealer.next_offer(p, house)
    for box in player_dealer.turn(p, house):
        if player_dealer.why_not_decline(p, house, box) is None:
            slot = "act3" if box == first else f"box{box}.declines"
            out.add(cmd.BankDeclined(box=box), slot)
    if player_dealer.why_not_decline(p, house, 0) is None:
        out.add(cmd.BankDeclined(box=0), "act4")
    for box in p.boxes:
        if wagers.why_not_box(p, house, box, lit=False) is None:
            out.add(cmd.BoxSet(box=box, lit=False), "act5" if box == first else f"box{box}.out")


def _of_floor(out: Listing) -> None:
    p, house = out.play, out.house
    for goes_on, slot in ((True, "bank_on"), (False, "bank_again")):
        item = cmd.BankRuled(goes_on=goes_on, reason="")
        if player_dealer.why_not_rule(p, house, cmd.BankRuled(goes_on=goes_on, reason="-")) is None:
            out.add(item, f"{FLOOR}{slot}")
    for box in (p.bank.box,) if p.bank is not None else player_dealer.turn(p, house):
        out.add(cmd.ProviderSeated(box=box, name=""), f"{FLOOR}provider.{box}")


def _schedules(out: Listing) -> None:
    p, house = out.play, out.house
    for number in house.pack.settle.fee_schedule.allow:
        if bank_fees.why_not_schedule(p, house, number) is None:
            out.add(cmd.ScheduleChanged(schedule=number), f"{FLOOR}schedule{number}")


def _fees(out: Listing) -> None:
    """One key for each rate that fits; beside the keys of the deal they stand in a menu."""
    p, house = out.play, out.house
    if p.round not in ("wagering", "dealing", "deal_out"):
        return
    fit = [n for n in bank_fees.rates(p, house) if bank_fees.why_not_fees(p, house, n) is None]
    for place, number in enumerate(fit, 1):
        in_deal = p.round != "wagering" and len(fit) > 1
        slot = f"fees.{place}" if in_deal else f"act{place + 1}"
        out.add(cmd.FeesTaken(rate=number), slot)
