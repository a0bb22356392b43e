"""What people read, in the languages that there are."""

import json
import re
import time
from html.parser import HTMLParser
from itertools import chain

import pytest
from playwright.sync_api import expect

from hub import HOUSE, set_pin
from pages import PUBLIC, declared_pages, folder_of, panels, reasons_of, script_of, texts_of
from test_served import served

LANGUAGES = ["en", "de", "fr", "es", "it"]
DECLARED = declared_pages()
# Guests and the room read these, in the house's languages.
PAGES = ["problem", *(name for name, page in DECLARED.items() if page["reader"] != "staff")]
# Those who work there read these.
OPENED_BY_STAFF = [name for name, page in DECLARED.items() if page["reader"] == "staff"]
STAFF_PAGES = ["pin", "pair", *OPENED_BY_STAFF]
STAFF_LANGUAGES = ["en", "es"]
# These stand on such pages and get their words from their own folders.
PANELS = panels()
# What several of them say: the core, and forms of a board that several of its pages and panels have.
SHARED = "js/ui"
FORMS = sorted({
    f"{path.parent.parent.name}/{path.parent.name}" for path in PUBLIC.glob("boards/*/*/texts")
} - {
    str(folder_of(page).relative_to(PUBLIC / "boards")) for page in DECLARED
    if folder_of(page).is_relative_to(PUBLIC / "boards")
} - set(PANELS))
# What boards say of themselves and of their events.
BOARDS = sorted(f"boards/{path.parent.name}" for path in PUBLIC.glob("boards/*/texts"))
STAFF_PLACES = [*STAFF_PAGES, SHARED, *FORMS, *BOARDS]
EVERYWHERE = [
    *((page, language) for page in PAGES for language in LANGUAGES),
    *((page, language) for page in STAFF_PLACES for language in STAFF_LANGUAGES),
    *(
        (panel, language) for panel, reader in PANELS.items()
        for language in (STAFF_LANGUAGES if reader == "staff" else LANGUAGES)
    ),
]
PLACE = re.compile(r"\{(\w+)\}")
# What a page or a script loads, apart from panels: an address, or a path from where it stands.
LOADED = re.compile(
    r'<script\b[^>]*\bsrc="/([^"]+)"|^(?:import|export)\b[^;"=(]*"(\.[^"]+)";', re.MULTILINE
)
# What a panel loads of its own folder when it is opened.
LATER = re.compile(r'^(?!\s*/?\*).*\bimport\("(\./[^"]+)"\)', re.MULTILINE)
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
PHONE = {"width": 390, "height": 844}


def html_of(page):
    return (folder_of(page) / "index.html").read_text(encoding="utf-8")


def loaded_by(path):
    """The scripts that a page or a script loads, and those that these load."""
    found, left = set(), [path]
    while left:
        file = left.pop()
        for address, relative in LOADED.findall(file.read_text(encoding="utf-8")):
            script = PUBLIC / address if address else (file.parent / relative).resolve()
            if script not in found:
                found.add(script)
                left.append(script)
    return found


def category(key):
    """The kind of number that a key is for; nothing for a sentence without a count."""
    last = key.rpartition(".")[2]
    return last if "." in key and last in CATEGORIES else ""


def base(key):
    return key.rpartition(".")[0] if category(key) else key


def written_in(place, language):
    """The sentences of a place, without those that boards declare in English."""
    texts = texts_of(place, language)
    if place not in BOARDS:
        return texts
    declared = ("problems.", "fields.")
    return {key: sentence for key, sentence in texts.items() if not key.startswith(declared)}


def scripts_of(page):
    """Its own and its board's, or those that all pages share."""
    if page == SHARED:
        return sorted(PUBLIC.glob("js/**/*.js"))
    folder = folder_of(page)
    scripts = set(folder.glob("**/*.js"))
    for entrance in (folder / "index.html", folder / f"{folder.name}.js"):
        if entrance.exists():
            scripts |= loaded_by(entrance)
    return sorted(scripts - set(scripts_of(SHARED)))


@pytest.mark.parametrize("page", [*PAGES, *PANELS, *STAFF_PLACES])
def test_every_page_is_written_in_every_language(page):
    names = {path.stem for path in (folder_of(page) / "texts").glob("*.json")}
    assert names == {language for place, language in EVERYWHERE if place == page}


@pytest.mark.parametrize("page, language", EVERYWHERE)
def test_every_language_has_the_sentences_and_places_of_english(page, language):
    english, texts = written_in(page, "en"), written_in(page, language)
    assert {base(key) for key in texts} == {base(key) for key in english}
    for key, sentence in texts.items():
        counterpart = english[f"{base(key)}.other" if category(key) else key]
        places = set(PLACE.findall(sentence))
        if category(key) in ("", "other"):
            assert places == set(PLACE.findall(counterpart)), key
        else:
            # Who speaks of one may say so in words.
            assert places <= set(PLACE.findall(counterpart)), key
        assert sentence == sentence.strip(" "), key
    for key in texts:
        if category(key):
            assert f"{base(key)}.other" in texts


@pytest.mark.parametrize("page", [*PAGES, *STAFF_PAGES, SHARED])
def test_sentences_are_there_that_are_asked_for_and_no_others(page):
    pages = STAFF_PAGES if page == SHARED else [page]
    places = [SHARED, *STAFF_PAGES] if page == SHARED else [page]
    scripts = "".join(
        path.read_text(encoding="utf-8") for place in places for path in scripts_of(place)
    )
    asked = set(re.findall(r"\{\{text\.([\w.]+)\}\}", "".join(map(html_of, pages))))
    asked |= set(re.findall(r"\b(?:text|counted|ordinal)\(\s*\"([\w.]+)\"", scripts))
    # Of a family it is asked for by what its sentences are about.
    families = set(re.findall(r"\bfamily(?:Of|About)\(\s*\"([\w.]+)\"", scripts))
    families |= set(re.findall(r"\btext\(`(\w+)\.\$\{", scripts))
    # What boards say of their events is in their own folders.
    families.discard("boards")
    there = {base(key) for key in texts_of(page, "en")}
    members = {family: {key for key in there if key.startswith(f"{family}.")} for family in families}
    of_families = set().union(*members.values())
    # What boards find wrong a page may say in words of its own.
    if "reasonOf(" in scripts:
        of_families |= {key for key in there if key.startswith("problems.")}
    # A page may say in words of its own what the shared scripts say.
    common = "".join(path.read_text(encoding="utf-8") for path in scripts_of(SHARED))
    common = set(re.findall(r"\b(?:text|counted)\(\"([\w.]+)\"", common))
    assert there - of_families - asked <= common
    shared = {base(key) for key in texts_of(SHARED, "en")}
    if page != SHARED:
        assert asked <= there | (shared if page in STAFF_PAGES else set())
        assert all(members.values())


@pytest.mark.parametrize("panel", PANELS)
def test_a_panel_has_the_sentences_that_it_asks_for_and_no_others(panel):
    entrance = script_of(panel)
    later = LATER.findall(entrance.read_text(encoding="utf-8"))
    parts = [entrance, *((entrance.parent / each).resolve() for each in later)]
    scripts = "".join(
        path.read_text(encoding="utf-8") for path in {*parts, *chain(*map(loaded_by, parts))}
    )
    asked = set(re.findall(r"\btexts\.(\w+)", scripts))
    families = tuple(f"{name}." for name in re.findall(r"\btexts\[`(\w+)\.\$\{", scripts))
    # It may ask by a word that it has from elsewhere, such as the name of a field.
    words = set(re.findall(r"\"(\w+)\"", scripts))
    there = set(texts_of(panel, "en"))
    assert asked <= there
    assert {key for key in there - asked - words if not key.startswith(families)} == set()


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_has_the_sentences_about_its_events_and_no_others(board):
    # A board whose catalogue says enough has no scripts for them.
    scripts = "".join(
        path.read_text(encoding="utf-8") for path in folder_of(board).glob("events/*.js")
    )
    asked = set(re.findall(r"\bsay\(\s*\"([\w.]+)\"", scripts))
    families = set(re.findall(r"\bfamily\(\s*\"(\w+)\"|\bsay\(`(\w+)\.\$\{", scripts))
    of_families = tuple(f"{name}." for pair in families for name in pair if name)
    own = [key for key in texts_of(board, "en") if key.startswith("events.")]
    there = {key.removeprefix("events.") for key in own}
    # The page asks for these itself.
    of_page = {"thing"} | {key for key in there if key.startswith(("happened.", "columns."))}
    assert asked <= there
    assert {key for key in there - asked - of_page if not key.startswith(of_families)} == set()


class Words(HTMLParser):
    """What of a template people read or hear."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.tag = ""

    def handle_starttag(self, tag, attributes):
        self.tag = tag
        # What a field takes as it is: an address, a word of the journal.
        if tag == "input" and ("list", "kinds") in attributes or ("inputmode", "url") in attributes:
            return
        spoken = ("alt", "title", "placeholder", "aria-label", "aria-description", "content")
        self.found += [
            value for name, value in attributes
            if name in spoken and ("name", "viewport") not in attributes
        ]

    def handle_data(self, data):
        # Commands and addresses are for a machine.
        if "://" not in data and not data.startswith(("tablecast ", "/display")):
            self.found.append(data)


@pytest.mark.parametrize("page", [*PAGES, *STAFF_PAGES])
def test_no_words_stand_in_the_html(page):
    words = Words()
    words.feed(html_of(page))
    said = re.sub(r"\{\{[\w.]+\}\}|Tablecast", "", " ".join(words.found))
    assert re.findall(r"[^\W\d_]+", said) == []


def test_no_words_stand_in_the_styles():
    styles = list(PUBLIC.glob("**/*.css"))
    assert styles
    for style in styles:
        generated = re.findall(r"content:\s*([^;]*);", style.read_text(encoding="utf-8"))
        quoted = [text for each in generated for text in re.findall(r"\"(.*?)\"", each)]
        assert [text for text in quoted if re.search(r"[^\W\d_]", text)] == [], style


@pytest.mark.parametrize("page", [*PAGES, *STAFF_PLACES])
def test_no_words_stand_in_the_scripts(page):
    # A sentence has a capital letter and a space; names in the code have one of them at most.
    for script in scripts_of(page):
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", script.read_text(encoding="utf-8"), flags=re.S)
        # Keys are called as browsers call them.
        code = re.sub(r"ariaKeyShortcuts: \"[^\"]*\"", "", code)
        # What fails only when the page itself is wrong is for those who make it.
        code = re.sub(r"throw new (?:\w+\.)?\w*Error\([^)]*\)", "", code)
        quoted = re.findall(r"\"([^\"\n]*)\"|`([^`]*)`", code)
        sentences = [text for pair in quoted for text in pair if re.search(r"[A-Z]\w* \w", text)]
        assert sentences == [], script


@pytest.mark.parametrize("page", [page for page, language in EVERYWHERE if language == "fr"])
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
    # Before a minute is over.
    expect(drawn.page.locator("#ready .called")).to_have_text(texts["calledNow"])
    still = open_display(java_script_enabled=False)
    expect_language(still.page, language)
    for page in (drawn.page, still.page):
        expect(page.locator("#ready-title")).to_have_text(texts["ready"])
        expect(page.locator(".columns .size")).to_have_text(texts["columnSize"])
        expect(page.locator("#ready .size")).to_have_text(texts["partyOf"].replace("{size}", "4"))
        expect(page.locator(".mark")).to_have_text(texts["urgent"])
        expect(page.locator(".wait-label")).to_have_text(texts["longestWait"])
        assert "{" not in page.locator(".screen").inner_text()
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
    began = time.monotonic()
    with display.page.expect_request("**/display"):
        configure(hub, "fr")
    display.expect_labels(waiting=["Ada L."])
    display.page.unroute("**/display")
    expect(display.page.locator("#waiting-title")).to_have_text(texts_of("display", "fr")["waiting"])
    # Once, and again every 5 s.
    assert 1 <= len(asked) <= 1 + (time.monotonic() - began) / 5


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


@pytest.fixture
def open_as(hub, new_page):
    def open_page(role, path, **options):
        page = new_page(**options)
        page.context.request.get(hub.link(role))
        page.goto(hub.address + path)
        return page

    return open_page


@pytest.mark.parametrize("page", OPENED_BY_STAFF)
def test_those_who_work_there_read_the_houses_own_language(hub, open_as, page):
    configure(hub, "es", "en")
    for number in range(3):
        hub.add(f"Party {number}", 2)
    opened = open_as(DECLARED[page]["roles"][0], f"/{page}", locale="ja-JP")
    texts = texts_of(SHARED, "es") | texts_of(page, "es")
    expect_language(opened, "es")
    # A sheet of paper is not live.
    is_live = 'id="sign"' in html_of(page)
    if is_live:
        expect(opened.locator("#sign")).to_have_text(texts["live"])
    expect(opened).to_have_title(f"{texts['title']} · {HOUSE}")
    assert "{" not in opened.locator("body").inner_text()
    # The address may ask for another language, and what is not there is English.
    opened.goto(f"{hub.address}/{page}?lang=en")
    expect_language(opened, "en")
    if is_live:
        expect(opened.locator("#sign")).to_have_text("Live")
    configure(hub, "it", "es")
    opened.goto(f"{hub.address}/{page}")
    expect_language(opened, "en")
    opened.goto(f"{hub.address}/{page}?lang=es")
    expect_language(opened, "es")


def test_a_host_works_in_spanish(hub, open_as):
    configure(hub, "es")
    page = open_as("host", "/host")
    texts = texts_of("host", "es")
    page.get_by_label(texts["fields.name"], exact=True).first.fill("Ada Lovelace")
    page.get_by_label(texts["fields.size"], exact=True).first.fill("4")
    page.get_by_role("button", name=texts["add"], exact=True).click()
    row = page.locator("#waiting .row")
    expect(row.locator(".when")).to_contain_text(texts["justNow"])
    row.locator(".step").click()
    said = texts["done.waitlist.ready"].replace("{name}", "Ada Lovelace")
    expect(page.locator("#toast-text")).to_have_text(said)
    expect(page.locator("#toast-undo")).to_have_text(texts["undo"])
    expect(page.locator("#ready .row .step")).to_have_text(texts["steps.ready"])
    problem = page.locator("#name-problem")
    # What follows an addition at once is the second tap of a double tap.
    while problem.text_content() == "":
        page.get_by_role("button", name=texts["add"], exact=True).click()
    reasons = reasons_of("es")
    expect(problem).to_have_text(reasons["problems.waitlist.name.required"])
    # What only the hub can know is said in Spanish too.
    page.get_by_role("button", name=texts["pairScreen"], exact=True).click()
    page.locator("#pair-code").fill("000000")
    page.locator("#pair-code").press("Enter")
    shown = page.locator("#pair-code-problem")
    expect(shown).to_have_text(reasons["problems.house.code_not_shown"])
    refused = hub.refuse("house.pair", code="000000")
    assert refused["reason"] == "house.code_not_shown"
    assert refused["message"] == "No screen shows this code now; look at it once more"


def test_the_doors_speak_the_houses_own_language(hub, new_page, open_as):
    configure(hub, "es")
    screen = new_page()
    screen.goto(f"{hub.address}/display")
    expect_language(screen, "es")
    expect(screen.locator("#how")).to_have_text(texts_of("pair", "es")["how"])
    expect(screen.locator("#code")).to_have_text(re.compile(r"^\d{3} \d{3}$"))
    screen.goto(f"{hub.address}/display?lang=fr")
    expect_language(screen, "es")
    set_pin(hub, "4711")
    host = open_as("host", "/host")
    expect_language(host, "es")
    expect(host.locator("#what")).to_have_text(texts_of("pin", "es")["what"])
    host.get_by_role("button", name=texts_of(SHARED, "es")["pad.enter"]).click()
    expect(host.locator("#say")).to_have_text(texts_of(SHARED, "es")["pad.tooShort"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_leads_a_guest_nowhere_says_so_in_the_guests_language(hub, new_page, language):
    texts = texts_of("problem", language)
    page = new_page(locale=language, viewport=PHONE)
    for path, status, advice in (
        ("/nowhere", 404, "address"), ("/t/old", 404, "link"), ("/j/old", 404, "link"),
        ("/guest", 401, "place"),
    ):
        assert page.goto(hub.address + path).status == status
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("h1")).to_have_text(texts[f"{advice}Title"])
        expect(page.locator(".lead")).to_have_text(texts[advice])
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.goto(f"{hub.address}/t/old?lang=it")
    expect(page.locator("html")).to_have_attribute("lang", "it")


def test_the_start_page_speaks_the_languages_of_the_house(hub, new_page):
    lists = {}
    for language in ("en", "es"):
        page = new_page(locale=language, viewport=PHONE)
        page.goto(hub.address)
        expect(page.locator("html")).to_have_attribute("lang", language)
        lists[language] = page.locator("a").evaluate_all("links => links.map(({pathname}) => pathname)")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert lists["en"] == lists["es"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_browser_that_is_not_signed_in_is_told_what_to_do(hub, new_page, language):
    texts = texts_of("problem", language)
    page = new_page(locale=language, viewport=PHONE)
    used = hub.link("engineer")
    page.context.request.get(used)
    page.context.clear_cookies()
    for address, status, title, advice, command in (
        (hub.address + "/host", 401, "signInTitle", "signIn", "tablecast link --role host"),
        (hub.address + "/in/nobody", 404, "unknownLinkTitle", "newLink", "tablecast link"),
        (used, 410, "usedLinkTitle", "newLink", "tablecast link --role engineer"),
    ):
        assert page.goto(address).status == status
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("h1")).to_have_text(texts[title])
        expect(page.locator(".lead")).to_have_text(f"{texts[advice]} {command}")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guest_whose_party_was_cancelled_reads_so_in_the_own_language(hub, new_page, language):
    hub.mutate("house.configure", languages=LANGUAGES)
    joined = hub.mutate("waitlist.add", name="Ada", size=2)["result"]
    hub.mutate("waitlist.cancel", party=joined["party"])
    page = new_page(locale=language, viewport=PHONE)
    assert page.goto(f"{hub.address}/t/{joined['ticket']}").status == 200
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("#place")).to_have_text(texts_of("guest", language)["cancelled"])
