"""The players' sign: game, pays, wheel results; never cards, totals, depth or a hold's reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from controller.domain.views import floor_view as floor_page
from controller.domain.wording import dollars
from controller.procedure.irregularities import catalog
from controller.procedure.queries import limits
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.procedure.state.whole import State
from controller.rules.pack.leaf import ASK, Amount

from . import pay_tables, prizes
from .frame import Frame


def sign_view(state: State, house: House, frame: Frame) -> floor_page.SignView:
    p, words = state.play, house.pack.sign
    stopped = frame.cannot_record or bool(p.pause.since)
    held = stopped or catalog.hold(p, house, state.devices) is not None
    won = prizes.on_the_sign(p, house)
    third = (*pay_tables.breaks(house), *pay_tables.collection(p, house))
    return floor_page.SignView(
        game=house.pack.words.game.value,
        table=frame.table.id,
        state=_state(p, held=held),
        held=words.held.value if held else "",
        held_hint=words.held_hint.value if held else "",
        simulated=frame.simulated,
        limits=tuple(_limits(p, house)),
        announced_at=p.limits.due // 1000 if p.limits.next_low else 0,
        announced=_announced(p, house),
        columns=(
            (pay_tables.main(house),),
            (*pay_tables.match(house), *pay_tables.super_bonus(house)),
            third,
        ),
        prizes=won,
        notices=tuple(_notices(house, spins=bool(won))),
        last_results=words.last_results.value,
        wheel_results=tuple(prizes.result(house, symbol) for symbol in p.last_results[:8]),
    )


def _state(p: Play, *, held: bool) -> Literal["Bets open", "Dealing", "Please wait"]:
    if held or p.opening != "open" or p.shoe in ("empty", "rest_due"):
        return "Please wait"
    return "Bets open" if p.round == "wagering" else "Dealing"


def _announced(p: Play, house: House) -> str:
    now = p.limits
    if not now.next_low:
        return ""
    span = house.pack.sign.span.value
    return span.format(least=dollars(now.next_low), most=dollars(now.next_high))


def _limits(p: Play, house: House) -> Iterator[floor_page.PayLine]:
    """What the operator has set; a limit that is still to be asked for is not shown."""
    deal, words = limits.pack(p, house).deal, house.pack.sign
    spans = [(words.limits.value, deal.main_min_cents, deal.main_max_cents)]
    if deal.match.value:
        spans.append((words.match.value, deal.match_min_cents, deal.match_max_cents))
    if deal.break_bonus.value:
        spans.append((words.break_bonus.value, deal.break_min_cents, deal.break_max_cents))
    for what, least, most in spans:
        if most.value != ASK:
            yield floor_page.PayLine(what=what, pays=_span(house, least, most))


def _span(house: House, least: Amount, most: Amount) -> str:
    words, top = house.pack.sign, dollars(most.known(0))
    if least.value == ASK:
        return words.up_to.value.format(most=top)
    return words.span.value.format(least=dollars(least.known(0)), most=top)


def _notices(house: House, *, spins: bool) -> Iterator[str]:
    words, pack = house.pack.sign, house.pack
    if words.no_extra.value:
        yield words.no_extra.value
    stands = pack.play.dealer_soft_17.value == "stand"
    yield words.stands_on_17.value if stands else words.hits_soft_17.value
    if limit := pack.settle.payout_limit_cents.number:
        yield words.payout_limit.value.format(limit=dollars(limit))
    if spins and pack.wheel.bonus_spin.value != "off":
        yield words.spins.value.format(blackjack=pack.words.blackjack.value)
    if spins and words.shared_pays.value:
        yield words.shared_pays.value
