"""Cards, facts, commands, orders, wagers and view structs: frozen values, no I/O."""
