"""The owner sets up self check-in, and what guests read."""

import re

import pytest
from playwright.sync_api import expect

import qr
from pages import settled

SHEETS = [{"width": 680, "height": 1000}, {"width": 1000, "height": 680}]


def venue(hub):
    return hub.view("house/settings")["doc"]["venue"]


def configured(hub):
    """Returns the settings sent with each change."""
    return [
        event["data"] for event in hub.journal()
        if event["type"] == "tablecast.house.configured"
    ]


def check_in(owner, name):
    return owner.page.locator("#guests-form").get_by_role("radio", name=name)


def own(owner, name):
    return owner.page.get_by_role("group", name="Language").get_by_role("radio", name=name)


def other(owner, name):
    others = owner.page.get_by_role("group", name="Guests may also read")
    return others.get_by_role("checkbox", name=name)


def save(owner, section):
    form = owner.go(section).locator("form")
    form.get_by_role("button", name="Save").click()
    # The text may be left from the earlier save; *Discard changes* goes once this one is saved.
    expect(form.get_by_role("button", name="Discard changes")).to_be_hidden()
    expect(owner.toast).to_have_text("Settings saved")


def test_the_owner_lets_guests_join_by_a_link_and_ends_it(hub, open_owner):
    owner, second = open_owner(), open_owner()
    page = owner.page
    for each in (owner, second):
        each.go("guests")
        expect(check_in(each, "Off")).to_be_checked()
        expect(each.page.locator("#join")).to_be_hidden()
    check_in(owner, "A host confirms").check()
    save(owner, "guests")
    assert configured(hub) == [{"selfCheckIn": "confirm"}]
    for each in (owner, second):
        expect(each.page.locator("#join")).to_be_visible()
        expect(check_in(each, "A host confirms")).to_be_checked()
    # An old address leads there too.
    owner.go("join")
    expect(page.get_by_role("heading", name="Join link")).to_be_in_viewport()
    old = hub.join_address()
    expect(page.get_by_label("Link", exact=True)).to_have_value(old)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#join-copy").click()
    expect(page.locator("#join-said")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == old
    expect(page.locator("#join-own-machine")).to_be_hidden()
    # A new link is made behind a confirmation.
    page.get_by_role("button", name="Make a new link").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Printed codes and links that were passed on stop working")
    keep = dialog.get_by_role("button", name="Keep this one")
    expect(keep).to_be_focused()
    keep.click()
    assert hub.join_address() == old
    page.get_by_role("button", name="Make a new link").click()
    dialog.get_by_role("button", name="Make a new link").click()
    expect(owner.toast).to_have_text("New link made")
    expect(page.locator("#join-link")).not_to_have_value(re.compile(f"^$|{re.escape(old)}"))
    new = hub.join_address()
    assert new != old
    for each in (owner, second):
        expect(each.page.locator("#join-link")).to_have_value(new)
        code = each.page.get_by_role("img", name="QR code of the join link")
        expect(code).to_have_attribute("src", re.compile(f"link={venue(hub)['joinLink']}$"))
        code.evaluate("image => image.decode()")
        qr.expect_code(code, new)
    check_in(owner, "Automatically").check()
    save(owner, "guests")
    assert venue(hub)["selfCheckIn"] == "direct"
    check_in(owner, "Off").check()
    save(owner, "guests")
    for each in (owner, second):
        expect(each.page.locator("#join")).to_be_hidden()


def test_the_house_speaks_one_language_and_guests_read_others(hub, open_owner):
    owner = open_owner()
    owner.go("house")
    expect(own(owner, "English")).to_be_checked()
    expect(other(owner, "English")).to_be_checked()
    expect(other(owner, "English")).to_be_disabled()
    expect(other(owner, "Deutsch")).not_to_be_checked()
    other(owner, "Italiano").check()
    other(owner, "Deutsch").check()
    save(owner, "house")
    assert configured(hub) == [{"languages": ["en", "it", "de"]}]
    # The former language stays available, and languages only passed over are not added.
    own(owner, "English").focus()
    owner.page.keyboard.press("ArrowDown")
    expect(own(owner, "Deutsch")).to_be_checked()
    owner.page.keyboard.press("ArrowDown")
    owner.page.keyboard.press("ArrowDown")
    owner.page.keyboard.press("ArrowDown")
    expect(own(owner, "Italiano")).to_be_checked()
    expect(other(owner, "English")).to_be_checked()
    expect(other(owner, "English")).to_be_enabled()
    expect(other(owner, "Italiano")).to_be_disabled()
    for passed in ("Français", "Español"):
        expect(other(owner, passed)).not_to_be_checked()
    save(owner, "house")
    assert venue(hub)["languages"] == ["it", "en", "de"]
    other(owner, "English").uncheck()
    expect(owner.page.get_by_role("button", name="Discard changes")).to_be_visible()
    save(owner, "house")
    assert venue(hub)["languages"] == ["it", "de"]
    own(owner, "English").check()
    owner.page.get_by_role("button", name="Discard changes").click()
    expect(own(owner, "Italiano")).to_be_checked()
    expect(other(owner, "English")).not_to_be_checked()


@pytest.fixture
def hub_of(hub):
    """Restarts the hub without an address for other devices."""

    def start(host):
        hub.stop()
        hub.url = []
        hub.host = host
        return hub.start()

    return start


@pytest.mark.process
def test_a_hub_that_no_phone_reaches_says_so_instead_of_printing_a_code(
    hub_of, open_owner, open_host, open_display
):
    hub = hub_of("127.0.0.1")
    hub.mutate("house.configure", selfCheckIn="direct")
    owner = open_owner()
    page = owner.page
    expect(owner.go("today")).to_contain_text("Guests’ phones can’t reach this hub")
    expect(page.locator("#join-own-machine")).to_contain_text("No phone gets to this address")
    assert page.locator("#join-code").evaluate("image => image.naturalWidth") == 0
    link = owner.make_link("Host")
    expect(link).to_have_value(re.compile(rf"^{hub.address}/in/"))
    expect(page.locator("#invite-said")).to_contain_text("Other devices can’t reach this hub")
    host = open_host()
    host.open_tool("Pair a screen")
    dialog = host.page.get_by_role("dialog", name="Pair a screen")
    expect(dialog).to_contain_text("Other devices can’t reach this hub")
    expect(dialog).to_contain_text(f"{hub.address}/display")
    # The display shows no code, because it would lead nowhere.
    display = open_display()
    display.expect_live()
    expect(display.page.locator(".join-how")).to_have_count(0)
    assert hub.command("link", "--role", "host").startswith(f"{hub.address}/in/")


@pytest.mark.process
def test_links_for_other_devices_never_use_the_loopback_address(
    hub_of, open_owner, open_host, open_display
):
    hub = hub_of("0.0.0.0")
    made = hub.command("link", "--role", "host")
    origin = made[: made.index("/in/")]
    assert origin.endswith(f":{hub.port}") and "localhost" not in origin
    if origin == hub.address:
        pytest.skip("This machine has no network")
    hub.mutate("house.configure", selfCheckIn="direct")
    # The page is opened by the machine's loopback name.
    owner = open_owner()
    page = owner.page
    expect(page.locator("#display-address")).to_have_text(f"{origin}/display")
    expect(page.locator("#join-link")).to_have_value(re.compile(rf"^{re.escape(origin)}/j/"))
    expect(page.locator("#join-own-machine")).to_be_hidden()
    expect(owner.make_link("Host")).to_have_value(re.compile(rf"^{re.escape(origin)}/in/"))
    owner.go("guests")
    code = page.get_by_role("img", name="QR code of the join link")
    code.evaluate("image => image.decode()")
    settled(page)
    qr.expect_code(code, page.locator("#join-link").input_value())
    host = open_host()
    host.open_tool("Pair a screen")
    dialog = host.page.get_by_role("dialog", name="Pair a screen")
    expect(dialog).to_contain_text(f"On the screen, open {origin}/display")
    display = open_display()
    shown = display.page.locator(".join-code")
    shown.evaluate("image => image.decode()")
    settled(page)
    qr.expect_code(shown, page.locator("#join-link").input_value())


def test_a_sign_for_the_door_is_printed_and_nothing_else(hub, open_owner):
    hub.mutate(
        "house.configure", selfCheckIn="confirm", languages=["de", "en"], name="Zum Löwen & Söhne"
    )
    owner = open_owner(color_scheme="dark")
    page = owner.page
    address = hub.join_address()
    expect(page.locator("#join-link")).to_have_value(address)
    expect(page.locator("#door")).to_be_hidden()
    owner.go("guests")
    page.evaluate("() => { window.print = () => { document.title = 'printed'; }; }")
    page.get_by_role("button", name="Print a sign for the door").click()
    expect(page).to_have_title("printed")
    page.emulate_media(media="print")
    for sheet in SHEETS:
        page.set_viewport_size(sheet)
        settled(page)
        lines = [line for line in page.locator("body").inner_text().split("\n") if line]
        assert lines == [
            "Zum Löwen & Söhne", "Scannen und eintragen", "Scan to join the list", address,
        ]
        expect(page.locator("#door-sentences p").first).to_have_attribute("lang", "de")
        # One sheet, most of which is the code, in black on white.
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        box = page.locator("#door-code").bounding_box()
        assert min(box["width"], box["height"]) > 0.5 * min(sheet.values())
        assert page.locator("#door").evaluate(
            "door => [getComputedStyle(door).color, getComputedStyle(door).backgroundColor]"
        ) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
        qr.expect_code(page, address)
    for paper in ("A4", "Letter", "A5"):
        for landscape in (False, True):
            sheets = page.pdf(format=paper, landscape=landscape, prefer_css_page_size=False)
            assert len(re.findall(rb"/Type\s*/Page\b", sheets)) == 1
    # All five languages and the longest name fit too.
    page.emulate_media(media="screen")
    hub.mutate("house.configure", languages=["en", "de", "fr", "es", "it"], name="Ristorante " * 7)
    page.emulate_media(media="print")
    expect(page.locator("#door-sentences p")).to_have_count(5)
    for sheet in SHEETS:
        page.set_viewport_size(sheet)
        qr.expect_code(page, address)
    hub.mutate("house.configure", selfCheckIn="off")
    expect(page.locator("#guests-title")).to_be_visible()
    expect(page.locator("#door")).to_be_hidden()
