"""What is so after a step: the checks that a scenario may make, and what differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from controller.daemon.door import FAULT
from controller.domain.settled import Bank
from controller.domain.views.floor_view import Irregularity
from controller.domain.views.view import DealerView
from controller.procedure.guide.levels import levels
from controller.procedure.irregularities import catalog
from controller.rules import ledger
from controller.rules.settlement import net

from . import names
from .scene import Scene

Money = int | str


class Refusal(Struct, frozen=True, forbid_unknown_fields=True):
    clause: str | UnsetType = UNSET
    text: str | UnsetType = UNSET


class Then(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that is given must hold. Units: cents."""

    phase: str | UnsetType = UNSET
    line: str | UnsetType = UNSET
    """The dealer's line, whole."""
    clause: str | UnsetType = UNSET
    """Of the line."""
    hint: str | UnsetType = UNSET
    signal: str | UnsetType = UNSET
    held: bool | str | UnsetType = UNSET
    """Whether the table is held, or the headline under which it is."""
    refused: bool | Refusal | UnsetType = UNSET
    open: tuple[str, ...] | UnsetType = UNSET
    """Kinds of the open irregularities, exactly."""
    raised: tuple[str, ...] | UnsetType = UNSET
    """Kinds that this step raised, exactly."""
    about: str = ""
    """The open kind that the next four are about; empty = the one that is asked first."""
    rulings: tuple[str, ...] | UnsetType = UNSET
    """Names of the rulings offered, exactly, each once; those greyed are not offered."""
    greyed: tuple[str, ...] | UnsetType = UNSET
    questions: tuple[str, ...] | UnsetType = UNSET
    ruled_by: str | UnsetType = UNSET
    """The clause under which it is ruled."""
    mode: str | UnsetType = UNSET
    offered: tuple[str, ...] = ()
    """Labels of keys that the dealer's page offers, among others."""
    not_offered: tuple[str, ...] = ()
    money: dict[str, Money | dict[str, Money]] = {}
    """Box to what its player is up, or to that of each kind of wager."""
    odds: dict[str, str] = {}
    """Box, or `3 match`, to the odds at which it is paid."""
    wagers: dict[str, dict[str, int | None]] = {}
    """Box to every wager that is on it."""
    bank: int | UnsetType | None = UNSET
    """What the player-dealer has put up."""
    cards: dict[str, str] = {}
    """`3`, `3.2` or `dealer` to the cards that the page shows."""
    totals: dict[str, str] = {}
    devices: dict[str, str] = {}
    """Device to the word that the page shows: `ok`, `lost`."""
    levels: dict[str, str | int | bool] = {}
    shown: dict[str, str] = {}
    """What a device shows on its own lamp or display."""
    charts: dict[str, str] = {}
    journal: tuple[str | dict[str, Any], ...] = ()
    """Rows of this step in this order, others may stand between: a name or some of its fields."""
    page: dict[str, Any] = {}
    """Anything of the dealer's page by its path: `"round.no" = 3`."""
    floor: dict[str, Any] = {}
    sign: dict[str, Any] = {}
    play: dict[str, Any] = {}
    """Anything of the recorded play by its path."""


class Difference(Struct, frozen=True):
    what: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected!r}, found {self.found!r}"


def unknown(then: Then) -> str:
    """Say which name of a check is not known; empty = all are."""
    phases = (*names.PHASES, "shuffle", "cut", "closed")
    kinds = [*_listed(then.open), *_listed(then.raised), *([then.about] if then.about else [])]
    for key, given, known in (
        ("phase", _listed((then.phase,) if then.phase is not UNSET else UNSET), phases),
        ("open", kinds, names.IRREGULARITIES),
        ("charts", then.charts, names.CHARTS),
        ("levels", then.levels, names.LEVELS),
        ("devices", then.devices, names.DEVICES),
        ("clause", [] if then.clause is UNSET else [then.clause], ledger.by_id()),
        ("ruled_by", [] if then.ruled_by is UNSET else [then.ruled_by], ledger.by_id()),
    ):
        for one in given:
            if one not in known:
                return f"{key}: {one!r} is not known. {names.allowed(str(one), known)}"
    return ""


def _listed(given: Any) -> list[Any]:
    return [] if given is UNSET else list(given)


def differences(then: Then, scene: Scene) -> Iterator[Difference]:
    yield from _verdict(then, scene)
    for what, expected, found in (*_line(then, scene), *_departures(then, scene)):
        if expected is not UNSET and expected != found:
            yield Difference(what, expected, found)
    yield from _layout(then, scene)
    yield from _machines(then, scene)
    if then.journal:
        yield from _journal(then.journal, scene.rows)
    views = scene.view, scene.floor, scene.sign, scene.play
    for name, paths, view in zip(
        ("page", "floor", "sign", "play"),
        (then.page, then.floor, then.sign, then.play),
        views,
        strict=True,
    ):
        if paths:
            yield from _paths(name, paths, view)


def _verdict(then: Then, scene: Scene) -> Iterator[Difference]:
    verdict = scene.verdict
    if verdict is None:
        if then.refused is not UNSET:
            yield Difference("refused", then.refused, "no command was said")
        return
    said = f"{verdict.verdict}: {verdict.text} ({verdict.clause})"
    if then.refused in (UNSET, False):
        if verdict.verdict != "accepted":
            yield Difference("the command", "accepted", said)
        return
    if verdict.verdict == "accepted" or verdict.text == FAULT:
        yield Difference("the command", "refused", said)
    elif isinstance(then.refused, Refusal):
        for name in ("clause", "text"):
            expected, found = getattr(then.refused, name), getattr(verdict, name)
            if expected is not UNSET and expected != found:
                yield Difference(f"refused.{name}", expected, found)


def _line(then: Then, scene: Scene) -> tuple[tuple[str, Any, Any], ...]:
    view = scene.view
    step, hold = view.next_step, view.hold
    headline: str | bool = hold.headline if hold else False
    return (
        ("phase", then.phase, view.round.phase),
        ("line", then.line, step.text),
        ("clause", then.clause, step.clause),
        ("hint", then.hint, step.hint),
        ("signal", then.signal, view.signal),
        ("held", then.held, hold is not None if isinstance(then.held, bool) else headline),
        *((f"key {label!r}", True, _offers(view, label)) for label in then.offered),
        *((f"key {label!r}", False, _offers(view, label)) for label in then.not_offered),
    )


def _offers(view: DealerView, label: str) -> bool:
    return any(entry.label == label and (entry.body or entry.opens) for entry in view.allowed)


def _departures(then: Then, scene: Scene) -> Iterator[tuple[str, Any, Any]]:
    opened = catalog.open_ones(scene.play)
    yield "open", then.open, tuple(i.kind for i in opened)
    if then.raised is not UNSET:
        yield "raised", then.raised, tuple(k for row in scene.rows for k in row["raised"])
    asked = (then.rulings, then.greyed, then.questions, then.ruled_by, then.mode)
    if all(one is UNSET for one in asked):
        return
    page = scene.irregularity(then.about)
    if page is None:
        yield "an open irregularity", then.about or "any", tuple(i.kind for i in opened)
        return
    yield "rulings", then.rulings, tuple(dict.fromkeys(_offered(page)))
    greyed = tuple(_ruling(r.body) for r in page.rulings if r.greyed_reason)
    yield "greyed", then.greyed, greyed
    yield "questions", then.questions, tuple(_question(page))
    yield "ruled_by", then.ruled_by, page.clause
    yield "mode", then.mode, page.mode


def _offered(page: Irregularity) -> Iterator[str]:
    """In the page's order; first what is given by picking a card or section."""
    picked = [r for r in page.rulings if r.picks or '"reason"' in r.body]
    for ruling in (*picked, *(r for r in page.rulings if r not in picked)):
        if not ruling.greyed_reason:
            yield _ruling(ruling.body)


def _ruling(body: str) -> str:
    return str(msgspec.json.decode(body).get("ruling", "")) if body else ""


def _question(page: Irregularity) -> Iterator[str]:
    for fact in page.facts:
        names_ = {msgspec.json.decode(a.body).get("question", "") for a in fact.answers if a.body}
        yield from sorted(names_ - {""})


def _layout(then: Then, scene: Scene) -> Iterator[Difference]:
    paid = scene.play.payments
    for box, expected in then.money.items():
        if isinstance(expected, dict):
            for kind, cents in expected.items():
                found = Fraction(net(paid, box=int(box), kind=kind))
                if found != Fraction(cents):
                    yield Difference(f"money of box {box}, {kind}", cents, str(found))
        elif (found := Fraction(net(paid, box=int(box)))) != Fraction(expected):
            yield Difference(f"money of box {box}", expected, str(found))
    for place, odds in then.odds.items():
        box, _, kind = place.partition(" ")
        found_odds = [p.odds for p in paid if p.box == int(box) and p.kind == (kind or "main")]
        if odds not in found_odds:
            yield Difference(f"odds of box {place}", odds, found_odds)
    for box, wagers in then.wagers.items():
        on = {w.kind: w.cents for w in scene.play.wagers if w.box == int(box)}
        if on != wagers:
            yield Difference(f"wagers of box {box}", wagers, on)
    if then.bank is not UNSET:
        bank: Bank | None = scene.play.bank
        if then.bank != (bank.cents if bank else None):
            yield Difference("bank", then.bank, bank)
    for name, cards in then.cards.items():
        if (lie := " ".join(scene.hand(name).cards)) != cards:
            yield Difference(f"cards of {name}", cards, lie)
    for name, total in then.totals.items():
        if (is_ := scene.hand(name).total) != total:
            yield Difference(f"total of {name}", total, is_)


def _machines(then: Then, scene: Scene) -> Iterator[Difference]:
    asked = levels(scene.state, scene.house)
    charts = {name: getattr(scene.play, name) for name in then.charts}
    for what, expected, found in (
        ("device", then.devices, scene.devices()),
        ("level", then.levels, {name: getattr(asked, name) for name in then.levels}),
        ("shown by", then.shown, scene.shown()),
        ("chart", then.charts, charts),
    ):
        for name, value in expected.items():
            if found.get(name) != value:
                yield Difference(f"{what} {name}", value, found.get(name, "not there"))


def _journal(
    expected: Sequence[str | dict[str, Any]], rows: Sequence[dict[str, Any]]
) -> Iterator[Difference]:
    left = iter(rows)
    for one in expected:
        wanted = {"row": one} if isinstance(one, str) else one
        if not any(all(row.get(k) == v for k, v in wanted.items()) for row in left):
            yield Difference("journal", one, [row["row"] for row in rows])
            return


def _paths(name: str, paths: dict[str, Any], view: Struct) -> Iterator[Difference]:
    for path, expected in paths.items():
        found = msgspec.json.decode(msgspec.json.encode(_at(view, path.split("."))))
        if found != expected:
            yield Difference(f"{name} {path}", expected, found)


def _at(here: Any, path: Sequence[str]) -> Any:
    for part in path:
        if isinstance(here, tuple):
            here = here[int(part)] if part.isdecimal() and int(part) < len(here) else None
        else:
            here = getattr(here, part, None)
    return here
