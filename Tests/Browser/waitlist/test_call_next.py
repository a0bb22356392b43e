"""The button that calls the next party calls one, whoever presses it twice."""

import json

import pytest
from playwright.sync_api import expect

from blank import wait
from pagefiles import texts_of

BODY = f"""
<select id="size-max"><option value="">Any</option></select>
<button id="call-next"></button>
<script type="application/json" id="texts">{json.dumps(texts_of("host", "en"))}</script>
"""
# Whom it calls is kept in `called`.
SCRIPT = """async () => {
    const { CallNext } = await import("/boards/waitlist/host/callnext.js");
    const { TapGuard } = await import("/js/ui/guard.js");
    const rows = ["Ada", "Grace", "Edsger", "Tony"].map((name) => ({ name, size: 2 }));
    const guard = new TapGuard(() => {});
    window.called = [];
    const call = (row) => {
        called.push(row.name);
        next(false);
    };
    const button = new CallNext({ call, nameOf: ({ name }) => name, changed() {}, guard });
    window.next = (isByOthers) => guard.during(() => {
        rows.shift();
        button.render(rows, false);
    }, isByOthers);
    button.render(rows, false);
    guard.learn();
}"""


@pytest.fixture
def page(open_blank):
    return open_blank(SCRIPT, BODY, ".has-moved { pointer-events: none; }", reduced_motion="reduce")


def expect_called(page, *names):
    assert page.evaluate("() => called") == list(names)


def test_a_slow_double_tap_calls_one_party(page):
    button = page.locator("#call-next")
    place = (button.bounding_box()["x"] + 20, button.bounding_box()["y"] + 10)
    names = ["Ada", "Grace", "Edsger", "Tony"]
    for called, apart_ms in enumerate((520, 650)):
        expect(button).to_have_text(f"Call next: {names[called]}, 2")
        page.mouse.click(*place)
        expect(button).to_have_text(f"Call next: {names[called + 1]}, 2")
        wait(page, apart_ms)
        page.mouse.click(*place)
        expect(page.locator("#call-next.has-refused")).to_have_count(1)
        expect_called(page, *names[:called + 1])
        # Whoever means the next party taps again a moment later.
        wait(page, 1000 - apart_ms)


def test_a_key_that_is_held_calls_one_party(page):
    page.locator("#call-next").focus()
    for _ in range(3):
        # Again and again without being let go.
        page.keyboard.down("Enter")
        wait(page, 30)
    page.keyboard.up("Enter")
    expect_called(page, "Ada")
    expect(page.locator("#call-next.has-refused")).to_have_count(1)
    wait(page, 1000)
    page.keyboard.press("Enter")
    expect_called(page, "Ada", "Grace")


def test_it_takes_no_tap_right_after_the_next_party_has_changed(page):
    page.evaluate("() => next(true)")
    box = page.locator("#call-next").bounding_box()
    place = (box["x"] + 20, box["y"] + 10)
    page.mouse.click(*place)
    expect(page.locator("#call-next.has-refused")).to_have_count(1)
    expect_called(page)
    wait(page, 500)
    page.mouse.click(*place)
    expect_called(page, "Grace")
