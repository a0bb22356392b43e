"""A round's places by the house's mail: from the host's page to a real mail server."""

import json

import pytest
from playwright.sync_api import expect

from mailserver import running
from neighbourhood import open_friend, open_nearby, served
from pages import expect_accessible

ADA, GRACE = "ada@example.org", "grace@example.org"


@pytest.fixture
def hub():
    with served() as hub:
        yield hub


@pytest.fixture
def office(hub):
    with running() as office:
        hub.mutate(
            "house.set_sender", channel="email", host="127.0.0.1", port=office.port, tls="none",
            **{"from": "house@example.org"}, allowPrivate=True,
        )
        yield office


def write(nearby, *addresses):
    """Opens the form for the only round, and fills it in."""
    nearby.part("Rounds")
    nearby.page.locator(".round").get_by_role("button", name="Send by mail").click()
    form = nearby.page.get_by_role("dialog", name="Lunch on Friday")
    form.get_by_label("To", exact=True).fill(", ".join(addresses))
    form.get_by_role("button", name="Send").click()
    return form


def mail_of(nearby):
    return nearby.page.locator(".round .mail")


def test_each_friend_gets_a_letter_with_the_places(hub, office, new_page):
    _, ticket, _ = hub.open_round(places=(5, 2))
    nearby = open_nearby(hub, new_page)
    form = write(nearby, ADA, GRACE)
    expect(form).to_be_hidden()
    letters = [office.next(), office.next()]
    expect(mail_of(nearby)).to_contain_text("2 mails sent")
    assert sorted(letter["recipients"] for letter in letters) == [[ADA], [GRACE]]
    for letter in letters:
        assert letter["subject"] == "Lunch on Friday"
        assert letter["texts"]["text/plain"].startswith("Lunch on Friday\n1) <b>Points & Crossings</b>")
        assert "2) Platform Café" in letter["texts"]["text/plain"]
        assert "&lt;b&gt;Points &amp; Crossings&lt;/b&gt;" in letter["texts"]["text/html"]
        assert letter["defects"] == []
        [other] = {ADA, GRACE} - set(letter["recipients"])
        assert other not in json.dumps(letter)
    # Only hosts see that letters were sent, and nobody sees the addresses.
    friend = open_friend(hub, new_page, ticket)
    expect(friend.page.get_by_role("heading", name="Lunch on Friday")).to_be_visible()
    told = json.dumps(hub.view("nearby/host")) + hub.errors()
    assert "@example.org" not in told.replace("house@example.org", "")


def test_letters_that_fail_are_shown_on_the_round(hub, office, new_page):
    hub.open_round()
    nearby = open_nearby(hub, new_page)
    form = write(nearby, "ada@example", "nobody")
    expect(form.locator("#mail-to-problem")).to_have_text("To must be 1 to 20 e-mail addresses")
    expect(form.get_by_label("To", exact=True)).to_have_value("ada@example, nobody")
    form.get_by_label("To", exact=True).fill(f"550.{ADA}\n{GRACE}")
    form.get_by_role("button", name="Send").click()
    expect(form).to_be_hidden()
    expect(mail_of(nearby)).to_contain_text("1 mail could not be sent")
    expect_accessible(nearby.page)


def test_a_house_without_a_mail_server_says_so_before_anything_is_typed(hub, new_page):
    hub.open_round()
    nearby = open_nearby(hub, new_page)
    nearby.part("Rounds")
    nearby.page.locator(".round").get_by_role("button", name="Send by mail").click()
    form = nearby.page.get_by_role("dialog", name="Lunch on Friday")
    expect(form).to_contain_text("The house can’t send mail yet.")
    expect(form.get_by_label("To", exact=True)).to_be_hidden()
    expect_accessible(nearby.page)
