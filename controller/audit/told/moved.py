"""What each wager of a round came to: how much lay there, the result, and what moved for it.

It is read from the payments on the record; nothing is worked out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from controller.audit.scene import NTH, money, total, wager_word
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.money import Exact, dollars, exact
from controller.domain.settled import Bank
from controller.domain.wagers import Payment
from controller.procedure.queries import chips, legal, target
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Play
from controller.procedure.state.whole import State

OF_HAND = ("main",)
OF_STAKE = ("match", "insurance", "bonus_spin", "break_bonus", "xtreme")
LAST = {"bank": 1, "fee": 2}
SIGN = {"pay": 1, "take": -1}
ADJUSTED = "adjusted"


class Moved(Struct, frozen=True, kw_only=True):
    """One wager, or one payment that is no wager's. Amounts are exact cents as a player sees it."""

    box: int
    wager: str
    counts: bool = True
    """Chips lay there: `cents` None = nobody counted them."""
    cents: int | None = None
    result: str
    odds: str = ""
    moved: Exact | None = None
    """To the player, or from him below 0. None = an open amount, which `how` describes."""
    how: str = ""
    clause: str = ""


def moved(state: State, house: House) -> tuple[Moved, ...]:
    """Of the round in that state, by box; what is the bank's own comes last."""
    play = state.play
    parts: dict[tuple[int, str, str, int], list[Payment]] = {}
    for p in play.payments:
        parts.setdefault((p.box, p.wagerer, p.kind, p.hand), []).append(p)
    staked = _staked(state)
    found = [_of(play, house, staked, *key, parts[key]) for key in sorted(parts, key=_place)]
    return tuple(found)


def _place(key: tuple[int, str, str, int]) -> tuple[int, int, str, bool, int]:
    box, wagerer, kind, hand = key
    return LAST.get(kind, 0), box, wagerer, kind != "main", hand


def _staked(state: State) -> dict[tuple[int, str, str], int | None]:
    """What lay there when the round was settled; a chip sensed after it is the next round's."""
    later = {
        (e.input.box, e.input.kind)
        for e in state.log
        if isinstance(e.input, fact.WagerSensed) and e.before.round == "settled"
    }
    return {
        (w.box, w.wagerer, w.kind): w.cents
        for w in state.play.wagers
        if (w.box, w.kind) not in later
    }


def _of(
    play: Play,
    house: House,
    staked: dict[tuple[int, str, str], int | None],
    box: int,
    wagerer: str,
    kind: str,
    number: int,
    parts: list[Payment],
) -> Moved:
    at = target.find(play, box, number) if kind in OF_HAND else None
    hand = None if at is None else play.hands[at]
    cents = staked.get((box, wagerer, kind))
    if hand is not None:
        own = (s.whole for s in chips.on_hand(play, hand) if s.wagerer == wagerer)
        cents = next(own, cents)
    bank = play.bank if kind == "bank" else None
    if bank is not None:
        cents = bank.cents
    done = [p for p in parts if p.direction != "hold"] or parts
    return Moved(
        box=box,
        wager=", ".join(_name(play, house, box, wagerer, kind, number)),
        counts=kind in (*OF_HAND, *OF_STAKE) or bank is not None,
        cents=cents,
        result=_result(play, house, hand, done),
        odds=next((p.odds for p in done if p.direction == "pay"), ""),
        moved=_sum(done, bank),
        how=_how(done),
        clause=", ".join(dict.fromkeys(p.clause for p in done)),
    )


def _name(
    play: Play, house: House, box: int, wagerer: str, kind: str, number: int
) -> Iterator[str]:
    word = wager_word(house, kind)
    yield "main" if kind in OF_HAND else word
    if kind in OF_HAND and sum(1 for h in play.hands if h.box == box) > 1:
        yield f"{NTH.get(number, number)} hand"
    if wagerer:
        yield wagerer


def _sum(parts: Iterable[Payment], bank: Bank | None) -> Exact | None:
    """None = some of it is in chips that nobody counted."""
    whole: Exact = 0
    for p in parts:
        if p.direction in SIGN or bank is not None:
            if p.cents is None:
                return None
            whole += exact(p.cents) * SIGN.get(p.direction, 1)
        elif p.direction == "hold":
            return None
    if bank is not None:
        return None if bank.cents is None else whole - bank.cents
    return whole


def _how(parts: Iterable[Payment]) -> str:
    """The way that chips went whose amount is open."""
    ways = {p.direction for p in parts}
    if "hold" in ways:
        return "held"
    return "chips out" if "pay" in ways else "chips in" if "take" in ways else ""


# ---- results ----
def _result(play: Play, house: House, hand: Hand | None, parts: list[Payment]) -> str:
    ways = {p.direction for p in parts}
    first, word = parts[0], house.pack.cards.blackjack_text.value
    if ways == {"void"}:
        return first.text or "no result"
    if hand is not None:
        return _of_hand(play, house, hand, first)
    match first.kind:
        case "match":
            return "matched" if "pay" in ways else "no match"
        case "insurance":
            return f"dealer has {word}" if "pay" in ways else f"no {word}"
        case "fee":
            return "dropped"
        case "bank":
            back = first.cents
            return f"{dollars(back) if isinstance(back, int) else money(back)} back"
    if any(s.box == first.box and s.section and s.section == first.text for s in play.spins):
        return f"wheel section {first.text}"
    return first.text or {"pay": "won", "take": "lost", "hold": "held"}.get(first.direction, "back")


def _of_hand(play: Play, house: House, hand: Hand, first: Payment) -> str:
    """`18 under 19`: the hand against the dealer's, as both lay there."""
    own, word = total(house, hand), house.pack.cards.blackjack_text.value
    text = word if own == "blackjack" else own or "not turned"
    if hand.surrendered or hand.rescued:
        return f"{text}, {'rescued' if hand.rescued else 'surrendered'}"
    if first.text:
        text = f"{text}, {first.text}"
    if target.bust(house, hand) or not own or not legal.dealer_turned(play):
        return text
    dealer = legal.dealer_value(play, house)
    if first.direction == "return":
        return f"{text}, tie"
    if dealer.blackjack:
        return f"{text}, dealer {word}"
    if dealer.bust:
        return f"{text}, dealer {dealer.total}, over 21"
    if own == "blackjack":
        return text
    return f"{text} {'over' if first.direction == 'pay' else 'under'} {dealer.total}"


# ---- what was put right later ----
def adjustment(item: cmd.Adjusted, clause: str) -> Payment:
    return Payment(
        box=item.box,
        kind=ADJUSTED,
        cents=item.cents,
        direction=item.direction if item.recovered else "hold",
        clause=clause,
        text=f"form {item.form.strip()}",
    )


def put_right(p: Payment) -> Moved:
    """A payment of a closed round that was wrong; what is not recovered moved nothing."""
    cents = exact(p.cents or 0) * SIGN.get(p.direction, 0)
    result = p.text if p.direction in SIGN else f"{dollars(int(p.cents or 0))} not recovered"
    return Moved(
        box=p.box,
        wager=ADJUSTED,
        counts=False,
        result=f"paid wrong, {result}",
        moved=cents,
        clause=p.clause,
    )
