"""A device server over a socket: bytes both ways, and a server that goes is a lost link."""

from __future__ import annotations

import asyncio
import socket

import pytest

from drivers.errors import LinkLost, Refused
from drivers.link import open_port


async def serve(said: bytes) -> tuple[asyncio.Server, int, list[asyncio.StreamWriter]]:
    ends: list[asyncio.StreamWriter] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends.append(writer)
        writer.write(said)
        writer.write(await reader.read(100))

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1], ends


@pytest.mark.parametrize("port", ["tcp:", "tcp:host", "tcp:host:0", "tcp:host:99999", "tcp::4001"])
async def test_port_that_names_no_host_and_port_is_refused(port: str) -> None:
    with pytest.raises(Refused, match="tcp:HOST:PORT"):
        await open_port(port)


def test_bytes_go_both_ways_and_a_server_that_goes_is_lost() -> None:
    async def go() -> None:
        server, port, ends = await serve(b"\x05hello")
        link = await open_port(f"tcp:127.0.0.1:{port}")
        got = await link.read()
        link.write(b"\x02again")
        got += await link.read()
        for end in ends:
            end.close()
        with pytest.raises(LinkLost, match="closed the connection"):
            await link.read()
        with pytest.raises(LinkLost):
            link.write(b"x")
        link.close()
        await link.wait_closed()
        server.close()
        assert got == b"\x05hello\x02again"

    asyncio.run(go())


def test_server_that_is_not_there_is_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    async def go() -> None:
        with pytest.raises(LinkLost, match=f"cannot reach 127.0.0.1:{port}: "):
            await open_port(f"tcp:127.0.0.1:{port}")

    asyncio.run(go())
