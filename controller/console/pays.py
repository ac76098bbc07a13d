"""The payout calculator: a form in the query, answered by the engine that settles the rounds.

The page asks the table nothing but its pack's rules, so it shows no card that is not typed in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from controller.console.drawing.pages import Pages
from controller.console.sign_in.sessions import Sessions
from controller.domain.cards import NAME_IT, Card
from controller.domain.pays import Asked, AskedHand, Mark, Pays

from .door import TableDoor
from .floor import CHANGE, COOKIE, SIGN_IN

HANDS = 4
MARKS: dict[str, Mark] = {"": "", "surrender": "surrender", "rescue": "rescue"}
_CARD = re.compile(r".[^shdc]?[shdc]-?", re.IGNORECASE)
"""One of several that were written together."""
_DOLLARS = re.compile(r"\$?(\d{1,7})(?:\.(\d\d))?")


class Unreadable(ValueError):
    """A field of the form that cannot be read, in the page's words."""


class PaysPage:
    def __init__(self, door: TableDoor, pages: Pages, sessions: Sessions) -> None:
        self._door, self._pages, self._sessions = door, pages, sessions

    async def page(self, request: Request) -> Response:
        session = self._sessions.find(request.cookies.get(COOKIE, ""))
        if session is None:
            return RedirectResponse(SIGN_IN, status_code=303)
        if session.must_change:
            return RedirectResponse(CHANGE, status_code=303)
        form = {key: value[:60] for key, value in request.query_params.items()}
        said, answer = "", self._door.settle(None)
        if form.get("dealer"):
            try:
                answer = self._door.settle(asked(form))
            except Unreadable as wrong:
                said = str(wrong)
        view = self._door.floor_view()
        html = self._pages.page(
            "pays.html",
            view=view,
            tabs=self._pages.tabs(view),
            session=session,
            form=form,
            hands=HANDS,
            answer=answer,
            said=said or answer.refusal,
            lines=lines(answer),
            total=amount(answer.net),
        )
        return HTMLResponse(html)


class Line(Struct, frozen=True):
    """A payment as the page writes it; `amount` is exact where the pack does not round."""

    what: str
    direction: str
    odds: str
    amount: str
    clause: str
    text: str


WORDS = {"pay": "PAY", "take": "TAKE", "return": "BACK", "void": "BACK", "hold": "FLOOR"}


def lines(answer: Pays) -> tuple[Line, ...]:
    many = any(p.hand > 1 for p in answer.payments)
    return tuple(
        Line(
            p.kind + (f" {p.hand}" if many and p.kind == "main" else ""),
            WORDS[p.direction],
            p.odds,
            amount(p.cents),
            p.clause,
            p.text,
        )
        for p in answer.payments
    )


def amount(cents: int | str | None) -> str:
    """`$7.50`; an amount that no cent makes keeps its exact text, `748.5 ¢`."""
    if cents is None:
        return ""
    if isinstance(cents, str):
        return f"{cents.replace('-', '−')} ¢"
    sign = "−" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def asked(form: Mapping[str, str]) -> Asked:
    """Raises: Unreadable, with the field's name."""
    hands = tuple(
        _hand(form, number)
        for number in range(1, HANDS + 1)
        if number == 1 or form.get(f"cards{number}")
    )
    sides = tuple(
        (kind, cents)
        for kind in ("match", "insurance", "break_bonus", "bonus_spin")
        if (cents := _cents(form, kind)) is not None
    )
    main = _cents(form, "wager")
    if main is None:
        raise Unreadable("Wager: the amount is missing")
    return Asked(
        dealer=_cards(form, "dealer"),
        main_cents=main,
        hands=hands,
        sides=sides,
        wheel_cents=_cents(form, "wheel"),
    )


def _hand(form: Mapping[str, str], number: int) -> AskedHand:
    doubles = form.get(f"double{number}", "").replace("+", " ").split()
    added = tuple(_amount(f"Hand {number}, doubled with", text) for text in doubles)
    mark = MARKS.get(form.get(f"mark{number}", ""), "")
    return AskedHand(cards=_cards(form, f"cards{number}"), doubles_cents=added, mark=mark)


def _cards(form: Mapping[str, str], field: str) -> tuple[str, ...]:
    text = re.sub(r"[\s,]+", "", form.get(field, ""))
    name = "Dealer" if field == "dealer" else f"Hand {field[-1]}"
    found = _CARD.findall(text)
    try:
        read = tuple(Card.typed(one).code for one in found)
    except ValueError as error:
        raise Unreadable(f"{name}: {error}") from error
    if "".join(found) != text or not found:
        raise Unreadable(f"{name}: {NAME_IT}")
    return read


def _cents(form: Mapping[str, str], field: str) -> int | None:
    text = form.get(field, "").strip()
    return _amount(field.replace("_", " ").capitalize(), text) if text else None


def _amount(name: str, text: str) -> int:
    found = _DOLLARS.fullmatch(text.replace(",", ""))
    if found is None:
        raise Unreadable(f"{name}: write dollars as 25 or 7.50")
    return int(found[1]) * 100 + int(found[2] or 0)
