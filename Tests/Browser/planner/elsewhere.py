"""Calendars on other servers: the owner's page that connects them, and hubs that sync with them."""

import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

import google
from evening import visit
from hub import eventually
from pages import LivePage
from planning import monday
from radicale import PASSWORD, USER, Radicale


@pytest.fixture
def radicale():
    with Radicale() as radicale:
        radicale.make_calendar("kitchen", "Kitchen")
        yield radicale


def visit_setup(hub, new_page):
    setup = SetupPage(visit(hub, new_page, "/planner/setup", "owner"))
    expect(setup.root).to_have_attribute("data-life", "live")
    return setup


@pytest.fixture
def setup(hub, new_page):
    return visit_setup(hub, new_page)


class Forwarding(BaseHTTPRequestHandler):
    def do_PROPFIND(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(301)
        self.send_header("Location", self.server.target)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *words):
        pass


class Forwarder(ThreadingHTTPServer):
    """A calendar server that redirects to its new address."""

    def __init__(self, target):
        super().__init__(("127.0.0.1", 0), Forwarding)
        self.target = target
        self.address = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever).start()

    def server_close(self):
        self.shutdown()
        super().server_close()


class SetupPage(LivePage):
    """The owner's page; a server that it connects has a calendar *Kitchen*."""

    def __init__(self, page):
        super().__init__(page)
        self.calendars = page.locator("#calendars .thing")
        self.feeds = page.locator("#feeds .thing")
        self.account = page.locator("#accounts .account")
        self.calendar = page.locator("#calendars .thing").filter(has_text="Kitchen")
        self.issue = page.locator("#issues .issue")
        self.dialog = page.locator("dialog[open]")
        self.toast = page.locator("#toast")

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def in_dialog(self, name):
        self.dialog.get_by_role("button", name=name, exact=True).click()

    def choose_file(self, text):
        file = {"name": "suppliers.ics", "mimeType": "text/calendar", "buffer": text.encode()}
        self.page.locator("#import-file").set_input_files(file)

    def connect(self, radicale, password=PASSWORD):
        self.press("Connect a calendar")
        self.dialog.get_by_label("Another CalDAV server").check()
        self.dialog.get_by_label("Address of the server").fill(radicale.address)
        self.dialog.get_by_label("User", exact=True).fill(USER)
        self.dialog.get_by_label("App password").fill(password)
        self.dialog.get_by_label("The server is in this house’s own network").check()
        self.name_and_connect()

    def connect_again(self, field, typed):
        """Enters an account again with another value in one field."""
        self.press("Enter it again: The chef")
        self.dialog.get_by_label(field).fill(typed)
        self.in_dialog("Connect")

    def connect_google(self, client):
        self.press("Connect a calendar")
        self.dialog.get_by_label("Google").check()
        self.dialog.get_by_label("Client ID").fill(client)
        self.dialog.get_by_label("Client secret").fill(google.SECRET)
        self.name_and_connect()

    def name_and_connect(self):
        self.dialog.get_by_label("What you call it").fill("The chef")
        self.in_dialog("Connect")

    @property
    def sign_in(self):
        return self.account.get_by_role("link", name="Sign in at Google")

    def paste(self, address):
        """Pastes the address of a page that could not be opened at the end of a sign-in."""
        self.account.get_by_label("Then paste the address").fill(address)
        self.account.get_by_role("button", name="Done").click()

    def link(self):
        self.press("Sync: Kitchen")
        self.dialog.get_by_role("button", name="Sync").click()
        expect(self.calendar).to_contain_text("In step with The chef, Kitchen")


def start(days=0, time="170000"):
    return f"{monday() + timedelta(days=days):%Y%m%d}T{time}Z"


def titles(hub):
    return sorted(row["title"] for row in hub.week()["occurrences"].values())


def account(hub, state):
    """Returns the key and row of the only account, once it has this state."""
    (found,) = eventually(
        lambda: [*hub.view("planner/accounts")["doc"]["accounts"].items()],
        lambda accounts: [each["state"] for _, each in accounts] == [state],
    )
    assert found[1]["state"] == state, found
    return found


def link(hub):
    """Links a calendar with *Kitchen*, without a page."""
    key, ready = account(hub, "ready")
    remote = next(remote for remote, row in ready["remotes"].items() if row["name"] == "Kitchen")
    return hub.do("link", account=key, remote=remote)["calendar"]


def linked(hub, radicale):
    """Links a calendar with Radicale's, without a page."""
    hub.do(
        "connect", kind="caldav", url=radicale.address, user=USER, password=PASSWORD, name="The chef", allowPrivate=True
    )
    return link(hub)


def sign_in(hub, google):
    """Signs in at Google, without a page."""
    key, waiting = account(hub, "sign_in")
    hub.do("authorise", account=key, address=google.sign_in(waiting["authorize"]))


def linked_at_google(hub, server):
    """Links a calendar with Google's, without a page."""
    hub.do("connect", kind="google", clientId=google.CLIENT, clientSecret=google.SECRET, name="The chef")
    sign_in(hub, server)
    return link(hub)
