"""Fingers on the host's page, at the wrong moment and for too long."""

import pytest
from playwright.sync_api import expect

from pages import HostPage, at_each_size, expect_at_rest, settled

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


def test_a_double_tap_asks_and_neither_answers_nor_takes_it_back(hub, open_stopped_host):
    hub.add("Grace", 4)
    host = open_stopped_host()
    page = host.page
    page.clock.run_for(1000)
    ends = host.more("Grace").locator("#party-ends")
    page.clock.run_for(1000)
    question = ends.get_by_role("button", name="Remove from list", exact=True)
    answer = ends.get_by_role("button", name="Remove Grace", exact=True)
    x, y = middle(question)
    page.mouse.click(x, y)
    page.clock.run_for(100)
    page.mouse.click(x, y)
    expect(answer).to_be_visible()
    # It is asked away from the finger.
    assert answer.evaluate("(button, [x, y]) => document.elementFromPoint(x, y) !== button", [x, y])
    page.clock.run_for(400)
    # A later tap takes the question back.
    page.mouse.click(x, y)
    expect(answer).to_have_count(0)
    page.clock.run_for(400)
    page.mouse.click(x, y)
    page.clock.run_for(400)
    page.mouse.click(*middle(answer))
    host.page.clock.resume()
    host.expect_names(waiting=[])
    hub.expect_parties()


def test_a_double_tap_on_undo_undoes_once(hub, open_stopped_host):
    hub.add("Ada", 2)
    host = open_stopped_host()
    page = host.page
    host.step("Ada")
    page.clock.run_for(1000)
    host.expect_settled()
    page.get_by_role("button", name="Recent").click()
    page.clock.run_for(1000)
    undo = page.locator("#recent-steps").get_by_role("button")
    page.mouse.dblclick(*middle(undo))
    page.clock.resume()
    expect(undo).to_have_text("Redo")
    page.keyboard.press("Escape")
    host.expect_names(waiting=["Ada"], ready=[])
    host.expect_settled()
    assert hub.parties() == [("Ada", "waiting")]


def test_a_double_tap_on_add_leaves_no_problem(open_stopped_host):
    host = open_stopped_host()
    host.name.fill("Ada")
    host.size.fill("2")
    host.page.get_by_role("button", name="Add", exact=True).dblclick()
    host.expect_names(waiting=["Ada"])
    expect(host.page.locator("#add [aria-invalid='true']")).to_have_count(0)
    expect(host.page.locator("#name-problem")).to_be_empty()


def test_a_double_tap_on_call_calls_one_party(hub, open_stopped_host):
    hub.add("Ada", 4)
    hub.add("Grace", 2)
    host = open_stopped_host()
    host.page.clock.run_for(1000)
    host.page.mouse.dblclick(*middle(host.page.locator("#call-next")))
    host.page.clock.resume()
    host.expect_names(waiting=["Grace"], ready=["Ada"])
    host.expect_settled()
    hub.expect_parties(("Ada", "ready"), ("Grace", "waiting"))


def test_a_long_name_ends_with_an_ellipsis_in_the_button_that_calls(hub, open_host):
    hub.add("Bartholomew Featherstonehaugh-Wolfeschlegelstein", 12)
    host = open_host()
    button = host.page.locator("#call-next")
    expect(button).to_have_accessible_name("Call Bartholomew Featherstonehaugh-Wolfeschlegelstein, 12")
    for _ in at_each_size(host.page, SIZES):
        settled(host.page)
        assert button.bounding_box()["height"] == 48


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
    quick.page.get_by_role("button", name="Call Ada Lovelace, 4").click()
    quick.expect_names(waiting=["Bo Chen"], ready=["Ada Lovelace"])
    quick.expect_settled()
    page.get_by_role("button", name="Call Ada Lovelace, 4").click()
    sentence = "Ada Lovelace was called just now. Next is Bo Chen, 2."
    expect(late.page.locator("#toast-text")).to_have_text(sentence)
    expect(page.get_by_role("status")).to_contain_text(sentence)
    page.evaluate("() => release()")
    late.expect_names(waiting=["Bo Chen"], ready=["Ada Lovelace"])
    expect(page.locator("#call-next")).to_have_text("Call Bo Chen, 2")
    assert hub.parties() == [("Ada Lovelace", "ready"), ("Bo Chen", "waiting")]
