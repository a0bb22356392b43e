"""One service day: opening hours, exceptions by date, and when the day begins."""

import re

from playwright.sync_api import expect

PHONE = {"width": 390, "height": 844}
LUNCH, DINNER = ["12:00", "15:00"], ["18:30", "01:00"]


def form_of(owner):
    return owner.go("hours").locator("form")


def day(owner, name):
    return form_of(owner).get_by_role("group", name=name, exact=True)


def add(row, span):
    row.get_by_role("button", name="Add hours").click()
    type_in(row.locator("li").last, span)


def type_in(line, span):
    for field, time in zip(line.locator("input").all(), span):
        field.fill(time)


def save(owner):
    form_of(owner).get_by_role("button", name="Save").click()


def hours(hub):
    venue = hub.view("house/settings")["doc"]["venue"]
    return venue.get("hours"), venue.get("exceptions"), venue["dayStart"]


def expect_saved(owner):
    expect(owner.toast).to_have_text("Settings saved")
    expect(form_of(owner).get_by_role("button", name="Discard changes")).to_be_hidden()


def test_a_week_and_dates_with_hours_of_their_own(hub, open_owner):
    owner, other = open_owner(), open_owner()
    form = form_of(owner)
    expect(form.get_by_role("radio", name="Always")).to_be_checked()
    expect(day(owner, "Monday")).to_be_hidden()
    form.get_by_role("radio", name="At these hours").check()
    tuesday = day(owner, "Tuesday")
    expect(tuesday).to_contain_text("Closed")
    # Dinner is entered first; the page sorts the hours.
    add(tuesday, DINNER)
    expect(tuesday).to_contain_text("the next day")
    add(tuesday, LUNCH)
    day(owner, "Wednesday").get_by_role("button", name="As on Tuesday").click()
    day(owner, "Wednesday").get_by_role("button", name="Remove: Wednesday 12:00–15:00").click()
    # Missing values are reported at their field.
    begins = form.get_by_label("The day begins at")
    expect(begins).to_have_value("04:00")
    begins.fill("")
    save(owner)
    expect(begins).to_be_focused()
    expect(begins).to_have_accessible_description(re.compile("Enter a time."))
    begins.fill("05:30")
    save(owner)
    expect_saved(owner)
    assert hours(hub) == ({"TU": [LUNCH, DINNER], "WE": [DINNER]}, None, "05:30")
    for each in (owner, other):
        fields = day(each, "Tuesday").locator("li input")
        expect(fields).to_have_count(4)
        for number, time in enumerate([*LUNCH, *DINNER]):
            expect(fields.nth(number)).to_have_value(time)
    form.get_by_role("radio", name="Always").check()
    save(owner)
    expect_saved(owner)
    assert hub.journal()[-1]["data"] == {"hours": None}
    expect(day(other, "Tuesday")).to_be_hidden()
    # Dates with hours of their own.
    form.get_by_role("button", name="Add", exact=True).click()
    expect(form).to_contain_text("Choose a date.")
    form.get_by_label("Date", exact=True).fill("2027-01-01")
    form.get_by_label("Until, if more than one").fill("2027-12-31")
    form.get_by_role("button", name="Add", exact=True).click()
    expect(form).to_contain_text("There can be at most 100 dates.")
    form.get_by_label("Date", exact=True).fill("2026-12-24")
    form.get_by_label("Until, if more than one").fill("2026-12-22")
    form.get_by_role("button", name="Add", exact=True).click()
    expect(form).to_contain_text("The last date is before the first.")
    form.get_by_label("Until, if more than one").fill("2026-12-26")
    form.get_by_role("button", name="Add", exact=True).click()
    eve = day(owner, "Thu, Dec 24, 2026")
    expect(eve.get_by_role("button", name="Add hours")).to_be_focused()
    expect(eve).to_contain_text("Closed")
    add(eve, LUNCH)
    save(owner)
    expect_saved(owner)
    closed = {"2026-12-25": [], "2026-12-26": []}
    assert hours(hub)[1] == {"2026-12-24": [LUNCH], **closed}
    eve.get_by_role("button", name="Remove date").click()
    expect(eve).to_have_count(0)
    save(owner)
    expect_saved(owner)
    assert hours(hub)[1] == closed
    # Changes of another owner show in untouched fields.
    owner.page.reload()
    form_of(owner)
    form.get_by_role("radio", name="At these hours").check()
    add(day(owner, "Monday"), ["12:00", ""])
    hub.mutate(
        "house.configure", dayStart="06:00", hours={"SU": [LUNCH]}, exceptions={"2026-12-25": []}
    )
    expect(form.get_by_label("The day begins at")).to_have_value("06:00")
    expect(day(owner, "Fri, Dec 25, 2026")).to_have_count(1)
    expect(day(owner, "Monday").get_by_label("Monday, opens at")).to_have_value("12:00")
    expect(day(owner, "Sunday")).to_contain_text("Closed")
    sentence = "somebody else has changed this to “Monday: Closed; Sunday: 12:00–15:00”."
    expect(form).to_contain_text(sentence)
    day(owner, "Monday").get_by_label("Monday, closes at").fill("14:00")
    save(owner)
    expect(form.get_by_role("button", name="Keep mine")).to_be_focused()
    assert hours(hub)[0] == {"SU": [LUNCH]}
    form.get_by_role("button", name="Keep mine").click()
    save(owner)
    expect_saved(owner)
    assert hours(hub)[0] == {"MO": [["12:00", "14:00"]]}


def test_hours_are_set_in_spanish_with_the_keyboard_alone_on_a_phone(hub, open_owner):
    owner = open_owner(viewport=PHONE)
    page = owner.page
    page.goto(f"{hub.address}/owner?lang=es")
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    form_of(owner).get_by_role("radio", name="Siempre").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    monday = day(owner, "Lunes")
    expect(monday.get_by_role("button", name="Añadir horas")).to_be_focused()
    page.keyboard.press("Enter")
    expect(monday.get_by_label("Lunes, abre a las")).to_be_focused()
    page.keyboard.type("12")
    monday.get_by_label("Lunes, cierra a las").focus()
    page.keyboard.type("1500")
    page.keyboard.press("Enter")
    expect(form_of(owner).get_by_role("button", name="Descartar los cambios")).to_be_hidden()
    assert hours(hub)[0] == {"MO": [LUNCH]}
    expect(day(owner, "Martes").get_by_role("button")).to_have_text(["Añadir horas", "Como el lunes"])
