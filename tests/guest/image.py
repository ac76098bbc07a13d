"""The guest's disk: Debian's kernel and packages, wheels of PyPI; built once and kept.

It lies below the user's cache folder, named after the kernel and a hash of all that goes into it.
What is tested is not on it: that comes with each start (`boot.py`), so a change of the product
builds nothing.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[2]
SUITE, PYTHON = "bookworm", "3.11"
PACKAGES = (
    "linux-image-amd64",
    "initramfs-tools",
    "python3",
    "libusb-1.0-0",
    "udev",
    "kmod",
    "e2fsprogs",
    "iproute2",
    "procps",
    "tzdata",
)
TESTING = ("pytest", "pytest-mock", "hypothesis", "httpx", "evdev-binary")
"""Of the group `test` of pyproject.toml: what the cases in the guest import."""
MODULES = ("virtio_pci", "virtio_blk", "ext4", "crc32c_generic")
"""What the kernel needs before it has a disk; all others are on it."""
UNUSED = (
    "/usr/share/doc/*",
    "/usr/share/man/*",
    "/usr/share/locale/*",
    "/lib/modules/*/kernel/drivers/gpu/*",
    "/lib/modules/*/kernel/drivers/media/*",
    "/lib/modules/*/kernel/drivers/net/*",
    "/lib/modules/*/kernel/drivers/infiniband/*",
    "/lib/modules/*/kernel/drivers/scsi/*",
    "/lib/modules/*/kernel/sound/*",
    "/lib/modules/*/kernel/net/*",
)
KEPT = ("/lib/modules/*/kernel/net/9p/*", "/lib/modules/*/kernel/net/9p")
"""Of what is left out."""
FIRST = """\
#!/bin/sh
mount -t tmpfs -o mode=755 tmpfs /run && mkdir /run/product && tar -xf /dev/vdb -C /run/product
exec /bin/bash /run/product/tests/guest/init.sh
"""
"""The first process: what is tested comes as a tar on the second disk."""
HOOKS = (
    ("essential", "mkdir -p $1/etc/initramfs-tools/conf.d"),
    ("essential", r"printf 'MODULES=list\nBUSYBOX=n\n' > $1/etc/initramfs-tools/conf.d/guest"),
    ("essential", f"echo {' '.join(MODULES)} | tr ' ' '\\n' > $1/etc/initramfs-tools/modules"),
    ("customize", f"cat > $1/sbin/guest <<'end'\n{FIRST}end\nchmod 755 $1/sbin/guest"),
)
USED = {
    "qemu-system-x86_64": ("qemu-system-x86", "runs the guest"),
    "mmdebstrap": ("mmdebstrap", "makes its disk of Debian's packages"),
    "genext2fs": ("genext2fs", "makes its disk of Debian's packages"),
    "mke2fs": ("e2fsprogs", "makes the disk of the record"),
}
"""Program to Debian's package, and what for."""
MISSING = """\
The guest uses programs that are missing here: {what}. Install them:

    sudo apt-get install {packages}

then run `make guest` again.
"""


class Image(Struct, frozen=True):
    folder: Path
    kernel: str

    @property
    def disk(self) -> Path:
        return self.folder / "root.ext2"

    @property
    def vmlinuz(self) -> Path:
        return self.folder / "boot" / f"vmlinuz-{self.kernel}"

    @property
    def initrd(self) -> Path:
        return self.folder / "boot" / f"initrd.img-{self.kernel}"


class CannotBuild(Exception):
    """A program is missing or failed; the text says what to do."""


def missing() -> str:
    """What to install; empty = nothing."""
    gone = [name for name in USED if shutil.which(name) is None]
    if not gone:
        return ""
    what = ", ".join(f"{name} ({USED[name][1]})" for name in gone)
    return MISSING.format(what=what, packages=" ".join(sorted({USED[n][0] for n in gone})))


def image(say: Callable[[str], None], *, fresh: bool = False) -> Image:
    """The kept one, or a new one. Raises: CannotBuild."""
    cache = _cache()
    key = _key()
    found = sorted(cache.glob(f"*-{key}")) if cache.is_dir() else []
    if found and not fresh:
        kept = Image(found[-1], found[-1].name.removesuffix(f"-{key}"))
        say(f"image: Linux {kept.kernel}, kept in {kept.folder}")
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=cache, prefix="building-"))
    try:
        kernel = _build(folder, say)
        there = cache / f"{kernel}-{key}"
        shutil.rmtree(there, ignore_errors=True)
        folder.rename(there)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    say(f"image: Linux {kernel}, now in {there}")
    return Image(there, kernel)


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "dealer-assist" / "guest"


def _key() -> str:
    parts = (SUITE, *PACKAGES, *_wheels(), *UNUSED, *KEPT, *(hook for _, hook in HOOKS))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def _wheels() -> list[str]:
    """What the product needs, and what its cases need, as pyproject.toml names them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    group = project["dependency-groups"]["test"]
    testing = [one for one in group if one.partition(">")[0] in TESTING]
    return [*project["project"]["dependencies"], *testing]


def _build(folder: Path, say: Callable[[str], None]) -> str:
    """Gives the kernel's version."""
    say("image: wheels of PyPI ...")
    _run(_pip(folder / "site"), say)
    say(f"image: Debian {SUITE} with its kernel; a few minutes, once ...")
    _run(_mmdebstrap(folder), say)
    shutil.rmtree(folder / "site")
    kernels = sorted((folder / "boot").glob("vmlinuz-*"))
    if not kernels:
        raise CannotBuild("Debian's kernel package brought no kernel; see the lines above")
    for unused in ("System.map-*", "config-*"):
        for path in (folder / "boot").glob(unused):
            path.unlink()
    return kernels[-1].name.removeprefix("vmlinuz-")


def _pip(site: Path) -> list[str]:
    """For the guest's Python, whatever runs here."""
    return [
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--python-version", PYTHON, "--implementation", "cp", "--only-binary", ":all:"),
        *("--no-compile", "--target", str(site), *_wheels()),
    ]


def _mmdebstrap(folder: Path) -> list[str]:
    return [
        *("mmdebstrap", "--variant=minbase", "--format=ext2"),
        '--aptopt=APT::Install-Recommends "false"',
        *(f"--dpkgopt=path-exclude={pattern}" for pattern in UNUSED),
        *(f"--dpkgopt=path-include={pattern}" for pattern in KEPT),
        *(f"--{when}-hook={what}" for when, what in HOOKS),
        f"--include={','.join(PACKAGES)}",
        f"--customize-hook=copy-in {folder / 'site'} /opt",
        "--customize-hook=chroot $1 python3 -m compileall -q /opt/site || true",
        f"--customize-hook=copy-out /boot {folder}",
        *(SUITE, str(folder / "root.ext2")),
    ]


def _run(command: list[str], say: Callable[[str], None]) -> None:
    """Its last lines are told where it fails. Raises: CannotBuild."""
    began, lines = time.monotonic(), []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.rstrip())
            if line.startswith("I: "):
                say(f"  {time.monotonic() - began:4.0f} s  {line[3:].strip()[:80]}")
    if process.returncode:
        told = "\n".join(lines[-20:])
        raise CannotBuild(f"{told}\n{command[0]} failed. Its last lines are above")
