"""The same screens by https, with a certificate made here."""

from playwright.sync_api import expect

from pages import DisplayPage, HostPage


def test_an_evening_by_https(hub, new_page):
    hub.stop()
    assert "localhost" in hub.command("certificate", "--name", "hub.example")
    hub.address = hub.address.replace("http:", "https:")
    hub.start()

    def open_page(role):
        # The browser of the tests is told to trust; that chains are checked is shown elsewhere.
        page = new_page(ignore_https_errors=True)
        page.goto(hub.link(role))
        return page

    host = HostPage(open_page("host"))
    display = DisplayPage(open_page("display"))
    assert host.page.evaluate("window.isSecureContext")
    host.add("Ada Lovelace", 4)
    display.expect_labels(waiting=["Ada L."], ready=[])
    display.expect_live()
    [cookie] = host.page.context.cookies()
    assert cookie["name"] == "__Host-tablecast"
    assert cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Lax"

    # A new certificate cuts nobody off.
    hub.command("certificate", "--name", "other.example")
    hub.reload()
    host.add("Grace Hopper", 2)
    display.expect_labels(waiting=["Ada L.", "Grace H."], ready=[])
    expect(host.page.locator("html")).to_have_attribute("data-life", "live")


def test_a_browser_that_signed_in_by_http_stays_signed_in_by_https(hub, new_page):
    page = new_page(ignore_https_errors=True)
    page.goto(hub.link("host"))
    host = HostPage(page)
    host.add("Ada Lovelace", 4)
    assert [cookie["name"] for cookie in page.context.cookies()] == ["tablecast"]
    hub.stop()
    hub.command("certificate")
    hub.address = hub.address.replace("http:", "https:")
    hub.start()
    page.goto(hub.address + "/host")
    expect(page.get_by_text("Ada Lovelace").first).to_be_visible()
    [cookie] = page.context.cookies()
    assert cookie["name"] == "__Host-tablecast" and cookie["secure"]
    page.reload()
    expect(page.get_by_text("Ada Lovelace").first).to_be_visible()
