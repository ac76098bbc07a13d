"""The dealer's page as the bench reads and touches it: in memory or over HTTP."""
