"""The daemon over a simulator in another process: `python -m controller.bench.demo.serve`.

It serves consoles and logs as `dealer-assist run` does, until SIGTERM; only its USB devices are
looked for on the simulated bus. Made to be killed.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from argparse import ArgumentParser
from pathlib import Path

from controller.config import Config, load
from controller.daemon import Daemon
from controller.daemon.logs import configure_logs
from controller.errors import TableError
from drivers.link import Link, Opener, open_port
from drivers.link.usb import open_usb
from drivers.sim.hosting.process import usb_path
from drivers.sim.hosting.usb import SimulatedUsb


def opener(control: Path) -> Opener:
    """Open ports of the simulated table whose control socket is there."""
    bus = SimulatedUsb(usb_path(control))

    async def open_simulated(port: str) -> Link:
        scheme, _, where = port.partition(":")
        if scheme == "usb":
            return await open_usb(where, backend=bus)
        return await open_port(port)

    return open_simulated


async def serve(config: Config, control: Path) -> int:
    daemon = Daemon(config, opener(control), simulated=True)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, daemon.end)
    async with daemon:
        print(f"http://{config.console.host}:{daemon.console_port}", flush=True)  # noqa: T201
        ended = await daemon.run()
    return 0 if ended is None else 1


def main() -> int:
    parser = ArgumentParser(prog="controller.bench.demo.serve", description=__doc__)
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--simulator", type=Path, required=True, help="its control socket")
    options = parser.parse_args()
    try:
        config = load(options.config)
        lines = configure_logs(sys.stderr.fileno(), table=config.table.asset_number)
        try:
            return asyncio.run(serve(config, options.simulator))
        finally:
            lines.close()
    except TableError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 2


if __name__ == "__main__":
    sys.exit(main())
