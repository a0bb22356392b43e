"""The guest's page on a phone."""

import pytest
from playwright.sync_api import expect

from pages import settled

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def open_guest(hub, new_page):
    def open_page(name):
        result = hub.mutate("waitlist.add", name=name, size=2)["result"]
        page = new_page(viewport=PHONE)
        page.goto(f"{hub.address}/t/{result['ticket']}")
        return page, result["party"]

    return open_page


def test_a_guest_sees_the_own_place_come_closer_and_nobody_elses_name(hub, open_guest):
    first, second = hub.add("Ada Lovelace"), hub.add("Grace")
    page, party = open_guest("Edsger")
    place = page.locator("#place")
    expect(place).to_have_text("You’re 3rd in line")
    expect(page).to_have_title("You’re 3rd in line · The Copper Pot")
    # A guest never receives another guest's name.
    expect(page.locator("#greeting")).to_have_text("Hello Edsger,")
    settled(page)
    assert "Lovelace" not in page.content()
    hub.mutate("waitlist.ready", party=first)
    expect(place).to_have_text("You’re 2nd in line")
    hub.mutate("waitlist.seat", party=second)
    expect(place).to_have_text("You’re first in line")
    hub.mutate("waitlist.ready", party=party)
    expect(place).to_have_text("Your table is ready")
    expect(page).to_have_title("Your table is ready · The Copper Pot")
    page.get_by_role("button", name="Leave the list").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    hub.mutate("waitlist.seat", party=party)
    expect(place).to_have_text("Enjoy your meal")
    expect(page.get_by_role("button", name="Leave the list")).to_be_hidden()
    # The question is moot.
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_ticket_is_an_address_that_is_kept_and_passed_on(hub, new_page):
    ada, edsger = (hub.mutate("waitlist.add", name=name, size=2)["result"] for name in ("Ada Lovelace", "Edsger"))
    addresses = [f"{hub.address}/t/{each['ticket']}" for each in (ada, edsger)]
    page = new_page(viewport=PHONE)
    other = page.context.new_page()
    pages = [page, other]
    for each, address in zip(pages, addresses, strict=True):
        assert each.goto(address).status == 200
        expect(each.locator("html")).to_have_attribute("data-life", "live")
    # Each page keeps to its own party.
    hub.mutate("waitlist.ready", party=edsger["party"])
    expect(other.locator("#place")).to_have_text("Your table is ready")
    expect(page.locator("#place")).to_have_text("You’re first in line")
    page.reload()
    expect(page).to_have_url(addresses[0])
    expect(page.locator("#greeting")).to_have_text("Hello Ada Lovelace,")
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    assert "Lovelace" not in other.content() and "Edsger" not in page.content()
    # Leaving is asked twice.
    page.get_by_role("button", name="Leave the list").click()
    page.get_by_role("button", name="Keep my place").click()
    assert hub.parties() == [("Ada Lovelace", "waiting"), ("Edsger", "ready")]
    page.get_by_role("button", name="Leave the list").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the list").click()
    expect(page.locator("#place")).to_have_text("You are no longer on the list")
    hub.expect_parties(("Edsger", "ready"))
    # The address of an older page still works, even on another phone.
    page.goto(f"{hub.address}/guest?as=guest:{edsger['party']}")
    expect(page).to_have_url(addresses[1])
    stranger = new_page(viewport=PHONE, locale="es-ES")
    assert stranger.goto(addresses[1][:-1]).status == 404
    expect(stranger.locator("h1")).to_have_text("Este enlace no funciona")
    assert stranger.context.cookies() == []
    stranger.goto(addresses[1])
    expect(stranger.locator("#place")).to_have_text("Your table is ready")
