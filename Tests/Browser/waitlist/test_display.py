"""The waiting list's television."""

import re
from io import BytesIO
from itertools import count

from PIL import Image, ImageChops
from playwright.sync_api import expect

from pages import at_each_size, settled

SIZES = [(1920, 1080), (1280, 720), (1080, 1920)]
WIDE = "W" * 80
NAMES = ["Anna Papadopoulos", "Wolfeschlegelsteinhausenbergerdorff", WIDE, "دانيال أحمد", "🍕🍝 Pizza", "देवनागरी शर्मा"]

RINGS = """() => {
    const { prototype } = tablecast.Chime;
    const { ring } = prototype;
    window.rings = 0;
    prototype.ring = function () {
        window.rings += 1;
        ring.call(this);
    };
}"""


def test_parties_come_are_announced_and_go(hub, time, open_display):
    display = open_display()
    page, call = display.page, display.page.locator("#call")
    expect(page.locator("#welcome")).to_contain_text("The Copper Pot")
    expect(page.locator(".waiting")).to_be_hidden()
    expect(page.get_by_role("status")).to_be_empty()
    ada, grace, edsger = (hub.add(name, 4) for name in ("Ada Lovelace", "Grace Hopper", "Edsger"))
    display.expect_labels(waiting=["Ada L.", "Grace H.", "Edsger"])
    expect(page.locator("#waiting time").first).to_have_text("18:00")
    time.go_by(5)
    expect(page.get_by_role("status")).to_have_text("0 called, 3 waiting.")
    expect(page.locator("#waiting .place")).to_have_text(["1", "2", "3"])
    expect(page.locator("#welcome")).to_be_hidden()
    page.evaluate(RINGS)
    page.get_by_role("button", name="Turn sound on").click()
    expect(page.locator("#sound")).to_be_hidden()
    hub.mutate("waitlist.ready", party=grace)
    expect(call).to_have_text(re.compile(r"^\s*Grace H\.\s*Your table is ready\s*$"))
    expect(call).to_be_visible()
    # The others wait until the announcement is over. Seated parties are no longer called.
    for party in (ada, edsger):
        time.go_by(1)
        hub.mutate("waitlist.ready", party=party)
    display.expect_labels(waiting=[], ready=["Edsger", "Ada L.", "Grace H."])
    hub.mutate("waitlist.seat", party=ada)
    display.expect_labels(ready=["Edsger", "Grace H."])
    expect(call).to_contain_text("Grace H.")
    time.go_by(5)
    expect(call).to_contain_text("Edsger")
    hub.mutate("waitlist.seat", party=edsger)
    expect(call).to_be_hidden()
    assert page.evaluate("rings") == 3
    # Calls from before the page was opened, or from long ago, are not announced.
    page.reload()
    display.expect_live()
    display.expect_labels(ready=["Grace H."])
    expect(call).to_be_hidden()
    barbara = hub.add("Barbara", 2)
    display.expect_labels(waiting=["Barbara"])
    time.lose(page)
    time.go_by(3)
    expect(page.locator("#band")).to_contain_text("Reconnecting")
    hub.mutate("waitlist.ready", party=barbara)
    hub.move(120)
    page.context.set_offline(False)
    display.expect_labels(waiting=[], ready=["Barbara", "Grace H."])
    expect(call).to_be_hidden()


# Returns texts that are too small for their kind, and rows that are not wholly visible.
FAULTS = """() => {
    const unit = Math.min(innerWidth, innerHeight) / 100;
    const least = { "#ready .name": 4.4, "#waiting :is(.place, .name, .size, .arrived)": 3.2,
        ":is(h2, .wait, .announcement, .none, .more)": 3, ":is(.columns span, .about, .join-how, .clock)": 2.6,
        "*": 2 };
    const isShown = (each) => each.getClientRects().length > 0 && each.textContent.trim() !== "";
    const small = Object.entries(least).flatMap(([selector, capital]) =>
        [...document.querySelectorAll(`.screen ${selector}`)].filter(isShown)
            .map((each) => [selector, 0.7 * parseFloat(getComputedStyle(each).fontSize) / unit])
            .filter(([, size]) => size < capital - 0.01));
    const board = document.querySelector("#board").getBoundingClientRect();
    const out = [...document.querySelectorAll("#ready > li, #waiting > li, .join, .columns")].filter(isShown)
        .filter((each) => {
            const { left, top, right, bottom } = each.getBoundingClientRect();
            return left < board.left - 1 || top < board.top - 1 || right > board.right + 1 || bottom > board.bottom + 1;
        });
    const high = [...document.querySelectorAll("#waiting > li")].filter(isShown)
        .filter((each) => each.querySelector(".name").offsetHeight > each.offsetHeight + 1);
    return [...small, ...[...out, ...high].map((each) => each.outerHTML)];
}"""
SHOWN = """list => [...document.querySelectorAll(`${list} > li`)]
    .filter((each) => each.getClientRects().length > 0).map((each) => each.querySelector("bdi").textContent)"""


def expect_all_shown(page, time, ready, waiting, pages_max):
    """Expects every called party on each page, and every waiting one on some page."""
    settled(page)
    label = page.locator("#waiting-pages").inner_text()
    pages = int(label.split()[-1]) if label else 1
    assert pages <= pages_max
    seen = []
    for _ in range(pages):
        settled(page)
        assert page.evaluate(FAULTS) == []
        assert len(page.evaluate(SHOWN, "#ready")) == min(ready, 12)
        seen += page.evaluate(SHOWN, "#waiting")
        time.go_by(8 if pages > 1 else 0)
    assert len(seen) == len(set(seen)) == waiting


def test_called_and_waiting_parties_are_readable_from_five_metres(hub, time, open_display):
    page = open_display().page
    numbers, parties = count(), []
    # Waiting parties, called parties, and the number of pages in landscape and in portrait.
    for waiting, called, lying, standing in ((3, 0, 1, 1), (12, 2, 1, 1), (30, 0, 1, 2), (45, 12, 5, 4), (120, 1, 6, 5)):
        while len(parties) < waiting + called:
            number = next(numbers)
            parties.append(hub.add(f"Party{number}", 1 + number % 12))
        for party in parties[:called]:
            hub.mutate("waitlist.ready", party=party)
        expect(page.locator("#ready > li")).to_have_count(called)
        expect(page.locator("#waiting > li")).to_have_count(waiting)
        for width, height in at_each_size(page, SIZES):
            expect_all_shown(page, time, called, waiting, lying if width > height else standing)
        for party in parties[:called]:
            hub.mutate("waitlist.seat", party=party)
        parties = parties[called:]


# Words that break across lines.
BROKEN = """() => [...document.querySelectorAll("#ready bdi, #call bdi, #welcome-house bdi")].flatMap((each) => {
    const text = each.firstChild;
    return text ? [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    }).map(String) : [];
})"""


def test_names_break_between_words_and_end_in_an_ellipsis(hub, time, open_display):
    hub.mutate("house.configure", labels="full", name="Zum goldenen Anker an der alten Mühle am Fluss")
    page = open_display().page
    parties = [hub.add(name, 2) for name in NAMES]
    expect(page.locator("#waiting > li")).to_have_count(len(NAMES))
    for called in range(len(NAMES) + 1):
        for _ in at_each_size(page, SIZES):
            settled(page)
            assert page.evaluate(FAULTS) == [] and page.evaluate(BROKEN) == []
            cut = page.evaluate("""() => [...document.querySelectorAll(".board .name bdi")]
                .filter((each) => each.scrollWidth > each.clientWidth + 1)
                .filter((each) => getComputedStyle(each).textOverflow !== "ellipsis")""")
            assert cut == []
        if called < len(NAMES):
            hub.mutate("waitlist.ready", party=parties[called])
            expect(page.locator("#ready > li")).to_have_count(called + 1)
            time.go_by(5)
    # Names keep their own direction; the layout keeps the screen's.
    directions = page.locator("#ready bdi").evaluate_all("all => all.map((each) => getComputedStyle(each).direction)")
    assert directions == ["rtl" if "دانيال أحمد" == name else "ltr" for name in reversed(NAMES)]


def test_the_longest_wait_stands_apart_from_the_clock(hub, time, open_display):
    hub.mutate("house.configure", name="The Copper Pot at the Old Harbour of Trieste")
    ada = hub.add("Ada")
    hub.move(3 * 24 * 3600)
    grace = hub.add("Grace")
    hub.move(42 * 60)
    page = open_display().page
    wait, figure = page.locator("#wait"), page.locator("#wait-figure")
    expect(wait).to_have_text(re.compile(r"^Longest wait\s+3 days$"))
    hub.mutate("waitlist.seat", party=ada)
    expect(wait).to_have_text(re.compile(r"^Longest wait\s+42 min$"))
    style = "place => { const { fontSize, color } = getComputedStyle(place); return [fontSize, color]; }"
    for width, height in at_each_size(page, SIZES):
        settled(page)
        shown, clock = figure.bounding_box(), page.locator("#clock").bounding_box()
        if width < height:
            assert clock["y"] + clock["height"] <= shown["y"]
        else:
            # There is a line between them, with room on both sides.
            assert clock["x"] - (shown["x"] + shown["width"]) >= 0.8 * clock["height"]
        assert clock["x"] + clock["width"] <= 0.95 * width + 1
        one, other = figure.evaluate(style), page.locator("#clock").evaluate(style)
        assert one[0] != other[0] and one[1] != other[1]
    # A wait is shown only after its first minute.
    hub.mutate("waitlist.seat", party=grace)
    hub.add("Edsger", 2)
    expect(page.locator("#waiting bdi")).to_have_text(["Edsger"])
    expect(wait).to_be_hidden()


def contrast(*screenshots):
    """The most by which a pixel differs. Edges between two pixels are not drawn alike each time."""
    one, other = (Image.open(BytesIO(each)).convert("RGB") for each in screenshots)
    return max(most for _, most in ImageChops.difference(one, other).getextrema())


def test_letters_that_overflow_their_line_are_not_cut_off(hub, time, open_display):
    hub.mutate("house.configure", name="Jolly Jumbuck")
    page = open_display().page

    def expect_whole(*parts):
        """Expects each part to look as it does where nothing is cut off."""
        for _ in at_each_size(page, [(1920, 1080), (1080, 1920)]):
            settled(page)
            for selector, around in parts:
                place = page.locator(around)
                cut = place.screenshot()
                page.locator(selector).evaluate("each => { each.style.overflow = 'visible'; }")
                assert contrast(place.screenshot(), cut) < 64, selector
                page.locator(selector).evaluate("each => { each.style.overflow = ''; }")

    expect_whole(("#welcome-house bdi", "#welcome-house"))
    hub.add("Jan Jeff", 2)
    hub.mutate("waitlist.ready", party=hub.add("Jagoda Żyg", 2))
    expect(page.locator("#ready bdi")).to_have_text("Jagoda Ż.")
    expect_whole(("#call-name", "#call"))
    time.go_by(5)
    expect(page.locator("#call")).to_be_hidden()
    expect_whole(("#ready bdi", "#ready"), ("#waiting bdi", "#waiting"), (".top .house bdi", ".top .house"))
