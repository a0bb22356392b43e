"""The same screens by https, with a self-made certificate."""

import asyncio
import ssl
import threading

import pytest
from playwright.sync_api import expect

from hub import PATIENCE_SECONDS, Hub
from pages import DisplayPage, HostPage, OwnerPage

pytestmark = pytest.mark.process


def test_an_evening_by_http_and_then_by_https(hub, new_page):
    assert "plain http" not in "\n".join(hub.said)
    # On one machine nobody is warned.
    owner = open_owner_of(hub, new_page)
    expect(owner.locator("#in-the-open")).to_be_hidden()
    owner.context.close()
    # The tests' browser skips certificate checks, which other tests cover.
    page = new_page(ignore_https_errors=True)
    page.goto(hub.link("host"))
    host = HostPage(page)
    host.expect_live()
    host.add("Ada Lovelace", 4)
    # Unsent changes don't move to another origin.
    host.expect_names(waiting=["Ada Lovelace"])
    host.expect_settled()
    assert [cookie["name"] for cookie in page.context.cookies()] == ["tablecast"]
    hub.stop()
    assert "localhost" in hub.command("certificate", "--name", "hub.example")
    hub.address = hub.address.replace("http:", "https:")
    hub.start()
    # A browser that signed in by http stays signed in.
    page.goto(hub.address + "/host")
    host.expect_names(waiting=["Ada Lovelace"])
    [cookie] = page.context.cookies()
    assert cookie["name"] == "__Host-tablecast"
    assert cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Lax"
    page.reload()
    host.expect_live()
    assert page.evaluate("window.isSecureContext")
    screen = new_page(ignore_https_errors=True)
    screen.goto(hub.link("display"))
    display = DisplayPage(screen)
    display.expect_labels(waiting=["Ada L."], ready=[])
    display.expect_live()
    # A new certificate closes no connection.
    hub.command("certificate", "--name", "other.local")
    hub.reload()
    host.add("Grace Hopper", 2)
    display.expect_labels(waiting=["Ada L.", "Grace H."], ready=[])
    expect(host.page.locator("html")).to_have_attribute("data-life", "live")


@pytest.fixture
def in_the_open():
    hub = Hub()
    hub.host = "0.0.0.0"
    # The tests' usual address, of this machine alone, would be refused there.
    hub.url = []
    yield hub.start()
    hub.close()


def open_owner_of(hub, new_page, link=None):
    page = new_page(ignore_https_errors=True)
    page.goto(link or hub.link("owner"))
    OwnerPage(page).expect_live()
    return page


def test_plain_http_on_a_network_warns_in_the_terminal_and_the_owner(in_the_open, new_page):
    said = "\n".join(in_the_open.said)
    assert "plain http" in said
    assert f"tablecast certificate --data {in_the_open.data}, then start the hub again" in said
    page = open_owner_of(in_the_open, new_page)
    expect(page.locator("#in-the-open")).to_contain_text("tablecast certificate --data FOLDER")
    in_the_open.command("certificate")
    # A proxy that speaks https warns no owner.
    with TLSProxy(in_the_open) as proxy:
        link = in_the_open.link("owner").replace(in_the_open.address, proxy.address)
        page = open_owner_of(in_the_open, new_page, link)
        expect(page.locator("#in-the-open")).to_be_hidden()
    in_the_open.stop()
    in_the_open.address = in_the_open.address.replace("http:", "https:")
    in_the_open.start()
    page = open_owner_of(in_the_open, new_page)
    expect(page.locator("#in-the-open")).to_be_hidden()


class TLSProxy:
    """Proxies https, with the hub's certificate, to a hub that speaks plain http."""

    def __init__(self, hub):
        self.hub = hub
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)

    def __enter__(self):
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        folder = self.hub.data / "tls"
        tls.load_cert_chain(folder / "server.pem", folder / "server-key.pem")
        self.thread.start()
        server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self.serve, "127.0.0.1", 0, ssl=tls), self.loop
        ).result(timeout=PATIENCE_SECONDS)
        self.address = f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(self, *_):
        asyncio.run_coroutine_threadsafe(self.close(), self.loop).result(timeout=PATIENCE_SECONDS)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    async def close(self):
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def serve(self, reader, writer):
        hub_reader, hub_writer = await asyncio.open_connection("127.0.0.1", self.hub.port)
        await asyncio.gather(self.pass_on(reader, hub_writer), self.pass_on(hub_reader, writer))

    @staticmethod
    async def pass_on(reader, writer):
        try:
            while some := await reader.read(65_536):
                writer.write(some)
                await writer.drain()
        except OSError:
            pass
        writer.close()
