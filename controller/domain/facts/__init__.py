"""What devices, timers and the daemon say: facts are never refused.

A reading names itself by (device, boot, n); `mac` is keyed over its raw bytes, made at the door.
Faces never travel here: a card is `Sealed`.
"""

from drivers.event import Said

from . import of_devices, of_links, of_the_table
from .base import *
from .base import Fact
from .of_devices import *
from .of_links import *
from .of_the_table import *

EVERY: tuple[type[Fact], ...] = (*of_devices.EVERY, *of_links.EVERY, *of_the_table.EVERY)
"""Each fact that enters a step."""
OF_DEVICES: dict[type[Said], type[Fact]] = {
    kind.__bases__[1]: kind for kind in (*of_devices.EVERY, *of_links.EVERY)
}
"""What a driver's struct is as a fact."""
