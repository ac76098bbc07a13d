"""What one more chip, or one less, on the pad would be refused for; the least that may lie there.

A chip that the table would refuse stands greyed with the table's own reason. Where the least wager
takes several chips, one touch counts it: chip by chip nobody could reach it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from controller.domain import commands as cmd
from controller.domain.money import BANK_CHIPS_CENTS, CHIPS_CENTS
from controller.domain.structs import replace
from controller.domain.views import view as page
from controller.domain.wording import sentence
from controller.procedure.queries import chips, limits
from controller.procedure.reducers.bank import player_dealer
from controller.procedure.reducers.deal import cash_and_coupons, shared_boxes, wagers
from controller.procedure.reducers.settle import settlement
from controller.procedure.state.context import Why
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.play import Play
from controller.rules import placing

WhyNot = Callable[[int | None], Why]


def counted(play: Play, house: House, item: Input, entry: page.Allowed) -> page.Allowed:
    """The entry with what its chips would be refused for."""
    match item:
        case cmd.WagerSet(medium="chips") if item.on or item.kind != "main":
            now = settlement.amount_of(play, item.box, item.kind, 1, item.wagerer) or 0
            return _greyed(play, house, entry, item, now, lambda c: _wager(play, house, item, c))
        case cmd.AmountStated():
            why = lambda c: settlement.why_not_amount(play, house, replace(item, cents=c or 0))  # noqa: E731
            return _greyed(play, house, entry, item, item.cents, why)
        case cmd.BankSet(on=True):
            held = play.bank is not None and play.bank.box == item.box
            now = (play.bank.cents or 0) if play.bank is not None and held else 0
            put = lambda c: player_dealer.why_not_bank(play, house, replace(item, cents=c))  # noqa: E731
            return _greyed(play, house, entry, item, now, put)
    return entry


def _wager(play: Play, house: House, item: cmd.WagerSet, cents: int | None) -> Why:
    said = replace(item, on=True, cents=cents)
    return (
        wagers.why_not_wager(play, house, item.box, item.kind, cents, item.wagerer)
        or cash_and_coupons.why_not_medium(play, house, said)
        or shared_boxes.why_not_uncounted(play, house, said)
    )


def _greyed(
    play: Play,
    house: House,
    entry: page.Allowed,
    item: cmd.WagerSet | cmd.AmountStated | cmd.BankSet,
    now: int,
    why_not: WhyNot,
) -> page.Allowed:
    chips = BANK_CHIPS_CENTS if isinstance(item, cmd.BankSet) else CHIPS_CENTS
    back = max((c for c in chips if c < now), default=0)
    amounts = (*(now + c for c in chips), *((now - back,) if back else ()))
    no: dict[int | None, tuple[str, str]]
    no = {cents: why for cents in amounts if (why := why_not(cents)) is not None}
    least = next((c for c in _least(play, house, item) if c > now and c not in amounts), 0)
    if not no or (least and why_not(least) is not None):
        least = 0
    if isinstance(item, cmd.WagerSet) and (why := why_not(None)) is not None:
        no[None] = why
    greyed = tuple(page.NoChip(cents=c, reason=sentence(t), clause=cl) for c, (cl, t) in no.items())
    return replace(entry, no_chips=greyed, least_cents=least)


def _least(
    play: Play, house: House, item: cmd.WagerSet | cmd.AmountStated | cmd.BankSet
) -> Iterator[int]:
    if isinstance(item, cmd.BankSet):
        yield placing.bank_least(house.pack)
        return
    if item.kind == "double":
        yield chips.main_cents(play, item.box) or 0
        return
    yield from placing.least(limits.pack(play, house, item.box), item.kind)
