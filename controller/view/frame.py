"""What a view needs beside the state: where it stands, what the daemon knows of devices."""

from __future__ import annotations

from msgspec import Struct

from controller.domain.views.view import Device, TableName


class Frame(Struct, frozen=True, kw_only=True):
    """Times are UTC milliseconds."""

    seq: int
    at: int
    table: TableName
    devices: tuple[Device, ...] = ()
    simulated: bool = False
    cannot_record: bool = False
    progress: tuple[int, int] = (0, 0)
    """Of the running shuffle: cards done, of."""
    shuffle_left_s: int = 0
