"""Every kind of irregularity with its words."""
