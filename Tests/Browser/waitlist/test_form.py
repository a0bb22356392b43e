"""What the form says of its rules, and names of every kind."""

import pytest
from playwright.sync_api import expect

from pages import expect_at_rest, reasons_of

# The rules themselves are tested without a browser.
PROBLEMS = [
    ("", "", "Name is a required field.", "Size is a required field."),
    # 27 characters of three bytes and more marks than anybody needs.
    ("e" + "\u0301" * 250, "4", "Name must be at most 80 characters", ""),
    ("Ada", "100", "", "Size must be at most 99"),
]

NAMES = [
    'Sean "Puffy" O\'Brien',
    "<script>document.title = 'run'</script>",
    "<img src=x onerror=\"document.title = 'run'\">",
    "{{state}} &amp; </script>",
    "👩‍👩‍👧‍👦 Smith, party: of/4",
    "دانيال الأحمد",
    "\u202eevil",
    "Zoë",
    "山田太郎",
    "x" * 80,
    "🏳️‍🌈" * 16,
]


@pytest.mark.parametrize("name, size, name_problem, size_problem", PROBLEMS)
def test_what_is_wrong_is_said_at_the_field(open_host, name, size, name_problem, size_problem):
    host = open_host()
    # Some of these can't be typed, but pasted.
    host.name.evaluate("(field, text) => { field.value = text; }", name)
    host.size.fill(size)
    host.page.get_by_role("button", name="Add", exact=True).click()
    expect(host.page.locator("#name-problem")).to_have_text(name_problem)
    expect(host.page.locator("#size-problem")).to_have_text(size_problem)
    bad, good = (host.name, host.size) if name_problem else (host.size, host.name)
    expect(bad).to_have_attribute("aria-invalid", "true")
    expect(bad).to_be_focused()
    expect(bad).to_have_accessible_description(name_problem or size_problem)
    if not (name_problem and size_problem):
        expect(good).not_to_have_attribute("aria-invalid", "true")
    host.expect_names(waiting=[])


def test_a_problem_goes_when_the_field_is_changed(open_host):
    host = open_host()
    host.page.get_by_role("button", name="Add", exact=True).click()
    expect(host.page.locator("#name-problem")).not_to_be_empty()
    host.name.press_sequentially("A")
    expect(host.page.locator("#name-problem")).to_be_empty()
    expect(host.page.locator("#size-problem")).not_to_be_empty()
    host.page.get_by_role("button", name="Party of 4").click()
    expect(host.page.locator("#size-problem")).to_be_empty()


def test_a_form_that_is_emptied_has_no_problem(open_host):
    host = open_host()
    host.name.fill("Ada")
    host.name.press("Enter")
    expect(host.page.locator("#size-problem")).to_have_text("Size is a required field.")
    host.name.press_sequentially(" B")
    expect(host.page.locator("#size-problem")).not_to_be_empty()
    host.name.fill("")
    expect(host.page.locator("#size-problem")).to_be_empty()
    expect(host.size).not_to_have_attribute("aria-invalid", "true")


def test_what_the_server_finds_wrong_stands_at_the_field_too(open_host):
    host = open_host()
    host.expect_live()
    # As if the page's own check knew less than the server.
    host.page.evaluate(
        """() => {
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) {
                send.call(this, text.replace('"size":4', '"size":1000'));
            };
        }"""
    )
    host.add("Ada", 4)
    expect(host.page.locator("#size-problem")).to_have_text("Size must be at most 99")
    expect(host.name).to_have_value("Ada")
    host.expect_names(waiting=[])


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_shown_as_typed_and_never_run(hub, open_host, open_display, name):
    host = open_host()
    hub.mutate("notice.post", text=name, level="info")
    host.add(name, 2)
    expect(host.waiting.locator(".name")).to_have_text([name])
    expect(host.waiting.locator(".name")).to_have_attribute("dir", "auto")
    host.expect_settled()
    assert hub.parties() == [(name, "waiting")]
    # A fresh page has the names in the server's HTML.
    for javascript in (True, False):
        display = open_display(java_script_enabled=javascript)
        expect(display.page.locator("#notices bdi")).to_have_text(name)
        expect(display.page.locator("#waiting bdi")).to_have_count(1)
        assert display.page.title() == "The Copper Pot"
    host.page.reload()
    host.expect_live()
    expect(host.waiting.locator(".name")).to_have_text([name])
    assert host.page.title() == "Host · The Copper Pot"


def test_a_name_is_brought_into_one_line(hub, open_host):
    host = open_host()
    host.add("  Ada \t  Love\u00a0lace ", 4)
    host.expect_names(waiting=["Ada Love lace"])
    host.expect_settled()
    assert hub.parties() == [("Ada Love lace", "waiting")]


def test_enter_adds_and_the_cursor_is_back_in_name(open_host):
    host = open_host()
    expect(host.name).to_be_focused()
    host.page.keyboard.type("Ada")
    host.page.get_by_role("button", name="Party of 4").click()
    expect(host.name).to_be_focused()
    expect(host.size).to_have_value("4")
    host.page.keyboard.press("Enter")
    host.expect_names(waiting=["Ada"])
    expect(host.name).to_be_focused()
    expect(host.name).to_have_value("")
    expect(host.size).to_have_value("")


SET_PROBLEMS = """([name, size]) => {
    const form = document.querySelector("#add");
    for (const [field, sentence] of [["name", name], ["size", size]]) {
        document.querySelector(`#${field}-problem`).textContent = sentence;
    }
    const boxes = [form, ...form.querySelectorAll("input, button"), document.querySelector("#lists")]
        .map((each) => each.getBoundingClientRect())
        .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round));
    const frame = form.getBoundingClientRect();
    const texts = [...form.querySelectorAll(".problem")].map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return range.getBoundingClientRect();
    });
    const isInside = texts.every((each) => each.width === 0 || (each.left >= frame.left
        && each.right <= frame.right && each.bottom <= frame.bottom));
    const [one, other] = texts;
    const isApart = one.right <= other.left || one.bottom <= other.top || other.width === 0;
    return { boxes, isSeen: isInside && isApart };
}"""


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("width, height", [(1920, 1080), (1024, 768), (768, 1024), (390, 844)])
def test_a_problem_has_its_room_in_the_form_before_it_is_there(
    hub, open_host, width, height, lang
):
    hub.mutate("house.configure", languages=[lang])
    host = open_host(viewport={"width": width, "height": height})
    expect_at_rest(host)
    texts = reasons_of(lang)

    def said(field, codes):
        keys = [f"problems.waitlist.{field}.{code}" for code in codes]
        found = [texts.get(key, texts[f"problems.{key.rpartition('.')[2]}"]) for key in keys]
        return [each.replace("{label}", field.title()).replace("{max}", "99") for each in found]

    names = said("name", ["required", "too_long", "control_characters"])
    sizes = said("size", ["required", "not_positive", "too_large"])
    before = host.page.evaluate(SET_PROBLEMS, ["", ""])
    for name in ["", *names]:
        for size in ["", *sizes]:
            assert host.page.evaluate(SET_PROBLEMS, [name, size]) == before, (name, size)
    assert before["isSeen"]
