"""What the match wagers are paid and lose, box by box, while the line asks for it."""

from __future__ import annotations

from controller.domain.views.match_view import Match, MatchMove
from controller.domain.wagers import Payment
from controller.domain.wording import odds_in_words
from controller.procedure.queries import target
from controller.procedure.reducers.play.phase import match_due
from controller.procedure.state.house import House
from controller.procedure.state.parts.wagerers import caller_of
from controller.procedure.state.play import Play
from controller.view.hidden_faces import hidden

WORDS = {
    (0, 0): "no match",
    (1, 0): "same suit",
    (0, 1): "other suit",
    (2, 0): "2 same suit",
    (1, 1): "one of each",
    (0, 2): "2 other suit",
}
"""By how many of the two cards match in rank and suit, and in rank alone."""


def due(p: Play, house: House) -> tuple[Payment, ...]:
    """Nothing, while the line is about something else."""
    if p.round != "match_due":
        return ()
    return tuple(x for x in match_due(p, house) if x.direction in ("pay", "take"))


def match(p: Play, house: House) -> Match | None:
    found = due(p, house)
    return Match(moves=tuple(_move(p, house, x) for x in found)) if found else None


def _move(p: Play, house: House, x: Payment) -> MatchMove:
    return MatchMove(
        box=x.box,
        wagerer=x.wagerer,
        direction="pay" if x.direction == "pay" else "take",
        cents=x.cents if isinstance(x.cents, int) else None,
        odds=odds_in_words(x.odds) if x.direction == "pay" else "",
        why=why(p, house, x.box),
        other=x.wagerer != caller_of(p.people, x.box),
    )


def why(p: Play, house: House, box: int) -> str:
    """How the two cards match the up card; empty while they are not shown."""
    at = target.find(p, box, 1)
    up = p.dealer[0].face if p.dealer else None
    faces = [s.face for s in p.hands[at].cards[:2]] if at is not None else []
    if hidden(p, house) or not up or len(faces) < 2 or not all(faces):
        return ""
    same = sum(face == up for face in faces)
    other = sum(face is not None and face[0] == up[0] for face in faces) - same
    return WORDS[same, other]
