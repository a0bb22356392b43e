"""Unintended taps: the second of a double tap, and one on something that changed under the finger."""

import pytest

from blank import wait

STYLE = "body { margin: 0; } button { display: block; width: 120px; height: 40px; margin-bottom: 20px; }"
# A list of named buttons, whose presses are recorded in `taken`.
LIST = """async () => {
    const { guardTaps } = await import("/js/ui/dialogs.js");
    Object.assign(window, {
        taken: [], refusedCount: 0, onTaken() {},
        draw(...names) {
            document.querySelector("#rows").replaceChildren(...names.map((name) => {
                const button = document.createElement("button");
                button.textContent = button.ariaLabel = `Call ${name}`;
                button.onclick = () => { taken.push(button.ariaLabel); onTaken(name, button); };
                return button;
            }));
        },
    });
    guardTaps(() => { refusedCount += 1; });
    draw("Ada", "Bo", "Cleo");
}"""


@pytest.fixture
def page(open_blank):
    return open_blank(LIST, "<div id='rows'></div>", STYLE)


def middle(page, name):
    box = page.get_by_role("button", name=name, exact=True).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page, act):
    act()
    return page.evaluate("() => [taken.splice(0), refusedCount]")


def test_the_second_tap_of_a_double_tap_hits_no_other_row(page):
    page.evaluate("() => { window.onTaken = (name) => draw(...(name === 'Ada' ? ['Bo', 'Cleo'] : ['Cleo'])); }")
    tap = lambda place=middle(page, "Call Ada"): press(page, lambda: page.mouse.click(*place))
    assert tap() == [["Call Ada"], 0]
    wait(page, 340)
    assert tap() == [[], 0]
    wait(page, 20)
    assert tap() == [["Call Bo"], 0]
    # In another place, a tap counts at once.
    page.evaluate("() => { window.onTaken = () => {}; draw('Ada', 'Bo', 'Cleo'); }")
    wait(page, 400)
    for name in ("Ada", "Cleo", "Ada"):
        assert press(page, lambda: page.mouse.click(*middle(page, f"Call {name}"))) == [[f"Call {name}"], 0]


def test_a_double_tap_and_a_held_key_take_one_step(page):
    page.evaluate("() => { window.onTaken = (name, button) => { button.ariaLabel = `Seat ${name}`; }; }")
    place = middle(page, "Call Ada")
    assert press(page, lambda: page.mouse.dblclick(*place)) == [["Call Ada"], 0]
    page.get_by_role("button", name="Call Bo").focus()
    for _ in range(3):
        # The key repeats without being released.
        page.keyboard.down("Enter")
        wait(page, 400)
    page.keyboard.up("Enter")
    assert press(page, lambda: None) == [["Call Bo"], 0]
    assert press(page, lambda: page.keyboard.press("Enter")) == [["Seat Bo"], 0]
    # A button that keeps its meaning accepts fast presses, even if its name counts them.
    page.evaluate("() => { window.onTaken = () => {}; draw('More'); }")
    wait(page, 400)
    place = middle(page, "Call More")
    assert press(page, lambda: page.mouse.click(*place, click_count=3)) == [["Call More"] * 3, 0]
    page.evaluate("""() => {
        document.querySelector("button").dataset.means = "another";
        window.onTaken = (name, button) => { button.ariaLabel += "!"; };
    }""")
    wait(page, 400)
    assert press(page, lambda: page.mouse.click(*place, click_count=3)) == [["Call More", "Call More!", "Call More!!"], 0]


def test_a_tap_on_a_button_that_changed_meanwhile_is_refused(page):
    page.mouse.move(*middle(page, "Call Ada"))
    page.mouse.down()
    page.evaluate("() => { document.querySelector('button').ariaLabel = 'Seat Ada'; }")
    assert press(page, page.mouse.up) == [[], 1]
    wait(page, 400)
    page.mouse.down()
    assert press(page, page.mouse.up) == [["Seat Ada"], 1]
