"""Two owners at the settings of one house: neither overwrites the other without a word."""

from playwright.sync_api import expect

from pages import at_each_size


def form_of(owner):
    return owner.go("house").locator("form")


def save(owner):
    form_of(owner).get_by_role("button", name="Save").click()


def venue(hub):
    return hub.view("house/settings")["doc"]["venue"]


def test_an_owner_is_asked_whose_name_of_the_house_stays(hub, open_owner):
    owner, other = open_owner(), open_owner()
    form = form_of(owner)
    form.get_by_label("Name", exact=True).fill("The Tin Pot")
    form_of(other).get_by_label("Name", exact=True).fill("The Iron Pot")
    save(other)
    expect(other.toast).to_have_text("Settings saved")
    expect(form_of(other).get_by_role("button", name="Discard changes")).to_be_hidden()
    sentence = "Name: somebody else has changed this to “The Iron Pot”."
    expect(form).to_contain_text(sentence)
    expect(owner.page.locator("#announcer")).to_contain_text(sentence)
    save(owner)
    expect(form.get_by_role("button", name="Keep mine")).to_be_focused()
    expect(form).to_contain_text("Choose which one stays, then save.")
    assert venue(hub)["name"] == "The Iron Pot"
    form.get_by_role("button", name="Keep mine").click()
    expect(form.get_by_label("Name", exact=True)).to_be_focused()
    expect(form.get_by_text("Choose which one")).to_have_count(0)
    save(owner)
    expect(owner.toast).to_have_text("Settings saved")
    assert venue(hub)["name"] == "The Tin Pot"
    expect(form_of(other).get_by_label("Name", exact=True)).to_have_value("The Tin Pot")
    expect(form_of(other).get_by_text("somebody else")).to_have_count(0)


def test_the_settings_of_another_owner_are_taken(hub, open_owner):
    owner = open_owner()
    guests = owner.go("guests").locator("form")
    guests.locator("[value=initials]").check()
    guests.locator("[value=direct]").check()
    form = form_of(owner)
    zone = form.get_by_role("combobox", name="Time zone")
    zone.fill("berlin")
    zone.press("Enter")
    form.get_by_role("radio", name="Deutsch").check()
    hub.mutate(
        "house.configure", timeZone="Europe/Madrid", labels="number", selfCheckIn="confirm",
        languages=["es", "en"],
    )
    for section, all_words in (
        ("house", ("“Europe/Madrid”", "“Español, English”")), ("guests", ("“12”", "“A host confirms”")),
    ):
        part = owner.go(section)
        for words in all_words:
            expect(part).to_contain_text(words)
        for _ in range(2):
            part.get_by_role("button", name="Take theirs").first.click()
        expect(part.get_by_role("button", name="Discard changes")).to_be_hidden()
        part.get_by_role("button", name="Save").click()
        expect(part).to_contain_text("Nothing has changed.")
    expect(owner.page.locator("#settings-zone")).to_have_value("Europe/Madrid")
    expect(guests.locator("[value=confirm]")).to_be_checked()
    expect(guests.locator("[value=number]")).to_be_checked()


def test_the_question_fits_in_spanish_too(hub, open_owner):
    owner = open_owner()
    page = owner.page
    page.goto(f"{hub.address}/owner?lang=es")
    owner.root.and_(page.locator("[data-life='live']")).wait_for()
    form_of(owner).get_by_label("Nombre", exact=True).fill("La olla de hojalata")
    hub.mutate("house.configure", name="La olla de hierro")
    question = form_of(owner).locator(".whose:not([hidden])")
    expect(question).to_contain_text("otra persona lo ha cambiado a «La olla de hierro».")
    for _ in at_each_size(page):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        small = question.locator("button").evaluate_all(
            "buttons => buttons.filter((each) => each.offsetHeight < 48).length"
        )
        assert small == 0
