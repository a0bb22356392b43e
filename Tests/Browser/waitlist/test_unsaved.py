"""What a host wrote or asked for is not lost without a word."""

import pytest
from playwright.sync_api import expect

from pages import HostPage, expect_heard, listen
from test_taps import HOLD

# Changes are asked for and do not reach the hub while the tab's storage says so.
STALL = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
        const isMutation = typeof data === "string" && JSON.parse(data).type === "mutate";
        if (!isMutation || !sessionStorage.getItem("isStalled")) {
            send.call(this, data);
        }
    };
}"""


def party_named(hub, name):
    doc = hub.view("waitlist/host")["doc"]
    return next(row for row in doc["parties"].values() if row["name"] == name)


def test_what_is_refused_after_a_reload_stays_until_it_is_dismissed(hub, new_page):
    ada = hub.add("Ada", 4)
    page = new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.add_init_script(f"({STALL})()")
    page.goto(hub.link("host"))
    host = HostPage(page)
    host.expect_live()
    page.evaluate("() => sessionStorage.setItem('isStalled', 'yes')")
    host.step("Ada")
    host.expect_names(ready=["Ada"])
    host.more("Ada")
    host.row("Ada").get_by_label("Notes").fill("By the window")
    host.row("Ada").get_by_role("button", name="Save").click()
    hub.mutate("waitlist.seat", party=ada)
    page.evaluate("() => sessionStorage.removeItem('isStalled')")
    page.reload()
    part = page.get_by_role("region", name="Not done")
    items = part.locator("#refused-list > li")
    expect(items).to_have_count(2)
    expect(page.get_by_role("button", name="2 not done")).to_be_in_viewport(ratio=1)
    expect(items.nth(0)).to_contain_text(
        "Not done (Ada ready): The party is seated already, so it can't be made ready"
    )
    expect(items.nth(1)).to_contain_text("Notes: By the window")
    expect(page.get_by_role("status")).to_contain_text("Not done (Ada changed)")
    page.reload()
    expect(items).to_have_count(2)
    # Once the party is back, what was refused can be done.
    items.nth(0).get_by_role("button", name="Dismiss").click()
    expect(items).to_have_count(1)
    hub.mutate("waitlist.restore", party=ada)
    host.expect_names(waiting=["Ada"])
    items.get_by_role("button", name="Try again").click()
    expect(part).to_be_hidden()
    expect(host.row("Ada").locator(".extras")).to_have_text("By the window")
    host.expect_settled()
    assert party_named(hub, "Ada")["notes"] == "By the window"
    page.reload()
    host.expect_names(waiting=["Ada"])
    expect(part).to_be_hidden()


def test_what_was_typed_is_in_sight_after_a_reload(hub, new_page):
    ada, _ = hub.add("Ada", 4), hub.add("Grace", 2)
    page = new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(hub.link("host"))
    host = HostPage(page)
    host.expect_live()
    for name in ["Ada", "Grace"]:
        host.more(name)
        host.row(name).get_by_label("Notes").fill(f"{name}: by the window")
    hub.mutate("waitlist.seat", party=ada)
    expect(host.row("Ada")).to_contain_text("What you typed is not saved")
    page.reload()
    for name in ["Ada", "Grace"]:
        notes = host.row(name).get_by_label("Notes")
        expect(notes).to_have_value(f"{name}: by the window")
    expect(host.row("Ada")).to_contain_text("What you typed is not saved")
    host.row("Ada").get_by_role("button", name="Discard").click()
    host.row("Grace").get_by_role("button", name="Save").click()
    host.expect_settled()
    assert party_named(hub, "Grace")["notes"] == "Grace: by the window"
    page.reload()
    host.expect_names(waiting=["Grace"])
    expect(host.row("Grace").get_by_label("Notes")).to_be_hidden()


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
    host.more("Ada")
    row = host.row("Ada")
    row.get_by_label("Party size").fill("6")
    hub.mutate("waitlist.edit", party=ada, phone="+1 201 555 0123")
    expect(row.get_by_label("Phone")).to_have_value("+12015550123")
    hub.mutate("waitlist.edit", party=ada, size=4)
    expect(row).to_contain_text("Party size: somebody else has changed this to “4”.")
    # Nothing is saved before somebody has decided.
    row.get_by_role("button", name="Save").click()
    expect(row.get_by_role("button", name="Keep mine")).to_be_focused()
    expect(row).to_contain_text("Choose which one stays, then save.")
    assert party_named(hub, "Ada")["size"] == 4
    row.get_by_role("button", name="Keep mine").click()
    expect(row.get_by_text("Choose which one")).to_have_count(0)
    expect(row.get_by_text("somebody else")).to_be_hidden()
    row.get_by_role("button", name="Save").click()
    expect(row.locator(".badge")).to_contain_text("6")
    host.expect_settled()
    ada_now = party_named(hub, "Ada")
    assert (ada_now["size"], ada_now["phone"]) == (6, "+12015550123")
    row.get_by_label("Notes").fill("By the window")
    hub.mutate("waitlist.edit", party=ada, notes="On the terrace")
    row.get_by_role("button", name="Take theirs").click()
    expect(row.get_by_label("Notes")).to_have_value("On the terrace")
    assert [event["type"].split(".")[-1] for event in hub.events()] == ["added"] + ["edited"] * 4


def test_an_edit_that_crosses_another_is_not_lost_and_overwrites_nothing(hub, new_page):
    ada = hub.add("Ada", 2)
    page = new_page()
    page.add_init_script(f"({HOLD})()")
    page.goto(hub.link("host"))
    host = HostPage(page)
    host.expect_live()
    host.more("Ada")
    row = host.row("Ada")
    page.evaluate("() => { window.isHolding = true; }")
    hub.mutate("waitlist.edit", party=ada, size=4, tags=["window"])
    row.get_by_label("Party size").fill("6")
    row.get_by_label("Notes").fill("Birthday")
    row.get_by_role("button", name="Save").click()
    expect(row).to_contain_text("Size changed in the meantime")
    assert party_named(hub, "Ada")["size"] == 4
    page.evaluate("() => release()")
    expect(row).to_contain_text("Party size: somebody else has changed this to “4”.")
    expect(row.get_by_label("Notes")).to_have_value("Birthday")
    expect(row.get_by_label("Tags")).to_have_value("window")
    row.get_by_role("button", name="Keep mine").click()
    row.get_by_role("button", name="Save").click()
    expect(row.locator(".badge")).to_contain_text("6")
    expect(row.locator(".extras")).to_have_text("window · Birthday")
    host.expect_settled()


def test_what_is_being_typed_stays_when_another_host_seats_the_party(hub, open_host):
    ada = hub.add("Ada", 2)
    hub.add("Grace", 2)
    host = open_host()
    page = host.page
    host.more("Ada")
    row = host.row("Ada")
    row.get_by_label("Notes").fill("Allergic to nuts")
    listen(page)
    hub.mutate("waitlist.seat", party=ada)
    expect(row).to_contain_text("Ada has been seated. What you typed is not saved.")
    expect(row.get_by_label("Notes")).to_have_value("Allergic to nuts")
    expect(row.get_by_label("Notes")).to_be_focused()
    for seen in (row.get_by_label("Notes"), row.locator(".details-news")):
        expect(seen).to_be_in_viewport(ratio=1)
    expect_heard(page, "Ada has been seated.")
    host.expect_names(waiting=["Ada", "Grace"])
    expect(page.locator("#waiting-count")).to_have_text("1")
    # It can be copied, on a page without TLS too.
    page.evaluate(
        """() => document.addEventListener("copy", () => {
            window.copied = document.activeElement.value;
        })"""
    )
    row.get_by_role("button", name="Copy the text").click()
    expect(host.toast).to_contain_text("Copied.")
    expect(page.get_by_role("status")).to_contain_text("Copied.")
    assert page.evaluate("copied") == "Notes: Allergic to nuts"
    row.get_by_role("button", name="Put back on the list and save").click()
    expect(row.locator(".extras")).to_have_text("Allergic to nuts")
    host.expect_settled()
    host.expect_names(waiting=["Ada", "Grace"])
    expect(page.locator("#waiting-count")).to_have_text("2")
    assert party_named(hub, "Ada")["notes"] == "Allergic to nuts"
    # Or it can go.
    host.more("Grace")
    grace = host.row("Grace")
    grace.get_by_label("Notes").fill("By the window")
    hub.mutate("waitlist.cancel", party="p_2")
    expect(grace).to_contain_text("Grace has been cancelled. What you typed is not saved.")
    grace.get_by_role("button", name="Discard it").click()
    host.expect_names(waiting=["Ada"])


def test_what_is_being_typed_stays_when_the_party_was_never_added(hub, open_host):
    hub.add("Ada", 2)
    host = open_host()
    host.more("Ada")
    row = host.row("Ada")
    row.get_by_label("Notes").fill("Allergic to nuts")
    hub.mutate("waitlist.undo", rev=1)
    expect(row).to_contain_text("Ada is no longer on the list. What you typed is not saved.")
    expect(row.get_by_label("Notes")).to_have_value("Allergic to nuts")
    expect(row.get_by_role("button", name="Put back on the list and save")).to_have_attribute(
        "aria-disabled", "true"
    )
    row.get_by_role("button", name="Discard it").click()
    host.expect_names(waiting=[])


@pytest.mark.process
def test_a_tab_with_changes_that_were_not_sent_is_not_closed_without_a_word(
    hub, open_host, new_page
):
    ticket = hub.mutate("waitlist.add", name="Bo", size=2)["result"]["ticket"]
    host, guest = open_host(), new_page()
    guest.goto(f"{hub.address}/t/{ticket}")
    host.expect_live()
    expect(guest.locator("html")).to_have_attribute("data-life", "live")
    hub.kill()
    host.expect_not_live()
    expect(guest.locator("html")).to_have_attribute("data-life", "stale")
    host.add("Ada", 2)
    expect(host.page.locator("#waiting-changes")).to_have_text("1 change waits")
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
    expect(guest.locator("#place")).to_have_text("You are not on the list any more")
    # Nothing would be lost any more.
    for page in (host.page, guest):
        with page.expect_event("close"):
            page.close(run_before_unload=True)
    assert hub.parties() == [("Ada", "waiting")]
