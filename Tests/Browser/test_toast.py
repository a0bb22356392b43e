"""The toast has one place, at the bottom left or across the bottom of a phone. Nothing is kept under it,
and it never covers what has the focus."""

import re

from playwright.sync_api import expect

from pagefiles import declared_pages
from pages import SIZES, at_each_size, expect_at_rest, keep_toasts, wait_until

EDGE_PX = 16
DECLARED = declared_pages()

# Whether the toast is at the edge of the window, above the element `dock` if there is one. On a phone it
# is as wide as that leaves it.
IS_IN_PLACE = """([edgePx, dock]) => {
    const { left, right, bottom } = document.querySelector("#toast").getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const abovePx = dock ? document.querySelector(dock).offsetHeight : 0;
    const isAt = (placePx, wantedPx) => Math.round(placePx) === wantedPx;
    return isAt(left, edgePx) && isAt(clientHeight - bottom, edgePx + abovePx) &&
        (clientWidth >= 600 || isAt(clientWidth - right, edgePx));
}"""

# Shows a toast as long as such sentences are, where it stays.
LONG = """() => {
    const toast = document.querySelector("#toast");
    document.querySelector("#toast-text").textContent =
        "Bartholomew Featherstonehaugh-Cholmondeley: back to waiting, before Ada Lovelace";
    const button = document.querySelector("#toast-undo");
    button.textContent = "Undo";
    button.hidden = false;
    toast.hidden = false;
}"""

# How much of an element the toast covers, in parts of it.
COVERED = """element => {
    const one = element.getBoundingClientRect();
    const other = document.querySelector("#toast").getBoundingClientRect();
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return Math.max(0, width) * Math.max(0, height) / (one.width * one.height);
}"""

# Whether a toast is shown and covers nothing of what has the focus.
LEAVES_FOCUS = f"""() => !document.querySelector("#toast").hidden &&
    ({COVERED})(document.activeElement) === 0"""

# The controls that the toast covers from its usual place, though the page is scrolled to its end. What it
# covers from the top, where it may have gone to clear a primary button, comes free by scrolling back.
UNDER_AT_END = f"""() => {{
    const covered = {COVERED};
    document.querySelector("#toast").classList.remove("is-high");
    scrollTo(0, document.documentElement.scrollHeight);
    return [...document.querySelectorAll("main :is(a, button, input, select, textarea, summary)")]
        .filter((each) => each.checkVisibility() && !each.closest("dialog, .dock"))
        .filter((each) => covered(each) > 0)
        .map((each) => each.outerHTML.slice(0, 100));
}}"""


# Waits until nothing of what has the focus is covered, and says what that is, if it is on the page.
UNCOVERED_FOCUS = f"""() => new Promise((resolve, reject) => {{
    const covered = {COVERED};
    const deadlineMs = performance.now() + 30_000;
    const look = () => {{
        const focused = document.activeElement;
        if (focused === document.body || focused.closest("#toast")) {{
            resolve(null);
        }} else if (covered(focused) === 0) {{
            resolve(focused.outerHTML);
        }} else if (performance.now() > deadlineMs) {{
            reject(new Error(`It stays under the toast: ${{focused.outerHTML}}`));
        }} else {{
            requestAnimationFrame(look);
        }}
    }};
    look();
}})"""


# Has the next Tab lead to the first control of the page.
FROM_THE_START = """() => {
    const { body } = document;
    body.tabIndex = -1;
    body.focus();
    body.removeAttribute("tabindex");
    scrollTo(0, 0);
}"""


def take_toast_away(page):
    """Has the toast be gone, as it is some seconds later."""
    page.evaluate("() => { document.querySelector('#toast').hidden = true; }")


def expect_in_its_place(toast, dock=None):
    expect(toast).to_be_visible()
    wait_until(toast.page, IS_IN_PLACE, [EDGE_PX, dock])


def test_the_toast_stays_in_its_place_whatever_is_opened_or_scrolled(hub, open_host):
    parties = [hub.add(f"Party {number}", 2) for number in range(16)]
    for party in parties[:8]:
        hub.mutate("waitlist.ready", party=party)
    host = open_host()
    host.expect_names(waiting=[f"Party {number}" for number in range(8, 16)])
    page = host.page
    keep_toasts(page)
    for width, _ in at_each_size(page):
        take_toast_away(page)
        expect_at_rest(host)
        host.more("Party 11")
        row = host.row("Party 11")
        row.get_by_label("Notes").fill(f"By window {width}")
        save = row.get_by_role("button", name="Save")
        # At the very bottom, where the toast comes.
        save.evaluate("button => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 4)")
        expect_at_rest(host)
        save.click()
        expect(host.toast).to_contain_text("Party 11 changed")
        expect_in_its_place(host.toast)
        # What has the focus has gone out from under it.
        wait_until(page, LEAVES_FOCUS)
        page.evaluate("() => scrollBy(0, 200)")
        expect_in_its_place(host.toast)
        host.more("Party 8")
        expect_in_its_place(host.toast)
        host.more("Party 8")
        host.more("Party 11")
        expect(host.page.locator(".details:visible")).to_have_count(0)
        host.expect_settled()


def test_the_toast_stands_above_those_who_wait_to_be_confirmed(hub, open_host):
    hub.mutate("house.configure", selfCheckIn="confirm")
    host = open_host(viewport={"width": 1024, "height": 768})
    for name in ("Ada Lovelace", "Bo", "Grace"):
        hub.join(name)
    expect(host.page.locator("#pending-part .name")).to_have_count(3)
    expect_at_rest(host)
    keep_toasts(host.page)
    host.step("Ada Lovelace")
    expect(host.toast).to_be_visible()
    expect_in_its_place(host.toast, dock="#pending-part")
    # Opened over the whole page, it has the toast over its foot, and can be scrolled.
    host.more("Bo")
    expect_in_its_place(host.toast)
    for _ in range(12):
        host.page.keyboard.press("Tab")
        wait_until(host.page, LEAVES_FOCUS)


def test_the_keyboard_leads_to_nothing_under_the_toast(hub, new_page):
    for number in range(16):
        hub.add(f"Party {number}", 2)
    page = new_page()
    page.goto(hub.link("owner"))
    with_toast = 0
    for name, declared in DECLARED.items():
        if declared["reader"] != "staff" or "owner" not in declared["roles"]:
            continue
        page.goto(f"{hub.address}/{name}")
        wait_until(page, "() => document.documentElement.dataset.life !== 'waiting'")
        if page.locator("#toast").count() == 0:
            continue
        with_toast += 1
        page.evaluate(LONG)
        # Who reads by landmarks finds it.
        landmark = page.get_by_role("complementary").filter(has=page.locator("#toast-text"))
        expect(landmark).to_be_visible()
        for size in at_each_size(page, [*SIZES, (320, 480)]):
            page.evaluate(FROM_THE_START)
            seen = set()
            for _ in range(300):
                page.keyboard.press("Tab")
                focused = page.evaluate(UNCOVERED_FOCUS)
                if focused is None:
                    break
                seen.add(focused)
            assert len(seen) > 1, (name, size)
            assert page.evaluate(UNDER_AT_END) == [], (name, size)
    assert with_toast > 1


def test_in_a_dialog_the_toast_stands_at_its_foot(hub, open_host):
    host = open_host()
    keep_toasts(host.page)
    for number in range(14):
        host.add(f"Party {number}", 2)
        expect(host.waiting.locator(".name")).to_have_count(number + 1)
    host.expect_settled()
    dialog = host.page.get_by_role("dialog")
    undo = dialog.get_by_role("button", name=re.compile("^Undo"))
    # What was said before the dialog was opened stays on the page.
    expect(host.toast).to_be_visible()
    host.page.get_by_role("button", name="Recent", exact=True).click()
    expect(dialog.locator("#toast")).to_have_count(0)
    dialog.get_by_role("button", name="Close").click()
    for _ in at_each_size(host.page):
        take_toast_away(host.page)
        host.page.get_by_role("button", name="Recent", exact=True).click()
        top = dialog.evaluate("dialog => dialog.getBoundingClientRect().top")
        for _ in range(3):
            undo.last.focus()
            before = undo.count()
            host.page.keyboard.press("Enter")
            expect(undo).not_to_have_count(before)
            expect(host.toast).to_contain_text("undone")
            # It grows downwards, and what is scrolled goes under the toast at its foot.
            assert dialog.evaluate("dialog => dialog.getBoundingClientRect().top") == top
            foot = dialog.evaluate("dialog => dialog.getBoundingClientRect().bottom")
            box = host.toast.bounding_box()
            assert foot - 30 < box["y"] + box["height"] <= foot
            for _ in range(4):
                host.page.keyboard.press("Shift+Tab")
                wait_until(host.page, LEAVES_FOCUS)
        # When the dialog has gone, it stands in its place on the page.
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_be_hidden()
        expect_in_its_place(host.toast)


def test_the_owners_toast_covers_nothing_that_is_in_use(open_owner):
    owner = open_owner()
    keep_toasts(owner.page)
    form = owner.page.locator("#settings-form")
    save = form.get_by_role("button", name="Save")
    for width, _ in at_each_size(owner.page):
        take_toast_away(owner.page)
        form.get_by_label("Name", exact=True).fill(f"Chez Zoë {width}")
        # At the very bottom, where the toast comes.
        save.evaluate("button => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 4)")
        save.click()
        expect(owner.toast).to_be_visible()
        expect(owner.toast).to_contain_text("Settings saved")
        expect_in_its_place(owner.toast)
        assert save.evaluate(COVERED) == 0
