"""The main wagers of a round: base, doubles, splits, rescue, surrender, original wager only."""

from __future__ import annotations

from collections import defaultdict

from controller.domain import money
from controller.domain.money import Exact
from controller.domain.settled import Cover, PlayedHand, PlayedRound
from controller.domain.structs import replace
from controller.domain.wagers import Wager
from controller.rules.decisions import doubles_all
from controller.rules.outcome import DealerResult, dealer_result, verdict
from controller.rules.pack import Pack
from controller.rules.sheet import Sheet, sheet
from controller.rules.stakes import Item, capped


def main_items(pack: Pack, played: PlayedRound) -> list[Item]:
    """One item per hand and wagerer, in box and hand order."""
    rules, dealer = sheet(pack), dealer_result(played.dealer)
    mains: dict[int, list[Wager]] = defaultdict(list)
    for wager in played.wagers:
        if wager.kind == "main":
            mains[wager.box].append(wager)
    items: list[Item] = []
    for hand in played.hands:
        for wager in mains[hand.box]:
            cover = cover_of(hand, wager.wagerer)
            if cover is None or cover.on:
                items.append(_item(pack, rules, dealer, hand, wager, cover))
    s = pack.settle
    if dealer.blackjack and (s.original_only.value or s.original_only_split.value):
        return _original_only(pack, items, mains, {h.box: h.split for h in played.hands})
    return items


def cover_of(hand: PlayedHand, wagerer: str) -> Cover | None:
    return next((c for c in hand.covers if c.wagerer == wagerer), None) if hand.covers else None


def _item(
    pack: Pack,
    rules: Sheet,
    dealer: DealerResult,
    hand: PlayedHand,
    wager: Wager,
    cover: Cover | None,
) -> Item:
    doubles = hand.doubled if cover is None else cover.doubled
    added = hand.doubled_cents if cover is None else cover.doubled_cents
    if added is None and wager.cents is not None and doubles_all(pack):
        added = wager.cents * _in_full(pack, doubles)
    known = wager.cents is not None and (not doubles or added is not None)
    base: int = wager.cents if known and wager.cents is not None else 1
    stake = base + (0 if not doubles else (added or 0) if known else _in_full(pack, doubles))
    if cover is not None:
        hand = replace(hand, rescued=cover.rescued)
    if hand.dead or hand.rescued or hand.surrendered:
        return _ended(
            *(pack, dealer, hand, wager), doubles=doubles, base=base, stake=stake, known=known
        )
    sign, by = verdict(rules, hand.cards, dealer, split=hand.split, doubled=hand.doubled > 0)
    return Item(
        box=hand.box,
        wagerer=wager.wagerer,
        kind="main",
        hand=hand.hand,
        stake=stake,
        win=money.times(stake, by[0], by[1]) if sign > 0 else 0,
        lost=stake if sign < 0 else 0,
        known=known,
        odds=by[2],
        clause=by[3],
    )


def _in_full(pack: Pack, doubles: int) -> int:
    """What uncounted doubles have added, in units of the wager, had each been in full."""
    return int(2**doubles) - 1 if doubles_all(pack) else doubles


def _ended(
    pack: Pack,
    dealer: DealerResult,
    hand: PlayedHand,
    wager: Wager,
    *,
    doubles: int,
    base: int,
    stake: int,
    known: bool,
) -> Item:
    s = pack.settle
    _refuse_unknown(pack, hand)
    item = Item(
        box=hand.box,
        wagerer=wager.wagerer,
        kind="main",
        hand=hand.hand,
        stake=stake,
        known=known,
        clause=s.dead_hand.clause,
    )
    if hand.dead:
        return replace(item, void=True, text="dead hand")
    if hand.rescued:
        last: Exact = stake - base if doubles <= 1 else money.times(stake, 1, 2)
        return replace(item, lost=stake - last, clause=s.rescued.clause, text="rescue")
    if dealer.blackjack and s.surrendered_v_blackjack.value == "whole":
        clause = s.surrendered_v_blackjack.clause
        return replace(item, lost=stake, clause=clause, text="surrender")
    top, bottom = money.odds(s.surrendered.value)
    lost = money.times(stake, top, bottom)
    return replace(
        item, lost=lost, odds=s.surrendered.value, clause=s.surrendered.clause, text="surrender"
    )


def _refuse_unknown(pack: Pack, hand: PlayedHand) -> None:
    for given, leaf in (
        (hand.rescued, pack.settle.rescued),
        (hand.surrendered, pack.settle.surrendered),
    ):
        if given and leaf.value == "none":
            raise ValueError(f"box {hand.box}: nobody can do that here ({leaf.clause})")


def _original_only(
    pack: Pack, items: list[Item], mains: dict[int, list[Wager]], split: dict[int, bool]
) -> list[Item]:
    """Collect one original wager in all from each wagerer of a box, busts included.

    A rescued hand has given up the original already, so it comes first.
    """
    left: dict[tuple[int, str], Exact] = {
        (box, wager.wagerer): 1 if wager.cents is None else wager.cents
        for box, wagers in mains.items()
        for wager in wagers
    }
    found: dict[tuple[int, str, int], Item] = {}
    for item in sorted(items, key=lambda i: i.text != "rescue"):
        key = (item.box, item.wagerer)
        most = left[key] if item.known or item.stake == 1 else min(left[key], 1)
        leaf = pack.settle.original_only_split if split[item.box] else pack.settle.original_only
        kept = capped(item, most, leaf.clause) if leaf.value else item
        left[key] -= kept.lost
        found[item.box, item.wagerer, item.hand] = kept
    return [found[item.box, item.wagerer, item.hand] for item in items]
