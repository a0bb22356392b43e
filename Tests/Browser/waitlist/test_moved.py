"""What moves on the host's page takes no tap until somebody can have seen it."""

import pytest
from playwright.sync_api import expect

from test_taps import middle, open_stopped_host, run_until

__all__ = ["open_stopped_host"]

REFUSED = ".has-refused"


def settle(page):
    """Lets what is under way on the page come to its end."""
    page.clock.run_for(1000)
    page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished))")
    page.clock.run_for(1000)


@pytest.fixture
def busy_host(hub, open_stopped_host):
    """A host's page on which guests have to be confirmed, and two parties wait."""
    hub.mutate("house.configure", selfCheckIn="confirm")
    hub.join_address()
    for name in ("Ada", "Grace"):
        hub.add(name, 2)
    host = open_stopped_host()
    settle(host.page)
    host.expect_names(waiting=["Ada", "Grace"])
    return host


def statuses(hub):
    return dict(hub.parties())


def test_a_tap_counts_while_a_guest_joins(hub, busy_host):
    page = busy_host.page
    aimed = middle(busy_host.row("Ada").locator(".step"))
    before = statuses(hub)
    hub.join("Zoë", 2)
    run_until(page, page.locator("#pending .row"))
    page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished))")
    # The lists have not moved, and whoever joins takes no tap at once.
    newcomer = middle(busy_host.row("Zoë").locator(".step"))
    page.mouse.click(*newcomer)
    page.mouse.click(*aimed)
    run_until(page, page.locator("#ready .row", has_text="Ada"))
    expect(page.locator(REFUSED)).not_to_have_count(0)
    run_until(page, page.locator("#ready .row:not(.is-pending)", has_text="Ada"))
    assert statuses(hub) == {**before, "Ada": "ready", "Zoë": "pending"}
    settle(page)
    run_until(page, page.locator("body:not(:has(.has-moved))"))
    page.mouse.click(*newcomer)
    run_until(page, page.locator("#waiting .row", has_text="Zoë"))


def test_a_notice_that_appears_does_not_bring_another_button_under_the_finger(hub, busy_host):
    page = busy_host.page
    aimed = middle(busy_host.row("Ada").locator(".step"))
    hub.mutate("notice.post", text="The kitchen closes at 22:30.", level="info")
    run_until(page, page.locator("#notices li"))
    page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished))")
    page.clock.run_for(300)
    page.mouse.click(*aimed)
    page.mouse.click(*middle(page.locator("#call-next")))
    expect(page.locator("#call-next.has-refused")).to_have_count(1)
    assert statuses(hub) == {"Ada": "waiting", "Grace": "waiting"}


def test_mine_is_saved_right_after_it_was_kept(hub, open_stopped_host):
    ada = hub.add("Ada", 2)
    hub.add("Bo", 2)
    host = open_stopped_host()
    page = host.page
    settle(page)
    host.more("Ada")
    row = host.row("Ada")
    row.get_by_label("Notes").fill("By the window")
    hub.mutate("waitlist.edit", party=ada, notes="On the terrace")
    keep = row.get_by_role("button", name="Keep mine")
    run_until(page, keep)
    settle(page)
    row.get_by_role("button", name="Save").scroll_into_view_if_needed()
    page.mouse.click(*middle(keep))
    # The button has come under the finger, so it takes no tap that may be a double tap's second.
    page.clock.run_for(400)
    page.mouse.click(*middle(row.get_by_role("button", name="Save")))
    expect(host.toast).to_contain_text("Ada changed")


def test_a_double_tap_on_undo_undoes_once(hub, open_stopped_host):
    hub.add("Ada", 2)
    host = open_stopped_host()
    page = host.page
    host.step("Ada")
    run_until(page, page.locator("#ready .row:not(.is-pending)"))
    settle(page)
    page.get_by_role("button", name="Recent").click()
    undo = page.locator("#recent-steps").get_by_role("button")
    x, y = middle(undo)
    page.mouse.click(x, y)
    # Whatever the button says by now.
    run_until(page, undo.filter(has_text="Redo"))
    page.mouse.click(x, y)
    expect(page.locator("#recent-steps .has-refused")).to_have_count(1)
    expect(undo).to_be_focused()
    page.clock.resume()
    page.keyboard.press("Escape")
    host.expect_names(waiting=["Ada"], ready=[])
    host.expect_settled()
    assert statuses(hub) == {"Ada": "waiting"}


def test_a_double_tap_on_back_to_waiting_is_no_mistake(hub, open_stopped_host):
    hub.mutate("waitlist.ready", party=hub.add("Ada", 2))
    host = open_stopped_host()
    host.more("Ada")
    back = host.row("Ada").get_by_role("button", name="Back to waiting")
    settle(host.page)
    back.dblclick(no_wait_after=True)
    host.page.clock.resume()
    host.expect_names(waiting=["Ada"], ready=[])
    host.expect_settled()
    expect(host.toast).to_contain_text("Ada back to waiting")
    expect(host.page.locator(".toast.is-wrong")).to_have_count(0)


def test_a_double_tap_on_add_leaves_no_problem(open_stopped_host):
    host = open_stopped_host()
    host.name.fill("Ada")
    host.size.fill("2")
    host.page.get_by_role("button", name="Add", exact=True).dblclick()
    host.expect_names(waiting=["Ada"])
    expect(host.page.locator("#add [aria-invalid='true']")).to_have_count(0)
    expect(host.page.locator("#name-problem")).to_be_empty()


def test_what_was_typed_about_a_party_stays_with_it_until_it_is_saved(hub, open_host):
    ada = hub.add("Ada", 2)
    hub.add("Bo", 2)
    host = open_host()
    host.more("Ada")
    row = host.row("Ada")
    notes = row.get_by_label("Notes")
    notes.fill("By the window")
    host.more("Ada")
    expect(notes).to_have_count(0)
    host.more("Bo")
    expect(host.row("Bo").get_by_label("Notes")).to_have_value("")
    host.more("Ada")
    expect(notes).to_have_value("By the window")
    host.page.keyboard.press("Escape")
    host.page.on("dialog", lambda dialog: dialog.accept())
    # A page that is loaded anew shows it by itself.
    host.page.reload()
    expect(notes).to_have_value("By the window")
    # What somebody else wrote meanwhile is not overwritten unasked.
    host.more("Ada")
    hub.mutate("waitlist.edit", party=ada, notes="On the terrace")
    expect(row.locator(".extras")).to_have_text("On the terrace")
    host.more("Ada")
    row.get_by_role("button", name="Keep mine").click()
    row.get_by_role("button", name="Save").click()
    expect(row.locator(".extras")).to_have_text("By the window")
    host.expect_settled()
    host.more("Ada")
    host.more("Ada")
    expect(notes).to_have_value("By the window")


def test_the_focus_stays_with_the_list_when_its_row_goes(hub, open_host):
    _, bo = hub.add("Ada", 2), hub.add("Bo", 2)
    host = open_host()
    host.more("Ada")
    host.row("Ada").get_by_role("button", name="Seat now").click()
    expect(host.row("Bo").get_by_role("button", name="More")).to_be_focused()
    host.more("Bo")
    host.row("Bo").get_by_label("Notes").fill("By the window")
    hub.mutate("waitlist.seat", party=bo)
    host.row("Bo").get_by_role("button", name="Discard it").click()
    host.expect_names(waiting=[])
    expect(host.page.get_by_role("heading", name="Waiting")).to_be_focused()


def test_what_was_refused_stays_in_sight(hub, open_host):
    ada = hub.add("Ada", 2)
    host = open_host()
    host.expect_names(waiting=["Ada"])
    host.page.context.set_offline(True)
    hub.mutate("waitlist.seat", party=ada)
    host.step("Ada")
    host.page.context.set_offline(False)
    item = host.page.locator("#refused-list > li")
    expect(item).to_contain_text("Not done (Ada ready)")
    expect(host.toast).to_contain_text("Not done (Ada ready)")
    expect(host.page.locator("#open-refused")).to_have_text("1 not done")
