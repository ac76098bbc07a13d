"""The pack's settlement rules worked out once into plain tuples, for speed.

A rate is (top, bottom, text, clause): `(3, 2, "3:2", "MA 5.f.1")`.
"""

from __future__ import annotations

from msgspec import Struct

from controller.domain import money
from controller.rules.pack.sections.settle import Tied

from .pack import Choice, Odds, Pack, Rule

Rate = tuple[int, int, str, str]
Verdict = tuple[int, Rate]
"""(1 win, 0 push, -1 lose; the rate and clause of it)."""


class Sheet(Struct, frozen=True):
    win: Rate
    doubled_win: Rate
    """Even money by the clause that bars the bonus odds."""
    split_win: Rate
    blackjack: Rate
    push: Rate
    bust: Rate
    lower: Rate
    three_eights: Rate | None
    drawn_21_v_blackjack: Verdict
    split_21_v_drawn_21: Verdict
    split_21_v_blackjack: Verdict
    counted: dict[int, Rate]
    """Bonus by number of cards, 7 = seven or more; empty = the pack has none."""
    three: dict[tuple[str, str], Rate]
    """Bonus of 6-7-8 and 7-7-7 by (ranks, `mixed` | `suited` | `spades`)."""
    bonus_on_split: bool
    bonus_on_doubled: bool


def sheet(pack: Pack) -> Sheet:
    """The pack's sheet, kept beside its fields: `replace` makes a pack without it."""
    kept = pack.__dict__.get("sheet")
    if kept is None:
        kept = pack.__dict__["sheet"] = _compile(pack)
    assert isinstance(kept, Sheet)
    return kept


def rate(leaf: Rule[str] | Odds) -> Rate:
    top, bottom = money.odds(leaf.value)
    return top, bottom, leaf.value, leaf.clause


def _compile(pack: Pack) -> Sheet:
    s = pack.settle
    win = rate(s.win)
    has_bonus = s.bonus_five_cards.value != "none"
    three = {
        (ranks, suits): rate(getattr(s, f"bonus_{ranks}_{suits}"))
        for ranks in ("678", "777")
        for suits in ("mixed", "suited", "spades")
        if has_bonus
    }
    counted = (
        {5: rate(s.bonus_five_cards), 6: rate(s.bonus_six_cards), 7: rate(s.bonus_seven_cards)}
        if has_bonus
        else {}
    )
    three_eights = s.bust_v_three_eights
    won = s.drawn_21_v_blackjack.value == "win"
    return Sheet(
        win=win,
        doubled_win=(*win[:3], s.bonus_on_doubled.clause),
        split_win=(*win[:3], s.bonus_on_split.clause),
        blackjack=rate(s.blackjack),
        push=(0, 1, "", s.tie.clause),
        bust=(1, 1, "", s.bust.clause),
        lower=(1, 1, "", s.lower.clause),
        three_eights=(0, 1, "", three_eights.clause) if three_eights.value == "push" else None,
        drawn_21_v_blackjack=(1 if won else -1, (1, 1, "", s.drawn_21_v_blackjack.clause)),
        split_21_v_drawn_21=_tied(pack, s.split_two_card_21_v_drawn_21),
        split_21_v_blackjack=_tied(pack, s.split_two_card_21_v_blackjack),
        counted=counted,
        three=three,
        bonus_on_split=s.bonus_on_split.value,
        bonus_on_doubled=s.bonus_on_doubled.value,
    )


def _tied(pack: Pack, leaf: Choice[Tied]) -> Verdict:
    match leaf.value:
        case "three_to_two":
            return 1, (3, 2, "3:2", leaf.clause)
        case "even_money":
            return 1, (1, 1, pack.settle.win.value, leaf.clause)
        case "tie":
            return 0, (0, 1, "", leaf.clause)
    return -1, (1, 1, "", leaf.clause)
