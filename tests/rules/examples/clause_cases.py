"""Short forms for the ledger's own cases: a row is its clauses, what is given, what follows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from controller.domain.cards import Card
from controller.domain.cards import cards as parse_cards
from controller.domain.settled import PlayedHand, PlayedRound
from controller.domain.wagers import Payment, Wager
from controller.rules import pack as packs
from controller.rules.decisions import Situation
from controller.rules.pack import Pack
from controller.rules.settlement import settle

MA, MA_SPIN, MD, NH, CA = (
    "massachusetts",
    "massachusetts-bonus-spin",
    "maryland",
    "boston-billiard",
    "pure-21-5",
)


def case(clauses: str, *given: Any) -> Any:
    """A row of a table that proves the clauses, separated by commas: `"MA 5.f.1, MD 12.B.1"`."""
    ids = [one.strip() for one in clauses.split(",")]
    return pytest.param(*given, marks=pytest.mark.clause(*ids), id=f"{clauses}: {given[-2]}"[:60])


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def pack(name: str, **options: object) -> Pack:
    """A pack with an operator's choices set, under an approval."""
    approval = {"reference": "test", "date": "2026-01-01"}
    return packs.apply_options(
        packs.load(name),
        {key: {"value": value, "approval": approval} for key, value in options.items()},
    )


def situation(text: str, up: str = "6", **given: Any) -> Situation:
    return Situation(cards=cards(text), up_rank=up, **given)


WAGERS = {
    "": "main",
    "match": "match",
    "ins": "insurance",
    "bonus": "bonus_spin",
    "break": "break_bonus",
    "x16": "xtreme",
}


def cents(dollars: str) -> int:
    return round(float(dollars) * 100)


def box_of(text: str) -> tuple[PlayedHand, list[Wager]]:
    """One hand, `2.1 $20 match$5: 8h 3d 9c split x$20`.

    Box (and hand), wagers with their dollars, cards, marks: `split`, `x$20` (doubled with $20,
    `xx$60` twice, together $60), `rescued`, `surrendered`, `dead`.
    """
    head, _, tail = text.partition(":")
    place, *bets = head.split()
    box, _, number = place.partition(".")
    wagers = []
    for bet in bets:
        kind, _, dollars = bet.partition("$")
        wagers.append(Wager(int(box), "", WAGERS[kind], cents(dollars)))
    words = tail.split()
    held = [word for word in words if word[0] in "A23456789TJQK" and len(word) == 2]
    doubles = [word for word in words if word[0] == "x"]
    count, _, added = doubles[0].partition("$") if doubles else ("", "", "")
    return (
        PlayedHand(
            box=int(box),
            hand=int(number or 1),
            cards=cards(" ".join(held)),
            split="split" in words,
            doubled=len(count),
            doubled_cents=cents(added) if added else None,
            rescued="rescued" in words,
            surrendered="surrendered" in words,
            dead="dead" in words,
        ),
        wagers,
    )


def played(dealer: str, boxes: str, **given: Any) -> PlayedRound:
    """A round; hands stand between `|`."""
    parts = [box_of(one) for one in boxes.split("|")]
    return PlayedRound(
        decks=given.pop("decks", 6),
        hands=tuple(hand for hand, _ in parts),
        wagers=(*(w for _, ws in parts for w in ws), *given.pop("wagers", ())),
        dealer=cards(dealer),
        **given,
    )


def said(payment: Payment) -> str:
    """`1 pay 15`, `2 match take 5`, `3.2 return 20`."""
    place = f"{payment.box}.{payment.hand}" if payment.hand > 1 else str(payment.box)
    kind = "" if payment.kind == "main" else f"{payment.kind} "
    amount = "?" if payment.cents is None else dollars(payment.cents)
    who = f" {payment.wagerer}" if payment.wagerer else ""
    return f"{place}{who} {kind}{payment.direction} {amount}"


def dollars(amount: int | str) -> str:
    return f"{float(Fraction(amount)) / 100:.4f}".rstrip("0").rstrip(".")


def account(text: Pack, played_round: PlayedRound) -> list[str]:
    """All movements of the round, in their order."""
    return [said(p) for p in settle(text, played_round)]


def listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
