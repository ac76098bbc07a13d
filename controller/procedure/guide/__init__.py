"""What may be done now, what comes next, and what devices are to be."""
