"""The pages of the table: dealer, floor and players' sign, served from the daemon's own loop.

Consoles render views and post commands; they decide nothing. All they know of the table is the
`TableDoor` they are given.
"""
