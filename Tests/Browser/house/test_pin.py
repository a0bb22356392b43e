"""The PIN before the host's page, and whom it keeps out."""

import re
import urllib.request

from playwright.sync_api import expect

from hub import set_pin
from pages import DisplayPage, HostPage
from test_pairing import code_of, pair, problem, said


def press(page, digits):
    for digit in digits:
        page.get_by_role("button", name=digit, exact=True).click()


def enter(page, pin):
    press(page, pin)
    page.get_by_role("button", name="Enter", exact=True).click()


def say(page):
    return page.locator("#say")


def expect_pad(page):
    expect(page.get_by_role("group", name="Enter the PIN for the host’s page.")).to_be_visible()


# What a locked tablet is given: whether the connection opens, and the status of each address.
ASK = """async () => {
    const body = JSON.stringify({ type: "mutate", id: "x", action: "waitlist.add", args: { name: "A", size: 1 } });
    const ask = async (path, options) => (await fetch(path, options)).status;
    const socket = new WebSocket(`ws://${location.host}/v1/main/sync`, "tablecast.v1");
    const opened = await new Promise((resolve) => {
        socket.onopen = () => resolve(true);
        socket.onerror = () => resolve(false);
    });
    return [
        opened,
        await ask("/v1/main/views/waitlist/host"),
        await ask("/v1/main/mutations", { method: "POST", body }),
        await ask("/api/RestaurantQueue"),
        await ask("/metrics"),
        await ask("/v1/main/events"),
    ];
}"""


def test_a_locked_tablet_can_do_nothing_until_the_pin_is_entered(hub, open_host):
    host = open_host()
    host.expect_live()
    expect(host.page.get_by_role("button", name="Lock")).to_be_hidden()
    hub.add("Ada", 2)
    host.expect_names(waiting=["Ada"])
    set_pin(hub, "4711")
    # An open page goes to the pad by itself and keeps nothing of the list.
    expect_pad(host.page)
    assert "Ada" not in host.page.content()
    assert host.page.evaluate(ASK) == [False, 401, 401, 401, 401, 401]
    hub.expect_parties(("Ada", "waiting"))
    enter(host.page, "4711")
    host.expect_live()
    host.expect_names(waiting=["Ada"])
    host.page.reload()
    host.expect_live()
    host.open_tool("Lock")
    expect_pad(host.page)
    host.page.reload()
    expect_pad(host.page)
    enter(host.page, "4711")
    host.expect_live()
    # Without a PIN there is nothing to lock.
    set_pin(hub, None)
    host.page.reload()
    host.expect_live()
    expect(host.page.get_by_role("button", name="Lock")).to_be_hidden()


def test_unsent_changes_are_sent_after_the_pin(hub, open_host):
    host = open_host()
    host.expect_live()
    hub.pause()
    host.page.evaluate("window.dispatchEvent(new Event('offline'))")
    host.add("Ada", 2)
    host.expect_names(waiting=["Ada"])
    hub.resume()
    host.expect_settled()
    set_pin(hub, "4711")
    expect_pad(host.page)
    enter(host.page, "4711")
    host.expect_live()
    assert hub.parties() == [("Ada", "waiting")]


def test_programs_and_other_screens_are_not_asked(hub, open_host, open_display, open_events):
    display, events = open_display(), open_events()
    token = hub.command("token", "--role", "host")
    set_pin(hub, "4711")
    display.expect_live()
    events.expect_live()
    request = urllib.request.Request(
        f"{hub.address}/v1/main/views/waitlist/host",
        headers={"Authorization": f"Bearer {token}"},
    )
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 200
    display.page.reload()
    display.expect_live()
    # A new host's link asks for the PIN too.
    page = open_host().page
    expect_pad(page)


def test_the_owner_enters_the_pin_before_the_first_change_to_devices(hub, open_owner):
    owner = open_owner()
    page = owner.page
    set_pin(hub, "4711")
    gate = page.get_by_role("dialog", name="Enter the PIN")
    # Reading needs no PIN.
    expect(owner.devices).not_to_have_count(0)
    # A change may be left.
    owner.make_link("Display", "Door")
    expect(gate).to_be_visible()
    page.keyboard.press("4")
    page.keyboard.press("Escape")
    expect(gate).to_be_hidden()
    expect(owner.toast).to_contain_text("Enter the PIN first")
    expect(page.locator("#invite-made")).to_be_hidden()
    assert "tablecast.house.invited" not in [event["type"] for event in hub.journal()]
    link = owner.make_link("Display", "Door")
    expect(gate).to_be_visible()
    enter(page, "4712")
    expect(say(page)).to_have_text(re.compile("^This is not the PIN."))
    page.keyboard.type("4711")
    page.keyboard.press("Enter")
    # The change goes on by itself.
    expect(gate).to_be_hidden()
    expect(link).to_have_value(re.compile("/in/"))
    # One entry is enough for a while, in this tab and after a reload.
    page.reload()
    owner.expect_live()
    expect(owner.make_link("Display", "Bar")).to_have_value(re.compile("/in/"))
    expect(gate).to_be_hidden()


def test_an_owner_enters_the_pin_on_the_hosts_page_before_a_screen_is_let_in(
    hub, open_owner, new_page
):
    page = open_owner().page
    set_pin(hub, "4711")
    page.goto(f"{hub.address}/host")
    host = HostPage(page)
    host.expect_live()
    screen = new_page()
    screen.goto(f"{hub.address}/display")
    code = code_of(screen)
    gate = page.get_by_role("dialog", name="Enter the PIN")
    pair(host, code)
    expect(gate).to_be_visible()
    page.keyboard.press("4")
    expect(gate.get_by_role("img", name="1 digit")).to_be_visible()
    page.keyboard.press("Escape")
    expect(gate).to_be_hidden()
    expect(problem(host)).to_contain_text("Enter the PIN first")
    pair(host, code)
    enter(page, "4711")
    expect(gate).to_be_hidden()
    expect(said(host)).to_have_text("Paired. The screen shows the list in a moment.")
    DisplayPage(screen).expect_live()
