"""A guest's phone fills in the form of the join link, and asks for a place until the hub answers."""

import re

import pytest
from playwright.sync_api import expect

from blank import wait
from pages import settled
from test_join import PHONE, JoinPage

LOST = "We can’t be reached right now. This page keeps trying by itself."
BUSY = "Many guests are joining right now. This page tries again in a moment."
JOINED = {"json": {"type": "ack", "result": {"ticket": "t1"}}}


@pytest.fixture
def join(open_blank):
    # All waits have their maximum length.
    page = open_blank(name="join", before="Math.random = () => 1", viewport=PHONE)
    page.context.route("**/t/t1*", lambda route: route.fulfill(body="The place", content_type="text/plain"))
    return JoinPage(page)


def answer(join, *answers):
    """Answers the requests in turn; None is no answer. Returns the list of requests."""
    asked, answers = [], list(answers)

    def give(route):
        asked.append(route.request.post_data_json)
        given = answers.pop(0)
        route.fulfill(**given) if given else route.abort()

    join.page.context.route("**/v1/main/mutations", give)
    return asked


def expect_waiting(join, sentence, asked, count):
    settled(join.page)
    expect(join.said).to_have_text(sentence)
    expect(join.send).to_have_attribute("aria-disabled", "true")
    expect(join.name).to_be_disabled()
    assert len(asked) == count


def expect_place(page):
    expect(page.locator("body")).to_have_text("The place")


def test_the_request_is_repeated_with_the_same_secret_until_it_is_answered(join):
    busy = {"status": 429, "headers": {"Retry-After": "5"}}
    asked = answer(join, None, {"status": 503}, busy, JOINED)
    join.join("Ada", 3)
    for count, (sentence, pause_ms) in enumerate(((LOST, 500), (LOST, 1000), (BUSY, 7000)), 1):
        expect_waiting(join, sentence, asked, count)
        wait(join.page, pause_ms - 10)
        expect_waiting(join, sentence, asked, count)
        wait(join.page, 10)
    expect_place(join.page)
    # Without the secret the hub doesn't repeat the answer.
    assert all(each == asked[0] for each in asked)
    secret = asked[0]["args"]["secret"]
    assert re.fullmatch(r"[\w-]{16,64}", secret) and secret != asked[0]["id"]


def test_two_taps_send_one_request_which_is_repeated_as_soon_as_the_network_is_back(join):
    asked = answer(join, None, JOINED)
    join.name.fill("Ada")
    join.size(3).check()
    join.send.dblclick()
    expect_waiting(join, LOST, asked, 1)
    join.page.evaluate("() => dispatchEvent(new Event('online'))")
    expect_place(join.page)
    assert len(asked) == 2


def test_a_request_to_a_hanging_hub_is_given_up_after_twenty_seconds(join):
    held = []
    join.page.route("**/v1/main/mutations", lambda route: held.append(route))
    with join.page.expect_request("**/v1/main/mutations"):
        join.join("Ada", 3)
    expect(join.said).to_have_text("One moment…")
    wait(join.page, 19_990)
    expect(join.said).to_have_text("One moment…")
    wait(join.page, 10)
    expect(join.said).to_have_text(LOST)
    join.page.unroute("**/v1/main/mutations")
    answer(join, JOINED)
    wait(join.page, 500)
    expect_place(join.page)


def test_a_request_is_repeated_after_a_reload_and_only_once_by_two_pages(join):
    asked = answer(join, None, None, JOINED, JOINED)
    join.join("Ada", 3)
    expect_waiting(join, LOST, asked, 1)
    join.page.reload()
    expect_waiting(join, LOST, asked, 2)
    other = JoinPage(join.page.context.new_page())
    # It repeats the same request by itself.
    other.page.goto(join.page.url)
    expect_place(other.page)
    wait(join.page, 500)
    expect_place(join.page)
    assert all(each == asked[0] for each in asked)


def test_problems_stand_at_the_field_until_it_is_changed(join):
    exactly = join.page.get_by_label("How many exactly?")
    join.send.click()
    expect(join.name).to_be_focused()
    expect(join.name).to_have_attribute("aria-invalid", "true")
    expect(join.name).to_have_accessible_description("Please tell us your name.")
    size = join.page.get_by_role("group", name="How many people?")
    expect(size).to_have_accessible_description("Please choose how many people.")
    join.name.fill("Ada")
    expect(join.problem("name")).to_be_empty()
    join.send.click()
    expect(join.size(1)).to_be_focused()
    # A party of more than eight types its size.
    expect(exactly).to_be_hidden()
    join.size("More").click()
    expect(exactly).to_be_focused()
    for typed, sentence in (
        ("", "Please choose how many people."),
        ("100", "Please write a whole number from 1 to 99."),
        ("2.5", "Please write a whole number from 1 to 99."),
    ):
        exactly.fill(typed)
        expect(join.problem("size")).to_be_empty()
        join.send.click()
        expect(join.problem("size")).to_have_text(sentence)
        expect(exactly).to_be_focused()
        expect(exactly).to_have_accessible_description(sentence)
    exactly.fill("12")
    expect(join.problem("size")).to_be_empty()
    join.name.fill("x" * 81)
    join.phone.fill("171 3920055")
    join.notes.fill("x" * 501)
    join.send.click()
    expect(join.problem("name")).to_contain_text("at most 80 characters")
    expect(join.problem("phone")).to_contain_text("country code")
    expect(join.problem("notes")).to_contain_text("at most 500 characters")
    expect(join.name).to_be_focused()
    # The hub's own refusals stand there too.
    join.name.fill("Ada")
    join.phone.fill("+49 171 3920055")
    join.notes.fill("")
    problems = {"problems": [{"field": "name", "reason": "too_long", "max": 80}]}
    asked = answer(join, {"status": 422, "json": problems}, JOINED)
    join.send.click()
    expect(join.problem("name")).to_contain_text("at most 80 characters")
    expect(join.name).to_be_enabled()
    join.send.click()
    expect_place(join.page)
    given = asked[1]["args"]
    assert (given["name"], given["size"], given["phone"]) == ("Ada", 12, "+491713920055") and "notes" not in given


def test_a_guest_fills_in_the_form_by_the_keyboard_alone(join):
    keyboard = join.page.keyboard
    asked = answer(join, JOINED)
    keyboard.press("Tab")
    expect(join.name).to_be_focused()
    keyboard.type("Ada")
    keyboard.press("Tab")
    keyboard.press("Space")
    expect(join.size(1)).to_be_checked()
    # The arrow keys stop at the last size.
    for _ in range(8):
        keyboard.press("ArrowRight")
    expect(join.size("More")).to_be_focused()
    expect(join.page.get_by_label("How many exactly?")).to_be_visible()
    keyboard.press("ArrowLeft")
    expect(join.size(8)).to_be_focused()
    expect(join.page.get_by_label("How many exactly?")).to_be_hidden()
    for following in (join.phone, join.notes, join.send):
        keyboard.press("Tab")
        expect(following).to_be_focused()
    keyboard.press("Enter")
    expect_place(join.page)
    assert asked[0]["args"]["size"] == 8


def test_where_there_is_no_room_the_guest_is_sent_to_the_host(join):
    answer(join, {"status": 409, "json": {}}, {"status": 403, "json": {}})
    join.join("Ada")
    expect(join.said).to_have_text("We can’t take more guests here right now. Please talk to the host.")
    # The typed text stays for another try.
    expect(join.name).to_have_value("Ada")
    # Joining is closed meanwhile.
    join.send.click()
    expect(join.closed).to_be_focused()
    expect(join.closed).to_contain_text("please talk to the host")
    expect(join.page.locator("form")).to_be_hidden()
    expect(join.page.locator(".kind:visible")).to_have_count(1)
