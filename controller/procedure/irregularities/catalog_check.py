"""The catalogue against a pack: every kind has words, every ruling an act, every hold a way out.

Kinds, rulings and ranks that nobody knows are refused by the pack's decoder before this runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec import Struct

from controller.domain.commands import RANKS
from controller.domain.sealed import Sealed, Slot
from controller.domain.structs import replace
from controller.errors import PackError
from controller.procedure.irregularities.kinds.every_kind import KINDS, Question, words
from controller.procedure.irregularities.kinds.kind import AMENDING_RULINGS
from controller.procedure.queries import reopening
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Irregularity, Notice, Play
from controller.rules.pack import Pack

from . import catalog, voiding

NEEDS_DEVICE = ("again",)
"""A ruling that only a working device can carry out is no way out of its fault."""
BLANK = Slot(1, Sealed(b"", b""))
NOT_IN_TEXT = "house.not-in-text"
"""The clause of a leaf that stands in a pack only because all packs have the same keys."""


class Triple(Struct, frozen=True):
    """One ruling that a floorperson may meet."""

    pack: str
    kind: str
    ruling: str


class Row(Struct, frozen=True):
    """A kind as a person reads it in a table."""

    kind: str
    clause: str
    holds: str
    facts: tuple[str, ...]
    rulings: tuple[str, ...]
    needs: str
    notify: str


def triples(pack: Pack) -> tuple[Triple, ...]:
    """Every ruling that some event of this pack opens.

    Left out is a kind that the text does not know (its clause is `house.not-in-text`: no fees, no
    inspection), one whose cause is not in the pack, and a ruling never within reach.
    """
    never = {name for name, kind in KINDS.items() if kind.never is not None and kind.never(pack)}
    never |= {k for k, rules in pack.irregularity.items() if rules.clause.endswith(NOT_IN_TEXT)}
    return tuple(
        Triple(pack.name, kind, ruling)
        for kind, rules in pack.irregularity.items()
        for ruling in rules.rulings
        if kind not in never and within_reach(kind, ruling)
    )


def within_reach(kind: str, ruling: str) -> bool:
    """Not where it moves a card and there is none, nor after an answer that nobody can give."""
    found = words(KINDS[kind], ruling)
    if found is None or (found.of_card and KINDS[kind].card == "none"):
        return False
    answers = {q.name: q.answers for q in KINDS[kind].questions}
    return all(a in answers.get(q, (a,)) for q, a in found.when)


def rows(pack: Pack) -> tuple[Row, ...]:
    found = []
    for kind, rules in pack.irregularity.items():
        labels = (words(KINDS[kind], r) for r in rules.rulings)
        found.append(
            Row(
                kind,
                rules.clause,
                rules.holds,
                tuple(q.text for q in _asked(kind)),
                tuple(w.label for w in labels if w is not None),
                rules.needs,
                rules.notify,
            )
        )
    return tuple(found)


def verify(pack: Pack) -> None:
    """Raises: PackError with the first fault."""
    for where, what in faults(pack):
        raise PackError(what, where=where)


def brought_up(pack: Pack, now: Pack) -> Pack:
    """A pack that an earlier version recorded: kinds that cannot be ruled any more as of now."""
    marker = "$.irregularity."
    wrong = {place.rpartition(marker)[2].partition(".")[0] for place, _ in faults(pack)}
    kinds = {k: now.irregularity[k] if k in wrong else v for k, v in pack.irregularity.items()}
    return replace(pack, irregularity=kinds)


_looked_at: dict[str, tuple[Pack, tuple[tuple[str, str], ...]]] = {}
"""By name: a start looks at the configured pack, at the recorded one and at what is in force."""


def faults(pack: Pack) -> tuple[tuple[str, str], ...]:
    """(place in the pack, what is wrong there)."""
    before, found = _looked_at.get(pack.name, (None, ()))
    if before != pack:
        found = _faults(pack)
        _looked_at[pack.name] = pack, found
    return found


def _faults(pack: Pack) -> tuple[tuple[str, str], ...]:
    house = House(pack)
    found: list[tuple[str, str]] = []
    for kind, rules in pack.irregularity.items():
        where = f"packs/{pack.name}.toml: $.irregularity.{kind}"
        if kind not in KINDS:
            found.append((where, "the catalogue has no words for it"))
            continue
        for ruling in rules.rulings:
            found += ((f"{where}.rulings", no) for no in _of_ruling(kind, ruling))
        found += ((f"{where}.rulings", no) for no in _ways_out(house, kind))
    return tuple(found)


def _of_ruling(kind: str, ruling: str) -> Iterator[str]:
    found = words(KINDS[kind], ruling)
    if found is None:
        yield f"`{ruling}` has no words here"
    elif found.act is None and ruling not in (*voiding.OF_ROUND, *AMENDING_RULINGS):
        yield f"`{ruling}` has no act"


def _ways_out(house: House, kind: str) -> Iterator[str]:
    """With every device dead: a ruling for each set of answers, one of them the rank's own."""
    needs = catalog.rules(house, kind).needs
    within = False
    for frozen in _stages(house, kind):
        for answers in combinations(_asked(kind, frozen)):
            open_ones = [o.ruling for o in _offers(house, kind, (*frozen, *answers)) if not o.grey]
            told = ", ".join(a for _, a in answers) or "no facts"
            if not [r for r in open_ones if r.name not in NEEDS_DEVICE]:
                yield f"no ruling is left after {told}"
            within |= any(RANKS.index(r.needs or needs) <= RANKS.index(needs) for r in open_ones)
    if not within:
        yield f"no ruling is the {needs}'s own"


def _stages(house: House, kind: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Before a freeze and, where the pack has one, after it."""
    return ((), (("frozen", "YES"),)) if "freeze" in catalog.rules(house, kind).rulings else ((),)


def combinations(asked: tuple[Question, ...]) -> Iterator[tuple[tuple[str, str], ...]]:
    for answers in product(*(q.answers for q in asked)):
        yield tuple((q.name, a) for q, a in zip(asked, answers, strict=True))


def _asked(kind: str, given: tuple[tuple[str, str], ...] = ()) -> tuple[Question, ...]:
    return catalog.questions(_play(kind), replace(sample(kind), answers=given))


def _offers(
    house: House, kind: str, answers: tuple[tuple[str, str], ...]
) -> tuple[catalog.Offer, ...]:
    return catalog.offers(_play(kind), house, replace(sample(kind), answers=answers))


def _play(kind: str) -> Play:
    hands = (Hand(3, cards=(BLANK,)), Hand(4, cards=(BLANK,)))
    return reopening.confirmed(Play(round=KINDS[kind].round, hands=hands))


def sample(kind: str) -> Irregularity:
    """One of the kind, notified, about a card and a device."""
    return Irregularity(
        f"1/{kind}/1",
        kind,
        card=BLANK,
        box=3,
        hand=1,
        about="something",
        role="card_reader",
        notices=(Notice("", RANKS[-1], "badge", 0),),
    )
