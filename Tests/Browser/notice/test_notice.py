"""A notice, on all screens at once."""

import pytest
from playwright.sync_api import expect


@pytest.mark.smoke
def test_a_notice_stands_on_every_screen_until_it_is_cleared(open_host, open_display):
    host, display = open_host(), open_display()
    host.open_tool("Notice")
    host.page.get_by_label("Text").fill("The kitchen closes at 22:30 “sharp” <b>")
    host.page.get_by_label("How it is shown").select_option("urgent")
    host.page.get_by_role("button", name="Post").click()
    notice = display.page.locator("#announcement")
    expect(notice).to_have_text("Important The kitchen closes at 22:30 “sharp” <b>")
    expect(host.page.locator("#notices")).to_contain_text("The kitchen closes")
    host.open_tool("Notice")
    host.page.get_by_role("button", name="Clear").click()
    expect(notice).to_have_text("")
