"""What the benchmarks share: where files lie, and how programs are built."""
import pathlib
import socket
import subprocess
import sys
import tempfile

PACKAGE = pathlib.Path(__file__).resolve().parent
ROOT = PACKAGE.parents[1]


def built(package, scratch, *products):
    """Builds the products for release, and returns the folder with the programs."""
    flags = subprocess.run([ROOT / "bin/flags", "release"], check=True, capture_output=True, text=True).stdout.split()
    build = ["swift", "build", "-c", "release", *flags, "--package-path", package, "--scratch-path", ROOT / scratch]
    for product in products:
        subprocess.run([*build, "--product", product], check=True, stdout=sys.stderr)
    shown = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True, text=True)
    return pathlib.Path(shown.stdout.strip())


def build_uwebsockets(clone, program):
    """Builds the peer on uWebSockets, without TLS and compression."""
    sockets = clone / "uSockets" / "src"
    with tempfile.TemporaryDirectory() as objects:
        sources = [*sockets.glob("*.c"), sockets / "eventing" / "epoll_kqueue.c"]
        subprocess.run(["cc", "-O3", "-DLIBUS_NO_SSL", f"-I{sockets}", "-c", *sources], check=True, cwd=objects)
        subprocess.run(["c++", "-O3", "-std=c++20", "-DLIBUS_NO_SSL", "-DUWS_NO_ZLIB", f"-I{sockets}",
                        f"-I{clone / 'src'}", PACKAGE / "uwebsockets-peer.cpp",
                        *pathlib.Path(objects).glob("*.o"), "-o", program], check=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
