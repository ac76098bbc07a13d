"""Rows, chain, seal, files: append, read, verify; knows nothing of the procedure."""
