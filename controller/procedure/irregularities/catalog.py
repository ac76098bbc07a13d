"""What a kind means here: clause, ranks, red or amber now, what may be ruled and why not."""

from __future__ import annotations

import re
from itertools import takewhile

from msgspec import Struct

from controller.domain.commands import RecutOrdered
from controller.domain.structs import replace
from controller.domain.wording import first_upper, of_hand, text_of
from controller.procedure.irregularities.kinds.every_kind import (
    KINDS,
    Kind,
    Question,
    Ruling,
    words,
)
from controller.procedure.irregularities.kinds.kind import (
    CORRECT_CARDS,
    DRAWN_OFF,
    LAMP,
    SEAL,
    TEST_CARDS,
    Mode,
)
from controller.procedure.irregularities.kinds.kinds_of_play import ASK_THEM
from controller.procedure.irregularities.kinds.kinds_of_reader import HEADLINES
from controller.procedure.irregularities.kinds.kinds_of_shoe import ONE_CARD
from controller.procedure.queries import calls, continuous, target
from controller.procedure.reducers.cards import cut
from controller.procedure.reducers.opening import software_and_clock
from controller.procedure.reducers.play import missed_draw
from controller.procedure.reducers.wheel.spin_turns import current
from controller.procedure.state.house import House
from controller.procedure.state.parts import meters
from controller.procedure.state.play import Device, Irregularity, Play
from controller.rules.pack import Irregularity as Rules
from controller.rules.pack.keys import RefusalKey

from . import greyed
from .needed_device import BEFORE_PEEK, needed, spin_waits

OF_READER = ("reader_fault", "device_lost")
CARDS_ON_HANDS = ("deciding", "turn_due", "dealer_plays", "settled")
RECUT = RecutOrdered(rank="casino_supervisor", reason="as ruled")
AGAIN = "doubled again?"
"""Of a card that no hand takes, while one may still double again."""
VOIDS = ("void_round", "void_back")
TRIES = 2
"""Further insertions after a reader gave no answer."""


class Offer(Struct, frozen=True):
    """A ruling as it stands now; `grey` = why it may not be given."""

    ruling: Ruling
    clause: str
    grey: str = ""


def rules(house: House, kind: str) -> Rules:
    return house.pack.irregularity[kind]  # type: ignore[index]


def clause(house: House, kind: str) -> str:
    return rules(house, kind).clause


def clause_of(play: Play, house: House, i: Irregularity) -> str:
    """Under which this one is ruled; a jackpot under that of its own wager."""
    hit = next((h for h in play.prizes.hits if h.id == i.id), None)
    return hit.clause if hit is not None and hit.clause else clause(house, i.kind)


def dealers(house: House, kind: str) -> bool:
    """The text fixes the course, and the dealer carries it out at once (console/README 3)."""
    return rules(house, kind).needs == "dealer"


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
    if i.kind == "jackpot":
        return False
    if i.kind == "payout_over_limit" and play.round in CARDS_ON_HANDS[:-1]:
        return False  # a blackjack paid at its turn: nobody else waits for the rest of it
    if i.kind in ("spin_fault", "lock_unconfirmed") or (
        i.kind == "order_without_cause" and i.role == "wheel"
    ):
        return spin_waits(play)
    if i.kind in ("whose_card", "hand_with_one_card") and play.round == "settled":
        return True
    if i.about == AGAIN and any(target.chooses(h) for h in play.hands):
        return False  # the dealer tells whether that hand doubled again
    if i.kind == "card_drawn_in_error" and play.round in ("wagering", "settled"):
        return True
    if i.kind == "missed_draw" and play.round in ("turn_due", "dealer_plays"):
        return True
    if i.kind == "shuffler_fault":
        return play.shuffle == "faulted" and play.shoe == "empty"
    return bool(calls.of_pause(i)) or rules(house, i.kind).holds == "red"


def hold(play: Play, house: House, devices: tuple[Device, ...]) -> Irregularity | None:
    """The first open irregularity that holds the table."""
    return next((i for i in play.irregularities if red(play, house, devices, i)), None)


def hold_once_cleared(play: Play, house: House, devices: tuple[Device, ...]) -> Irregularity | None:
    """What would hold the table as soon as the settled layout is cleared."""
    shoe = "empty" if continuous.all_due(play, house) else play.shoe
    after = replace(play, round="wagering", spins=(), peek=None, dealt=(), hands=(), shoe=shoe)
    return hold(after, house, devices)


def role_of(devices: tuple[Device, ...], name: str) -> str:
    return next((d.role for d in devices if d.name == name), "")


def out_of_service(devices: tuple[Device, ...], name: str) -> bool:
    return any(d.name == name and d.out_of_service for d in devices)


def kind(i: Irregularity) -> Kind:
    return KINDS[i.kind]


def headline(play: Play, house: House, i: Irregularity) -> str:
    told = calls.of_pause(i) or HEADLINES.get((i.kind, i.about), kind(i).headline)
    text = fill(play, house, i, told).replace(" to box ?", "")
    return first_upper(text)


def plain(text: str) -> str:
    """The faces that a page would draw, `{7h}`, as they are written: `7♥`."""
    return re.sub(r"\{(\w{2})\}", lambda found: text_of(found[1]), text)


def fill(play: Play, house: House, i: Irregularity, text: str) -> str:
    """Put the irregularity's own values and the house's words into a text of the catalogue."""
    face = i.card.face if i.card is not None and i.card.face else "a card"
    up = play.dealer[0].face if play.dealer and play.dealer[0].face else ""
    words = house.pack.words
    box = of_hand(i.box, i.hand, alone=i.kind != "whose_card" or "," not in i.about)
    filled = text.format(
        box=box if i.box else "?",
        about=i.about or "?",
        card=f"{{{face}}}",
        up=f"{{{up}}}",
        cover_card=words.cover_card.value,
        rack=words.discard_rack.value,
    )
    return house.titled(filled)


def questions(play: Play, i: Irregularity) -> tuple[Question, ...]:
    """The facts asked before the rulings; a card not read in the deal may be the hole card."""
    found = kind(i).questions
    in_deal = play.round in ("dealing", "deal_out") and i.about != "burn"
    if i.kind == "card_not_read" and not in_deal:
        return ()
    if i.kind == "foreign_card" and not unseen(i):
        return ()
    if i.kind == "missed_draw" and play.variant == "no_hole_card":
        return (ONE_CARD,)
    if i.kind in OF_READER:
        return of_reader(play, i)
    return (DRAWN_OFF,) if i.kind == "events_lost" and i.about.endswith("its power") else found


def unseen(i: Irregularity) -> bool:
    """A card that was told by its back alone, or not read at all."""
    return i.card is not None and i.card.face is None


def of_reader(play: Play, i: Irregularity) -> tuple[Question, ...]:
    """The lamp where an answer is due; after the freeze the inspection (MD 2.F)."""
    frozen = (SEAL, TEST_CARDS) if dict(i.answers).get("frozen") else ()
    of_lamp = i.kind == "reader_fault" or i.role == "card_reader"
    due = play.round in BEFORE_PEEK and not play.peek_given and i.about != "answer"
    return ((LAMP,) if of_lamp and due else ()) + frozen


def answered(play: Play, house: House, i: Irregularity) -> dict[str, str]:
    """Answers so far; what the table itself knows counts as one (MA 15.l)."""
    discloses = house.pack.deal.reader_can_disclose_value.value
    given = dict(i.answers)
    known = {"discloses": "YES" if discloses else "NO", "shuffle": play.shuffle}
    if meters.may_be_paid(play.prizes, house.pack, i.id):
        known["agreed"] = "YES"
    if i.about == "burn":
        known["down"] = "YES"
    if DRAWN_OFF.name in given:
        known["off_known"] = "YES"
    if i.kind in OF_READER:
        asked = LAMP in of_reader(play, i)
        known |= {"frozen": "NO"} | ({} if asked else {"lamp": "NO"})
        known["tries"] = "left" if asked and tries(play) < TRIES else "none"
    return {**known, **given}


def tries(play: Play) -> int:
    """How often the reader was tried again in this round."""
    return sum(1 for i in play.irregularities if i.ruling == "try_again")


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
    about_reader = i.kind != "device_lost" or i.role == "card_reader"
    found = tuple(
        Offer(_of_order(play, i, r), clause_of(play, house, i), _grey(play, house, i, r))
        for r in listed
        if r is not None and (about_reader or not r.name.startswith("lamp_"))
    )
    if play.dealt or play.hands or play.wagers:
        return found
    if all(o.grey or o.ruling.name in VOIDS for o in found):
        return found  # a void of nothing is better than no way out
    return tuple(
        replace(o, grey=o.grey or house.no("no_round")[1]) if o.ruling.name in VOIDS else o
        for o in found
    )


def _of_order(play: Play, i: Irregularity, ruling: Ruling) -> Ruling:
    """As this order asks it: its section and seat, or the rank that may give a stake back."""
    if (i.about, ruling.name) == (target.UNASKED, "play_on"):
        return replace(ruling, effect=ASK_THEM)
    if ruling.name == "ask_now" and play.round == "settled":
        return replace(ruling, effect=f"{ruling.effect} The settlement is taken back.")
    of_order = i.kind in ("order_in_doubt", "order_withheld")
    if of_order and ruling.name == "none" and "/spin/" in f"{i.about}/":
        ruling = replace(ruling, needs="casino_supervisor")
    spin = current(play)
    if ruling.asks == "section" and spin is not None and not spin.box:
        effect = "Written: the box, its prize, the prize of the others."
        return replace(ruling, asks="reason", effect=effect)
    if ruling.asks == "section" and i.kind == "order_in_doubt" and "/shuffle/" in f"{i.about}/":
        return replace(ruling, asks="reason")
    return ruling


def correction(play: Play, house: House, i: Irregularity) -> Offer:
    """CORRECT CARDS, whatever happened, as long as nothing was decided on the cards.

    Nor once a wheel has turned for them: its one spin would be made again.
    """
    decided = any(h.decided or len(h.cards) > 2 for h in play.hands)
    open_deal = play.hands and not decided and play.round in (*BEFORE_PEEK, "deciding")
    spun = any(s.status in ("ordered", "rested") for s in play.spins)
    why: RefusalKey | None = "wheel_turned" if spun else None if open_deal else "not_in_round"
    return Offer(CORRECT_CARDS, clause(house, i.kind), house.no(why)[1] if why else "")


def _grey(play: Play, house: House, i: Irregularity, ruling: Ruling) -> str:
    """Why it may not be ruled now; empty = it may."""
    left = () if ruling.early else unanswered(play, i)
    given = answered(play, house, i)
    if left:
        return house.no("fact_first", question=fill(play, house, i, left[0].text))[1]
    if ruling.of_card and i.card is None:
        return house.no("no_card_out")[1]
    if ruling.asks == "box" and not seats(play):
        return house.no("no_round")[1]
    if lacks := next((q for q, a in ruling.when if given.get(q) != a), ""):
        return _missing(play, house, i, lacks)
    if ruling.name == "again" and greyed.no_wheel(play, i):
        return house.no("wheel_is_out" if play.wheel_out else "not_in_round")[1]
    if _lays(i, ruling) and (earlier := _card_before(play, house, i)) is not None:
        return house.no("fact_first", question=plain(headline(play, house, earlier)))[1]
    if ruling.name == "card_last" and missed_draw.shown(play):
        return house.no("hole_turned")[1]
    if ruling.name == "enter_card" and _may_lie_down(play, i):
        return house.no("keyed_down")[1]
    if ruling.name == "recut" and (why := cut.why_not_recut(play, house, RECUT)) is not None:
        return why[1]
    if ruling.name == "accepted" and not software_and_clock.may_go_on(play):
        return house.no("other_version", version=play.software.version)[1]
    if (rank := notice_missing(house, i)) != "":
        return house.no("notify_first", rank=house.word(rank))[1]
    return ""


def _missing(play: Play, house: House, i: Irregularity, fact: str) -> str:
    """What would have to come first; of what was asked, that the answer was another one."""
    if fact in greyed.MISSING or any(q.name == fact for q in questions(play, i)):
        return greyed.missing(house, fact, answered(play, house, i))
    return house.no("not_as_it_lies")[1]


def _may_lie_down(play: Play, i: Irregularity) -> bool:
    """A card told by its back alone may be the hole card: nobody looks until the deal is placed."""
    return i.kind == "foreign_card" and unseen(i) and not play.hands


def _lays(i: Irregularity, ruling: Ruling) -> bool:
    """Whether it makes the card the next one."""
    as_drawn = ruling.name == "as_dealt" and i.kind == "drawn_while_held"
    return as_drawn or ruling.name in ("next_card", "aside")


def _card_before(play: Play, house: House, i: Irregularity) -> Irregularity | None:
    """The hold over a card that came before: where that one lies decides what the next card is."""
    before = takewhile(lambda e: e.id != i.id, play.irregularities)
    holds = (e for e in before if e.card is not None and is_open(e))
    return next((e for e in holds if rules(house, e.kind).holds == "red"), None)


def seats(play: Play) -> tuple[tuple[int, int], ...]:
    """(box, hand) of the hands to which a card may be reassigned."""
    if play.round not in CARDS_ON_HANDS:
        return ()
    return tuple((h.box, h.number) for h in play.hands if h.cards and not h.dead)


def notice_missing(house: House, i: Irregularity) -> str:
    """The rank that must still be notified before a ruling; empty = none.

    The ruler's own sign-in is the notice where the rank that rules is the one to be told.
    """
    wants = rules(house, i.kind).notify
    if wants != "casino_supervisor":
        return ""
    told = any(house.at_least(n.role, wants) for n in i.notices)
    return "" if told else wants
