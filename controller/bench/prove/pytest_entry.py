"""The pytest plugin `dealer_assist.bench`, found by pytest when this package is installed."""

pytest_plugins = ("controller.bench.plugin",)
