"""The stack on the dealer's page: the steps up to the load, who is offered the cut, the gauge."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.views import view as page
from controller.procedure.guide.next_step.pack_line import STEP_LINES
from controller.procedure.queries import continuous, inventory
from controller.procedure.reducers.cards import cut, shuffle
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.play import Play
from controller.rules.decks import cards_behind

NTH = ("1st offer", "2nd", "3rd", "4th", "5th", "6th", "7th")


def words(_play: Play, house: House, item: Input) -> tuple[str, str]:
    """Label and what it does; both empty = no key of the stack."""
    match item:
        case cmd.ShuffleAsked():
            return "SHUFFLE", f"{house.decks} decks"
        case cmd.ShuffleStep():
            return item.step.replace("_", " ").upper(), house.line(STEP_LINES[item.step])[1]
        case cmd.CutTaken():
            if item.box == cut.DEALER:
                return "DEALER CUTS", "no player would"
            return f"CUT: BOX {item.box}", "took the cut"
        case cmd.CutPlaced():
            many, word = house.pack.shoe.cover_cards.value, house.pack.words.cover_card.value
            return "CUT OK", f"{many} {word}s are in" if many > 1 else f"{word} is in"
    return "", ""


def shown(p: Play) -> bool:
    """Between the end of a shoe and the load of the next."""
    if p.opening != "open" or p.shoe != "empty":
        return False
    return p.shuffle not in ("idle", "done") or p.cut != "none"


def _through(done: int, of: int) -> str:
    return f"{done} of {of}, {100 * done // of} %" if of else ""


def flow(p: Play, house: House, done: int) -> tuple[page.FlowStep, ...]:
    """The steps up to the burn; `done` = cards that the shuffler is through with."""
    ready = p.shuffle == "done"
    if p.shuffle == "by_hand":
        step = shuffle.step_now(p, house).replace("_", " ")
        count = shuffle.riffles(p, house)
        made = ("Shuffle", f"{step}, {count} riffles so far" if count else step, True, False)
    else:
        sub = f"all {house.shoe_cards}" if ready else _through(done, house.shoe_cards)
        made = ("Shuffle", sub, p.shuffle == "running", ready)
    rows = [made, *(() if continuous.exempts(p, house) else _up_to_the_load(p, house))]
    if house.pack.shoe.burn_on_new_shoe_cards.value:
        rows.append(
            ("Burn one", f"face down to the {house.pack.words.discard_rack.value}", False, False)
        )
    return tuple(
        page.FlowStep(text=text, sub=sub, state="now" if now else "done" if past else "")
        for text, sub, now, past in rows
    )


def _up_to_the_load(p: Play, house: House) -> list[tuple[str, str, bool, bool]]:
    """What a continuous shuffler does not ask for."""
    behind = cards_behind(house.pack, inventory.to_load(p, house.shoe_cards))
    cutting = p.cut in ("due", "cutting")
    placed = p.cut == "placed"
    rows = []
    if cutting or p.stack.cutter is not None:
        rows.append(("Offer and cut", "tap who took it, then CUT OK or RECUT", cutting, placed))
    else:
        sub = f"about {behind} from the back"
        word = house.pack.words.cover_card.value.capitalize()
        rows.append((f"{word} in", sub, p.cut == "cover_due", placed))
    return [*rows, ("Load the shoe", "close the gate", placed, False)]


def cut_view(p: Play, house: House) -> page.Cut | None:
    """Seats in the order of the offers, and the gauge while the card is put in."""
    if p.opening != "open" or p.cut not in ("due", "cutting", "cover_due"):
        return None
    cards = inventory.to_load(p, house.shoe_cards)
    rules = house.pack.shuffle
    placing = p.cut != "due"
    least = rules.cut_min_from_end_cards.value if p.cut == "cutting" else 0
    leaf = rules.cover_behind_share if rules.cover_behind_cards.value == 0 else None
    behind = leaf or rules.cover_behind_cards
    return page.Cut(
        offers=_offers(p, house) if p.cut == "due" else (),
        cards=cards,
        min_each_end=least,
        min_behind=cards_behind(house.pack, cards) if placing else 0,
        clause=rules.cut_min_from_end_cards.clause if least else "",
        clause_behind=behind.clause if placing else "",
    )


def _offers(p: Play, house: House) -> tuple[page.CutOffer, ...]:
    order = cut.choices(p, house)
    found = []
    for box in range(1, house.boxes + 1):
        if box not in order:
            found.append(page.CutOffer(box=box))
            continue
        last = order[-1] == box and not p.stack.again
        note = "then the dealer cuts" if last else ""
        found.append(page.CutOffer(box=box, rank=NTH[order.index(box)], note=note))
    return tuple(found)
