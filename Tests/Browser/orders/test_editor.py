"""The house writes its menu."""

import json
import re

from playwright.sync_api import expect

from ordering import PHONE, TELEVISION, Keys, expect_room, house, hub
from pages import axe_violations, expect_accessible, expect_at_rest

__all__ = ["house", "hub"]


def field(editor, label):
    return editor.form.get_by_label(label, exact=True)


def save(editor):
    editor.press("Save", editor.form)


def dish_named(hub, name):
    dishes = hub.view("orders/menu")["doc"]["dishes"].values()
    return next((dish for dish in dishes if dish["name"] == name), None)


def test_a_menu_is_written_and_translated(house):
    hub = house.hub
    hub.mutate("house.configure", languages=["en", "es"])
    editor = house.editor()
    name, price = field(editor, "Name"), field(editor, "Price")
    editor.press("New section")
    name.fill("mains")
    save(editor)
    expect(name).to_have_accessible_description("There is already one called mains.")
    expect(editor.refused).to_have_count(0)
    # Edits are discarded after a question.
    dialog = editor.page.get_by_role("dialog", name="Discard what you typed?")
    editor.dish("Sea bass").locator(".dish-open").click()
    editor.press("Keep editing", dialog)
    expect(name).to_have_value("mains")
    name.fill("Desserts")
    save(editor)
    expect(editor.page.locator(".section-name").last).to_have_text("Desserts")

    # By the keys; missing values and malformed prices are reported at their fields.
    keys = Keys(editor.page)
    keys.press(editor.page.get_by_role("button", name="New dish: Desserts"))
    expect(editor.page.locator("#editing-title")).to_be_focused()
    keys.type(price, "much")
    editor.page.keyboard.press("Enter")
    expect(name).to_have_accessible_description("Name is needed.")
    expect(price).to_have_accessible_description(re.compile("^This is not a price"))
    expect_accessible(editor.page)
    name.fill("Flan")
    price.fill("4.35")
    field(editor, "How many are left").fill("3")
    editor.page.keyboard.press("Enter")
    flan = editor.dish("Flan")
    expect(flan.locator(".amount")).to_have_text("€4.35")
    editor.expect_settled()
    assert (dish_named(hub, "Flan")["price"], dish_named(hub, "Flan")["left"]) == (435, 3)
    # The form is ready for the next dish of the section.
    expect(name).to_have_value("")
    keys.press(flan.locator(".stock"), "Space")
    expect(flan.locator(".line-notes")).to_contain_text("Sold out")
    editor.expect_settled()
    keys.press(flan.locator(".dish-open"))
    expect(price).to_have_value("4.35")
    keys.press(editor.form.get_by_role("button", name="Take off the menu"))
    expect(flan).to_have_count(0)
    # The focus stays on the page, from where the change is undone.
    keys.press(editor.toast.get_by_role("button", name="Undo"))
    expect(flan).to_have_count(1)
    editor.expect_settled()

    # Ticking no allergen states that the dish has none.
    lamb = editor.dish("Lamb chops")
    expect(lamb).to_contain_text("allergens not stated")
    lamb.locator(".dish-open").click()
    field(editor, "I have checked this dish’s allergens").check()
    save(editor)
    expect(lamb).not_to_contain_text("allergens not stated")
    editor.expect_settled()
    assert dish_named(hub, "Lamb chops")["allergens"] == []

    # Missing translations are marked until they are written.
    lacking = editor.page.get_by_label("Missing translations")
    lacking.check()
    expect(lamb).to_contain_text("not in Spanish")
    lamb.locator(".dish-open").click()
    expect(editor.form.get_by_text("incomplete", exact=True)).to_be_visible()
    field(editor, "Name: Spanish").fill("Chuletas de cordero")
    save(editor)
    # The description remains in the house's language.
    editor.expect_settled()
    expect(lamb).to_contain_text("not in Spanish")
    field(editor, "Description: Spanish").fill("Con romero y ajo.")
    save(editor)
    expect(lamb).to_have_count(0)
    lacking.uncheck()
    expect(lamb).to_be_visible()
    expect(lamb).not_to_contain_text("not in Spanish")
    editor.expect_settled()
    assert dish_named(hub, "Lamb chops")["texts"] == {
        "es": {"name": "Chuletas de cordero", "description": "Con romero y ajo."}
    }

    # Another dish opens while what was saved is on its way.
    editor.dish("House wine").locator(".dish-open").click()
    price.fill("5.20")
    hub.pause()
    save(editor)
    editor.dish("Oysters").locator(".dish-open").click()
    expect(name).to_have_value("Oysters")
    hub.resume()
    editor.expect_settled()
    assert dish_named(hub, "House wine")["price"] == 520


def test_the_menu_is_put_in_order_by_keys_and_by_drag_and_taken_back(house):
    hub = house.hub
    names, cakes = ["Espresso", "Cortado", "Tea"], ["Cheesecake", "Carrot cake"]
    hub.write_menu({
        ("Hot drinks", "bar"): [(name, 200, {}) for name in names],
        ("Cakes", "cold"): [(name, 500, {}) for name in cakes],
    })
    editor, display = house.editor(viewport=TELEVISION), house.screen("menu", viewport=PHONE)
    drinks, sweets = editor.dishes("Hot drinks"), editor.dishes("Cakes")
    expect(drinks).to_have_text(names)

    # The handle keeps the focus when the keys move it.
    tea = editor.page.get_by_role("button", name="Move: Tea")
    tea.focus()
    for expected in (["Espresso", "Tea", "Cortado"], ["Tea", "Espresso", "Cortado"]):
        editor.page.keyboard.press("ArrowUp")
        expect(drinks).to_have_text(expected)
        expect(tea).to_be_focused()
        editor.expect_settled()
    editor.undo()
    expect(drinks).to_have_text(["Espresso", "Tea", "Cortado"])

    # By drag, into another section too; nothing moves before it is let go.
    drag(editor, "Espresso", "Cortado", is_after=True)
    expect(drinks).to_have_text(["Tea", "Cortado", "Espresso"])
    editor.expect_settled()
    drag(editor, "Tea", "Carrot cake", is_after=False)
    expect(sweets).to_have_text(["Cheesecake", "Tea", "Carrot cake"])
    expect(drinks).to_have_text(["Cortado", "Espresso"])
    editor.expect_settled()
    editor.undo()
    expect(drinks).to_have_text(["Tea", "Cortado", "Espresso"])
    expect(sweets).to_have_text(cakes)

    # A section moves with its dishes, and a screen shows the same order.
    editor.page.get_by_role("button", name="Move: Cakes").press("ArrowUp")
    own = re.compile(f"^({'|'.join(names + cakes)})$")
    order = [*cakes, "Tea", "Cortado", "Espresso"]
    expect(editor.page.locator(".dish-name").filter(has_text=own)).to_have_text(order)
    expect(display.page.locator(".dish .name").filter(has_text=own)).to_have_text(order)
    editor.expect_settled()


def drag(editor, name, beside, is_after):
    """Drags a dish by its handle to another one nearby."""
    mouse, names = editor.page.mouse, editor.page.locator(".dish-name")
    handle = editor.dish(name).locator(".handle")
    handle.evaluate("handle => handle.scrollIntoView({ block: 'center' })")
    expect_at_rest(editor)
    start, end = handle.bounding_box(), editor.dish(beside).bounding_box()
    before = names.all_inner_texts()
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    middle = end["x"] + end["width"] / 2
    mouse.move(middle, end["y"] + end["height"] * (0.8 if is_after else 0.2), steps=8)
    side = "after" if is_after else "before"
    expect(editor.page.locator(f".drop-{side} .dish-name")).to_have_text(beside)
    expect(names).to_have_text(before)
    mouse.up()


def test_a_menu_is_imported_after_a_look_at_what_would_happen(house):
    hub = house.hub
    editor = house.editor()
    dishes = [
        {"nombre": "Green salad", "descripcion": "Verde.", "precio": 7.25, "tipo": "Starters"},
        {"nombre": "Paella", "descripcion": "Para dos.", "precio": 24.90, "tipo": "Arroces"},
        {"nombre": "Fideuà", "descripcion": "", "precio": "mucho", "tipo": "Arroces"},
    ]
    lines = ",\n".join(json.dumps(dish, ensure_ascii=False) for dish in dishes)
    before = hub.view("orders/menu")
    dialog = editor.page.get_by_role("dialog")

    def look(name, text):
        editor.page.get_by_role("button", name="Import", exact=True).click()
        dialog.get_by_label("File").set_input_files(
            {"name": name, "mimeType": "application/json", "buffer": text.encode()}
        )

    # A malformed menu is refused with the place of the error.
    look("broken.json", '[\n{"nombre": "Paella",}\n]')
    expect(dialog).to_contain_text("This file can’t be imported.")
    expect(dialog.locator("#import-problems li")).to_have_text(
        re.compile(r"^Line 2, column \d+: ")
    )
    editor.press("Close", dialog)

    look("platos.json", f"[\n{lines}\n]\n")
    expect(dialog.locator(".outcome-sum")).to_have_text(
        "1 dish new, 1 changed, 0 as before, 1 new section"
    )
    expect(dialog.locator("#import-problems li")).to_have_text(
        "Dish 3 (line 4), precio: must be a number"
    )
    assert hub.view("orders/menu") == before
    expect_room(editor.page)
    assert axe_violations(editor.page, "dialog[open]") == []
    editor.press("Import 2 dishes", dialog)
    expect(dialog).to_be_hidden()
    expect(editor.toast).to_contain_text("platos.json imported")
    expect(editor.dishes("Arroces")).to_have_text(["Paella"])
    expect(editor.dish("Green salad").locator(".amount")).to_have_text("€7.25")
    # Dishes that the file lacks stay.
    expect(editor.dish("Oysters")).to_be_visible()

    # Importing an export changes nothing.
    with editor.page.expect_download() as exported:
        editor.page.get_by_role("link", name="Export").click()
    text = exported.value.path().read_text(encoding="utf-8")
    assert {"nombre": "Paella", "precio": 24.9}.items() <= next(
        dish for dish in json.loads(text) if dish["nombre"] == "Paella"
    ).items()
    look("again.json", text)
    expect(dialog).to_contain_text("Nothing would change.")
    expect(dialog.get_by_role("button", name=re.compile("^Import "))).to_be_hidden()
    editor.press("Close", dialog)

    # One undo takes back the whole import.
    editor.press("Recent")
    dialog.get_by_role("listitem").filter(has_text="platos.json").get_by_role(
        "button", name="Undo"
    ).click()
    editor.press("Close", dialog)
    expect(editor.dish("Paella")).to_have_count(0)
    expect(editor.dish("Green salad").locator(".amount")).to_have_text("€6.50")
