"""The opening checklist: what must be attested, each line with the value that must stand there.

A line is open until somebody has attested it as it reads now. Devices are no lines to attest: they
are there or they are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from controller.domain.structs import replace
from controller.domain.wording import dollars, odds_in_words
from controller.procedure.queries import limits
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.procedure.state.whole import Device
from controller.rules.pack import ASK
from controller.rules.pack.line_keys import LineKey
from controller.rules.settlement import fees

PLAIN = (
    "layout", "table", "shoe_place", "rack_place", "rack_height", "boxes_attached", "card_reader",
    "one_back", "approved_cards", "cutting_card", "cutting_card_kind", "sign", "fees_notice",
    "blackjack_notice", "insurance_notice", "doubled_notice", "self_test",
)  # fmt: skip
READER = "reader_inspected"
"""Attested by the inspection itself, never by hand."""
DEALT = {
    "no_hole_card": "no hole card",
    "hole_card": "hole card",
    "hole_card_reader": "hole card and card reader",
}
NOT_SET = "not stated"
NO_READER = "card reader"
"""What is missing where the way of dealing needs a reader and the table has none."""


class Line(Struct, frozen=True, array_like=True):
    key: str
    text: str
    clause: str


class _Shown(NamedTuple):
    """All that a line may show beside the pack."""

    variant: str
    reference: str
    date: str
    schedule: int
    least: int
    most: int
    reader: str


class _Kept:
    """The last answer: each input asks before and after it, and the page asks again."""

    last: tuple[House, _Shown, tuple[Line, ...]] | None = None


def lines(play: Play, devices: tuple[Device, ...], house: House) -> tuple[Line, ...]:
    """In the order of the pack."""
    shown = _Shown(
        play.variant,
        play.day.layout_reference,
        play.day.date,
        play.banking.schedule,
        *limits.of_box(play, house),
        next((d.serial for d in devices if d.role == "card_reader"), ""),
    )
    match _Kept.last:
        case (of, asked, found) if of is house and asked == shown:
            return found
    found = tuple(_lines(shown, house))
    _Kept.last = (house, shown, found)
    return found


def _lines(shown: _Shown, house: House) -> Iterator[Line]:
    asked = house.pack.opening
    for key in PLAIN:
        leaf = getattr(asked, key)
        if leaf.value:
            yield Line(key, _filled(leaf.value, shown, house), leaf.clause)
    if asked.odds_notice.value:
        for wager, odds in _odds(house):
            text = asked.odds_notice.value.format(odds=f"{wager} {odds}")
            yield Line(f"odds.{wager}", text, asked.odds_notice.clause)
    limits = asked.limits_notice
    if limits.value and _limited(house):
        yield Line("limits_notice", _filled(limits.value, shown, house), limits.clause)
    limit = asked.payout_limit_notice
    if limit.value and asked.odds_on.value == "sign":
        yield Line("payout_limit_notice", _filled(limit.value, shown, house), limit.clause)
    match = asked.match_max_notice
    if match.value and house.pack.deal.match.value:
        yield Line("match_max_notice", _filled(match.value, shown, house), match.clause)
    dealt = asked.variant_notice
    if dealt.value and shown.variant != "no_hole_card":
        yield Line("variant_notice", _filled(dealt.value, shown, house), dealt.clause)
    lock = asked.shoe_lock
    if lock.value and house.pack.shoe.lock.value == "on":
        yield Line("shoe_lock", _filled(lock.value, shown, house), lock.clause)
    if house.pack.deal.reader_inspection.value == "daily" and shown.variant == "hole_card_reader":
        text = asked.reader_inspected.value.format(date=shown.date, serial=shown.reader).strip()
        yield Line(READER, text, house.pack.deal.reader_inspection.clause)


class _Values:
    """What may stand in a line; each is computed where a line asks for it."""

    def __init__(self, shown: _Shown, house: House) -> None:
        self._shown, self._house = shown, house

    def __getitem__(self, name: str) -> object:
        house, deal = self._house, self._house.pack.deal
        match name:
            case "reference":
                return self._shown.reference or NOT_SET
            case "boxes":
                return house.boxes
            case "cards":
                return house.shoe_cards
            case "cover_cards":
                return house.pack.shoe.cover_cards.value
            case "game":
                return house.pack.words.game.value
            case "limits":
                return f"{_amount(self._shown.least)} to {_amount(self._shown.most)}"
            case "match_max":
                return _amount(deal.match_max_cents.value)
            case "payout_limit":
                return _amount(house.pack.settle.payout_limit_cents.value)
            case "lock_release":
                return house.pack.shoe.lock_release_s.number
            case "dealt":
                return DEALT[self._shown.variant]
            case "fees":
                return _fees(self._shown, house)
        raise KeyError(name)


def _filled(text: str, shown: _Shown, house: House) -> str:
    return text.format_map(_Values(shown, house)) if "{" in text else text


def _amount(cents: object) -> str:
    return dollars(cents) if isinstance(cents, int) and cents else NOT_SET


def _limited(house: House) -> bool:
    """A limit that is still to be asked for stands nowhere."""
    deal = house.pack.deal
    return ASK not in (deal.main_min_cents.value, deal.main_max_cents.value)


def _fees(shown: _Shown, house: House) -> str:
    """The schedule in force as a sign shows it."""
    in_force = shown.schedule or house.pack.settle.fee_schedule.value
    table = fees.schedule(house.pack, in_force)
    if table is None:
        return "no fees"
    bands = ", ".join(
        f"to {dollars(bound)}: {dollars(fee)}" if bound else f"over: {dollars(fee)}"
        for bound, fee in table.value
    )
    player = dollars(house.pack.settle.fee_player_cents.value)
    return f"schedule {in_force}: {bands}; player {player}"


def _odds(house: House) -> Iterator[tuple[str, str]]:
    """Each wager that the table offers, with its odds or amounts."""
    settle, deal, wheel = house.pack.settle, house.pack.deal, house.pack.wheel
    word = house.pack.cards.blackjack_text.value
    yield (
        "main",
        f"{odds_in_words(settle.win.value)}, {word} {odds_in_words(settle.blackjack.value)}",
    )
    if settle.insurance.value != "none":
        yield "insurance", odds_in_words(settle.insurance.value)
    if deal.match.value:
        same = getattr(settle, f"match_{house.decks}_decks_same_suit").value
        other = getattr(settle, f"match_{house.decks}_decks_other_suit").value
        yield "match", f"{odds_in_words(same)} same suit, {odds_in_words(other)} other"
    if wheel.bonus_spin.value != "off":
        sections = ", ".join(f"{s.symbol} {dollars(s.cents)}" for s in house.wheel)
        tables = [t for t in (wheel.paytable_100.value, wheel.paytable_500.value) if t.isupper()]
        yield "bonus spin", sections or f"paytable {' and '.join(tables) or NOT_SET}"


def is_right(play: Play, line: Line) -> bool:
    return any(a.right and (a.line, a.text) == (line.key, line.text) for a in play.day.attested)


def is_wrong(play: Play, line: Line) -> bool:
    """Somebody has said that it is not as it reads."""
    return any(not a.right and (a.line, a.text) == (line.key, line.text) for a in play.day.attested)


def open_lines(play: Play, devices: tuple[Device, ...], house: House) -> tuple[Line, ...]:
    """Wrong ones first."""
    right = {(a.line, a.text) for a in play.day.attested if a.right}
    left = [x for x in lines(play, devices, house) if (x.key, x.text) not in right]
    return tuple(sorted(left, key=lambda line: not is_wrong(play, line)))


def after_round(play: Play, devices: tuple[Device, ...], house: House) -> LineKey | None:
    """What it asks for once the layout is cleared, before a card; None = nothing."""
    if play.opening != "open" or play.round != "settled":
        return None
    after = replace(play, variant=play.next_variant or play.variant)
    left = open_lines(after, devices, house)
    if play.limits.ripe or any(line.key != READER for line in left):
        return "checklist"
    return "reader_inspection" if left else None


def reader_due(play: Play, devices: tuple[Device, ...], house: House) -> bool:
    return any(line.key == READER for line in open_lines(play, devices, house))


def not_ready(play: Play, devices: tuple[Device, ...]) -> tuple[str, ...]:
    """Devices that the table needs and that do not answer, by name; a role that no device has."""
    found = [d.name for d in devices if not (d.up or d.out_of_service)]
    if play.variant == "hole_card_reader" and all(d.role != "card_reader" for d in devices):
        found.append(NO_READER)
    return tuple(found)
