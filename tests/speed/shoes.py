"""Shoes dealt to seven boxes by a dealer who never errs, recorded as the table records them."""

from __future__ import annotations

import random
import time
from pathlib import Path

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.cards import EVERY_CARD
from controller.domain.sealed import Slot
from controller.journal.append import create_journal
from controller.journal.chain import START, link
from controller.journal.rows import OPENING, SIGNATURE, Draft, Head
from controller.journal.seal import Signer
from controller.journal.versions import encode_opening
from controller.procedure.queries import target
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input, Outcome, Recorded, Stamped
from controller.procedure.state.whole import State
from controller.table.record import ENCODE, SNAPSHOT, Snapshot, code_hash
from controller.table.vault import TableVault
from tests.audit.shift import KEY, opening
from tests.kit.evening import Evening

AT_US = 1_790_000_000_000_000
BOXES = (1, 2, 3, 4, 5, 6, 7)
STANDS_FROM = 17
FILLING = bytes(range(200))
CUT_AT = 220
"""Cards out when the cover card comes."""


class Dealing(Evening):
    """Whole rounds on any kind of evening."""

    def begin(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.stack: list[str] = []
        self.open_table()

    def card(self, *, after_ms: int = 1000) -> None:
        self.draw(self.stack.pop(), after_ms=after_ms)

    def deal_round(self) -> None:
        """A whole round up to the settlement, and before it whatever the shoe asks for."""
        self.ready()
        self.lit(*BOXES)
        before = self.play.number
        self.card(after_ms=6000)
        while self.play.round == "dealing":
            self.card()
        while self.play.round != "settled":
            self.next_step()
        assert self.play.number >= before, "a round was lost"

    def ready(self) -> None:
        if self.play.shoe in ("ready", "last_round") and self.play.drawn < CUT_AT:
            return
        if self.play.shoe == "ready":
            self.put(cmd.LayoutCleared(), after_ms=6000)
            for box in self.play.boxes:
                self.put(cmd.BoxSet(box=box, lit=False))
            self.reading(fact.CoverCardSeen, "shoe")
        if self.play.shoe == "rest_due":
            self.reading(fact.RestCounted, "shoe", cards=self.play.loaded - self.play.drawn)
        self.stack = [c.code for c in EVERY_CARD] * self.house.decks
        self.random.shuffle(self.stack)
        self.shuffled()
        self.card()

    def next_step(self) -> None:
        p = self.play
        match p.round:
            case "deal_out" | "match_due":
                self.press("act1")
            case "insurance" | "peek_due":
                ranks = "".join(self.face_of(s)[0] for s in p.dealer)
                self.peek("A" in ranks and any(r in "JQK" for r in ranks))
            case "deciding":
                self.decide()
            case "turn_due":
                self.put(cmd.Turned())
            case _:
                self.card()

    def face_of(self, slot: Slot) -> str:
        return self.vault.open(slot.id, slot.seal)[0]

    def decide(self) -> None:
        hand = target.hand(self.play, self.house)
        assert hand is not None
        if target.value(self.house, hand).total >= STANDS_FROM:
            self.put(cmd.Next(box=hand.box, hand=hand.number))
        else:
            self.card()


class Shoes(Dealing):
    """Keeps every step's time; with `keep` the rows too, behind `filler` that nobody folds."""

    def __init__(
        self, seed: int, *, keep: bool = True, filler: int = 0, at: House | None = None
    ) -> None:
        self.took_ms: list[float] = []
        self.drafts: list[Draft] | None = None
        self.filler = filler
        if keep:
            first = ENCODE(Snapshot(code_hash(), filler + 3, State()))
            self.drafts = [
                *(Draft(n, AT_US, "shoe", "CardDrawn", FILLING) for n in range(2, filler + 2)),
                Draft(filler + 2, AT_US, "table", SNAPSHOT, first),
            ]
        super().__init__(at, vault=TableVault(KEY, random.Random(seed).randbytes))
        self.begin(seed)

    def put(self, item: Input, *, after_ms: int = 1000) -> Outcome:
        self.mono += after_ms
        at = AT_US + self.mono * 1000
        st = Stamped(
            self.filler + self.seq + 1, at, self.mono, getattr(item, "device", "dealer"), item
        )
        began = time.thread_time()
        step = self.procedure.step(self.state, st, self.vault)
        self.took_ms.append((time.thread_time() - began) * 1000)
        if step.outcome.verdict == "dropped":
            return step.outcome
        self.seq += 1
        rows = [(type(item).__name__, ENCODE(Recorded(st, step.outcome)))]
        if step.boundary is not None:
            rows.append((SNAPSHOT, ENCODE(Snapshot(code_hash(), st.seq, step.boundary))))
            rows.append((SIGNATURE, b""))
            self.seq += 2
        if self.drafts is not None:
            first = st.seq
            self.drafts += [
                Draft(first + n, at, st.source, kind, row) for n, (kind, row) in enumerate(rows)
            ]
        self.state = step.state
        return step.outcome

    def write(self, path: Path) -> None:
        assert self.drafts is not None
        record = opening(self.house, code_hash())
        signer = Signer.generate()
        rows = signed(self.drafts, record, signer)
        create_journal(path, at_us=AT_US, record=record, signer=signer, rows=rows)


def signed(drafts: list[Draft], record: bytes, signer: Signer) -> list[Draft]:
    """Each place of a signature filled: only a snapshot that is signed is gone on from."""
    first = Draft(1, AT_US, "journal", OPENING, encode_opening(signer.public_key, record))
    head, made = _after(START, first), list[Draft]()
    for draft in drafts:
        made.append(signer.draft(head, draft.at_us) if draft.kind == SIGNATURE else draft)
        head = _after(head, made[-1])
    return made


def _after(head: Head, draft: Draft) -> Head:
    row = next(link(head, [draft]))
    return Head(row.seq, row.hash)
