"""The player-dealer game: the bank's money acts in the order of the action button.

Each dollar of the bank's wager acts once, whether it pays or collects; `two_caps` and `net` are
the two other readings. What the money does not reach goes back: no action, counted or not.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from controller.domain.money import Exact
from controller.domain.settled import Bank, PlayedRound
from controller.domain.structs import replace
from controller.rules.hands import is_blackjack
from controller.rules.pack import Pack
from controller.rules.stakes import Item

COUNT = {**{str(n): n for n in range(2, 10)}, "A": 1, "J": 11, "Q": 12, "K": 13}
"""What the hole card counts for the action button: not its hand value."""


class Covered(Struct, frozen=True):
    items: tuple[Item, ...]
    bank_after: Exact
    """What the player-dealer takes back: the wager put up, less paid, plus collected."""
    paid: Exact
    collected: Exact
    asked: Item | None = None
    """The first wager that the money reaches and whose amount is open: nothing after it is done."""


def button(bank: Bank, hole_rank: str) -> int:
    """The box with which the action begins."""
    others = [box for box in range(1, bank.boxes + 1) if box != bank.box]
    return others[(COUNT[hole_rank] - 1) % len(others)]


def action_order(bank: Bank, hole_rank: str) -> tuple[int, ...]:
    others = [box for box in range(1, bank.boxes + 1) if box != bank.box]
    start = others.index(button(bank, hole_rank))
    return (*others[start:], *others[:start])


def in_action_order(played: PlayedRound, items: Iterable[Item]) -> list[Item]:
    """Seat by seat from the button: the hands of the base wager, then the match wager.

    A round that ends before the turn has no button: from the first seat.
    """
    if played.bank is None or len(played.dealer) < 2:
        return sorted(items, key=lambda i: (i.box, i.kind != "main", i.hand))
    places = {b: n for n, b in enumerate(action_order(played.bank, played.dealer[1].rank))}
    return sorted(items, key=lambda i: (places[i.box], i.kind != "main", i.hand))


def in_turn(pack: Pack, played: PlayedRound, items: Iterable[Item]) -> list[Item]:
    """In action order; before it blackjacks that are paid early, as their cards were dealt.

    They are paid while the hole card lies face down, so nothing of it may order them.
    """
    ordered = in_action_order(played, items)
    bank = played.bank
    if bank is None or pack.settle.blackjack_paid.value != "early":
        return ordered
    first = {(h.box, h.hand) for h in played.hands if is_blackjack(h.cards) and not h.split}
    early = [i for i in ordered if i.kind == "main" and (i.box, i.hand) in first]
    early.sort(key=lambda i: (i.box < bank.box, i.box))
    return [*early, *(i for i in ordered if i not in early)]


def covered(pack: Pack, played: PlayedRound, items: list[Item]) -> Covered:
    """Settle every wager within the cover, in action order, up to the first that must be counted.

    A push uses none of the cover, and past its end nothing is counted any more.
    """
    bank = played.bank
    assert bank is not None
    put_up = bank.cents
    assert put_up is not None
    ordered = in_turn(pack, played, items)
    model = pack.settle.bank_model
    paid: Exact = 0
    collected: Exact = 0
    done: list[Item] = []
    asked: Item | None = None
    for item in ordered:
        room = _room(model.value, put_up, paid, collected, paying=item.win > 0)
        due: Exact = item.win if item.win > 0 else item.lost
        if due and room > 0 and not item.known:
            asked = item
            break
        moved: Exact = min(due, room)
        short = moved < due
        clause = model.clause if short else item.clause
        note = "no action" if short and moved == 0 else "covered in part" if short else item.text
        if item.win > 0:
            paid += moved
            done.append(replace(item, win=moved, clause=clause, text=note))
        else:
            collected += moved
            done.append(replace(item, lost=moved, clause=clause, text=note))
    after = put_up - paid + collected
    _assert_cover(model.value, put_up, paid, collected)
    return Covered(tuple(done), after, paid, collected, asked)


def _room(model: str, put_up: int, paid: Exact, collected: Exact, *, paying: bool) -> Exact:
    match model:
        case "two_caps":
            return put_up - (paid if paying else collected)
        case "net":
            return put_up - paid + collected if paying else put_up + paid - collected
    return put_up - paid - collected


def _assert_cover(model: str, put_up: int, paid: Exact, collected: Exact) -> None:
    """The bank never wins or loses more than was put up."""
    assert -put_up <= paid - collected <= put_up, "the bank moved more than it put up"
    if model == "each_dollar_once":
        assert paid + collected <= put_up, "a dollar of the bank acted twice"
