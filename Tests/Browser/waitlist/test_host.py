"""The host's page, used by a host in a hurry."""

import json
import re

import pytest
from playwright.sync_api import expect

import qr
from hub import set_pin
from pagefiles import ROOT
from pages import at_each_size, expect_at_rest, expect_heard, listen, settled, wait_until
from test_toast import take_toast_away

BUDGET = json.loads((ROOT / "Tests" / "budget.json").read_text(encoding="utf-8"))


# Whether nothing is drawn over an element.
ON_TOP = """element => {
    const box = element.getBoundingClientRect();
    const points = [[0.1, 0.5], [0.5, 0.1], [0.5, 0.9], [0.9, 0.5]];
    return points.every(([x, y]) => element.contains(document.elementFromPoint(
        box.left + box.width * x, box.top + box.height * y)));
}"""


def test_actions_are_undone_and_redone(hub, open_host, open_display):
    host, display = open_host(), open_display()
    host.add("Ada", 4)
    host.step("Ada")
    host.expect_names(waiting=[], ready=["Ada"])
    host.step("Ada")
    host.expect_names(ready=[])
    expect(host.toast).to_have_text(re.compile(r"Ada seated\s+Undo"))
    host.press_toast("Undo")
    host.expect_names(ready=["Ada"])
    display.expect_labels(ready=["Ada"])
    expect(host.toast).to_contain_text("Ada seated · undone")
    host.press_toast("Redo")
    host.expect_names(ready=[])
    host.expect_settled()
    # Several steps are undone, from the last one on.
    host.page.get_by_role("button", name="Recent").click()
    steps = host.page.locator("#recent-steps li")
    expect(steps).to_have_count(3)
    for step in steps.all():
        step.get_by_role("button", name="Undo").click()
        expect(step).to_contain_text("undone")
    host.page.keyboard.press("Escape")
    host.expect_names(waiting=[], ready=[])


def test_a_refused_undo_says_why(hub, open_host):
    host = open_host()
    depends = "Something that was done later depends on this"
    # Another host has changed it meanwhile.
    host.add("Bo", 4)
    host.row("Bo").wait_for()
    host.expect_settled()
    hub.mutate("waitlist.call_next")
    host.expect_names(ready=["Bo"])
    host.press_toast("Undo")
    expect(host.toast).to_contain_text(f"Not undone (Bo added): {depends}")
    expect(host.page.get_by_role("status")).to_contain_text(depends)
    host.step("Bo")
    host.expect_names(ready=[])
    for _, height in at_each_size(host.page, [(1024, 768), (1024, 420)]):
        name = f"Ada {height}"
        host.add(name, 4)
        host.step(name)
        host.expect_names(ready=[name])
        host.expect_settled()
        host.page.get_by_role("button", name="Recent").click()
        steps = host.page.locator("#recent-steps li")
        steps.nth(1).get_by_role("button", name="Undo").click()
        expect(host.page.locator("#toast-text")).to_have_text(
            f"Not undone ({name} added): {depends}; take that back first"
        )
        expect(host.toast).not_to_contain_text("somebody")
        # Nothing covers it, not even the dialog, and it is announced too.
        expect(host.toast).to_be_in_viewport(ratio=1)
        assert host.toast.evaluate(ON_TOP)
        expect(host.page.get_by_role("dialog").get_by_role("status")).to_contain_text("Not undone")
        # The change can be redone from within the dialog.
        steps.nth(0).get_by_role("button", name="Undo").click()
        expect(host.toast).to_contain_text(f"{name} called · undone")
        host.press_toast("Redo")
        expect(host.page.locator("#toast-text")).to_have_text(f"{name} called")
        host.page.keyboard.press("Escape")
        expect(host.toast).to_be_visible()
        host.expect_names(ready=[name])
        assert host.toast.evaluate(ON_TOP)
        host.step(name)
        host.expect_names(ready=[])


def test_a_party_is_given_its_ticket_to_scan_to_copy_and_on_paper(hub, open_host, new_page):
    ticket = hub.mutate("waitlist.add", name="Ada Lovelace", size=2)["result"]["ticket"]
    address = f"{hub.address}/t/{ticket}"
    host = open_host(permissions=["clipboard-read", "clipboard-write"])
    page = host.page
    host.more("Ada Lovelace")
    page.get_by_role("button", name="Ticket").click()
    dialog = page.get_by_role("dialog", name="Ticket for Ada Lovelace")
    qr.expect_code(dialog, address)
    dialog.get_by_role("button", name="Copy link").click()
    assert page.evaluate("navigator.clipboard.readText()") == address
    # Only the ticket is printed, not the list behind it.
    page.emulate_media(media="print")
    qr.expect_code(page, address)
    expect(page.locator("#code-title")).to_be_in_viewport()
    expect(dialog.get_by_role("button", name="Close")).to_be_hidden()
    for part in ("#waiting", "#party"):
        expect(page.locator(part)).to_be_hidden()
    page.emulate_media(media="screen")
    dialog.get_by_role("button", name="Close").click()
    expect(page.locator("#party")).to_be_visible()
    phone = new_page()
    phone.goto(address)
    expect(phone.locator("#greeting")).to_have_text("Hello Ada Lovelace,")


def test_without_scripts_a_page_says_that_it_needs_them_and_nothing_else(hub, new_page):
    ticket = hub.mutate("waitlist.add", name="Edsger", size=2)["result"]["ticket"]
    page = new_page(java_script_enabled=False)
    links = [*map(hub.link, ("host", "owner", "engineer", "display")), f"{hub.address}/t/{ticket}", hub.link("host")]
    for link in links:
        if link == links[-1]:
            # The pad stands before it.
            set_pin(hub, "4711")
        page.goto(link)
        needs = page.locator("noscript p", has_text="This page needs JavaScript.")
        expect(needs).to_be_in_viewport(ratio=1)
        expect(page.locator("body")).to_have_text("This page needs JavaScript.", use_inner_text=True)


def test_the_lists_say_nothing_before_the_page_has_data(hub, new_page):
    page = new_page()
    # The scripts are delayed, so the page has no data yet.
    held = []
    page.route("**/boards/waitlist/host/host.js", lambda route: held.append(route))
    with page.expect_request("**/boards/waitlist/host/host.js"):
        page.goto(hub.link("host"), wait_until="commit")
    expect(page.locator("#waiting-count")).to_be_empty()
    expect(page.locator("#name")).to_be_hidden()
    expect(page.locator("body")).to_have_text("", use_inner_text=True)
    held[0].continue_()
    expect(page.get_by_text("Nobody is waiting")).to_be_visible()
    expect(page.locator("#waiting-count")).to_have_text("0")


def test_changes_by_others_do_not_move_the_row_under_the_finger(hub, open_host):
    host = open_host()
    ada, grace = hub.add("Ada", 4), hub.add("Grace", 2)
    button = host.row("Grace").locator(".step")
    button.wait_for()
    expect_at_rest(host)
    before = button.bounding_box()
    button.hover()
    host.page.mouse.down()
    settled(host.page, hub.mutate("waitlist.ready", party=ada)["rev"])
    # The page has the change, but shows it only once the finger lifts.
    host.expect_names(waiting=["Ada", "Grace"])
    settled(host.page)
    assert button.bounding_box() == before
    host.page.mouse.up()
    host.expect_names(waiting=[], ready=["Ada", "Grace"])
    host.expect_settled()
    assert hub.parties() == [("Ada", "ready"), ("Grace", "ready")]
    assert grace in hub.view("waitlist/host")["doc"]["parties"]


def test_everything_about_a_party_is_in_its_sheet(hub, open_host):
    host = open_host()
    for name in ("Ada", "Grace", "Edsger"):
        hub.add(name, 2)
    sheet = host.more("Edsger")
    steps = sheet.locator("#party-steps button")
    # Only allowed steps are listed.
    expect(steps).to_have_text(["Call", "Seat now", "To top", "Move up", "Ticket"])
    sheet.get_by_role("button", name="To top").click()
    host.expect_names(waiting=["Edsger", "Ada", "Grace"])
    expect(steps).to_have_text(["Call", "Seat now", "Move down", "Ticket"])
    sheet.get_by_role("button", name="Move down").click()
    host.expect_names(waiting=["Ada", "Edsger", "Grace"])
    expect(sheet.get_by_role("button", name="Move down")).to_be_focused()
    host.expect_settled()
    sheet.get_by_role("button", name="Move up").click()
    host.expect_names(waiting=["Edsger", "Ada", "Grace"])
    sheet.get_by_label("Name").fill("Edsger Dijkstra")
    sheet.get_by_label("Party size").fill("6")
    sheet.get_by_label("Phone").fill("201 555")
    sheet.get_by_label("Notes").fill("By the window")
    sheet.get_by_label("Tags").fill("high chair, terrace")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_contain_text("Phone must be a number with its country code, such as +1 201 555 0123")
    sheet.get_by_label("Phone").fill("+1 (201) 555-0123")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet).to_be_hidden()
    row = host.row("Edsger Dijkstra")
    expect(row.locator(".row-chips")).to_have_text("high chairterrace")
    expect(row.locator(".notes")).to_have_text("By the window")
    expect(row.locator(".badge")).to_contain_text("6")
    host.expect_settled()
    rows = hub.view("waitlist/host")["doc"]["parties"].values()
    edsger = next(each for each in rows if each["name"] == "Edsger Dijkstra")
    assert edsger["phone"] == "+12015550123"
    assert edsger["tags"] == ["high chair", "terrace"]

    host.step("Edsger Dijkstra")
    host.expect_names(ready=["Edsger Dijkstra"])
    expect(host.more("Edsger Dijkstra").locator("#party-steps button")).to_have_text(["Seat", "Back to waiting", "Ticket"])
    sheet.get_by_role("button", name="Back to waiting").click()
    host.expect_names(waiting=["Edsger Dijkstra", "Ada", "Grace"], ready=[])
    expect(sheet).to_be_hidden()
    expect(row.get_by_role("button", name="More about")).to_be_focused()
    # Steps that end a visit are set apart and ask for confirmation, away from the finger.
    ends = host.more("Edsger Dijkstra").locator("#party-ends")
    answer = ends.get_by_role("button", name="Remove Edsger Dijkstra", exact=True)
    opener = ends.get_by_role("button", name="Remove from list", exact=True)
    expect(answer).to_have_count(0)
    opener.click()
    expect(answer).to_be_visible()
    ends.get_by_role("button", name="No-show", exact=True).click()
    expect(answer).to_have_count(0)
    ends.get_by_role("button", name="Edsger Dijkstra didn’t come", exact=True).click()
    host.expect_names(waiting=["Ada", "Grace"])
    host.end("Ada", "Remove from list", "Remove Ada")
    host.expect_names(waiting=["Grace"])
    expect(host.toast).to_contain_text("Ada removed from the list")
    host.open_tool("Left today")
    gone = host.page.locator("#gone")
    expect(gone).to_contain_text("No-show")
    expect(gone).to_contain_text("Cancelled")
    gone.get_by_role("button", name="Restore: Edsger Dijkstra").click()
    host.page.keyboard.press("Escape")
    host.expect_names(waiting=["Edsger Dijkstra", "Grace"])


def test_call_next_calls_the_first_that_fits(hub, open_host):
    host = open_host()
    for name, size in (("Ada", 6), ("Grace", 2), ("Edsger", 4)):
        hub.add(name, size)
    host.expect_names(waiting=["Ada", "Grace", "Edsger"])
    host.page.get_by_label("Call for a table of").select_option("4")
    button = host.page.locator("#call-next")
    expect(button).to_have_accessible_name("Call Grace, 2")
    expect(button).to_have_text("Call Grace, 2")
    button.click()
    host.expect_names(waiting=["Ada", "Edsger"], ready=["Grace"])
    expect(host.toast).to_contain_text("Grace called")


def test_where_the_screens_show_numbers_the_host_sees_them(hub, open_host, open_display):
    host, display = open_host(), open_display()
    hub.add("Ada Lovelace")
    number = host.row("Ada Lovelace").locator(".number")
    expect(number).to_be_hidden()
    hub.mutate("house.configure", labels="number")
    display.expect_labels(waiting=["No. 1"])
    expect(number).to_have_text("No. 1")
    host.add("Grace Hopper", 4)
    # The guest is told the number as soon as there is one.
    expect(host.toast).to_contain_text("No. 2, Grace Hopper added")
    expect(host.row("Grace Hopper").locator(".number")).to_have_text("No. 2")
    host.page.locator("#call-next").click()
    expect(host.toast).to_contain_text("No. 1, Ada Lovelace called")
    host.expect_names(waiting=["Grace Hopper"], ready=["Ada Lovelace"])
    expect(host.ready.locator(".number")).to_have_text("No. 1")
    display.expect_labels(waiting=["No. 2"], ready=["No. 1"])
    host.expect_settled()
    hub.mutate("house.configure", labels="full")
    expect(host.ready.locator(".number")).to_be_hidden()


@pytest.mark.smoke
def test_a_service_by_keyboard_alone(hub, time, open_host):
    host = open_host()
    host.expect_live()
    keyboard = host.page.keyboard
    keyboard.type("Ada Lovelace")
    keyboard.press("Tab")
    for _ in range(3):
        keyboard.press("ArrowRight")
    expect(host.page.get_by_role("button", name="Party of 4")).to_be_focused()
    # Enter chooses the size, and then adds.
    keyboard.press("Enter")
    expect(host.size).to_have_value("4")
    keyboard.press("Enter")
    expect(host.name).to_be_focused()
    host.expect_names(waiting=["Ada Lovelace"])
    keyboard.type("Grace")
    keyboard.press("Escape")
    keyboard.press("2")
    expect(host.name).to_be_focused()
    keyboard.press("Enter")
    host.expect_names(waiting=["Ada Lovelace", "Grace"])
    host.expect_settled()
    keyboard.press("Escape")
    keyboard.press("?")
    expect(host.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    # Keys do nothing while a dialog is open.
    keyboard.press("c")
    keyboard.press("Escape")
    keyboard.press("c")
    host.expect_names(waiting=["Grace"], ready=["Ada Lovelace"])
    host.expect_settled()
    keyboard.press("u")
    host.expect_names(waiting=["Ada Lovelace", "Grace"], ready=[])
    keyboard.press("/")
    expect(host.page.get_by_label("Name, phone, number, tag or note")).to_be_focused()
    keyboard.type("ádA")
    expect(host.page.locator("#found li")).to_have_text(["Ada Lovelace 4 · Waiting"])
    keyboard.press("Enter")
    expect(host.sheet).to_be_visible()
    keyboard.press("Escape")
    step = host.row("Ada Lovelace").locator(".step")
    for _ in range(30):
        keyboard.press("Tab")
        if step.evaluate("element => element === document.activeElement"):
            break
    expect(step).to_be_focused()
    outline = step.evaluate("element => getComputedStyle(element).outlineWidth")
    assert outline == "3px"
    # Two presses in a row count as one, because nobody calls and seats at once.
    keyboard.press("Enter")
    keyboard.press("Enter")
    host.expect_names(waiting=["Grace"], ready=["Ada Lovelace"])
    expect(step).to_be_focused()
    keyboard.press("n")
    expect(host.name).to_be_focused()


def test_times_are_the_venues_not_the_tablets(hub, time, open_host, open_display):
    hub.add("Ada", 4)
    host, display = open_host(), open_display()
    display.expect_labels(waiting=["Ada"])
    expect(host.row("Ada").locator(".when")).to_have_text("18:00 · just now")
    expect(display.page.locator("#waiting time")).to_have_text("18:00")


def test_a_narrow_page_at_twice_the_size_does_not_scroll_sideways(hub, open_host):
    hub.add("Bartholomew Featherstonehaugh-Wolfeschlegelstein", 12, tags=["high chair"])
    hub.mutate("house.configure", selfCheckIn="confirm")
    hub.join("Hubert Blaine Wolfeschlegelsteinhausenbergerdorff")
    host = open_host()
    expect_at_rest(host)
    # A long name ends with an ellipsis in the button that calls.
    button = host.page.locator("#call-next")
    expect(button).to_have_accessible_name("Call Bartholomew Featherstonehaugh-Wolfeschlegelstein, 12")
    # 200 % zoom of 1024 × 768 leaves a page half as wide.
    for width, _ in at_each_size(host.page, [(512, 600), (390, 600), (320, 600)]):
        expect(button).to_have_js_property("offsetHeight", 48)
        assert host.page.evaluate("document.documentElement.scrollWidth") <= width
    host.more("Bartholomew Featherstonehaugh-Wolfeschlegelstein")
    assert host.sheet.evaluate("sheet => sheet.scrollWidth - sheet.clientWidth") == 0


def test_touch_targets_are_large_enough(hub, open_host):
    hub.add("Ada", 4)
    hub.mutate("house.configure", selfCheckIn="confirm")
    hub.join("Grace")
    host = open_host(viewport={"width": 390, "height": 844}, has_touch=True)
    expect_at_rest(host)
    for opened in (None, "Recent", "Add a party", "See all", "More about Ada", "Menu", "Notice"):
        if opened:
            host.page.get_by_role("button", name=opened, exact=True).click()
        small = host.page.locator(
            "button:visible, input:visible, select:visible, textarea:visible"
        ).evaluate_all(
            """elements => elements
                .filter(each => each.offsetHeight < 48 || each.offsetWidth < 44)
                .map(each => each.outerHTML)"""
        )
        assert small == [], opened
        if opened != "Menu":
            host.page.keyboard.press("Escape")


SIZES = [(1920, 1080), (1024, 768), (768, 1024), (390, 844), (390, 450)]


def test_the_keyboard_never_leads_under_what_stays_in_place(hub, time, open_host):
    parties = [hub.add(f"Party {number}", 2) for number in range(30)]
    for party in parties[:3]:
        hub.mutate("waitlist.ready", party=party)
    host = open_host()
    host.row("Party 29").wait_for()
    host.step("Party 0")
    expect(host.toast).to_be_visible()
    # The page is at rest.
    host.expect_names(ready=["Party 1", "Party 2"])
    expect_at_rest(host)
    # The toast moves away in the next frame.
    is_clear = """() => {
        const element = document.activeElement;
        const box = element.getBoundingClientRect();
        return [[0.5, 0.5], [0.5, 0.05], [0.5, 0.95]].every(([x, y]) => {
            const top = document.elementFromPoint(
                box.left + box.width * x, box.top + box.height * y);
            return top && (element.contains(top) || top.contains(element));
        });
    }"""
    for _ in at_each_size(host.page, SIZES):
        for key in ["Tab"] * 40 + ["Shift+Tab"] * 40:
            host.page.keyboard.press(key)
            wait_until(host.page, is_clear)


ROWS = """list => {
    const frame = list.closest(".list");
    const head = frame.querySelector(".list-head").getBoundingClientRect();
    const dock = document.querySelector("#dock").getBoundingClientRect();
    const bottom = Math.min(dock.top || innerHeight, frame.getBoundingClientRect().bottom, innerHeight);
    return [...list.children].map((row) => row.getBoundingClientRect())
        .filter((box) => box.top >= head.bottom - 1 && box.bottom <= bottom + 1).length;
}"""


def test_thirty_parties_are_seen_ten_at_a_time_and_all_on_paper(hub, open_host):
    hub.mutate("house.configure", selfCheckIn="confirm")
    for number in range(30):
        hub.add(f"Party {number}", 2, notes="By the window", tags=["high chair"], phone="+12015550123")
    host = open_host()
    expect(host.waiting.locator(".row")).to_have_count(30)
    expect_at_rest(host)
    rows = BUDGET["hostRows"]
    sizes = [tuple(map(int, size.split("x"))) for size in rows]
    # With a guest waiting to be confirmed, too.
    for joined in ("", "Zoë"):
        if joined:
            hub.join(joined)
            expect(host.page.locator("#pending-line")).to_contain_text(joined)
            del sizes[1:]
        for width, height in at_each_size(host.page, sizes):
            host.page.evaluate("() => scrollTo(0, document.querySelector('.top').offsetHeight)")
            assert host.waiting.evaluate(ROWS) >= rows[f"{width}x{height}"], (width, height, joined)
    # On paper there is the list and nothing else.
    host.page.emulate_media(media="print")
    expect(host.page.locator(":is(button, input, select, textarea):visible")).to_have_count(0)
    settled(host.page)
    paper = host.page.locator("body").inner_text()
    for said in ("The Copper Pot", "Party 0", "Party 29", "+12015550123", "high chair"):
        assert said in paper


def test_a_new_row_is_scrolled_to_and_marked_and_the_toast_covers_no_name(hub, time, open_host):
    for number in range(27):
        hub.add(f"Party {number}", 2)
    hub.mutate("waitlist.call_next")
    host = open_host()
    expect(host.waiting.locator(".row")).to_have_count(26)
    covered = """toast => {
        const box = toast.getBoundingClientRect();
        return [...document.querySelectorAll("#lists .row")].filter((row) => {
            const list = row.parentElement.getBoundingClientRect();
            const { left, right, top, bottom } = row.getBoundingClientRect();
            return Math.min(bottom, list.bottom) > box.top + 1 && top < Math.min(list.bottom, box.bottom) - 1
                && left < box.right && right > box.left;
        }).length;
    }"""
    for width, _ in at_each_size(host.page, [(1024, 768), (390, 844)]):
        name = f"Ada {width}"
        if width < 700:
            host.page.locator("#show-ready").click()
        host.add(name, 4)
        expect(host.row(name)).to_have_class(re.compile("is-marked"))
        expect(host.row(name)).to_be_in_viewport(ratio=1)
        expect(host.toast).to_contain_text(f"{name} added")
        expect_at_rest(host)
        assert host.toast.evaluate(covered) == 0


def test_the_host_is_told_when_a_guest_leaves(hub, open_host):
    ada, bo = hub.add("Ada", 2), hub.add("Bo", 2)
    host = open_host()
    host.expect_names(waiting=["Ada", "Bo"])
    listen(host.page)
    hub.mutate("waitlist.cancel", party=ada)
    expect(host.toast).to_have_text("Ada has left the list.")
    expect_heard(host.page, "Ada has left the list.")
    # The host's own changes are not reported.
    host.end("Bo", "Remove from list", "Remove Bo")
    expect(host.toast).to_contain_text("Bo removed from the list")
    host.expect_settled()
    expect(host.toast).to_contain_text("Bo removed from the list")


def test_a_joining_guest_is_seen_at_once_and_confirmed_with_one_tap(hub, open_host, open_display):
    hub.mutate("house.configure", selfCheckIn="confirm")
    for number in range(20):
        hub.add(f"Party {number}")
    hub.mutate("waitlist.call_next")
    host, display = open_host(), open_display()
    host.expect_live()
    expect(host.waiting.locator(".row")).to_have_count(19)
    part = host.page.get_by_role("region", name="To confirm")
    places = """() => [...document.querySelectorAll("#lists .row, #top button, #add *")]
        .map((each) => { const { x, y } = each.getBoundingClientRect(); return [x, y]; })"""
    expect(part).to_be_hidden()
    listen(host.page)
    for _ in at_each_size(host.page, [(1024, 768), (390, 844), (320, 640)]):
        take_toast_away(host.page)
        expect_at_rest(host)
        before = host.page.evaluate(places)
        hub.join("Ada", 4)
        expect(part).to_contain_text("Ada · Party of 4")
        confirm = part.get_by_role("button", name="Confirm: Ada")
        expect(confirm).to_be_in_viewport(ratio=1)
        # The notice moves nothing.
        assert host.page.evaluate(places) == before
        expect_heard(host.page, "Ada would like to join.")
        confirm.click()
        expect(part).to_be_hidden()
        expect(host.waiting.locator(".name").last).to_have_text("Ada")
        expect(host.toast).to_contain_text("Ada confirmed")
        expect(display.waiting.get_by_text("Ada")).to_have_count(1)
        hub.expect_parties(*[(f"Party {number}", "ready" if number == 0 else "waiting") for number in range(20)], ("Ada", "waiting"))
        host.press_toast("Undo")
        expect(part).to_be_visible()
        expect(display.waiting.get_by_text("Ada")).to_have_count(0)
        # One more tap shows all that is known about them.
        part.get_by_role("button", name="See all").click()
        host.end("Ada", "Remove from list", "Remove Ada")
        expect(host.page.get_by_role("dialog")).to_have_count(0)
        expect(part).to_be_hidden()
        host.expect_settled()


def test_all_unconfirmed_guests_can_be_cancelled_at_once(hub, open_host):
    hub.mutate("house.configure", selfCheckIn="confirm")
    hub.add("Grace", 2)
    hub.join("Junk 0")
    host = open_host(viewport={"width": 390, "height": 844})
    host.expect_live()
    host.page.get_by_role("button", name="See all").click()
    opener = host.page.get_by_role("button", name="Remove all…")
    # A single party is removed by its own button.
    expect(host.page.locator("#pending .row")).to_have_count(1)
    expect(opener).to_be_hidden()
    for number in range(1, 30):
        hub.join(f"Junk {number}")
    expect(host.page.locator("#pending .row")).to_have_count(30)
    opener.focus()
    host.page.keyboard.press("Enter")
    dialog = host.page.get_by_role("dialog", name="Remove all 30 who wait to be confirmed?")
    expect(dialog).to_be_in_viewport(ratio=1)
    assert host.page.evaluate("document.documentElement.scrollWidth") <= 390
    # New guests, and those confirmed by another host meanwhile, are not included.
    hub.join("Ada")
    junk = hub.view("waitlist/host")["doc"]["parties"]
    confirmed = next(key for key, row in junk.items() if row["name"] == "Junk 7")
    hub.mutate("waitlist.confirm", party=confirmed)
    expect(host.page.locator("#waiting-count")).to_have_text("2")
    dialog.get_by_role("button", name="Remove all 30").click()
    expect(dialog).to_be_hidden()
    expect(host.page.locator("#pending .name")).to_have_text(["Ada"])
    host.expect_settled()
    host.expect_names(waiting=["Grace", "Junk 7"])
    hub.expect_parties(("Grace", "waiting"), ("Junk 7", "waiting"), ("Ada", "pending"))
    host.page.keyboard.press("Escape")
    host.open_tool("Left today")
    host.page.locator("#gone .row", has_text="Junk 29").get_by_role("button", name="Restore").click()
    expect(host.page.locator("#pending .name")).to_have_text(["Junk 29", "Ada"])


def test_several_joining_guests_are_announced_and_listed_in_order(hub, time, open_host):
    hub.mutate("house.configure", selfCheckIn="confirm")
    hub.join("Grace")
    host = open_host()
    names = host.page.locator("#pending .name")
    expect(names).to_have_text(["Grace"])
    # Guests who were there before are not announced.
    expect(host.page.locator("#announcer")).to_be_empty()
    listen(host.page)
    for name in ("Ada", "Edsger", "Barbara"):
        hub.join(name)
    expect(names).to_have_text(["Grace", "Ada", "Edsger", "Barbara"])
    time.go_by(10)
    expect_heard(host.page, "Barbara would like to join.")
    expect_heard(host.page, "4 to confirm, 0 called, 0 waiting.")
    expect(host.page.locator("#pending-line")).to_have_text("Grace · Party of 2 · 3 more")
    # By the keyboard one after another, too: the focus moves on.
    host.page.get_by_role("button", name="See all").click()
    confirm = lambda name: host.page.locator("#pending").get_by_role("button", name=f"Confirm: {name}")
    confirm("Grace").focus()
    for confirmed, following in (("Grace", "Ada"), ("Ada", "Edsger"), ("Edsger", "Barbara")):
        expect(confirm(confirmed)).to_be_focused()
        host.page.keyboard.press("Enter")
        expect(host.waiting.get_by_text(confirmed)).to_be_visible()
        expect(confirm(following)).to_be_focused()
    host.expect_names(waiting=["Grace", "Ada", "Edsger"])
    host.end("Barbara", "Remove from list", "Remove Barbara")
    expect(host.page.get_by_role("dialog")).to_have_count(0)
    expect(host.page.get_by_role("region", name="To confirm")).to_be_hidden()
    hub.expect_parties(("Grace", "waiting"), ("Ada", "waiting"), ("Edsger", "waiting"))


def test_the_host_shows_the_code_to_a_guest(hub, open_host):
    host = open_host()
    page = host.page
    host.expect_live()
    for _ in at_each_size(page, [(1024, 768), (390, 844)]):
        button = page.locator("#open-code")
        page.locator("#open-tools").click()
        expect(button).to_be_hidden()
        hub.mutate("house.configure", selfCheckIn="direct")
        expect(button).to_be_visible()
        button.click()
        code = page.get_by_role("dialog").get_by_role("img")
        expect(code).to_have_accessible_name("QR code of the address below")
        expect(code).to_be_in_viewport(ratio=1)
        code.evaluate("image => image.decode()")
        qr.expect_code(page, hub.join_address())
        # A new link replaces the shown one.
        hub.mutate("house.renew_join_link")
        link = hub.view("house/settings")["doc"]["venue"]["joinLink"]
        expect(code).to_have_attribute("src", re.compile(f"link={link}&"))
        code.evaluate("image => image.decode()")
        qr.expect_code(page, hub.join_address())
        hub.mutate("house.configure", selfCheckIn="off")
        expect(page.get_by_role("dialog")).to_be_hidden()
        expect(button).to_be_hidden()
