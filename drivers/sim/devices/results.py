"""What became of the last commands: the memory that keeps a device from moving anything twice."""

from __future__ import annotations

from msgspec import Struct, structs

from drivers.tablelink.messages.wire import Answer, Command, OrderState

KEEP = 16


class Result(Struct, frozen=True):
    """One command that was accepted or refused for good."""

    command: Command
    status: OrderState
    reason: str = ""
    deadline_s: float = 0.0
    event: int = 0
    """Number of the event of this boot that says how it ended."""

    @property
    def answer(self) -> Answer:
        return Answer.REJECTED if self.status is OrderState.REJECTED else Answer.ACCEPTED


class Results:
    def __init__(self) -> None:
        self.accepted = 0
        """Highest command id accepted, over all boots."""
        self._kept: dict[int, Result] = {}

    def get(self, order: int) -> Result | None:
        return self._kept.get(order)

    @property
    def running(self) -> Result | None:
        every = self._kept.values()
        return next((r for r in every if r.status is OrderState.RUNNING), None)

    def keep(self, result: Result) -> None:
        self._kept[result.command.id] = result
        while len(self._kept) > KEEP:
            del self._kept[next(iter(self._kept))]
        if result.status is OrderState.RUNNING:
            self.accepted = max(self.accepted, result.command.id)

    def end(self, order: int, status: OrderState, *, event: int, result: str = "") -> None:
        kept = self._kept.get(order)
        if kept is not None:
            ended = structs.replace(kept, status=status, event=event, reason=result)
            self._kept[order] = ended

    def missing(self, order: int) -> OrderState:
        """What to say of an id that is not kept: it may have moved something before a restart."""
        return OrderState.NEVER_SEEN if order > self.accepted else OrderState.UNKNOWN

    def restart(self) -> None:
        self._kept.clear()
