"""Say what to install when the browser that the tests drive is missing."""

from __future__ import annotations

import shutil
import sys

MISSING = """\
The browser tests drive Chromium, and there is no `chromium` on this machine. Install it:

    sudo apt-get install chromium fonts-liberation

then run `make test` again. `make demo` does not need it.
"""


def main() -> int:
    if shutil.which("chromium"):
        return 0
    sys.stderr.write(MISSING)
    return 1


if __name__ == "__main__":
    sys.exit(main())
