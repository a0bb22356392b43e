"""The code on the television, which lets guests join the list."""

from playwright.sync_api import expect

import qr
from pages import at_each_size, settled, wait_until

LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff"
LONG_NOTICE = ("The terrace is closed because of rain, and the kitchen closes early. " * 3)[:200]
SCREENS = [(1920, 1080), (1280, 720), (1080, 1920)]
PHONE = (390, 844)


def open_check_in(hub):
    hub.mutate("house.configure", selfCheckIn="direct")
    return hub.view("waitlist/display")["doc"]["venue"]["joinLink"]


def expect_shown(page, link):
    code = page.locator("#join .join-code")
    expect(code).to_be_visible()
    expect(code).to_have_attribute("src", f"/v1/main/join.svg?link={link}")
    wait_until(page, "() => [...document.images].every(each => each.naturalWidth > 0)")


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


def test_the_code_comes_is_read_by_a_phone_changes_and_goes(hub, time, open_display):
    name = "Zum goldenen Anker an der alten Mühle am Fluss seit achtzehnhundertzweiundsieb"
    display = open_display()
    page, by_code, code = display.page, display.page.locator(".how-by-code"), display.page.locator("#join .join-code")
    display.expect_live()
    expect(page.locator(".join-code")).to_have_count(0)
    expect(by_code).to_be_hidden()
    # A failed picture is requested again.
    page.route("**/join.svg*", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        link = open_check_in(hub)
    page.unroute("**/join.svg*")
    time.go_by(5)
    expect_shown(page, link)
    expect(page.locator(".join-how")).to_have_text("Scan to join the list")
    expect(by_code).to_contain_text("scan the code")
    expect(page.locator(".how-by-name")).to_be_hidden()
    hub.mutate("house.configure", name=name, languages=["de"])
    hub.mutate("notice.post", text=LONG_NOTICE, level="urgent")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    for called, waiting in ((0, 0), (0, 8), (2, 40)):
        for number in range(len(hub.parties()), called + waiting):
            hub.add(f"{LONG_NAME} {number}", 2)
        for party in list(hub.view("waitlist/host")["doc"]["parties"])[:called]:
            hub.mutate("waitlist.ready", party=party)
        expect(page.locator("#ready li")).to_have_count(called)
        time.go_by(12)
        expect_shown(page, link)
        parts = ["#join", ".top", ".bottom", *(["#ready", "#waiting-rows"] if waiting else ["#welcome"])]
        for width, height in at_each_size(page, [*SCREENS, PHONE]):
            settled(page)
            if width <= 600:
                # On a phone the list has no pages, and the code follows it.
                expect(page.locator("#waiting li:visible")).to_have_count(waiting)
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                continue
            assert page.evaluate(OVERLAPS, parts) == []
            # A phone three metres away reads it.
            box = code.evaluate("each => { const box = each.getBoundingClientRect(); return [box.width, box.height]; }")
            assert box[0] == box[1] >= (0.4 if waiting == 0 else 0.195) * min(width, height)
            for selector in ("#join", ".join-how", "#sign"):
                expect(page.locator(selector)).to_be_in_viewport(ratio=1)
            assert qr.texts(page.screenshot()) == [hub.join_address()], (called, waiting, width)
    # The code is always that of the newest link.
    hub.mutate("house.renew_join_link")
    renewed = hub.view("waitlist/display")["doc"]["venue"]["joinLink"]
    assert renewed != link
    expect_shown(page, renewed)
    qr.expect_code(page, hub.join_address())
    hub.mutate("house.configure", selfCheckIn="off")
    expect(page.locator(".join-code, .join-how")).to_have_count(0)
