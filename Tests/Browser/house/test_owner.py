"""The owner's page: who is signed in, who may sign in, and how the house is set up."""

import contextlib
import json
import re
import sqlite3
import urllib.error
import urllib.request
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

import qr
from pages import SIZES, TIME, DisplayPage, HostPage, at_each_size, expect_accessible, settled
from test_pairing import code_of

TELEVISION = {"width": 1920, "height": 1080}
# Too long to appear in ports and times by accident.
LONG_PIN = "271828182845"

def keep_there(screen):
    """Keeps a signed-out screen on its page: it leaves after some seconds, but not while it can't reach the
    hub."""
    screen.route("**/display", lambda route: route.abort())


@pytest.fixture
def open_linked(new_page):
    """Opens a browser that signs in by a link of the owner."""

    def open_page(owner, role, name="", **options):
        link = owner.make_link(role, name)
        expect(link).to_have_value(re.compile("/in/"))
        settled(owner.page)
        page = new_page(**options)
        page.goto(link.input_value())
        return page

    return open_page


def doors(hub, secret):
    """Returns each address's status for a browser's sign-in."""
    mutation = json.dumps({
        "type": "mutate", "id": "m1", "action": "waitlist.add", "args": {"name": "A", "size": 1},
    }).encode()
    statuses = {}
    for path, body in (
        ("/v1/main/views/waitlist/display", None), ("/v1/main/events?since=0&until=0", None),
        ("/v1/main/mutations", mutation), ("/v1/main/devices", None), ("/metrics", None),
        ("/api/RestaurantQueue", None), ("/v1/main/pin", b'{"pin":null}'),
        ("/v1/main/sync", None),
    ):
        fields = {"Cookie": f"tablecast={secret}", "Origin": hub.address}
        if path.endswith("/sync"):
            fields |= {
                "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
                "Sec-WebSocket-Protocol": "tablecast.v1",
            }
        request = urllib.request.Request(hub.address + path, data=body, headers=fields)
        try:
            with urllib.request.urlopen(request) as answer:
                statuses[path] = answer.status
        except urllib.error.HTTPError as error:
            statuses[path] = error.code
    return statuses


def secret(page):
    """The browser's sign-in, from its cookie."""
    return next(each["value"] for each in page.context.cookies() if each["name"] == "tablecast")


def test_the_list_says_who_is_signed_in_and_connected(hub, open_owner, open_linked):
    owner = open_owner()
    owner.go("devices")
    own = owner.devices.first
    expect(own).to_contain_text("This device")
    expect(own.get_by_role("button", name=re.compile("^Sign out"))).to_have_count(0)
    screen = open_linked(owner, "Display", "Bar", viewport=TELEVISION)
    DisplayPage(screen).expect_live()
    row = owner.device("Bar")
    expect(row.locator(".state")).to_have_text(re.compile(f"^Connected since {TIME}$"))
    expect(row).to_contain_text(re.compile(rf"signed in {TIME} · 127\.0\.0\.1"))
    # A second window is the same device.
    screen.context.new_page().goto(f"{hub.address}/display")
    expect(row.locator(".state")).to_have_text(re.compile(", 2 windows$"))
    expect(owner.devices).to_have_count(2)
    screen.context.close()
    expect(row.locator(".state")).to_have_text("Not connected")
    # Programs are devices too.
    hub.command("token", "--role", "engineer", "--name", "Prometheus")
    expect(owner.device("Prometheus")).to_contain_text("Not connected")


def test_a_display_that_is_signed_out_says_so_and_is_refused_everywhere(
    hub, open_owner, open_linked
):
    hub.add("Ada Lovelace", 4)
    owner = open_owner()
    screen = open_linked(owner, "Display", "Bar", viewport=TELEVISION)
    display = DisplayPage(screen)
    display.expect_labels(waiting=["Ada L."])
    display.expect_live()
    token = secret(screen)
    before = doors(hub, token)
    assert before["/v1/main/views/waitlist/display"] == 200
    owner.press("Bar", "Sign out")
    dialog = owner.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Sign Bar out?")
    expect(dialog).to_contain_text("its sign-in is refused everywhere")
    dialog.get_by_role("button", name="Leave it signed in").click()
    display.expect_live()
    keep_there(screen)
    owner.sign_out("Bar")
    expect(owner.toast).to_have_text("Bar is signed out")
    expect(screen.locator("#band")).to_contain_text("This screen is signed out")
    assert set(doors(hub, token).values()) == {401}
    expect(owner.device("Bar")).to_have_count(0)
    screen.unroute("**/display")
    # A moment later a code replaces all guests' names.
    expect(screen.locator("#code")).to_have_text(re.compile(r"^\d{3} \d{3}$"))
    assert "Ada" not in screen.content()
    assert doors(hub, token)["/v1/main/sync"] == 401


def test_a_host_that_is_signed_out_says_so_and_takes_no_taps(hub, open_owner, open_linked):
    owner = open_owner()
    page = open_linked(owner, "Host", "Tablet")
    host = HostPage(page)
    host.expect_live()
    host.add("Ada", 2)
    host.expect_names(waiting=["Ada"])
    host.expect_settled()
    page.get_by_role("button", name="Recent").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    owner.sign_out("Tablet")
    expect(host.root).to_have_attribute("data-life", "refused")
    expect(page.locator("#signed-out")).to_contain_text("an owner took its sign-in away")
    expect(page.get_by_role("dialog")).to_have_count(0)
    for control in (
        host.row("Ada").locator(".step"), host.row("Ada").locator(".more"), host.size,
        page.locator("#call-next"), page.locator("#open-recent"), page.locator("#open-tools"),
    ):
        control.click(force=True)
        assert page.evaluate("document.activeElement === document.body")
    host.expect_names(waiting=["Ada"], ready=[])
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#waiting-changes")).to_be_empty()
    page.reload()
    expect(page.locator("h1")).to_have_text("Please sign in")


def test_an_owner_is_signed_out_by_another_owner_only(hub, open_owner):
    one, other = open_owner(), open_owner()
    expect(one.devices).to_have_count(2)
    for each in (one, other):
        settled(each.page)
    ids = [each.devices.first.get_attribute("data-device") for each in (one, other)]
    one.sign_out(ids[1])
    expect(other.root).to_have_attribute("data-life", "refused")
    expect(other.page.locator("#signed-out")).to_contain_text("an owner took its sign-in away")
    expect(one.devices).to_have_count(1)
    # The hub also refuses that owners revoke their own device.
    status = one.page.evaluate(
        """async (device) => (await fetch("/v1/main/mutations", {
            method: "POST",
            body: JSON.stringify({
                type: "mutate", id: "m1", action: "house.revoke", args: { device },
            }),
        })).status""",
        ids[0],
    )
    assert status == 409
    one.expect_live()


def age(hub, name, hours):
    """Moves the device's sign-in and last visit into the past."""
    with contextlib.closing(sqlite3.connect(hub.data / "tablecast.sqlite")) as database:
        with database:
            database.execute(
                "UPDATE device SET created_at = created_at - :ms, seen_at = seen_at - :ms "
                "WHERE name = :name",
                {"ms": hours * 3_600_000, "name": name},
            )


@pytest.mark.process
def test_the_list_says_when_a_device_was_here_last(hub, open_owner, open_linked):
    owner = open_owner()
    bar = open_linked(owner, "Display", "Bar", viewport=TELEVISION)
    DisplayPage(bar).expect_live()
    cellar = open_linked(owner, "Display", "Cellar", viewport=TELEVISION)
    DisplayPage(cellar).expect_live()
    cellar.context.close()
    expect(owner.device("Cellar").locator(".state")).to_have_text("Not connected")
    hub.stop()
    age(hub, "Bar", 3)
    age(hub, "Cellar", 31 * 24)
    hub.start()
    DisplayPage(bar).expect_live()
    owner.expect_live()
    cellar_row, row = owner.device("Cellar"), owner.device("Bar")
    # Shown with its date if that is not today, and not for connected devices.
    expect(cellar_row).to_contain_text(re.compile(r"last here \d+ [A-Z][a-z]+ \d\d:\d\d"))
    expect(row).not_to_contain_text("last here")
    venue = ZoneInfo("Europe/Rome")
    left = {hub.now().astimezone(venue).strftime("%H:%M")}
    bar.context.close()
    expect(row).to_contain_text("last here")
    left.add(hub.now().astimezone(venue).strftime("%H:%M"))
    said = re.compile(rf"last here ([A-Z][a-z]+ )?({'|'.join(left)})")
    expect(row).to_contain_text(said)
    # It is known after a restart too.
    hub.stop()
    hub.start()
    owner.page.reload()
    owner.expect_live()
    expect(row).to_contain_text(said)


def test_a_device_is_renamed_and_given_another_role(hub, open_owner, open_linked):
    owner = open_owner()
    page = open_linked(owner, "Display", "Bar", viewport=TELEVISION)
    DisplayPage(page).expect_live()
    owner.change("Bar", name="Television at the bar")
    expect(owner.device("Television at the bar")).to_have_count(1)
    DisplayPage(page).expect_live()
    other = open_owner()
    expect(other.device("Television at the bar")).to_have_count(1)
    # The old role ends at once; the page continues with the new one.
    keep_there(page)
    owner.change("Television at the bar", role="Engineer")
    expect(page.locator("#band")).to_contain_text("signed out")
    expect(owner.device("Television at the bar")).to_contain_text("Engineer")
    page.goto(f"{hub.address}/events")
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    statuses = doors(hub, secret(page))
    assert statuses["/metrics"] == 200
    assert statuses["/v1/main/mutations"] == 403
    kinds = [event["type"].removeprefix("tablecast.house.") for event in hub.journal()]
    assert kinds == ["invited", "renamed", "role_set"]


def test_a_link_is_shown_once_and_works_once(hub, open_owner, new_page):
    owner = open_owner()
    link = owner.make_link("Host", "Tablet at the door")
    expect(link).to_have_value(re.compile(f"^{re.escape(hub.address)}/in/.{{20,}}$"))
    expect(link).to_be_focused()
    expect(owner.page.locator("#invite-label")).to_have_text(
        "Link for Tablet at the door (Host)"
    )
    settled(owner.page)
    address = link.input_value()
    # A device with a camera can scan it.
    qr.expect_code(owner.page.get_by_role("img", name="QR code of the link"), address)
    owner.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    owner.page.get_by_role("button", name="Copy").click()
    expect(owner.page.locator("#invite-said")).to_have_text("Copied.")
    assert owner.page.evaluate("navigator.clipboard.readText()") == address
    tablet = new_page()
    tablet.goto(address)
    HostPage(tablet).expect_live()
    expect(owner.device("Tablet at the door")).to_contain_text("Connected")
    other = new_page()
    other.goto(address)
    expect(other.locator("h1")).to_have_text("This link was used already")
    # It is neither in the journal nor on the reopened page.
    path = address.rsplit("/", 1)[1]
    assert path not in json.dumps(hub.journal())
    owner.page.reload()
    owner.expect_live()
    assert path not in owner.page.content()


@pytest.mark.smoke
def test_settings_show_on_every_page_at_once(
    hub, time, open_owner, open_host, open_display, new_page
):
    result = hub.mutate("waitlist.add", name="Ada Lovelace", size=2)["result"]
    guest = new_page()
    guest.goto(f"{hub.address}/t/{result['ticket']}")
    owner, other = open_owner(), open_owner()
    host, display = open_host(), open_display()
    display.expect_labels(waiting=["Ada L."])
    page = owner.page
    save(owner.go("guests"), lambda form: form.get_by_role("radio", name="A. L.").check())
    expect(owner.toast).to_have_text("Settings saved")
    house = owner.go("house")
    house.get_by_label("Name", exact=True).fill("Trattoria da Ada")
    zone = house.get_by_role("combobox", name="Time zone")
    zone.fill("tokyo")
    expect(house.get_by_role("option")).to_have_text("Asia/Tokyo")
    zone.press("Enter")
    expect(house).to_contain_text(re.compile(r"Local time: .*\d\d:\d\d"))
    zone.press("Enter")
    for each in (owner.page, other.page, host.page, display.page, guest):
        expect(each.locator(".house bdi").first).to_have_text("Trattoria da Ada")
        expect(each).to_have_title(re.compile("Trattoria da Ada"))
    expect(display.page.locator(".welcome-house")).to_have_text("Trattoria da Ada")
    display.expect_labels(waiting=["A. L."])
    expect(display.page.locator("#waiting .arrived")).to_have_text("02:00")
    expect(other.page.locator("#settings-zone")).to_have_value("Asia/Tokyo")
    # A newly opened display shows the same.
    fresh = open_display()
    expect(fresh.page.locator(".house bdi").first).to_have_text("Trattoria da Ada")


def save(part, change=lambda form: None):
    change(part)
    part.get_by_role("button", name="Save").click()


def test_invalid_settings_are_reported_at_their_fields(hub, open_owner):
    owner = open_owner()
    house = owner.go("house")
    save(house)
    expect(house).to_contain_text("Nothing has changed.")
    zone = house.get_by_role("combobox", name="Time zone")
    zone.fill("Nowhere")
    expect(house.get_by_role("listbox")).to_contain_text("Nothing found.")
    save(house)
    # The typed text stays for correction.
    expect(zone).to_have_value("Nowhere")
    expect(zone).to_have_accessible_description(re.compile("Choose one from the list."))
    expect(zone).to_have_attribute("aria-invalid", "true")
    name = house.get_by_label("Name", exact=True)
    name.fill("x" * 81)
    # Case and punctuation don't matter.
    zone.fill("new york")
    zone.press("Enter")
    expect(zone).to_have_value("America/New York")
    save(house)
    expect(name).to_have_accessible_description(re.compile("At most 80 characters."))
    expect(name).to_be_focused()
    house.get_by_role("button", name="Discard changes").click()
    expect(name).to_have_value("The Copper Pot")
    expect(zone).to_have_value("Europe/Rome")
    assert hub.journal() == []


def test_money_rates_and_currencies_are_written_as_people_do(hub, open_owner):
    owner = open_owner()
    orders = owner.go("orders")
    currency = orders.get_by_role("combobox", name="Currency")
    expect(currency).to_have_value("Euro (EUR)")
    currency.click()
    options = orders.get_by_role("option")
    # The common ones come first, and typing finds the others.
    expect(options.nth(1)).to_have_text("US Dollar (USD)")
    currency.fill("zlot")
    expect(options).to_have_text(["Polish Zloty (PLN)"])
    settled(owner.page)
    expect(currency).to_have_attribute("aria-activedescendant", options.get_attribute("id"))
    currency.press("Escape")
    expect(currency).to_have_value("Euro (EUR)")
    expect(currency).to_have_attribute("aria-expanded", "false")
    rate, fee = orders.get_by_label("VAT rate, %"), orders.get_by_label("Delivery fee, €")
    expect(rate).to_have_value("10")
    expect(fee).to_have_value("0.00")
    rate.fill("5,5 %")
    fee.fill("2.505")
    save(orders)
    expect(fee).to_have_accessible_description(re.compile("Enter an amount, such as 2.50."))
    fee.fill("2.50")
    save(orders)
    expect(owner.toast).to_have_text("Orders: settings saved")
    assert hub.journal()[-1]["data"] == {"vat": 550, "deliveryFee": 250}
    expect(rate).to_have_value("5.5")
    expect(fee).to_have_value("2.50")
    currency.fill("yen")
    currency.press("ArrowDown")
    currency.press("Enter")
    expect(orders.get_by_label("Delivery fee, ¥")).to_be_visible()


def enter_pin(owner, pin):
    """Where a PIN is set, it is asked for before the first change to devices."""
    gate = owner.page.get_by_role("dialog", name="Enter the PIN")
    expect(gate).to_be_visible()
    owner.page.keyboard.type(pin)
    owner.page.keyboard.press("Enter")
    expect(gate).to_be_hidden()


def test_the_pin_is_set_and_both_owners_know(hub, open_owner, open_host):
    owner, other, host = open_owner(), open_owner(), open_host()
    host.expect_live()
    for each in (owner, other):
        each.go("security")
    field = owner.page.get_by_label("New PIN, of 4 to 12 digits")
    for typed in ("", "123", "1234567890123", "12a4"):
        field.fill(typed)
        field.press("Enter")
        expect(owner.page.locator("#pin-problem")).to_have_text(
            "Enter 4 to 12 digits."
        )
    field.fill("1234")
    field.press("Enter")
    expect(owner.page.locator("#pin-problem")).to_contain_text("choose another one")
    expect(field).to_be_focused()
    expect(owner.page.locator("#pin-clear")).to_be_hidden()
    field.fill(LONG_PIN)
    field.press("Enter")
    expect(owner.toast).to_contain_text("PIN set.")
    expect(field).to_have_value("")
    for each in (owner, other):
        expect(each.page.locator("#pin-is")).to_have_text("A PIN is set.")
    expect(host.page.locator("#pad")).to_be_visible()
    assert LONG_PIN not in json.dumps(hub.journal()) + hub.errors() + owner.page.content()
    other.page.get_by_role("button", name="Remove PIN").click()
    enter_pin(other, LONG_PIN)
    for each in (owner, other):
        expect(each.page.locator("#pin-is")).to_contain_text("No PIN: anyone holding the tablet can use it.")
    host.page.reload()
    host.expect_live()


def test_the_owner_sees_a_locked_out_tablet_and_lets_it_try_again(hub, open_owner, open_linked):
    owner = open_owner()
    tablet = open_linked(owner, "Host", "Tablet")
    HostPage(tablet).expect_live()
    owner.go("security")
    field = owner.page.get_by_label("New PIN, of 4 to 12 digits")
    field.fill("4711")
    field.press("Enter")
    expect(tablet.locator("#pad")).to_be_visible()
    owner.go("devices")
    row = owner.device("Tablet")
    expect(row.locator(".locked-out")).to_be_hidden()
    settled(owner.page)
    device = row.get_attribute("data-device")
    hub.enter_wrong_pins(device, 9)
    tablet.keyboard.type("0000")
    tablet.keyboard.press("Enter")
    expect(tablet.locator("#say")).to_contain_text("The owner's page lets it try again")
    expect(row.locator(".locked-out")).to_have_text("Locked out: too many wrong PINs")
    # The tablet waits for the owner, and the first section shows it.
    owner.go("today").get_by_role("link", name="Tablet is locked out").click()
    expect(row).to_be_visible()
    owner.press("Tablet", "Let it try again")
    enter_pin(owner, "4711")
    expect(row.locator(".locked-out")).to_be_hidden()
    tablet.keyboard.type("4711")
    tablet.keyboard.press("Enter")
    HostPage(tablet).expect_live()


@pytest.mark.process
def test_without_the_hub_the_page_says_so_and_changes_wait(
    hub, open_owner, open_linked
):
    owner = open_owner()
    open_linked(owner, "Display", "Bar")
    expect(owner.device("Bar")).to_have_count(1)
    hub.kill()
    owner.expect_not_live()
    owner.change("Bar", name="Kitchen")
    expect(owner.toast).to_have_text(
        "Not connected. It is done as soon as the hub is back."
    )
    expect(owner.page.locator("#waiting-changes")).to_have_text("1 change not sent yet")
    hub.start()
    owner.expect_live()
    expect(owner.device("Kitchen")).to_have_count(1)


# Touch targets that are too low.
SMALL = """() => [...document.querySelectorAll(
    "main button, main .choice, main label.switch, main input:not([type=radio], [type=checkbox])")]
    .filter((each) => each.offsetParent && each.offsetHeight < 48).map((each) => each.id || each.textContent)"""


def test_every_section_has_an_address_and_fits(hub, open_owner, open_linked):
    hours = {day: [["12:00", "15:00"], ["18:30", "01:00"]] for day in ("MO", "TU", "WE", "TH", "FR", "SA", "SU")}
    dates = {"2026-09-30": [["18:30", "01:00"]]}
    hub.mutate("house.configure", selfCheckIn="confirm", hours=hours, exceptions=dates)
    owner = open_owner()
    page = owner.page
    open_linked(owner, "Engineer", "Bartholomew Featherstonehaugh’s old lap")
    expect(owner.device("Bartholomew")).to_have_count(1)
    owner.go("today")
    expect(page.locator("#sections a[aria-current=page]")).to_have_text("Today")
    links = page.get_by_role("navigation", name="Owner").get_by_role("link")
    settled(page)
    sections = [link.get_attribute("href")[1:] for link in links.all()]
    assert sections[:6] == ["today", "house", "hours", "guests", "devices", "add"] and len(sections) > 10
    for section in sections:
        owner.go(section)
        for width, height in at_each_size(page, [*SIZES, (1280, 800), (320, 480)]):
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (section, width)
            assert page.evaluate(SMALL) == [], (section, width)
            if (width, height) == (1280, 800):
                assert page.evaluate("document.documentElement.scrollHeight") <= 1_600, section
        expect_accessible(page)
    for name in ("Change", "Sign out"):
        owner.press("Bartholomew", name)
        dialog = page.get_by_role("dialog")
        expect(dialog).to_be_in_viewport(ratio=0.99)
        assert dialog.evaluate("each => each.scrollWidth <= each.clientWidth")
        page.keyboard.press("Escape")


def test_sections_open_and_close_by_the_keyboard_and_on_a_phone(hub, open_owner):
    owner = open_owner()
    page = owner.page
    page.get_by_role("navigation", name="Owner").get_by_role("link", name="Opening hours").press("Enter")
    expect(page.get_by_role("heading", name="Opening hours")).to_be_focused()
    expect(page).to_have_title("Opening hours · Owner · The Copper Pot")
    page.go_back()
    expect(page.locator("#today")).to_be_visible()
    expect(page.locator("#hours")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    owner.page.get_by_role("link", name="Devices", exact=True).click()
    expect(owner.devices.first).to_be_visible()
    expect(page.get_by_role("navigation", name="Owner")).to_be_hidden()
    expect(page).to_have_url(f"{hub.address}/owner/devices")
    page.reload()
    owner.expect_live()
    expect(page.locator("#devices")).to_be_visible()
    page.get_by_role("link", name="‹ Today").click()
    expect(page.get_by_role("navigation", name="Owner")).to_be_visible()
    for address in ("/host/devices", "/owner/devices/more"):
        assert page.request.get(hub.address + address).status == 404


def test_the_day_is_summed_up_in_figures(hub, open_owner):
    owner = open_owner()
    figures = owner.page.locator("#day")
    expect(figures).to_contain_text("Parties so far")
    expect(owner.page.locator("#errands-none")).to_have_text("Nothing waits for you.")
    party = hub.mutate("waitlist.add", name="Hopper", size=4)["result"]["party"]
    hub.add("Turing", 2)
    hub.mutate("waitlist.ready", party=party)
    hub.mutate("waitlist.seat", party=party)
    for name, value in (("parties", "2"), ("guests", "6"), ("waiting", "1"), ("seated", "1"), ("minutes", "0")):
        expect(owner.page.locator(f"#day-{name}")).to_have_text(value)
    # No guest's name is on the page.
    assert "Hopper" not in owner.page.content() and "Turing" not in owner.page.content()
    expect(owner.page.locator("#today-well")).to_have_text("No alarms. The one connected device is up to date.")


@pytest.mark.process
def test_alarms_are_posted_where_the_owner_says(hub, open_owner):
    owner = open_owner()
    owner.go("mail")
    form = owner.page.locator("#webhook-form")
    expect(form).to_contain_text("posted nowhere")
    field = form.get_by_label("Address")
    form.get_by_role("button", name="Save").click()
    expect(form).to_contain_text("Please fill this in.")
    field.fill("example.org")
    field.press("Enter")
    expect(form).to_contain_text("must be an address such as https://example.org/hook")
    field.fill("http://127.0.0.1:8080/hook")
    field.press("Enter")
    expect(form).to_contain_text("must be on the internet")
    field.fill("https://example.org/hook?key=s3cret")
    field.press("Enter")
    expect(form).to_contain_text("Alarms are posted to an address")
    expect(field).to_have_value("")
    expect(owner.toast).to_contain_text("Saved")
    # Another owner's page shows it, without the address.
    other = open_owner()
    expect(other.page.locator("#webhook-is")).to_contain_text("Alarms are posted to an address")
    assert "s3cret" not in other.page.content()
    other.go("mail")
    other.page.get_by_role("button", name="Turn off").click()
    expect(form).to_contain_text("posted nowhere")
