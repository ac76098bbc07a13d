"""The files of a record, one a gaming day: their names, how each goes on from the one before."""
