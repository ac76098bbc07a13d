"""Render views to HTML; a page is a function of the view and of the clock, of nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from datetime import tzinfo
from typing import Any

import msgspec
from jinja2 import Environment, pass_context
from markupsafe import Markup
from msgspec import Struct

from controller.console.door import TableDoor
from controller.console.sign_in.sessions import Session
from controller.domain.commands import SURVEILLANCE
from controller.domain.views.floor_view import (
    Fact,
    FloorView,
    Health,
    Irregularity,
    Ruling,
    SmallLayout,
    Step,
)
from controller.domain.views.view import Box, DealerView, Device, Hand
from controller.domain.wording import NTH, first_upper

from . import cash, places, tabs, words
from .language import Language
from .look import Look
from .replay import Wanted, replay
from .ruled import BACK_S, Done
from .templates import templates

IN_SCRIPT = (
    "{n} second ago",
    "{n} seconds ago",
    "{n} minute ago",
    "{n} minutes ago",
    "First the rank, then the suit.",
    "now the suit",
    "Refused.",
    "Not sent: no link.",
)
"""What the dealer's page says by itself, in `console.js`."""


def one_target(view: DealerView) -> DealerView:
    """Line, tile and felt agree: only the box that the line names is lit."""
    named = view.next_step.target.box if view.next_step.target is not None else 0
    if not named:
        return view
    boxes = tuple(box if box.no == named else _unlit(box) for box in view.boxes)
    return msgspec.structs.replace(view, boxes=boxes)


def _unlit(box: Box) -> Box:
    if not any(hand.state == "active" for hand in box.hands):
        return box
    hands = tuple(
        msgspec.structs.replace(hand, state="waiting") if hand.state == "active" else hand
        for hand in box.hands
    )
    return msgspec.structs.replace(box, hands=hands)


class Pages:
    def __init__(
        self,
        door: TableDoor,
        *,
        now: Callable[[], int],
        zone: tzinfo,
        look: Look,
        people_fault: Callable[[], str] = str,
        people_wait: Callable[[], int] = int,
        said: Language | None = None,
    ) -> None:
        """`people_fault`: why nobody can sign in, in words; `people_wait`: changes to be signed.

        `said`: the words of the dealer's page, where they are not English.
        """
        self._people_wait, self._people_fault = people_wait, people_fault
        self._door, self._now, self._zone, self._look = door, now, zone, look
        self.said: Callable[[str], str] = said or str
        self._env = self._environment(str)
        self._dealers = self._environment(said) if said is not None else self._env
        self._last: dict[str, tuple[object, str, str]] = {}

    def _environment(self, said: Callable[[str], str]) -> Environment:
        env = templates()
        env.filters.update(
            words.FILTERS,
            clock=self.clock,
            first_upper=first_upper,
            since=lambda at: words.minutes(self._now() - at),
            ago=lambda at: words.ago(self._now() - at),
            said=pass_context(lambda _, text: said(text)),  # never folded into a template
        )
        env.globals.update(
            look=self._look,
            lang="en" if said is str else self._look.language,
            kind_name=words.KINDS,
            rank_name=words.RANK_WORDS,
            phase_name=words.PHASES,
            box_refusal=places.box_refusal,
            cash=cash,
            say=said,
            hand_words=hand_words,
            box_state=box_state,
            nth=lambda place: NTH.get(place, str(place)),
            explain=self._explain,
            tells=self._tells,
            in_words=words.in_words,
            own=own,
            asked=asked,
            people_fault=self._people_fault,
            keys=tabs.keys,
            script_words=lambda: msgspec.json.encode(
                {one: said(one) for one in IN_SCRIPT}
            ).decode(),
        )
        return env

    def warm(self) -> None:
        """Compile every template: half a second that no card should wait for. On a thread."""
        for env in {self._env, self._dealers}:
            for name in env.list_templates():
                env.get_template(name)

    def now(self) -> int:
        """Units: UTC milliseconds."""
        return self._now()

    def clock(self, at: int | None = None) -> str:
        return words.clock(self._now() if at is None else at, self._zone)

    def dealer(self, view: DealerView, size: str) -> str:
        """Render the part of the dealer's page that is replaced with each view."""
        clock = self.clock()
        last = self._last.get(size)
        if last and last[0] == view and last[1] == clock:
            return last[2]
        given, view = view, one_target(view)
        html = self._dealer(
            "dealer_main.html",
            view=view,
            chips=(*(("Floor called",) if view.call else ()), *view.chips),
            bars=places.bars(view),
            touches=places.touches(view),
            named=places.named(view),
            size=size,
        )
        self._last[size] = (given, clock, html)
        return html

    def dealer_page(self, view: DealerView, size: str) -> str:
        return self._dealer("dealer.html", main=self.safe(self.dealer(view, size)), size=size)

    def safe(self, html: str) -> Markup:
        """Mark what this class rendered as HTML, to be set into a page."""
        return Markup(html)  # noqa: S704 - our own rendering

    def floor(self, view: FloorView, session: Session) -> str:
        return self._render(
            "floor_main.html",
            view=view,
            session=session,
            rounds=self._door.rounds(),
            tabs=self.tabs(view),
        )

    def tabs(self, view: FloorView) -> tuple[tabs.Tab, ...]:
        journal = self._door.health().journal
        return tabs.tabs(view, self._door.rounds(), journal, self._people_wait())

    def pause(self, view: FloorView, session: Session) -> str:
        return self._render(
            "pause_main.html", view=view, session=session, sign=self._door.sign_view()
        )

    def rules(self, view: FloorView, session: Session) -> str:
        return self._render("rules_main.html", view=view, session=session)

    def ruled(self, view: FloorView, session: Session, done: Done) -> str:
        return self._render(
            "ruled_main.html",
            view=view,
            session=session,
            done=done,
            dealer=self._door.view(),
            back_s=BACK_S,
        )

    def strip(self, view: FloorView, session: Session, here: str) -> str:
        """Of a page whose own part is not drawn anew."""
        return self._render(
            "strip_main.html", view=view, session=session, tabs=self.tabs(view), here=here
        )

    def irregularity(self, view: FloorView, session: Session, wanted: str) -> str:
        irr = chosen(view, wanted)
        return self._render("irregularity_main.html", view=view, session=session, irr=irr)

    def reports(self, reports: tuple[Fact, ...]) -> str:
        """What the dealer may report, kind by kind."""
        return self._dealer("report_main.html", view=self._door.view(), reports=reports)

    def reports_page(self, reports: tuple[Fact, ...]) -> str:
        return self._dealer("report.html", main=self.safe(self.reports(reports)))

    def sign_on_page(self, **values: object) -> str:
        return self._dealer("sign_in.html", **values)

    def round(
        self, view: FloorView, session: Session, no: int, steps: tuple[Step, ...], wanted: Wanted
    ) -> str:
        return self._render(
            "round_main.html",
            view=view,
            session=session,
            no=no,
            shown=replay(steps, wanted),
            watches=session.rank == SURVEILLANCE,
        )

    def panel(self) -> str:
        return self._render("health_panel.html", **self.panel_values())

    def panel_values(self) -> dict[str, Any]:
        health = self._door.health()
        return {"devices": devices(self._door.floor_view(), health), "journal": health.journal}

    def page(self, name: str, /, **values: object) -> str:
        return self._render(name, **values)

    def fragment(self, name: str, /, **values: object) -> Markup:
        return self.safe(self._render(name, **values))

    def _render(self, name: str, /, **values: object) -> str:
        return self._drawn(self._env, name, values)

    def _dealer(self, name: str, /, **values: object) -> str:
        """In the dealer's language."""
        return self._drawn(self._dealers, name, values)

    def _drawn(self, env: Environment, name: str, values: dict[str, object]) -> str:
        return env.get_template(name).render(
            now=self._now(), clock_text=self.clock(), panel=self.panel_values, **values
        )

    def _explain(self, clause: str) -> str:
        return words.in_words(clause, self._door.explain(clause), words.ASK)

    def _tells(self, clause: str) -> str:
        """To the floor, whom nobody else can tell more."""
        return words.in_words(clause, self._door.explain(clause))


def own(entry: Struct) -> str:
    """Names what an entry of the page does and says: a confirmation that is open belongs to that.

    Does it something else now, or tells another preview, the confirmation is none of it.
    """
    return hashlib.sha256(msgspec.json.encode(entry)).hexdigest()[:16]


def asked(ruling: Ruling) -> bool:
    """Whether a touch opens what must be written, picked or confirmed first."""
    return bool(ruling.confirm or ruling.reason_required or ruling.reason_open or ruling.picks)


def chosen(view: FloorView, wanted: str) -> Irregularity | None:
    """Return the irregularity that the page asked for, else the first open one."""
    for irr in view.irregularities:
        if irr.id == wanted:
            return irr
    return view.irregularities[0] if view.irregularities else None


def devices(view: FloorView, health: Health) -> tuple[Device, ...]:
    """Lay the daemon's counters beside the states that the view knows."""
    measured = {d.role: d for d in health.devices}
    if not view.devices:
        return health.devices
    return tuple(measured.get(d.role, d) if d.good else d for d in view.devices)


def hand_words(hand: Hand) -> tuple[str, ...]:
    """Return the words beside the total: how it counts, then how it stands."""
    if not hand.total:
        placed = sum(1 for card in hand.cards if card == "placed")
        return (f"{placed} placed",) if placed else ()
    if hand.result.startswith("bust"):
        return (hand.result,)
    kind = "blackjack" if hand.blackjack else "soft" if hand.soft else "hard"
    return (kind, hand.result) if hand.result else (kind,)


def box_state(box: Box | None, layout: SmallLayout | DealerView | None = None) -> str:
    """Return the class of a box: empty, active, asked, held, done or nothing."""
    if box is None or not (box.lit or box.hands or box.wagers):
        return "is-empty"
    states: Iterable[str] = [hand.state for hand in box.hands]
    for state in ("held", "asked", "active"):
        if state in states:
            return f"is-{state}"
    held = layout.hold.box if isinstance(layout, DealerView) and layout.hold else 0
    held = layout.box if isinstance(layout, SmallLayout) else held
    if held == box.no:
        return "is-held"
    if isinstance(layout, DealerView) and layout.hold and layout.hold.place(box.no):
        return "is-asked"
    if isinstance(layout, DealerView) and _targeted(box, layout):
        return "is-active"
    if isinstance(layout, DealerView) and layout.wheel and box.no in layout.wheel.paid:
        return "is-share"
    return "is-done" if box.hands and all(s == "done" for s in states) else ""


def _targeted(box: Box, view: DealerView) -> bool:
    """The box that line and tile name, where no hand of it is in play: it spins, it is paid."""
    target = view.next_step.target
    stopped = view.hold is not None or view.pause is not None
    return target is not None and target.box == box.no and not stopped
