"""Sort the allowed entries of a view into the places of the page and its menus.

A menu is a second set of places and a second band, rendered with the page and shown on touch. While
wagers are open a lit box opens the pad of its wagers.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from controller.domain.money import dollars as money
from controller.domain.views.view import (
    Allowed,
    Box,
    DealerView,
    Menu,
    NextStep,
    NoChip,
    Refused,
    Target,
)

KEYS = ("0", "8", "+", "/", "-", ".", "Enter", "*")
RAIL = (1, 6, 7, 8)
PLACES = "123457"
NTH = {"1": "1st", "2": "2nd", "3": "3rd", "4": "4th"}
MARKS = ("main", "match", "bonus_spin", "break_bonus")
WHO = ("", "B", "C")
"""Of a box the first wagerer, whom no letter names, and those who joined."""


class Place(Struct, frozen=True, kw_only=True):
    no: int
    key: str
    entry: Allowed | None = None
    refused: str = ""
    clause: str = ""
    back: bool = False

    @property
    def rail(self) -> bool:
        return self.no in RAIL


class Chip(Struct, frozen=True, kw_only=True):
    label: str
    """Cents of a chip, else words."""
    body: str
    why: str = ""
    clause: str = ""
    """Why the table would refuse it; shown greyed."""


class Tab(Struct, frozen=True, kw_only=True):
    """One kind of wager on the pad of a box."""

    name: str
    box: int
    kind: str
    whose: str = ""
    cents: int | None
    placed: bool
    token: str = ""
    chips: tuple[Chip, ...] = ()
    back: tuple[Chip, ...] = ()


class Bar(Struct, frozen=True, kw_only=True):
    """The eight places and the band that goes with them; `name` is empty for the page itself."""

    name: str
    places: tuple[Place, ...]
    step: NextStep
    seal: str = ""
    """Changes when the menu's entries change, so that an open menu closes."""
    tabs: tuple[Tab, ...] = ()


def bars(view: DealerView) -> tuple[Bar, ...]:
    entries = {entry.slot: entry for entry in view.allowed}
    refused = {entry.slot: entry for entry in view.refused}
    main = tuple(_place(n, entries.get(f"act{n}"), refused, view) for n in range(1, 9))
    return (
        Bar(name="", places=main, step=view.next_step),
        *(_menu(name, view, entries, main) for name in _menu_names(view, entries)),
    )


def touches(view: DealerView) -> dict[int, Allowed]:
    """Return what touching a whole box does: its own entry, which may open the box's menu."""
    slots = {f"box{box.no}": box.no for box in view.boxes}
    return {slots[e.slot]: e for e in view.allowed if e.slot in slots}


def named(view: DealerView) -> dict[int, Allowed]:
    """What touching a box says while the page asks which one is wrong."""
    asked = (e for e in view.allowed if e.slot.startswith("wrong.") and e.body)
    return {msgspec.json.decode(e.body, type=_OfBox).box: e for e in asked}


class _OfBox(Struct, frozen=True):
    box: int


def box_refusal(view: DealerView, box: Box) -> Refused:
    for entry in view.refused:
        if entry.slot == f"box{box.no}":
            return entry
    return Refused(slot=f"box{box.no}", reason="Nothing to tap here now.", clause=_clause(view))


def _clause(view: DealerView) -> str:
    return "" if view.hold else view.next_step.clause


def _place(no: int, entry: Allowed | None, refused: dict[str, Refused], view: DealerView) -> Place:
    why = refused.get(f"act{no}")
    return Place(
        no=no,
        key=(entry.key if entry and entry.key else KEYS[no - 1]),
        entry=entry,
        refused=why.reason if why else "Not now.",
        clause=why.clause if why else _clause(view),
    )


def _menu_names(view: DealerView, entries: dict[str, Allowed]) -> tuple[str, ...]:
    inside = (slot.partition(".") for slot in entries)
    names = {name for name, _, place in inside if place in PLACES}
    if view.pad:
        pads = (f"box{box.no}{who}" for box in view.boxes for who in WHO)
        names |= {name for name in pads if _counts(name, view, _box_of(name, view), entries)}
    return tuple(sorted(names))


def _box_of(name: str, view: DealerView) -> Box | None:
    """Of the pad of a box, `box2`, or of one of its further wagerers, `box2B`."""
    return next((b for b in view.boxes if name.removesuffix(_who(name)) == f"box{b.no}"), None)


def _who(name: str) -> str:
    return name[-1] if name[-1] in WHO[1:] else ""


def _counts(
    name: str, view: DealerView, box: Box | None, entries: dict[str, Allowed]
) -> tuple[str, ...]:
    """Kinds of wager whose chips are counted now on that pad."""
    kinds = tuple(s.partition(".")[2] for s in entries if s.startswith(f"{name}."))
    if box is None:
        return ()
    if _who(name):
        return tuple(k for k in MARKS if k in kinds)
    if view.round.phase == "settle":
        return tuple(k for k in kinds if k.partition(".")[0] in ("main", "match", "double"))
    if "bank" in kinds:
        return ("bank",)
    if not box.lit or "main" not in kinds or view.pad is None:
        return ()
    lies = (w.kind for w in (*box.wagers, *box.behind) if not w.wagerer)
    shown = {*kinds, *view.pad.sensed, *lies}
    return tuple(k for k in MARKS if k in shown)


def _menu(name: str, view: DealerView, entries: dict[str, Allowed], main: tuple[Place, ...]) -> Bar:
    inside = {n: entries[f"{name}.{n}"] for n in range(1, 8) if f"{name}.{n}" in entries}
    tabs = _tabs(name, view, entries)
    chips = _uncounted(name, entries) if tabs else None
    why = _no_chip(chips, None) if chips else None
    if chips and why is None:
        inside[3] = chips
    places = tuple(
        Place(no=n, key=KEYS[n - 1], back=True)
        if n == 6
        else main[7]
        if n == 8
        else _inside(n, inside.get(n), why if n == 3 else None)
        for n in range(1, 9)
    )
    of_pad = f"{name}.main" if _who(name) else f"{name}."
    marks = (entry for slot, entry in entries.items() if slot.startswith(of_pad))
    seal = " ".join(f"{e.token} {e.label}" for e in (*inside.values(), *marks))
    return Bar(name=name, places=places, step=_band(name, view), seal=seal, tabs=tabs)


def _inside(no: int, entry: Allowed | None, why: NoChip | None) -> Place:
    key = entry.key if entry and entry.key else KEYS[no - 1]
    if why is None:
        return Place(no=no, key=key, entry=entry, refused="Not for this.")
    return Place(no=no, key=key, refused=why.reason, clause=why.clause)


def _band(name: str, view: DealerView) -> NextStep:
    menu = next((m for m in view.menus if m.name == name), Menu(name=name))
    if not menu.text:
        return view.next_step
    return NextStep(
        text=menu.text,
        target=Target(box=menu.box, mark=menu.mark, label=menu.label),
        hint=menu.hint or "Nothing stops. Say what it was, or BACK.",
        clause=menu.clause,
        asks=True,
    )


def _uncounted(name: str, entries: dict[str, Allowed]) -> Allowed | None:
    """The key for chips that nobody counts."""
    wager = entries.get(f"{name}.main")
    if bank := entries.get(f"{name}.bank"):
        return msgspec.structs.replace(bank, body=_with_cents(bank.body, None))
    if wager and wager.command == "WagerSet":
        body = _with_cents(wager.body, None)
        return msgspec.structs.replace(wager, label="CHIPS", sub="not counted", body=body)
    return None


def _with_cents(body: str, cents: int | None) -> str:
    fields = msgspec.json.decode(body, type=dict[str, object])
    fields.pop("cents", None)
    fields["on"] = cents != 0
    if cents:
        fields["cents"] = cents
    return msgspec.json.encode(fields).decode()


def _tabs(name: str, view: DealerView, entries: dict[str, Allowed]) -> tuple[Tab, ...]:
    box = _box_of(name, view)
    if not view.pad or box is None:
        return ()
    kinds = _counts(name, view, box, entries)
    chips, plaques = view.pad.chips_cents, view.pad.bank_cents
    return tuple(
        _tab(
            name,
            box,
            kind,
            plaques if kind == "bank" else chips,
            entries.get(f"{name}.{kind}"),
            first=kind == kinds[0],
        )
        for kind in kinds
    )


def _stated(entry: Allowed | None) -> int:
    """What was counted already where the page shows no chip for it."""
    if entry is None or entry.command != "AmountStated":
        return 0
    cents = msgspec.json.decode(entry.body, type=dict[str, object]).get("cents")
    return cents if isinstance(cents, int) else 0


def _tab(
    name: str,
    box: Box,
    kind: str,
    chips_cents: tuple[int, ...],
    entry: Allowed | None,
    *,
    first: bool,
) -> Tab:
    own = f"{box.no}{_who(name)}" if _who(name) else ""
    lies = (w for w in (*box.wagers, *box.behind) if w.wagerer == own)
    wager = next((w for w in lies if w.kind == kind), None)
    now = (wager.cents or 0) if wager else _stated(entry)
    placed = wager is not None or now > 0
    return Tab(
        name=name if first else f"{name}:{kind}",
        box=box.no,
        kind=kind.partition(".")[0],
        whose=_who(name) or _whose(kind),
        cents=now or None,
        placed=placed,
        token=entry.token if entry else "",
        chips=tuple(_chip(entry, now + c, f"{c}") for c in chips_cents) if entry else (),
        back=_back(entry, kind, now, chips_cents, placed=placed) if entry else (),
    )


def _whose(kind: str) -> str:
    """The hand and the wagerer of a wager that has several of its kind: `2nd, B`."""
    rest = kind.split(".")[1:]
    return ", ".join(NTH.get(one, one) for one in rest)


def _chip(entry: Allowed, cents: int | None, label: str) -> Chip:
    no = _no_chip(entry, cents)
    body = _with_cents(entry.body, cents)
    return Chip(label=label, body=body, why=no.reason if no else "", clause=no.clause if no else "")


def _no_chip(entry: Allowed, cents: int | None) -> NoChip | None:
    return next((n for n in entry.no_chips if n.cents == cents), None)


def _back(
    entry: Allowed, kind: str, now: int, chips_cents: tuple[int, ...], *, placed: bool
) -> tuple[Chip, ...]:
    """One chip less; where nothing is left, the wager is taken off or its chips are not counted.

    A main wager and a fund are taken off by the key of their box, which says so.
    """
    largest = max((c for c in chips_cents if c < now), default=0)
    found = []
    if entry.least_cents:
        found.append(_chip(entry, entry.least_cents, f"{money(entry.least_cents)}, the least"))
    if largest:
        found.append(_chip(entry, now - largest, "one chip back"))
    if entry.command != "WagerSet" or kind == "main":
        return tuple(found)
    if placed:
        found.append(_chip(entry, 0, "take off"))
    else:
        found.append(_chip(entry, None, "chips, not counted"))
    return tuple(found)
