"""Say what to install when a program that the tests use is missing."""

from __future__ import annotations

import shutil
import sys

USED = {
    "chromium": ("chromium fonts-liberation", "the browser that the page tests drive"),
    "sqlite3": ("sqlite3", "proves a record as a stranger would"),
    "openssl": ("openssl", "proves a record as a stranger would"),
}
"""Program to Debian's packages, and what for."""

MISSING = """\
The tests use programs that are missing here: {what}. Install them:

    sudo apt-get install {packages}

then run `make test` again. `make demo` does not need them.
"""


def main() -> int:
    missing = [name for name in USED if shutil.which(name) is None]
    if not missing:
        return 0
    what = ", ".join(f"{name} ({USED[name][1]})" for name in missing)
    sys.stderr.write(MISSING.format(what=what, packages=" ".join(USED[n][0] for n in missing)))
    return 1


if __name__ == "__main__":
    sys.exit(main())
