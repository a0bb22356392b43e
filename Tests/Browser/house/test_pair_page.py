"""What a screen shows until it is paired, whatever happens to its connection."""

import pytest
from playwright.sync_api import expect

from blank import wait
from pages import SIZES, at_each_size, settled

LOST = "The hub can’t be reached. Trying again."
TOO_MANY = "Too many screens wait to be paired. This one tries again by itself."
# The hub's end of the stream, through which a test controls the last opened one.
SOURCES = """
    window.sources = [];
    window.EventSource = class extends EventTarget {
        constructor(address) {
            super();
            this.address = address;
            sources.push(this);
        }
        close() {}
    };
    window.hear = (type, data = {}) =>
        sources.at(-1).dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
    // All waits are the longest.
    Math.random = () => 1;
"""


@pytest.fixture
def screen(open_blank):
    page = open_blank(name="pair", before=SOURCES, viewport={"width": 1920, "height": 1080})
    page.status = 200
    page.route("**/v1/main/pairing", lambda route: route.fulfill(status=page.status))
    expect_opened(page, 1)
    show_code(page)
    return page


def show_code(page):
    page.evaluate("() => hear('code', { code: '123456' })")
    expect(page.locator("#code")).to_have_text("123 456")
    expect(page.locator("#how")).to_be_visible()


def expect_opened(page, count):
    assert page.evaluate("() => sources.map(({ address }) => address)") == ["/v1/main/pairing"] * count


def expect_said(page, sentence):
    expect(page.locator("#say")).to_have_text(sentence)
    expect(page.locator("#code")).to_be_empty()
    expect(page.locator("#how")).to_be_hidden()


def test_a_hub_that_hangs_is_noticed_after_forty_seconds_of_silence(screen):
    wait(screen, 39_000)
    screen.evaluate("() => hear('alive')")
    wait(screen, 39_000)
    expect(screen.locator("#code")).to_have_text("123 456")
    wait(screen, 1_000)
    expect_said(screen, LOST)
    wait(screen, 500)
    expect_opened(screen, 2)
    show_code(screen)


def test_a_hub_that_is_gone_is_asked_again_and_again(screen):
    for count, pause_ms in enumerate((500, 1000, 2000, 2000)):
        screen.evaluate("() => sources.at(-1).onerror()")
        expect_said(screen, LOST)
        wait(screen, pause_ms - 10)
        expect_opened(screen, count + 1)
        wait(screen, 10)
        expect_opened(screen, count + 2)
    show_code(screen)


def test_a_screen_backs_off_where_too_many_wait(screen):
    # The hub refuses it at once, or ends its stream later.
    screen.status = 429
    for count, refuse in enumerate(("() => sources.at(-1).onerror()", "() => hear('full')"), 1):
        screen.evaluate(refuse)
        expect_said(screen, TOO_MANY)
        wait(screen, 15_000)
        expect_opened(screen, count)
        # The wait ends as soon as the browser reports the network.
        screen.evaluate("() => dispatchEvent(new Event('online'))")
        expect_opened(screen, count + 1)
        show_code(screen)
    screen.evaluate("() => hear('full')")
    wait(screen, 17_000)
    expect_opened(screen, 4)


def test_the_code_fits_every_screen(screen):
    for width, height in at_each_size(screen, [*SIZES, (1280, 720), (1080, 1920), (320, 480)]):
        settled(screen)
        for selector in ("#code", "#how", ".house", "#address"):
            expect(screen.locator(selector)).to_be_in_viewport(ratio=1)
        assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if (width, height) == (1920, 1080):
            # Readable from five metres: a digit is a fifth of the screen high.
            size = "code => parseFloat(getComputedStyle(code).fontSize)"
            assert screen.locator("#code").evaluate(size) >= 0.25 * height
