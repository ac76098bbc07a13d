"""Write the kept texts again: `python -m tests.procedure.kept`."""

from __future__ import annotations

from . import evenings, kinds

kinds.GOLDEN.write_text(kinds.table(), "utf-8")
for path in sorted(evenings.FOLDER.glob("*.txt")):
    told = evenings.lines(evenings.read(path.read_text("utf-8")))
    path.write_text("".join(f"{line}\n" for line in told), "utf-8")
