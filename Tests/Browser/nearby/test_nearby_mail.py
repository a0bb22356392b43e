"""A round's places by the house's mail: from the host's page to a real mail server."""

import json

import pytest
from playwright.sync_api import expect

from mailserver import running
from neighbourhood import open_nearby, served
from pages import expect_accessible

ADA, GRACE = "ada@example.org", "grace@example.org"


@pytest.fixture
def hub():
    with served() as hub:
        yield hub


@pytest.fixture
def office():
    with running() as office:
        yield office


def open_office(hub, office):
    hub.mutate(
        "house.set_sender", channel="email", host="127.0.0.1", port=office.port, tls="none",
        **{"from": "house@example.org"}, allowPrivate=True,
    )


def open_form(nearby):
    """Opens the form for the only round."""
    nearby.part("Rounds")
    nearby.page.locator(".round").get_by_role("button", name="Invite").click()
    nearby.page.get_by_role("dialog").get_by_role("button", name="Send by mail").click()
    return nearby.page.get_by_role("dialog", name="Lunch on Friday")


def send(form, to):
    form.get_by_label("To", exact=True).fill(to)
    form.get_by_role("button", name="Send").click()


def test_each_friend_gets_a_letter_with_the_places_and_failures_are_shown(hub, office, new_page):
    hub.open_round(places=(5, 2))
    nearby = open_nearby(hub, new_page)
    mail = nearby.page.locator(".round .mail")
    form = open_form(nearby)
    expect(form).to_contain_text("The house can’t send mail yet.")
    expect(form.get_by_label("To", exact=True)).to_be_hidden()
    nearby.page.keyboard.press("Escape")
    open_office(hub, office)
    form = open_form(nearby)
    send(form, "ada@example, nobody")
    expect(form.locator("#mail-to-problem")).to_have_text("To must be 1 to 20 e-mail addresses")
    expect(form.get_by_label("To", exact=True)).to_have_value("ada@example, nobody")
    expect_accessible(nearby.page)
    send(form, f"{ADA}, {GRACE}")
    expect(form).to_be_hidden()
    letters = [office.next(), office.next()]
    expect(mail).to_contain_text("2 mails sent")
    assert sorted(letter["recipients"] for letter in letters) == [[ADA], [GRACE]]
    for letter in letters:
        assert letter["subject"] == "Lunch on Friday"
        assert letter["texts"]["text/plain"].startswith("Lunch on Friday\n1) <b>Points & Crossings</b>")
        assert "2) Platform Café" in letter["texts"]["text/plain"]
        assert "&lt;b&gt;Points &amp; Crossings&lt;/b&gt;" in letter["texts"]["text/html"]
        assert letter["defects"] == []
        [other] = {ADA, GRACE} - set(letter["recipients"])
        assert other not in json.dumps(letter)
    # Nobody sees the addresses.
    told = json.dumps(hub.view("nearby/host")) + hub.errors()
    assert "@example.org" not in told.replace("house@example.org", "")
    send(open_form(nearby), f"550.{ADA}")
    expect(mail).to_contain_text("1 mail could not be sent")
