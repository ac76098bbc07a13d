"""How long a test waits for real processes, ports and pages: only a failure takes that long.

A busy machine is slow at anything; what must be *quick* is measured by `make speed`.
"""

PATIENCE_S = 60.0
PATIENCE_MS = PATIENCE_S * 1000
