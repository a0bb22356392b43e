"""The PIN before the host's page, and whom it keeps out."""

import json
import re

from playwright.sync_api import expect

from hub import set_pin
from pages import HostPage, settled
from test_pairing import code_of, pair, problem, said

# Too long to appear in ports and times by accident.
LONG_PIN = "271828182845"


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


def test_a_locked_tablet_can_do_nothing_until_the_pin_is_entered(hub, open_host, open_display, open_events):
    host, display, events = open_host(), open_display(), open_events()
    page = host.page
    host.expect_live()
    expect(page.get_by_role("button", name="Lock")).to_be_hidden()
    # A change that is not sent yet is sent after the PIN.
    hub.pause()
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    host.add("Ada", 2)
    host.expect_names(waiting=["Ada"])
    hub.resume()
    host.expect_settled()
    set_pin(hub, "4711")
    # An open page goes to the pad by itself and keeps nothing of the list.
    expect_pad(page)
    assert "Ada" not in page.content()
    assert page.evaluate(ASK) == [False, 401, 401, 401, 401, 401]
    hub.expect_parties(("Ada", "waiting"))
    enter(page, "4711")
    host.expect_live()
    host.expect_names(waiting=["Ada"])
    page.reload()
    host.expect_live()
    host.open_tool("Lock")
    expect_pad(page)
    page.reload()
    expect_pad(page)
    # Other screens are not asked.
    display.expect_live()
    events.expect_live()
    display.page.reload()
    display.expect_live()
    enter(page, "4711")
    host.expect_live()
    # Without a PIN there is nothing to lock.
    set_pin(hub, None)
    page.reload()
    host.expect_live()
    expect(page.get_by_role("button", name="Lock")).to_be_hidden()


def test_the_owner_sets_the_pin_and_lets_a_locked_out_tablet_try_again(hub, open_owner, open_host):
    owner, other, host = open_owner(), open_owner(), open_host()
    page, tablet = owner.page, host.page
    host.expect_live()
    for each in (owner, other):
        each.go("security")
    field, problem_of_pin = page.get_by_label("New PIN, of 4 to 12 digits"), page.locator("#pin-problem")
    for typed in ("", "123", "1234567890123", "12a4"):
        field.fill(typed)
        field.press("Enter")
        expect(problem_of_pin).to_have_text("Enter 4 to 12 digits.")
    field.fill("1234")
    field.press("Enter")
    expect(problem_of_pin).to_contain_text("choose another one")
    expect(field).to_be_focused()
    expect(page.locator("#pin-clear")).to_be_hidden()
    field.fill(LONG_PIN)
    field.press("Enter")
    expect(owner.toast).to_contain_text("PIN set.")
    expect(field).to_have_value("")
    for each in (owner, other):
        expect(each.page.locator("#pin-is")).to_have_text("A PIN is set.")
    expect(tablet.locator("#pad")).to_be_visible()
    assert LONG_PIN not in json.dumps(hub.journal()) + hub.errors() + page.content()
    owner.go("devices")
    row = owner.device("Host")
    locked_out = row.locator(".locked-out")
    expect(locked_out).to_be_hidden()
    settled(page)
    hub.enter_wrong_pins(row.get_attribute("data-device"), 9)
    tablet.keyboard.type("0000")
    tablet.keyboard.press("Enter")
    expect(say(tablet)).to_contain_text("The owner's page lets it try again")
    expect(locked_out).to_have_text("Locked out: too many wrong PINs")
    # The tablet waits for the owner, and the first section shows it.
    owner.go("today").get_by_role("link", name="is locked out").click()
    row.get_by_role("button", name=re.compile("^Let it try again: ")).click()
    enter_at_gate(owner, LONG_PIN)
    expect(locked_out).to_be_hidden()
    tablet.keyboard.type(LONG_PIN)
    tablet.keyboard.press("Enter")
    host.expect_live()
    other.page.get_by_role("button", name="Remove PIN").click()
    enter_at_gate(other, LONG_PIN)
    for each in (owner, other):
        expect(each.page.locator("#pin-is")).to_contain_text("No PIN: anyone holding the tablet can use it.")
    tablet.reload()
    host.expect_live()


def enter_at_gate(owner, pin):
    """Where a PIN is set, it is asked for before the first change to devices."""
    gate = owner.page.get_by_role("dialog", name="Enter the PIN")
    expect(gate).to_be_visible()
    owner.page.keyboard.type(pin)
    owner.page.keyboard.press("Enter")
    expect(gate).to_be_hidden()


def test_an_owner_enters_the_pin_before_the_first_change_to_devices(hub, open_owner, new_page):
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
    expect(gate.get_by_role("img", name="1 digit")).to_be_visible()
    page.keyboard.press("Escape")
    expect(gate).to_be_hidden()
    expect(owner.toast).to_contain_text("Enter the PIN first")
    expect(page.locator("#invite-made")).to_be_hidden()
    assert "tablecast.house.invited" not in [event["type"] for event in hub.journal()]
    # A screen is let in on the host's page.
    page.goto(f"{hub.address}/host")
    host = HostPage(page)
    host.expect_live()
    screen = new_page()
    screen.goto(f"{hub.address}/display")
    code = code_of(screen)
    pair(host, code)
    expect(gate).to_be_visible()
    page.keyboard.press("Escape")
    expect(problem(host)).to_contain_text("Enter the PIN first")
    pair(host, code)
    enter(page, "4712")
    expect(say(page)).to_have_text(re.compile("^This is not the PIN."))
    page.keyboard.type("4711")
    page.keyboard.press("Enter")
    # The change goes on by itself.
    expect(gate).to_be_hidden()
    expect(said(host)).to_have_text("Paired. The screen shows the list in a moment.")
    # One entry is enough for a while, also on another page.
    page.goto(f"{hub.address}/owner")
    owner.expect_live()
    expect(owner.make_link("Display", "Bar")).to_have_value(re.compile("/in/"))
    expect(gate).to_be_hidden()
