"""The table controller: procedure, rules, journal, consoles and the daemon that wires them."""
