"""What a host has typed or requested is never lost silently."""

import pytest
from playwright.sync_api import expect

from pages import HostPage, expect_heard, listen
from wire import Wire


def party_named(hub, name):
    doc = hub.view("waitlist/host")["doc"]
    return next(row for row in doc["parties"].values() if row["name"] == name)


def open_on_wire(hub, page):
    page.on("dialog", lambda dialog: dialog.accept())
    wire = Wire(page)
    page.goto(hub.link("host"))
    host = HostPage(page)
    host.expect_live()
    return host, wire


def test_a_refusal_after_a_reload_stays_until_it_is_dismissed(hub, new_page):
    ada = hub.add("Ada", 4)
    page = new_page()
    host, wire = open_on_wire(hub, page)
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


def test_typed_text_is_kept_over_a_reload_and_when_its_party_leaves(hub, open_host):
    ada, grace = hub.add("Ada", 4), hub.add("Grace", 2)
    host = open_host()
    page, sheet = host.page, host.sheet
    page.on("dialog", lambda dialog: dialog.accept())
    host.expect_live()
    host.name.fill("Edsger")
    page.get_by_role("button", name="Party of 4").click()
    for name in ["Ada", "Grace"]:
        expect(host.more(name).get_by_label("Notes")).to_have_value("")
        sheet.get_by_label("Notes").fill(f"{name}: by the window")
        page.keyboard.press("Escape")
        expect(host.row(name)).to_contain_text("Not saved")
    page.reload()
    # The last one is open, and the other is marked.
    expect(sheet.get_by_label("Notes")).to_have_value("Grace: by the window")
    expect(host.row("Ada")).to_contain_text("Not saved")
    # Text by somebody else is not overwritten without a question.
    hub.mutate("waitlist.edit", party=grace, notes="On the terrace")
    sheet.get_by_role("button", name="Keep mine").click()
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_be_hidden()
    host.expect_settled()
    assert party_named(hub, "Grace")["notes"] == "Grace: by the window"
    # A party that was typed and not added is there too.
    expect(host.name).to_have_value("Edsger")
    expect(page.get_by_role("button", name="Party of 4")).to_have_attribute("aria-pressed", "true")
    host.name.press("Enter")
    host.expect_names(waiting=["Ada", "Grace", "Edsger"])
    host.expect_settled()
    leave_with_text_of_a_closed_sheet(hub, host, ada)
    leave_with_text_of_an_open_sheet(hub, host, grace)
    page.reload()
    host.expect_names(waiting=["Ada", "Edsger"])
    expect(sheet).to_be_hidden()
    expect(host.name).to_have_value("")
    expect(host.size).to_have_value("")


def leave_with_text_of_a_closed_sheet(hub, host, ada):
    page = host.page
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


def leave_with_text_of_an_open_sheet(hub, host, grace):
    page, sheet = host.page, host.sheet
    host.more("Grace").get_by_label("Notes").fill("Allergic to nuts")
    listen(page)
    hub.mutate("waitlist.seat", party=grace)
    expect(sheet).to_contain_text("Grace has been seated. Your changes were not saved.")
    expect(sheet.get_by_label("Notes")).to_have_value("Allergic to nuts")
    expect(sheet.get_by_label("Notes")).to_be_focused()
    expect_heard(page, "Grace has been seated.")
    sheet.get_by_role("button", name="Return to the list and save").click()
    expect(host.row("Grace").locator(".notes")).to_have_text("Allergic to nuts")
    host.expect_settled()
    assert party_named(hub, "Grace")["notes"] == "Allergic to nuts"
    page.keyboard.press("Escape")
    # Or it can be discarded.
    host.more("Grace").get_by_label("Notes").fill("By the door")
    hub.mutate("waitlist.cancel", party=grace)
    expect(sheet).to_contain_text("Grace has left the list. Your changes were not saved.")
    sheet.get_by_role("button", name="Discard changes").click()
    expect(sheet).to_be_hidden()
    expect(page.locator("#open-refused")).to_be_hidden()
    # With nothing to lose, the sheet closes.
    bo = hub.add("Bo", 2)
    host.more("Bo")
    hub.mutate("waitlist.seat", party=bo)
    expect(sheet).to_be_hidden()


def test_an_edit_that_conflicts_is_reported_in_view_and_overwrites_nothing(hub, new_page):
    ada = hub.add("Ada", 2)
    page = new_page()
    host, wire = open_on_wire(hub, page)
    sheet = host.more("Ada")
    # Fields that nobody has touched follow the others' changes.
    hub.mutate("waitlist.edit", party=ada, phone="+1 201 555 0123")
    expect(sheet.get_by_label("Phone")).to_have_value("+12015550123")
    wire.hold()
    hub.mutate("waitlist.edit", party=ada, size=4, tags=["window"])
    sheet.get_by_label("Party size").fill("6")
    sheet.get_by_label("Notes").fill("Birthday")
    sheet.get_by_role("button", name="Save").click()
    sentence = "Ada: someone else changed Party size to “4”. Yours was “6”."
    expect(host.toast).to_contain_text(sentence)
    expect(page.locator("#open-refused")).to_have_text("1 not done")
    expect(sheet).to_contain_text("Party size changed in the meantime")
    assert party_named(hub, "Ada")["size"] == 4
    wire.release()
    expect(sheet).to_contain_text("Party size: somebody else has changed this to “4”.")
    expect(sheet.get_by_label("Notes")).to_have_value("Birthday")
    expect(sheet.get_by_label("Tags")).to_have_value("window")
    # Nothing is saved before a decision, whatever happens to the party.
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.get_by_role("button", name="Keep mine")).to_be_focused()
    expect(sheet).to_contain_text("Choose which one stays, then save.")
    hub.mutate("waitlist.ready", party=ada)
    host.expect_names(waiting=[], ready=["Ada"])
    assert party_named(hub, "Ada")["size"] == 4
    sheet.get_by_role("button", name="Keep mine").click()
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_be_hidden()
    expect(host.row("Ada").locator(".badge")).to_contain_text("6")
    expect(host.row("Ada").locator(".notes")).to_have_text("Birthday")
    host.expect_settled()
    ada_now = party_named(hub, "Ada")
    assert (ada_now["size"], ada_now["phone"]) == (6, "+12015550123")


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
