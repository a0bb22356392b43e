"""One clock for a hub of the stage and its pages, which stands still until a test advances it."""

from blank import STANDING
from pagefiles import PUBLIC
from pages import settled, wait_until
from playwright.sync_api import expect
from wire import wake


class OneTime:
    def __init__(self, hub):
        self.hub = hub
        self.pages = []

    def watch(self, page):
        """Puts a page on this clock, whatever it opens from now on."""
        if page not in self.pages:
            page.route("**/js/core/base.js", self.serve)
            self.pages.append(page)

    def serve(self, route):
        own = (PUBLIC / "js/core/base.js").read_text(encoding="utf-8")
        now = f"tablecast.hubMs = {self.hub.at};\n"
        route.fulfill(body=own + now + STANDING.read_text(encoding="utf-8"), content_type="text/javascript")

    def go_by(self, seconds):
        """Advances the time second by second, so that requests are answered in time."""
        if not self.hub.is_up:
            for page in self.pages:
                wait_until(page, "() => document.documentElement.dataset.life !== 'live'")
        while seconds > 0:
            step = min(seconds, 1)
            self.hub.move(step)
            for page in self.pages:
                page.evaluate("ms => pass(ms)", step * 1_000)
            seconds -= step
        if self.hub.is_up:
            for page in self.pages:
                settled(page)

    def lose(self, page):
        """Cuts a page off, and waits until it has noticed: the time that passes before does not count."""
        page.evaluate(
            "() => { globalThis.lost = new Promise((done) => addEventListener('offline', done, { once: true })); }"
        )
        page.context.set_offline(True)
        page.evaluate("() => globalThis.lost.then(() => true)")

    def put_away(self, minutes):
        """Lets time pass while the pages sleep, as on tablets in standby; then waits until they are live
        again."""
        self.hub.move(minutes * 60)
        for page in self.pages:
            page.evaluate("ms => sleep(ms)", minutes * 60_000)
        self.go_by(1)
        for page in self.pages:
            wake(page)
            expect(page.locator("html")).to_have_attribute("data-life", "live")
