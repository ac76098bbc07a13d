"""On a Raspberry Pi Pico: a shoe scanner on UART 0 (GP0 TX, GP1 RX), 115200 8N1, three wires.

Copy this file and tablelink_device.py to the board. Put your sensor into `watch`. The lasting memory
is a file on the flash, written anew beside the old one and put in its place: a cut leaves one whole.
"""

import json
import os
import time

from machine import UART, Pin, unique_id
from tablelink_device import Shoe, Store

FILE, NEW = "kept.json", "kept.new"
LED = Pin(25, Pin.OUT)


class Flash(Store):
    def load(self):
        try:
            with open(FILE) as file:
                found = json.load(file)
        except (OSError, ValueError):
            return
        self.restarts, self.moved = found["restarts"], found["moved"]
        self.highest, self.lost = found["highest"], found["lost"]
        self.kept = [[bytes(k[0]), k[1], k[2], k[3], k[4], bytes(k[5])] for k in found["kept"]]

    def save(self):
        told = {
            "restarts": self.restarts,
            "moved": self.moved,
            "highest": self.highest,
            "lost": self.lost,
            "kept": [[list(k[0]), k[1], k[2], k[3], k[4], list(k[5])] for k in self.kept],
        }
        with open(NEW, "w") as file:
            json.dump(told, file)
        os.rename(NEW, FILE)


def watch(shoe):
    """Your sensor: call shoe.draw("As"), shoe.draw(""), shoe.cover_card() and so on."""


def main():
    uart = UART(0, 115200, rxbuf=1024)
    serial = "".join(["%02x" % byte for byte in unique_id()])
    shoe = Shoe(Flash(), serial, os.urandom, time.ticks_ms)
    while True:
        if uart.any():
            shoe.feed(uart.read())
        watch(shoe)
        shoe.tick()
        LED.value(time.ticks_ms() < shoe.blink_until and (time.ticks_ms() // 200) % 2)
        if shoe.out:
            written = uart.write(shoe.out) or 0
            shoe.out = shoe.out[written:]


main()
