"""A round from its opening to the decision: on the host's page and on two friends' phones."""

import re

import pytest
from playwright.sync_api import expect

from hub import eventually
from neighbourhood import open_friend, open_nearby, served
from pages import expect_accessible
from stage import EVENING_MS

pytestmark = pytest.mark.usefixtures("time")


@pytest.fixture
def hub():
    with served(options={"at": EVENING_MS}) as hub:
        yield hub


@pytest.fixture
def nearby(hub, new_page):
    return open_nearby(hub, new_page)


@pytest.mark.smoke
def test_friends_choose_a_place_together(hub, new_page, nearby):
    page = nearby.page
    nearby.part("Rounds")
    page.get_by_role("button", name="New round").click()
    form = page.get_by_role("dialog", name="New round")
    form.get_by_role("button", name="Open the round").click()
    expect(form.locator("#round-name-problem")).to_have_text("Please fill this in.")
    form.get_by_label("What for").fill("Lunch on Friday")
    form.get_by_label("When to meet").fill("2027-05-04T12:30")
    form.get_by_role("button", name="Open the round").click()
    card = nearby.round("Lunch on Friday")
    expect(card).to_contain_text("No places yet")
    card.get_by_role("button", name="Choose places").click()
    expect(page.locator("#round-now")).to_contain_text("Lunch on Friday")
    for name in ("Signal Soup", "Porter's Pizza"):
        nearby.check(name).click()
        expect(nearby.check(name)).to_have_attribute("aria-pressed", "true")
    # Chosen on the map too, and on every host's page.
    expect(nearby.map.locator(".map-mark.is-chosen")).to_have_count(2)
    other = open_nearby(hub, new_page)
    expect(other.check("Signal Soup")).to_have_attribute("aria-pressed", "true")
    [(key, round_)] = hub.rounds().items()
    assert round_["when"] == "2027-05-04T16:30:00.000Z"
    ticket = hub.ticket_of(key)

    ada = open_friend(hub, new_page, ticket)
    grace = open_friend(hub, new_page, ticket)
    expect(ada.page.get_by_role("heading", name="Lunch on Friday")).to_be_visible()
    expect(ada.options).to_have_text(["Signal Soup", "Porter's Pizza"])
    ada.join("Ada Lovelace")
    ada.coming("I’m coming")
    ada.vote("Porter's Pizza")
    expect(grace.votes("Porter's Pizza")).to_have_text("1 vote: Ada Lovelace")
    # The name is asked for once, also before a first vote.
    grace.vote("Porter's Pizza")
    expect(grace.page.locator("#name-problem")).to_have_text("First, your name")
    grace.join("Grace")
    expect(ada.votes("Porter's Pizza")).to_have_text("2 votes: Ada Lovelace, Grace")
    grace.vote("Signal Soup")
    expect(ada.votes("Signal Soup")).to_have_text("1 vote: Grace")
    grace.vote_back("Signal Soup")
    expect(ada.votes("Signal Soup")).to_have_text("0 votes")
    grace.page.reload()
    expect(grace.page.locator("#coming-title")).to_contain_text("Grace")
    expect(grace.page.locator("#join")).to_be_hidden()

    nearby.part("Rounds")
    expect(card.locator(".option-name").first).to_contain_text("Porter's Pizza")
    expect(card.locator(".option-votes").first).to_contain_text("2 votes: Ada Lovelace, Grace")
    expect(card.locator(".friends")).to_contain_text("Ada Lovelace")
    card.get_by_role("button", name="Decide").click()
    question = page.get_by_role("dialog", name="Lunch on Friday")
    question.get_by_role("button", name="Porter's Pizza").click()
    expect(card.locator(".option.is-decided")).to_contain_text("Porter's Pizza")
    for friend in (ada, grace):
        expect(friend.page.locator("#decision-name")).to_have_text("Porter's Pizza")
        expect(friend.page.get_by_role("link", name="Show on the map")).to_have_attribute(
            "href", re.compile("openstreetmap.org")
        )
        expect(friend.page.locator(".vote:visible")).to_have_count(0)
    card.get_by_role("button", name="Open again").click()
    expect(ada.page.locator("#decision")).to_be_hidden()
    expect(ada.page.get_by_role("button", name="Vote for Signal Soup")).to_be_visible()


def test_a_round_is_shared_changed_and_closed_and_another_is_chosen(hub, new_page, nearby):
    key, ticket, _ = hub.open_round()
    link = f"{hub.address}/t/{ticket}"
    nearby.part("Rounds")
    card = nearby.round("Lunch on Friday")
    page = nearby.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=hub.address)
    page.evaluate("delete Navigator.prototype.share")
    card.get_by_role("button", name="Invite").click()
    invite = page.get_by_role("dialog", name="Lunch on Friday")
    expect(page.locator("#code-address")).to_have_text(link)
    invite.get_by_role("button", name="Copy link").click()
    expect(nearby.toast).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == link
    invite.get_by_role("button", name="Copy the text").click()
    text = eventually(lambda: page.evaluate("navigator.clipboard.readText()"), lambda copied: copied != link)
    assert "1) Signal Soup @ 3 Union Place, Linden" in text and text.endswith(f"\n{link}")
    for name, start in (("My mail", "mailto:"), ("Message", "sms:"), ("WhatsApp", "https://wa.me/")):
        expect(invite.get_by_role("link", name=name, exact=True)).to_have_attribute(
            "href", re.compile(re.escape(start))
        )
    expect_accessible(page)
    page.keyboard.press("Escape")
    friend = open_friend(hub, new_page, ticket)
    friend.join("Ada")
    friend.vote("Signal Soup")
    expect(card.locator(".option-votes").first).to_contain_text("1 vote")
    card.get_by_role("button", name="Drop Signal Soup").click()
    expect(friend.options).to_have_text(["Porter's Pizza"])
    nearby.undo()
    expect(friend.votes("Signal Soup")).to_have_text("1 vote: Ada")
    # A removed friend loses the votes and is told so.
    card.get_by_role("button", name="Take Ada out of the round").click()
    expect(friend.page.locator("#problem")).to_have_text("A host has taken you out of this round.")
    expect(friend.votes("Signal Soup")).to_have_text("0 votes")
    expect(card.locator(".friends")).to_be_empty()
    expect(friend.page.locator("#join")).to_be_visible()

    # Check marks are for the newest round or the chosen one.
    hub.move(1)
    hub.open_round("Dinner", places=[2])
    nearby.part("Places")
    expect(nearby.check("Platform Café")).to_have_attribute("aria-pressed", "true")
    nearby.part("Rounds")
    card.get_by_role("button", name="Choose places").click()
    expect(nearby.check("Platform Café")).to_have_attribute("aria-pressed", "false")
    nearby.check("Platform Café").click()
    expect(page.locator("#round-now")).to_contain_text("3 places")
    page.reload()
    nearby.expect_live()
    expect(page.locator("#round-now")).to_contain_text("Lunch on Friday")
    nearby.part("Rounds")
    card.get_by_role("button", name="Decide").click()
    page.get_by_role("dialog").get_by_role("button", name="Close without a place").click()
    expect(card).to_contain_text("Closed")
    expect(friend.page.get_by_text("Closed without a decision")).to_be_visible()


def test_votes_given_without_a_connection_come_through(hub, time, new_page):
    round_, ticket, [soup, _] = hub.open_round()
    friend = open_friend(hub, new_page, ticket)
    friend.join("Ada")
    time.lose(friend.page)
    time.go_by(3)
    friend.expect_not_live()
    friend.vote("Signal Soup")
    friend.coming("Maybe")
    friend.page.context.set_offline(False)
    friend.expect_live()
    [ada] = eventually(lambda: hub.rounds()[round_], lambda told: told["options"][soup]["votes"])["friends"].values()
    assert (ada["coming"], ada["votes"]) == ("maybe", [soup])
