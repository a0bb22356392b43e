"""The page that documents the protocol for strangers: what it says is so, and its examples run."""

import html
import json
import re
import subprocess
import sys
import zlib

import pytest
import yaml
from playwright.sync_api import expect

from conftest import RECONNECTED_MS
from conversation import ASYNCAPI, Conversation
from hub import ROOT
from pages import boards, load_core, wait_until

PAGE = ROOT / "Public" / "docs" / "protocol.html"
HTML = PAGE.read_text(encoding="utf-8")
LINES_MAX = 30
BYTES_MAX = 80 * 1_024
ADDED_ROLES = [role["name"] for board in boards()["boards"] for role in board["roles"]]


def example(name):
    """The code as a reader copies it from the page."""
    found = re.search(rf'<code id="{name}">(.*?)</code>', HTML, re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", "", found.group(1)))


def messages():
    """What stands on the page as said by a client or by the hub."""
    found = re.findall(r'<pre data-side="(\w+)"><code>(.*?)</code>', HTML, re.DOTALL)
    for side, text in found:
        for line in html.unescape(re.sub(r"<[^>]+>", "", text)).splitlines():
            yield side, json.loads(line)


def rows(name):
    """The cells of a table as texts."""
    body = re.search(rf'<tbody id="{name}">(.*?)</tbody>', HTML, re.DOTALL).group(1)
    return [
        [html.unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<td.*?</td>", row)]
        for row in re.findall(r"<tr>.*?</tr>", body)
    ]


@pytest.fixture
def console(hub, new_page):
    """A host's browser with its console: what is pasted into it, and what it shows."""
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
        with page.expect_console_message(timeout=RECONNECTED_MS):
            pass


def test_the_python_example_shows_and_changes_the_list_through_a_power_cut(hub, tmp_path):
    code = example("client-py")
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
    exec(example("client-py").split("while True")[0], client)
    for view in ("waitlist/host", "waitlist/display", "notice/display"):
        snapshot = hub.view(view)
        assert client["hash_of"](snapshot["doc"]) == snapshot["hash"]


def test_the_javascript_example_shows_and_changes_the_list_through_a_power_cut(hub, console):
    code = example("client-js")
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
    # A console takes a module's import as a call.
    code = re.sub(
        r"import (\{.*?\}) from (\".*?\");", r"const \1 = await import(\2);", example("library-js")
    )
    shown = console(code)
    wait_for(console.page, shown, "waitlist.add ack")
    assert hub.parties() == [("Ada Lovelace", "waiting")]
    console.page.goto(f"{hub.address}/docs/protocol.html")
    load_core(console.page)
    console(example("library-scripts"))
    wait_until(console.page, "() => sync.life === 'live'")
    parties = console.page.evaluate("Object.values(sync.doc('waitlist/display').parties)")
    assert [party["label"] for party in parties] == ["Ada L."]


def test_each_message_on_the_page_is_one_of_the_protocol():
    seen = set()
    for side, message in messages():
        judges = Conversation.SAID if side == "client" else Conversation.HEARD
        judges[message["type"]].validate(message)
        seen.add(message["type"])
    assert seen == set(Conversation.SAID) | set(Conversation.HEARD)


def test_the_hashes_on_the_page_are_right(hub, new_page):
    page = new_page()
    page.goto(hub.address)

    def hash_of(document):
        return page.evaluate(
            "async (doc) => new (await import('/js/tablecast.js')).DocumentHash().of(doc)", document
        )

    assert hash_of(json.loads(example("sample-doc"))) == example("sample-hash")
    lines = example("sample-lines").splitlines()
    assert f"{sum(zlib.crc32(line.encode()) for line in lines) % 2**32:08x}" == example(
        "sample-hash"
    )
    snapshot = next(message for _, message in messages() if message["type"] == "snapshot")
    assert hash_of(snapshot["doc"]) == snapshot["hash"]


def test_the_tables_are_those_of_the_descriptions():
    schemas = yaml.safe_load(ASYNCAPI.read_text(encoding="utf-8"))["components"]["schemas"]
    codes = [code for code, *_ in rows("reject-codes")]
    assert sorted(codes) == sorted(schemas["Reject"]["properties"]["code"]["enum"])
    roles = ["owner", "host", "engineer", "display", "guest", *ADDED_ROLES]
    assert [role for role, *_ in rows("role-rows")] == roles == schemas["Role"]["enum"]
    actions = {}
    for shape in schemas["BoardAction"]["oneOf"]:
        action = shape["properties"]["action"]
        arguments = schemas[shape["properties"]["args"]["$ref"].rsplit("/", 1)[-1]]
        for name in action.get("enum", [action.get("const")]):
            actions[name] = arguments["properties"].keys()
    described = {action: arguments for action, arguments, _ in rows("action-rows")}
    assert described.keys() == actions.keys()
    for action, arguments in described.items():
        named = set(re.findall(r"\w+", arguments)) - {"and", "any", "of", "these", "or"}
        assert named <= set(actions[action]), action


def test_the_limits_are_those_of_the_page_about_running_a_hub():
    page = (ROOT / "Public" / "docs" / "operations.html").read_text(encoding="utf-8")
    known = dict(re.findall(r'<td><code>([a-z-]+)</code></td><td class="number">([\d,]+)</td>', page))
    for number, words in rows("limit-rows"):
        assert known[words.split(":")[0]] == number


@pytest.mark.parametrize("role", ["owner", "host", "engineer", "display", *ADDED_ROLES])
def test_each_role_reads_what_the_page_says(hub, role):
    said = {name: set(re.findall(r"\w+/\w+", reads)) for name, reads, _ in rows("role-rows")}
    reads = said[role]
    views = {view["name"]: view for board in boards()["boards"] for view in board["views"]}
    assert reads <= views.keys()
    talk = Conversation(hub, role)
    for name, view in views.items():
        if any(parameter["isRequired"] for parameter in view["parameters"]):
            # Which of them there are is only told to those who may read it.
            assert (role in view["readers"]) == (name in reads), name
        else:
            answer = talk.subscribe(name)[-1]["type"]
            assert answer == ("live" if name in reads else "error"), name
    talk.close()


@pytest.mark.parametrize(
    "size", [(1920, 1080), (1024, 768), (390, 844), (320, 640)], ids=lambda size: str(size[0])
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_and_its_links_lead_somewhere(hub, new_page, size, scheme):
    page = new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    page.goto(hub.address)
    page.get_by_role("link", name="The protocol").click()
    expect(page.locator("h1")).to_have_text("The sync protocol")
    page.wait_for_load_state()
    # Code and tables are moved sideways by themselves, the page never.
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    for box in page.locator(".code, .table").all():
        assert box.get_attribute("tabindex") == "0" and box.get_attribute("aria-label")
    if size == (1024, 768) and scheme == "light":
        for link in page.locator("a").all():
            target = link.get_attribute("href")
            if target.startswith("#"):
                assert page.locator(f"[id='{target[1:]}']").count() == 1, target
            else:
                assert page.request.get(hub.address + target).ok, target
        # By keyboard: past the contents, to the text.
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="To the text")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("#content$"))


def test_the_page_is_small():
    files = [PAGE, *(ROOT / "Public" / name for name in re.findall(r'href="/(.*?\.css)"', HTML))]
    assert sum(path.stat().st_size for path in files) < BYTES_MAX
