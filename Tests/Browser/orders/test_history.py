"""The tabs that have left, found and reopened."""

import re

from playwright.sync_api import expect

from hub import eventually
from ordering import Keys, house, hub
from pages import expect_accessible

__all__ = ["house", "hub"]


def test_tabs_that_left_are_found_ordered_again_and_reopened(house):
    hub = house.hub
    first, second = hub.open(table="4", name="Ms Pérez"), hub.open(table="5")
    hub.open(table="5")
    hub.do("serve", lines=hub.order(first["tab"], "Lamb chops", "Oysters"))
    hub.do("pay", tab=first["tab"], method="card", amount=3050, tip=150)
    hub.do("close", tab=first["tab"])
    hub.stock("Oysters", 0)
    history = house.history()
    page = history.page
    rows = page.locator("#tabs .row")
    search = page.get_by_label(re.compile("^Search all days"))
    for typed in ("perez", "MS PÉ", "4"):
        search.fill(typed)
        expect(page.locator("#found")).to_contain_text(f"for “{typed}”")
        expect(rows.filter(has_text="Ms Pérez")).to_have_count(1)
    search.fill("nobody")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    page.get_by_role("button", name="Back to the day").click()
    expect(search).to_have_value("")
    expect(rows.first).to_contain_text("Ms Pérez")

    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").click()
    lines = download.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert lines[0].startswith("number,kind,status,table,name,phone,opened,left,dishes,total,tip")
    assert re.fullmatch(r"\d+,table,closed,4,Ms Pérez,,[^,]+Z,[^,]+Z,2,30\.50,1\.50,EUR", lines[1])

    rows.first.get_by_role("button").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Order the same again").select_option(f"Table 5 · No. {second['number']}")
    dialog.get_by_role("button", name="Repeat").click()
    expect(page.locator("#toast")).to_have_text(
        re.compile("Into Table 5 · No. [0-9]+, without what is sold out or off the menu: 1× Oysters.")
    )
    assert hub.lines(second["tab"]) == [(1, "Lamb chops", "basket")]
    # By the keys a bill is read and its tab opened again.
    page.keyboard.press("Escape")
    keys = Keys(page)
    keys.press(page.get_by_role("button", name="The day before"))
    expect(page.get_by_text("No tabs on this day")).to_be_visible()
    keys.press(page.get_by_role("button", name="Go to today"))
    keys.type(search, "pérez")
    expect(page.locator("#found")).to_contain_text("1 tab")
    row = page.locator(".tab-row").filter(has_text="Ms Pérez")
    keys.press(row)
    expect(dialog).to_contain_text("Lamb chops")
    expect_accessible(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(row).to_be_focused()
    keys.press(row)
    keys.press(dialog.get_by_role("button", name="Reopen", exact=True))
    expect(dialog).to_be_hidden()
    expect(page.locator("#toast-text")).to_contain_text("Table 4")
    assert eventually(lambda: first["tab"] in hub.view("orders/host")["doc"]["tabs"])
