"""A screen is paired by the code that it shows."""

import re

from playwright.sync_api import expect

from pages import DisplayPage, settled

TELEVISION = {"width": 1920, "height": 1080}
CODE = re.compile(r"^\d{3} \d{3}$")


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


def test_two_screens_are_let_in_by_their_codes_and_not_by_a_wrong_one(hub, open_host, new_page):
    host, one, other = open_host(), new_page(viewport=TELEVISION), new_page(viewport=TELEVISION)
    page = host.page
    for screen in (one, other):
        screen.goto(f"{hub.address}/display")
    expect(one.locator(".house")).to_have_text("The Copper Pot")
    expect(one.locator("#address")).to_have_text(hub.address.replace("http://", "Hub: "))
    first, second = code_of(one), code_of(other)
    assert first != second
    wrong = next(code for code in ("000000", "000001", "000002") if f"{code[:3]} {code[3:]}" not in (first, second))
    pair(host, wrong)
    field, name = page.get_by_label("Code"), page.get_by_label("Name (optional)")
    expect(problem(host)).to_have_text("That code isn’t on any screen. Check it and try again.")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description("That code isn’t on any screen. Check it and try again.")
    # A malformed code is not sent.
    for typed in ("", "12345", "1234567", "12345a"):
        field.fill(typed)
        expect(problem(host)).to_be_empty()
        field.press("Enter")
        expect(problem(host)).to_have_text("Code must be the six digits on the screen")
    assert hub.journal() == []
    # As displayed, with the space.
    field.fill(second)
    name.fill("x" * 41)
    field.press("Enter")
    expect(page.locator("#pair-name-problem")).to_have_text("Name must be at most 40 characters")
    name.fill("Bar")
    field.press("Enter")
    DisplayPage(other).expect_live()
    expect(other).to_have_url(f"{hub.address}/display")
    event = hub.journal()[-1]
    assert (event["type"], event["data"]["name"]) == ("tablecast.house.paired", "Bar")
    # It stays signed in.
    other.reload()
    DisplayPage(other).expect_live()
    assert code_of(one) == first
    page.keyboard.press("Escape")
    pair_by_the_keyboard_alone(host, first.replace(" ", "-"))
    DisplayPage(one).expect_live()
    assert hub.journal()[-1]["data"]["name"] == "Terrace"


def pair_by_the_keyboard_alone(host, code):
    page, keyboard = host.page, host.page.keyboard
    opener, menu = (page.get_by_role("button", name=name) for name in ("Pair a screen", "Menu"))
    page.set_viewport_size({"width": 320, "height": 640})
    expect(opener).to_be_hidden()
    expect(menu).to_be_in_viewport(ratio=1)
    menu.focus()
    keyboard.press("Enter")
    expect(menu).to_have_attribute("aria-expanded", "true")
    keyboard.press("Escape")
    expect(opener).to_be_hidden()
    expect(menu).to_be_focused()
    keyboard.press("Enter")
    expect(opener).to_be_in_viewport(ratio=1)
    keyboard.press("Tab")
    expect(page.get_by_role("button", name="Find a party")).to_be_focused()
    opener.focus()
    keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Code").focus()
    keyboard.type(code)
    keyboard.press("Tab")
    keyboard.type("Terrace")
    keyboard.press("Enter")
    expect(said(host)).to_have_text("Paired. The screen shows the list in a moment.")
    # The dialog is ready for the next screen.
    expect(page.get_by_label("Code")).to_be_focused()
    expect(page.get_by_label("Code")).to_be_empty()
    keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
