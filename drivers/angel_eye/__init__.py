"""The Angel Eye II-EX shoe: frames at 4800 baud, over a serial line or a device server."""
