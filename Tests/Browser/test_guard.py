"""Taps at the wrong moment: what is under the finger is what was there a moment ago."""

import pytest
from playwright.sync_api import expect

from blank import wait
from pages import settled

STYLE = """
body { margin: 0; }
.row { display: flex; height: 60px; }
button { width: 120px; height: 40px; }
.has-moved { pointer-events: none; }
"""
# A list of rows with a button each, by names, whose taps are kept in `taken`.
LIST = """async () => {
    const { moveID, TapGuard } = await import("/js/ui/guard.js");
    const { arrange, dropOthers } = await import("/js/ui/list.js");
    const place = document.querySelector("#rows");
    const rows = new Map();
    const rowOf = (name) => {
        const row = document.createElement("li");
        row.className = "row";
        row.innerHTML = "<button></button>";
        row.firstChild.textContent = name;
        row.firstChild.ariaLabel = `Call ${name}`;
        row.firstChild.onclick = () => { taken.push(name); window.onTaken(name); };
        return { element: row };
    };
    Object.assign(window, {
        moveID, taken: [], refusedCount: 0, onTaken() {},
        draw(...names) {
            names.forEach((name) => rows.has(name) || rows.set(name, rowOf(name)));
            dropOthers(rows, new Set(names));
            arrange(place, names.map(rowAt));
        },
        rowAt: (name) => rows.get(name).element,
    });
    window.guard = new TapGuard(() => { refusedCount += 1; });
    window.others = (...names) => guard.during(() => draw(...names), true);
    window.own = (...names) => guard.during(() => draw(...names), false);
    draw("Ada", "Bo", "Cleo", "Dan");
    guard.learn();
}"""


@pytest.fixture
def page(open_blank):
    # What is shaken comes to rest in no time.
    return open_blank(LIST, "<ul id='rows'></ul><p id='news'></p>", STYLE)


def button(page, name):
    return page.get_by_role("button", name=f"Call {name}", exact=True)


def middle(page, name):
    settled(page)
    box = button(page, name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(page, place):
    page.mouse.click(*place)
    return page.evaluate("() => [taken.splice(0), refusedCount]")


def test_what_others_move_takes_no_tap_until_it_has_stood_half_a_second(page):
    place = middle(page, "Ada")
    page.evaluate("() => others('Bo', 'Cleo', 'Dan')")
    assert tap(page, place) == [[], 1]
    # It can be seen that the tap was not taken.
    expect(page.locator(".row.has-refused")).to_have_text(["Bo"])
    wait(page, 490)
    assert tap(page, place) == [[], 2]
    wait(page, 10)
    expect(page.locator(".has-moved, .has-refused")).to_have_count(0)
    assert tap(page, place) == [["Bo"], 2]
    # The keyboard, which knows where it is, is not kept off.
    page.evaluate("() => others('Cleo', 'Dan')")
    button(page, "Cleo").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("() => [taken, refusedCount]") == [["Cleo"], 2]


def test_what_comes_anew_takes_no_tap_and_what_stays_where_it_was_does(page):
    page.evaluate("() => others('Ada', 'Bo', 'Cleo', 'Dan', 'Zoë')")
    assert tap(page, middle(page, "Ada")) == [["Ada"], 0]
    assert tap(page, middle(page, "Zoë")) == [[], 1]
    wait(page, 500)
    assert tap(page, middle(page, "Zoë")) == [["Zoë"], 1]


def test_what_comes_to_mean_something_else_takes_no_tap_where_it_stands(page):
    page.evaluate("() => guard.during(() => { rowAt('Ada').firstChild.dataset.means = 'p_2'; }, true)")
    assert tap(page, middle(page, "Ada")) == [[], 1]
    wait(page, 500)
    assert tap(page, middle(page, "Ada")) == [["Ada"], 1]


def test_what_is_on_its_way_rests_from_when_it_has_arrived(page):
    place = middle(page, "Ada")
    page.evaluate("""() => {
        others("Bo", "Cleo", "Dan");
        const steps = [{ translate: "0 60px" }, { translate: "0 0" }];
        rowAt("Bo").animate(steps, { id: moveID, duration: 1e6 });
    }""")
    wait(page, 20)
    page.evaluate("() => rowAt('Bo').getAnimations().forEach((each) => each.finish())")
    wait(page, 500)
    assert tap(page, place) == [[], 1]
    wait(page, 180)
    assert tap(page, place) == [["Bo"], 1]


def test_ones_own_taps_are_all_taken_where_the_list_closes_up(page):
    page.evaluate("""() => {
        const names = ["Ada", "Bo", "Cleo", "Dan"];
        window.onTaken = (name) => own(...names.slice(names.indexOf(name) + 1));
    }""")
    place = middle(page, "Ada")
    for count, name in enumerate(("Ada", "Bo", "Cleo")):
        assert tap(page, place) == [[name], count]
        wait(page, 100)
        # The second tap of a double tap meets nobody else.
        assert tap(page, place) == [[], count + 1]
        wait(page, 500)


def test_a_finger_that_follows_the_list_downwards_meets_nobody_else(page):
    page.evaluate("() => { window.onTaken = () => own('Bo', 'Cleo', 'Dan'); }")
    second = middle(page, "Bo")
    assert tap(page, middle(page, "Ada")) == [["Ada"], 0]
    wait(page, 400)
    assert tap(page, second) == [[], 1]
    expect(page.locator(".row.has-refused")).to_have_text(["Cleo"])
    wait(page, 360)
    assert tap(page, second) == [["Cleo"], 1]


def test_what_a_finger_is_on_counts_while_others_change_the_rest(page):
    page.mouse.move(*middle(page, "Ada"))
    page.mouse.down()
    page.evaluate("() => others('Ada', 'Cleo', 'Dan', 'Zoë')")
    wait(page, 100)
    page.mouse.up()
    assert page.evaluate("() => [taken, refusedCount]") == [["Ada"], 0]


def test_a_button_that_leaves_the_finger_is_refused_in_sight_and_a_finger_that_leaves_the_button_is_not(page):
    page.mouse.move(*middle(page, "Ada"))
    page.mouse.down()
    page.evaluate("() => { document.querySelector('#rows').style.paddingTop = '200px'; }")
    page.mouse.up()
    assert page.evaluate("() => [taken, refusedCount]") == [[], 1]
    expect(page.locator(".row.has-refused")).to_have_text(["Ada"])
    wait(page, 350)
    expect(page.locator(".has-refused")).to_have_count(0)
    page.mouse.move(*middle(page, "Ada"))
    page.mouse.down()
    page.mouse.move(600, 700)
    page.mouse.up()
    assert page.evaluate("() => [taken, refusedCount]") == [[], 1]
    assert tap(page, middle(page, "Ada")) == [["Ada"], 1]


def test_a_button_that_comes_to_mean_something_else_under_the_finger_is_refused(page):
    for count, (name, pressed_ms) in enumerate((("Ada", 0), ("Bo", 2000)), 1):
        page.mouse.move(*middle(page, name))
        page.mouse.down()
        seat = "name => guard.during(() => { rowAt(name).firstChild.ariaLabel = `Seat ${name}`; }, true)"
        page.evaluate(seat, name)
        wait(page, pressed_ms)
        page.mouse.up()
        assert page.evaluate("() => [taken, refusedCount]") == [[], count]
        expect(page.locator(".row.has-refused")).to_have_text([name])
        wait(page, 500)


def test_what_was_under_something_that_has_gone_takes_no_tap(page):
    page.evaluate("() => guard.uncovered(new DOMRect(0, 70, 50, 20))")
    assert tap(page, middle(page, "Bo")) == [[], 1]
    assert tap(page, middle(page, "Ada")) == [["Ada"], 1]
