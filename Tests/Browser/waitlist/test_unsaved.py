"""What a host has typed or requested is never lost silently."""

import pytest
from playwright.sync_api import expect

from pages import HostPage, expect_heard, listen, settled
from wire import Wire


def party_named(hub, name):
    doc = hub.view("waitlist/host")["doc"]
    return next(row for row in doc["parties"].values() if row["name"] == name)


def test_a_refusal_after_a_reload_stays_until_it_is_dismissed(hub, new_page):
    ada = hub.add("Ada", 4)
    page = new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    wire = Wire(page)
    page.goto(hub.link("host"))
    host = HostPage(page)
    host.expect_live()
    # Requests don't reach the hub now.
    wire.cut()
    host.step("Ada")
    host.expect_names(ready=["Ada"])
    sheet = host.more("Ada")
    sheet.get_by_label("Notes").fill("By the window")
    sheet.get_by_role("button", name="Save").click()
    hub.mutate("waitlist.seat", party=ada)
    page.reload()
    wire.mend()
    items = page.locator("#refused-list > li")
    expect(items).to_have_count(2)
    badge = page.get_by_role("button", name="2 not done")
    expect(badge).to_be_in_viewport(ratio=1)
    expect(items.nth(0)).to_contain_text("Ada was already seated, so the call wasn’t made.")
    expect(items.nth(1)).to_contain_text("Notes: By the window")
    expect(page.locator("#announcer")).to_contain_text("Ada was already seated, so the changes weren’t saved.")
    page.reload()
    expect(items).to_have_count(2)
    badge.click()
    # Steps that are no longer possible are not offered.
    expect(items.nth(0).get_by_role("button")).to_have_text(["Dismiss"])
    # Once the party is back, the refused change is possible again.
    items.nth(0).get_by_role("button", name="Dismiss").click()
    expect(items).to_have_count(1)
    hub.mutate("waitlist.restore", party=ada)
    host.expect_names(waiting=["Ada"])
    items.get_by_role("button", name="Try again").click()
    expect(items).to_have_count(0)
    page.keyboard.press("Escape")
    expect(host.row("Ada").locator(".notes")).to_have_text("By the window")
    host.expect_settled()
    assert party_named(hub, "Ada")["notes"] == "By the window"
    page.reload()
    host.expect_names(waiting=["Ada"])
    expect(items).to_have_count(0)


def test_typed_text_stays_with_its_party_and_shows_after_a_reload(hub, new_page):
    ada, grace = hub.add("Ada", 4), hub.add("Grace", 2)
    page = new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(hub.link("host"))
    host = HostPage(page)
    host.expect_live()
    for name in ["Ada", "Grace"]:
        sheet = host.more(name)
        expect(sheet.get_by_label("Notes")).to_have_value("")
        sheet.get_by_label("Notes").fill(f"{name}: by the window")
        page.keyboard.press("Escape")
        expect(host.row(name)).to_contain_text("Not saved")
    page.reload()
    # The last one is open, and the other is marked.
    expect(host.sheet.get_by_label("Notes")).to_have_value("Grace: by the window")
    expect(host.row("Ada")).to_contain_text("Not saved")
    # Text by somebody else is not overwritten without a question.
    hub.mutate("waitlist.edit", party=grace, notes="On the terrace")
    host.sheet.get_by_role("button", name="Keep mine").click()
    host.sheet.get_by_role("button", name="Save").click()
    expect(host.sheet).to_be_hidden()
    host.expect_settled()
    assert party_named(hub, "Grace")["notes"] == "Grace: by the window"
    # Text typed about a party that leaves is not lost.
    hub.mutate("waitlist.seat", party=ada)
    expect(host.row("Ada")).to_have_count(0)
    page.get_by_role("button", name="1 not done").click()
    refused = page.locator("#refused-list > li")
    expect(refused).to_contain_text("Ada has been seated. Your changes were not saved.")
    expect(refused).to_contain_text("Notes: Ada: by the window")
    page.evaluate(
        """() => document.addEventListener("copy", () => {
            window.copied = document.activeElement.value;
        })"""
    )
    # The text can be copied, even on a page without TLS.
    refused.get_by_role("button", name="Copy the text").click()
    expect(host.toast).to_contain_text("Copied.")
    expect(page.locator("#announcer")).to_contain_text("Copied.")
    assert page.evaluate("copied") == "Notes: Ada: by the window"
    refused.get_by_role("button", name="Try again").click()
    page.keyboard.press("Escape")
    expect(host.row("Ada").locator(".notes")).to_have_text("Ada: by the window")
    host.expect_settled()
    assert party_named(hub, "Ada")["notes"] == "Ada: by the window"
    page.reload()
    host.expect_names(waiting=["Ada", "Grace"])
    expect(host.sheet).to_be_hidden()


def test_a_party_that_was_typed_and_not_added_is_there_after_a_reload(hub, open_host):
    host = open_host()
    host.expect_live()
    host.name.fill("Ada Lovelace")
    host.page.get_by_role("button", name="Party of 4").click()
    host.page.reload()
    expect(host.name).to_have_value("Ada Lovelace")
    expect(host.size).to_have_value("4")
    expect(host.page.get_by_role("button", name="Party of 4")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(host.name).to_be_focused()
    host.name.press("Enter")
    host.expect_names(waiting=["Ada Lovelace"])
    host.expect_settled()
    host.page.reload()
    host.expect_names(waiting=["Ada Lovelace"])
    expect(host.name).to_have_value("")
    expect(host.size).to_have_value("")


def test_a_form_follows_what_others_change_and_asks_about_the_rest(hub, open_host):
    ada = hub.mutate("waitlist.add", name="Ada", size=2)["result"]["party"]
    host = open_host()
    sheet = host.more("Ada")
    sheet.get_by_label("Party size").fill("6")
    hub.mutate("waitlist.edit", party=ada, phone="+1 201 555 0123")
    expect(sheet.get_by_label("Phone")).to_have_value("+12015550123")
    hub.mutate("waitlist.edit", party=ada, size=4)
    expect(sheet).to_contain_text("Party size: somebody else has changed this to “4”.")
    # Nothing is saved before a decision.
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.get_by_role("button", name="Keep mine")).to_be_focused()
    expect(sheet).to_contain_text("Choose which one stays, then save.")
    assert party_named(hub, "Ada")["size"] == 4
    # Text that is being typed stays, whatever happens to the party.
    hub.mutate("waitlist.ready", party=ada)
    host.expect_names(waiting=[], ready=["Ada"])
    sheet.get_by_role("button", name="Keep mine").click()
    expect(sheet.get_by_text("Choose which one")).to_have_count(0)
    expect(sheet.locator("#party-fields").get_by_text("somebody else")).to_be_hidden()
    sheet.get_by_role("button", name="Save").click()
    expect(host.row("Ada").locator(".badge")).to_contain_text("6")
    host.expect_settled()
    ada_now = party_named(hub, "Ada")
    assert (ada_now["size"], ada_now["phone"]) == (6, "+12015550123")
    host.more("Ada").get_by_label("Notes").fill("By the window")
    hub.mutate("waitlist.edit", party=ada, notes="On the terrace")
    sheet.get_by_role("button", name="Take theirs").click()
    expect(sheet.get_by_label("Notes")).to_have_value("On the terrace")


def test_an_edit_that_conflicts_is_reported_in_view_and_overwrites_nothing(hub, new_page):
    ada = hub.add("Ada", 2)
    page = new_page()
    wire = Wire(page)
    page.goto(hub.link("host"))
    host = HostPage(page)
    host.expect_live()
    sheet = host.more("Ada")
    wire.hold()
    hub.mutate("waitlist.edit", party=ada, size=4, tags=["window"])
    sheet.get_by_label("Party size").fill("6")
    sheet.get_by_label("Notes").fill("Birthday")
    sheet.get_by_role("button", name="Save").click()
    sentence = "Ada: someone else changed Party size to “4”. Yours was “6”."
    expect(host.toast).to_contain_text(sentence)
    expect(page.locator("#open-refused")).to_have_text("1 not done")
    expect(sheet).to_contain_text("Size changed in the meantime")
    assert party_named(hub, "Ada")["size"] == 4
    wire.release()
    expect(sheet).to_contain_text("Party size: somebody else has changed this to “4”.")
    expect(sheet.get_by_label("Notes")).to_have_value("Birthday")
    expect(sheet.get_by_label("Tags")).to_have_value("window")
    sheet.get_by_role("button", name="Keep mine").click()
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_be_hidden()
    expect(host.row("Ada").locator(".badge")).to_contain_text("6")
    expect(host.row("Ada").locator(".notes")).to_have_text("Birthday")
    host.expect_settled()


def test_a_change_saved_without_the_hub_and_refused_later_is_reported(hub, open_host):
    ada = hub.add("Ada", 2)
    host = open_host()
    host.expect_names(waiting=["Ada"])
    # The sheet's script is loaded by then.
    settled(host.page)
    host.page.context.set_offline(True)
    sheet = host.more("Ada")
    sheet.get_by_label("Party size").fill("9")
    hub.mutate("waitlist.edit", party=ada, size=4)
    sheet.get_by_role("button", name="Save").click()
    host.page.evaluate("() => document.activeElement.blur()")
    host.page.context.set_offline(False)
    expect(host.toast).to_contain_text("Ada: someone else changed Party size to “4”. Yours was “9”.")
    expect(host.page.locator("#open-refused")).to_have_text("1 not done")
    host.expect_settled()
    assert party_named(hub, "Ada")["size"] == 4


def test_typed_text_stays_when_another_host_seats_the_party(hub, open_host):
    ada = hub.add("Ada", 2)
    host = open_host()
    page = host.page
    sheet = host.more("Ada")
    sheet.get_by_label("Notes").fill("Allergic to nuts")
    listen(page)
    hub.mutate("waitlist.seat", party=ada)
    expect(sheet).to_contain_text("Ada has been seated. Your changes were not saved.")
    expect(sheet.get_by_label("Notes")).to_have_value("Allergic to nuts")
    expect(sheet.get_by_label("Notes")).to_be_focused()
    expect_heard(page, "Ada has been seated.")
    expect(page.locator("#waiting-count")).to_have_text("0")
    sheet.get_by_role("button", name="Return to the list and save").click()
    expect(host.row("Ada").locator(".notes")).to_have_text("Allergic to nuts")
    host.expect_settled()
    expect(page.locator("#waiting-count")).to_have_text("1")
    assert party_named(hub, "Ada")["notes"] == "Allergic to nuts"
    page.keyboard.press("Escape")
    # Or it can be discarded.
    host.more("Ada").get_by_label("Notes").fill("By the window")
    hub.mutate("waitlist.cancel", party=ada)
    expect(sheet).to_contain_text("Ada has left the list. Your changes were not saved.")
    sheet.get_by_role("button", name="Discard changes").click()
    expect(sheet).to_be_hidden()
    host.expect_names(waiting=[])
    expect(page.locator("#open-refused")).to_be_hidden()
    # With nothing to lose, the sheet closes.
    bo = hub.add("Bo", 2)
    host.more("Bo")
    hub.mutate("waitlist.seat", party=bo)
    expect(sheet).to_be_hidden()


@pytest.mark.process
def test_closing_a_tab_with_unsent_changes_asks_first(hub, open_host, new_page):
    ticket = hub.mutate("waitlist.add", name="Bo", size=2)["result"]["ticket"]
    host, guest = open_host(), new_page()
    guest.goto(f"{hub.address}/t/{ticket}")
    host.expect_live()
    expect(guest.locator("html")).to_have_attribute("data-life", "live")
    hub.kill()
    host.expect_not_live()
    expect(guest.locator("html")).to_have_attribute("data-life", "stale")
    host.add("Ada", 2)
    expect(host.page.locator("#waiting-changes")).to_have_text("1 change not sent yet")
    guest.get_by_role("button", name="Leave the list").click()
    guest.get_by_role("dialog").get_by_role("button", name="Leave the list").click()
    for page in (host.page, guest):
        with page.expect_event("dialog") as asked:
            page.close(run_before_unload=True)
        assert asked.value.type == "beforeunload"
        asked.value.dismiss()
    hub.start()
    host.expect_live()
    host.expect_settled()
    expect(guest.locator("#place")).to_have_text("You are no longer on the list")
    # Nothing would be lost now.
    for page in (host.page, guest):
        with page.expect_event("close"):
            page.close(run_before_unload=True)
    assert hub.parties() == [("Ada", "waiting")]
