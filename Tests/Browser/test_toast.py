"""The toast has one place, at the bottom left or across the bottom of a phone. Nothing stays hidden under it, and it
never covers the focus."""

import re

import pytest
from playwright.sync_api import expect

from blank import wait
from pages import at_each_size, wait_until

EDGE_PX = 16

# Whether the toast is at the edge of the window, above the element `dock` if there is one. On a phone it is as wide as
# that allows.
IS_IN_PLACE = """([edgePx, dock]) => {
    const { left, right, bottom } = document.querySelector("#toast").getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const abovePx = dock ? document.querySelector(dock).offsetHeight : 0;
    const isAt = (placePx, wantedPx) => Math.round(placePx) === wantedPx;
    return isAt(left, edgePx) && isAt(clientHeight - bottom, edgePx + abovePx) &&
        (clientWidth >= 600 || isAt(clientWidth - right, edgePx));
}"""

# Shows a toast with a long sentence, which stays.
LONG = """() => {
    const toast = document.querySelector("#toast");
    document.querySelector("#toast-text").textContent =
        "Bartholomew Featherstonehaugh-Cholmondeley: back to waiting, before Ada Lovelace";
    const button = document.querySelector("#toast-undo");
    button.textContent = "Undo";
    button.hidden = false;
    toast.hidden = false;
}"""

# The fraction of an element that the toast covers.
COVERED = """element => {
    const one = element.getBoundingClientRect();
    const other = document.querySelector("#toast").getBoundingClientRect();
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return Math.max(0, width) * Math.max(0, height) / (one.width * one.height);
}"""

# Whether a toast is shown and covers no part of the focused element.
LEAVES_FOCUS = f"""() => !document.querySelector("#toast").hidden &&
    ({COVERED})(document.activeElement) === 0"""

# The controls that the toast covers in its usual place when the page is scrolled to its end. If it has moved to the
# top to clear a primary button, scrolling back uncovers what is under it.
UNDER_AT_END = f"""() => {{
    const covered = {COVERED};
    document.querySelector("#toast").classList.remove("is-high");
    scrollTo(0, document.documentElement.scrollHeight);
    return [...document.querySelectorAll("main :is(a, button, input, select, textarea, summary)")]
        .filter((each) => each.checkVisibility() && !each.closest("dialog, .dock"))
        .filter((each) => covered(each) > 0)
        .map((each) => each.outerHTML.slice(0, 100));
}}"""


def take_toast_away(page):
    """Hides the toast, as it does itself after some seconds."""
    page.evaluate("() => { document.querySelector('#toast').hidden = true; }")


def expect_in_its_place(toast, dock=None):
    expect(toast).to_be_visible()
    wait_until(toast.page, IS_IN_PLACE, [EDGE_PX, dock])


# A page with 30 fields, and a dialog with as many buttons.
BODY = """
<main>
    <form><p><label>Notes <input id="notes"></label> <button type="button" class="action">Save</button></p></form>
    <ul id="rows"></ul>
</main>
<dialog id="recent"><button type="button" data-close>Close</button><ol id="steps"></ol>
<div class="dialog-foot is-kept"><button type="button">Send</button></div></dialog>
<p class="aside" id="announcer" role="status"></p>
"""
STYLES = ("base", "desk")
# As the staff's pages leave room for it.
ROOM = "main { padding-bottom: calc(24px + var(--toast-room, 4.5rem)); }"
SCRIPT = """async () => {
    const { closeByTap, openDialogID } = await import("/js/ui/dialogs.js");
    const { Toast } = await import("/js/ui/dialogs.js");
    const byId = (id) => document.getElementById(id);
    byId("rows").innerHTML = "<li class='row'><button type='button'>More</button></li>".repeat(30);
    byId("steps").innerHTML = "<li><button type='button'>Undo</button></li>".repeat(30);
    closeByTap(byId("recent"));
    window.undone = [];
    window.toast = new Toast(byId("announcer"), (id) => undone.push(id));
    window.tell = (text, id = "m_1") => toast.show([document.createTextNode(text)], false, id, "Undo");
}"""


@pytest.fixture
def page(open_blank):
    return open_blank(SCRIPT, BODY, ROOM, STYLES)


def tell(page, text):
    page.evaluate("text => tell(text)", text)


def test_it_stays_in_its_place_whatever_is_scrolled_and_leaves_what_has_the_focus(page):
    toast, rows = page.locator("#toast"), page.locator("#rows button")
    for _ in at_each_size(page):
        take_toast_away(page)
        # At the very bottom, where the toast appears.
        rows.nth(20).focus()
        rows.nth(20).evaluate("button => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 4)")
        tell(page, "Party 11 changed")
        expect_in_its_place(toast)
        wait_until(page, LEAVES_FOCUS)
        page.evaluate("() => scrollBy(0, 200)")
        expect_in_its_place(toast)
        # The page can be scrolled until nothing is under it, even after it is gone.
        assert page.evaluate(UNDER_AT_END) == []
        height = page.evaluate("document.documentElement.scrollHeight")
        wait(page, 10_000)
        expect(toast).to_be_hidden()
        assert page.evaluate("document.documentElement.scrollHeight") == height


def test_the_toast_makes_way_for_the_primary_button_and_the_focus(page):
    page.add_style_tag(content="main { padding-top: 8rem; } .action { position: absolute; left: 40px; bottom: 40px; }")
    toast, save = page.locator("#toast"), page.get_by_role("button", name="Save")
    first = page.locator("#rows button").first
    for _ in at_each_size(page):
        take_toast_away(page)
        page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
        tell(page, "Settings saved")
        expect(toast).to_have_class(re.compile("is-high"))
        assert save.evaluate(COVERED) == 0
        # Focusing an element there makes it move away again.
        first.evaluate("button => button.scrollIntoView({ block: 'start' })")
        first.evaluate("button => scrollBy(0, button.getBoundingClientRect().top - 30)")
        first.evaluate("button => button.focus({ preventScroll: true })")
        wait_until(page, LEAVES_FOCUS)


def test_it_goes_after_ten_seconds_unless_somebody_is_about_to_use_it(page):
    toast, undo = page.locator("#toast"), page.locator("#toast-undo")
    tell(page, "Ada seated")
    wait(page, 9_000)
    tell(page, "Bo seated")
    wait(page, 9_990)
    expect(toast).to_have_text("Bo seated Undo")
    undo.focus()
    wait(page, 30_000)
    expect(toast).to_be_visible()
    page.keyboard.press("Enter")
    assert page.evaluate("undone") == ["m_1"]
    page.locator("#notes").focus()
    wait(page, 10)
    expect(toast).to_be_hidden()


def test_in_a_dialog_it_stands_at_its_foot(page):
    toast, dialog = page.locator("#toast"), page.locator("#recent")
    edge = "(dialog, edge) => dialog.getBoundingClientRect()[edge]"
    tell(page, "Party 13 added")
    # An earlier message stays on the page for its usual time.
    dialog.evaluate("dialog => dialog.showModal()")
    expect(dialog.locator("#toast")).to_have_count(0)
    # It is behind the dialog, whose own foot makes no room for it.
    send = dialog.get_by_role("button", name="Send")
    assert dialog.evaluate(edge, "bottom") - send.evaluate(edge, "bottom") < 30
    wait(page, 30_000)
    expect(toast).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    for _ in at_each_size(page):
        take_toast_away(page)
        dialog.evaluate("dialog => dialog.showModal()")
        top = dialog.evaluate(edge, "top")
        for count in range(3):
            dialog.get_by_role("button", name="Undo").last.focus()
            tell(page, f"Party {count} added · undone")
            expect(dialog.locator("#toast")).to_contain_text("undone")
            # Only messages in the dialog are announced.
            expect(dialog.get_by_role("status")).to_have_count(1)
            # It grows downwards, and its content scrolls under the toast at its foot.
            assert dialog.evaluate(edge, "top") == top
            foot, box = dialog.evaluate(edge, "bottom"), toast.bounding_box()
            assert foot - 30 < box["y"] + box["height"] <= foot
            assert send.evaluate(COVERED) == 0
            for _ in range(4):
                page.keyboard.press("Shift+Tab")
                wait_until(page, LEAVES_FOCUS)
        # When the dialog closes, the toast returns to its place on the page.
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_be_hidden()
        expect_in_its_place(toast)
