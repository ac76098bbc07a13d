"""The next step before the wagers: shuffle, cut, load, burn, count."""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain.view import NextStep, Target
from controller.procedure.house import House
from controller.procedure.state import Play

from .line import line


def shoe_step(p: Play, house: House) -> NextStep | None:
    if p.shoe == ("rest_due",):
        return line(house, "rest", "rest_hint")
    if p.shoe == ("empty",):
        if p.shuffle == ("running",):
            step = line(house, "shuffling")
            return replace(step, target=Target(device="shuffler", waits=True))
        if p.shuffle == ("faulted",):
            return line(house, "shuffler_fault")
        if p.cut == ("due",):
            return line(house, "cut", "cut_hint")
        if p.cut == ("placed",):
            return line(house, "load")
        return line(house, "shuffle")
    if p.shoe == ("burn_due",):
        return line(house, "burn")
    return None
