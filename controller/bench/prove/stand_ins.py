"""Simulated devices beside real ones at one table: `run --bench --simulate shuffler,wheel`.

They live in the daemon's own process, in a world that knows nothing of the real cards. What their
hands would do is done by itself where it can only be one thing: the shuffler is filled and emptied.
The rest is moved over a control socket (`bench hand`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from controller.bench.simulated import setup
from controller.config import Config
from controller.errors import ConfigError
from drivers.link import Link, Opener
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.physical.hands import HandsServer
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.rig import Rig

OF_ROLE = {role: name for name, (role, _) in setup.DEVICES.items()}
DRIVERS = ("tablelink", "keypad")
SHUFFLE_S = 30.0
LOOK_S = 2.0


def chosen(config: Config, names: str) -> tuple[str, ...]:
    """The devices of the configuration that are named. Raises: ConfigError."""
    wanted = tuple(filter(None, (name.strip() for name in names.split(","))))
    known = {device.name: device for device in config.devices}
    for name in wanted:
        if name not in known:
            do = f"Name one of: {', '.join(known)}"
            raise ConfigError(f"no device {name!r}", where="--simulate", do=do)
        if known[name].driver not in DRIVERS:
            what = f"{name} speaks {known[name].driver}, which has no stand-in here"
            raise ConfigError(what, where="--simulate", do=f"Only {', '.join(DRIVERS)} have one")
    return wanted


class StandIns:
    """Opens the ports of the named devices in memory, every other one as `opener` does."""

    def __init__(self, config: Config, names: Sequence[str], opener: Opener) -> None:
        self._opener = opener
        self._rig = _rig(config)
        self._host = MemoryHost(self._rig.world, self._rig.devices)
        self._hands = HandsServer(self._rig)
        self._ports: Mapping[str, str] = {
            device.port: OF_ROLE[device.role] for device in config.devices if device.name in names
        }
        for device in config.devices:
            if device.name in names:
                _be(self._rig, OF_ROLE[device.role], device.settings)
        self._attending: asyncio.Task[None] | None = None
        self.control = config.journal.path.parent / "hands"

    async def start(self) -> None:
        """Raises: ConfigError when no control socket can be made."""
        try:
            await self._hands.start(self.control)
        except OSError as error:
            why = (error.strerror or "cannot be made").lower()
            raise ConfigError(why, where=str(self.control), do="Shorten the path") from error
        if "shuffler" in self._ports.values():
            self._attending = asyncio.create_task(self._attend(), name="stand-in's hands")

    def close(self) -> None:
        if self._attending is not None:
            self._attending.cancel()
        self._hands.close()
        self._host.close()
        self.control.unlink(missing_ok=True)

    async def open(self, port: str) -> Link:
        """Raises: LinkLost, Refused."""
        if port in self._ports:
            return await self._host.open(f"sim:{self._ports[port]}")
        return await self._opener(port)

    async def _attend(self) -> None:
        """What the real shuffler's hands do: take the shuffled cards out and put cards in again."""
        world = self._rig.world
        while True:
            await asyncio.sleep(LOOK_S)
            with suppress(CannotBe):
                if world.batch_ready and "shoe" not in self._ports.values():
                    world.take_shuffled()
                if not world.stacks["shuffler"]:
                    world.fill_shuffler()


def _rig(config: Config) -> Rig:
    wheel = config.wheel.sections if config.wheel is not None else ()
    options = {**config.rules.options, "decks": _plain(config.rules.options.get("decks", 6))}
    built = setup.build(config.rules.pack, options, {one.name: one.cents for one in wheel})
    sections = tuple((one.name, float(one.weight)) for one in wheel) or built.sections
    return replace(built, sections=sections).rig(1, shuffle_s=SHUFFLE_S, reader_lockable=True)


def _plain(value: Any) -> Any:
    return value.get("value") if isinstance(value, Mapping) else value


def _be(rig: Rig, name: str, settings: object) -> None:
    """The unit that the configuration wants there."""
    end = getattr(rig.devices.get(name), "end", None)
    if end is None:
        return
    for field in ("serial", "model"):
        if wanted := getattr(settings, field, ""):
            end.identity = end.identity._replace(**{field: wanted})
