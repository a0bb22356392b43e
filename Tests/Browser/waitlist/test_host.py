"""The host's page under the hands of a host in a hurry."""

import re

import pytest
from playwright.sync_api import expect

import qr
from pages import (
    HostPage, at_each_size, expect_at_rest, expect_heard, keep_toasts, listen, open_unhurried, settled, wait_until,
)
from test_taps import open_stopped_host, stop
from test_times import zone_by_day
from test_toast import take_toast_away

__all__ = ["open_stopped_host"]


def test_undo_takes_back_what_was_just_done(hub, open_host, open_display):
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


def test_the_list_behind_recent_takes_back_several_steps(hub, open_host):
    host = open_host()
    host.add("Ada", 4)
    host.step("Ada")
    host.expect_names(ready=["Ada"])
    host.expect_settled()
    host.page.get_by_role("button", name="Recent").click()
    steps = host.page.locator("#recent-steps li")
    expect(steps).to_have_count(2)
    steps.nth(0).get_by_role("button", name="Undo").click()
    expect(steps.nth(0)).to_contain_text("undone")
    steps.nth(1).get_by_role("button", name="Undo").click()
    expect(steps.nth(1)).to_contain_text("undone")
    host.page.keyboard.press("Escape")
    host.expect_names(waiting=[], ready=[])


def test_what_another_host_has_changed_meanwhile_is_not_undone(hub, open_host):
    host = open_host()
    host.add("Ada", 4)
    host.row("Ada").wait_for()
    host.expect_settled()
    party = next(iter(hub.view("waitlist/host")["doc"]["parties"]))
    hub.mutate("waitlist.ready", party=party)
    host.expect_names(ready=["Ada"])
    host.press_toast("Undo")
    sentence = "Not undone (Ada added): Something that was done later depends on this"
    expect(host.toast).to_contain_text(sentence)
    expect(host.page.get_by_role("status")).to_contain_text(sentence)
    host.expect_names(ready=["Ada"])


def test_an_undo_in_the_wrong_order_says_what_is_true_and_in_sight(hub, open_host):
    host = open_host()
    for width, _ in at_each_size(host.page, [(1024, 768), (390, 450)]):
        name = f"Ada {width}"
        host.add(name, 4)
        host.step(name)
        host.expect_names(ready=[name])
        host.expect_settled()
        host.page.get_by_role("button", name="Recent").click()
        steps = host.page.locator("#recent-steps li")
        steps.nth(1).get_by_role("button", name="Undo").click()
        expect(host.page.locator("#toast-text")).to_have_text(
            f"Not undone ({name} added): "
            "Something that was done later depends on this; take that back first"
        )
        expect(host.toast).not_to_contain_text("somebody")
        # Nothing is drawn over it, the dialog neither, and it is heard too.
        expect(host.toast).to_be_in_viewport(ratio=1)
        on_top = """element => {
            const box = element.getBoundingClientRect();
            const points = [[0.1, 0.5], [0.5, 0.1], [0.5, 0.9], [0.9, 0.5]];
            return points.every(([x, y]) => element.contains(document.elementFromPoint(
                box.left + box.width * x, box.top + box.height * y)));
        }"""
        assert host.toast.evaluate(on_top)
        expect(host.page.get_by_role("dialog").get_by_role("status")).to_contain_text("Not undone")
        # What was just done can be done again from within the dialog.
        steps.nth(0).get_by_role("button", name="Undo").click()
        expect(host.toast).to_contain_text(f"{name} ready · undone")
        host.press_toast("Redo")
        expect(host.page.locator("#toast-text")).to_have_text(f"{name} ready")
        host.page.keyboard.press("Escape")
        expect(host.toast).to_be_visible()
        host.expect_names(ready=[name])
        assert host.toast.evaluate(on_top)
        host.step(name)
        host.expect_names(ready=[])


def test_without_scripts_the_page_says_what_works_without(hub, open_host):
    ticket = hub.mutate("waitlist.add", name="Edsger", size=2)["result"]["ticket"]
    page = open_host(java_script_enabled=False).page
    needs = page.locator("noscript p", has_text="This page needs scripts")
    expect(needs).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="/display")).to_be_visible()
    text = page.locator("body").inner_text()
    for lie in ("No one", "Waiting", "Ready", "Connecting", "Undo", "Add"):
        assert lie not in text
    for link in (hub.link("engineer"), f"{hub.address}/t/{ticket}"):
        page.goto(link)
        expect(needs).to_be_in_viewport(ratio=1)
        expect(page.locator("body")).not_to_contain_text("Connecting", use_inner_text=True)


def test_nothing_is_said_of_the_lists_before_the_page_knows(hub, new_page):
    page = new_page()
    # The scripts are held up on the way, and then the page knows nothing by itself.
    held = []
    page.route("**/boards/waitlist/host/host.js", lambda route: held.append(route))
    with page.expect_request("**/boards/waitlist/host/host.js"):
        page.goto(hub.link("host"), wait_until="commit")
    expect(page.get_by_label("Name", exact=True)).to_be_visible()
    expect(page.get_by_text("No one")).to_have_count(2)
    for text in page.get_by_text("No one").all():
        expect(text).to_be_hidden()
    expect(page.locator("#waiting-count")).to_be_empty()
    held[0].continue_()
    expect(page.get_by_text("No one is waiting")).to_be_visible()
    expect(page.locator("#waiting-count")).to_have_text("0")


def test_a_tap_beside_the_buttons_does_nothing(hub, open_host):
    host = open_host()
    hub.add("Ada", 4)
    host.row("Ada").locator(".when").click()
    host.row("Ada").locator(".name").click(delay=100)
    host.add("Grace", 2)
    host.expect_names(waiting=["Ada", "Grace"])
    host.expect_settled()
    assert [event["type"] for event in hub.events()] == ["tablecast.waitlist.added"] * 2


def test_a_double_tap_does_one_step(hub, open_stopped_host):
    hub.add("Ada", 4)
    hub.add("Grace", 2)
    host = open_stopped_host()
    host.row("Ada").locator(".step").dblclick()
    host.page.clock.resume()
    host.expect_names(waiting=["Grace"], ready=["Ada"])
    host.expect_settled()
    assert [event["type"] for event in hub.events()].count("tablecast.waitlist.readied") == 1


def test_what_others_do_does_not_move_what_is_under_the_finger(hub, open_host):
    host = open_host()
    ada, grace = hub.add("Ada", 4), hub.add("Grace", 2)
    button = host.row("Grace").locator(".step")
    button.wait_for()
    expect_at_rest(host)
    before = button.bounding_box()
    button.hover()
    host.page.mouse.down()
    settled(host.page, hub.mutate("waitlist.ready", party=ada)["rev"])
    # The page has heard of it: the row that goes on is not to be pressed any more.
    expect(host.row("Ada")).to_have_class(re.compile("is-settling"))
    assert button.bounding_box() == before
    host.page.mouse.up()
    host.expect_names(waiting=[], ready=["Ada", "Grace"])
    host.expect_settled()
    assert hub.parties() == [("Ada", "ready"), ("Grace", "ready")]
    assert grace in hub.view("waitlist/host")["doc"]["parties"]


def test_everything_behind_more(hub, open_host):
    host = open_host()
    for name in ("Ada", "Grace", "Edsger"):
        hub.add(name, 2)
    host.more("Grace")
    host.row("Grace").get_by_role("button", name="Move up").click()
    host.expect_names(waiting=["Grace", "Ada", "Edsger"])
    host.expect_settled()
    host.row("Grace").get_by_role("button", name="Move down").click()
    host.expect_names(waiting=["Ada", "Grace", "Edsger"])
    details = host.row("Grace").locator(".details")
    details.get_by_label("Name").fill("Grace Hopper")
    details.get_by_label("Party size").fill("6")
    details.get_by_label("Phone").fill("201 555")
    details.get_by_label("Notes").fill("By the window")
    details.get_by_label("Tags").fill("high chair, terrace")
    details.get_by_role("button", name="Save").click()
    expect(details).to_contain_text(
        "Phone must be a number with its country code, such as +1 201 555 0123"
    )
    details.get_by_label("Phone").fill("+1 (201) 555-0123")
    details.get_by_role("button", name="Save").click()
    row = host.row("Grace Hopper")
    expect(row.locator(".extras")).to_have_text("high chair · terrace · By the window")
    expect(row.locator(".badge")).to_contain_text("6")
    host.expect_settled()
    rows = hub.view("waitlist/host")["doc"]["parties"].values()
    grace = next(each for each in rows if each["name"] == "Grace Hopper")
    assert grace["phone"] == "+12015550123"
    assert grace["tags"] == ["high chair", "terrace"]

    host.step("Grace Hopper")
    host.expect_names(ready=["Grace Hopper"])
    expect(row.locator(".details")).to_be_hidden()
    host.more("Grace Hopper")
    row.get_by_role("button", name="Back to waiting").click()
    host.expect_names(waiting=["Ada", "Grace Hopper", "Edsger"], ready=[])
    expect(row.locator(".details")).to_be_hidden()
    expect(row.get_by_role("button", name="More")).to_be_focused()
    host.more("Grace Hopper")
    host.end("Grace Hopper", "No-show", "No-show: Grace Hopper")
    host.expect_names(waiting=["Ada", "Edsger"])
    host.more("Ada")
    host.end("Ada", "Cancel party", "Cancel Ada")
    host.expect_names(waiting=["Edsger"])
    host.page.locator("#gone-part summary").click()
    gone = host.page.locator("#gone")
    expect(gone).to_contain_text("No-show")
    expect(gone).to_contain_text("Cancelled")
    host.step("Grace Hopper")
    host.expect_names(waiting=["Grace Hopper", "Edsger"])


def test_call_next_calls_the_first_that_fits(hub, open_host):
    host = open_host()
    for name, size in (("Ada", 6), ("Grace", 2), ("Edsger", 4)):
        hub.add(name, size)
    host.expect_names(waiting=["Ada", "Grace", "Edsger"])
    host.page.get_by_label("Call next for a table of").select_option("4")
    button = host.page.get_by_role("button", name="Call next")
    expect(button).to_have_accessible_name("Call next: Grace, 2")
    expect(button).to_have_text("Call next: Grace, 2")
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
    host.page.get_by_role("button", name="Call next").click()
    expect(host.toast).to_contain_text("No. 1, Ada Lovelace called")
    host.expect_names(waiting=["Grace Hopper"], ready=["Ada Lovelace"])
    expect(host.ready.locator(".number")).to_have_text("No. 1")
    display.expect_labels(waiting=["No. 2"], ready=["No. 1"])
    host.expect_settled()
    hub.mutate("house.configure", labels="full")
    expect(host.ready.locator(".number")).to_be_hidden()


@pytest.mark.smoke
def test_a_service_by_keyboard_alone(hub, open_stopped_host):
    host = open_stopped_host()
    host.page.clock.resume()
    keyboard = host.page.keyboard
    keyboard.type("Ada Lovelace")
    for _ in range(9):
        keyboard.press("Tab")
    expect(host.size).to_be_focused()
    keyboard.type("4")
    keyboard.press("Enter")
    expect(host.name).to_be_focused()
    host.expect_names(waiting=["Ada Lovelace"])
    host.expect_settled()
    step = host.row("Ada Lovelace").locator(".step")
    for _ in range(30):
        keyboard.press("Tab")
        if step.evaluate("element => element === document.activeElement"):
            break
    expect(step).to_be_focused()
    outline = step.evaluate("element => getComputedStyle(element).outlineWidth")
    assert outline == "3px"
    # Twice in a row is once: nobody means ready and seated at the same time.
    stop(host.page)
    keyboard.press("Enter")
    keyboard.press("Enter")
    host.page.clock.resume()
    host.expect_names(waiting=[], ready=["Ada Lovelace"])
    expect(step).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(host.row("Ada Lovelace").locator(".details")).to_be_visible()
    back = host.row("Ada Lovelace").get_by_role("button", name="Back to waiting")
    for _ in range(4):
        keyboard.press("Tab")
    expect(back).to_be_focused()
    keyboard.press("Enter")
    host.expect_names(waiting=["Ada Lovelace"], ready=[])


def test_the_live_region_is_empty_at_load_and_then_sums_up(hub, new_page):
    hub.add("Ada", 4)
    host = HostPage(new_page())
    open_unhurried(host.page, hub.link("host"))
    host.expect_names(waiting=["Ada"])
    expect(host.page.get_by_role("status")).to_have_count(1)
    expect(host.page.get_by_role("status")).to_be_empty()
    hub.add("Grace", 4)
    expect(host.page.get_by_role("status")).to_have_text("0 ready, 2 waiting.")


def test_times_are_the_venues_not_the_tablets(hub, open_host, open_display):
    zone = zone_by_day(hub).key
    hub.mutate("house.configure", timeZone=zone)
    hub.add("Ada", 4)
    host, display = open_host(), open_display()
    display.expect_labels(waiting=["Ada"])
    arrived = hub.view("waitlist/host")["doc"]["parties"]
    instant = next(iter(arrived.values()))["arrivedAt"]
    at_the_venue = host.page.evaluate(
        """([instant, timeZone]) => new Intl.DateTimeFormat("en-GB", {
            hour: "2-digit", minute: "2-digit", timeZone,
        }).format(new Date(instant))""",
        [instant, zone],
    )
    expect(host.row("Ada").locator(".when")).to_have_text(f"{at_the_venue} · just now")
    expect(display.page.locator("#waiting time")).to_have_text(at_the_venue)


def test_a_narrow_page_at_twice_the_size_does_not_scroll_sideways(hub, open_host):
    hub.add("Bartholomew Featherstonehaugh-Wolfeschlegelstein", 12, tags=["high chair"])
    hub.mutate("house.configure", selfCheckIn="confirm")
    hub.join("Hubert Blaine Wolfeschlegelsteinhausenbergerdorff")
    host = open_host()
    host.more("Bartholomew Featherstonehaugh-Wolfeschlegelstein")
    expect_at_rest(host)
    # 200 % zoom of 1024 × 768 leaves a page half as wide.
    for width, _ in at_each_size(host.page, [(512, 600), (390, 600), (320, 600)]):
        assert host.page.evaluate("document.documentElement.scrollWidth") <= width


def test_touch_targets_are_large_enough(hub, open_host):
    hub.add("Ada", 4)
    hub.mutate("house.configure", selfCheckIn="confirm")
    hub.join("Grace")
    host = open_host(viewport={"width": 390, "height": 844}, has_touch=True)
    host.more("Ada")
    expect_at_rest(host)
    for opener in (None, "Recent", "Notice"):
        if opener == "Notice":
            host.open_tool(opener)
        elif opener:
            host.page.get_by_role("button", name=opener).click()
        small = host.page.locator(
            "button:visible, input:visible, select:visible, textarea:visible, summary:visible"
        ).evaluate_all(
            """elements => elements
                .filter(each => each.offsetHeight < 48 || each.offsetWidth < 44)
                .map(each => each.outerHTML)"""
        )
        assert small == []
        host.page.keyboard.press("Escape")


def test_escape_closes_what_is_behind_more(hub, open_host):
    hub.add("Ada", 4)
    host = open_host()
    host.more("Ada")
    details = host.row("Ada").locator(".details")
    details.get_by_label("Notes").fill("By the window")
    host.page.keyboard.press("Escape")
    expect(details).to_be_hidden()
    more = host.row("Ada").get_by_role("button", name="More")
    expect(more).to_be_focused()
    expect(more).to_have_attribute("aria-expanded", "false")
    # It works from the button too, and what was not saved is still there.
    host.page.keyboard.press("Enter")
    expect(details.get_by_label("Notes")).to_have_value("By the window")
    host.page.keyboard.press("Escape")
    expect(details).to_be_hidden()
    expect(more).to_be_focused()


def test_what_is_being_typed_behind_more_is_not_taken_away(hub, open_host):
    ada = hub.add("Ada", 4)
    host = open_host()
    host.more("Ada")
    details = host.row("Ada").locator(".details")
    details.get_by_label("Notes").fill("By the window")
    # Another host goes on meanwhile.
    hub.mutate("waitlist.ready", party=ada)
    host.expect_names(waiting=[], ready=["Ada"])
    expect(details.get_by_label("Notes")).to_have_value("By the window")
    details.get_by_role("button", name="Save").click()
    expect(host.row("Ada").locator(".extras")).to_have_text("By the window")
    # With nothing to lose it closes.
    hub.mutate("waitlist.unready", party=ada)
    host.expect_names(waiting=["Ada"], ready=[])
    expect(details).to_be_hidden()


SIZES = [(1920, 1080), (1024, 768), (768, 1024), (390, 844), (390, 450)]


def test_the_keyboard_never_leads_under_what_stays_in_place(hub, open_host):
    parties = [hub.add(f"Party {number}", 2) for number in range(30)]
    for party in parties[:3]:
        hub.mutate("waitlist.ready", party=party)
    host = open_host()
    host.row("Party 29").wait_for()
    keep_toasts(host.page)
    host.step("Party 0")
    expect(host.toast).to_be_visible()
    # Everything has come to rest.
    host.expect_names(ready=["Party 1", "Party 2"])
    expect_at_rest(host)
    # A problem makes the form higher.
    host.page.get_by_role("button", name="Add", exact=True).click()
    # The toast makes way in the frame that follows.
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


def test_the_toast_is_over_all_that_stays_in_place(hub, open_host):
    host = open_host(viewport={"width": 1024, "height": 420})
    order = host.page.evaluate(
        """() => ["#toast", ".top", ".add"].map(
            each => Number(getComputedStyle(document.querySelector(each)).zIndex) || 0)"""
    )
    assert order[0] > max(order[1:])


def test_who_joins_is_seen_at_once_and_confirmed_with_one_tap(hub, open_host, open_display):
    hub.mutate("house.configure", selfCheckIn="confirm")
    for number in range(20):
        hub.add(f"Party {number}")
    hub.mutate("waitlist.call_next")
    host, display = open_host(), open_display()
    host.expect_live()
    part = host.page.get_by_role("region", name="To confirm")
    expect(part).to_be_hidden()
    listen(host.page)
    hub.join("Ada", 4)
    row = part.locator(".row", has_text="Ada")
    expect(row).to_be_in_viewport()
    expect(part).to_contain_text("joined by themselves")
    expect(host.page.locator("#pending-count")).to_have_text("1")
    expect_heard(host.page, "Ada would like to join.")
    expect(host.page.locator("#waiting-count")).to_have_text("19")
    row.get_by_role("button", name="Confirm: Ada").click()
    expect(part).to_be_hidden()
    expect(host.waiting.locator(".name").last).to_have_text("Ada")
    expect(host.toast).to_contain_text("Ada confirmed")
    expect(display.waiting.get_by_text("Ada")).to_have_count(1)
    assert ("Ada", "waiting") in hub.parties()
    host.press_toast("Undo")
    expect(row).to_be_visible()
    expect(display.waiting.get_by_text("Ada")).to_have_count(0)
    assert ("Ada", "pending") in hub.parties()


def test_who_joins_is_in_sight_from_anywhere_and_moves_nothing(hub, open_host):
    hub.mutate("house.configure", selfCheckIn="confirm")
    for number in range(40):
        hub.add(f"Party {number}")
    host = open_host()
    places = """() => [...document.querySelectorAll("#lists .row, #top button, #add *")]
        .map((each) => { const { x, y } = each.getBoundingClientRect(); return [x, y]; })"""
    host.expect_live()
    newcomers = host.page.locator("#pending .row")
    for width, height in at_each_size(host.page, [*SIZES, (320, 640)]):
        take_toast_away(host.page)
        host.row("Party 30").evaluate("row => row.scrollIntoView({ block: 'center' })")
        expect_at_rest(host)
        before = host.page.evaluate(places)
        joined = []
        tops = []
        for number in range(4):
            joined.append(hub.join(f"Ada {number} at {width} × {height}")["result"]["party"])
            expect(newcomers).to_have_count(number + 1)
            tops.append(newcomers.first.bounding_box()["y"])
        assert len(set(tops)) == 1
        assert host.page.evaluate(places) == before
        assert host.page.evaluate("document.documentElement.scrollWidth") <= width
        step = newcomers.first.locator(".step")
        expect(step).to_be_in_viewport(ratio=1)
        step.click()
        expect(newcomers).to_have_count(3)
        # The toast, and the end of the page, are clear of those who wait.
        expect(host.toast).to_contain_text(f"Ada 0 at {width} × {height} confirmed")
        dock = host.page.locator("#pending-part").bounding_box()
        toast = host.toast.bounding_box()
        assert toast["y"] + toast["height"] <= dock["y"]
        host.page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
        end = host.page.locator("#gone-part").bounding_box()
        assert end["y"] + end["height"] <= dock["y"]
        for party in joined[1:]:
            hub.mutate("waitlist.cancel", party=party)
        expect(newcomers).to_have_count(0)


def test_everything_about_a_newcomer_can_be_reached_in_the_dock(hub, open_host):
    hub.mutate("house.configure", selfCheckIn="confirm")
    for name in ("Ada", "Grace", "Edsger"):
        hub.join(name)
    host = open_host()
    for _ in at_each_size(host.page, [(1024, 768), (390, 450)]):
        host.page.reload()
        host.more("Edsger")
        details = host.row("Edsger").locator(".details")
        note = details.get_by_label("Notes")
        note.fill("By the window")
        expect(note).to_be_in_viewport(ratio=1)
        end = details.get_by_role("button", name="Cancel party")
        end.scroll_into_view_if_needed()
        expect(end).to_be_in_viewport(ratio=1)
        # What is typed would open it again.
        note.fill("")
        host.page.keyboard.press("Escape")
        expect(details).to_be_hidden()


def test_all_who_wait_to_be_confirmed_can_be_cancelled_at_once(hub, open_host):
    hub.mutate("house.configure", selfCheckIn="confirm")
    hub.add("Grace", 2)
    hub.join("Junk 0")
    host = open_host(viewport={"width": 390, "height": 844})
    host.expect_live()
    opener = host.page.get_by_role("button", name="Cancel all…")
    # One is cancelled by its own button.
    expect(host.page.locator("#pending .row")).to_have_count(1)
    expect(opener).to_be_hidden()
    for number in range(1, 30):
        hub.join(f"Junk {number}")
    expect(host.page.locator("#pending .row")).to_have_count(30)
    opener.focus()
    host.page.keyboard.press("Enter")
    dialog = host.page.get_by_role("dialog", name="Cancel all 30 who wait to be confirmed?")
    expect(dialog).to_be_in_viewport(ratio=1)
    assert host.page.evaluate("document.documentElement.scrollWidth") <= 390
    # Who comes now, and who is confirmed by another host meanwhile, is not meant.
    hub.join("Ada")
    junk = hub.view("waitlist/host")["doc"]["parties"]
    confirmed = next(key for key, row in junk.items() if row["name"] == "Junk 7")
    hub.mutate("waitlist.confirm", party=confirmed)
    expect(host.page.locator("#waiting-count")).to_have_text("2")
    dialog.get_by_role("button", name="Cancel all 30").click()
    expect(dialog).to_be_hidden()
    expect(host.page.locator("#pending .name")).to_have_text(["Ada"])
    host.expect_settled()
    host.expect_names(waiting=["Grace", "Junk 7"])
    hub.expect_parties(("Grace", "waiting"), ("Junk 7", "waiting"), ("Ada", "pending"))
    gone = host.page.locator("#gone .row", has_text="Junk 29")
    host.page.locator("#gone-part summary").click()
    gone.get_by_role("button", name="Restore").click()
    expect(host.page.locator("#pending .name")).to_have_text(["Junk 29", "Ada"])


def test_by_the_keyboard_one_is_confirmed_after_the_other(hub, open_host):
    hub.mutate("house.configure", selfCheckIn="confirm")
    for name in ("Ada", "Grace", "Edsger"):
        hub.join(name)
    host = open_host()
    host.expect_live()
    expect(host.page.locator("#pending .row")).to_have_count(3)
    host.page.get_by_role("button", name="Confirm: Ada").focus()
    for confirmed, following in (("Ada", "Grace"), ("Grace", "Edsger")):
        expect(host.page.get_by_role("button", name=f"Confirm: {confirmed}")).to_be_focused()
        host.page.keyboard.press("Enter")
        expect(host.waiting.get_by_text(confirmed)).to_be_visible()
        expect(host.page.get_by_role("button", name=f"Confirm: {following}")).to_be_focused()
    host.page.keyboard.press("Enter")
    expect(host.name).to_be_focused()
    host.expect_names(waiting=["Ada", "Grace", "Edsger"], ready=[])


def test_several_who_join_are_said_and_stand_in_their_order(hub, new_page):
    hub.mutate("house.configure", selfCheckIn="confirm")
    hub.join("Grace")
    host = HostPage(new_page())
    open_unhurried(host.page, hub.link("host"))
    names = host.page.locator("#pending .name")
    expect(names).to_have_text(["Grace"])
    # Who was there already is no news.
    expect(host.page.locator("#announcer")).to_be_empty()
    listen(host.page)
    for name in ("Ada", "Edsger", "Barbara"):
        hub.join(name)
    expect(names).to_have_text(["Grace", "Ada", "Edsger", "Barbara"])
    expect_heard(host.page, "Barbara would like to join.")
    expect_heard(host.page, "4 to confirm, 0 ready, 0 waiting.")
    expect(host.page.locator("#pending-count")).to_have_text("4")
    # One after the other, as fast as a host taps: nothing moves under the finger.
    for name in ("Grace", "Ada", "Edsger"):
        host.row(name).get_by_role("button", name=f"Confirm: {name}").click()
    host.expect_names(waiting=["Grace", "Ada", "Edsger"])
    expect(names).to_have_text(["Barbara"])
    host.more("Barbara")
    host.end("Barbara", "Cancel party", "Cancel Barbara")
    expect(host.page.get_by_role("region", name="To confirm")).to_be_hidden()
    hub.expect_parties(("Grace", "waiting"), ("Ada", "waiting"), ("Edsger", "waiting"))


def test_the_host_shows_the_code_to_a_guest(hub, open_host):
    host = open_host()
    page = host.page
    host.expect_live()
    for width, _ in at_each_size(page, [(1024, 768), (390, 844)]):
        button = page.locator("#open-code")
        if width < 700:
            page.get_by_role("button", name="Menu").click()
        expect(button).to_be_hidden()
        hub.mutate("house.configure", selfCheckIn="direct")
        expect(button).to_be_visible()
        button.click()
        code = page.get_by_role("dialog").get_by_role("img")
        expect(code).to_have_accessible_name("QR code by which a guest joins the list")
        expect(code).to_be_in_viewport(ratio=1)
        code.evaluate("image => image.decode()")
        qr.expect_code(page, hub.join_address())
        # A link that is made meanwhile is the one that is shown.
        hub.mutate("house.renew_join_link")
        link = hub.view("house/settings")["doc"]["venue"]["joinLink"]
        expect(code).to_have_attribute("src", re.compile(f"link={link}$"))
        code.evaluate("image => image.decode()")
        qr.expect_code(page, hub.join_address())
        hub.mutate("house.configure", selfCheckIn="off")
        expect(page.get_by_role("dialog")).to_be_hidden()
        expect(button).to_be_hidden()
