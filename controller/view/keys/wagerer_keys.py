"""Wagerers of a box, cash and coupons on the pages: keys, the line behind a box, open tasks."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.views import view as page
from controller.domain.wording import at_box, dollars, of_hand
from controller.procedure.guide.allowed import ANY
from controller.procedure.queries import legal, target
from controller.procedure.reducers.deal import cash_and_coupons, shared_boxes
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.parts.wagerers import letter, line_up
from controller.procedure.state.play import Play
from controller.rules.pack.line_keys import LineKey

from .menus import Key, opener


def words(p: Play, house: House, item: Input) -> tuple[str, str]:
    """Label and what it does; empty = not of these."""
    match item:
        case cmd.WagerSet(medium="cash"):
            return "CASH PLAYS", _made_of(house, item)
        case cmd.WagerSet(medium="coupon"):
            return "COUPON", _made_of(house, item)
        case cmd.WagerSet(kind="match") if item.wagerer:
            how = "in" if item.on else "out"
            return "MATCH", f"box {at_box(item.box, item.wagerer)} {how}"
        case cmd.WagerSet() if item.wagerer:
            return f"{'+' if item.on else ''}{letter(item.wagerer)}", "in" if item.on else "out"
        case cmd.WagererConsents(on=False):
            return "NO CONSENT", "nobody else joins"
        case cmd.WagererConsents():
            return "CONSENTS", house.line("consent")[1]
        case cmd.CallerSeated():
            who = letter(item.wagerer)
            return (f"{who} CALLS", "sits here") if item.on else ("NOBODY SITS", "highest calls")
        case cmd.PlayersLinked():
            if len(item.boxes) == 1:
                return "ANOTHER PLAYER", f"box {item.boxes[0]}"
            return "SAME PLAYER", linked_in_words(house, item.boxes)
        case cmd.Adjusted():
            how = "back from player" if item.direction == "take" else "to player"
            return "PAID WRONG", f"closed round: {how if item.recovered else 'not recovered'}"
        case cmd.LetIn():
            return "LET IN", f"box {item.box} {house.line('let_in')[1]}"
    return _of_round(p, house, item)


def _of_round(p: Play, house: House, item: Input) -> tuple[str, str]:
    match item:
        case cmd.CashConfirmed():
            one = cash_and_coupons.find(p, cash_and_coupons.key(item))
            at = at_box(item.box, item.wagerer)
            return "CONFIRM CASH", f"box {at} {dollars(one.cents) if one else ''}"
        case cmd.CashChanged():
            one = cash_and_coupons.find(p, cash_and_coupons.key(item), item.round)
            at = at_box(item.box, item.wagerer)
            spoken = f"round {item.round} " if item.round else ""
            return "CHANGED", f"{spoken}box {at} cash {dollars(one.cents) if one else ''}"
        case cmd.Double() | cmd.Rescue() if item.wagerer:
            word = type(item).__name__.upper()
            return f"{word} {letter(item.wagerer)}", f"box {_hand(p, item)}, own wager"
        case cmd.Double(cents=int(cents)):
            return dollars(cents), f"box {_hand(p, item)}, for less"
        case cmd.Insured() if len(shared_boxes.on_box(p, item.box)) > 1:
            how = "INSURE" if item.on else "NO INSURANCE"
            return f"{how} {letter(item.wagerer)}", f"box {item.box}"
        case cmd.Signalled():
            said = house.line("signals", shown=item.shown, spoken=item.spoken)[1]
            late = ", card out" if item.drawn else ""
            return f"{item.shown.upper()} BY HAND", f"box {item.box}: {said}{late}"
    return "", ""


def _hand(p: Play, item: cmd.Decision) -> str:
    alone = sum(1 for h in p.hands if h.box == item.box) < 2
    return of_hand(item.box, item.hand, alone=alone)


def full_double(p: Play, house: House, item: cmd.Double) -> int | None:
    at = target.find(p, item.box, item.hand)
    return None if at is None else legal.full_double(p, house, p.hands[at])


def _made_of(house: House, item: cmd.WagerSet) -> str:
    """Whose it is, but for the first wagerer's; nobody has to have counted a further one's."""
    amount = "" if item.cents is None else f" {dollars(item.cents)}"
    at = f"box {at_box(item.box, item.wagerer)} " if item.wagerer else ""
    return f"{at}{_kind(house, item.kind)}{amount}"


def _kind(house: House, kind: str) -> str:
    return house.pack.words.match.value if kind == "match" else "wager"


def openers(p: Play, found: list[Key]) -> list[Key]:
    """The menus of a box lead on to those of its people; DOUBLE has one for less."""
    names = {k.menu for k in found}
    less = next((k.command for k in found if k.menu == "less"), None)
    menus = []
    if isinstance(less, cmd.Double):
        menus.append(opener("act2", "less", "LESS", f"double box {less.box}", less))
    for box in range(1, 10):
        people_at = f"box{box}.1" if p.round == "wagering" else f"box{box}"
        if f"people{box}" in names:
            menus.append(opener(people_at, f"people{box}", "MORE", "cash, same player"))
        if f"share{box}" in names:
            menus.append(opener(f"box{box}.2", f"share{box}", "WAGERERS", "who joins, who calls"))
    slots = {k.entry.slot for k in found}
    others = (who for box in p.boxes for who in shared_boxes.named(box))
    pads = [who for who in others if slots & {f"box{who}.main", f"box{who}.match"}]
    return [*menus, *(_pad_of(p, who) for who in pads)]


def _pad_of(p: Play, who: str) -> Key:
    """The chips of a further wagerer, or of who joins, are counted on a pad of their own."""
    lies = next((w for w in p.wagers if (w.kind, w.wagerer) == ("main", who)), None)
    slot = f"share{who[:-1]}.{ANY}"
    if lies is None:
        return opener(slot, f"box{who}", f"+{letter(who)}", "in")
    counted = "not counted" if lies.cents is None else dollars(lies.cents)
    return opener(slot, f"box{who}", f"{letter(who)} CHIPS", counted)


def bands(names: list[str]) -> list[page.Menu]:
    """Which box a menu of its people is about."""
    found = []
    for name in names:
        if name.startswith(("people", "share")):
            box = int(name.rstrip("+")[-1])
            text = f"Box {box}: {'its player' if name.startswith('people') else 'who wagers'}"
            found.append(page.Menu(name=name, text=text, box=box, hint="Touch one, or BACK."))
    return found


def behind(p: Play, house: House, box: int) -> str:
    """While wagers are open: why it waits, who stands in line, with which boxes it goes."""
    if shared_boxes.why_not_enter(p, house, box) is not None:
        return house.line("waits_shuffle")[1]
    if box not in p.boxes:
        return ""
    if len(shared_boxes.on_box(p, box)) > 1:
        who = " ".join(letter(one) for one in line_up(p.people, box))
        return house.line("line_up", who=who)[1]
    linked = next((one for one in p.people.linked if box in one), ())
    return linked_in_words(house, linked) if linked else ""


def linked_in_words(house: House, boxes: tuple[int, ...]) -> str:
    """Where a spot may be given away, which one is the player's own."""
    if house.pack.deal.second_spots_by_house.value:
        more = " ".join(map(str, boxes[1:]))
        return house.line("link_own", own=boxes[0], more=more)[1]
    return house.line("link", boxes=" ".join(map(str, boxes)))[1]


def waits(p: Play, house: House) -> list[page.Refused]:
    """Why a box cannot be lit."""
    if p.round != "wagering" or p.opening != "open":
        return []
    return [
        page.Refused(slot=f"box{box}", reason=f"{no[1]}.", clause=no[0])
        for box in range(1, house.boxes + 1)
        if (no := shared_boxes.why_not_enter(p, house, box)) is not None
    ]


def tasks(p: Play, house: House) -> list[str]:
    """Cash that is not confirmed or not changed, coupons that nobody has judged."""
    found = []
    for one in p.people.cash:
        missing = [r for r in cash_and_coupons.confirmers(house, one.kind) if r not in one.by]
        key: LineKey = "cash_change" if one.stands else "cash_confirm"
        if one.round:
            key = "cash_of_round"
        who = house.word(missing[0]) if missing else ""
        of = {"box": at_box(one.box, one.wagerer), "round": one.round}
        found.append(house.line(key, **of, cents=dollars(one.cents), who=who)[1])
    who = house.word("casino_supervisor")
    asked = ((at_box(x.box, x.wagerer), who) for x in cash_and_coupons.asked(p))
    return [*found, *(house.line("coupon", box=at, who=who)[1] for at, who in asked)]
