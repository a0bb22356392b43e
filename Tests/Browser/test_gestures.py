"""What is dragged, with a mouse and with a finger, and what a swipe turns."""

from playwright.sync_api import expect

from blank import wait

PHONE = {"width": 390, "height": 844}


class Finger:
    """One finger on the screen, with the hands of a mouse."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.point = None
        self.is_down = False

    def move(self, x, y):
        self.point = {"x": x, "y": y}
        if self.is_down:
            self.touch("touchMove", self.point)

    def down(self):
        self.is_down = True
        self.touch("touchStart", self.point)

    def up(self):
        self.is_down = False
        self.touch("touchEnd")

    def touch(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


# A list of 30 dishes with handles, of which `drops` keeps where one was put.
DISHES = """async () => {
    const { Drag } = await import("/boards/orders/editor/drag.js");
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
        # It is not moved any more at the edge, and the page scrolls on to its end.
        hand.move(20, PHONE["height"] - 20)
        expect(page.locator(".drop-after")).to_have_text("Dish 13")
        wait(page, 2000)
        expect(last).to_be_in_viewport(ratio=1)
        expect(page.locator(".drop-after")).to_have_text("Dish 29")
        hand.up()
        expect(page.locator(".is-dragged, .drop-after")).to_have_count(0)
        assert page.evaluate("drops.splice(0)") == [["d_0", {"after": "d_29"}]]
    # Whoever thinks better of it moves nothing.
    page.evaluate("() => scrollTo(0, 0)")
    page.mouse.move(20, 15)
    page.mouse.down()
    page.mouse.move(20, 100)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.evaluate("drops") == []


# Three days side by side, the first with an event.
DAYS = """async () => {
    const { Drag, turnBySwipe } = await import("/boards/planner/book/drag.js");
    const days = document.querySelector("main");
    days.innerHTML = ["2026-12-28", "2026-12-29", "2026-12-30"]
        .map((date) => `<section class="day" data-date="${date}"></section>`).join("");
    days.firstElementChild.innerHTML = "<a href='#opened' class='event'>Fish</a>";
    window.drops = [];
    window.turns = [];
    const turn = (direction) => turns.push(direction);
    const drag = new Drag(days, {
        rowAt: () => ({ row: "Fish", date: "2026-12-28" }), isAllowed: () => true, turn,
        drop: (row, days) => drops.push([row, days]),
    });
    turnBySwipe(days, turn, () => drag.isOn);
}"""
DAYS_STYLE = """
body { margin: 0; }
main { display: flex; touch-action: pan-y; }
.day { width: 200px; height: 500px; }
.event { display: block; width: 180px; height: 40px; }
"""


def open_days(open_blank):
    viewport = {"width": 600, "height": 1000}
    return open_blank(DAYS, "<main></main>", DAYS_STYLE, viewport=viewport, has_touch=True)


def test_an_event_is_dragged_at_once_by_a_mouse_and_by_a_finger_after_it_has_rested(open_blank):
    page = open_days(open_blank)
    ghost, target = page.locator(".is-ghost"), page.locator(".is-target")
    for hand, rest_ms in ((page.mouse, 0), (Finger(page), 350)):
        hand.move(90, 20)
        hand.down()
        wait(page, rest_ms)
        hand.move(240, 22)
        expect(ghost).to_have_text("Fish")
        expect(target).to_have_attribute("data-date", "2026-12-29")
        hand.move(450, 22)
        expect(target).to_have_attribute("data-date", "2026-12-30")
        hand.up()
        expect(ghost).to_have_count(0)
        assert page.evaluate("drops.splice(0)") == [["Fish", 2]]
        # The click at the end of it opens nothing.
        assert page.evaluate("location.hash") == ""
        wait(page, 100)
    # At the edge the page is turned, again and again.
    page.mouse.move(90, 20)
    page.mouse.down()
    page.mouse.move(590, 22)
    wait(page, 690)
    assert page.evaluate("turns") == []
    wait(page, 710)
    assert page.evaluate("turns.splice(0)") == [1, 1]
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.evaluate("drops") == []


def test_a_quick_swipe_turns_the_page_and_drags_nothing(open_blank):
    page = open_days(open_blank)
    finger = Finger(page)

    def swipe(start, step, pause_ms=20, y=20):
        finger.move(start, y)
        finger.down()
        for number in range(1, 6):
            wait(page, pause_ms)
            finger.move(start + step * number, y + 2)
        finger.up()
        return page.evaluate("turns.splice(0)")

    assert swipe(400, -60) == [1]
    assert swipe(100, 60) == [-1]
    # One that begins on an event does too; one that is slow, or short, does not.
    assert swipe(170, -30) == [1]
    assert swipe(400, -60, pause_ms=150) == []
    assert swipe(400, -10) == []
    assert page.evaluate("drops") == []
    expect(page.locator(".is-ghost")).to_have_count(0)
