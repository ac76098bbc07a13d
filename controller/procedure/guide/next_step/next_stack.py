"""The next step of the stack: shuffle by machine or by hand, offer of the cut, cover card, load."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.domain.views.view import NextStep, Target
from controller.procedure.queries import inventory
from controller.procedure.reducers.cards import cut, shuffle
from controller.procedure.reducers.opening import table_decks
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.rules.decks import cards_behind

from .pack_line import STEP_LINES, line


def stack_step(p: Play, house: House) -> NextStep:
    """While the shoe is empty."""
    return _cut_step(p, house) or _shuffle_step(p, house)


def _shuffle_step(p: Play, house: House) -> NextStep:
    if p.shuffle == "running":
        return replace(line(house, "shuffling"), target=Target(device="shuffler", waits=True))
    if p.stack.out and not shuffle.by_hand(p, house):
        return line(house, "shuffler_out", "shuffler_out_hint")
    if p.shuffle == "faulted":
        return line(house, "shuffler_fault")
    if p.shuffle == "miscounted":
        return line(house, "shuffle_again")
    if shuffle.by_hand(p, house) or p.shuffle == "by_hand":
        return line(house, STEP_LINES[shuffle.step_now(p, house)])
    return line(house, "shuffle")


def _cut_step(p: Play, house: House) -> NextStep | None:
    behind = cards_behind(house.pack, inventory.to_load(p, house.shoe_cards))
    match p.cut:
        case "due":
            return _offer(p, house)
        case "cutting":
            least = house.pack.shuffle.cut_min_from_end_cards.value
            step = line(house, "cut_place", least=least)
            return replace(step, hint=house.line("cut_place_hint", behind=behind)[1])
        case "cover_due":
            return replace(line(house, "cut"), hint=house.line("cut_hint", behind=behind)[1])
        case "placed":
            two = house.pack.shuffle.batches.value > 1 and not p.stack.inside
            return line(house, "load", "other_batch" if two else "")
    return None


def _offer(p: Play, house: House) -> NextStep:
    boxes = cut.choices(p, house)
    if p.stack.again:
        who = " or ".join(f"box {box}" for box in boxes) or "the dealer"
        return line(house, "recut", who=who)
    if not boxes and table_decks.why_not_known(p, house, 1) is None:
        return replace(line(house, "first_player", "offer_cut_hint"), target=Target(mark="?"))
    if not boxes and not p.loaded and not p.day.first_player:
        return replace(line(house, "offer_cut_any", "offer_cut_hint"), target=Target(mark="?"))
    if not boxes:
        return line(house, "dealer_cuts")
    step = line(house, "offer_cut", "offer_cut_hint", box=boxes[0])
    return replace(step, target=Target(box=boxes[0]))
