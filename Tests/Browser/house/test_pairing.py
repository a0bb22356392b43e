"""A screen is paired by the code that it shows."""

import re

import pytest
from playwright.sync_api import expect

from pages import DisplayPage, at_each_size, settled

TELEVISION = {"width": 1920, "height": 1080}
CODE = re.compile(r"^\d{3} \d{3}$")


@pytest.fixture
def open_screen(hub, new_page):
    """The browser of a television that nobody has signed in."""

    def open_page(**options):
        options.setdefault("viewport", TELEVISION)
        page = new_page(**options)
        page.goto(f"{hub.address}/display")
        return page

    return open_page


def code_of(screen):
    code = screen.locator("#code")
    expect(code).to_have_text(CODE)
    settled(screen)
    return code.inner_text()


def pair(host, code, name=""):
    settled(host.page)
    if not host.page.locator("#pair").is_visible():
        host.open_tool("Pair a screen")
    host.page.get_by_label("Code").fill(code)
    host.page.get_by_label("Name (optional)").fill(name)
    host.page.get_by_role("button", name="Pair", exact=True).click()


def said(host):
    return host.page.locator("#pair-said")


def problem(host):
    return host.page.locator("#pair-code-problem")


def test_two_screens_that_pair_at_once_are_told_apart(hub, open_host, open_screen):
    host, one, other = open_host(), open_screen(), open_screen()
    first, second = code_of(one), code_of(other)
    assert first != second
    pair(host, second.replace(" ", ""))
    DisplayPage(other).expect_live()
    assert code_of(one) == first
    # The dialog is ready for the next screen.
    expect(host.page.get_by_label("Code")).to_be_focused()
    pair(host, first.replace(" ", "-"))
    DisplayPage(one).expect_live()


def test_a_screen_is_let_in_by_its_code_and_not_by_a_wrong_one(hub, open_host, open_screen):
    host, screen = open_host(), open_screen()
    expect(screen.locator(".house")).to_have_text("The Copper Pot")
    expect(screen.locator("#address")).to_have_text(hub.address.replace("http://", "Hub: "))
    # As displayed, with the space.
    shown = code_of(screen)
    wrong = "000000" if shown != "000 000" else "000001"
    pair(host, wrong)
    expect(problem(host)).to_have_text("That code isn’t on any screen. Check it and try again.")
    field = host.page.get_by_label("Code")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description("That code isn’t on any screen. Check it and try again.")
    # A malformed code is not sent.
    for typed in ("", "12345", "1234567", "12345a"):
        field.fill(typed)
        expect(problem(host)).to_be_empty()
        field.press("Enter")
        expect(problem(host)).to_have_text("Code must be the six digits on the screen")
    assert code_of(screen) == shown
    assert hub.journal() == []
    field.fill(shown)
    host.page.get_by_label("Name (optional)").fill("x" * 41)
    field.press("Enter")
    expect(host.page.locator("#pair-name-problem")).to_have_text(
        "Name must be at most 40 characters"
    )
    host.page.get_by_label("Name (optional)").fill("Bar")
    field.press("Enter")
    DisplayPage(screen).expect_live()
    expect(screen).to_have_url(f"{hub.address}/display")
    event = hub.journal()[-1]
    assert (event["type"], event["data"]["name"]) == ("tablecast.house.paired", "Bar")
    # It stays signed in.
    screen.reload()
    DisplayPage(screen).expect_live()


@pytest.mark.process
def test_a_screen_without_the_hub_shows_no_code_and_comes_back(hub, open_host, open_screen):
    screen = open_screen()
    before = code_of(screen)
    hub.kill()
    expect(screen.locator("#say")).to_have_text("The hub can’t be reached. Trying again.")
    expect(screen.locator("#code")).to_be_empty()
    expect(screen.locator("#how")).to_be_hidden()
    hub.start()
    expect(screen.locator("#code")).to_have_text(CODE)
    assert before
    pair(open_host(), code_of(screen))
    DisplayPage(screen).expect_live()


def test_the_host_pairs_by_the_keyboard_alone(hub, open_host, open_screen):
    host, screen = open_host(), open_screen()
    host.expect_live()
    opener = host.page.get_by_role("button", name="Pair a screen")
    menu = host.page.get_by_role("button", name="Menu")
    for width, _ in at_each_size(host.page, [(1024, 768), (320, 640)]):
        # A browser without a sign-in gets a code again.
        screen.context.clear_cookies()
        screen.goto(f"{hub.address}/display")
        expect(opener).to_be_hidden()
        expect(menu).to_be_in_viewport(ratio=1)
        menu.focus()
        host.page.keyboard.press("Enter")
        expect(menu).to_have_attribute("aria-expanded", "true")
        host.page.keyboard.press("Escape")
        expect(opener).to_be_hidden()
        expect(menu).to_be_focused()
        host.page.keyboard.press("Enter")
        expect(opener).to_be_in_viewport(ratio=1)
        host.page.keyboard.press("Tab")
        expect(host.page.get_by_role("button", name="Find a party")).to_be_focused()
        opener.focus()
        host.page.keyboard.press("Enter")
        expect(host.page.get_by_role("dialog")).to_be_visible()
        assert host.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        host.page.get_by_label("Code").focus()
        host.page.keyboard.type(code_of(screen))
        host.page.keyboard.press("Tab")
        host.page.keyboard.type(f"Bar {width}")
        host.page.keyboard.press("Enter")
        DisplayPage(screen).expect_live()
        assert hub.journal()[-1]["data"]["name"] == f"Bar {width}"
        # Meanwhile the host's page empties the fields.
        expect(said(host)).to_have_text("Paired. The screen shows the list in a moment.")
        host.page.keyboard.press("Escape")
        expect(host.page.get_by_role("dialog")).to_be_hidden()
