"""A simulated table to watch or to deal at, devices in a process of their own."""
