"""Cards keyed in as they lie while the shoe scanner is out of service; a spin read by eye.

A keyed card is booked like a drawn one. What lies face down is keyed without a face and read out
when it is turned, so that nobody enters a card that nobody may see.
"""

from __future__ import annotations

from typing import Literal

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.cards import Card
from controller.domain.sealed import Sealed, Slot
from controller.domain.structs import replace
from controller.procedure.queries import legal, places, target
from controller.procedure.reducers.wheel import seat_and_spin, wheel_out
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Refuse, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.play import Play, Spin
from controller.procedure.state.whole import Device

from . import burns

Due = Literal["", "open", "down", "hole"]
"""The card that is due now: none, face up, face down, or the hole card to be read out."""
WAYS = {"cover_or_sign": ("covered", "sign"), "floorperson": ("out",)}
"""What must be attested of a scanner out of service before cards are keyed, by the pack."""
OF_SCANNER = (
    fact.CardDrawn,
    fact.CardNotRead,
    fact.CardPushedBack,
    fact.CoverCardSeen,
    fact.ShoeLoaded,
    fact.RestCounted,
    fact.ShoeOpened,
)
UNSEEN = "?"
"""In place of a face that was keyed where none may be."""
IN_USE = ("burn_due", "ready", "last_round")
WAITS = ("button_due", "armed")


# ---- the scanner out of service ----
def put_out(c: Context, how: str, by: str) -> None:
    """Out of service; said again with what was done to it, as the text asks (MD 13.S)."""
    if how not in ("", *ways(c.house)):
        refuse(c.house.no("scanner_out"))
    now = how or c.play.manual.scanner or "out"
    c.play = replace(c.play, manual=replace(c.play.manual, scanner=now, by=by))


def ways(house: House) -> tuple[str, ...]:
    return WAYS[house.pack.shoe.scanner_out_of_service.value]


def to_attest(play: Play, house: House) -> tuple[str, ...]:
    """What is still to be attested before another method of dealing; any one of them."""
    out = play.manual.scanner
    return () if not out or out in ways(house) else ways(house)


def put_back(c: Context) -> None:
    c.play = replace(c.play, manual=replace(c.play.manual, scanner="", by=""))


def unplayed(play: Play, item: Input) -> bool:
    """What a scanner that is out of service still says was keyed, or will be."""
    return bool(play.manual.scanner) and isinstance(item, OF_SCANNER)


# ---- a card ----
def due(play: Play, house: House) -> Due:
    if play.opening != "open" or play.shoe not in IN_USE:
        return ""
    if play.shoe == "burn_due":
        return "down" if burns.may_come(play, house) else ""
    match play.round:
        case "wagering":
            fits = bool(play.boxes) and (play.bank is not None or not _by_player(house))
            return "open" if fits else ""
        case "dealing" | "deal_out":
            left = places.of(play)[len(play.dealt) :]
            return "" if not left else "down" if left[0].what == "hole" else "open"
        case "deciding" if play.hole_owed and not play.up_owed:
            return "down"
        case "deciding":
            takes = play.up_owed or target.taker(play, house) is not None
            return "open" if takes else ""
        case "turn_due":
            return "hole" if hole_unread(play) else ""
        case "dealer_plays":
            return "open" if legal.dealer_must_draw(play, house) else ""
    return ""


def _by_player(house: House) -> bool:
    return house.pack.deal.bank.value == "player_dealer"


def hole_unread(play: Play) -> bool:
    """The hole card was keyed face down: its face is read out when it is turned."""
    known = dict(play.entered)
    return any(s.face is None and not s.seal.ct and s.id not in known for s in play.dealer[1:2])


def why_not_key(play: Play, house: House, face: str) -> Why:
    if no := why_not_tell(play, house):
        return no
    if play.pending is not None and play.round in ("deciding", "dealer_plays"):
        return house.no("aside_first")
    now = due(play, house)
    if not now:
        return house.no("no_card_due")
    if now == "down":
        return house.no("keyed_down") if face else None
    return None if _read(face) else house.no("card_text")


def recorded(play: Play, house: House, item: Input) -> Input:
    """What of an input may go on the record: no face that nobody may see, or that is not due."""
    if not isinstance(item, cmd.CardKeyed) or not item.face:
        return item
    return replace(item, face=UNSEEN) if due(play, house) in ("", "down") else item


def _read(face: str) -> str:
    try:
        return Card.typed(face).code
    except ValueError:
        return ""


def key(c: Context) -> None:
    """Make it the card of this input, as if it were drawn; a hole card read out is turned."""
    item = c.input
    assert isinstance(item, cmd.CardKeyed)
    refuse(why_not_key(c.play, c.house, item.face))
    hole = c.play.dealer[1] if due(c.play, c.house) == "hole" else None
    card = hole.id if hole else c.entry
    if item.face:
        c.play = replace(c.play, entered=(*c.play.entered, (card, _read(item.face))))
    if hole:
        c.follow(follow_ups.DealerHand.TURNED)
        return
    c.card = Slot(c.entry, Sealed(b"", b""))
    c.play = replace(c.play, drawn=c.play.drawn + 1)


def why_not_tell(play: Play, house: House) -> Why:
    """The shoe's own marks are told by hand only while no scanner tells them."""
    if not play.manual.scanner:
        return house.no("scanner_reads")
    return house.no("scanner_out") if to_attest(play, house) else None


# ---- a spin by eye ----
def why_not_attest(
    play: Play, house: House, devices: tuple[Device, ...], box: int, section: str
) -> Why:
    """While the wheel does not answer a floorperson reads where it came to rest.

    `section` = the prize, and behind a space what the others get by the same spin.
    """
    answers = any(d.role == "wheel" and d.up and not d.out_of_service for d in devices)
    spin = _waiting(play, house, box)
    if answers or spin is None:
        return house.no("not_now")
    symbol, _, community = section.partition(" ")
    fit = seat_and_spin.fits(play, house, spin, (box, symbol, community))
    return None if fit else house.no("no_section")


def waiting(play: Play, house: House) -> tuple[Spin, ...]:
    """Spins whose result may be told now; one that is ordered before any other."""
    if play.round != "settled" and house.pack.wheel.spin_at.value != "turn":
        return ()
    ordered = tuple(s for s in play.spins if s.status == "ordered")
    return ordered or tuple(s for s in play.spins if s.status in WAITS)


def _waiting(play: Play, house: House, box: int) -> Spin | None:
    found = waiting(play, house)
    return next((s for s in found if box in seat_and_spin.bettors(play, s)), None)


def attest_spin(c: Context) -> None:
    item = c.input
    assert isinstance(item, cmd.SpinAttested)
    if no := why_not_attest(c.play, c.house, c.devices, item.box, item.section):
        raise Refuse(*no)
    spin = _waiting(c.play, c.house, item.box)
    assert spin is not None
    symbol, _, community = item.section.partition(" ")
    seat_and_spin.rest_by_hand(c, spin, symbol, item.box, community)
    wheel_out.answered(c, spin)
