"""Stated rounds with one thing changed, as text: settled otherwise, or refused with the clause.

What is changed is drawn by the case's name: a card, a step, an amount, a seat, a deck, the bank.
Of a box alone the payout calculator of the floor's page is asked, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from controller.domain.pays import Asked, AskedHand
from controller.rules.cases import Case, CaseError, pack_for, settle_case
from controller.rules.cases.pays import pays
from controller.rules.pack import apply_options

GOLDEN = Path(__file__).parents[2] / "golden" / "spoiled.txt"
CASES = Path(__file__).parents[2] / "golden" / "settlement_cases.json"
TIMES = 3
LIMIT_CENTS = 1500
STATED = ("id", "rules", "decks", "options", "dealer", "seats", "shoe")
CENTS = (0, 50, 100, 250, 400, 499, 500, 600, 700, 1000, 1001, 2500, 5000, 100_000_000)
SIDES = ("mtd", "insurance", "break_bonus", "bonus_spin", "wheel", "chip_unit")
OF_PAYS = {"mtd": "match", "insurance": "insurance", "break_bonus": "break_bonus"}
DOES = ("hit", "stand", "double", "rescue", "surrender", "split", "deal")
DEALT = ((True, True), (True, False), (False, False))
"""With a hole card and with a reader."""
Round = dict[str, Any]
Spoil = Callable[[Round, Random], str]
"""Changes a round and says what."""


def lines() -> Iterator[str]:
    cases = json.loads(CASES.read_text("utf-8"))["cases"]
    for n, stated in enumerate(cases):
        bare = {key: stated[key] for key in STATED}
        if n % 5 == 0:
            yield f"{stated['id']}, at most {LIMIT_CENTS} a hand: {_settled(bare, LIMIT_CENTS)}"
        for time in range(TIMES):
            chance = Random(f"{stated['id']}/{time}")
            round_ = json.loads(json.dumps(bare))
            what = SPOILS[(n * TIMES + time) % len(SPOILS)](round_, chance)
            if what:
                yield f"{stated['id']}, {what}: {_settled(round_)}"
                if len(round_["seats"]) == 1:
                    yield f"  of the box alone: {_paid(round_)}"


def _settled(stated: Round, limit_cents: int = 0) -> str:
    try:
        case = msgspec.convert(stated, Case)
        pack = pack_for(case)
        if limit_cents:
            pack = apply_options(pack, {"payout_limit_cents": limit_cents})
        done = settle_case(pack, case)
    except CaseError as no:
        return f"no, {no}"
    except msgspec.ValidationError as no:
        return f"unreadable, {no}"
    parts = (msgspec.structs.asdict(seat) for seat in done.seats)
    told = ("; ".join(f"{k} {v}" for k, v in seat.items() if v) for seat in parts)
    return f"dealer {done.dealer_total} | {' | '.join(told)}"


# ---- one thing changed ----
def _card(chance: Random) -> str:
    return chance.choice("A23456789TJQK") + chance.choice("shdc")


def _decks(round_: Round, chance: Random) -> str:
    round_["decks"] = chance.choice((1, 2, 4, 5, 6, 7, 8))
    return f"{round_['decks']} decks"


def _way(round_: Round, chance: Random) -> str:
    hole, reader = chance.choice(DEALT)
    round_["options"] = {"hole_card": hole, "card_reader": reader}
    return f"hole card {hole}, reader {reader}"


def _dealer(round_: Round, chance: Random) -> str:
    cards = round_["dealer"]["cards"]
    round_["shoe"] = None
    match chance.randrange(3):
        case 0:
            cards.pop()
        case 1:
            cards.append(_card(chance))
        case _:
            cards[chance.randrange(len(cards))] = _card(chance)
    return f"dealer {' '.join(cards)}"


def _seat(round_: Round, chance: Random) -> str:
    seat = chance.choice(round_["seats"])
    round_["shoe"] = None
    was, seat["seat"] = seat["seat"], chance.randrange(10)
    return f"seat {was} is {seat['seat']}"


def _player(round_: Round, chance: Random) -> str:
    if len(round_["seats"]) < 2:
        return ""
    one, other = chance.sample(round_["seats"], 2)
    one["player"] = other["player"]
    return f"seats {one['seat']} and {other['seat']} are one player's"


def _wager(round_: Round, chance: Random) -> str:
    seat = chance.choice(round_["seats"])
    seat["wager"] = chance.choice(CENTS)
    return f"wager of seat {seat['seat']} {seat['wager']}"


def _side(round_: Round, chance: Random) -> str:
    seat, kind = chance.choice(round_["seats"]), chance.choice(SIDES)
    seat[kind] = chance.choice(CENTS)
    if kind == "wheel":
        seat["bonus_spin"] = 500
    return f"{kind} of seat {seat['seat']} {seat[kind]}"


def _initial(round_: Round, chance: Random) -> str:
    seat = chance.choice(round_["seats"])
    round_["shoe"] = None
    seat["initial"][chance.randrange(2)] = _card(chance)
    return f"seat {seat['seat']} has {' '.join(seat['initial'])}"


def _step(round_: Round, chance: Random) -> str:
    seat = chance.choice(round_["seats"])
    if not seat["script"]:
        seat["script"] = [{"do": chance.choice(DOES), "card": _card(chance), "add": seat["wager"]}]
        return f"seat {seat['seat']} {seat['script']}"
    at = chance.randrange(len(seat["script"]))
    step = seat["script"][at]
    round_["shoe"] = None
    match chance.randrange(6):
        case 0:
            del seat["script"][at:]
        case 1:
            seat["script"].insert(at, dict(step))
        case 2:
            step["do"] = chance.choice(DOES)
        case 3:
            step["hand"] = step.get("hand", 0) + chance.choice((-1, 1))
        case 4:
            step["add"] = chance.choice(CENTS)
        case _:
            step["card"] = chance.choice((None, "zz", _card(chance), _card(chance)))
    said = (" ".join(str(v) for v in step.values()) for step in seat["script"])
    return f"seat {seat['seat']} plays {', '.join(said) or 'nothing'}"


def _bank(round_: Round, chance: Random) -> str:
    bank = {"seat": chance.randrange(10), "cents": chance.choice(CENTS), "seats": 7}
    round_["player_dealer"] = bank
    round_["shoe"] = None
    return f"bank of {bank['cents']} at {bank['seat']}"


def _shoe(round_: Round, chance: Random) -> str:
    shoe = round_["shoe"] or ["As"]
    round_["shoe"] = shoe
    if chance.random() < 0.5:
        shoe.pop()
        return "a shoe too short"
    at = chance.randrange(len(shoe))
    shoe[at] = _card(chance)
    return f"card {at + 1} of the shoe {shoe[at]}"


SPOILS: tuple[Spoil, ...] = (
    _step, _side, _dealer, _wager, _step, _initial, _side, _bank, _seat, _step, _player, _side,
    _decks, _way, _shoe, _wager, _side,
)  # fmt: skip


# ---- the calculator of the floor's page ----
def _paid(round_: Round) -> str:
    """The hands as they lie, as a floorperson would state them."""
    seat = round_["seats"][0]
    sides = ((kind, seat[name]) for name, kind in OF_PAYS.items() if seat.get(name))
    asked = Asked(
        dealer=tuple(round_["dealer"]["cards"]),
        main_cents=seat["wager"],
        hands=tuple(_hands(seat)),
        sides=tuple(sides),
    )
    pack = pack_for(msgspec.convert({**round_, "seats": ()}, Case))
    found = pays(pack, asked)
    told = (
        f"{p.kind} {p.hand} {p.direction} {p.cents} {p.odds} ({p.clause})" for p in found.payments
    )
    return f"{found.net}; {'; '.join(told)}" if not found.refusal else f"no, {found.refusal}"


def _hands(seat: dict[str, Any]) -> Iterator[AskedHand]:
    """What the script leads to, right or wrong: each hand's cards, doubles and mark."""
    hands: list[Round] = [{"cards": list(seat["initial"]), "doubles": [], "mark": ""}]
    for step in seat["script"]:
        hand = hands[step.get("hand", 0) % len(hands)]
        if step["do"] == "split":
            second = {"cards": [hand["cards"].pop()], "doubles": [], "mark": ""}
            hands.insert(hands.index(hand) + 1, second)
        if step["do"] in ("rescue", "surrender"):
            hand["mark"] = step["do"]
        elif step["do"] != "stand":
            hand["cards"].append(step.get("card") or "xx")
        if step["do"] == "double":
            hand["doubles"].append(step.get("add") or 0)
    for hand in hands:
        yield AskedHand(
            cards=tuple(hand["cards"]), doubles_cents=tuple(hand["doubles"]), mark=hand["mark"]
        )
