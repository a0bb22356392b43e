"""The files for operators work in the programs that they are written for."""

import contextlib
import os
import re
import shutil
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import yaml

from conversation import Conversation
from hub import ROOT, Hub, binary, eventually
from operations import ALERTS, BOARD, OPERATIONS, UNIT, alerts, board
from prometheus import Prometheus

EVENINGS = ROOT / "Tests" / "Vectors" / "alerts.yml"
SANDBOX = Path(__file__).with_name("sandbox.py")
# The exposure times ten; that of an unrestricted service is 96.
EXPOSURE_MAX = 15


def run(*words, **options):
    """Runs a tool that must succeed, and returns its output."""
    answer = subprocess.run(words, capture_output=True, text=True, **options)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout + answer.stderr


def members(value, name):
    """All members of this name, at any depth."""
    if isinstance(value, list):
        return [found for each in value for found in members(each, name)]
    if not isinstance(value, dict):
        return []
    own = [value[name]] if isinstance(value.get(name), str) else []
    return own + members(list(value.values()), name)


def board_expressions():
    return members(board(), "expr") + members(board(), "definition")


def metrics_in(expressions):
    return set(re.findall(r"\btablecast_\w+", " ".join(expressions)))


def is_up(target):
    return target["health"] == "up"


@pytest.fixture(scope="module")
def evening():
    """A hub with a host who also makes bad requests, a display, and Prometheus watching."""
    hub = Hub().start()
    prometheus = Prometheus(hub)
    host, display = Conversation(hub, "host"), Conversation(hub, "display")
    try:
        display.subscribe("waitlist/display")
        assert host.ask("waitlist.add", name="Ada", size=2)["type"] == "ack"
        display.hear("diff")
        assert host.ask("waitlist.seat", party="p_99")["code"] == "not_found"
        prometheus.start()
        yield hub, prometheus
    finally:
        for each in (host, display, prometheus, hub):
            each.close()


def test_promtool_finds_the_files_sound(evening):
    _, prometheus = evening
    assert "SUCCESS" in run("promtool", "check", "rules", ALERTS)
    assert "SUCCESS" in run("promtool", "check", "config", prometheus.configuration)


def test_every_alert_comes_when_it_should_and_only_then():
    assert "SUCCESS" in run("promtool", "test", "rules", EVENINGS)
    evenings = yaml.safe_load(EVENINGS.read_text(encoding="utf-8"))["tests"]
    fired = set(re.findall(r'alertname="(\w+)"', " ".join(members(evenings, "labels"))))
    assert fired == {alert["alert"] for alert in alerts()}


def test_promtool_finds_the_metrics_sound(evening):
    hub, _ = evening
    text = hub.get("/metrics", Accept="text/plain")
    assert text.startswith("# HELP")
    assert run("promtool", "check", "metrics", input=text) == ""


def test_prometheus_reads_the_hub(evening):
    _, prometheus = evening
    target = eventually(prometheus.target, is_up)
    assert (target["health"], target.get("lastError")) == ("up", "")
    rules = eventually(
        prometheus.rules, lambda rules: all(rule["health"] != "unknown" for rule in rules)
    )
    assert {rule["name"]: rule["health"] for rule in rules} == {
        alert["alert"]: "ok" for alert in alerts()
    }
    assert [rule.get("lastError") for rule in rules if rule.get("lastError")] == []
    assert [rule["name"] for rule in rules if rule["state"] == "firing"] == []


def test_every_metric_that_rules_and_dashboard_use_exists(evening):
    _, prometheus = evening
    used = metrics_in([alert["expr"] for alert in alerts()] + board_expressions())
    assert len(used) > 15
    names = eventually(prometheus.names, used.issubset)
    assert sorted(used - names) == []


def test_every_curve_of_the_dashboard_has_data(evening):
    _, prometheus = evening
    # Placeholders that Grafana replaces.
    expressions = [
        expression.replace("$__rate_interval", "1m").replace("$instance", prometheus.instance)
        for panel in board()["panels"] for expression in members(panel, "expr")
    ]
    assert not any("$" in expression for expression in expressions)

    def empty():
        return [each for each in expressions if not prometheus.values(each)]

    assert eventually(empty, lambda found: not found) == []


def test_a_running_hub_serves_the_files(evening):
    hub, _ = evening
    for path, kind in (
        (ALERTS, "application/yaml"), (OPERATIONS / "prometheus.yml", "application/yaml"),
        (BOARD, "application/json"), (UNIT, None),
    ):
        with urllib.request.urlopen(f"{hub.address}/docs/operations/{path.name}") as answer:
            assert answer.read() == path.read_bytes()
            assert kind in (None, answer.headers["Content-Type"])


def needs_root():
    if os.geteuid():
        pytest.skip("only root can do this")


def test_a_hub_that_runs_as_root_warns_once(evening):
    needs_root()
    hub, _ = evening
    assert hub.errors().count("the hub runs as root") == 1
    assert "a user of its own" in hub.errors()


def test_an_alert_comes_up_when_the_hub_is_gone(hub):
    prometheus = Prometheus(hub)
    try:
        prometheus.start()
        assert eventually(prometheus.target, is_up)["health"] == "up"
        hub.stop()

        def down():
            [alert] = [rule for rule in prometheus.rules() if rule["name"] == "TablecastDown"]
            return alert["state"]

        assert eventually(down, lambda state: state != "inactive") == "pending"
    finally:
        prometheus.close()


def analyzer():
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not here to look at the unit")
    return "systemd-analyze"


def test_systemd_understands_the_unit(tmp_path):
    text = UNIT.read_text(encoding="utf-8")
    assert "/usr/local/bin/tablecast" in text
    unit = tmp_path / UNIT.name
    unit.write_text(text.replace("/usr/local/bin/tablecast", str(binary())), encoding="utf-8")
    assert run(analyzer(), "verify", "--man=no", unit) == ""


def test_systemd_rates_the_sandbox_as_safe():
    run(analyzer(), "security", "--offline=true", f"--threshold={EXPOSURE_MAX}", UNIT)


@pytest.fixture
def shut_in(tmp_path):
    """A program that runs others under the unit's rules about system calls."""
    analyzer()
    program = tmp_path / "shut-in"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{SANDBOX}" "{UNIT}" "$@"\n')
    program.chmod(0o755)
    if subprocess.run([program, "/bin/true"], capture_output=True).returncode:
        pytest.skip("libseccomp is not here, or the kernel takes no rules from this user")
    return program


DEEDS = [
    "import mmap; mmap.mmap(-1, 4096, prot=mmap.PROT_WRITE | mmap.PROT_EXEC)",
    "import socket; socket.socket(socket.AF_UNIX)",
    "import os; os.nice(1)",
    "import os; os.chown('.', os.getuid(), os.getgid())",
]


def test_the_sandboxed_hub_cannot_do_what_it_does_not_need(shut_in, tmp_path):
    for deed in DEEDS:
        run(sys.executable, "-c", deed, cwd=tmp_path)
        answer = subprocess.run(
            [shut_in, sys.executable, "-c", deed], capture_output=True, text=True, cwd=tmp_path
        )
        assert "PermissionError" in answer.stderr, deed


def symbols(path):
    return run("nm", "--undefined-only", path)


def test_the_program_is_hardened():
    program = binary()
    if shutil.which("readelf") is None:
        pytest.skip("readelf is not here to look at the program")
    dynamic = run("readelf", "--dynamic", "--wide", program)
    assert "BIND_NOW" in dynamic and re.search(r"FLAGS_1\b.*\bNOW\b.*\bPIE\b", dynamic)
    segments = run("readelf", "--segments", "--wide", program)
    assert "GNU_RELRO" in segments
    assert re.search(r"GNU_STACK.* RW +0x", segments)
    objects = sorted((program.parent / "CPlatform.build").glob("*.o"))
    if not objects:
        pytest.skip("what the program was linked of is not here")
    used = "".join(symbols(each) for each in objects)
    assert "__stack_chk_fail" in used
    # Only optimized builds have the sizes that this checks.
    if program.resolve().parent.name == "release":
        assert re.search(r"__\w+_chk\b", used.replace("__stack_chk_fail", ""))


# The container of the README's `docker run`: only the volume (and a test's log) is writable, there
# are no capabilities, and no program gains any.
CONTAINER = """#!/bin/sh
exec unshare --mount --propagation private sh -euc '
    mount --bind "{data}" "{data}"
    awk "{{print \\$2}}" /proc/mounts | while read -r place; do
        case $place in "{data}" | /proc* | /dev* | /sys*) continue ;; esac
        mount -o remount,bind,ro "$place"
    done
    for place in /tmp /var/tmp "{folder}"; do
        if touch "$place/written" 2>/dev/null; then exit 70; fi
    done
    export SQLITE_TMPDIR="{data}"
    cd /
    exec setpriv --reuid 10001 --regid 10001 --clear-groups --bounding-set=-all --inh-caps=-all \\
        --no-new-privs "$0" "$@"' "{program}" "$@"
"""


@pytest.fixture
def contained(monkeypatch, tmp_path):
    """A hub in such a container."""
    needs_root()
    hub = Hub()
    (hub.data / "backups").mkdir(parents=True)
    # Docker gives a new volume to the image's user.
    os.chmod(hub.folder.name, 0o755)
    for folder in (hub.data, hub.data / "backups"):
        os.chown(folder, 10001, 10001)
    program = tmp_path / "contained"
    program.write_text(CONTAINER.format(
        data=hub.data, folder=hub.folder.name, program=binary()
    ))
    program.chmod(0o755)
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode:
        pytest.skip("the kernel lets nobody make a container here")
    run(program, "--help")
    # The program's coverage goes where it may write.
    monkeypatch.setenv("LLVM_PROFILE_FILE", str(hub.data / "%m.profraw"))
    monkeypatch.setenv("TABLECAST_BINARY", str(program))
    yield hub
    hub.close()


def test_with_nothing_writable_but_its_data_the_hub_does_all_that_it_should(contained):
    hub = contained.start()
    hub.add("Ada")
    assert "runs as root" not in hub.errors()
    hub.command("backup", hub.data / "backups" / "today")
    hub.command("certificate", "--name", "localhost")
    assert "sound" in hub.command("verify")
    assert hub.stop() == 0


def test_the_sandboxed_hub_does_all_that_it_should(shut_in, monkeypatch, tmp_path):
    program = tmp_path / "tablecast"
    program.write_text(f'#!/bin/sh\nexec "{shut_in}" "{binary()}" "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("TABLECAST_BINARY", str(program))
    hub = Hub().start()
    try:
        hub.add("Ada")
        display = Conversation(hub, "display")
        display.subscribe("waitlist/display")
        display.close()
        assert hub.stop() == 0
        hub.command("certificate", "--name", "localhost")
        hub.address = hub.address.replace("http:", "https:")
        hub.start()
        trusting = ssl.create_default_context(cafile=hub.data / "tls" / "authority.pem")
        ready = f"https://localhost:{hub.port}/readyz"

        def is_ready():
            # A disk that takes longer than a second is not ready.
            with (
                contextlib.suppress(urllib.error.HTTPError),
                urllib.request.urlopen(ready, context=trusting) as answer,
            ):
                return answer.status == 200

        assert eventually(is_ready)
        hub.command("certificate", "--name", "localhost")
        hub.reload()
        hub.command("backup", tmp_path / "backup")
        assert hub.stop() == 0
    finally:
        hub.close()
