"""The editor and the history without a mouse."""

from playwright.sync_api import expect

from ordering import Keys, exactly, house, hub

__all__ = ["house", "hub"]


def test_a_dish_is_written_sold_out_moved_and_removed_with_the_keys(house):
    editor = house.editor()
    page, form = editor.page, editor.form
    keys = Keys(page)
    page.locator("#menu-title").evaluate("() => document.activeElement.blur()")
    keys.press(page.get_by_role("button", name="New dish: Drinks"))
    expect(page.locator("#editing-title")).to_be_focused()
    keys.type(form.get_by_label("Name", exact=True), "Tea")
    keys.type(form.get_by_label("Price", exact=True), "2.5")
    page.keyboard.press("Enter")
    tea = editor.dish("Tea")
    expect(tea.locator(".amount")).to_have_text("€2.50")
    editor.expect_settled()
    keys.press(tea.locator(".stock"), "Space")
    expect(tea.locator(".line-notes")).to_contain_text("Sold out")
    keys.press(page.get_by_role("button", name="Move: Tea"), "ArrowUp")
    expect(editor.dishes("Drinks")).to_have_text(["Café con leche", "Tea", "House wine"])
    editor.expect_settled()
    keys.press(tea.locator(".dish-open"))
    keys.press(form.get_by_role("button", name="Take off the menu"))
    expect(tea).to_have_count(0)
    # The focus stays on the page, from where the change is undone.
    keys.press(editor.toast.get_by_role("button", name="Undo"))
    expect(tea).to_have_count(1)
    editor.expect_settled()
    house.hub.do("remove_dish", dish=next(
        key for key, dish in house.hub.view("orders/menu")["doc"]["dishes"].items()
        if dish["name"] == "Tea"
    ))


def test_a_day_is_looked_through_and_a_bill_read_with_the_keys(house):
    hub = house.hub
    opened = hub.open("takeaway", name="Ada Lovelace")
    hub.do("serve", lines=hub.order(opened["tab"], "Sea bass"))
    hub.do("pay", tab=opened["tab"], method="card", amount=1850)
    hub.do("close", tab=opened["tab"])
    page = house.history().page
    keys = Keys(page)
    row = page.locator(".tab-row").filter(has_text="Ada Lovelace")
    expect(row).to_be_visible()
    keys.press(page.get_by_role("button", name="The day before"))
    expect(page.locator("#none-title")).to_be_visible()
    keys.press(page.get_by_role("button", name="Go to today"))
    keys.type(page.locator("#search"), "lovelace")
    expect(page.locator("#found")).to_contain_text("1 tab")
    keys.press(row)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Sea bass")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(row).to_be_focused()
    keys.press(row)
    keys.press(dialog.get_by_role("button", name=exactly("Reopen")))
    expect(dialog).to_be_hidden()
    expect(page.locator("#toast-text")).to_contain_text("Takeaway")
