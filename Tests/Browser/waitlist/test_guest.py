"""The guest's page on a phone."""

from playwright.sync_api import expect

PHONE = {"width": 390, "height": 844}


def test_a_guest_waits_is_called_and_keeps_an_address_of_its_own(hub, new_page):
    grace, bo = hub.add("Grace"), hub.add("Bo")
    ada, edsger = (hub.mutate("waitlist.add", name=name, size=2)["result"] for name in ("Ada Lovelace", "Edsger"))
    addresses = [f"{hub.address}/t/{each['ticket']}" for each in (ada, edsger)]
    page = new_page(viewport=PHONE)
    other = page.context.new_page()
    for each, address in zip([page, other], addresses, strict=True):
        assert each.goto(address).status == 200
        expect(each.locator("html")).to_have_attribute("data-life", "live")
    place, leave = page.locator("#place"), page.get_by_role("button", name="Leave the list")
    question = page.get_by_role("dialog")
    # Each page keeps to its own party, and never receives another guest's name.
    expect(page.locator("#greeting")).to_have_text("Hello Ada Lovelace,")
    expect(place).to_have_text("You’re 3rd in line")
    expect(page).to_have_title("You’re 3rd in line · The Copper Pot")
    hub.mutate("waitlist.ready", party=grace)
    expect(place).to_have_text("You’re 2nd in line")
    hub.mutate("waitlist.seat", party=bo)
    expect(place).to_have_text("You’re first in line")
    hub.mutate("waitlist.ready", party=edsger["party"])
    expect(other.locator("#place")).to_have_text("Your table is ready")
    expect(place).to_have_text("You’re first in line")
    page.reload()
    expect(page).to_have_url(addresses[0])
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    assert "Lovelace" not in other.content() and "Edsger" not in page.content()
    # Leaving is asked twice.
    leave.click()
    page.get_by_role("button", name="Keep my place").click()
    hub.expect_parties(("Grace", "ready"), ("Ada Lovelace", "waiting"), ("Edsger", "ready"))
    leave.click()
    question.get_by_role("button", name="Leave the list").click()
    expect(place).to_have_text("You are no longer on the list")
    hub.expect_parties(("Grace", "ready"), ("Edsger", "ready"))
    # The address of an older page still works, even on another phone.
    page.goto(f"{hub.address}/guest?as=guest:{edsger['party']}")
    expect(page).to_have_url(addresses[1])
    stranger = new_page(viewport=PHONE, locale="es-ES")
    assert stranger.goto(addresses[1][:-1]).status == 404
    expect(stranger.locator("h1")).to_have_text("Este enlace no funciona")
    assert stranger.context.cookies() == []
    # Once the party is seated, the question whether to leave is moot.
    expect(place).to_have_text("Your table is ready")
    expect(page).to_have_title("Your table is ready · The Copper Pot")
    leave.click()
    expect(question).to_be_visible()
    hub.mutate("waitlist.seat", party=edsger["party"])
    expect(place).to_have_text("Enjoy your meal")
    expect(leave).to_be_hidden()
    expect(question).to_be_hidden()
