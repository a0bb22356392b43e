"""The waiting list's television."""

import re
from datetime import timedelta
from itertools import count

import pytest
from playwright.sync_api import expect

from pages import DisplayPage, at_each_size, listen, open_unhurried, settled, wait_until
from test_taps import stop

SIZES = [(1920, 1080), (1280, 720), (1080, 1920)]
WIDE = "W" * 80
NAMES = ["Anna Papadopoulos", "Wolfeschlegelsteinhausenbergerdorff", WIDE, "دانيال أحمد", "🍕🍝 Pizza", "देवनागरी शर्मा"]

# Pages and announcements are shown for as long as the test likes.
HOLD = """
    const { setInterval, setTimeout } = window;
    window.turns = [];
    window.setInterval = (act, ms) => (ms === 8_000 ? turns.push(act) : setInterval(act, ms));
    window.setTimeout = (act, ms) => (ms === 5_000 ? ((window.endCall = act), 0) : setTimeout(act, ms));
"""
RINGS = """() => {
    const { prototype } = tablecast.Chime;
    const { ring } = prototype;
    window.rings = 0;
    prototype.ring = function () {
        window.rings += 1;
        ring.call(this);
    };
}"""


@pytest.fixture
def open_screen(hub, new_page):
    """A television whose pages and announcements wait for the test."""

    def open_page(**options):
        options.setdefault("viewport", {"width": 1920, "height": 1080})
        page = new_page(**options)
        page.add_init_script(HOLD)
        page.goto(hub.link("display"))
        display = DisplayPage(page)
        display.expect_live()
        return display

    return open_page


def test_parties_come_are_announced_and_go(hub, open_screen):
    display = open_screen()
    page, call = display.page, display.page.locator("#call")
    expect(page.locator("#welcome")).to_contain_text("The Copper Pot")
    expect(page.locator(".waiting")).to_be_hidden()
    ada, grace, edsger = (hub.add(name, 4) for name in ("Ada Lovelace", "Grace Hopper", "Edsger"))
    display.expect_labels(waiting=["Ada L.", "Grace H.", "Edsger"])
    expect(page.locator("#waiting .place")).to_have_text(["1", "2", "3"])
    expect(page.locator("#welcome")).to_be_hidden()
    page.evaluate(RINGS)
    page.get_by_role("button", name="Turn sound on").click()
    expect(page.locator("#sound")).to_be_hidden()
    hub.mutate("waitlist.ready", party=grace)
    expect(call).to_have_text(re.compile(r"^\s*Grace H\.\s*Your table is ready\s*$"))
    expect(call).to_be_visible()
    # The others wait until it is over; who has been seated is not called any more.
    hub.mutate("waitlist.ready", party=ada)
    hub.mutate("waitlist.ready", party=edsger)
    display.expect_labels(waiting=[], ready=["Edsger", "Ada L.", "Grace H."])
    hub.mutate("waitlist.seat", party=ada)
    display.expect_labels(ready=["Edsger", "Grace H."])
    expect(call).to_contain_text("Grace H.")
    page.evaluate("endCall()")
    expect(call).to_contain_text("Edsger")
    hub.mutate("waitlist.seat", party=edsger)
    expect(call).to_be_hidden()
    assert page.evaluate("rings") == 3
    # What was called before the page was opened, or long before it heard of that, is not announced.
    page.reload()
    display.expect_live()
    display.expect_labels(ready=["Grace H."])
    expect(call).to_be_hidden()
    barbara = hub.add("Barbara", 2)
    display.expect_labels(waiting=["Barbara"])
    page.context.set_offline(True)
    expect(page.locator("#band")).to_contain_text("Reconnecting")
    hub.mutate("waitlist.ready", party=barbara)
    hub.move(120)
    page.context.set_offline(False)
    display.expect_labels(waiting=[], ready=["Barbara", "Grace H."])
    expect(call).to_be_hidden()


# What is too small for what it is, and what of the lists is not wholly on the board.
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


def expect_all_shown(page, ready, waiting, pages_max):
    """Whoever is called is on each page, and each who waits on one."""
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
        page.evaluate("() => turns.forEach((turn) => turn())")
    assert len(seen) == len(set(seen)) == waiting


def test_all_who_are_called_and_who_wait_are_read_from_five_metres(hub, open_screen):
    page = open_screen().page
    numbers, parties = count(), []
    # Parties that wait, those that are called, and pages when the screen lies and when it stands.
    for waiting, called, lying, standing in ((3, 0, 1, 1), (12, 2, 1, 1), (30, 0, 1, 2), (45, 12, 5, 4), (120, 1, 6, 5)):
        while len(parties) < waiting + called:
            number = next(numbers)
            parties.append(hub.add(f"Party{number}", 1 + number % 12))
        for party in parties[:called]:
            hub.mutate("waitlist.ready", party=party)
        expect(page.locator("#ready > li")).to_have_count(called)
        expect(page.locator("#waiting > li")).to_have_count(waiting)
        for width, height in at_each_size(page, SIZES):
            expect_all_shown(page, called, waiting, lying if width > height else standing)
        for party in parties[:called]:
            hub.mutate("waitlist.seat", party=party)
        parties = parties[called:]


# Words that are on more than one line.
BROKEN = """() => [...document.querySelectorAll("#ready bdi, #call bdi, #welcome-house bdi")].flatMap((each) => {
    const text = each.firstChild;
    return text ? [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    }).map(String) : [];
})"""


def test_names_break_between_words_and_end_in_an_ellipsis(hub, open_screen):
    hub.mutate("house.configure", labels="full", name="Zum goldenen Anker an der alten Mühle am Fluss")
    page = open_screen().page
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
            page.evaluate("endCall()")
    # In a name's own direction, and the screen's outside it.
    directions = page.locator("#ready bdi").evaluate_all("all => all.map((each) => getComputedStyle(each).direction)")
    assert directions == ["rtl" if "دانيال أحمد" == name else "ltr" for name in reversed(NAMES)]


def arrive(hub, **minutes_ago):
    """Parties that have been on the list for a while, taken over from another system."""
    lines = []
    for number, (name, minutes) in enumerate(minutes_ago.items()):
        at = hub.now() - timedelta(minutes=minutes)
        lines.append(
            f"id:{1_000 + number}, name:{name}, size:2, time:{at:%Y-%m-%d %H:%M:%S} +0000, "
            "isReady:false\n"
        )
    path = hub.data / "old.txt"
    path.write_text("".join(lines))
    hub.stop()
    hub.command("import", "restaurantqueue", path)
    hub.start()


@pytest.mark.process
def test_the_longest_wait_stands_apart_from_the_clock(hub, open_display):
    hub.mutate("house.configure", name="The Copper Pot at the Old Harbour of Trieste")
    arrive(hub, Ada=60 * 24 * 3 + 5, Grace=42)
    page = open_display().page
    wait, figure = page.locator("#wait"), page.locator("#wait-figure")
    ada = next(key for key, row in hub.view("waitlist/display")["doc"]["parties"].items() if row["label"] == "Ada")
    expect(wait).to_have_text(re.compile(r"^Longest wait\s+3 days$"))
    hub.mutate("waitlist.seat", party=ada)
    expect(wait).to_have_text(re.compile(r"^Longest wait\s+4[2-4] min$"))
    style = "place => { const { fontSize, color } = getComputedStyle(place); return [fontSize, color]; }"
    for width, height in at_each_size(page, SIZES):
        settled(page)
        shown, clock = figure.bounding_box(), page.locator("#clock").bounding_box()
        if width < height:
            assert clock["y"] + clock["height"] <= shown["y"]
        else:
            # A line between them, with room on both sides.
            assert clock["x"] - (shown["x"] + shown["width"]) >= 0.8 * clock["height"]
        assert clock["x"] + clock["width"] <= 0.95 * width + 1
        one, other = figure.evaluate(style), page.locator("#clock").evaluate(style)
        assert one[0] != other[0] and one[1] != other[1]
    # Nothing before it is a minute.
    hub.mutate("waitlist.seat", party=next(iter(hub.view("waitlist/display")["doc"]["parties"])))
    hub.add("Edsger", 2)
    expect(page.locator("#waiting bdi")).to_have_text(["Edsger"])
    expect(wait).to_be_hidden()


def run_until(page, locator, within_ms=60_000):
    """Lets the page's clock go on until something is there."""
    for _ in range(within_ms // 20):
        page.clock.run_for(20)
        if locator.count() > 0:
            return
        page.evaluate("() => undefined")
    raise AssertionError(f"{locator} never came")


def test_the_live_region_says_the_last_state_soon(hub, new_page):
    pages = [new_page() for _ in range(3)]
    statuses = [page.get_by_role("status") for page in pages]
    for page, status, role in zip(pages, statuses, ("host", "display", "engineer")):
        page.clock.install()
        open_unhurried(page, hub.link(role))
        expect(status).to_be_empty()
    hub.add("Ada", 2)
    for status, sentence in zip(statuses, ("0 called, 1 waiting.", "0 called, 1 waiting.", "1 new event.")):
        expect(status).to_have_text(sentence)
    # Within five seconds of the page's own clock, however long they take here.
    for page in pages[:2]:
        stop(page)
    listen(pages[2])
    for name in ("Grace", "Edsger", "Barbara"):
        hub.add(name, 2)
    for page, status in zip(pages[:2], statuses):
        run_until(page, page.locator("#waiting li:nth-child(4)"))
        run_until(page, status.filter(has_text="4 waiting."), within_ms=5000)
    # They are said together, unless some of them came too late for that.
    wait_until(pages[2], "() => heard.reduce((sum, each) => sum + Number.parseInt(each), 0) === 3")


def test_where_numbers_are_called_the_words_are_about_numbers(hub, open_display):
    display = open_display()
    page = display.page
    for language, numbered, column, sentence in (
        ("en", "No. 1", "Number", "Your number appears here when your table is ready."),
        ("de", "Nr. 2", "Nummer", "Ihre Nummer erscheint hier, sobald Ihr Tisch bereit ist."),
        ("es", "N.º 3", "Número", "Su número aparecerá aquí cuando su mesa esté lista."),
        ("fr", "N° 4", "Numéro", "Votre numéro s’affichera ici quand votre table sera prête."),
        ("it", "N. 5", "Numero", "Il Suo numero apparirà qui quando il tavolo sarà pronto."),
    ):
        hub.mutate("house.configure", languages=[language], labels="number")
        expect(page.locator("#welcome")).to_contain_text(sentence)
        expect(page.locator("#welcome .by-name:visible")).to_have_count(0)
        expect(display.root).to_have_attribute("data-life", "live")
        party = hub.add("Ada Lovelace", 4)
        expect(page.locator("#waiting bdi")).to_have_text([numbered])
        expect(page.locator(".columns .name")).to_have_text(column, use_inner_text=True)
        expect(page.locator(".none")).to_have_text(sentence, use_inner_text=True)
        hub.mutate("waitlist.call_next")
        display.expect_labels(waiting=[], ready=[numbered])
        # The owner goes back to names while the screen hangs there.
        hub.mutate("house.configure", labels="full")
        display.expect_labels(ready=["Ada Lovelace"])
        expect(page.locator(".by-number:visible")).to_have_count(0)
        hub.mutate("waitlist.seat", party=party)


def test_a_letter_that_reaches_out_of_its_place_is_whole(hub, open_screen):
    hub.mutate("house.configure", name="Jolly Jumbuck")
    page = open_screen().page

    def expect_whole(*parts):
        """Each looks as it does where nothing is cut off."""
        for _ in at_each_size(page, [(1920, 1080), (1080, 1920)]):
            settled(page)
            for selector, around in parts:
                place = page.locator(around)
                cut = place.screenshot()
                page.locator(selector).evaluate("each => { each.style.overflow = 'visible'; }")
                assert place.screenshot() == cut, selector
                page.locator(selector).evaluate("each => { each.style.overflow = ''; }")

    expect_whole(("#welcome-house bdi", "#welcome-house"))
    hub.add("Jan Jeff", 2)
    hub.mutate("waitlist.ready", party=hub.add("Jan Jäger-Jeff", 2))
    expect(page.locator("#ready bdi")).to_have_text("Jan J.")
    page.evaluate("endCall()")
    expect(page.locator("#call")).to_be_hidden()
    expect_whole(("#ready bdi", "#ready"), ("#waiting bdi", "#waiting"), (".top .house bdi", ".top .house"))
