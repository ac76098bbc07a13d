"""What the players' sign prints of the pack: odds and amounts of every wager that is offered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.domain.views import floor_view as floor_page
from controller.domain.wording import dollars, first_upper, odds_in_words
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.rules.pack.leaf import Rule
from controller.rules.settlement import fees

NONE = "none"
COMBINATIONS = (
    "two_same_suit",
    "one_of_each",
    "two_other_suit",
    "one_same_suit",
    "one_other_suit",
)
BREAKS = (("three", 3), ("four", 4), ("five", 5), ("six", 6), ("seven", 7), ("eight", 8))


def main(house: House) -> floor_page.PayTable:
    """The wager itself and its insurance."""
    words, settle = house.pack.sign, house.pack.settle
    lines = [
        _line(first_upper(house.pack.words.blackjack.value), settle.blackjack.value),
        _line(words.other_win.value, settle.win.value),
        _line(words.five_cards.value, settle.bonus_five_cards.value),
        _line(words.six_cards.value, settle.bonus_six_cards.value),
        _line(words.seven_cards.value, settle.bonus_seven_cards.value),
        *_three_cards(words.mixed, settle.bonus_678_mixed.value, settle.bonus_777_mixed.value),
        *_three_cards(words.suited, settle.bonus_678_suited.value, settle.bonus_777_suited.value),
        *_three_cards(words.spades, settle.bonus_678_spades.value, settle.bonus_777_spades.value),
        _line(words.insurance.value, settle.insurance.value),
    ]
    return floor_page.PayTable(
        title=words.cards_used.value.format(decks=house.decks), lines=_said(lines)
    )


def _three_cards(words: Rule[str], run: str, sevens: str) -> Iterator[floor_page.PayLine]:
    """One line where both are paid alike."""
    if run == sevens:
        yield _line(words.value.format(which="6-7-8 or 7-7-7"), run)
    else:
        yield _line(words.value.format(which="6-7-8"), run)
        yield _line(words.value.format(which="7-7-7"), sevens)


def match(house: House) -> tuple[floor_page.PayTable, ...]:
    words, settle = house.pack.sign, house.pack.settle
    if not house.pack.deal.match.value:
        return ()
    if settle.match_pays.value == "each_card":
        title, of = words.each_card.value, f"match_{house.decks}_decks_"
        names: tuple[str, ...] = ("same_suit", "other_suit")
    else:
        title, of, names = words.both_cards.value, "match_", COMBINATIONS
    lines = [_line(getattr(words, n).value, getattr(settle, of + n).value) for n in names]
    return (floor_page.PayTable(title=title, lines=_said(lines)),)


def super_bonus(house: House) -> tuple[floor_page.PayTable, ...]:
    words, settle = house.pack.sign, house.pack.settle
    if not settle.super_up_ranks.value:
        return ()
    low, high = settle.super_low_from_cents.value, settle.super_high_from_cents.value
    if high:
        span = words.wager_span.value.format(least=dollars(low), most=dollars(high - 1))
        lines = [
            _prize(span, settle.super_low_cents.value),
            _prize(
                words.wager_from.value.format(least=dollars(high)), settle.super_high_cents.value
            ),
        ]
    else:
        lines = [_prize(words.any_wager.value, settle.super_low_cents.value)]
    lines.append(_prize(words.envy.value, settle.envy_cents.value))
    return (floor_page.PayTable(title=words.super_bonus.value, lines=tuple(lines)),)


def breaks(house: House) -> tuple[floor_page.PayTable, ...]:
    words, settle = house.pack.sign, house.pack.settle
    if not house.pack.deal.break_bonus.value:
        return ()
    lines = [
        _line(words.breaks_with.value.format(cards=n), getattr(settle, f"break_{name}_cards").value)
        for name, n in BREAKS
    ]
    return (floor_page.PayTable(title=words.breaks.value, lines=_said(lines)),)


def collection(p: Play, house: House) -> tuple[floor_page.PayTable, ...]:
    """The schedule in force, as it is posted."""
    words = house.pack.sign
    table = fees.schedule(house.pack, p.banking.schedule)
    if table is None:
        return ()
    lines = [floor_page.PayLine(what=words.fee_player.value, pays=dollars(_player(house)))]
    bounds = [bound for bound, _ in table.value]
    for bound, fee in table.value:
        text = words.fee_to if bound else words.fee_over
        what = text.value.format(bound=dollars(bound or bounds[-2]))
        lines.append(floor_page.PayLine(what=what, pays=dollars(fee)))
    return (floor_page.PayTable(title=words.fees.value, lines=tuple(lines)),)


def _player(house: House) -> int:
    return house.pack.settle.fee_player_cents.value


def _line(what: str, odds: str) -> floor_page.PayLine:
    return floor_page.PayLine(what=what, pays="" if odds == NONE else odds_in_words(odds))


def _prize(what: str, cents: int) -> floor_page.PayLine:
    return floor_page.PayLine(what=what, pays=f"+{dollars(cents)}")


def _said(lines: Iterable[floor_page.PayLine]) -> tuple[floor_page.PayLine, ...]:
    """Without what the text does not pay."""
    return tuple(line for line in lines if line.pays)
