"""The page that documents the protocol for strangers: its examples run, and its roles read what it says."""

import re
import subprocess
import sys

import pytest

from conversation import Conversation
from docs import example, rows
from pages import load_core, wait_until
from pagefiles import boards

LINES_MAX = 30


@pytest.fixture
def console(hub, new_page):
    """Returns a function that runs code in the console of a host's browser, and returns its output."""
    page = new_page()
    page.goto(hub.link("host"))
    page.goto(hub.address)
    shown = []
    page.on("console", lambda message: shown.append(message.text))
    session = page.context.new_cdp_session(page)

    def paste(code):
        answer = session.send(
            "Runtime.evaluate",
            {"expression": code, "replMode": True, "awaitPromise": True},
        )
        assert "exceptionDetails" not in answer, answer
        return shown

    paste.page = page
    return paste


def wait_for(page, shown, text):
    while text not in shown:
        with page.expect_console_message():
            pass


def test_the_python_example_shows_and_changes_the_list_through_a_power_cut(hub, tmp_path):
    code = example("protocol", "client-py")
    assert len([line for line in code.splitlines() if line.strip()]) <= LINES_MAX
    (tmp_path / "client.py").write_text(code, encoding="utf-8")
    hub.add("Grace")
    token = hub.command("token", "--role", "host")
    address = hub.address.replace("http", "ws", 1) + "/v1/main/sync"
    client = subprocess.Popen(
        [sys.executable, tmp_path / "client.py", address, token, "Ada"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    try:
        said = iter(client.stdout.readline, "")
        heard = [next(said).strip() for _ in range(3)]
        assert heard[0] == "['Grace']"
        assert sorted(heard[1:]) == ["['Ada', 'Grace']", "ack"]
        hub.kill()
        hub.start()
        hub.mutate("waitlist.seat", party="p_1")
        assert next(said).strip() == "['Ada']"
        hub.mutate("waitlist.edit", party="p_2", name="Ada L.", notes="שלום")
        assert next(said).strip() == "['Ada L.']"
        assert len(hub.events()) == 4
    finally:
        client.kill()
        client.communicate()


def test_the_python_example_hashes_as_the_hub_does(hub, monkeypatch):
    hub.add("Zoë 👩‍👩‍👧", notes="by the “window”\n", tags=["a", "b"])
    hub.mutate("notice.post", text="Closing at ten", level="info")
    monkeypatch.setattr(sys, "argv", ["client.py", "address", "token", "name"])
    client = {}
    exec(example("protocol", "client-py").split("while True")[0], client)
    for view in ("waitlist/host", "waitlist/display", "notice/display"):
        snapshot = hub.view(view)
        assert client["hash_of"](snapshot["doc"]) == snapshot["hash"]


def test_the_javascript_example_shows_and_changes_the_list_through_a_power_cut(hub, console):
    code = example("protocol", "client-js")
    assert len([line for line in code.splitlines() if line.strip()]) <= LINES_MAX
    grace = hub.add("Grace")
    shown = console(code)
    wait_for(console.page, shown, "ack")
    wait_for(console.page, shown, "Ada Lovelace, Grace")
    hub.kill()
    hub.start()
    hub.mutate("waitlist.seat", party=grace)
    wait_for(console.page, shown, "Ada Lovelace")
    assert hub.parties() == [("Ada Lovelace", "waiting")]
    assert len(hub.events()) == 3


def test_the_librarys_examples_run(hub, console):
    # A console takes an import only as a call.
    code = re.sub(
        r"import (\{.*?\}) from (\".*?\");", r"const \1 = await import(\2);", example("protocol", "library-js")
    )
    shown = console(code)
    wait_for(console.page, shown, "waitlist.add ack")
    assert hub.parties() == [("Ada Lovelace", "waiting")]
    console.page.goto(f"{hub.address}/docs/protocol.html")
    load_core(console.page)
    console(example("protocol", "library-scripts"))
    wait_until(console.page, "() => sync.life === 'live'")
    parties = console.page.evaluate("Object.values(sync.doc('waitlist/display').parties)")
    assert [party["label"] for party in parties] == ["Ada L."]


def test_each_role_reads_what_the_page_says(hub):
    said = {name: set(re.findall(r"\w+/\w+", reads)) for name, reads, _ in rows("protocol", "role-rows")}
    views = {view["name"]: view for board in boards()["boards"] for view in board["views"]}
    added = [role["name"] for board in boards()["boards"] for role in board["roles"]]
    for role in ("owner", "host", "engineer", "display", *added):
        reads = said[role]
        assert reads <= views.keys(), role
        talk = Conversation(hub, role)
        for name, view in views.items():
            if any(parameter["isRequired"] for parameter in view["parameters"]):
                # Only permitted readers learn which views exist.
                assert (role in view["readers"]) == (name in reads), (role, name)
            else:
                answer = talk.subscribe(name)[-1]["type"]
                assert answer == ("live" if name in reads else "error"), (role, name)
        talk.close()
