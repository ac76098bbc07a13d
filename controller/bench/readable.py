"""Readable: no name of the code stands on what people read.

A watcher of everything that the bench deals: the dealer's line and hold, the refusal, what the
room hears, what the record tells (each row tells something), and of each new irregularity its
headline, its questions, its rulings and its last lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from controller.audit.explain import words
from controller.audit.fold import Turn
from controller.audit.move import Move
from controller.domain import facts as fact
from controller.procedure.irregularities import catalog
from controller.procedure.state.play import Irregularity
from controller.view import happened
from controller.view.rulings import last_lines

CLAUSE = re.compile(r"\b[A-Z]{2} (?:house|silent|\w+)\.[\w.~-]+")
"""`MA house.deal-ok` is how the ledger is quoted."""
PORT = re.compile(r"(?<!\S)/[\w.:@-]+(?:/[\w.:@-]+)+")
"""`/dev/serial/by-id/usb-FTDI_FT232R-if00-port0`: where the plug is."""
CODE = re.compile(
    r"""
      \b\w+_\w+                     # card_drawn
    | \b\w*[a-z]/\w+ | \b\w+/[a-z]  # wheel/spin, 512/jackpot/1
    | \b[A-Z]?[a-z]+[A-Z]\w*        # CardsTakenIn
    | (?<=\w\ )None\b | \bTrue\b | \bFalse\b
    | \{[^{}]{3,}\} | \{\w?\}       # a place that nobody filled: a face is {7h}
    | \b\w+\.\w+\.[a-z]+\b          # rules.pack.deal
    """,
    re.VERBOSE,
)


def code_names(text: str) -> list[str]:
    """What of a text only an engineer reads."""
    return CODE.findall(PORT.sub("", CLAUSE.sub("", text)))


def readable(m: Move) -> Iterator[str]:
    told, *followed = _told(m)
    if not told:
        yield f"the record has no words for {type(m.stamped.input).__name__}"
    record = () if isinstance(m.stamped.input, fact.Started) else (told, *followed)
    for where, text in (*_texts(m), ("the record", " | ".join(record))):
        for name in code_names(text):
            yield f"{where} says {name!r}: {text}"


def _texts(m: Move) -> Iterator[tuple[str, str]]:
    step, hold = m.view.next_step, m.view.hold
    yield "the line", f"{step.text} | {step.hint} | {step.say}"
    if hold is not None:
        yield "the hold", " | ".join((hold.headline, hold.hint, *hold.may, *hold.may_not))
    yield "the refusal", m.step.outcome.text
    for line in happened(m.before, m.after, m.house, m.stamped.at):
        yield "surveillance", f"{line.text} | {line.sub}"
    known = {i.id for i in m.before.play.irregularities}
    for i in m.is_.irregularities:
        if i.id not in known:
            yield from _of(m, i)


def _of(m: Move, i: Irregularity) -> Iterator[tuple[str, str]]:
    play, house = m.is_, m.house
    yield "the headline", catalog.headline(play, house, i)
    for question in catalog.questions(play, i):
        yield "a question", catalog.fill(play, house, i, question.text)
    for offer in catalog.offers(play, house, i):
        words = f"{offer.ruling.label}: {offer.ruling.effect}"
        yield "a ruling", catalog.fill(play, house, i, words)
        yield "a greyed ruling", offer.grey
    for line in last_lines.lines(m.after, house, i):
        yield "the last lines", line.text


def _told(m: Move) -> list[str]:
    kind, seq = type(m.stamped.input).__name__, m.stamped.seq
    turn = Turn(seq, kind, m.stamped, m.step.outcome, m.before, m.step, m.house)
    return [line.text for line in words(turn)]
