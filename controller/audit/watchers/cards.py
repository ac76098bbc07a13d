"""Where cards go and when a face is shown (controller/README 1.2, console/README 1)."""

from __future__ import annotations

from collections.abc import Iterator

from controller.audit.move import Move, amends, cards, draws, named, slots
from controller.domain import commands as cmd
from controller.procedure.queries import places


def player_card_before_peek(m: Move) -> Iterator[str]:
    """MA 7.i~3: no card to a player while the reader's answer is outstanding."""
    p = m.was
    up = p.dealer[0].face if p.dealer and not p.up_owed else None
    outstanding = (
        p.variant == "hole_card_reader"
        and up is not None
        and up[0] in m.house.pack.deal.peek_up_ranks.value
        and not p.peek_given
        and not any(h.owed for h in p.hands)
    )
    if not outstanding or m.step.outcome.raised or amends(m) or not draws(m.said):
        return
    if cards(m.is_) > cards(p) and m.is_.round != "turn_due":
        yield "a card went to a player while the peek was outstanding"


def deal_after_last_round(m: Move) -> Iterator[str]:
    """MA 7.j: after the cover card the round in hand is the last one of the shoe."""
    if m.was.dealt or not m.is_.dealt:
        return
    if m.past.cover_round and m.is_.number > m.past.cover_round:
        yield f"round {m.is_.number} was dealt after the cover card's round"


def face_before_place(m: Move) -> Iterator[str]:
    """console/README 1: a card is opened only where it lies face up for certain."""
    lying = {s.id: s.face for s in slots(m.is_)}
    for opened in m.step.outcome.exposed:
        if opened.id in lying and lying[opened.id] is None and not named(m, opened.id):
            yield "the face of a card was opened that lies face down"
    if m.is_.round in ("dealing", "deal_out"):
        opened_now = {e.id for e in m.step.outcome.exposed}
        at = places.up_index(m.is_) if m.is_.boxes else -1
        early = any(s.id in opened_now for i, s in enumerate(m.is_.dealt) if i != at)
        if early or (m.is_.up_shown and places.due(m.is_)):
            yield "a face was shown before DEAL OK"


def hole_before_turned(m: Move) -> Iterator[str]:
    """MA 7.i~2: the hole card opens with TURNED and nothing else."""
    down = [s for s in m.was.dealer[1:2] if s.face is None]
    up = {s.id for s in slots(m.is_) if s.face is not None}
    turns = isinstance(m.said, cmd.Turned | cmd.CardKeyed)
    if down and down[0].id in up and not turns and not amends(m):
        yield "the hole card was opened before TURNED"


def given_up_goes_on(m: Move) -> Iterator[str]:
    """MA 8.a, 9.d: a hand that was surrendered, rescued or dead gets no card and no chips."""
    if m.was.number != m.is_.number or amends(m) or isinstance(m.said, cmd.Ruled):
        return
    now = {(h.box, h.number): h for h in m.is_.hands}
    for was in m.was.hands:
        hand = now.get((was.box, was.number))
        over = was.surrendered or was.rescued or was.dead
        if over and hand and (len(hand.cards), hand.doubles) > (len(was.cards), was.doubles):
            yield f"box {was.box} hand {was.number} was given up and goes on"
