"""The television's page."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from pages import at_each_size, listen, open_unhurried, settled, wait_until
from test_taps import run_until, stop
from test_times import zone_by_day

PAGE_BYTES_MAX = 100 * 1_024


@pytest.mark.process
def test_without_scripts_the_list_is_there_and_stays_fresh(hub, open_display):
    hub.mutate("house.configure", timeZone=zone_by_day(hub).key)
    ready = hub.add("Grace Hopper", 2)
    hub.add("Ada Lovelace", 4)
    hub.mutate("waitlist.ready", party=ready)
    display = open_display(java_script_enabled=False)
    display.expect_labels(waiting=["Ada L."], ready=["Grace H."])
    expect(display.page.get_by_text(re.compile(r"^As of \d\d:\d\d$"))).to_be_visible()
    expect(display.page.locator("[data-life='live']")).to_have_count(0)
    refresh = display.page.locator("meta[http-equiv='refresh']")
    expect(refresh).to_have_attribute("content", "30")
    expect(display.page.locator("#waiting .arrived")).to_have_text(re.compile(r"^\d\d:\d\d$"))


def test_without_scripts_and_without_parties_there_is_a_welcome(open_display):
    display = open_display(java_script_enabled=False)
    expect(display.page.locator(".welcome")).to_be_visible()
    expect(display.page.locator(".welcome")).to_contain_text("The Copper Pot")
    expect(display.page.locator(".board")).to_be_hidden()


def test_without_scripts_all_of_a_long_list_can_be_reached(hub, open_display):
    for number in range(30):
        hub.add(f"Party{number}", 2)
    hub.mutate("notice.post", text="The kitchen closes at ten.", level="info")
    page = open_display(java_script_enabled=False).page
    for width, height in ((1920, 1080), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for selector in ("#waiting li", ".notice", "noscript .sign"):
            last = page.locator(selector).last
            last.scroll_into_view_if_needed()
            expect(last).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_name_of_more_than_two_lines_ends_with_an_ellipsis(hub, open_display):
    name = "Wolfeschlegelsteinhausenbergerdorff" * 2
    called = hub.add(name, 2)
    hub.add(name, 3)
    hub.add("دانيالأحمد" * 8, 3)
    hub.mutate("waitlist.ready", party=called)
    for javascript in (True, False):
        page = open_display(java_script_enabled=javascript).page
        bdi = page.locator("#ready bdi")
        expect(bdi).to_have_text(name)
        style = bdi.evaluate(
            """each => {
                const { webkitLineClamp, overflow } = getComputedStyle(each);
                const { height } = each.getBoundingClientRect();
                return [webkitLineClamp, overflow, each.scrollHeight > each.clientHeight, height <= 0.2 * innerHeight];
            }"""
        )
        assert style == ["2", "hidden", True, True]
        # In the list it is one line, and cut where the name's own writing ends.
        for row in page.locator("#waiting bdi").all():
            cut = row.evaluate(
                """each => {
                    const { textOverflow, overflow } = getComputedStyle(each);
                    return [textOverflow, overflow, each.scrollWidth > each.clientWidth];
                }"""
            )
            assert cut == ["ellipsis", "hidden", True]
        directions = page.locator("#waiting bdi").evaluate_all(
            "all => all.map(each => getComputedStyle(each).direction)"
        )
        assert directions == ["ltr", "rtl"]


def test_the_scripts_draw_the_same_rows_as_the_server(hub, open_display):
    hub.mutate("house.configure", timeZone=zone_by_day(hub).key)
    for name in ("Ada Lovelace", "Grace Hopper", "<i>Edsger</i>"):
        hub.add(name, 4)
    served, drawn = open_display(java_script_enabled=False), open_display()
    drawn.expect_live()

    def rows(display):
        return display.page.locator("#waiting").evaluate(
            "list => list.innerHTML.replace(/ (class|style|datetime)=\"[^\"]*\"/g, '')"
        )

    expect(served.page.locator("#waiting .place")).to_have_text(["1", "2", "3"])
    assert drawn.page.locator("#waiting").evaluate("list => list.innerText") == (
        served.page.locator("#waiting").evaluate("list => list.innerText")
    )
    # What comes later is drawn by the script alone.
    party = hub.add("Barbara", 4)
    drawn.expect_labels(waiting=["Ada L.", "Grace H.", "<i>Edsger</i>", "Barbara"])
    fresh = open_display(java_script_enabled=False)
    row = f"#waiting [data-key='{party}']"
    left_out = r" (class|datetime|style)=\"[^\"]*\""
    assert re.sub(left_out, "", _html(drawn, row)) == re.sub(left_out, "", _html(fresh, row))


def _html(display, selector):
    return display.page.locator(selector).evaluate("row => row.outerHTML")


def test_the_page_with_all_that_it_loads_is_small(hub, new_page):
    page = new_page(viewport={"width": 1920, "height": 1080})
    sizes = {}
    page.on("response", lambda answer: sizes.update({answer.url: answer}))
    page.goto(hub.link("display"))
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    loaded = {
        url: len(answer.body()) for url, answer in list(sizes.items()) if answer.status == 200
    }
    assert len(loaded) >= 7
    assert all(url.startswith(hub.address) for url in loaded)
    assert sum(loaded.values()) < PAGE_BYTES_MAX


# Keeps, by its label, what each page shows: they turn by themselves.
KEEP_PAGES = """() => {
    const label = document.querySelector("#waiting-pages");
    window.pages = new Map();
    const look = () => pages.set(label.textContent, [...document.querySelectorAll("#waiting li")]
        .map((row) => [row.querySelector("bdi").textContent, row.getBoundingClientRect()])
        .filter(([, box]) => box.height > 0)
        .map(([name, { bottom }]) => [name, bottom]));
    look();
    new MutationObserver(look).observe(label, { childList: true });
}"""
# Each page is shown for eight seconds, or a moment.
TURN_QUICKLY = """
    const { setInterval } = window;
    window.setInterval = (act, ms) => setInterval(act, ms === 8_000 ? 300 : ms);
"""


def test_more_than_fit_are_paged(hub, new_page):
    for number in range(20):
        hub.add(f"Party{number}", 2)
    page = new_page()
    page.add_init_script(TURN_QUICKLY)
    page.goto(hub.link("display"))
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    pages = page.locator("#waiting-pages")
    for _, height in at_each_size(page, [(1920, 1080), (1280, 720)]):
        expect(pages).to_have_text(re.compile(r"^1 of [23]$"))
        page.evaluate(KEEP_PAGES)
        count = int(pages.inner_text().split()[-1])
        wait_until(page, "count => pages.size >= count", count)
        kept = page.evaluate("[...pages]")
        assert {label for label, _ in kept} == {f"{number} of {count}" for number in range(1, count + 1)}
        rows = [row for _, shown in kept for row in shown]
        assert sorted(name for name, _ in rows) == sorted(f"Party{number}" for number in range(20))
        assert max(bottom for _, bottom in rows) <= height * 0.95
        expect(pages).to_have_text(f"1 of {count}")


def test_the_sizes_are_those_that_are_read_from_five_metres(hub, open_display):
    called = hub.add("Ada", 2)
    hub.add("Grace", 3)
    hub.mutate("waitlist.ready", party=called)
    display = open_display()
    display.expect_labels(waiting=["Grace"], ready=["Ada"])

    def size(selector):
        style = "element => parseFloat(getComputedStyle(element).fontSize)"
        return display.page.locator(selector).evaluate(style)

    settled(display.page)
    assert size("#ready .name") >= 0.09 * 1080
    assert display.page.locator("#waiting li").bounding_box()["height"] >= 0.069 * 1080
    assert size("#sign") >= 0.02 * 1080
    ground = display.page.locator("#ready li").evaluate(
        "element => getComputedStyle(element).backgroundColor"
    )
    assert ground == "rgb(126, 226, 168)"
    ready, waiting = (
        display.page.locator(selector).bounding_box() for selector in (".ready", ".waiting")
    )
    assert ready["x"] >= 0.05 * 1920 - 1 and ready["x"] < waiting["x"]
    assert waiting["x"] + waiting["width"] <= 0.95 * 1920 + 1


def test_newly_called_parties_come_first(hub, open_display):
    first, second = hub.add("Ada", 2), hub.add("Grace", 2)
    display = open_display()
    hub.mutate("waitlist.ready", party=first)
    display.expect_labels(ready=["Ada"])
    hub.mutate("waitlist.ready", party=second)
    display.expect_labels(ready=["Grace", "Ada"])


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


def test_there_is_no_wait_before_it_is_a_minute(hub, open_display):
    hub.add("Ada", 2)
    for javascript in (True, False):
        display = open_display(java_script_enabled=javascript)
        display.expect_labels(waiting=["Ada"])
        expect(display.page.locator("#wait")).to_be_hidden()


@pytest.mark.process
def test_the_longest_wait_is_that_of_who_has_waited_longest(hub, open_display):
    arrive(hub, Ada=60 * 24 * 3 + 5, Grace=42, Edsger=2)
    drawn, served = open_display(), open_display(java_script_enabled=False)
    parties = hub.view("waitlist/display")["doc"]["parties"]
    ada = next(key for key, row in parties.items() if row["label"] == "Ada")

    def expect_wait(figure):
        for display in (drawn, served):
            wait = display.page.locator("#wait")
            expect(wait).to_have_text(re.compile(rf"^Longest wait\s+{figure}$"))
            expect(wait).to_be_visible()

    expect_wait(r"3\s+days")
    hub.mutate("waitlist.seat", party=ada)
    served.page.reload()
    expect_wait(r"4[2-4]\s+min")


@pytest.mark.process
def test_the_wait_and_the_clock_do_not_read_as_one_figure(hub, open_display):
    arrive(hub, Ada=42)
    hub.mutate("house.configure", name="The Copper Pot at the Old Harbour of Trieste")
    page = open_display().page
    style = """place => {
        const { fontSize, color, borderRightWidth } = getComputedStyle(
            document.querySelector(place));
        return [fontSize, color, borderRightWidth];
    }"""
    for width, height in at_each_size(page, [(1920, 1080), (1280, 720), (720, 1280)]):
        expect(page.locator("#wait-figure")).to_be_visible()
        expect(page.locator("#clock")).to_be_visible()
        wait, clock = (page.locator(place).bounding_box() for place in ("#wait-unit", "#clock"))
        if width < height:
            assert clock["y"] + clock["height"] <= wait["y"]
        else:
            # A line between them, with room on both sides.
            assert clock["x"] - (wait["x"] + wait["width"]) >= 0.8 * clock["height"]
            assert page.evaluate(style, "#wait")[2] != "0px"
        assert clock["x"] + clock["width"] <= 0.95 * width + 1
        figure, time = (page.evaluate(style, place)[:2] for place in ("#wait-figure", "#clock"))
        assert figure[0] != time[0] and figure[1] != time[1]


def test_the_live_region_says_the_last_state_soon(hub, new_page):
    pages = [new_page() for _ in range(3)]
    statuses = [page.get_by_role("status") for page in pages]
    for page, status, role in zip(pages, statuses, ("host", "display", "engineer")):
        page.clock.install()
        open_unhurried(page, hub.link(role))
        expect(status).to_be_empty()
    hub.add("Ada", 2)
    for status in statuses[:2]:
        expect(status).to_have_text("0 ready, 1 waiting.")
    expect(statuses[2]).to_have_text("1 new event.")
    # Within five seconds of the page's own clock, however long they take here.
    for page in pages[:2]:
        stop(page)
    listen(pages[2])
    for name in ("Grace", "Edsger", "Barbara"):
        hub.add(name, 2)
    for page, status in zip(pages[:2], statuses):
        run_until(page, page.locator("#waiting li:nth-child(4)"))
        run_until(page, status.filter(has_text="0 ready, 4 waiting."), within_ms=5000)
    # They are said together, unless some of them came too late for that.
    wait_until(pages[2], "() => heard.reduce((sum, each) => sum + Number.parseInt(each), 0) === 3")


def test_where_numbers_are_called_the_words_are_about_numbers(hub, open_display):
    display, served = open_display(), open_display(java_script_enabled=False)
    for language, numbered, column, sentence in (
        ("en", "No. 1", "Number", "You will see your number here."),
        ("de", "Nr. 2", "Nummer", "Ihre Nummer erscheint dann hier."),
        ("es", "N.º 3", "Número", "Verá su número aquí."),
        ("fr", "N° 4", "Numéro", "Votre numéro s’affichera ici."),
        ("it", "N. 5", "Numero", "Vedrà il Suo numero qui."),
    ):
        hub.mutate("house.configure", languages=[language], labels="number")
        served.page.reload()
        for page in (display.page, served.page):
            expect(page.locator(".welcome")).to_contain_text(sentence)
            expect(page.locator(".welcome .by-name:visible")).to_have_count(0)
        expect(display.root).to_have_attribute("data-life", "live")
        party = hub.add("Ada Lovelace", 4)
        served.page.reload()
        for page in (display.page, served.page):
            expect(page.locator("#waiting bdi")).to_have_text([numbered])
            expect(page.locator(".columns .name")).to_have_text(column, use_inner_text=True)
        hub.mutate("waitlist.call_next")
        display.expect_labels(waiting=[], ready=[numbered])
        # The owner goes back to names while the screen hangs there.
        hub.mutate("house.configure", labels="full")
        display.expect_labels(ready=["Ada Lovelace"])
        expect(display.page.locator(".by-number:visible")).to_have_count(0)
        hub.mutate("waitlist.seat", party=party)


def test_a_letter_that_reaches_out_of_its_place_is_whole(hub, open_display):
    hub.mutate("house.configure", name="Jolly Jumbuck")
    drawn, served = (open_display(java_script_enabled=script) for script in (True, False))

    def expect_whole(*parts):
        """Each looks as it does where nothing is cut off."""
        for display in (drawn, served):
            for width, height in [(1920, 1080), (1080, 1920)]:
                display.page.set_viewport_size({"width": width, "height": height})
                display.page.reload()
                if display is drawn:
                    # How long ago they were called is written once it is known.
                    display.expect_live()
                for selector, around in parts:
                    place = display.page.locator(around)
                    cut = place.screenshot()
                    display.page.locator(selector).evaluate(
                        """each => {
                            for (let part = each; part.tagName !== "BODY"; part = part.parentElement) {
                                part.style.overflow = "visible";
                            }
                        }"""
                    )
                    assert place.screenshot() == cut, (selector, width)

    expect_whole((".welcome-house bdi", ".welcome-house"))
    called = hub.add("Jan Jäger-Jeff", 2)
    hub.add("Jan Jeff", 2)
    hub.mutate("waitlist.ready", party=called)
    served.page.reload()
    for display in (drawn, served):
        display.expect_labels(ready=["Jan J."], waiting=["Jan J."])
    expect_whole(
        ("#ready bdi", "#ready"), ("#waiting bdi", "#waiting"), (".top .house bdi", ".top .house")
    )
