"""The page of components, which stands among the documents."""

from playwright.sync_api import expect


def test_the_page_of_components_stays_and_its_components_work(hub, new_page):
    page = new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{hub.address}/docs/components.html")
    page.get_by_role("button", name="Five more").click()
    expect(page.locator("#quote")).to_have_text("20")
    page.get_by_role("button", name="Show a toast").click()
    expect(page.locator("#toast")).to_contain_text("Costa is called.")
    page.get_by_role("button", name="Open a sheet").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    # A documentation page needs nothing from the hub, so it makes no requests.
    assert [url for url in asked if "/page?" in url] == []
