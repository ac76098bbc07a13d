"""Scenarios: a stretch of an evening in given, when and then, run on a simulated table.

`file` reads and checks them, `words` knows what a step may say, `stage` does it, `follow` is the
dealer who does what the page says, `checks` compares, `run` plays whole files.
"""
