"""The kitchen, used by cooks in a hurry."""

import re

from playwright.sync_api import expect

from hub import eventually
from ordering import TABLET, TELEVISION, house, hub, still
from pages import axe_violations, settled

__all__ = ["house", "hub", "still"]

# Counts the notes that a page plays.
COUNT_NOTES = """
    window.notes = 0;
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...when) {
        window.notes += 1;
        start.apply(this, when);
    };
"""
# The round at the top of the second column, next to the first one.
BESIDE_FIRST = """() => {
    const [first, ...others] = [...document.querySelectorAll(".ticket")];
    const box = (ticket) => ticket.getBoundingClientRect();
    const next = others.find((ticket) => box(ticket).left > box(first).left + 1);
    return next.querySelector(".ticket-name").textContent;
}"""


def test_a_round_knocks_is_due_and_then_late(still):
    hub, time = still.hub, still.time
    first = hub.open(table="4")
    hub.order(first["tab"], "Lamb chops")
    page = still.new_page(viewport=TABLET)
    page.add_init_script(COUNT_NOTES)
    kitchen = still.kitchen(page)
    ticket = kitchen.ticket("Table 4")
    expect(ticket.locator(".age")).to_have_text("0 min")
    expect(ticket.locator(".urgency")).to_be_empty()

    def colour():
        return ticket.evaluate("element => getComputedStyle(element).borderTopColor")

    colours = [colour()]
    # The house's target is 15 minutes.
    for minutes, age, said in ((14, "14 min", ""), (1, "15 min", "Due"), (15, "30 min", "Late")):
        time.put_away(minutes)
        expect(ticket.locator(".age")).to_have_text(age)
        expect(ticket.locator(".urgency")).to_have_text(said)
        colours.append(colour())
    assert colours[0] == colours[1] and len(set(colours)) == 3
    time.put_away(35)
    expect(ticket.locator(".age")).to_have_text("1 h 5 min")
    kitchen.expect_live()
    # The next round is heard once somebody has turned the sound on.
    assert page.evaluate("notes") == 0
    sound = page.locator("#sound")
    expect(sound).to_have_text("Sound off")
    sound.click()
    expect(sound).to_have_text("Sound on")
    expect(sound).to_have_attribute("aria-pressed", "true")
    heard = page.evaluate("notes")
    # Turning it on plays the sound once.
    assert heard > 0
    time.go_by(2)
    # A new round is not late, and late rounds come first.
    second = hub.open(table="5")
    hub.order(second["tab"], "Oysters")
    kitchen.expect_tickets("Table 4", "Table 5")
    assert page.evaluate("notes") == 2 * heard
    # A finished round makes no sound.
    time.go_by(2)
    kitchen.key("1")
    kitchen.expect_lines("Table 4", "cooking")
    assert page.evaluate("notes") == 2 * heard
    # After a reload it is on again with the first tap, which browsers ask for.
    page.reload()
    kitchen.expect_live()
    expect(sound).to_have_text("Sound off")
    page.locator("#clock").click()
    expect(sound).to_have_text("Sound on")


def test_a_station_cooks_its_own_lines_and_sets_the_stock(house):
    hub = house.hub
    first, second = hub.open(table="4"), hub.open(table="5")
    hub.order(first["tab"], "Lamb chops", "Lamb chops", "House wine")
    hub.order(second["tab"], "Lamb chops", "Sea bass", "Green salad")
    kitchen = house.kitchen()
    page = kitchen.page
    expect(kitchen.all_day.locator(".line-name")).to_have_text(
        ["Lamb chops", "Green salad", "House wine", "Sea bass"]
    )
    expect(kitchen.all_day.locator(".all-day-number")).to_have_text(["3", "1", "1", "1"])
    expect(page.locator("#all-day-count")).to_have_text("6")
    stations = page.get_by_role("group", name="Stations").get_by_role("button")
    expect(stations).to_have_text(["All", "bar", "cold", "grill"])
    stations.filter(has_text="grill").click()
    kitchen.expect_lines("Table 4", "placed")
    kitchen.expect_lines("Table 5", "placed", "placed")
    expect(kitchen.all_day.locator(".line-name")).to_have_text(["Lamb chops", "Sea bass"])
    # When one station is done, the round leaves only that station's screen.
    kitchen.key("1")
    kitchen.expect_lines("Table 4", "cooking")
    expect(kitchen.all_day.first).to_contain_text("2 cooking")
    kitchen.key("1")
    kitchen.expect_tickets("Table 5")
    expect(kitchen.all_day.locator(".all-day-number")).to_have_text(["1", "1"])
    stations.filter(has_text="cold").click()
    kitchen.expect_tickets("Table 5")
    kitchen.expect_lines("Table 5", "placed")
    # The choice belongs to this device, and survives a reload.
    page.reload()
    kitchen.expect_live()
    expect(stations.filter(has_text="cold")).to_have_attribute("aria-pressed", "true")
    kitchen.expect_lines("Table 5", "placed")
    stations.filter(has_text="All").click()
    kitchen.expect_tickets("Table 4", "Table 5")
    kitchen.expect_lines("Table 4", "done", "placed")

    # Cancelled lines stay in sight until their round leaves.
    hub.clear()
    kitchen.expect_tickets()
    opened = hub.open(table="6")
    lamb, bass = hub.order(opened["tab"], "Lamb chops", "Sea bass")
    hub.do("cancel_lines", lines=[bass])
    kitchen.expect_lines("Table 6", "placed", "cancelled")
    line = kitchen.ticket("Table 6").locator("button.line").nth(1)
    expect(line).to_contain_text("Cancelled")
    expect(line.locator(".line-name")).to_have_css("text-decoration-line", "line-through")
    # It no longer counts, and the round's step skips it.
    expect(kitchen.all_day.locator(".line-name")).to_have_text(["Lamb chops"])
    kitchen.key("1")
    kitchen.expect_lines("Table 6", "cooking", "cancelled")
    kitchen.key("1")
    kitchen.expect_tickets()
    eventually(lambda: hub.tab(opened["tab"])["lines"][lamb]["status"], lambda is_now: is_now == "done")
    # A wholly cancelled round leaves by itself.
    other = hub.open(table="7")
    lines = hub.order(other["tab"], "Oysters")
    kitchen.expect_tickets("Table 7")
    hub.do("cancel_lines", lines=lines)
    kitchen.expect_tickets()
    # That all is done is read across the room.
    page.set_viewport_size(TELEVISION)
    for words, height in (("All done", 80), ("New rounds appear here", 30)):
        said = page.get_by_text(words)
        expect(said).to_be_visible()
        assert float(said.evaluate("said => parseFloat(getComputedStyle(said).fontSize)")) >= height
    kitchen.press("Finished orders")
    expect(page.locator("#bumped")).to_contain_text("Oysters")
    page.keyboard.press("Escape")

    # The kitchen sets the stock.
    guest = house.guest(hub.open(table="8"))
    kitchen.press("Sold out")
    dialog = page.get_by_role("dialog")
    assert axe_violations(page, "dialog[open]") == []
    dialog.get_by_label("Find a dish").fill("BASS")
    item = dialog.get_by_role("listitem")
    expect(item).to_have_count(1)
    expect(item).to_contain_text("Plenty")
    kitchen.press("Mark as sold out: Sea bass", dialog)
    expect(item.locator(".about")).to_have_text("Sold out")
    expect(guest.dish("Sea bass")).to_contain_text("Sold out")
    kitchen.press("One more left: Sea bass", dialog)
    expect(guest.dish("Sea bass")).to_contain_text("Only 1 left")
    kitchen.press("Mark as sold out: Sea bass", dialog)
    expect(guest.dish("Sea bass")).to_contain_text("Sold out")
    kitchen.press("Back on: Sea bass", dialog)
    expect(guest.dish("Sea bass").locator(".dish-stock")).to_be_hidden()
    kitchen.press("Close", dialog)
    kitchen.expect_settled()
    kitchen.undo()
    expect(guest.dish("Sea bass")).to_contain_text("Sold out")


def test_the_bump_bar_reaches_rounds_and_lines_and_takes_back_the_last(still):
    hub = still.hub
    tabs = [hub.open(table=str(table)) for table in range(1, 11)]
    for each in tabs:
        hub.order(each["tab"], "Lamb chops", "Sea bass")
        hub.move(1)
    kitchen = still.kitchen()
    page = kitchen.page
    # A key of a round out of view takes no step, but scrolls it into view.
    more = page.locator("#more")
    expect(more).to_have_text(re.compile(r"^\d more$"))
    settled(page)
    first = 11 - int(more.inner_text().split()[0])
    assert first >= 4
    kitchen.key(str(first))
    expect(kitchen.ticket(f"Table {first}").locator("h3")).to_be_in_viewport(ratio=1)
    kitchen.expect_lines(f"Table {first}", "placed", "placed")
    page.set_viewport_size(TELEVISION)
    expect(more).to_be_hidden()
    # Only nine rounds have a key.
    expect(page.locator(".ticket kbd:visible")).to_have_text([str(key) for key in range(1, 10)])
    kitchen.key("9")
    kitchen.expect_lines("Table 9", "cooking", "cooking")
    kitchen.expect_lines("Table 1", "placed", "placed")
    # The tenth moves up to the key, which does not act on it at once, because no time passes.
    kitchen.rest()
    page.keyboard.press("9")
    expect(kitchen.ticket("Table 9")).to_have_count(0)
    expect(kitchen.ticket("Table 10").locator("kbd")).to_have_text("9")
    page.keyboard.press("9")
    kitchen.expect_lines("Table 10", "placed", "placed")

    kitchen.key("0")
    kitchen.expect_lines("Table 9", "cooking", "cooking")
    expect(kitchen.tickets).to_have_count(10)

    # The arrows go from line to line and from round to round, and Enter takes a line's next step.
    line = kitchen.ticket("Table 1").locator("button.line")
    # A button of the page keeps the focus after a tap or after its dialog.
    page.get_by_role("button", name="Sold out").focus()
    kitchen.key("ArrowDown")
    expect(line.nth(0)).to_be_focused()
    kitchen.key("ArrowDown")
    expect(line.nth(1)).to_be_focused()
    kitchen.key("Enter")
    kitchen.expect_lines("Table 1", "placed", "cooking")
    expect(line.nth(1)).to_be_focused()
    kitchen.key("Enter")
    kitchen.expect_lines("Table 1", "placed", "done")
    beside = page.evaluate(BESIDE_FIRST)
    kitchen.key("ArrowRight")
    expect(kitchen.ticket(beside).locator("button.line").nth(1)).to_be_focused()
    kitchen.key("ArrowLeft")
    expect(line.nth(1)).to_be_focused()
    for _ in range(2):
        kitchen.key("ArrowDown")
    expect(kitchen.ticket("Table 2").locator("button.line").nth(0)).to_be_focused()
    for _ in range(2):
        kitchen.key("ArrowDown")
    expect(kitchen.ticket("Table 2").get_by_role("button", name="Start all")).to_be_focused()
    kitchen.key("Enter")
    kitchen.expect_lines("Table 2", "cooking", "cooking")
    kitchen.expect_settled()
    assert [state for _, _, state in hub.lines(tabs[0]["tab"])] == ["placed", "done"]

    kitchen.key("9")
    expect(kitchen.ticket("Table 9")).to_have_count(0)
    # *Recent* has everybody's steps.
    kitchen.press("Recent")
    recent = page.get_by_role("dialog").locator("#bumped > li")
    expect(recent.first).to_contain_text("Table 9")
    expect(recent.first).to_contain_text("1× Lamb chops, 1× Sea bass")
    kitchen.press("Recall: Table 9")
    expect(recent.filter(has_text="Table 9")).to_have_count(0)
    # While the dialog is open, keys are the dialog's.
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    kitchen.expect_lines("Table 9", "cooking", "cooking")
    kitchen.expect_lines("Table 1", "placed", "done")
