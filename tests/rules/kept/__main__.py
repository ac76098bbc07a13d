"""Write the kept texts again: `python -m tests.rules.kept`."""

from __future__ import annotations

from . import chosen, simulated, spoiled

for text in (chosen, simulated, spoiled):
    text.GOLDEN.write_text("".join(f"{line}\n" for line in text.lines()), "utf-8")
