"""Taps at the wrong moment: what is under the finger is what was there a moment ago."""

import pytest
from playwright.sync_api import expect

from pages import HostPage, at_each_size, expect_at_rest, wait_until
from test_toast import take_toast_away

SIZES = [(1280, 800), (390, 844)]

# What a page hears of views waits while `window.isHolding`.
HOLD = """() => {
    const property = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
    const held = [];
    window.release = () => {
        window.isHolding = false;
        held.splice(0).forEach((hear) => hear());
    };
    Object.defineProperty(WebSocket.prototype, "onmessage", {
        ...property,
        set(handle) {
            property.set.call(this, (event) => {
                if (window.isHolding && JSON.parse(event.data).type === "diff") {
                    held.push(() => handle(event));
                } else {
                    handle(event);
                }
            });
        },
    });
}"""


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def places(host, name):
    """Where each control of an opened row is."""
    return host.row(name).evaluate(
        """row => Object.fromEntries(
            [...row.querySelectorAll("button, input, textarea")].map((each, index) => {
                const box = each.getBoundingClientRect();
                const shape = [box.x, box.y, box.width, box.height].map(Math.round);
                return [each.ariaLabel ?? each.id ?? index, shape];
            }))"""
    )


@pytest.mark.parametrize("count", [3, 14])
def test_moving_up_twice_at_the_same_place_moves_up_twice(hub, open_host, count):
    names = [f"Party {number}" for number in range(count)]
    for name in names:
        hub.add(name, 2)
    host = open_host()
    host.expect_names(waiting=names)
    last = names[-1]
    up = host.row(last).get_by_role("button", name="Move up")
    for _ in at_each_size(host.page, SIZES):
        take_toast_away(host.page)
        host.more(last)
        up.scroll_into_view_if_needed()
        expect_at_rest(host)
        before = places(host, last)
        x, y = middle(up)
        for place in (count - 2, count - 3):
            host.page.mouse.click(x, y)
            expect(host.waiting.locator(".name").nth(place)).to_have_text(last)
            expect_at_rest(host)
            assert places(host, last) == before
        # And down again, where the page may have no more to scroll.
        x, y = middle(host.row(last).get_by_role("button", name="Move down"))
        for place in (count - 2, count - 1):
            host.page.mouse.click(x, y)
            expect(host.waiting.locator(".name").nth(place)).to_have_text(last)
            expect_at_rest(host)
            assert places(host, last) == before
        host.expect_names(waiting=names)
        host.page.keyboard.press("Escape")
        expect(host.page.locator(".details:visible")).to_have_count(0)
    host.expect_settled()
    kinds = [event["type"].split(".")[-1] for event in hub.events()]
    assert kinds == ["added"] * count + ["moved"] * 4 * len(SIZES)


def test_what_ends_a_visit_stands_apart_and_asks_once(hub, open_host):
    hub.add("Bartholomew Featherstonehaugh-Wolfeschlegelstein", 2)
    hub.add("Rossi", 4)
    host = open_host()
    row = host.row("Rossi")
    ends = row.locator(".detail-ends")
    cancel = ends.get_by_role("button", name="Cancel party", exact=True)
    answer = ends.get_by_role("button", name="Cancel Rossi", exact=True)
    for _ in at_each_size(host.page, SIZES):
        take_toast_away(host.page)
        host.more("Rossi")
        seen = len(hub.events())
        assert row.evaluate(
            """row => {
                const save = row.querySelector(".detail-form .action").getBoundingClientRect();
                const ends = row.querySelector(".detail-ends button").getBoundingClientRect();
                return ends.top - save.bottom >= 24;
            }"""
        )
        cancel.scroll_into_view_if_needed()
        expect_at_rest(host)
        before = places(host, "Rossi")
        expect(answer).to_have_count(0)
        x, y = middle(cancel)
        host.page.mouse.click(x, y)
        expect(answer).to_be_visible()
        assert answer.evaluate("(button, [x, y]) => document.elementFromPoint(x, y) !== button", [x, y])
        assert places(host, "Rossi") == before
        # A later tap at the same place takes the question back.
        expect_at_rest(host)
        host.page.mouse.click(x, y)
        expect(answer).to_have_count(0)
        ends.get_by_role("button", name="No-show", exact=True).click()
        expect(answer).to_have_count(0)
        expect(ends.get_by_role("button", name="No-show: Rossi", exact=True)).to_be_visible()
        ends.get_by_role("button", name="Cancel party", exact=True).click()
        expect(ends.get_by_role("button", name="No-show: Rossi", exact=True)).to_have_count(0)
        assert len(hub.events()) == seen
        ends.get_by_role("button", name="Cancel Rossi", exact=True).click()
        expect(host.toast).to_contain_text("Rossi cancelled")
        expect(host.waiting.locator(".name")).to_have_count(1)
        host.press_toast("Undo")
        expect(host.waiting.locator(".name")).to_have_count(2)
        host.expect_settled()


def test_each_control_keeps_its_place_whatever_becomes_of_the_party(hub, open_host):
    ada = hub.add("Ada", 4)
    host = open_host()
    host.more("Ada")
    # Something unsaved keeps the panel open.
    host.row("Ada").get_by_label("Notes").fill("By the window")
    steps = host.row("Ada").locator(".detail-buttons button, .detail-ends button")
    offsets = """buttons => buttons.map((button) => {
        const row = button.closest(".row").getBoundingClientRect();
        const box = button.getBoundingClientRect();
        // A called party's edge is 5 pixels wider.
        const column = Math.round((box.left - row.left) / row.width * 20);
        return [button.textContent, column, Math.round(box.top - row.top), Math.round(box.height)];
    })"""
    before = steps.evaluate_all(offsets)
    assert len(before) == 8
    hub.mutate("waitlist.ready", party=ada)
    host.expect_names(waiting=[], ready=["Ada"])
    seat = host.row("Ada").get_by_role("button", name="Seat now")
    expect(seat).to_have_attribute("aria-disabled", "true")
    assert steps.evaluate_all(offsets) == before
    seat.click(force=True)
    back = host.row("Ada").get_by_role("button", name="Back to waiting")
    back.click()
    host.expect_names(waiting=["Ada"], ready=[])
    host.expect_settled()
    assert hub.parties() == [("Ada", "waiting")]


def test_a_toast_that_comes_under_the_finger_takes_back_nothing_by_a_second_tap(
    hub, open_stopped_host
):
    for number in range(30):
        hub.add(f"Party {number}", 2)
    host = open_stopped_host()
    expect(host.waiting.locator(".step")).to_have_count(30)
    for width, height in SIZES:
        host.page.set_viewport_size({"width": width, "height": height})
        # All that the new size brings about is over.
        host.page.clock.run_for(1000)
        host.expect_names(ready=[])
        # The lowest button that can be seen whole.
        x, y = host.waiting.evaluate(
            """list => [...list.querySelectorAll(".step")]
                .map((each) => each.getBoundingClientRect())
                .filter((box) => box.bottom < innerHeight)
                .map((box) => [box.x + box.width / 2, box.y + box.height / 2]).at(-1)"""
        )
        host.page.mouse.dblclick(x, y)
        expect(host.toast).to_be_visible()
        host.page.clock.resume()
        host.expect_settled()
        [called] = [
            party for party, row in hub.view("waitlist/host")["doc"]["parties"].items()
            if row["status"] == "ready"
        ]
        hub.mutate("waitlist.seat", party=called)
        host.expect_names(ready=[])
        expect_at_rest(host)
        take_toast_away(host.page)
        stop(host.page)


def stop(page):
    """Lets the clock of a page stand still."""
    # Ahead of it, in seconds, so that it is not there before the page is told.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 8)


@pytest.fixture
def open_stopped_host(hub, new_page):
    """A host whose clock stands still until the test lets it go on."""

    def open_page(**options):
        page = new_page(**options)
        page.clock.install()
        page.goto(hub.link("host"))
        host = HostPage(page)
        host.expect_live()
        expect_at_rest(host)
        # Two frames and more: everything of the load has been drawn.
        stop(page)
        return host

    return open_page


def run_until(page, locator, within_ms=60_000):
    """Lets the page's clock go on until something is there."""
    for _ in range(within_ms // 20):
        page.clock.run_for(20)
        if locator.count() > 0:
            return
        page.evaluate("() => undefined")
    raise AssertionError(f"{locator} never came")


def run_until_parties(hub, page, parties):
    """Lets the page's clock go on until the hub has these."""
    for _ in range(3000):
        if hub.parties() == parties:
            return
        page.clock.run_for(20)
    assert hub.parties() == parties


def test_a_row_that_has_just_moved_takes_no_tap(hub, open_stopped_host):
    ada = hub.add("Ada", 4)
    hub.add("Grace", 2)
    host = open_stopped_host()
    page = host.page
    page.clock.run_for(1000)
    host.expect_names(waiting=["Ada", "Grace"])
    x, y = middle(host.row("Ada").locator(".step"))
    hub.mutate("waitlist.seat", party=ada)
    grace = page.locator("#waiting .row:first-child:has(.has-moved)", has_text="Grace")
    run_until(page, grace)
    page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished))")
    page.mouse.click(x, y)
    # It can be seen and heard that the tap was not taken.
    expect(page.locator(".row.has-refused")).to_have_count(1)
    run_until(page, page.get_by_role("status").filter(has_text="The list has just moved"))
    run_until(page, page.locator("body:not(:has(.has-moved))"))
    assert hub.parties() == [("Grace", "waiting")]
    page.mouse.click(x, y)
    run_until(page, page.locator("#ready .row"))
    assert [name for name, _ in hub.parties()] == ["Grace"]


def test_a_double_tap_asks_and_neither_answers_nor_takes_it_back(hub, open_stopped_host):
    hub.add("Grace", 4)
    hub.add("Ada", 4)
    host = open_stopped_host()
    page = host.page
    page.clock.run_for(1000)
    for name, opener, answer, left in (
        ("Ada", "Cancel party", "Cancel Ada", [("Grace", "waiting")]),
        ("Grace", "No-show", "No-show: Grace", []),
    ):
        before = hub.parties()
        host.more(name)
        ends = host.row(name).locator(".detail-ends")
        question = ends.get_by_role("button", name=opener, exact=True)
        question.scroll_into_view_if_needed()
        x, y = middle(question)
        answered = ends.get_by_role("button", name=answer, exact=True)
        page.mouse.click(x, y)
        page.clock.run_for(100)
        page.mouse.click(x, y)
        expect(answered).to_be_visible()
        page.clock.run_for(300)
        page.mouse.click(*middle(answered))
        page.clock.run_for(1000)
        expect(answered).to_be_visible()
        assert hub.parties() == before
        page.mouse.click(x, y)
        expect(answered).to_have_count(0)
        page.clock.run_for(100)
        page.mouse.click(x, y)
        expect(answered).to_have_count(0)
        page.clock.run_for(1200)
        page.mouse.click(x, y)
        page.clock.run_for(1200)
        page.mouse.click(*middle(answered))
        # The page shows it before the hub has heard of it.
        run_until(page, page.locator("#toast:not([hidden])"))
        run_until_parties(hub, page, left)
        page.clock.run_for(11_000)
        expect(host.toast).to_be_hidden()


def test_a_long_name_is_whole_in_call_next_and_leaves_no_gap(hub, open_host):
    hub.add("Bartholomew Featherstonehaugh-Wolfeschlegelstein", 12)
    ada = hub.add("Ada", 2)
    host = open_host()
    host.expect_names(waiting=["Bartholomew Featherstonehaugh-Wolfeschlegelstein", "Ada"])
    expect_at_rest(host)
    button = host.page.locator("#call-next")
    shape = """button => {
        const box = (node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            return [...range.getClientRects()];
        };
        const [, name, size] = [...button.childNodes].map(box);
        const outer = button.getBoundingClientRect();
        const gap = Math.round(size[0].left - name.at(-1).right);
        const isInside = [...name, ...size].every((each) =>
            each.left >= outer.left && each.right <= outer.right
            && each.top >= outer.top && each.bottom <= outer.bottom);
        return { isInside, gap, height: outer.height };
    }"""
    for width, _ in at_each_size(host.page, SIZES):
        long = button.evaluate(shape)
        assert (long["isInside"], long["gap"]) == (True, 0)
        if width > 1000:
            assert long["height"] == 48
    hub.mutate("waitlist.move", party=ada, before="p_1")
    expect(button).to_have_text("Call next: Ada, 2")
    for _ in at_each_size(host.page, SIZES):
        assert button.evaluate(shape) == {"isInside": True, "gap": 0, "height": 48}


def test_a_held_finger_calls_nobody(hub, open_stopped_host):
    hub.add("Ada", 4)
    host = open_stopped_host()
    host.page.clock.run_for(1000)
    host.page.mouse.move(*middle(host.row("Ada").locator(".name")))
    host.page.mouse.down()
    host.page.clock.run_for(2000)
    host.page.mouse.up()
    host.page.clock.run_for(2000)
    host.expect_names(waiting=["Ada"], ready=[])
    expect(host.toast).to_be_hidden()
    assert hub.parties() == [("Ada", "waiting")]


def test_two_hosts_who_call_next_at_the_same_moment_call_one_party(hub, open_host, new_page):
    hub.add("Ada Lovelace", 4)
    hub.add("Bo Chen", 2)
    page = new_page()
    page.add_init_script(f"({HOLD})()")
    page.goto(hub.link("host"))
    late, quick = HostPage(page), open_host()
    late.expect_live()
    late.expect_names(waiting=["Ada Lovelace", "Bo Chen"])
    page.evaluate("() => { window.isHolding = true; }")
    quick.page.get_by_role("button", name="Call next: Ada Lovelace, 4").click()
    quick.expect_names(waiting=["Bo Chen"], ready=["Ada Lovelace"])
    quick.expect_settled()
    page.get_by_role("button", name="Call next: Ada Lovelace, 4").click()
    sentence = "Ada Lovelace was called just now. Next is Bo Chen, 2."
    expect(late.page.locator("#toast-text")).to_have_text(sentence)
    expect(page.get_by_role("status")).to_contain_text(sentence)
    page.evaluate("() => release()")
    late.expect_names(waiting=["Bo Chen"], ready=["Ada Lovelace"])
    expect(page.locator("#call-next")).to_have_text("Call next: Bo Chen, 2")
    assert hub.parties() == [("Ada Lovelace", "ready"), ("Bo Chen", "waiting")]


# Says what has become of the page two frames from now.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

def test_a_tap_for_which_the_toast_makes_way_counts(hub, open_host):
    hub.add("Ada", 4)
    for number in range(6):
        hub.add(f"Party {number}", 2)
    host = open_host(viewport={"width": 390, "height": 450})
    page = host.page
    host.expect_live()
    host.add("Grace", 2)
    expect(host.toast).to_contain_text("Grace added")
    host.expect_settled()
    expect_at_rest(host)
    step = host.row("Ada").locator(".step")
    # The button stands just above the toast, which makes way when the button gets the focus.
    step.evaluate(
        """button => {
            const toast = document.querySelector("#toast").getBoundingClientRect();
            scrollBy(0, button.getBoundingClientRect().bottom - toast.top + 2);
        }"""
    )
    before = host.toast.bounding_box()
    page.mouse.move(*middle(step))
    page.mouse.down()
    wait_until(
        page, "y => document.querySelector('#toast').getBoundingClientRect().y !== y", before["y"]
    )
    page.evaluate(FRAMES)
    page.mouse.up()
    host.expect_names(ready=["Ada"])
