"""What guests and the room read, in the house's languages."""

import json
import re
from html.parser import HTMLParser

import pytest
from playwright.sync_api import expect

from hub import HOUSE, ROOT
from test_served import served

PUBLIC = ROOT / "Public"
LANGUAGES = ["en", "de", "fr", "es", "it"]
PAGES = ["guest", "join", "display"]
PLACE = re.compile(r"\{(\w+)\}")
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
PHONE = {"width": 390, "height": 844}


def texts_of(page, language):
    path = PUBLIC / page / "texts" / f"{language}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def html_of(page):
    return (PUBLIC / page / "index.html").read_text(encoding="utf-8")


def category(key):
    """The kind of number that a key is for; nothing for a sentence without a count."""
    last = key.rpartition(".")[2]
    return last if "." in key and last in CATEGORIES else ""


def base(key):
    return key.rpartition(".")[0] if category(key) else key


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_written_in_every_language(page):
    names = {path.stem for path in (PUBLIC / page / "texts").glob("*.json")}
    assert names == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_every_language_has_the_sentences_and_places_of_english(page, language):
    english, texts = texts_of(page, "en"), texts_of(page, language)
    assert {base(key) for key in texts} == {base(key) for key in english}
    for key, sentence in texts.items():
        counterpart = english[f"{base(key)}.other" if category(key) else key]
        places = set(PLACE.findall(sentence))
        if category(key) in ("", "other"):
            assert places == set(PLACE.findall(counterpart)), key
        else:
            # Who speaks of one may say so in words.
            assert places <= {"count"}, key
        assert sentence == sentence.strip(" ") or key in ("moreAfter",), key
    for key in texts:
        if category(key):
            assert f"{base(key)}.other" in texts


@pytest.mark.parametrize("page", PAGES)
def test_sentences_are_there_that_are_asked_for_and_no_others(page):
    scripts = "".join(
        path.read_text(encoding="utf-8") for path in (PUBLIC / page).glob("*.js")
    )
    asked = set(re.findall(r"\{\{text\.([\w.]+)\}\}", html_of(page)))
    asked |= set(re.findall(r"\b(?:text|counted|ordinal)\(\s*\"([\w.]+)\"", scripts))
    assert asked == {base(key) for key in texts_of(page, "en")}


class Words(HTMLParser):
    """What of a template people read or hear."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        spoken = ("alt", "title", "placeholder", "aria-label", "aria-description", "content")
        self.found += [
            value for name, value in attributes
            if name in spoken and ("name", "viewport") not in attributes
        ]

    def handle_data(self, data):
        self.found.append(data)


@pytest.mark.parametrize("page", PAGES)
def test_no_words_stand_in_the_html_or_the_styles(page):
    words = Words()
    words.feed(html_of(page))
    said = re.sub(r"\{\{[\w.]+\}\}", "", " ".join(words.found))
    assert re.findall(r"[^\W\d_]+", said) == []
    styles = [*(PUBLIC / page).glob("*.css"), PUBLIC / "css" / "phone.css"]
    for style in styles:
        generated = re.findall(r"content:\s*([^;]*);", style.read_text(encoding="utf-8"))
        quoted = [text for each in generated for text in re.findall(r"\"(.*?)\"", each)]
        assert [text for text in quoted if text.strip()] == [], style


@pytest.mark.parametrize("page", PAGES)
def test_no_words_stand_in_the_scripts(page):
    # A sentence has a capital letter and a space; names in the code have one of them at most.
    for script in (PUBLIC / page).glob("*.js"):
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", script.read_text(encoding="utf-8"), flags=re.S)
        quoted = re.findall(r"\"([^\"\n]*)\"|`([^`]*)`", code)
        sentences = [text for pair in quoted for text in pair if re.search(r"[A-Z]\w* \w", text)]
        assert sentences == [], script


@pytest.mark.parametrize("page", PAGES)
def test_french_marks_do_not_begin_a_line(page):
    for key, sentence in texts_of(page, "fr").items():
        assert not re.search(r" [!?:;]", sentence), key
        assert "'" not in sentence, key


@pytest.fixture
def ticket(hub):
    return hub.mutate("waitlist.add", name="Ada Lovelace", size=2)["result"]["ticket"]


@pytest.fixture
def open_guest(hub, ticket, new_page):
    def open_page(query="", **options):
        page = new_page(viewport=PHONE, **options)
        page.goto(f"{hub.address}/t/{ticket}{query}")
        return page

    return open_page


def configure(hub, *languages, **more):
    hub.mutate("house.configure", languages=list(languages), **more)


def expect_language(page, language):
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("locale, language", [
    ("de-AT", "de"), ("en-GB", "en"), ("it", "it"), ("fr-CA", "fr"), ("es-MX", "es"),
    # Nobody here speaks it: then it is the house's own.
    ("ja-JP", "it"),
])
def test_a_guest_reads_the_language_of_the_phone(hub, open_guest, locale, language):
    configure(hub, "it", "en", "de", "fr", "es")
    page = open_guest(locale=locale)
    expect_language(page, language)
    texts = texts_of("guest", language)
    expect(page.locator("#sign")).to_have_text(texts["live"])
    expect(page.locator("#place")).to_have_text(texts["next"])
    expect(page.locator("#greeting")).to_have_text(
        texts["greeting"].replace("{name}", "Ada Lovelace")
    )
    expect(page.locator("#leave")).to_have_text(texts["leave"])


def test_a_language_that_the_house_does_not_have_is_not_served(hub, open_guest):
    configure(hub, "de", "fr")
    expect_language(open_guest(locale="es-ES"), "de")
    expect_language(open_guest("?lang=it", locale="fr-FR"), "fr")


def test_a_guest_takes_another_language_and_keeps_it(hub, open_guest):
    configure(hub, "en", "de", "fr")
    page = open_guest()
    expect_language(page, "en")
    links = page.locator(".languages a")
    expect(links).to_have_text(["Deutsch", "Français"])
    expect(links.first).to_have_attribute("lang", "de")
    links.first.click()
    expect_language(page, "de")
    expect(page.locator("#place")).to_have_text(texts_of("guest", "de")["next"])
    expect(links).to_have_text(["English", "Français"])
    page.reload()
    expect_language(page, "de")
    expect(page.locator("#place")).to_have_text(texts_of("guest", "de")["next"])


def test_a_house_of_one_language_has_no_links(hub, open_guest):
    page = open_guest(locale="de-DE")
    expect_language(page, "en")
    expect(page.locator(".languages")).to_be_hidden()


PLACES = {
    "en": {2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 22: "22nd"},
    "de": {2: "an 2. Stelle", 11: "an 11. Stelle"},
    "fr": {2: "en 2e position", 21: "en 21e position"},
    "es": {2: "es el 2", 11: "es el 11"},
    "it": {2: "al 2º posto", 8: "al 8º posto", 11: "al 11º posto"},
}
BEFORE = {
    "en": ("One party is", "2 parties are"), "de": ("noch eine Gruppe", "noch 2 Gruppen"),
    "fr": ("Une seule table", "2 tables"), "es": ("Hay un grupo", "Hay 2 grupos"),
    "it": ("C’è un gruppo", "Ci sono 2 gruppi"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_said_as_the_language_says_them(hub, open_guest, language):
    configure(hub, language)
    page = open_guest()
    expect_language(page, language)
    said = page.evaluate(
        """async (places) => {
            const { texts } = await import("/guest/texts.js");
            return [places.map((place) => texts.place(place - 1)), texts.ahead(1), texts.ahead(2)];
        }""",
        list(PLACES[language]),
    )
    for sentence, ending in zip(said[0], PLACES[language].values()):
        assert sentence.endswith(ending)
    assert BEFORE[language][0] in said[1] and BEFORE[language][1] in said[2]
    # A language has no sentence for a kind of number that it does not know.
    kinds = page.evaluate(
        """(language) => ["cardinal", "ordinal"].flatMap(
            (type) => new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories
        )""",
        language,
    )
    for key in texts_of("guest", language):
        assert category(key) in ["", *kinds], key


@pytest.mark.parametrize("language, day, date", [
    ("en", "Thu", "5 Nov"), ("de", "Do", "5. Nov."), ("fr", "jeu.", "5 nov."), ("es", "jue", "5 nov"),
    ("it", "gio", "5 nov"),
])
def test_days_are_written_in_the_language_of_the_page(hub, open_guest, language, day, date):
    configure(hub, language)
    page = open_guest()
    written = page.evaluate(
        """async () => {
            const { timeWriter } = await import("/js/times.js");
            const write = timeWriter("Europe/Rome", () => Date.parse("2026-11-21T12:00:00Z"));
            return ["2026-11-21T08:05:00Z", "2026-11-19T08:05:00Z", "2026-11-05T08:05:00Z"].map(write);
        }"""
    )
    assert written == ["09:05", f"{day} 09:05", f"{date} 09:05"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_room_reads_the_houses_own_language(hub, open_display, language):
    others = [each for each in LANGUAGES if each != language]
    configure(hub, language, *others[:2])
    called = hub.add("Ada Lovelace", 4)
    hub.add("Grace Hopper", 3)
    hub.mutate("waitlist.ready", party=called)
    hub.mutate("notice.post", text="22:30", level="urgent")
    texts = texts_of("display", language)
    # Whatever the television itself is set to.
    drawn = open_display(locale="ja-JP")
    expect_language(drawn.page, language)
    expect(drawn.sign).to_have_text(texts["live"])
    still = open_display(java_script_enabled=False)
    expect_language(still.page, language)
    for page in (drawn.page, still.page):
        expect(page.locator("#ready-title")).to_have_text(texts["ready"])
        expect(page.locator(".columns .size")).to_have_text(texts["columnSize"])
        expect(page.locator("#ready .size")).to_have_text(texts["partyOf"].replace("{size}", "4"))
        expect(page.locator(".mark")).to_have_text(texts["urgent"])
        expect(page.locator(".wait-label")).to_have_text(texts["longestWait"])
        assert "{" not in page.locator(".screen").inner_text()
    expect(drawn.page.locator("#ready .called")).to_have_text(texts["calledNow"])
    time = re.escape(texts["calledAt"]).replace(re.escape("{time}"), r"\d\d:\d\d")
    expect(still.page.locator("#ready .called")).to_have_text(re.compile(f"^{time}$"))
    # What the scripts draw anew says the same.
    hub.add("Edsger", 2)
    hub.mutate("waitlist.call_next", sizeMax=2)
    expect(drawn.page.locator("#ready .size").first).to_have_text(
        texts["partyOf"].replace("{size}", "2")
    )


def test_the_room_changes_its_language_by_itself(hub, open_display):
    display = open_display()
    display.expect_live()
    welcome = display.page.locator(".welcome-word")
    expect(welcome).to_have_text("Welcome")
    configure(hub, "en", "de")
    configure(hub, "de", "en")
    expect(welcome).to_have_text("Willkommen")
    expect_language(display.page, "de")
    display.expect_live()


def test_a_television_leaves_its_page_only_for_one_that_is_there(hub, open_display):
    display = open_display()
    display.expect_live()
    hub.add("Ada Lovelace", 4)
    asked = []

    def refuse(route):
        asked.append(route.request.url)
        route.abort()

    display.page.route("**/display", refuse)
    with display.page.expect_request("**/display"):
        configure(hub, "fr")
    display.expect_labels(waiting=["Ada L."])
    display.page.unroute("**/display")
    expect(display.page.locator("#waiting-title")).to_have_text(texts_of("display", "fr")["waiting"])
    assert len(asked) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_fit_on_a_phone(hub, ticket, new_page, language):
    configure(hub, language, *[each for each in LANGUAGES if each != language],
              selfCheckIn="confirm")
    link = json.loads(hub.get("/v1/main/join"))["link"]
    page = new_page(viewport=PHONE)
    page.goto(f"{hub.address}{link}?lang={language}")
    expect_language(page, language)
    narrow = "document.documentElement.scrollWidth <= innerWidth"
    for width in (390, 320, 195):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(narrow), width
    page.goto(f"{hub.address}/t/{ticket}?lang={language}")
    expect_language(page, language)
    for width in (390, 320, 195):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(narrow), width


def test_pages_in_other_languages_leave_no_place_unfilled(hub, ticket):
    configure(hub, *LANGUAGES, selfCheckIn="direct")
    link = json.loads(hub.get("/v1/main/join"))["link"]
    for language in LANGUAGES:
        status, html = served(f"{hub.address}{link}?lang={language}")
        assert status == 200
        outside = re.sub(r"<template\b.*?</template>|<script\b.*?</script>", "", html, flags=re.S)
        assert "{" not in outside
        assert f'<html lang="{language}">' in html and HOUSE in html
        assert texts_of("join", language)["send"] in html
