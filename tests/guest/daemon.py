"""The daemon of a devices.toml over the ports of this kernel: `python -m tests.guest.daemon FILE`.

As `dealer-assist run --bench` serves it, without asking where the packages were installed.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from controller.cli.notify import notifier_of
from controller.cli.run import _serve
from controller.config import load
from controller.daemon.logs import configure_logs
from drivers.link import open_port


def main() -> int:
    config = load(Path(sys.argv[1]))
    lines = configure_logs(sys.stderr.fileno(), table=config.table.asset_number)
    serving = _serve(
        config, open_port, bench=True, notifier=notifier_of(os.environ), say=lambda _: None
    )
    try:
        return asyncio.run(serving)
    finally:
        lines.close()


if __name__ == "__main__":
    sys.exit(main())
