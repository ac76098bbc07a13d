"""`dealer-assist run`: the table of a devices.toml, until SIGTERM, SIGINT or SIGHUP.

Exit status: 0 stopped, 1 the table ended by itself (systemd starts it again and it recovers),
2 the configuration, or another daemon has the journal.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog

from controller.cli.given import CONFIG
from controller.cli.notify import Notifier, notifier_of
from controller.cli.origin import refuse_foreign_packages
from controller.errors import ConfigError, TableError

if TYPE_CHECKING:
    from controller.config import Config
    from drivers.link import Opener

RECOVERY_US = "30000000"
PROVING_S = 0.25
log = structlog.get_logger(__name__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, default=Path("devices.toml"), metavar="FILE", help=CONFIG
    )
    parser.add_argument(
        "--bench", action="store_true", help="take simulated devices and what is not for play"
    )
    parser.add_argument(
        "--first-start",
        action="store_true",
        help="until the file is complete, show on http://127.0.0.1:8642 what is missing",
    )
    parser.add_argument(
        "--simulate",
        default="",
        metavar="NAMES",
        help="with --bench: devices of the file that a simulator stands in for: shuffler,wheel",
    )


def main(args: argparse.Namespace) -> int:
    refuse_foreign_packages()
    from controller.config import load
    from controller.daemon.logs import Lines, configure_logs
    from controller.for_play import not_for_play

    if args.first_start:
        from controller.console.until_set_up import set_up

        if not asyncio.run(set_up(args.config, bench=args.bench, say=_to_person)):
            return 0
    config = load(args.config)
    if (reasons := not_for_play(config)) and not args.bench:
        raise ConfigError(
            f"not for play: {'; '.join(reasons)}",
            where=str(config.file),
            do="Complete it, or run it with --bench",
        )
    simulated = _simulated(config, args)
    _require_known_ports(config, simulated)
    lines = configure_logs(sys.stdout.fileno(), table=config.table.asset_number)
    said = Lines(sys.stderr.fileno())
    try:
        running = _run(
            config,
            bench=args.bench,
            simulated=simulated,
            notifier=notifier_of(os.environ),
            say=said.write,
        )
        return asyncio.run(running)
    finally:
        lines.close()
        said.close()


def _to_person(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _simulated(config: Config, args: argparse.Namespace) -> tuple[str, ...]:
    """Raises: ConfigError."""
    if not args.simulate:
        return ()
    from controller.bench.prove.stand_ins import chosen

    if not args.bench:
        raise ConfigError(
            "a simulated device is not for play", where="--simulate", do="Add --bench"
        )
    return chosen(config, args.simulate)


def _require_known_ports(config: Config, simulated: tuple[str, ...]) -> None:
    """A port that can never be there is no device that is lost. Raises: ConfigError."""
    for n, device in enumerate(config.devices):
        known = device.port.partition(":")[0] in {"serial", "usb", "evdev", "tcp"}
        if not known and device.name not in simulated:
            raise ConfigError(
                f"no port {device.port!r}",
                where=f"{config.file.name}: $.device[{n}].port",
                do="Write serial:/dev/..., usb:VVVV:PPPP:SERIAL or tcp:HOST:PORT",
            )


async def _run(
    config: Config,
    *,
    bench: bool,
    simulated: tuple[str, ...],
    notifier: Notifier,
    say: Callable[[str], None],
) -> int:
    """With simulated devices they live as long as the daemon."""
    from drivers.link import open_port

    if not simulated:
        return await _serve(config, open_port, bench=bench, notifier=notifier, say=say)
    from controller.bench.prove.stand_ins import StandIns

    stand_ins = StandIns(config, simulated, open_port)
    await stand_ins.start()
    say(f"simulated: {', '.join(simulated)}; dealer-assist bench hand {stand_ins.control} ACT")
    try:
        return await _serve(config, stand_ins.open, bench=bench, notifier=notifier, say=say)
    finally:
        stand_ins.close()


async def _serve(
    config: Config,
    opener: Opener,
    *,
    bench: bool,
    notifier: Notifier,
    say: Callable[[str], None],
) -> int:
    from controller.daemon import Daemon
    from controller.daemon.beside import Beside
    from controller.daemon.clock import kernel_clock
    from controller.daemon.exports import folder_of
    from controller.daemon.opening import in_words
    from controller.table.manifest import changed_files

    def progress(done: int, of: int) -> None:
        status = f"recovering: {done:,} of {of:,} rows"
        notifier.tell(STATUS=status, EXTEND_TIMEOUT_USEC=RECOVERY_US)

    beside = Beside(
        proving_s=PROVING_S,
        clock=kernel_clock,
        files=None if bench else changed_files,
        exports=folder_of(config.journal.path),
        people=(config.people.path, config.journal.path),
    )
    daemon = Daemon(config, opener, simulated=bench, progress=progress, beside=beside)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_report)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, daemon.end)
    async with daemon:
        scheme = "https" if config.console.certificate else "http"
        address = f"{scheme}://{config.console.host}:{daemon.console_port}"
        say(f"{config.table.asset_number}: {address}/dealer, {address}/floor")
        if text := in_words(daemon.house, daemon.offer):
            say(text)
        notifier.tell(READY="1", STATUS=f"table {config.table.asset_number}, {address}")
        feeding = asyncio.create_task(notifier.feed_watchdog(daemon.answers), name="watchdog")
        ended = await daemon.run()
        feeding.cancel()
        notifier.tell(STOPPING="1")
    if ended is not None:
        why = str(ended) if isinstance(ended, TableError) else type(ended).__name__
        log.error("table_ended", error=why)
        say(f"dealer-assist run: the table ended: {why}")
        return 1
    log.info("stopped")
    return 0


def _report(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """An error that nobody waited for: its type only, a text may hold a card."""
    error = context.get("exception")
    log.error("task_failed", error=type(error).__name__ if error else context.get("message"))
