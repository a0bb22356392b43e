"""The pages as their users see them."""

import re

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from pagefiles import CORE
from tally import work

# The rules for pages: the Web Content Accessibility Guidelines 2.2, levels A and AA, and more.
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The width and height of a television, a tablet and a phone, in pixels.
SIZES = [(1920, 1080), (1024, 768), (390, 844)]
# Returns nothing, or how wide a page is that scrolls sideways, with the elements that overflow at its right side.
WIDER = """() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth <= clientWidth ? [] : [scrollWidth, ...[...document.querySelectorAll("body *")]
        .filter((each) => each.getBoundingClientRect().right > clientWidth + 1)
        .map((each) => each.outerHTML.slice(0, 100))];
}"""
# A time of today as pages write it; around midnight it may be one of yesterday, with its weekday.
TIME = r"([A-Z][a-z]+ )?\d\d:\d\d"
# The same in the United States.
TIME_TO_12 = r"([A-Z][a-z]+ )?\d\d?:\d\d\s[AP]M"


def load_core(page):
    """Loads the core as the pages of old televisions do."""
    for name in CORE:
        page.add_script_tag(url=f"/js/core/{name}.js")


def wait_until(page, is_so, argument=None):
    """Waits until a function of the page returns true. Playwright's own `wait_for_function` evaluates a string, which
    the pages' policy forbids."""
    page.evaluate(
        f"""argument => new Promise((resolve, reject) => {{
            const isSo = {is_so};
            const deadlineMs = performance.now() + 60_000;
            const look = () => {{
                if (isSo(argument)) {{
                    resolve();
                }} else if (performance.now() > deadlineMs) {{
                    reject(new Error("It never was so: " + isSo));
                }} else {{
                    requestAnimationFrame(look);
                }}
            }};
            look();
        }})""",
        argument,
    )


def speaker(page):
    """Returns a function that sets the language of a page's browser, for navigations and for its scripts'
    requests."""
    session = page.context.new_cdp_session(page)
    agent = page.evaluate("navigator.userAgent")

    def speak(locale):
        session.send("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": locale})
        page.set_extra_http_headers({"Accept-Language": locale})

    return speak


def settled(page, rev=None):
    """Waits until a page has painted a revision, if one is given, and until it is at rest: then all that it shows
    may be read at one moment."""
    # A page that shows nothing of a change learns of its revision by a ping. It asks again while it waits,
    # because a ping may have reached the hub before the change.
    wait_until(page, """(() => {
        let looks = 0;
        return (rev) => {
            if (rev !== null && looks++ % 30 === 0) {
                dispatchEvent(new Event("online"));
            }
            const { rest, rev: painted = "" } = document.documentElement.dataset;
            const ofJournal = [...painted.matchAll(/=(\\d+)(?= |$)/g)];
            return rest !== undefined && ofJournal.every(([, each]) => rev === null || Number(each) >= rev)
                && document.getAnimations().every((each) => each.playState !== "running"
                    || each.effect.getComputedTiming().endTime === Infinity);
        };
    })()""", rev)


def at_each_size(page, sizes=SIZES):
    """Gives a page each of the sizes in turn, once it is laid out."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        # Layout follows the window's size within a frame.
        page.evaluate(
            "() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))"
        )
        yield width, height


def go_to(page, place):
    """Opens a fragment of the page, as a link to it does."""
    page.goto(page.url.split("#")[0] + "#" + place)


def expect_at_rest(host):
    """Waits until nothing moves on the host's page, and all its panels are filled."""
    expect(host.page.locator(".panel[hidden], .today-summary:empty")).to_have_count(0)
    wait_until(host.page, "() => document.getAnimations().length === 0")


def listen(page):
    """Records everything that a page announces: the next announcement may replace one before it is read."""
    page.evaluate("""() => {
        const region = document.querySelector("#announcer");
        window.heard = [];
        new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true });
    }""")


def expect_heard(page, words):
    """Waits until a page has announced something since `listen`."""
    wait_until(page, "words => heard.some((each) => each.includes(words))", words)


def axe_violations(page, within=None):
    """Returns the violations that axe finds in a page, or within a selector: the rule, the element, and why."""
    work.axe_runs += 1
    # The script stays in the page.
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    # Only violations are reported in detail: describing what passes takes longer.
    return page.evaluate(
        """([within, rules]) => axe.run(within || document, { runOnly: rules, resultTypes: ["violations"] })
            .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
                nodes.map(({ html, failureSummary }) => [id, html, failureSummary])))""",
        [within, AXE_RULES],
    )


def expect_accessible(page):
    assert axe_violations(page) == []
    assert page.evaluate(WIDER) == []


class LivePage:
    # How the house writes times.
    time_of_day = TIME

    def __init__(self, page):
        self.page = page
        self.sign = page.locator("#sign")
        self.root = page.locator("html")

    def expect_live(self):
        expect(self.root).to_have_attribute("data-life", "live")
        expect(self.sign).to_have_text("Live")

    def expect_not_live(self):
        """Expects the page to show since when it is not live, and nowhere that it is."""
        expect(self.page.locator("[data-life='live']")).to_have_count(0)
        expect(self.sign).to_have_text(re.compile(f"^Reconnecting – last updated {self.time_of_day}$"))


class HostPage(LivePage):
    def __init__(self, page):
        super().__init__(page)
        self.name = page.locator("#name")
        self.size = page.locator("#size")
        self.ready = page.locator("#ready")
        self.waiting = page.locator("#waiting")
        self.toast = page.locator("#toast")
        self.sheet = page.locator("#party")

    def add(self, name, size):
        # On a phone the form stands behind a button.
        if not self.name.is_visible():
            self.page.locator("#open-add").click()
        self.name.fill(name)
        self.size.fill(str(size))
        self.page.get_by_role("button", name="Add", exact=True).click()

    def row(self, name):
        exactly = re.compile(f"^{re.escape(name)}$")
        return self.page.locator(".row").filter(
            has=self.page.locator(".name", has_text=exactly)
        )

    def step(self, name):
        self.row(name).locator(".step").click()

    def more(self, name):
        """Opens everything about a party, and returns its sheet."""
        self.row(name).get_by_role("button", name="More about").click()
        expect(self.sheet).to_be_visible()
        return self.sheet

    def open_tool(self, name):
        """Presses a button of the bar's menu."""
        self.page.locator("#open-tools").click()
        self.page.locator("#tools").get_by_role("button", name=name).click()

    def press_toast(self, text):
        self.toast.get_by_role("button", name=text).click()

    def end(self, name, opener, answer):
        """Takes a step that asks for confirmation."""
        ends = self.more(name).locator("#party-ends")
        ends.get_by_role("button", name=opener, exact=True).click()
        ends.get_by_role("button", name=answer, exact=True).click()

    def expect_settled(self):
        """Waits until the hub has confirmed every request."""
        expect(self.page.locator(".row.is-pending")).to_have_count(0)

    def expect_names(self, waiting=None, ready=None):
        if waiting is not None:
            expect(self.waiting.locator(".name")).to_have_text(waiting)
        if ready is not None:
            expect(self.ready.locator(".name")).to_have_text(ready)


class DisplayPage(LivePage):
    def __init__(self, page):
        super().__init__(page)
        self.ready = page.locator("#ready bdi")
        self.waiting = page.locator("#waiting bdi")

    def expect_labels(self, waiting=None, ready=None):
        if waiting is not None:
            expect(self.waiting).to_have_text(waiting)
        if ready is not None:
            expect(self.ready).to_have_text(ready)


class EventsPage(LivePage):
    def __init__(self, page):
        super().__init__(page)
        self.rows = page.locator(".event")
        self.scroll = page.locator("#scroll")
        self.count = page.locator("#filter-count")

    def scroll_to_top(self):
        self.scroll.evaluate("element => { element.scrollTop = 0; }")

    def read_all(self):
        """Returns the texts of all rows, by scrolling down from the first to the last."""
        return self.page.evaluate(
            """async () => {
                const scroll = document.querySelector("#scroll");
                const said = new Map();
                for (let top = 0; ; top += scroll.clientHeight / 2) {
                    scroll.scrollTop = top;
                    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));
                    for (const row of document.querySelectorAll("#events > li")) {
                        const words = row.querySelector(".what").textContent;
                        said.set(Number(row.getAttribute("aria-posinset")), words);
                    }
                    if (top >= scroll.scrollHeight - scroll.clientHeight) {
                        return [...said].sort(([one], [other]) => one - other).map(([, what]) => what);
                    }
                }
            }"""
        )

    def row(self, text):
        return self.rows.filter(has_text=text)


class ScreensPage(LivePage):
    def __init__(self, page):
        super().__init__(page)
        self.rows = page.locator(".device")
        self.alarms = page.locator(".alarm")

    def row(self, text):
        return self.rows.filter(has_text=text)

    def expect_state(self, text, state):
        expect(self.row(text).locator(".badge")).to_have_text(state)

    def dismiss(self, text):
        self.alarms.filter(has_text=text).get_by_role("button").click()


class OwnerPage(LivePage):
    def __init__(self, page):
        super().__init__(page)
        self.devices = page.locator(".device")
        self.toast = page.locator("#toast")

    def device(self, text):
        return self.devices.filter(has_text=text)

    def go(self, section):
        """Opens a section, as the list at the left does."""
        part = self.page.locator(f"#{section}")
        # If the section is open, the focus stays.
        if not part.is_visible():
            go_to(self.page, section)
        expect(part).to_be_visible()
        return part

    def press(self, text, button):
        self.go("devices")
        self.device(text).get_by_role("button", name=re.compile(f"^{button}: ")).click()

    def sign_out(self, text):
        self.press(text, "Sign out")
        self.page.get_by_role("dialog").get_by_role("button", name="Sign out").click()

    def change(self, text, name=None, role=None):
        self.press(text, "Change")
        dialog = self.page.get_by_role("dialog")
        if name is not None:
            dialog.get_by_label("Name").fill(name)
        if role is not None:
            dialog.get_by_role("radio", name=role).check()
        dialog.get_by_role("button", name="Save").click()

    def make_link(self, role, name=""):
        self.go("add")
        form = self.page.locator("#invite-form")
        form.get_by_role("radio", name=role).check()
        form.get_by_label("Name (optional)").fill(name)
        form.get_by_role("button", name="Make a link").click()
        return self.page.locator("#invite-link")
