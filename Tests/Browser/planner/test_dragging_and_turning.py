"""Dragging in the book, by mouse and by finger, and turning by a swipe."""

from playwright.sync_api import expect

from blank import Finger, wait

# Three days side by side; the first has an event.
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
        # The click that ends it opens nothing.
        assert page.evaluate("location.hash") == ""
        wait(page, 100)
    # At the edge the pages keep turning.
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
    # A swipe that begins on an event turns too; a slow or a short one does not.
    assert swipe(170, -30) == [1]
    assert swipe(400, -60, pause_ms=150) == []
    assert swipe(400, -10) == []
    assert page.evaluate("drops") == []
    expect(page.locator(".is-ghost")).to_have_count(0)
