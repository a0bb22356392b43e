"""The form's messages about its rules, and names of every kind."""

from playwright.sync_api import expect

from pages import at_each_size, expect_at_rest

BOXES = """() => [...document.querySelectorAll("#add :is(input, button), #lists")]
    .map((each) => each.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height])"""
# The controls of which a message covers a part.
COVERED = """() => [...document.querySelectorAll("main :is(input, select, button)")].filter((control) => {
    const box = control.getBoundingClientRect();
    return [...document.querySelectorAll("#add .problem")].map((each) => each.getBoundingClientRect()).some((over) =>
        over.left < box.right && over.right > box.left && over.top < box.bottom && over.bottom > box.top);
}).map((control) => control.id || control.className)"""
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


def test_problems_stand_at_the_field_until_it_is_changed(open_host):
    host = open_host()
    page = host.page
    name_problem, size_problem = page.locator("#name-problem"), page.locator("#size-problem")
    # The rules themselves are tested without a browser.
    page.get_by_role("button", name="Add", exact=True).click()
    expect(host.name).to_be_focused()
    expect(host.name).to_have_accessible_description("Enter a name.")
    expect(host.size).to_have_accessible_description("How many people?")
    host.name.press_sequentially("A")
    expect(name_problem).to_be_empty()
    page.get_by_role("button", name="Party of 4").click()
    expect(size_problem).to_be_empty()
    host.size.fill("100")
    host.name.press("Enter")
    expect(host.size).to_be_focused()
    expect(host.size).to_have_accessible_description("Enter a number from 1 to 99.")
    expect(host.name).not_to_have_attribute("aria-invalid", "true")
    host.name.press_sequentially(" B")
    expect(size_problem).not_to_be_empty()
    # An empty form has no problems.
    host.size.fill("")
    host.name.fill("")
    expect(size_problem).to_be_empty()
    expect(host.size).not_to_have_attribute("aria-invalid", "true")
    host.expect_names(waiting=[])
    # The messages move nothing, cover no control, and are fully visible.
    for _ in at_each_size(page, [(1920, 1080), (768, 1024), (1024, 768), (1024, 420)]):
        expect_at_rest(host)
        before = page.evaluate(BOXES)
        page.locator(".add-button").click()
        for problem in (name_problem, size_problem):
            expect(problem).not_to_be_empty()
            expect(problem).to_be_in_viewport(ratio=1)
        assert page.evaluate(COVERED) == []
        assert page.evaluate(BOXES) == before
        host.name.press_sequentially("A")
        host.name.fill("")
    # The hub's refusal stands there too: here the page's check accepts more than the hub.
    page.evaluate(
        """() => {
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) {
                send.call(this, text.replace('"size":4', '"size":1000'));
            };
        }"""
    )
    host.add("Ada", 4)
    expect(size_problem).to_have_text("Enter a number from 1 to 99.")
    expect(host.name).to_have_value("Ada")
    host.expect_names(waiting=[])


def test_a_name_is_shown_as_typed_and_never_run(hub, open_host, open_display):
    host, drawn = open_host(), open_display()
    for number, name in enumerate(NAMES):
        host.add(name, 2)
        host.expect_names(waiting=NAMES[:number + 1])
        notice = hub.mutate("notice.post", text=name, level="info")["result"]["notice"]
        expect(drawn.page.locator("#announcement bdi")).to_have_text([name])
        hub.mutate("notice.clear", notice=notice)
    host.expect_settled()
    assert hub.parties() == [(name, "waiting") for name in NAMES]
    drawn.page.reload()
    expect(drawn.page.locator("#waiting bdi")).to_have_count(len(NAMES))
    expect(drawn.page).to_have_title("The Copper Pot")
    host.page.reload()
    host.expect_live()
    host.expect_names(waiting=NAMES)
    for name in host.waiting.locator(".name").all():
        expect(name).to_have_attribute("dir", "auto")
    assert host.page.title() == "Host · The Copper Pot"
    # Only the white space between words is normalized.
    host.add("  Ada \t  Love\u00a0lace ", 4)
    host.expect_names(waiting=[*NAMES, "Ada Love lace"])
    host.expect_settled()
    assert hub.parties()[-1] == ("Ada Love lace", "waiting")
