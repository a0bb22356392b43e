"""The host's page, used by a host in a hurry."""

import json
import re

import pytest
from playwright.sync_api import expect

import qr
from pagefiles import ROOT
from pages import at_each_size, expect_at_rest, expect_heard, listen, settled, wait_until
from test_toast import expect_in_its_place

BUDGET = json.loads((ROOT / "Tests" / "budget.json").read_text(encoding="utf-8"))
LONG = "Bartholomew Featherstonehaugh-Wolfeschlegelstein"


def test_an_evening_of_the_host(hub, open_host, open_display, new_page):
    host, display = open_host(permissions=["clipboard-read", "clipboard-write"]), open_display()
    undo_and_redo(host, display)
    undo_what_another_host_has_changed(hub, host)
    use_the_sheet_of_a_party(hub, host)
    call_the_first_that_fits(hub, host)
    give_a_ticket(hub, host, new_page)
    hear_that_a_guest_leaves(hub, host)
    call_by_numbers(hub, host, display)


def undo_and_redo(host, display):
    host.add("Ada", 4)
    host.step("Ada")
    host.expect_names(waiting=[], ready=["Ada"])
    expect(display.page.locator("#ready .called")).to_have_text("called just now")
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


def undo_what_another_host_has_changed(hub, host):
    host.add("Bo", 4)
    host.row("Bo").wait_for()
    host.expect_settled()
    hub.mutate("waitlist.call_next")
    host.expect_names(ready=["Bo"])
    host.press_toast("Undo")
    depends = "Something that was done later depends on this"
    expect(host.toast).to_contain_text(f"Not undone (Bo added): {depends}")
    expect(host.page.get_by_role("status")).to_contain_text(depends)
    # A step of the host's own is told by its name, and within the dialog too.
    host.step("Bo")
    host.expect_names(ready=[])
    host.expect_settled()
    host.page.get_by_role("button", name="Recent").click()
    host.page.locator("#recent-steps li").nth(1).get_by_role("button", name="Undo").click()
    expect(host.page.locator("#toast-text")).to_have_text(f"Not undone (Bo added): {depends}; take that back first")
    expect(host.page.get_by_role("dialog").get_by_role("status")).to_contain_text("Not undone")
    host.page.keyboard.press("Escape")


def use_the_sheet_of_a_party(hub, host):
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
    for label, value in (
        ("Name", "Edsger Dijkstra"), ("Party size", "6"), ("Phone", "201 555"), ("Notes", "By the window"),
        ("Tags", "high chair, terrace"),
    ):
        sheet.get_by_label(label).fill(value)
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
    assert (edsger["phone"], edsger["tags"]) == ("+12015550123", ["high chair", "terrace"])
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
    expect(answer).to_have_count(0)
    ends.get_by_role("button", name="Remove from list", exact=True).click()
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


def call_the_first_that_fits(hub, host):
    hub.add("Barbara", 3)
    host.expect_names(waiting=["Edsger Dijkstra", "Grace", "Barbara"])
    host.page.get_by_label("Call for a table of").select_option("4")
    button = host.page.locator("#call-next")
    expect(button).to_have_accessible_name("Call Grace, 2")
    expect(button).to_have_text("Call Grace, 2")
    button.click()
    host.expect_names(waiting=["Edsger Dijkstra", "Barbara"], ready=["Grace"])
    expect(host.toast).to_contain_text("Grace called")
    host.page.get_by_label("Call for a table of").select_option("")
    host.expect_settled()


def give_a_ticket(hub, host, new_page):
    page = host.page
    address = f"{hub.address}/t/{hub.mutate('waitlist.add', name='Lise', size=2)['result']['ticket']}"
    host.more("Lise")
    page.get_by_role("button", name="Ticket").click()
    dialog = page.get_by_role("dialog", name="Ticket for Lise")
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
    page.keyboard.press("Escape")
    phone = new_page()
    phone.goto(address)
    expect(phone.locator("#greeting")).to_have_text("Hello Lise,")
    phone.context.close()


def hear_that_a_guest_leaves(hub, host):
    zoe = hub.add("Zoë", 2)
    host.expect_names(waiting=["Edsger Dijkstra", "Barbara", "Lise", "Zoë"])
    listen(host.page)
    hub.mutate("waitlist.cancel", party=zoe)
    expect(host.toast).to_have_text("Zoë has left the list.")
    expect_heard(host.page, "Zoë has left the list.")
    # The host's own changes are not reported.
    host.end("Lise", "Remove from list", "Remove Lise")
    expect(host.toast).to_contain_text("Lise removed from the list")
    host.expect_settled()
    expect(host.toast).to_contain_text("Lise removed from the list")


def call_by_numbers(hub, host, display):
    number = host.row("Barbara").locator(".number")
    expect(number).to_be_hidden()
    hub.mutate("house.configure", labels="number")
    expect(number).to_be_visible()
    host.add("Grace Hopper", 4)
    expect(host.toast).to_have_text(re.compile(r"^No\. \d+, Grace Hopper added"))
    settled(host.page)
    called, added = (host.row(name).locator(".number").inner_text() for name in ("Edsger Dijkstra", "Grace Hopper"))
    assert re.fullmatch(r"No\. \d+", called) and called != added
    # The guest is told the number as soon as there is one.
    expect(host.toast).to_contain_text(f"{added}, Grace Hopper added")
    host.page.locator("#call-next").click()
    expect(host.toast).to_contain_text(f"{called}, Edsger Dijkstra called")
    expect(display.ready.first).to_have_text(called)
    expect(display.waiting.last).to_have_text(added)
    host.expect_settled()
    hub.mutate("house.configure", labels="full")
    expect(host.row("Barbara").locator(".number")).to_be_hidden()


def test_without_scripts_a_page_says_that_it_needs_them_and_nothing_else(hub, new_page):
    page = new_page(java_script_enabled=False)
    for role in ("host", "display"):
        page.goto(hub.link(role))
        needs = page.locator("noscript p", has_text="This page needs JavaScript.")
        expect(needs).to_be_in_viewport(ratio=1)
        expect(page.locator("body")).to_have_text("This page needs JavaScript.", use_inner_text=True)


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
    # Times are the venue's, not the tablet's.
    expect(host.row("Ada Lovelace").locator(".when")).to_have_text("18:00 · just now")
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


# By how much the end of a text sticks out of its element.
CUT_AT_END = """element => {
    const end = document.createRange();
    end.selectNodeContents(element.lastChild);
    return Math.max(0, end.getBoundingClientRect().right - element.getBoundingClientRect().right);
}"""
# The number of rows of a list that are wholly visible.
ROWS = """list => {
    const frame = list.closest(".list");
    const head = frame.querySelector(".list-head").getBoundingClientRect();
    const dock = document.querySelector("#dock").getBoundingClientRect();
    const bottom = Math.min(dock.top || innerHeight, frame.getBoundingClientRect().bottom, innerHeight);
    return [...list.children].map((row) => row.getBoundingClientRect())
        .filter((box) => box.top >= head.bottom - 1 && box.bottom <= bottom + 1).length;
}"""
# The number of rows that the toast covers.
COVERED = """toast => {
    const box = toast.getBoundingClientRect();
    return [...document.querySelectorAll("#lists .row")].filter((row) => {
        const list = row.parentElement.getBoundingClientRect();
        const { left, right, top, bottom } = row.getBoundingClientRect();
        return Math.min(bottom, list.bottom) > box.top + 1 && top < Math.min(list.bottom, box.bottom) - 1
            && left < box.right && right > box.left;
    }).length;
}"""
# Whether nothing lies over the focused element.
IS_CLEAR = """() => {
    const element = document.activeElement;
    const box = element.getBoundingClientRect();
    return [[0.5, 0.5], [0.5, 0.05], [0.5, 0.95]].every(([x, y]) => {
        const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        return top && (element.contains(top) || top.contains(element));
    });
}"""


def test_thirty_parties_fit_the_tablet_the_phone_and_paper(hub, time, open_host):
    hub.mutate("house.configure", selfCheckIn="confirm")
    for name in (LONG, *(f"Party {number}" for number in range(1, 30))):
        hub.add(name, 12, notes="By the window", tags=["high chair"], phone="+12015550123")
    host = open_host()
    expect(host.waiting.locator(".row")).to_have_count(30)
    expect_at_rest(host)
    see_many_rows(hub, host)
    use_it_at_twice_the_size(host)
    see_the_new_row(host)
    # The toast of the new row stands in the keyboard's way.
    for _ in at_each_size(host.page, [(1024, 768), (390, 450)]):
        for key in ["Tab"] * 40 + ["Shift+Tab"] * 10:
            host.page.keyboard.press(key)
            wait_until(host.page, IS_CLEAR)
    # On paper there is the list and nothing else.
    host.page.set_viewport_size({"width": 1024, "height": 768})
    host.page.emulate_media(media="print")
    expect(host.page.locator(":is(button, input, select, textarea):visible")).to_have_count(0)
    settled(host.page)
    paper = host.page.locator("body").inner_text()
    for said in ("The Copper Pot", LONG, "Party 29", "+12015550123", "high chair"):
        assert said in paper


def see_many_rows(hub, host):
    rows = BUDGET["hostRows"]
    sizes = [tuple(map(int, size.split("x"))) for size in rows]
    # With a guest waiting to be confirmed, too.
    for joined in ("", "Zoë"):
        if joined:
            hub.join(joined)
            expect(host.page.locator("#pending-line")).to_contain_text(joined)
        for width, height in at_each_size(host.page, sizes):
            host.page.evaluate("() => scrollTo(0, document.querySelector('.top').offsetHeight)")
            assert host.waiting.evaluate(ROWS) >= rows[f"{width}x{height}"], (width, height, joined)


def use_it_at_twice_the_size(host):
    # In the button that calls, a long name is cut, and the size stays.
    button = host.page.locator("#call-next")
    expect(button).to_have_accessible_name(f"Call {LONG}, 12")
    assert button.evaluate(CUT_AT_END) == 0
    # 200 % zoom of 1024 × 768 leaves a page half as wide.
    for width, _ in at_each_size(host.page, [(512, 600), (390, 600), (320, 600)]):
        expect(button).to_have_js_property("offsetHeight", 48)
        assert button.evaluate(CUT_AT_END) == 0
        assert host.page.evaluate("document.documentElement.scrollWidth") <= width
    assert host.more(LONG).evaluate("sheet => sheet.scrollWidth - sheet.clientWidth") == 0
    host.page.keyboard.press("Escape")


def see_the_new_row(host):
    for width, _ in at_each_size(host.page, [(1024, 768), (390, 844)]):
        name = f"Ada {width}"
        if width < 700:
            host.page.locator("#show-ready").click()
        host.add(name, 4)
        expect(host.row(name)).to_have_class(re.compile("is-marked"))
        expect(host.row(name)).to_be_in_viewport(ratio=1)
        expect(host.toast).to_contain_text(f"{name} added")
        expect_at_rest(host)
        assert host.toast.evaluate(COVERED) == 0


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


def test_guests_who_join_by_themselves_are_confirmed_or_removed(hub, time, open_host, open_display):
    hub.mutate("house.configure", selfCheckIn="confirm")
    hub.join("Grace")
    host, display = open_host(), open_display()
    names = host.page.locator("#pending .name")
    expect(names).to_have_text(["Grace"])
    # Guests who were there before are not announced.
    expect(host.page.locator("#announcer")).to_be_empty()
    confirm_with_one_tap(hub, time, host, display)
    confirm_by_the_keyboard(hub, time, host, names)
    remove_all(hub, host, names)


def confirm_with_one_tap(hub, time, host, display):
    page = host.page
    part = page.get_by_role("region", name="To confirm")
    places = """() => [...document.querySelectorAll("#lists .row, #top button, #add *")]
        .map((each) => { const { x, y } = each.getBoundingClientRect(); return [x, y]; })"""
    part.get_by_role("button", name="Confirm: Grace").click()
    expect(part).to_be_hidden()
    for _ in at_each_size(page, [(1024, 768), (320, 640)]):
        # The toast of the last step goes.
        time.go_by(10)
        expect(host.toast).to_be_hidden()
        expect_at_rest(host)
        before = page.evaluate(places)
        listen(page)
        hub.join("Ada", 4)
        expect(part).to_contain_text("Ada · Party of 4")
        confirm = part.get_by_role("button", name="Confirm: Ada")
        expect(confirm).to_be_in_viewport(ratio=1)
        # The notice moves nothing.
        assert page.evaluate(places) == before
        expect_heard(page, "Ada would like to join.")
        confirm.click()
        expect(part).to_be_hidden()
        host.expect_names(waiting=["Grace", "Ada"])
        expect(host.toast).to_contain_text("Ada confirmed")
        display.expect_labels(waiting=["Grace", "Ada"])
        host.press_toast("Undo")
        expect(part).to_be_visible()
        display.expect_labels(waiting=["Grace"])
        hub.expect_parties(("Grace", "waiting"), ("Ada", "pending"))
        expect_in_its_place(host.toast, dock="#dock")
        # One more tap shows all that is known about them.
        part.get_by_role("button", name="See all").click()
        host.end("Ada", "Remove from list", "Remove Ada")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(part).to_be_hidden()
        host.expect_settled()


def confirm_by_the_keyboard(hub, time, host, names):
    page = host.page
    page.set_viewport_size({"width": 1024, "height": 768})
    listen(page)
    for name in ("Edsger", "Barbara", "Lise"):
        hub.join(name)
    expect(names).to_have_text(["Edsger", "Barbara", "Lise"])
    time.go_by(10)
    expect_heard(page, "Lise would like to join.")
    expect_heard(page, "3 to confirm, 0 called, 1 waiting.")
    expect(page.locator("#pending-line")).to_have_text("Edsger · Party of 2 · 2 more")
    page.get_by_role("button", name="See all").click()
    confirm = lambda name: page.locator("#pending").get_by_role("button", name=f"Confirm: {name}")
    confirm("Edsger").focus()
    for confirmed, following in (("Edsger", "Barbara"), ("Barbara", "Lise")):
        expect(confirm(confirmed)).to_be_focused()
        page.keyboard.press("Enter")
        expect(host.waiting.get_by_text(confirmed)).to_be_visible()
        # The focus moves on.
        expect(confirm(following)).to_be_focused()


def remove_all(hub, host, names):
    page = host.page
    opener = page.get_by_role("button", name="Remove all…")
    # A single party is removed by its own button.
    expect(names).to_have_text(["Lise"])
    expect(opener).to_be_hidden()
    for number in range(4):
        hub.join(f"Junk {number}")
    expect(names).to_have_count(5)
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Remove all 5 who wait to be confirmed?")
    expect(dialog).to_be_in_viewport(ratio=1)
    # New guests, and those confirmed by another host meanwhile, are not included.
    hub.join("Ada")
    junk = hub.view("waitlist/host")["doc"]["parties"]
    hub.mutate("waitlist.confirm", party=next(key for key, row in junk.items() if row["name"] == "Junk 2"))
    expect(page.locator("#waiting-count")).to_have_text("4")
    dialog.get_by_role("button", name="Remove all 5").click()
    expect(dialog).to_be_hidden()
    expect(names).to_have_text(["Ada"])
    host.expect_settled()
    host.expect_names(waiting=["Grace", "Edsger", "Barbara", "Junk 2"])
    hub.expect_parties(*[(name, "waiting") for name in ("Grace", "Edsger", "Barbara", "Junk 2")], ("Ada", "pending"))
    page.keyboard.press("Escape")
    host.open_tool("Left today")
    page.locator("#gone .row", has_text="Junk 3").get_by_role("button", name="Restore").click()
    expect(names).to_have_text(["Junk 3", "Ada"])


def test_the_host_shows_the_code_to_a_guest(hub, open_host):
    host = open_host()
    page = host.page
    host.expect_live()
    button = page.locator("#open-code")
    page.locator("#open-tools").click()
    expect(button).to_be_hidden()
    hub.mutate("house.configure", selfCheckIn="direct")
    expect(button).to_be_visible()
    button.click()
    code = page.get_by_role("dialog").get_by_role("img")
    expect(code).to_have_accessible_name("QR code of the address below")
    code.evaluate("image => image.decode()")
    for _ in at_each_size(page, [(1024, 768), (390, 844)]):
        expect(code).to_be_in_viewport(ratio=1)
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
