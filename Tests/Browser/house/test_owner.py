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

TELEVISION = {"width": 1920, "height": 1080}


def keep_there(screen):
    """Keeps a signed-out screen on its page: it leaves after some seconds, but not while it can't reach the
    hub."""
    screen.route("**/display", lambda route: route.abort())


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


def test_devices_come_by_a_link_are_changed_and_signed_out(hub, open_owner, open_linked, new_page):
    hub.add("Ada Lovelace", 4)
    owner, other = open_owner(), open_owner()
    owner.go("devices")
    own = owner.devices.first
    expect(own).to_contain_text("This device")
    expect(own.get_by_role("button", name=re.compile("^Sign out"))).to_have_count(0)
    tablet = come_by_a_link_that_works_once(hub, owner, new_page)
    screen = open_linked(owner, "Display", "Bar", viewport=TELEVISION)
    see_who_is_connected(hub, owner, screen)
    sign_a_display_out(hub, owner, screen)
    change_name_and_role(hub, owner, other, open_linked)
    sign_a_host_out(owner, HostPage(tablet))
    sign_another_owner_out(owner, other)


def come_by_a_link_that_works_once(hub, owner, new_page):
    link = owner.make_link("Host", "Tablet")
    expect(link).to_have_value(re.compile(f"^{re.escape(hub.address)}/in/.{{20,}}$"))
    expect(link).to_be_focused()
    expect(owner.page.locator("#invite-label")).to_have_text("Link for Tablet (Host)")
    settled(owner.page)
    address = link.input_value()
    # A device with a camera can scan it.
    qr.expect_code(owner.page.get_by_role("img", name="QR code of the link"), address)
    owner.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    owner.page.get_by_role("button", name="Copy").click()
    expect(owner.page.locator("#invite-said")).to_have_text("Copied.")
    assert owner.page.evaluate("navigator.clipboard.readText()") == address
    tablet, late = new_page(), new_page()
    tablet.goto(address)
    HostPage(tablet).expect_live()
    expect(owner.device("Tablet")).to_contain_text("Connected")
    late.goto(address)
    expect(late.locator("h1")).to_have_text("This link was used already")
    late.context.close()
    # It is neither in the journal nor on the reopened page.
    path = address.rsplit("/", 1)[1]
    assert path not in json.dumps(hub.journal())
    owner.page.reload()
    owner.expect_live()
    assert path not in owner.page.content()
    return tablet


def see_who_is_connected(hub, owner, screen):
    DisplayPage(screen).expect_live()
    row = owner.device("Bar")
    expect(row.locator(".state")).to_have_text(re.compile(f"^Connected since {TIME}$"))
    expect(row).to_contain_text(re.compile(rf"signed in {TIME} · 127\.0\.0\.1"))
    # A second window is the same device.
    window = screen.context.new_page()
    window.goto(f"{hub.address}/display")
    expect(row.locator(".state")).to_have_text(re.compile(", 2 windows$"))
    window.close()
    # Programs are devices too.
    hub.command("token", "--role", "engineer", "--name", "Prometheus")
    expect(owner.device("Prometheus")).to_contain_text("Not connected")


def sign_a_display_out(hub, owner, screen):
    display = DisplayPage(screen)
    display.expect_labels(waiting=["Ada L."])
    token = secret(screen)
    assert doors(hub, token)["/v1/main/views/waitlist/display"] == 200
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
    screen.context.close()


def change_name_and_role(hub, owner, other, open_linked):
    page = open_linked(owner, "Display", "Lounge", viewport=TELEVISION)
    DisplayPage(page).expect_live()
    owner.change("Lounge", name="Television")
    for each in (owner, other):
        expect(each.device("Television")).to_have_count(1)
    DisplayPage(page).expect_live()
    # The old role ends at once; the page continues with the new one.
    keep_there(page)
    owner.change("Television", role="Engineer")
    expect(page.locator("#band")).to_contain_text("signed out")
    expect(owner.device("Television")).to_contain_text("Engineer")
    statuses = doors(hub, secret(page))
    assert (statuses["/metrics"], statuses["/v1/main/mutations"]) == (200, 403)
    kinds = [event["type"].removeprefix("tablecast.house.") for event in hub.journal()]
    assert kinds[-3:] == ["invited", "renamed", "role_set"]
    page.context.close()
    expect(owner.device("Television").locator(".state")).to_have_text("Not connected")


def sign_a_host_out(owner, host):
    page = host.page
    host.expect_names(waiting=["Ada Lovelace"])
    page.get_by_role("button", name="Recent").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    owner.sign_out("Tablet")
    expect(host.root).to_have_attribute("data-life", "refused")
    expect(page.locator("#signed-out")).to_contain_text("an owner took its sign-in away")
    expect(page.get_by_role("dialog")).to_have_count(0)
    for control in (
        host.row("Ada Lovelace").locator(".step"), host.row("Ada Lovelace").locator(".more"), host.size,
        page.locator("#call-next"), page.locator("#open-recent"), page.locator("#open-tools"),
    ):
        control.click(force=True)
        assert page.evaluate("document.activeElement === document.body")
    host.expect_names(waiting=["Ada Lovelace"], ready=[])
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#waiting-changes")).to_be_empty()
    page.reload()
    expect(page.locator("h1")).to_have_text("Please sign in")


def sign_another_owner_out(owner, other):
    for each in (owner, other):
        settled(each.page)
    ids = [each.devices.first.get_attribute("data-device") for each in (owner, other)]
    owner.sign_out(ids[1])
    expect(other.root).to_have_attribute("data-life", "refused")
    expect(other.page.locator("#signed-out")).to_contain_text("an owner took its sign-in away")
    expect(owner.device(ids[1])).to_have_count(0)
    # The hub also refuses that owners revoke their own device.
    status = owner.page.evaluate(
        """async (device) => (await fetch("/v1/main/mutations", {
            method: "POST",
            body: JSON.stringify({
                type: "mutate", id: "m1", action: "house.revoke", args: { device },
            }),
        })).status""",
        ids[0],
    )
    assert status == 409
    owner.expect_live()


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
def test_a_device_was_here_last_at_a_time_and_changes_wait_for_the_hub(hub, open_owner, open_linked):
    hub.mutate("house.configure", selfCheckIn="direct")
    owner = open_owner()
    bar = open_linked(owner, "Display", "Bar", viewport=TELEVISION)
    DisplayPage(bar).expect_live()
    cellar = open_linked(owner, "Display", "Cellar", viewport=TELEVISION)
    DisplayPage(cellar).expect_live()
    cellar.context.close()
    expect(owner.device("Cellar").locator(".state")).to_have_text("Not connected")
    old = hub.join_address()
    hub.stop()
    age(hub, "Bar", 3)
    age(hub, "Cellar", 31 * 24)
    owner.expect_not_live()
    # What the owner does meanwhile is done as soon as the hub is back.
    owner.change("Cellar", name="Kitchen")
    expect(owner.toast).to_have_text("Not connected. It is done as soon as the hub is back.")
    expect(owner.page.locator("#waiting-changes")).to_have_text("1 change not sent yet")
    owner.go("guests")
    owner.page.get_by_role("button", name="Make a new link").click()
    owner.page.get_by_role("dialog").get_by_role("button", name="Make a new link").click()
    expect(owner.page.locator("#waiting-changes")).to_have_text("2 changes not sent yet")
    hub.start()
    DisplayPage(bar).expect_live()
    owner.expect_live()
    expect(owner.page.locator("#join-link")).not_to_have_value(re.compile(f"^$|{re.escape(old)}"))
    expect(owner.page.locator("#join-link")).to_have_value(hub.join_address())
    kitchen, row = owner.device("Kitchen"), owner.device("Bar")
    # Shown with its date if that is not today, and not for connected devices.
    expect(kitchen).to_contain_text(re.compile(r"last here \d+ [A-Z][a-z]+ \d\d:\d\d"))
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


def test_settings_are_checked_at_their_fields_and_written_as_people_do(hub, open_owner):
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


# Touch targets that are too low.
SMALL = """() => [...document.querySelectorAll(
    "main button, main .choice, main label.switch, main input:not([type=radio], [type=checkbox])")]
    .filter((each) => each.offsetParent && each.offsetHeight < 48).map((each) => each.id || each.textContent)"""


def test_every_section_has_an_address_and_fits(hub, open_owner):
    hours = {day: [["12:00", "15:00"], ["18:30", "01:00"]] for day in ("MO", "TU", "WE", "TH", "FR", "SA", "SU")}
    dates = {"2026-09-30": [["18:30", "01:00"]]}
    hub.mutate("house.configure", selfCheckIn="confirm", hours=hours, exceptions=dates)
    owner = open_owner()
    page = owner.page
    see_the_day_in_figures(hub, owner)
    hub.command("token", "--role", "engineer", "--name", "Bartholomew Featherstonehaugh’s old lap")
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
    # All sections at once.
    page.evaluate("() => document.querySelectorAll('section.part').forEach((each) => { each.hidden = false; })")
    expect_accessible(page)
    page.reload()
    owner.expect_live()
    for name in ("Change", "Sign out"):
        owner.press("Bartholomew", name)
        dialog = page.get_by_role("dialog")
        expect(dialog).to_be_in_viewport(ratio=0.99)
        assert dialog.evaluate("each => each.scrollWidth <= each.clientWidth")
        page.keyboard.press("Escape")
    open_sections_by_the_keyboard_and_on_a_phone(hub, owner)


def open_sections_by_the_keyboard_and_on_a_phone(hub, owner):
    page = owner.page
    owner.go("today")
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


def see_the_day_in_figures(hub, owner):
    figures = owner.page.locator("#day")
    expect(figures).to_contain_text("Parties so far")
    expect(owner.page.locator("#errands-none")).to_have_text("Nothing to do here.")
    party = hub.mutate("waitlist.add", name="Hopper", size=4)["result"]["party"]
    hub.add("Turing", 2)
    hub.mutate("waitlist.ready", party=party)
    hub.mutate("waitlist.seat", party=party)
    for name, value in (("parties", "2"), ("guests", "6"), ("waiting", "1"), ("seated", "1"), ("minutes", "0")):
        expect(owner.page.locator(f"#day-{name}")).to_have_text(value)
    # No guest's name is on the page.
    assert "Hopper" not in owner.page.content() and "Turing" not in owner.page.content()
    expect(owner.page.locator("#today-well")).to_have_text(
        "No alarms. The one connected device is up to date. 1 device is not connected."
    )
