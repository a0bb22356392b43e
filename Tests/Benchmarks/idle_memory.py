"""Measures what an idle subscriber costs the hub: plain, compressed and by TLS.

    python3 Tests/Benchmarks/idle_memory.py

Each kind gets its own hub and a number of subscribers. The growth of the hub's resident memory is divided by that
number.
"""
import base64
import os
import pathlib
import re
import socket
import ssl
import time
import zlib

from building import ROOT, built
from hub import Hub, lift_file_limit

SUBSCRIBE = b'{"type":"subscribe","view":"waitlist/host"}'


def resident_bytes(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024


def frame(payload, first=0x81):
    """Encodes a client's frame. The mask is zero, which the protocol allows."""
    assert len(payload) < 126
    return bytes([first, 0x80 | len(payload), 0, 0, 0, 0]) + payload


def deflated(payload):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (packer.compress(payload) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


def subscribe(connection, port, token, extension):
    lines = ["GET /v1/main/sync HTTP/1.1", f"Host: localhost:{port}", "Upgrade: websocket", "Connection: Upgrade",
             "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
             "Sec-WebSocket-Protocol: tablecast.v1", f"Authorization: Bearer {token}"]
    if extension:
        lines.append(f"Sec-WebSocket-Extensions: {extension}")
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(65536)
    assert b" 101 " in answer.split(b"\r\n")[0], answer
    if extension:
        connection.sendall(frame(deflated(SUBSCRIBE), first=0xC1))
    else:
        connection.sendall(frame(SUBSCRIBE))
    # `live` is the last answer, and always short enough to go uncompressed.
    heard = answer.split(b"\r\n\r\n", 1)[1]
    while b'"live"' not in heard:
        heard += connection.recv(65536)


def measure(folder, count, extension=None, by_tls=False):
    # This measures memory, so certificates are not verified.
    context = ssl._create_unverified_context() if by_tls else None
    with Hub(folder, by_tls=by_tls) as hub:
        token = hub.token()

        def connected():
            plain = socket.create_connection(("127.0.0.1", hub.port))
            connection = context.wrap_socket(plain, server_hostname="localhost") if by_tls else plain
            subscribe(connection, hub.port, token, extension)
            return connection

        # The first connections also pay for what the hub sets up once.
        kept = [connected() for _ in range(50)]
        before = resident_bytes(hub.process.pid)
        kept += [connected() for _ in range(count)]
        time.sleep(1)
        grown = resident_bytes(hub.process.pid) - before
        for connection in kept:
            connection.close()
        return grown / count


def main():
    lift_file_limit()
    hub = built(ROOT, ".build", "tablecast")
    rows = [
        ("plain", measure(hub, 8_000)),
        ("messages compressed, each apart", measure(hub, 8_000, "permessage-deflate; client_no_context_takeover")),
        ("messages compressed, the client's with its context", measure(hub, 200, "permessage-deflate")),
        ("by TLS 1.3", measure(hub, 2_000, by_tls=True)),
    ]
    print("| an idle subscriber | bytes |\n|---|---:|")
    for kind, size in rows:
        print(f"| {kind} | {size:,.0f} |")


main()
