"""What people say. A command may be refused, with the clause.

The console vouches for `by`, `rank` and `at`; `rid` is the request id of the tap, `token` the
`allowed` entry it answers. Commands name their target in full (box and hand); 0 = "the state's
target", only from a keypad, filled in at the door.
"""

from . import entry, floor, opening, people, play, shoe, stack, wagers
from .base import *
from .base import Command
from .entry import *
from .floor import *
from .opening import *
from .people import *
from .play import *
from .shoe import *
from .stack import *
from .wagers import *

EVERY: tuple[type[Command], ...] = (
    *opening.EVERY,
    *stack.EVERY,
    *wagers.EVERY,
    *shoe.EVERY,
    *play.EVERY,
    *floor.EVERY,
    *people.EVERY,
    *entry.EVERY,
)
"""Each command that people give, in the order of an evening."""
