"""Start the guest: qemu, its disks, and the lines of its console.

KVM where it is to be had, else qemu's own translation: slower, the same results.
"""

from __future__ import annotations

import subprocess
import tarfile
import threading
from collections.abc import Callable
from pathlib import Path

from .image import ROOT, Image

PRODUCT = ("controller", "drivers", "tests", "systemd", "pyproject.toml")
LEFT_OUT = ("node_modules", "golden", "fixtures")
COMPILED = "cpython-311.pyc"
"""Of this checkout's own bytecode the guest's Python takes this: it does not compile it again."""
KERNEL = "console=ttyS0 quiet loglevel=3 panic=-1 no_timer_check root=/dev/vda rw init=/sbin/guest"
"""On a busy machine the kernel finds the emulated timer dead and stops, unless told not to look."""
QEMU = (
    "qemu-system-x86_64 -M q35 -cpu max,-arch-capabilities -smp 2 -nodefaults "
    "-no-reboot -display none -serial stdio "
    "-object rng-random,filename=/dev/urandom,id=rng -device virtio-rng-pci,rng=rng"
)

TRANSLATED, BY_KVM = "tcg,thread=multi", "kvm"
PROBE_S = 10.0


def accelerator(image: Image) -> str:
    """KVM where a kernel runs to its end under it; not every machine that has it runs one so far.

    Without a disk that end is a panic, at which qemu ends too.
    """
    probe = [*QEMU.split(), "-accel", BY_KVM, "-kernel", str(image.vmlinuz)]
    with subprocess.Popen(
        [*probe, "-append", "console=ttyS0 quiet panic=-1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            good = process.wait(PROBE_S) == 0
        except subprocess.TimeoutExpired:
            process.kill()
            good = False
    return BY_KVM if good else TRANSLATED


def pack(where: Path) -> Path:
    """What is tested, as the second disk."""

    def wanted(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
        path = Path(entry.name)
        if path.name in LEFT_OUT or (path.suffix == ".pyc" and not path.name.endswith(COMPILED)):
            return None
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        return entry

    with tarfile.open(where, "w") as tar:
        for name in PRODUCT:
            tar.add(ROOT / name, name, filter=wanted)
    return where


class Guest:
    """One start of the guest; `heard` gets each line of its console."""

    def __init__(
        self,
        image: Image,
        accel: str,
        product: Path,
        out: Path,
        heard: Callable[[str], None],
    ) -> None:
        self._heard = heard
        self.process = subprocess.Popen(
            [*QEMU.split(), "-accel", accel, *kernel(image, "cases"), *_disks(image, product, out)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def ended(self, within_s: float) -> bool:
        """Wait for the power to go off; a guest that does not is stopped."""
        try:
            self.process.wait(within_s)
        except subprocess.TimeoutExpired:
            self.cut()
            return False
        self._listening.join(5)
        return self.process.returncode == 0

    def cut(self) -> None:
        """The power fails."""
        self.process.kill()
        self.process.wait()
        self._listening.join(5)

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._heard(line.decode("utf-8", "replace").rstrip())


def kernel(image: Image, job: str) -> list[str]:
    """What the guest does when it is up: see init.sh."""
    return [
        *("-kernel", str(image.vmlinuz), "-initrd", str(image.initrd)),
        *("-append", f"{KERNEL} guest.job={job}"),
    ]


def _disks(image: Image, product: Path, out: Path) -> list[str]:
    return [
        *("-m", "1024"),
        *("-drive", f"file={image.disk},if=virtio,format=raw,snapshot=on"),
        *("-drive", f"file={product},if=virtio,format=raw,readonly=on"),
        "-virtfs",
        f"local,path={out},mount_tag=out,security_model=none,multidevs=remap",
    ]
