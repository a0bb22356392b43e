"""The boards of a house: each with its switch, and the form of its settings."""

import json
import re

import pytest
from playwright.sync_api import expect

from guestbook import GuestBookHub
from pagefiles import boards
from pages import settled

# The boards that a house can switch off, without those that the tests add.
OPTIONAL = [board["name"] for board in boards()["boards"] if not board["isAlwaysOn"]]
TOKEN = "t0ken-that-nobody-else-may-see"


@pytest.fixture
def hub():
    hub = GuestBookHub().start()
    yield hub
    hub.close()


def board(owner, name):
    return owner.page.get_by_role("listitem", name=name, exact=True)


def form(owner, name):
    """The section of a board's settings, by the board's name."""
    return owner.go(name)


def settings(hub, name):
    return hub.view(f"{name}/settings")["doc"]["settings"]


def save(card):
    card.get_by_role("button", name="Save").click()


def last_event(hub):
    event = hub.journal()[-1]
    return event["type"].removeprefix("tablecast."), event["data"]


def test_a_board_is_switched_off_and_on_for_everybody(hub, open_owner):
    owner, other = open_owner(), open_owner()
    for each in (owner, other):
        each.go("uses")
    for name in ("Waiting list", "Notices", "The house"):
        expect(board(owner, name)).to_contain_text("Always on")
        expect(board(owner, name).get_by_role("switch")).to_have_count(0)
    book = board(owner, "Guest book")
    expect(book).to_contain_text("What guests write when they leave.")
    switch = book.get_by_role("switch", name="Guest book")
    expect(switch).to_be_checked()
    book.get_by_role("link", name="Settings: Guest book").click()
    field = owner.page.get_by_label("How many entries the book has room for")
    expect(field).to_have_value("500")
    owner.go("uses")
    switch.focus()
    owner.page.keyboard.press("Space")
    expect(owner.toast).to_have_text("Guest book is off")
    assert last_event(hub) == ("house.configured", {"boards": [*OPTIONAL, "postcard"]})
    for each in (owner, other):
        expect(board(each, "Guest book").get_by_role("switch")).not_to_be_checked()
        expect(each.page.get_by_role("link", name="Guest book")).to_have_count(0)
    assert hub.refuse("guestbook.sign", name="Ada", text="Lovely")["code"] == "unknown_action"
    other.page.reload()
    other.expect_live()
    other.go("uses")
    board(other, "Guest book").get_by_role("switch").click()
    expect(other.toast).to_have_text("Guest book is on")
    for each in (owner, other):
        expect(board(each, "Guest book").get_by_role("switch")).to_be_checked()
        expect(form(each, "guestbook").get_by_label("How many entries")).to_have_value("500")
        each.expect_live()


def test_a_board_has_a_form_and_a_role_without_a_line_for_it_on_the_page(hub, open_owner, new_page):
    owner, other = open_owner(), open_owner()
    book = form(owner, "guestbook")
    field = book.get_by_label("How many entries the book has room for")
    expect(field).to_have_accessible_description(
        "When it is full, nobody can write until something is taken out. "
        "From 1 to 5,000. Default: 500."
    )
    save(book)
    expect(book).to_contain_text("Nothing has changed.")
    for typed, sentence in (
        ("0", "Enter a number from 1 to 5,000."),
        ("many", "Enter a whole number."),
    ):
        field.fill(typed)
        field.press("Enter")
        expect(book.locator(".problem", has_text=sentence)).to_be_visible()
        expect(field).to_be_focused()
        expect(field).to_have_attribute("aria-invalid", "true")
    assert hub.journal() == []
    field.fill("20")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    field.press("Enter")
    expect(owner.toast).to_have_text("Guest book: settings saved")
    assert last_event(hub) == ("guestbook.configured", {"entriesMax": 20})
    there = form(other, "guestbook")
    followed = there.get_by_label("How many entries")
    expect(followed).to_have_value("20")
    there.get_by_role("button", name="Reset to defaults").click()
    expect(followed).to_have_value("500")
    save(there)
    expect(other.toast).to_have_text("Guest book: settings saved")
    assert last_event(hub) == ("guestbook.configured", {"entriesMax": None})
    expect(field).to_have_value("500")
    expect(book.get_by_role("button", name="Reset to defaults")).to_be_hidden()
    # Its role is given to a device.
    link = owner.make_link("printer Prints the cards.", "Press")
    expect(link).to_have_value(re.compile("/in/"))
    expect(owner.page.locator("#invite-label")).to_have_text("Link for Press (printer)")
    settled(owner.page)
    new_page().goto(link.input_value())
    press = owner.device("Press")
    expect(press).to_contain_text("printer")
    owner.change("Press", name="Press in the cellar")
    expect(owner.device("Press in the cellar")).to_contain_text("printer")
    owner.change("Press in the cellar", role="Host")
    expect(press).to_contain_text("Host")
    changes = [event["type"] for event in hub.journal()][-2:]
    assert changes == ["tablecast.house.renamed", "tablecast.house.role_set"]


def test_a_setting_of_every_kind_is_changed_and_a_secret_comes_back_nowhere(hub, open_owner):
    owner, other = open_owner(), open_owner()
    card = form(owner, "postcard")
    expect(card.get_by_role("radio", name="door")).to_be_checked()
    # Refusals of the hub stand at their field.
    days = card.get_by_label("How long after the visit")
    days.fill("3")
    sender = card.get_by_label("Who signs the cards")
    sender.fill("Ada\u0007")
    sender.press("Enter")
    expect(sender).to_have_attribute("aria-invalid", "true")
    expect(sender).to_be_focused()
    problem = re.compile("control characters")
    expect(sender).to_have_accessible_description(problem)
    assert hub.journal() == []
    # Changes by others don't clear it.
    hub.mutate("postcard.configure", picture="table")
    expect(card.get_by_role("radio", name="table")).to_be_checked()
    expect(sender).to_have_accessible_description(problem)
    days.fill("2")
    card.get_by_role("radio", name="bell").check()
    sender.fill(" Ada  Lovelace ")
    card.get_by_label("Whether they are numbered").check()
    card.get_by_role("checkbox", name="es").check()
    save(card)
    expect(owner.toast).to_have_text("postcard: settings saved")
    changed = {
        "picture": "bell", "sender": "Ada Lovelace", "isNumbered": True, "languages": ["en", "es"],
    }
    assert last_event(hub) == ("postcard.configured", changed)
    assert settings(hub, "postcard") == {**changed, "days": 2, "token": False}
    expect(sender).to_have_value("Ada Lovelace")
    # An emptied setting returns to its default.
    sender.fill("")
    save(card)
    expect(card.get_by_role("button", name="Discard changes")).to_be_hidden()
    assert last_event(hub) == ("postcard.configured", {"sender": None})
    # A secret leaves its field.
    field = card.get_by_label("Of the printer's", exact=True)
    expect(field).to_have_accessible_description(re.compile("It is not set."))
    field.fill(TOKEN)
    save(card)
    expect(owner.toast).to_have_text("postcard: settings saved")
    expect(field).to_have_value("")
    assert last_event(hub) == ("postcard.configured", {"secrets": {"token": True}})
    for each in (owner, other):
        expect(form(each, "postcard")).to_contain_text("It is set, and not shown again.")
        kept = each.page.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")
        assert TOKEN not in kept + each.page.content()
    assert TOKEN not in json.dumps(hub.journal()) + hub.errors()
    assert settings(hub, "postcard")["token"] is True
    # A secret is saved alone; other typed text stays.
    sender.fill("Ada")
    card.get_by_role("button", name="Remove: Of the printer's").click()
    expect(card).to_contain_text("It is not set.")
    expect(sender).to_have_value("Ada")
    assert last_event(hub) == ("postcard.configured", {"secrets": {"token": False}})
