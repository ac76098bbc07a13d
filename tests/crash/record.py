"""What a journal says of a whole evening, opened with the table's own key."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from msgspec import Struct

from controller.audit.replay import replay
from controller.config import load
from controller.domain import facts as fact
from controller.journal.keys import KeyRing, load_public_key, load_table_key
from controller.journal.read import open_reader
from controller.journal.verify import verify
from controller.procedure.state.whole import State
from controller.procedure.step import Procedure
from controller.table.record import code_hash, decode_opening, house_of
from controller.table.recovery import inputs
from controller.table.vault import RecordVault, TableVault


class Evening(Struct, frozen=True):
    cards: tuple[str, ...]
    """Every card drawn, in the order of the shoe's own numbers."""
    repeated: int
    """Readings that are on the record twice."""
    out_of_order: int
    moved: dict[str, int]
    """By device: the highest lifetime counter that it told in a hello."""
    orders: Counter[str]
    """By kind: how many were ever sent."""
    done: Counter[str]
    irregularities: Counter[str]
    verdicts: Counter[str]


def read_evening(folder: Path) -> Evening:
    config = load(folder / "devices.toml")
    keys = config.journal.keys
    vault = TableVault(load_table_key(keys), days=KeyRing(keys).cards)
    numbers: list[tuple[str, str, int]] = []
    cards: list[str] = []
    moved: dict[str, int] = {}
    orders: Counter[str] = Counter()
    done: Counter[str] = Counter()
    raised: Counter[str] = Counter()
    verdicts: Counter[str] = Counter()
    with open_reader(config.journal.path) as reader:
        for _, recorded in inputs(reader, 3):
            item, outcome = recorded.stamped.input, recorded.outcome
            verdicts[outcome.verdict] += 1
            orders.update(o.kind for o in outcome.orders)
            raised.update(r.kind for r in outcome.raised)
            if isinstance(item, fact.Reading):
                numbers.append((item.device, item.boot, item.n))
            match item:
                case fact.CardDrawn():
                    cards.append(vault.open(0, item.card)[0])
                case fact.DeviceUp():
                    moved[item.device] = max(moved.get(item.device, 0), item.moved)
                case fact.SpinDone() | fact.ShuffleDone():
                    done[type(item).__name__] += 1
    last: dict[tuple[str, str], int] = {}
    out_of_order = 0
    for device, boot, n in numbers:
        out_of_order += n != last.get((device, boot), 0) + 1
        last[device, boot] = n
    return Evening(
        cards=tuple(cards),
        repeated=len(numbers) - len(set(numbers)),
        out_of_order=out_of_order,
        moved=moved,
        orders=orders,
        done=done,
        irregularities=raised,
        verdicts=verdicts,
    )


def rounds(folder: Path) -> list[set[tuple[int, str, str]]]:
    """(box, wager, direction) of every closed round, and of the last one when it is settled.

    Also proves the chain, the signatures, and that a replay decides every input as it was decided.
    """
    config = load(folder / "devices.toml")
    public = load_public_key(config.journal.keys / "signing.pub")
    assert verify(config.journal.path, public).fault is None
    with open_reader(config.journal.path) as reader:
        opening = decode_opening(reader.opening().record)
        procedure = Procedure(house_of(opening))
        replayed = replay(reader, code_hash(), watch=None)
        assert not replayed.differences, replayed.differences
        assert replayed.rounds == replayed.equal + replayed.skipped
        found, state = [], State()
        vault = RecordVault()
        for _, recorded in inputs(reader, 3):
            vault.learn(recorded.outcome.exposed, recorded.outcome.answers)
            step = procedure.step(state, recorded.stamped, vault)
            if step.state.play.number > state.play.number:
                found.append(paid(state))
            state = step.state
        if state.play.round == "settled":
            found.append(paid(state))
    return found


def paid(state: State) -> set[tuple[int, str, str]]:
    return {(p.box, p.kind, p.direction) for p in state.play.payments}
