"""What a configuration is not played with: examples, links in clear, approvals that ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from zoneinfo import ZoneInfo

from controller.config import Config, pack_of
from controller.errors import TableError
from controller.rules.pack import approvals, expired
from drivers import catalog


def not_for_play(config: Config) -> tuple[str, ...]:
    """What `run` refuses outside the bench, one line each."""
    reasons = [
        f"{device.name}: face-down cards travel in clear on this link; "
        "locked conduit and approval reference required"
        for device in config.devices
        if device.approval is None and catalog.find(device.driver).identity_in_clear
    ]
    if config.wheel is not None and config.wheel.approval is None:
        reasons.append("wheel: these sections are an example; [wheel.approval] is required")
    today = datetime.now(ZoneInfo(config.table.timezone)).date().isoformat()
    return (*reasons, *_ended(config, today))


def _ended(config: Config, today: str) -> Iterator[str]:
    """Approvals that ended before `today`; what is wrong with the pack itself is said elsewhere."""
    filed = {device.name: device.approval for device in config.devices}
    if config.wheel is not None:
        filed["wheel"] = config.wheel.approval
    ended = {name: a for name, a in filed.items() if a and a.expires and a.expires < today}
    with suppress(TableError):
        pack = pack_of(config)
        gone = expired(pack, today)
        ended |= {f"option {path}": a for path, _, a in approvals(pack) if path in gone}
    for name, approval in ended.items():
        yield f"{name}: approval {approval.reference} ended on {approval.expires}"
