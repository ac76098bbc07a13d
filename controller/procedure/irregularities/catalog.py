"""What a kind means here: red or amber now, what is asked, what may be ruled and why not."""

from __future__ import annotations

import re
from itertools import takewhile

from msgspec import Struct

from controller.domain.structs import replace
from controller.domain.wording import NTH, first_upper, of_hand, text_of
from controller.procedure.queries import continuous, places, target
from controller.procedure.state import refs
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Device

from . import greyed
from .kinds.every_kind import KINDS, Kind, Question, Ruling, words
from .kinds.kind import Mode
from .kinds.shared_rulings import CORRECT_CARDS
from .rulings.hand_rulings import OF_HANDS
from .standing import (
    clause,
    clause_of,
    dealers,
    is_open,
    open_ones,
    out_of_service,
    role_of,
    rules,
    waits,
)

__all__ = [
    "Offer",
    "answered",
    "clause",
    "clause_of",
    "correction",
    "dealers",
    "device_of",
    "fill",
    "headline",
    "hold",
    "hold_once_cleared",
    "is_open",
    "kind",
    "mode",
    "notice_missing",
    "offers",
    "open_ones",
    "out_of_service",
    "plain",
    "questions",
    "red",
    "role_of",
    "rules",
    "seats",
    "unanswered",
    "waits",
]

CARDS_ON_HANDS = ("deciding", "turn_due", "dealer_plays", "settled")
VOIDS = ("void_round", "void_back")


class Offer(Struct, frozen=True):
    """A ruling as it stands now; `grey` = why it may not be given."""

    ruling: Ruling
    clause: str
    grey: str = ""


def red(play: Play, house: House, devices: tuple[Device, ...], i: Irregularity) -> bool:
    """Whether it holds the table now. An amber question turns red at the step that needs it."""
    if not is_open(i):
        return False
    holds = kind(i).holds
    now = holds(play, house, devices, i) if holds is not None else None
    return rules(house, i.kind).holds == "red" if now is None else now


def hold(play: Play, house: House, devices: tuple[Device, ...]) -> Irregularity | None:
    """The first open irregularity that holds the table."""
    return next((i for i in play.irregularities if red(play, house, devices, i)), None)


def held_by(play: Play, house: House, devices: tuple[Device, ...]) -> tuple[Irregularity, ...]:
    """The open irregularities that hold the table, in the order in which they are ruled."""
    return tuple(i for i in play.irregularities if red(play, house, devices, i))


def hold_once_cleared(play: Play, house: House, devices: tuple[Device, ...]) -> Irregularity | None:
    """What would hold the table as soon as the settled layout is cleared."""
    shoe = "empty" if continuous.all_due(play, house) else play.shoe
    after = replace(play, round="wagering", spins=(), peek=None, dealt=(), hands=(), shoe=shoe)
    return hold(after, house, devices)


def device_of(devices: tuple[Device, ...], i: Irregularity) -> str:
    """The device that it is about; some faults name their reason instead."""
    role = kind(i).device
    named = (d.name for d in devices if (d.role == role if role else d.name == i.code))
    return next(named, "")


def kind(i: Irregularity) -> Kind:
    return KINDS[i.kind]


def headline(play: Play, house: House, i: Irregularity) -> str:
    row = kind(i)
    own = row.named(i) if row.named is not None else ""
    told = own or dict(row.headlines).get(i.code, row.headline)
    text = fill(play, house, i, told).replace(" to box ?", "")
    return first_upper(f"{text}, round {i.round}" if i.round and i.box else text)


def plain(text: str) -> str:
    """The faces that a page would draw, `{7h}`, as they are written: `7♥`."""
    return re.sub(r"\{(\w{2})\}", lambda found: text_of(found[1]), text)


def fill(play: Play, house: House, i: Irregularity, text: str) -> str:
    """Put the irregularity's own values and the house's words into a text of the catalogue."""
    face = i.card.face if i.card is not None else None
    up = play.dealer[0].face if play.dealer and play.dealer[0].face else ""
    words = house.pack.words
    filled = text.format(
        box=_place(play, i) if i.box else "?",
        about=i.about.replace("_", " ") or "?",
        card=f"{{{face}}}" if face else "a card",
        up=f"{{{up}}}",
        cover_card=words.cover_card.value,
        rack=words.discard_rack.value,
    )
    return house.titled(filled)


def _place(play: Play, i: Irregularity) -> str:
    """Its box; with its hand where the box alone does not tell which is meant."""
    if kind(i).of_two_hands:
        return of_hand(i.box, i.hand, alone=i.code != refs.SAME_BOX)
    several = kind(i).of_hand and sum(h.box == i.box for h in play.hands) > 1
    return f"{i.box}, {NTH.get(i.hand, i.hand)} hand" if several else str(i.box)


def questions(play: Play, i: Irregularity) -> tuple[Question, ...]:
    """The facts asked before the rulings."""
    asks = kind(i).asks
    return kind(i).questions if asks is None else asks(play, i)


def answered(play: Play, house: House, i: Irregularity) -> dict[str, str]:
    """Answers so far; what the table itself knows counts as one (MA 15.l)."""
    knows = kind(i).knows
    return {**(knows(play, house, i) if knows is not None else {}), **dict(i.answers)}


def unanswered(play: Play, i: Irregularity) -> tuple[Question, ...]:
    given = dict(i.answers)
    return tuple(q for q in questions(play, i) if q.name not in given)


def mode(house: House, i: Irregularity) -> Mode:
    """How the choice is headed; where the text is silent, that no clause stands behind it."""
    silent = "as_dealt" in rules(house, i.kind).rulings
    return "NO CLAUSE: REASON REQUIRED" if silent else kind(i).mode


def offers(play: Play, house: House, i: Irregularity) -> tuple[Offer, ...]:
    """Every ruling that the pack lists, in its order; those out of reach greyed with the reason."""
    listed = (words(kind(i), name) for name in rules(house, i.kind).rulings)
    found = tuple(
        Offer(_now(play, i, r), clause_of(play, house, i), _grey(play, house, i, r))
        for r in listed
        if r is not None and r.role in ("", i.role)
    )
    if i.round and any(o.ruling.act not in OF_HANDS for o in found):
        found = tuple(
            replace(o, grey=house.no("round_closed")[1]) if o.ruling.act in OF_HANDS else o
            for o in found
        )
    if play.dealt or play.hands or play.wagers:
        return found
    if all(o.grey or o.ruling.name in VOIDS for o in found):
        return found  # a void of nothing is better than no way out
    return tuple(
        replace(o, grey=o.grey or house.no("no_round")[1]) if o.ruling.name in VOIDS else o
        for o in found
    )


def _now(play: Play, i: Irregularity, ruling: Ruling) -> Ruling:
    return ruling if ruling.now is None else ruling.now(ruling, play, i)


def called(kind: str) -> str:
    """A kind in people's words, where nothing more of it is known."""
    row = KINDS.get(kind)
    return row.called if row is not None and row.called else kind.replace("_", " ")


def ruled_as(play: Play, house: House, i: Irregularity) -> str:
    """What was ruled, in the words of its key."""
    ruling = words(kind(i), i.ruling)
    return fill(play, house, i, ruling.label) if ruling else i.ruling.replace("_", " ")


def correction(play: Play, house: House, i: Irregularity) -> Offer:
    """CORRECT CARDS, whatever happened, as long as DEAL OK can end the deal again."""
    ruling = _now(play, i, CORRECT_CARDS)
    grey = ruling.why_not(play, house, i) if ruling.why_not is not None else ""
    return Offer(ruling, clause(house, i.kind), grey)


def _grey(play: Play, house: House, i: Irregularity, ruling: Ruling) -> str:
    """Why it may not be ruled now; empty = it may."""
    left = () if ruling.early else unanswered(play, i)
    given = answered(play, house, i)
    if left:
        return house.no("fact_first", question=fill(play, house, i, left[0].text))[1]
    if ruling.of_card and i.card is None:
        return house.no("no_card_out")[1]
    if ruling.asks == "box" and not seats(play, house):
        open_ = places.begun(play)
        return house.no("not_as_it_lies" if open_ else "no_round")[1]
    if lacks := next((q for q, a in ruling.when if given.get(q) != a), ""):
        return _missing(play, house, i, lacks)
    if ruling.lays and (earlier := _card_before(play, house, i)) is not None:
        return house.no("fact_first", question=plain(headline(play, house, earlier)))[1]
    if ruling.why_not is not None and (why := ruling.why_not(play, house, i)):
        return why
    if (rank := notice_missing(house, i)) != "":
        return house.no("notify_first", rank=house.word(rank))[1]
    return ""


def _missing(play: Play, house: House, i: Irregularity, fact: str) -> str:
    """What would have to come first; of what was asked, that the answer was another one."""
    if fact in greyed.MISSING or any(q.name == fact for q in questions(play, i)):
        return greyed.missing(house, fact, answered(play, house, i))
    return house.no("not_as_it_lies")[1]


def _card_before(play: Play, house: House, i: Irregularity) -> Irregularity | None:
    """The hold over a card that came before: where that one lies decides what the next card is."""
    before = takewhile(lambda e: e.id != i.id, play.irregularities)
    holds = (e for e in before if e.card is not None and is_open(e))
    return next((e for e in holds if rules(house, e.kind).holds == "red"), None)


def seats(play: Play, house: House) -> tuple[tuple[int, int], ...]:
    """(box, hand) of the hands to which a card may be reassigned: none whose play has ceased."""
    if play.round not in CARDS_ON_HANDS:
        return ()
    live = (h for h in play.hands if h.cards and not (h.dead or h.surrendered or h.rescued))
    return tuple((h.box, h.number) for h in live if not target.bust(house, h))


def notice_missing(house: House, i: Irregularity) -> str:
    """The rank that must still be notified before a ruling; empty = none.

    The ruler's own sign-in is the notice where the rank that rules is the one to be told.
    """
    wants = rules(house, i.kind).notify
    if wants != "casino_supervisor":
        return ""
    told = any(house.at_least(n.role, wants) for n in i.notices)
    return "" if told else wants
