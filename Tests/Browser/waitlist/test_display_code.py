"""The code on the television, by which guests join the list."""

import re

from playwright.sync_api import expect

from pages import at_each_size, settled, wait_until
from test_display import TURN_QUICKLY

LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff"
LONG_NOTICE = ("The terrace is closed because of rain, and the kitchen closes early. " * 3)[:200]
LYING = [(1920, 1080), (1280, 720)]
STANDING = (1080, 1920)
PHONE = (390, 844)


def code(page, where=".welcome"):
    return page.locator(f"{where} .join-code")


def open_check_in(hub, **more):
    hub.mutate("house.configure", selfCheckIn="direct", **more)
    return hub.view("waitlist/display")["doc"]["venue"]["joinLink"]


def expect_shown(image, link):
    expect(image).to_be_visible()
    expect(image).to_have_attribute("src", f"/v1/main/join.svg?link={link}")
    wait_until(image.page, "() => [...document.images].every(each => each.naturalWidth > 0)")


def test_the_code_comes_changes_and_goes(hub, open_display):
    display = open_display()
    display.expect_live()
    page = display.page
    expect(code(page)).to_have_count(0)
    expect(page.locator(".welcome-how")).to_be_visible()
    link = open_check_in(hub)
    expect_shown(code(page), link)
    expect(page.locator(".welcome .join-how")).to_have_text("Scan to join the list")
    expect(page.locator(".welcome-how-join")).to_contain_text("scan the code")
    expect(page.locator(".welcome-how")).to_be_hidden()
    # With somebody on the list it stands under those who are ready.
    hub.add("Ada Lovelace", 4)
    display.expect_labels(waiting=["Ada L."])
    expect_shown(code(page, ".board"), link)
    expect(page.locator(".board .join-how")).to_have_text("Scan to join the list")
    hub.mutate("house.renew_join_link")
    renewed = hub.view("waitlist/display")["doc"]["venue"]["joinLink"]
    assert renewed != link
    expect_shown(code(page, ".board"), renewed)
    hub.mutate("house.configure", selfCheckIn="confirm")
    expect_shown(code(page, ".board"), renewed)
    hub.mutate("house.configure", selfCheckIn="off")
    expect(page.locator(".join-code")).to_have_count(0)
    expect(page.locator(".join-how")).to_have_count(0)


def test_the_page_is_served_with_the_code(hub, open_display):
    link = open_check_in(hub)
    hub.add("Ada Lovelace", 4)
    still, drawn = open_display(java_script_enabled=False), open_display()
    drawn.expect_live()
    for page in (still.page, drawn.page):
        expect(code(page, ".board")).to_have_attribute("src", f"/v1/main/join.svg?link={link}")
        expect(code(page, ".board")).to_have_attribute("alt", re.compile("waiting list"))
    # The scripts leave it as it is.
    html = "place => place.innerHTML"
    served = still.page.locator(".board .join").evaluate(html)
    assert drawn.page.locator(".board .join").evaluate(html) == served
    hub.mutate("house.configure", selfCheckIn="off")
    expect(code(drawn.page, ".board")).to_have_count(0)
    hub.mutate("house.configure", selfCheckIn="direct")
    # And draw it as the server does.
    expect(code(drawn.page, ".board")).to_be_visible()
    again = drawn.page.locator(".board .join").evaluate(html)
    unnumbered = re.compile(r"link=j_\w+")
    assert unnumbered.sub("", again) == unnumbered.sub("", served)


def test_a_picture_that_did_not_come_is_asked_for_again(hub, open_display):
    display = open_display()
    display.expect_live()
    page = display.page
    page.route("**/join.svg*", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        open_check_in(hub)
    page.unroute("**/join.svg*")
    wait_until(page, "() => [...document.images].every(each => each.naturalWidth > 0)")
    expect(code(page)).to_be_visible()


def fill(hub, ready, waiting):
    """Adds parties that are ready, and parties that wait."""
    for number in range(ready + waiting):
        party = hub.add(f"{LONG_NAME} {number}", 2)
        if number < ready:
            hub.mutate("waitlist.ready", party=party)


OVERLAPS = """(parts) => {
    const boxes = parts
        .map(selector => [selector, document.querySelector(selector).getBoundingClientRect()]);
    const found = [];
    boxes.forEach(([one, a], index) => boxes.slice(index + 1).forEach(([other, b]) => {
        if (a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 1 && b.top < a.bottom - 1) {
            found.push([one, other]);
        }
    }));
    return found;
}"""
PARTS = [".board .join", "#waiting-rows", "#ready-rows", ".top"]


# Where the rows are while those who wait are shown from the first on: the pages turn by themselves.
FIRST_PAGE = """async () => {
    while (/^([2-9]|[1-9]\\d)/.test(document.querySelector("#waiting-pages").textContent)) {
        await new Promise(requestAnimationFrame);
    }
    return ["#ready", "#waiting"].map((list) => [...document.querySelectorAll(`${list} li`)]
        .map((row) => row.getBoundingClientRect())
        .filter(({ height }) => height > 0).map(({ bottom }) => bottom));
}"""


def test_the_board_holds_with_the_code(hub, new_page):
    link = open_check_in(hub, languages=["fr"])
    page = new_page()
    page.add_init_script(TURN_QUICKLY)
    page.goto(hub.link("display"))
    ready = waiting = 0
    for more_ready, more_waiting in [(0, 8), (2, 0), (4, 32)]:
        fill(hub, more_ready, more_waiting)
        ready, waiting = ready + more_ready, waiting + more_waiting
        if waiting > 8:
            hub.mutate("notice.post", text=LONG_NOTICE, level="urgent")
            expect(page.locator("#notices li")).to_have_count(1)
        expect(page.locator("#ready li")).to_have_count(ready)
        expect(page.locator("#waiting li")).to_have_count(waiting)
        expect(page.locator("html")).to_have_attribute("data-life", "live")
        expect_shown(code(page, ".board"), link)
        for width, height in at_each_size(page, [*LYING, STANDING]):
            assert page.evaluate(OVERLAPS, [*PARTS, ".bottom"]) == []
            box = code(page, ".board").bounding_box()
            # Three metres off, and not only one.
            assert box["width"] == box["height"] >= 0.195 * min(width, height)
            for selector in (".board .join", ".board .join-how", "#sign"):
                expect(page.locator(selector)).to_be_in_viewport(ratio=1)
            names, rows = page.evaluate(FIRST_PAGE)
            assert len(rows) >= (4 if width > height else 2)
            assert max([*rows, *names]) <= 0.95 * height + 1
            # Each of them is whole, though it may be one of two lines.
            assert len(names) >= min(ready, 1)
            assert all(bottom <= box["y"] for bottom in names)
    # In the hand there are no pages, and the code is among the rest.
    for width, _ in at_each_size(page, [PHONE]):
        expect(page.locator("#waiting li:visible")).to_have_count(waiting)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(OVERLAPS, PARTS) == []


def test_the_welcome_holds_with_the_code(hub, open_display):
    name = "Zum goldenen Anker an der alten Mühle am Fluss seit achtzehnhundertzweiundsieb"
    open_check_in(hub, languages=["de"], name=name)
    hub.mutate("notice.post", text=LONG_NOTICE, level="urgent")
    page = open_display().page
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    for width, height in at_each_size(page, [*LYING, STANDING, PHONE]):
        for selector in (
            ".welcome-word", ".welcome-house", ".welcome-how-join", ".welcome .join-code",
            ".welcome .join-how",
        ):
            part = page.locator(selector)
            part.scroll_into_view_if_needed()
            expect(part).to_be_in_viewport(ratio=1)
            settled(page)
            if width > 600:
                bottom = part.bounding_box()["y"] + part.bounding_box()["height"]
                assert bottom <= page.locator(".bottom").bounding_box()["y"], (selector, width)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if width > 600:
            assert code(page).bounding_box()["width"] >= 0.45 * min(width, height)
