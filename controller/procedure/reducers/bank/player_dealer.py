"""The player-dealer's position and fund (CA type.1, dealing.1, 2, 8, 10).

The position is offered clockwise after each turn: a box that played last round is not passed
over, one that is dark is taken for empty.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import money
from controller.domain.settled import Bank
from controller.domain.structs import replace
from controller.domain.wording import dollars
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.parts.banking import Back, Banking, next_round
from controller.procedure.state.play import Play
from controller.rules import placing
from controller.rules.decisions import No
from controller.rules.pack import Pack
from controller.rules.settlement import fees

NO_SHOE = ("empty", "rest_due")
HOUSE = ("house", "dealer", "floorperson", "casino supervisor")


def by_player(house: House) -> bool:
    return house.pack.deal.bank.value == "player_dealer"


def bank_due(play: Play, house: House) -> bool:
    """A player-dealer's game has a bank before its wagers, and a fund to bank with."""
    return by_player(house) and (play.bank is None or low(play, house))


def low(play: Play, house: House) -> bool:
    """What the last hand left of the fund is less than a bank puts up."""
    fund = play.bank.cents if play.bank is not None else None
    return fund is not None and _why_not_put_up(house, fund) is not None


def due_line(play: Play, house: House) -> tuple[str, str]:
    """Clause and words of what the bank still owes before a wager is made."""
    if play.bank is None or play.bank.cents is None:
        return house.line("bank")
    least = dollars(placing.bank_least(house.pack))
    return house.line("bank_low", box=play.bank.box, bank=dollars(play.bank.cents), least=least)


def circles(play: Play) -> tuple[int, ...]:
    """Boxes of the player-dealer: no wager against the own bank lies there (CA silent.pd-bets)."""
    if play.bank is None:
        return ()
    box = play.bank.box
    return next((one for one in play.people.linked if box in one), (box,))


# ---- the offer ----
def turn(play: Play, house: House) -> tuple[int, ...]:
    """Boxes to which the bank is still to be offered, in order."""
    held, n = play.banking, house.boxes
    start = held.declined[-1] if held.declined else held.last
    order = [(start + step) % n + 1 for step in range(n)]
    gone = {*held.declined, *(() if held.again else (held.last,))}
    return tuple(box for box in order if box not in gone)


def next_offer(play: Play, house: House) -> int:
    """The next box that played last round; 0 = none of those left did."""
    return next((box for box in turn(play, house) if box in play.boxes), 0)


def nobody(play: Play, house: House) -> bool:
    return play.banking.nobody or not turn(play, house)


def why_not_offer(play: Play, house: House, box: int) -> Why:
    """Whether the bank may be offered to this box now."""
    if not by_player(house):
        return _why(placing.why_not_bank(house.pack, None))
    if box == 0:
        return house.no("bank_house")
    if not 1 <= box <= house.boxes:
        return house.no("box_range", n=house.boxes)
    if play.opening != "open":
        return house.no("not_open")
    if play.shoe in NO_SHOE:
        return house.no("shoe_first")
    if play.bank is not None:
        return house.no("bank_held", box=play.bank.box)
    if nobody(play, house):
        return house.line("bank_nobody")
    left, first = turn(play, house), next_offer(play, house)
    if play.banking.again and box == play.banking.last:
        return None
    if box not in left or (first and left.index(box) > left.index(first)):
        return house.no("bank_turn", box=first or left[0])
    return None


def why_not_bank(play: Play, house: House, i: cmd.BankSet) -> Why:
    """An amount left open covers every wager."""
    held = play.bank is not None and play.bank.box == i.box
    if not i.on:
        return None if held else house.no("not_now")
    if not held and (no := why_not_offer(play, house, i.box)):
        return no
    return _why_not_put_up(house, i.cents)


def _why_not_put_up(house: House, cents: int | None) -> Why:
    return None if cents is None else _why(placing.why_not_bank(house.pack, cents))


def _why(no: No | None) -> Why:
    return (no.clause, no.text) if no else None


def set_bank(c: Context) -> None:
    """The boxes of the player-dealer have no wager; a turn that was begun has ended."""
    assert isinstance(c.input, cmd.BankSet)
    i, p = c.input, c.play
    if not i.on:
        ended = i.box if p.bank_hands else 0
        held = next_round(p.banking, ended) if ended else replace(p.banking, rate=0)
        c.play = replace(c.play, bank=None, bank_hands=0, banking=held)
        return
    same = p.bank is not None and p.bank.box == i.box
    c.play = replace(
        c.play,
        bank=Bank(i.box, i.cents, c.house.boxes),
        bank_hands=p.bank_hands if same else 0,
    )
    darken_own(c)


def darken_own(c: Context) -> None:
    """Chips in a circle of the player-dealer's go back before the deal."""
    own, p = circles(c.play), c.play
    lit = [b for b in p.boxes if b in own and (b in p.told or b != own_seat(p))]
    kept = (one for one in p.banking.back if one[0] in own and one[0] not in lit)
    back = (*kept, *((b, _chips(p, b)) for b in lit))
    c.play = replace(
        c.play,
        boxes=tuple(b for b in p.boxes if b not in own),
        wagers=tuple(w for w in p.wagers if w.box not in own),
        banking=replace(p.banking, back=tuple(sorted(back, key=_box))),
    )


def own_seat(play: Play) -> int:
    return play.bank.box if play.bank is not None else 0


def _chips(play: Play, box: int) -> int | None:
    """Units: cents; None = one was not counted."""
    lie = [w.cents for w in play.wagers if w.box == box]
    counted = [cents for cents in lie if cents is not None]
    return sum(counted) if len(counted) == len(lie) else None


def _box(back: Back) -> int:
    return back[0]


def why_not_decline(play: Play, house: House, box: int) -> Why:
    """0 = everybody left: only boxes that are dark may be told in one."""
    if box:
        return why_not_offer(play, house, box)
    if (first := next_offer(play, house)) and bank_due(play, house):
        return house.no("bank_turn", box=first)
    left = turn(play, house)
    return why_not_offer(play, house, left[0] if left else play.banking.last or 1)


def decline(c: Context) -> None:
    assert isinstance(c.input, cmd.BankDeclined)
    held, box = c.play.banking, c.input.box
    if not box:
        c.play = replace(c.play, banking=replace(held, nobody=True))
    elif box == held.last:
        c.play = replace(c.play, banking=replace(held, again=False))
    else:
        c.play = replace(c.play, banking=replace(held, declined=(*held.declined, box)))


def why_not_rule(play: Play, house: House, i: cmd.BankRuled) -> Why:
    held = not by_player(house) or play.bank is not None
    if held or not nobody(play, house) or play.shoe in NO_SHOE:
        return house.no("not_now")
    if i.goes_on and not play.banking.last:
        return house.no("not_now")
    return None if i.reason.strip() else house.no("reason_first")


def rule(c: Context) -> None:
    """The offer begins anew; the last bank is among those who may take it only as ruled."""
    assert isinstance(c.input, cmd.BankRuled)
    c.play = replace(c.play, banking=replace(next_round(c.play.banking, 0), again=c.input.goes_on))


def seatable(c: Context) -> None:
    """A provider plays as any player does; the house is none (CA winners.12, dealing.8.iii)."""
    assert isinstance(c.input, cmd.ProviderSeated)
    i = c.input
    if not by_player(c.house):
        refuse(c.house.no("not_now"))
    if not 1 <= i.box <= c.house.boxes:
        refuse(c.house.no("box_range", n=c.house.boxes))
    name = i.name.strip().casefold()
    titles = (title.casefold() for title, _ in c.house.titles)
    if name in {*HOUSE, *titles, c.play.dealer_name.casefold(), i.by.casefold()} - {""}:
        refuse(c.house.no("bank_house"))


def seat_provider(c: Context) -> None:
    assert isinstance(c.input, cmd.ProviderSeated)
    i, held = c.input, c.play.banking
    kept = tuple(one for one in held.providers if one[0] != i.box)
    name = i.name.strip()
    c.play = replace(
        c.play, banking=replace(held, providers=(*kept, (i.box, name)) if name else kept)
    )


def after_round(play: Play, pack: Pack) -> tuple[Bank | None, int, Banking]:
    """Bank, hands held and banking of the next round; a void hand does not count (house)."""
    hands = play.bank_hands + (not all(h.dead for h in play.hands))
    if play.bank is None:
        return None, 0, next_round(play.banking, 0)
    if hands < pack.deal.bank_hands_per_turn.value:
        return replace(play.bank, cents=left(play)), hands, next_round(play.banking, 0)
    return None, 0, next_round(play.banking, play.bank.box)


def left(play: Play) -> int | None:
    """What lies in the bank's circle after the hand, in whole cents; None = it was not counted."""
    assert play.bank is not None
    back = (p.cents for p in play.payments if p.kind == "bank" and p.box == play.bank.box)
    cents = next(back, play.bank.cents)
    return None if cents is None else int(money.exact(cents))


def rest(play: Play) -> Bank | None:
    """The bank without what it has paid before the settlement."""
    if play.bank is None or play.bank.cents is None:
        return play.bank
    paid = sum(
        int(money.exact(p.cents))
        for p in play.payments
        if (p.kind, p.direction) == ("main", "pay") and p.cents is not None
    )
    return replace(play.bank, cents=play.bank.cents - paid)


# ---- what the fund covers ----
def total(play: Play) -> int | None:
    """What the players have wagered; None = an amount is open."""
    return fees.total([w for w in play.wagers if w.box in play.boxes])


def uncounted(play: Play) -> tuple[int, ...]:
    """Boxes whose chips must be counted where the fund has an end."""
    if play.bank is None or play.bank.cents is None:
        return ()
    open_ = {w.box for w in play.wagers if w.kind in fees.COUNTED and w.cents is None}
    return tuple(box for box in play.boxes if box in open_)


def short(play: Play) -> tuple[int, int] | None:
    """Fund and wagers where the one does not cover the other; both are shown (CA dealing.8.i)."""
    table = total(play)
    if play.bank is None or play.bank.cents is None or table is None:
        return None
    return (play.bank.cents, table) if play.bank.cents < table else None


# ---- what goes back at once ----
def safe_part(play: Play, house: House, box: int, number: int) -> int | None:
    """Cents of a hand given up that its player takes back at once; the rest stays for its turn.

    0 = nothing, None = it was not counted (CA options.2, options.7.b).
    """
    hand = next((h for h in play.hands if (h.box, h.number) == (box, number)), None)
    if hand is None or not by_player(house) or not (hand.surrendered or hand.rescued):
        return 0
    main = next((w.cents for w in play.wagers if (w.box, w.kind) == (box, "main")), None)
    if main is None or hand.surrendered:
        return None if main is None else main // 2
    added = hand.double_cents
    return added if added is None or hand.doubles <= 1 else (main + added) // 2
