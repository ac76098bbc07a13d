"""What the daemon knows beside the state: devices as they are now, journal and commits.

Nothing here depends on a card, and nothing changes a token.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable

from controller.config import Config
from controller.domain.views import floor_view as floor_page
from controller.domain.views import view as page
from controller.domain.wording import OUT_OF_SERVICE
from controller.journal.prover import Proven
from controller.procedure.state import ledger
from controller.procedure.state.house import House
from controller.procedure.state.whole import State
from controller.table.actor import Current, Table
from controller.view import Frame

from .beside import Files
from .devices import Device, Devices

NOT_STATED = "edition not stated"
"""What a pack says of a text that names none; no page repeats it beside the name."""


def _short_name(house: House) -> str:
    """`massachusetts-bonus-spin` -> `Massachusetts, Bonus Spin`; `21-5` -> `21.5`."""
    place = house.pack.jurisdiction
    rest = house.pack.name.removeprefix(place.lower().replace(" ", "-")).strip("-")
    rest = re.sub(r"(\d)-(\d)", r"\1.\2", rest)
    return f"{place}, {rest.replace('-', ' ').title()}" if rest else place


class Watch:
    """Frames of views, and the health panel. `simulated` marks every page."""

    def __init__(
        self,
        config: Config,
        house: House,
        table: Table,
        devices: Devices,
        *,
        simulated: bool,
        proven: Callable[[], Proven],
        files: Callable[[], Files],
        same_file: Callable[[], str],
    ) -> None:
        self._table, self._devices, self._simulated = table, devices, simulated
        self._proven, self._files, self._same_file = proven, files, same_file
        self._folder = config.journal.path.parent
        self._name = page.TableName(
            id=config.table.asset_number,
            pack=_short_name(house),
            edition="" if house.pack.edition == NOT_STATED else house.pack.edition,
        )

    def frame(self, current: Current) -> Frame:
        shuffler = next((d for d in self._devices if d.spec.role == "shuffler"), None)
        running = bool(ledger.open_orders(current.state, "shuffle"))
        return Frame(
            seq=current.seq,
            at=current.at // 1000,
            table=self._name,
            devices=tuple(_shown(current.state, one) for one in self._devices),
            simulated=self._simulated,
            cannot_record=current.cannot_record,
            progress=shuffler.counters.progress if shuffler and running else (0, 0),
        )

    def health(self) -> floor_page.Health:
        current, proven, files = self._table.current, self._proven(), self._files()
        return floor_page.Health(
            devices=tuple(_measured(current.state, one) for one in self._devices),
            journal=floor_page.JournalHealth(
                row=current.seq,
                signed_to=current.state.play.number - 1,
                commit_ms=round(self._table.commit_ms, 1),
                free=self._free(),
                recording=not current.cannot_record,
                proven=max(proven.row, proven.rows),
                damaged="" if proven.fault is None else proven.fault.what,
                software=files.said,
                other_files=files.changed > 0,
                same_file=self._same_file(),
            ),
            oldest_unrecorded_s=self._table.oldest_unrecorded_s(),
        )

    def _free(self) -> float | None:
        try:
            usage = shutil.disk_usage(self._folder)
        except OSError:
            return None
        return round(usage.free / usage.total, 3)


def _shown(state: State, one: Device) -> page.Device:
    """As the pages show it: without what changes from second to second."""
    identity = one.identity
    words, good = _words(state, one)
    return page.Device(
        role=one.spec.role,
        state=words,
        good=good,
        name=one.spec.name.capitalize(),
        serial=identity.serial if identity else "",
        version=identity.firmware if identity else "",
        simulated=identity.simulated if identity else False,
    )


def _words(state: State, one: Device) -> tuple[str, bool]:
    device = ledger.device(state, one.spec.name)
    if device is not None and device.out_of_service:
        return OUT_OF_SERVICE, False
    if one.reason:
        return f"lost: {one.reason}", False
    if device is None or not device.heard:
        return "not heard yet", False
    return ("ok", True) if device.up else ("lost", False)


def _measured(state: State, one: Device) -> page.Device:
    shown, counted = _shown(state, one), one.counters
    words = shown.state
    done, of = counted.progress
    if shown.good and counted.suspect:
        words = "silent"
    elif shown.good and 0 < done < of and ledger.open_orders(state, "shuffle"):
        words = f"running, {100 * done // of}%"
    return page.Device(
        role=shown.role,
        state=words,
        good=shown.good and not counted.suspect,
        name=shown.name,
        serial=shown.serial,
        version=shown.version,
        simulated=shown.simulated,
        counters=page.Counters(
            frames=counted.frames_in,
            crc=counted.frames_bad,
            resent=counted.resent,
            dup=counted.duplicates,
            relink=max(0, counted.connects - 1),
            ms=round(counted.round_trip_ms, 1) if counted.hellos else None,
        ),
    )
