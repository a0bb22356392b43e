"""The pad for the PIN, and its messages for the hub's answers."""

import json
import re

import pytest
from playwright.sync_api import expect

from blank import wait
from pages import SIZES, at_each_size, settled
from test_pin import enter, expect_pad, say


@pytest.fixture
def page(open_blank):
    page = open_blank(name="pin")
    expect_pad(page)
    return page


def answer(page, *answers):
    """Answers entered PINs with these statuses, fields and bodies. Returns the list of what is entered."""
    entered, answers = [], list(answers)

    def give(route):
        entered.append(json.loads(route.request.post_data)["pin"])
        status, headers, body = answers.pop(0)
        route.fulfill(status=status, headers=headers, json=body)

    page.route("**/v1/main/unlock", give)
    return entered


def test_the_pad_by_the_keyboard_alone(page):
    entered = answer(page, (403, {}, {}))
    dots = page.locator("#dots")
    page.keyboard.type("47x119")
    expect(dots.locator(".dot")).to_have_count(5)
    expect(dots).to_have_accessible_name("5 digits")
    page.keyboard.press("Backspace")
    expect(dots.locator(".dot")).to_have_count(4)
    # The page contains no digit of the PIN, and no field that could keep it.
    expect(page.locator("input")).to_have_count(0)
    assert "4711" not in page.content()
    page.keyboard.press("Escape")
    expect(dots).to_have_accessible_name("No digits yet")
    page.keyboard.type("471")
    page.keyboard.press("Enter")
    expect(say(page)).to_have_text("A PIN has at least 4 digits.")
    # By the keys on the screen, with Tab and Space.
    for digit in "4711":
        page.get_by_role("button", name=digit, exact=True).focus()
        page.keyboard.press("Space")
    page.get_by_role("button", name="Remove the last digit").focus()
    page.keyboard.press("Space")
    expect(dots.locator(".dot")).to_have_count(3)
    # After a tap, the keyboard's Enter submits.
    page.get_by_role("button", name="1", exact=True).click()
    page.get_by_role("button", name="Enter", exact=True).focus()
    page.keyboard.press("Enter")
    expect(say(page)).to_have_text(re.compile("^This is not the PIN."))
    expect(page.locator(".dot")).to_have_count(0)
    assert entered == ["4711"]


def test_a_wait_is_counted_down_and_no_digits_are_taken_meanwhile(page):
    entered = answer(page, (403, {"Retry-After": "75"}, {}), (429, {"Retry-After": "130"}, {"detail": "Too early"}))
    enter(page, "4712")
    expect(say(page)).to_have_text("This is not the PIN. Wait 75 s, then try again.")
    page.keyboard.press("1")
    expect(page.locator(".dot")).to_have_count(0)
    expect(page.get_by_role("button", name="1", exact=True)).to_have_attribute("aria-disabled", "true")
    wait(page, 74_000)
    expect(say(page)).to_have_text("This is not the PIN. Wait 1 s, then try again.")
    wait(page, 1_000)
    expect(say(page)).to_have_text("You can try again now.")
    enter(page, "4711")
    expect(say(page)).to_have_text("Too early Wait 3 min, then try again.")
    assert entered == ["4712", "4711"]


def test_an_unreachable_hub_is_reported_and_tried_again(page):
    page.route("**/v1/main/unlock", lambda route: route.abort())
    enter(page, "4711")
    expect(say(page)).to_have_text("The hub can’t be reached. Try again.")
    page.unroute("**/v1/main/unlock")
    answer(page, (200, {}, {}), (401, {}, {}))
    # After the PIN or a sign-out the page reloads what the hub serves.
    for _ in range(2):
        with page.expect_event("load"):
            enter(page, "4711")


def test_it_is_whole_on_every_screen_and_takes_no_digits_past_the_longest_pin(page):
    answer(page, (403, {}, {}))
    enter(page, "4712")
    expect(say(page)).to_have_text(re.compile("^This is not the PIN."))
    keys = page.locator("#pad button")
    expect(keys).to_have_count(12)
    for _ in at_each_size(page, [*SIZES, (320, 480), (844, 390)]):
        settled(page)
        expect(keys.first).to_be_in_viewport(ratio=1)
        expect(keys.last).to_be_in_viewport(ratio=1)
        assert all(min(box["width"], box["height"]) >= 48 for box in (key.bounding_box() for key in keys.all()))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.type("1" * 20)
    expect(page.locator(".dot")).to_have_count(12)
    for _ in at_each_size(page):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
