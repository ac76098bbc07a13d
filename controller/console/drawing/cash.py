"""Money in a box of the dealer's page: marks and results in rows, whole at every size.

Rows are laid here and not by the browser, so that a test can lay every box there may be. What does
not fit in one row goes to more and smaller rows, down to the least size that can be read; what
still does not fit goes to a second page of the box, which a touch turns to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from controller.domain.structs import replace
from controller.domain.views.view import Box, DealerView, Hand, Payment, Wager
from controller.domain.wording import SIGNS

from . import words
from .widths import width

Say = Callable[[str], str]
"""Says a text in the page's language."""
WORDS = {"pay": "PAY", "take": "TAKE", "push": "PUSH"}
SIGNED = {**SIGNS, "push": "="}
STYLED = {SIGNS["pay"]: " cash--pay", SIGNS["take"]: " cash--take"}


class Cell(Struct, frozen=True, kw_only=True):
    """One thing that is never parted: a wager, a result, the number of a hand."""

    look: str
    """`mark` with a letter in a shape, `res` with an arrow, `hand` of a split box."""
    css: str = ""
    letter: str = ""
    text: str = ""
    short: str = ""
    """Instead of the text where room is scarce."""
    new_row: bool = False


class Level(Struct, frozen=True):
    """How small the rows are. Units: pixels of the artboard."""

    no: int
    font: int
    rows: int
    mark: int
    """A mark beside its text."""
    res: int
    """A result beside its text: arrow, frame, padding."""
    short: bool = False
    cards: str = ""
    """How low the small cards of a tile are: `low`, `least`, or `none` are shown."""


class Laid(Struct, frozen=True, kw_only=True):
    level: int
    short: bool
    cards: str = ""
    pages: tuple[tuple[tuple[Cell, ...], ...], ...]


GAP = 5
WIDTH = {"large": 151, "small": 94}
LEVELS = {
    "large": (
        Level(0, 20, 1, 34, 40),
        Level(1, 17, 2, 26, 30),
        Level(2, 17, 2, 26, 30, short=True),
        Level(3, 17, 3, 23, 18, short=True),
    ),
    "small": (
        Level(0, 16, 1, 24, 25),
        Level(1, 15, 3, 21, 14, short=True, cards="low"),
        Level(1, 15, 4, 21, 14, short=True, cards="least"),
        Level(2, 15, 5, 21, 14, short=True, cards="none"),
    ),
}
OF_MANY = {
    "large": (Level(1, 17, 2, 26, 30), Level(3, 17, 4, 23, 18, short=True)),
    "small": (Level(2, 15, 5, 21, 14, short=True, cards="none"),),
}
"""Of three or four hands, and of any split box on a small screen: a list of the hands."""
OF_BETS = {
    "large": (Level(0, 20, 1, 34, 40), Level(1, 17, 2, 26, 30), Level(2, 17, 2, 24, 30)),
    "small": (Level(1, 15, 2, 21, 14, short=True),),
}
TOP = {"large": 106, "small": 0}
"""Beside the number of the box, for the main wager."""
RING = 33
WIDER = 9
"""A mark with two letters."""


# ---- the main wager beside the box's number ----
class Stake(Struct, frozen=True, kw_only=True):
    """`size` in pixels; 0 = it does not fit beside the number."""

    lines: tuple[str, ...] = ()
    size: int = 0
    ring: bool = True


def stake(box: Box, size: str, said: Say = str) -> Stake:
    mains = [w for w in box.wagers if w.kind == "main"]
    if not mains or size == "small":
        return Stake()
    for english, sizes in _stake_lines(box, mains):
        lines = tuple(map(said, english))
        for font in sizes:
            broad = max(width(line, font) for line in lines)
            for ring in (True, False):
                if broad + (RING if ring else 0) + _more(box) <= TOP[size]:
                    return Stake(lines=lines, size=font, ring=ring)
    return Stake()


def _stake_lines(box: Box, mains: list[Wager]) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    if len(mains) > 2:
        amounts = {_amount(w) for w in mains}
        if len(amounts) == 1 and not any(h.doubled for h in box.hands):
            yield (f"{len(mains)} × {amounts.pop()}",), (22, 18)
        return
    doubled = [h.doubled for h in box.hands] or [False]
    if len(mains) == 1:
        if doubled[0]:
            yield (_amount(mains[0]), f"+{added(box.hands[0])}"), (17,)
        else:
            yield (_amount(mains[0]),), (22, 18)
    elif not any(doubled):
        yield (f"{_amount(mains[0])} | {_amount(mains[1])}",), (18,)


def _more(box: Box) -> float:
    return width(f"+{box.more}", 17) + 8 if box.more else 0


def _amount(wager: Wager) -> str:
    return wager.text or words.money(wager.cents)


def added(hand: Hand) -> str:
    """What was added to a doubled hand."""
    return words.money(hand.stakes[1]) if hand.stakes else "chips"


# ---- rows ----
def laid(box: Box, view: DealerView, size: str, said: Say = str) -> Laid:
    """Lay everything that the box has to say about money, in the words that are drawn."""
    cells = tuple(_said(cell, said) for cell in _cells(box, view, size, said))
    listed = len(box.hands) > 2 or (size == "small" and len(box.hands) > 1)
    return fit(cells, (OF_MANY if listed else LEVELS)[size], WIDTH[size])


def bets(box: Box, size: str, said: Say = str) -> Laid:
    """Lay the wagers beside the main one, while wagers are open."""
    beside = (w for w in box.wagers if w.kind not in ("main", "bank"))
    cells = tuple(_said(_mark(w), said) for w in beside)
    return fit(cells, OF_BETS[size], WIDTH[size])


def _said(cell: Cell, said: Say) -> Cell:
    return replace(cell, text=said(cell.text), short=said(cell.short))


def fit(cells: tuple[Cell, ...], levels: tuple[Level, ...], room: int) -> Laid:
    """The first level at which all rows fit; else pages of the last one."""
    for level in levels:
        rows = _rows(cells, level, room)
        if len(rows) <= level.rows and all(broad(row, level) <= room for row in rows):
            return Laid(level=level.no, short=level.short, cards=level.cards, pages=(rows,))
    last = levels[-1]
    rows = _rows(cells, last, room)
    chunks = tuple(rows[n : n + last.rows] for n in range(0, len(rows), last.rows))
    return Laid(level=last.no, short=last.short, cards=last.cards, pages=chunks)


def text_at(cell: Cell, level: Level) -> str:
    return cell.short if level.short and cell.short else cell.text


def _one(cell: Cell, level: Level) -> float:
    beside = {"mark": level.mark, "res": level.res}.get(cell.look, 0)
    text = text_at(cell, level)
    wide = WIDER if len(cell.letter) > 1 else 0
    return wide + (beside + width(text, level.font) if text else level.mark)


def broad(row: tuple[Cell, ...], level: Level) -> float:
    return sum(_one(cell, level) for cell in row) + GAP * (len(row) - 1)


def _rows(cells: tuple[Cell, ...], level: Level, room: int) -> tuple[tuple[Cell, ...], ...]:
    rows: list[tuple[Cell, ...]] = []
    for cell in _parted(cells, level, room):
        if rows and not cell.new_row and broad((*rows[-1], cell), level) <= room:
            rows[-1] = (*rows[-1], cell)
        else:
            rows.append((cell,))
    return tuple(rows)


def _parted(cells: tuple[Cell, ...], level: Level, room: int) -> Iterator[Cell]:
    """An amount that is too long beside its letter stands under it."""
    for cell in cells:
        if cell.look == "mark" and _one(cell, level) > room:
            yield replace(cell, text="")
            yield Cell(look="hand", css=cell.css, text=cell.text)
        else:
            yield cell


def _cells(box: Box, view: DealerView, size: str, said: Say) -> Iterator[Cell]:
    paid = [p for p in view.payments if p.box == box.no]
    mains = [p for p in paid if p.kind == "main"]
    if mains:
        yield from _results(box, mains, size)
    else:
        yield from _stakes(box, size, said)
    told = {(p.kind, p.wagerer) for p in paid}
    for wager in box.wagers:
        settled = mains and wager.state == "settled"
        if wager.kind != "main" and not settled and (wager.kind, wager.wagerer) not in told:
            yield from _matched(wager, view, size) or (
                _spun(_mark(wager), view, wager.box, wager.kind),
            )
            if _spins(view, wager.box, wager.kind):
                yield Cell(look="res", css="res--spin", text="SPIN")
    for payment in paid:
        if payment.kind != "main" and (payment.state != "closed" or not mains):
            yield _spun(_side(payment), view, payment.box, payment.kind)


def _matched(wager: Wager, view: DealerView, size: str) -> tuple[Cell, ...]:
    """A match wager with what moves; a small screen has room for that alone."""
    move = view.match.of(wager.box, wager.wagerer) if view.match and wager.kind == "match" else None
    if move is None:
        return ()
    mark = _mark(wager)
    amount = words.money(move.cents) if move.cents is not None else move.odds
    text = amount or WORDS[move.direction]
    css = f"res--{move.direction} is-now"
    if size == "small":
        mark = replace(mark, text="", new_row=True)
    return mark, Cell(look="res", css=css, text=text)


def _spins(view: DealerView, box: int, kind: str) -> bool:
    """Whether the wheel is this box's now."""
    wheel = view.wheel
    return kind == "bonus_spin" and wheel is not None and wheel.box == box and not wheel.section


def _spun(cell: Cell, view: DealerView, box: int, kind: str) -> Cell:
    """What the wheel pays now is no money of before."""
    if view.wheel is None or kind != "bonus_spin" or box not in view.wheel.paid:
        return cell
    return replace(cell, css=f"{cell.css.removesuffix(' is-closed')} cash--pay")


def _results(box: Box, mains: list[Payment], size: str) -> Iterator[Cell]:
    """Each hand and each wagerer has a result of its own."""
    split = len(box.hands) > 1
    listed = len(box.hands) > 2 or (split and size == "small")
    order = sorted(mains, key=lambda p: (p.hand, p.wagerer))
    for n, payment in enumerate(order):
        alone = len(mains) == 1
        whose = payment.wagerer[-1:]
        if listed and (n == 0 or order[n - 1].hand != payment.hand):
            yield _of_hand(box, payment.hand, size)
        if whose:
            yield Cell(look="hand", text=whose)
        yield _result(payment, alone=alone)


def _of_hand(box: Box, number: int, size: str) -> Cell:
    hand = box.hands[number - 1] if number <= len(box.hands) else Hand()
    twice = " ×2" if hand.doubled else ""
    text = f"{hand.total}{twice}" if size == "small" else f"{number}{twice}"
    return Cell(look="hand", text=text, new_row=True)


def _result(payment: Payment, *, alone: bool) -> Cell:
    word, amount = WORDS[payment.direction], ""
    if payment.direction != "push":
        odds = payment.odds if payment.direction == "pay" and payment.odds != "1:1" else ""
        amount = words.money(payment.cents) if payment.cents is not None else odds
    short = amount or ("tie" if payment.direction == "push" else word)
    long = f"{word} {amount}".strip() if alone else short
    now = {"now": " is-now", "closed": " is-closed"}.get(payment.state, "")
    return Cell(
        look="res",
        css=f"res--{payment.direction}{now}",
        text=payment.text or long,
        short=payment.text or short,
    )


def _stakes(box: Box, size: str, said: Say) -> Iterator[Cell]:
    """The main wagers, hand by hand, where they do not stand beside the box's number."""
    mains = [w for w in box.wagers if w.kind == "main"]
    listed = len(box.hands) > 2 or (size == "small" and len(box.hands) > 1)
    if not listed and stake(box, size, said).lines:
        return
    for n, wager in enumerate(mains, 1):
        hand = box.hands[n - 1] if n <= len(box.hands) else Hand()
        if len(mains) > 1:
            yield _of_hand(box, n, size)
            yield Cell(look="hand", text=_amount(wager))
        else:
            yield Cell(look="mark", css="mark--main", text=_amount(wager))
        if hand.doubled:
            yield Cell(look="hand", text=f"+{added(hand)}")
    if size == "small" and box.more:
        yield Cell(look="hand", text=f"+{box.more}")


def _mark(wager: Wager) -> Cell:
    css = f"mark--{words.CLASSES.get(wager.kind, 'match')}"
    css += {"settled": " is-closed", "offered": " is-offer", "unlit": " is-pending"}.get(
        wager.state, ""
    )
    if wager.state == "open":
        css += STYLED.get(wager.text[:1], "")
    text = wager.text or ("tap" if wager.state == "offered" else words.money(wager.cents))
    if wager.state == "unlit" and not wager.text:
        text += " not lit"
    return Cell(look="mark", css=css, letter=letter(wager.kind), text=text)


def _side(payment: Payment) -> Cell:
    """A result beside the main one: its letter, what moves and how much."""
    amount = words.money(payment.cents) if payment.cents is not None else payment.odds
    amount = amount or (words.money(None) if payment.direction == "take" else "")
    text = payment.text or f"{SIGNED[payment.direction]}{amount}"
    shut = " is-closed" if payment.state == "closed" else ""
    return Cell(
        look="mark",
        css=f"mark--{words.CLASSES.get(payment.kind, 'match')} cash--{payment.direction}{shut}",
        letter=letter(payment.kind),
        text=f"{payment.wagerer[-1:]} {text}".strip(),
    )


def letter(kind: str) -> str:
    return words.LETTERS.get(kind, kind[:1].upper())
