"""The fixtures of the stories: a hub, a browser, and signed-in pages."""

from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from blank import files, open_blank
from chromium import Browser
from onetime import OneTime
from pages import DisplayPage, EventsPage, HostPage, OwnerPage, ScreensPage
from stage import STAGE, hub_fixture
# Importing these fixtures and hooks activates them.
from tally import pytest_configure, pytest_runtest_makereport, work

# The longest wait for a page on a slow machine. A page that has lost the server retries after 15 s at the latest, while
# hidden.
expect.set_options(timeout=60_000)

MEANT = Path(__file__).with_name("meant.js")


def pytest_addoption(parser):
    parser.addoption("--repeat", type=int, default=1, help="how often each test is run")


def pytest_generate_tests(metafunc):
    if (count := metafunc.config.getoption("repeat")) > 1:
        metafunc.fixturenames.append("round")
        metafunc.parametrize("round", range(count))


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = Browser(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session", autouse=True)
def stage():
    yield
    STAGE.close()


hub = hub_fixture()


@pytest.fixture
def time(hub):
    """The one clock of the hub and of all pages. It stands still unless the test advances it."""
    return OneTime(hub)


@pytest.fixture
def faults():
    """Collects the pages' errors: exceptions, and violations of the content security policy."""
    found = []
    yield found
    assert found == []


@pytest.fixture
def new_page(browser, faults, request):
    """Opens an empty page in its own browser profile. Animations are off, and its clock stands still if the hub's
    does."""
    contexts = []
    time = request.getfixturevalue("time") if "time" in request.fixturenames else None

    def watch(message):
        if "Content Security Policy" in message.text:
            faults.append(message.text)

    def open_page(**options):
        options.setdefault("viewport", {"width": 1024, "height": 768})
        options.setdefault("timezone_id", "America/New_York")
        # A 24-hour clock is the default.
        options.setdefault("locale", "en-GB")
        options.setdefault("reduced_motion", "reduce")
        # Requests by a page's scripts have the language too.
        options.setdefault("extra_http_headers", {"Accept-Language": options["locale"]})
        page = browser.new_page(is_first=not contexts, prepare=work.watch, **options)
        contexts.append(page.context)
        page.context.add_init_script(path=MEANT)
        if time and time.hub.at:
            time.watch(page)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", watch)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def open_host(hub, new_page):
    def open_page(**options):
        page = new_page(**options)
        page.goto(hub.link("host"))
        return HostPage(page)

    return open_page


@pytest.fixture
def open_owner(hub, new_page):
    def open_page(**options):
        page = new_page(**options)
        page.goto(hub.link("owner"))
        owner = OwnerPage(page)
        owner.expect_live()
        return owner

    return open_page


@pytest.fixture
def open_display(hub, new_page):
    def open_page(**options):
        options.setdefault("viewport", {"width": 1920, "height": 1080})
        page = new_page(**options)
        page.goto(hub.link("display"))
        return DisplayPage(page)

    return open_page


@pytest.fixture
def open_events(hub, new_page):
    def open_page(**options):
        page = new_page(**options)
        page.goto(hub.link("engineer"))
        return EventsPage(page)

    return open_page


@pytest.fixture
def open_screens(hub, new_page):
    def open_page(path="/screens", **options):
        page = new_page(**options)
        # Follows the link without its page: a connection that is aborted while it opens is not closed properly.
        page.context.request.get(hub.link("engineer"))
        page.goto(hub.address + path)
        return ScreensPage(page)

    return open_page
