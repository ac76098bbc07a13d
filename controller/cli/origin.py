"""Make sure that the code which runs is the code that was installed here.

`controller` and `drivers` are names that the public index has too, and a stray PYTHONPATH can bring
another checkout. A table runs one known version: both packages must come from the place where this
environment's `dealer-assist` was installed, and no other distribution may bring either name. Called
before anything of `drivers` is imported.
"""

from __future__ import annotations

import importlib.util
import json
from importlib import metadata
from pathlib import Path
from urllib.parse import unquote, urlsplit

from controller.errors import ConfigError

DISTRIBUTION = "dealer-assist"
PACKAGES = ("controller", "drivers")


def refuse_foreign_packages() -> None:
    """Raises: ConfigError when either package was loaded from elsewhere or has a rival."""
    home = _home()
    owners = metadata.packages_distributions()
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        found = spec.origin if spec else None
        if found is None or Path(found).resolve().parent.parent != home:
            raise ConfigError(
                f"package {name} was loaded from {found or 'a folder without __init__.py'}, "
                f"not from {home}",
                do="Unset PYTHONPATH, and start the dealer-assist of the environment it is in",
            )
        if rivals := set(owners.get(name, ())) - {DISTRIBUTION}:
            raise ConfigError(
                f"package {name} is also brought by {', '.join(sorted(rivals))}",
                do=f"Uninstall that, then give {DISTRIBUTION} an environment of its own",
            )


def _home() -> Path:
    """The folder that holds both packages: site-packages, or the checkout if editable."""
    try:
        installed = metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError as error:
        raise ConfigError(
            f"{DISTRIBUTION} is not installed in this environment",
            do="Run `make demo` in the checkout, or pip install the wheel",
        ) from error
    origin = json.loads(installed.read_text("direct_url.json") or "{}")
    if origin.get("dir_info", {}).get("editable"):
        return Path(unquote(urlsplit(origin["url"]).path)).resolve()
    return Path(str(installed.locate_file(""))).resolve()
