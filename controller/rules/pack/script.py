"""The shuffle by hand as a script: its step groups, what it lacks, what is unusual in it.

A script names each riffle once. At the table one tap attests a group, and `riffles` attests two
riffles or more, so that nobody counts (console/README 2.3).
"""

from __future__ import annotations

from controller.rules.pack.sections.shuffle import Shuffle

WHOLE = "shuffle"
"""The one group where the text prescribes no steps."""
CUT = "cut"


def groups(rules: Shuffle, *, plug: bool) -> tuple[str, ...]:
    """The step groups that a dealer attests, in order; the cut after them is the cut.

    `plug=False` at the opening, when nothing was dealt that could be plugged.
    """
    found: list[str] = []
    for step in rules.manual_steps.value:
        if step == CUT or (step == "plug" and not plug):
            continue
        group = "riffles" if step == "riffle" else step
        if group != "riffles" or found[-1:] != ["riffles"]:
            found.append(group)
        if step == "turn":
            found.append("riffles")
    return tuple(found) or (WHOLE,)


def why_not_script(rules: Shuffle) -> tuple[str, str] | None:
    """Why the licensee's script is none: clause and what is wrong; None = it is one."""
    steps = rules.manual_steps.value
    needed = rules.manual_required
    if missing := [s for s in needed.value if s not in steps]:
        return needed.clause, f"lacks {' and '.join(missing)}"
    if CUT in steps and steps[-1] != CUT:
        return needed.clause, f"{steps[-1]} after the cut"
    riffles = 0
    for at, step in enumerate(steps):
        joined = step == "turn" and steps[at + 1 : at + 2] != ("riffle",)
        riffles += int(step == "riffle" or joined)
        if step == "strip" and riffles < rules.riffles_before_strip.value:
            least = rules.riffles_before_strip
            return least.clause, f"strip before {least.value} riffles"
    return None


def warnings(rules: Shuffle) -> tuple[str, ...]:
    """What is unusual in the script and yet allowed."""
    steps = rules.manual_steps.value
    if rules.plug_first.value and steps[0] != "plug":
        return (f"the plug is usually the first step of the shuffle ({rules.plug_first.clause})",)
    return ()
