"""The players' sign: game, pays, wheel results; never cards, totals, depth or a hold's reason."""

from __future__ import annotations

from typing import Literal

from controller.domain import floor_view as f
from controller.procedure.house import House
from controller.procedure.irregularities import catalog
from controller.procedure.state import State
from controller.procedure.wording import dollars

from . import prizes
from .frame import Frame


def sign_view(state: State, house: House, frame: Frame) -> f.SignView:
    p, pack = state.play, house.pack
    held = frame.cannot_record or catalog.hold(p, house, state.devices) is not None
    now: Literal["Bets open", "Dealing", "Please wait"] = "Dealing"
    if held or p.opening != ("open",) or p.shoe in (("empty",), ("rest_due",)):
        now = "Please wait"
    elif p.round == ("wagering",):
        now = "Bets open"
    settle = pack.settle
    pays = (
        f.PayLine(what=pack.words.blackjack.value, pays=_odds(settle.blackjack.value)),
        f.PayLine(what="21 with 5 cards", pays=_odds(settle.bonus_five_cards.value)),
        f.PayLine(what="21 with 6 cards", pays=_odds(settle.bonus_six_cards.value)),
        f.PayLine(what="21 with 7 or more", pays=_odds(settle.bonus_seven_cards.value)),
        f.PayLine(what="6-7-8 or 7-7-7 mixed", pays=_odds(settle.bonus_678_mixed.value)),
        f.PayLine(what="6-7-8 or 7-7-7 suited", pays=_odds(settle.bonus_678_suited.value)),
        f.PayLine(what="6-7-8 or 7-7-7 of spades", pays=_odds(settle.bonus_678_spades.value)),
    )
    wheel = tuple(f.PayLine(what=f"Wheel {s.symbol}", pays=dollars(s.cents)) for s in house.wheel)
    return f.SignView(
        game=pack.words.game.value,
        table=frame.table.id,
        state=now,
        held=held,
        simulated=frame.simulated,
        decks=f"{house.decks} decks without tens",
        limits=_limits(house),
        pays=pays,
        side_pays=wheel,
        meters=prizes.on_the_sign(p, house),
        wheel_results=p.last_results[:8],
    )


def _limits(house: House) -> tuple[f.PayLine, ...]:
    """What the operator has set; a limit that is still to be asked for is not shown."""
    deal = house.pack.deal
    least, most = deal.main_min_cents, deal.main_max_cents
    found = []
    if "ask" not in (least.value, most.value):
        span = f"{dollars(least.known(0))} to {dollars(most.known(0))}"
        found.append(f.PayLine(what="Wager", pays=span))
    if deal.match_max_cents.value != "ask":
        found.append(f.PayLine(what="Match to", pays=dollars(deal.match_max_cents.known(0))))
    return tuple(found)


def _odds(text: str) -> str:
    return text.replace(":", " to ")
