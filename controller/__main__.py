"""`python -m controller` and the console script `dealer-assist`."""

from __future__ import annotations

import sys

from controller.cli import run
from controller.cli.streams import hold_streams


def main() -> int:
    hold_streams()
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
