"""A guest's phone asks for a place until the hub answers, whatever happens on the way."""

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
