"""Where the simulators run: in the daemon's loop or in a process of their own."""
