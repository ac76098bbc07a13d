"""`Not now` names what the table waits for: nobody is told no without a reason."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Outcome
from controller.procedure.state.whole import State

from .next_step import next_step


def reason(state: State, house: House) -> tuple[str, str]:
    """Clause and words: the one step that comes first."""
    clause, text = house.no("not_now")
    return clause, f"{text}. {next_step(state, house).text}"


def told(state: State, house: House, outcome: Outcome) -> Outcome:
    bare = outcome.verdict == "refused" and (outcome.clause, outcome.text) == house.no("not_now")
    return replace(outcome, text=reason(state, house)[1]) if bare else outcome
