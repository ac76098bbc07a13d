"""What a page asks a dealer to move: by its line, its hint, its marks and its picture.

The words are read as a dealer reads them; nothing here knows the state behind the page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, Protocol

from controller.domain.views import view as page
from controller.domain.views.match_view import Match
from controller.domain.wording import dollars

What = Literal["pay", "take", "back"]
OF_WHEEL = ("bonus_spin", "xtreme", "community")
TAKEN_BACK = "community"
"""No stake: what is taken by its name was paid by an earlier result of the spin."""
OF_BANK = ("fee", "bank", "jackpot")
"""They have lines of their own; a jackpot is paid by two people at the floor."""
WHEEL = "wheel"
"""One name for all that a spin pays: the line names boxes, not wagers."""
VERBS: dict[str, What] = {"pay": "pay", "take": "take", "return": "back"}
SENTENCE = re.compile(r"\.\s+|\.$")
ONE_BOX = re.compile(r"Box (\d+): (?:wheel )?(.+)")
MATCH = re.compile(r"Match: (.+)")
INSURANCE = re.compile(r"Take insurance: (.+)")
SPUN = re.compile(r"Pay (box \d+ \$.+)|Box \d+: jackpot \S+, (.+)")
CHANGED = re.compile(r"(No longer|Now): (.+)")
CHANGE = re.compile(
    r"box (\d+)(?: (\d)\w\w hand)?(?: ([A-Z]))?((?: [a-z]+)*) (pay|take|back)"
    r"(?: (\$\d+(?:,\d{3})*(?:\.\d\d)?|one wager|half|the wager|the double))?"
)
SETTLEMENT = "The settlement is taken back"
PRIZE = re.compile(r"(take )?box (\d+) (\$\d+(?:,\d{3})*(?:\.\d\d)?)")
BLACKJACK = re.compile(r"Pay (?:\D+|21\.5): (.+)|Pay ([\d $.,]+), cards in")


class Page(Protocol):
    """What is read of the dealer's page."""

    @property
    def next_step(self) -> page.NextStep: ...

    @property
    def boxes(self) -> tuple[page.Box, ...]: ...

    @property
    def payments(self) -> tuple[page.Payment, ...]: ...

    @property
    def match(self) -> Match | None: ...


class Told(NamedTuple):
    box: int
    kind: str
    what: What
    hand: int = 0
    """0 = the words name a box only."""
    part: bool = False
    """One of several wagers, or half of one."""
    amount: str = ""
    """Of the wheel, whose prizes of one box are told apart by it."""
    undone: bool = False
    """Said to count no longer: it is turned back. Of box 0: the whole picture."""


ONE_EACH = "one wager"
"""Of every wagerer the original one, whatever it is."""


class Said(NamedTuple):
    one: Told
    amount: str = ""
    """In the line's words: `$10`, `one wager`, `half`; empty = none is said."""
    who: str = ""
    """The letter of a further wagerer, where the words name one."""
    changed: bool = False
    """By a correction: of each wagerer by himself."""


Lies = Mapping[tuple[int, int], int]
"""What lies there as main wagers and doubles of a hand, by its box and number, where it is known.

Of all who have chips on it.
"""


def by_line(view: Page, lies: Lies | None = None) -> Counter[Told]:
    """Two prizes of one box may be as large as each other; all else is said once in a line.

    `lies`: a dealer sees of an amount whether it is all that lies there.
    """
    said = Counter(x.one for x in words(view, lies))
    return Counter({one: n if one.kind == WHEEL else 1 for one, n in said.items()})


def words(view: Page, lies: Lies | None = None) -> Iterator[Said]:
    for text in (view.next_step.text, view.next_step.hint):
        yield from _words(text, lies or {})


def in_cents(amount: str) -> int | None:
    """`$1,150`, `$7.50`; None = words that name no amount."""
    return round(float(amount[1:].replace(",", "")) * 100) if amount.startswith("$") else None


def _words(text: str, lies: Lies) -> Iterator[Said]:
    for sentence in SENTENCE.split(text):
        if found := CHANGED.fullmatch(sentence):
            yield from _changed(found[2], lies, undone=found[1] != "Now")
        elif sentence == SETTLEMENT:
            yield Said(Told(0, "main", "back", undone=True))
        elif found := MATCH.fullmatch(sentence):
            yield from _verbs(found[1])
        elif found := INSURANCE.fullmatch(sentence):
            yield from (Said(Told(box, "insurance", "take")) for box in _boxes(found[1]))
        elif found := SPUN.fullmatch(sentence):
            for back, box, amount in PRIZE.findall(found[1] or found[2]):
                yield Said(Told(int(box), WHEEL, "take" if back else "pay", amount=amount))
        elif found := BLACKJACK.fullmatch(sentence):
            said = found[1] or found[2]
            yield from (Said(Told(box, "main", "pay")) for box in _boxes(said))
        elif found := ONE_BOX.fullmatch(sentence):
            yield from _of_box(int(found[1]), found[2])


def _changed(text: str, lies: Lies, *, undone: bool) -> Iterator[Said]:
    """`box 3 pay $15, box 2 take $10, box 2 B take $25, box 4 match take $5`."""
    found = []
    for box, hand, who, kind, what, amount in CHANGE.findall(text):
        name = kind.strip().replace(" ", "_") or "main"
        wheel = name in OF_WHEEL and (what == "pay" or name == TAKEN_BACK)
        one = Told(int(box), WHEEL if wheel else name, what, int(hand or 0), undone=undone)
        one = one._replace(amount=amount) if wheel else one
        found.append(Said(one, amount, who, changed=True))
    for x in found:
        together = [other.amount for other in found if other.one == x.one]
        yield x._replace(one=x.one._replace(part=_is_part(x.one, together, lies)))


def _is_part(one: Told, amounts: list[str], lies: Lies) -> bool:
    """By its words, or by amounts that together are not all that lies there."""
    if one.undone or one.kind != "main" or one.what == "pay" or not all(amounts):
        return False
    whole, counted = lies.get((one.box, one.hand or 1)), [*map(in_cents, amounts)]
    if None in counted:
        return True
    return whole is not None and sum(c for c in counted if c) != whole


def _boxes(text: str) -> list[int]:
    """`7 3`, `5 $1,150 3`."""
    numbers = (word.strip(",") for word in text.split())
    return [int(word) for word in numbers if word.isdigit()]


def _verbs(text: str) -> Iterator[Said]:
    """`pay 7 3, take 4`."""
    for run in text.split(", "):
        verb, _, boxes = run.partition(" ")
        if verb in VERBS:
            yield from (Said(Told(box, "match", VERBS[verb])) for box in _boxes(boxes))


def _of_box(box: int, text: str) -> Iterator[Said]:
    """`TAKE $10`, `take $5, return $5`, `TAKE one wager, HOLD the rest`."""
    runs = text.lower().split(", ")
    for run in runs:
        verb, _, amount = run.partition(" ")
        if verb in VERBS:
            yield Said(Told(box, "main", VERBS[verb], part=len(runs) > 1), amount)


def by_marks(view: Page) -> set[Told]:
    """What a hand or a payment has beside it: it stays, so it is no second asking."""
    found = set()
    for box in view.boxes:
        for number, hand in enumerate(box.hands, 1):
            if hand.result == "bust":
                found.add(Told(box.no, "main", "take", number))
            elif hand.result == "surrendered":
                halves: tuple[What, ...] = ("take", "back")
                found |= {Told(box.no, "main", what, number, part=True) for what in halves}
    later = [_of(one) for one in view.payments if one.text == "FLOOR"]
    return found | {one for one in later if one is not None}


def by_picture(view: Page) -> Counter[Told]:
    """What is open in the settlement; what a floorperson must see first is not."""
    shown = [_of(x) for x in view.payments if x.state != "closed" and x.text != "FLOOR"]
    seen = Counter(one for one in shown if one is not None)
    return Counter({one: n if one.kind == WHEEL else 1 for one, n in seen.items()})


def cents_of_picture(view: Page) -> dict[Told, int | None]:
    """Of main wagers that are open there, of all who have them; None = not said of one."""
    found: dict[Told, int | None] = {}
    for x in view.payments:
        one = _of(x) if x.kind == "main" and x.state != "closed" and x.text != "FLOOR" else None
        if one is not None:
            before = found.get(one, 0)
            found[one] = None if before is None or x.cents is None else before + x.cents
    return found


def _of(one: page.Payment) -> Told | None:
    if one.kind in OF_BANK:
        return None
    what: What = "back" if one.direction == "push" else one.direction
    if one.kind in OF_WHEEL and (one.direction == "pay" or one.kind == TAKEN_BACK):
        return Told(one.box, WHEEL, what, amount=dollars(one.cents or 0))
    return Told(one.box, one.kind, what, one.hand if one.kind == "main" else 0)
