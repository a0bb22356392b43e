"""Runs a program under a systemd unit's rules about system calls, even where systemd is not
running:  python sandbox.py UNIT PROGRAM [ARGUMENT…]
"""

import ctypes
import errno
import functools
import mmap
import os
import socket
import subprocess
import sys
from pathlib import Path

ALLOW = 0x7FFF0000
REFUSE = 0x00050000 | errno.EPERM
EQUAL, MASKED_EQUAL = 4, 7
SHM_EXEC = 0o100000


class Comparison(ctypes.Structure):
    """`struct scmp_arg_cmp` of libseccomp: the argument, the operator and the values."""

    _fields_ = [
        ("argument", ctypes.c_uint), ("operation", ctypes.c_int),
        ("first", ctypes.c_uint64), ("second", ctypes.c_uint64),
    ]


@functools.cache
def library():
    seccomp = ctypes.CDLL("libseccomp.so.2")
    seccomp.seccomp_init.restype = ctypes.c_void_p
    seccomp.seccomp_init.argtypes = [ctypes.c_uint32]
    seccomp.seccomp_load.argtypes = [ctypes.c_void_p]
    seccomp.seccomp_rule_add_array.argtypes = [
        ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.c_void_p,
    ]
    return seccomp


def setting(unit, name):
    """All values of a setting, in order."""
    lines = Path(unit).read_text(encoding="utf-8").splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(name + "=")]


@functools.cache
def calls(name):
    """The system calls of a group, or a single one by its name."""
    if not name.startswith("@"):
        return frozenset([name])
    listed = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    members = [line.strip() for line in listed if line.startswith("    ")]
    return frozenset().union(*(calls(each) for each in members if not each.startswith("#")))


def allowed(unit):
    # Always allowed (systemd.exec(5)).
    found = set(calls("@default"))
    for value in setting(unit, "SystemCallFilter"):
        named = set().union(*(calls(name) for name in value.removeprefix("~").split()))
        found = found - named if value.startswith("~") else found | named
    return found


class Filter:
    def __init__(self, otherwise):
        self.context = library().seccomp_init(otherwise)

    def add(self, verdict, call, *comparisons):
        number = library().seccomp_syscall_resolve_name(call.encode())
        if number < 0:
            # The call belongs to another architecture.
            return
        listed = (Comparison * len(comparisons))(*comparisons)
        if library().seccomp_rule_add_array(
            self.context, verdict, number, len(comparisons), listed
        ):
            raise OSError(f"No rule can be made for {call}.")

    def load(self):
        if library().seccomp_load(self.context):
            raise OSError("The kernel does not take the rules.")


def shut_in(unit):
    """Applies the rules to this process and its successors."""
    if setting(unit, "MemoryDenyWriteExecute") == ["yes"]:
        memory = Filter(ALLOW)
        both = mmap.PROT_WRITE | mmap.PROT_EXEC
        memory.add(REFUSE, "mmap", Comparison(2, MASKED_EQUAL, both, both))
        for call, bit in (
            ("mprotect", mmap.PROT_EXEC), ("pkey_mprotect", mmap.PROT_EXEC), ("shmat", SHM_EXEC)
        ):
            memory.add(REFUSE, call, Comparison(2, MASKED_EQUAL, bit, bit))
        memory.load()
    [families] = setting(unit, "RestrictAddressFamilies")
    good = {getattr(socket, name) for name in families.split()}
    network = Filter(ALLOW)
    for family in set(range(64)) - good:
        network.add(REFUSE, "socket", Comparison(0, EQUAL, family, 0))
    network.load()
    # Loaded last, because loading is a system call too.
    everything = Filter(REFUSE)
    for call in allowed(unit):
        everything.add(ALLOW, call)
    everything.load()


if __name__ == "__main__":
    shut_in(sys.argv[1])
    os.execv(sys.argv[2], sys.argv[2:])
