"""`dealer-assist journal` and its subcommands."""
