"""The pages as somebody sees them who uses them."""

import json
import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from hub import ROOT

PUBLIC = ROOT / "Public"
# The files of the browsers' common core, in the order in which they are loaded.
CORE = re.findall(
    r'^import "\./core/(\w+)\.js";$',
    (PUBLIC / "js" / "tablecast.js").read_text(encoding="utf-8"), re.MULTILINE,
)
# What a page has to meet: the Web Content Accessibility Guidelines 2.2, levels A and AA, and more.
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What sticks out of the page at its side.
WIDER = """() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth <= clientWidth ? [] : [...document.querySelectorAll("body *")]
        .filter((each) => each.getBoundingClientRect().right > clientWidth + 1)
        .map((each) => each.outerHTML.slice(0, 100));
}"""
# A time of today, as pages write it; around midnight it may be one of yesterday, with its weekday.
TIME = r"([A-Z][a-z]+ )?\d\d:\d\d"
# What a declaration file says that a module has.
DECLARED = re.compile(r"^export (?:class|function) (\w+)", re.MULTILINE)


def boards():
    """What the boards declare."""
    return json.loads((PUBLIC / "docs" / "boards.json").read_text(encoding="utf-8"))


def declared_pages():
    """The pages that boards declare and the hub's own, by their names: `<board>/menu`. The form without an
    address of its own is `join`."""
    described = boards()
    declared = sum((board["pages"] for board in described["boards"]), described["pages"])
    return {page.get("address", "/join").removeprefix("/"): page for page in declared}


def panels():
    """Who reads the panels that boards add to pages of others, by their folders: `<board>/ahead`."""
    pages = declared_pages()
    return {
        panel["script"].removeprefix("/boards/").rpartition("/")[0]:
            pages[panel.get("page", "/join").removeprefix("/")]["reader"]
        for board in boards()["boards"] for panel in board["panels"] if "script" in panel
    }


def script_of(panel):
    """The script of a panel, by its folder."""
    scripts = [
        panel["script"] for board in boards()["boards"] for panel in board["panels"] if "script" in panel
    ]
    return next(PUBLIC / each[1:] for each in scripts if each.startswith(f"/boards/{panel}/"))


def folder_of(page):
    """Where the files of a page, of a panel, or of a board lie. Of a declared page, its board says it."""
    declared = declared_pages().get(page, {}).get("folder")
    folders = [PUBLIC / declared] if declared else [PUBLIC / page, PUBLIC / "boards" / page]
    found = [folder for folder in folders if folder.is_dir()]
    assert len(found) == 1, page
    return found[0]


def texts_of(page, language):
    """The sentences of a page, by their keys."""
    path = folder_of(page) / "texts" / f"{language}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def reasons_of(language):
    """What boards find wrong, by its code, as pages of those who work there say it."""
    described = boards()
    declared = sum((board["problems"] for board in described["boards"]), described["problems"])
    texts = {}
    for problem in declared:
        key, one = f"problems.{problem['code']}", problem.get("sentenceOfOne")
        forms = {f"{key}.one": one, f"{key}.other": problem["sentence"]}
        texts.update(forms if one else {key: problem["sentence"]})
    catalogue = f"texts/{language}.json"
    folder = PUBLIC / "boards"
    for path in [folder / catalogue, *folder.glob(f"*/{catalogue}")]:
        if path.exists():
            texts.update(json.loads(path.read_text(encoding="utf-8")))
    return texts


def load_core(page):
    """Loads the core as the pages of old televisions do."""
    for name in CORE:
        page.add_script_tag(url=f"/js/core/{name}.js")


def wait_until(page, is_so, argument=None):
    """Waits until a function of the page says yes. Playwright's own `wait_for_function` evaluates a
    string again and again, which the pages' policy forbids."""
    page.evaluate(
        f"""argument => new Promise((resolve, reject) => {{
            const isSo = {is_so};
            const deadlineMs = performance.now() + 30_000;
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


def go_to(page, place):
    """Leads a page to a place in itself, as an address that somebody was sent does."""
    page.goto(page.url.split("#")[0] + "#" + place)


def expect_at_rest(host):
    """Nothing moves on the host's page, nothing has just moved, and its panels have all that they show."""
    expect(host.page.locator(".panel[hidden], .today-summary:empty")).to_have_count(0)
    expect(host.page.locator(".has-moved")).to_have_count(0)
    wait_until(host.page, "() => document.getAnimations().length === 0")


def open_unhurried(page, address):
    """Opens a page for which no time passes until it is live: it never says how the lists are because it took
    long to connect."""
    page.add_init_script("""
        const { now } = performance;
        performance.now = () => 0;
        window.goOn = () => { performance.now = now; };
    """)
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    page.evaluate("() => goOn()")


def keep_toasts(page):
    """Has every toast stay: a slow machine may need longer than one is shown."""
    page.evaluate("""() => {
        const { setTimeout } = window;
        window.setTimeout = (act, ms) => setTimeout(act, ms === 10_000 ? 3_600_000 : ms);
    }""")


def listen(page):
    """Keeps all that a page says to those who hear it: the next sentence may come before anybody looks."""
    page.evaluate("""() => {
        const region = document.querySelector("#announcer");
        window.heard = [];
        new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true });
    }""")


def expect_heard(page, words):
    """Waits until a page has said something since it is listened to."""
    wait_until(page, "words => heard.some((each) => each.includes(words))", words)


def expect_accessible(page):
    violations = Axe().run(page, options={"runOnly": AXE_RULES}).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations] == []
    assert page.evaluate(WIDER) == []


class LivePage:
    def __init__(self, page):
        self.page = page
        self.sign = page.locator("#sign")
        self.root = page.locator("html")

    def expect_live(self, timeout=None):
        expect(self.root).to_have_attribute("data-life", "live", timeout=timeout)
        expect(self.sign).to_have_text("Live")

    def expect_not_live(self, timeout=None):
        """Says since when it is not, and nowhere that it is."""
        expect(self.page.locator("[data-life='live']")).to_have_count(0, timeout=timeout)
        expect(self.sign).to_have_text(re.compile(f"^As of {TIME}, reconnecting$"))


class HostPage(LivePage):
    def __init__(self, page):
        super().__init__(page)
        self.name = page.get_by_label("Name", exact=True).first
        self.size = page.get_by_label("Party size", exact=True).first
        self.ready = page.locator("#ready")
        self.waiting = page.locator("#waiting")
        self.toast = page.locator("#toast")

    def add(self, name, size):
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
        self.row(name).get_by_role("button", name="More").click()

    def open_tool(self, name):
        """Presses a button of the bar, which stands behind *Menu* where there is not room."""
        menu = self.page.get_by_role("button", name="Menu")
        if menu.is_visible():
            menu.click()
        self.page.get_by_role("button", name=name, exact=True).click()

    def press_toast(self, text):
        """Presses the toast's button, which takes no tap right after it has come."""
        self.toast.get_by_role("button", name=text).click()

    def end(self, name, opener, answer):
        """Takes a step that asks once, behind *More*."""
        ends = self.row(name).locator(".detail-ends")
        ends.get_by_role("button", name=opener, exact=True).click()
        ends.get_by_role("button", name=answer, exact=True).click()

    def expect_settled(self):
        """The server has confirmed all that was asked of it."""
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

    def expect_labels(self, waiting=None, ready=None, timeout=None):
        if waiting is not None:
            expect(self.waiting).to_have_text(waiting, timeout=timeout)
        if ready is not None:
            expect(self.ready).to_have_text(ready, timeout=timeout)


class EventsPage(LivePage):
    def __init__(self, page):
        super().__init__(page)
        self.rows = page.locator(".event")
        self.scroll = page.locator("#scroll")
        self.count = page.locator("#filter-count")

    @property
    def past_views(self):
        """The views of which one may see the past, in their order."""
        state = json.loads(self.page.locator("#state").text_content())
        return [view for board in state["boards"] for view in board["views"]]

    def scroll_to_top(self):
        self.scroll.evaluate("element => { element.scrollTop = 0; }")

    def read_all(self):
        """What the rows say, from the first to the last, as one reads them who scrolls down."""
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

    def expect_state(self, text, state, timeout=None):
        expect(self.row(text).locator(".badge")).to_have_text(state, timeout=timeout)

    def dismiss(self, text):
        self.alarms.filter(has_text=text).get_by_role("button").click()


class OwnerPage(LivePage):
    def __init__(self, page):
        super().__init__(page)
        self.devices = page.locator(".device")
        self.toast = page.locator("#toast")

    def device(self, text):
        return self.devices.filter(has_text=text)

    def press(self, text, button):
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
        form = self.page.locator("#invite-form")
        form.get_by_role("radio", name=role).check()
        form.get_by_label("Name, if you like").fill(name)
        form.get_by_role("button", name="Make a link").click()
        return self.page.locator("#invite-link")
