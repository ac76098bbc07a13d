"""Who reaches the consoles: this machine, others over TLS only, and nobody else's dealer's page."""

from __future__ import annotations

import datetime as dt
import socket
import ssl
import subprocess
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from controller.config import load
from controller.console.app import console_app
from controller.console.web.crowd import MOST
from controller.errors import ConfigError
from tests.console.test_taps import NOBODY
from tests.daemon.tabletop import configured
from tests.daemon.test_process import COMMAND, NOWHERE, free_port
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.wires.patience import PATIENCE_S
from tests.layout import ROOT

TLS = 'certificate = "chain.pem"\nkey = "key.pem"\n'


def certificate(folder: Path) -> None:
    """A chain of one for 127.0.0.1, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "table-7")])
    now = dt.datetime.now(dt.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "chain.pem").write_bytes(signed.public_bytes(pem))
    (folder / "key.pem").write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


def at_host(folder: Path, host: str, more: str = "", port: int = 8642) -> Path:
    configured(folder, ports=NOWHERE, port=port)
    file = folder / "devices.toml"
    file.write_text(file.read_text().replace('host = "127.0.0.1"\n', f'host = "{host}"\n{more}'))
    return file


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.5", "table-7.pit"])
def test_host_that_is_not_this_machines_is_refused_in_clear(tmp_path: Path, host: str) -> None:
    with pytest.raises(ConfigError, match=r"console\.host.*PINs would travel in clear"):
        load(at_host(tmp_path, host))


@pytest.mark.parametrize("more", [TLS, 'trusted_proxies = ["127.0.0.1"]\n'])
def test_host_that_is_not_this_machines_is_taken_with_tls_or_a_proxy(
    tmp_path: Path, more: str
) -> None:
    assert load(at_host(tmp_path, "10.0.0.5", more)).console.host == "10.0.0.5"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('certificate = "chain.pem"\n', "console.key"),
        ('key = "key.pem"\n', "console.certificate"),
        ('trusted_proxies = ["*"]\n', "no address"),
    ],
)
def test_half_a_tls_and_any_proxy_are_refused(tmp_path: Path, more: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said.replace(".", r"\.")):
        load(at_host(tmp_path, "127.0.0.1", more))


@contextmanager
def serving(folder: Path, file: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*COMMAND, "--bench", "--config", str(file)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        said = process.stderr.readline()
        assert "https://" in said, said
        yield process
    finally:
        process.kill()
        process.communicate()


def test_pages_are_served_over_tls_and_a_silent_handshake_holds_no_place(tmp_path: Path) -> None:
    certificate(tmp_path)
    port = free_port()
    trust = ssl.create_default_context(cafile=str(tmp_path / "chain.pem"))
    with serving(tmp_path, at_host(tmp_path, "127.0.0.1", TLS, port)):
        silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(MOST + 10)]
        with httpx.Client(
            verify=trust, base_url=f"https://127.0.0.1:{port}", timeout=PATIENCE_S
        ) as browser:
            page = browser.get("/dealer")
            signed = browser.post("/floor/sign-in", data={"name": "Ada Fox", "pin": "4711"})
        with pytest.raises(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/dealer", timeout=PATIENCE_S)
        for one in silent:
            one.close()

    assert (page.status_code, signed.status_code) == (200, 403)


def own_address() -> str:
    """Return the address in its network; empty = it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def test_dealers_page_is_not_served_to_another_address(tmp_path: Path) -> None:
    address = own_address()
    if not address or address.startswith("127."):
        pytest.skip("this machine has no address of a network")
    certificate(tmp_path)
    port = free_port()
    with serving(tmp_path, at_host(tmp_path, "0.0.0.0", TLS, port)):
        url = f"https://{address}:{port}"
        with httpx.Client(verify=False, base_url=url, timeout=PATIENCE_S) as browser:
            pages = ("/dealer", "/dealer/view", "/events/dealer", "/dealer/sign-on")
            codes = [browser.get(page).status_code for page in pages]
            tap = {"rid": "12345678", "body": '{"type":"FloorCalled"}'}
            tapped = browser.post("/dealer/tap", json=tap).status_code
            floor = browser.get("/floor/sign-in").status_code
            home = browser.get("/").headers["location"]

    assert (codes, tapped, floor, home) == ([403] * 4, 403, 200, "/floor")


def test_key_of_another_certificate_is_one_line(tmp_path: Path) -> None:
    certificate(tmp_path)
    (tmp_path / "key.pem").write_text("none")
    file = at_host(tmp_path, "127.0.0.1", TLS, free_port())
    ended = subprocess.run(
        [*COMMAND, "--bench", "--config", str(file)],
        capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip

    assert ended.returncode == 2
    assert "certificate and key cannot be used" in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
async def test_dealers_page_is_not_served_through_a_proxy_of_this_machine(header: str) -> None:
    transport = httpx.ASGITransport(app=console_app(FakeDoor(), NOBODY))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as browser:
        through = await browser.get("/dealer", headers={header: "127.0.0.1"})
        direct = await browser.get("/dealer")

    assert (through.status_code, direct.status_code) == (403, 200)


async def test_request_of_an_old_protocol_is_none_of_a_browser() -> None:
    """HTTP/1.0 is what nginx speaks to the program behind it: whoever it lets in would deal."""
    said: list[int] = []

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        said.append(message.get("status", 0))

    scope = {
        "type": "http", "http_version": "1.0", "method": "GET", "path": "/dealer",
        "raw_path": b"/dealer", "query_string": b"", "root_path": "", "scheme": "http",
        "headers": [(b"host", b"127.0.0.1:8642")], "client": ("127.0.0.1", 4),
        "server": ("127.0.0.1", 8642),
    }  # fmt: skip
    await console_app(FakeDoor(), NOBODY)(scope, receive, send)

    assert said[0] == 403
