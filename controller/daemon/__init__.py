"""The daemon: builds and wires record, table, devices and consoles; the only place that does.

What brings devices is an argument (`drivers.link.Opener`), so that real ports, a simulator in
memory and a simulator in another process are all served by the same code.
"""

from __future__ import annotations

from .daemon import Daemon

__all__ = ["Daemon"]
