"""A dish is dragged by mouse and by finger."""

from playwright.sync_api import expect

from blank import Finger, wait

PHONE = {"width": 390, "height": 844}

# A list of 30 dishes with handles; `drops` records where they are dropped.
DISHES = """async () => {
    const { Drag } = await import("/boards/orders/editor/list.js");
    const dish = (_, index) =>
        `<li class="dish" data-key="d_${index}"><button type="button" class="handle">Dish ${index}</button></li>`;
    const list = document.querySelector("ul");
    list.innerHTML = Array.from({ length: 30 }, dish).join("");
    window.drops = [];
    new Drag(list, (key, beside) => drops.push([key, beside]));
}"""
DISHES_STYLE = "ul { margin: 0; padding: 0; } .dish { height: 60px; } .handle { touch-action: none; }"


def test_a_dish_is_dragged_by_its_handle_and_the_page_scrolls_while_it_is_held_at_the_edge(open_blank):
    page = open_blank(DISHES, "<ul></ul>", DISHES_STYLE, viewport=PHONE, has_touch=True)
    last = page.locator(".dish").last
    for hand in (page.mouse, Finger(page)):
        page.evaluate("() => scrollTo(0, 0)")
        hand.move(20, 15)
        hand.down()
        hand.move(20, 18)
        # A tap that trembles drags nothing.
        expect(page.locator(".is-dragged")).to_have_count(0)
        hand.move(20, 100)
        expect(page.locator(".is-dragged")).to_have_text("Dish 0")
        expect(page.locator(".drop-after")).to_have_text("Dish 1")
        # Held still at the edge, it makes the page scroll to its end.
        hand.move(20, PHONE["height"] - 20)
        expect(page.locator(".drop-after")).to_have_text("Dish 13")
        wait(page, 2000)
        expect(last).to_be_in_viewport(ratio=1)
        expect(page.locator(".drop-after")).to_have_text("Dish 29")
        hand.up()
        expect(page.locator(".is-dragged, .drop-after")).to_have_count(0)
        assert page.evaluate("drops.splice(0)") == [["d_0", {"after": "d_29"}]]
    # A cancelled drag moves nothing.
    page.evaluate("() => scrollTo(0, 0)")
    page.mouse.move(20, 15)
    page.mouse.down()
    page.mouse.move(20, 100)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.evaluate("drops") == []
