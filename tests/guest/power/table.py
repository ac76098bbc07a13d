"""In the guest: a table whose record lies on a disk of its own and whose devices are outside.

It imports the daemon, says `ready` and waits: the state of the machine is taken there, and each
start goes on from it. Then comes `go TIME SEED` by the console: the clock, and fresh randomness.
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

from controller.config import load
from controller.domain import facts as fact
from controller.journal.keys import load_public_key
from controller.journal.read import open_reader
from controller.journal.verify import verify
from controller.table.recovery import inputs
from tests.guest import daemon
from tests.guest.seen import BY_ID, wait

RESEED = 0x5207
"""RNDRESEEDCRNG."""
DISK, DATA = Path("/dev/vdc"), Path("/data")
CONFIG = DATA / "table" / "devices.toml"
DEVICES = 4


def main() -> int:
    Path("/proc/sys/vm/drop_caches").write_text("3")
    say("ready")
    _, now, seed = sys.stdin.readline().split()
    time.clock_settime(time.CLOCK_REALTIME, float(now))
    with open("/dev/urandom", "wb") as random:  # noqa: PTH123
        random.write(bytes.fromhex(seed))
        random.flush()
        fcntl.ioctl(random, RESEED)
    DATA.mkdir(exist_ok=True)
    subprocess.run(("mount", "-t", "ext4", str(DISK), str(DATA)), check=True)
    wait(lambda: len(list(BY_ID.glob("*"))) == DEVICES, 30)
    config = load(CONFIG)
    if config.journal.path.exists():
        say(f"record {json.dumps(on_record(config.journal.path, config.journal.keys))}")
    sys.argv[1:] = [str(CONFIG)]
    return daemon.main()


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def on_record(journal: Path, keys: Path) -> dict[str, object]:
    """The fault of the chain, and how many events of each boot of a device stand there."""
    fault = verify(journal, load_public_key(keys / "signing.pub")).fault
    events: dict[str, int] = defaultdict(int)
    wrong = 0
    with open_reader(journal) as reader:
        for _, recorded in inputs(reader, 3):
            item = recorded.stamped.input
            if isinstance(item, fact.Reading):
                wrong += item.n != events[item.boot] + 1
                events[item.boot] = item.n
    return {"fault": fault and str(fault), "wrong": wrong, "events": events}


if __name__ == "__main__":
    sys.exit(main())
