"""What a kind means here: clause, ranks, red or amber now, what may be ruled and why not."""

from __future__ import annotations

from msgspec import Struct

from controller.procedure.house import House
from controller.procedure.reducers.phase import peek_due
from controller.procedure.state import Device, Irregularity, Play
from controller.rules.pack import Irregularity as Rules

from .kind import DRAWN_OFF
from .kinds import KINDS, Kind, Question, Ruling
from .kinds_of_shoe import ONE_CARD

SHOE_IN_USE = (("burn_due",), ("ready",), ("last_round",))


class Offer(Struct, frozen=True):
    """A ruling as it stands now; `grey` = why it may not be given."""

    ruling: Ruling
    clause: str
    grey: str = ""


def rules(house: House, kind: str) -> Rules:
    return house.pack.irregularity[kind]  # type: ignore[index]


def clause(house: House, kind: str) -> str:
    return rules(house, kind).clause


def is_open(i: Irregularity) -> bool:
    return i.status == "raised"


def open_ones(play: Play) -> tuple[Irregularity, ...]:
    return tuple(i for i in play.irregularities if is_open(i))


def red(play: Play, house: House, devices: tuple[Device, ...], i: Irregularity) -> bool:
    """Whether it holds the table now. An amber question turns red at the step that needs it."""
    if not is_open(i):
        return False
    if i.kind == "device_lost":
        return needed(play, house, role_of(devices, i.about))
    if i.kind in ("whose_card", "hand_with_one_card") and play.round == ("settled",):
        return True
    if i.kind == "card_drawn_in_error" and play.round in (("wagering",), ("settled",)):
        return True
    if i.kind == "missed_draw" and play.round in (("turn_due",), ("dealer_plays",)):
        return True
    if i.kind == "shuffler_fault":
        return play.shuffle == ("faulted",)
    return rules(house, i.kind).holds == "red"


def hold(play: Play, house: House, devices: tuple[Device, ...]) -> Irregularity | None:
    """The first open irregularity that holds the table."""
    return next((i for i in play.irregularities if red(play, house, devices, i)), None)


def role_of(devices: tuple[Device, ...], name: str) -> str:
    return next((d.role for d in devices if d.name == name), "")


def needed(play: Play, house: House, role: str) -> bool:
    """Whether the present or the next step needs a device of this role (TABLE 2.4)."""
    if role == "shoe_scanner":
        return play.opening == ("open",) and play.shoe in SHOE_IN_USE
    if role == "card_reader":
        placed = play.round in (("match_due",), ("insurance",), ("peek_due",))
        uses = play.variant == "hole_card_reader" and play.peek is None
        return uses and placed and peek_due(play, house)
    if role == "wheel":
        bonus = any(w.kind == "bonus_spin" for w in play.wagers)
        spin = any(s.status in ("armed", "ordered", "button_due") for s in play.spins)
        lock_next = bonus and play.round == ("wagering",) and play.shoe != ("empty",)
        return lock_next or (play.round == ("settled",) and spin)
    if role == "shuffler":
        busy = play.shuffle in (("running",), ("faulted",))
        next_ = play.shoe == ("empty",) and play.shuffle == ("idle",)
        return play.opening == ("open",) and (busy or next_)
    return False


def kind(i: Irregularity) -> Kind:
    return KINDS[i.kind]


def headline(play: Play, i: Irregularity) -> str:
    text = fill(play, i, kind(i).headline)
    return text[:1].upper() + text[1:]


def fill(play: Play, i: Irregularity, text: str) -> str:
    """Put the irregularity's own values into a text of the catalogue."""
    face = i.card.face if i.card is not None and i.card.face else "a card"
    up = play.dealer[0].face if play.dealer and play.dealer[0].face else ""
    return text.format(box=i.box or "?", about=i.about or "?", card=f"{{{face}}}", up=f"{{{up}}}")


def questions(play: Play, i: Irregularity) -> tuple[Question, ...]:
    """The facts asked before the rulings; a card not read in the deal may be the hole card."""
    found = kind(i).questions
    if i.kind == "card_not_read" and play.round not in (("dealing",), ("deal_out",)):
        return ()
    if i.kind == "missed_draw" and play.variant == "no_hole_card":
        return (ONE_CARD,)
    return (DRAWN_OFF,) if i.kind == "events_lost" and i.about.endswith("its power") else found


def answered(house: House, i: Irregularity) -> dict[str, str]:
    """Answers so far; what the house knows of its reader counts as one (MA 15.l)."""
    discloses = house.pack.deal.reader_can_disclose_value.value
    given = dict(i.answers)
    known = {"off_known": "YES"} if DRAWN_OFF.name in given else {}
    return {"discloses": "YES" if discloses else "NO", **known, **given}


def unanswered(play: Play, i: Irregularity) -> tuple[Question, ...]:
    given = dict(i.answers)
    return tuple(q for q in questions(play, i) if q.name not in given)


def offers(play: Play, house: House, i: Irregularity) -> tuple[Offer, ...]:
    """Every ruling of the kind that the pack allows; those out of reach greyed with the reason."""
    allowed = rules(house, i.kind).rulings
    given = answered(house, i)
    left = unanswered(play, i)
    found = []
    for ruling in kind(i).rulings:
        if ruling.name not in allowed:
            continue
        grey = ""
        if left:
            grey = house.no("fact_first", question=fill(play, i, left[0].text))[1]
        elif any(given.get(q) != a for q, a in ruling.when):
            grey = house.no("no_ruling")[1]
        elif (rank := notice_missing(house, i)) != "":
            grey = house.no("notify_first", rank=word(house, rank))[1]
        found.append(Offer(ruling, clause(house, i.kind), grey))
    return tuple(found)


def notice_missing(house: House, i: Irregularity) -> str:
    """The rank that must still be notified before a ruling; empty = none.

    The ruler's own sign-in is the notice where the rank that rules is the one to be told.
    """
    wants = rules(house, i.kind).notify
    if wants != "casino_supervisor":
        return ""
    told = any(house.at_least(n.role, wants) for n in i.notices)
    return "" if told else wants


def word(house: House, rank: str) -> str:
    """The house's printed word for a rank."""
    found = getattr(house.pack.words, rank)
    return str(found.value)
