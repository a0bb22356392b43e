"""Pages in each of their languages."""

import pytest
from playwright.sync_api import expect

from pagefiles import declared_pages, texts_of
from pages import at_each_size, speaker

LANGUAGES = ["en", "de", "fr", "es", "it"]
DECLARED = declared_pages()
OPENED_BY_STAFF = [name for name, page in DECLARED.items() if page["reader"] == "staff"]
# Texts that several pages share.
SHARED = "js/ui"
PHONE = {"width": 390, "height": 844}


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


def test_a_guest_reads_the_language_of_the_phone(hub, ticket, new_page):
    configure(hub, "it", "en", "de", "fr", "es")
    page = new_page(viewport=PHONE)
    speak = speaker(page)
    for locale, language in (
        ("de-AT", "de"),
        # An unknown language falls back to the house's own.
        ("ja-JP", "it"),
    ):
        speak(locale)
        page.goto(f"{hub.address}/t/{ticket}")
        expect_language(page, language)
        texts = texts_of("guest", language)
        expect(page.locator("#sign")).to_have_text(texts["live"])
        expect(page.locator("#place")).to_have_text(texts["next"])
        expect(page.locator("#greeting")).to_have_text(
            texts["greeting"].replace("{name}", "Ada Lovelace")
        )
        expect(page.locator("#leave")).to_have_text(texts["leave"])


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


def test_the_room_reads_the_houses_own_language_and_changes_it_by_itself(hub, open_display):
    hub.mutate("notice.post", text="22:30", level="urgent")
    # The television's own language doesn't matter.
    drawn = open_display(locale="ja-JP")
    for language in ("en", "fr"):
        others = [each for each in LANGUAGES if each != language]
        configure(hub, language, *others[:2])
        called, waiting = hub.add("Ada Lovelace", 4), hub.add("Grace Hopper", 3)
        hub.mutate("waitlist.ready", party=called)
        texts = texts_of("display", language)
        expect_language(drawn.page, language)
        expect(drawn.root).to_have_attribute("data-life", "live")
        expect(drawn.sign).to_have_text(texts["live"])
        # Within the first minute.
        expect(drawn.page.locator("#ready .called")).to_have_text(texts["calledNow"])
        page = drawn.page
        expect(page.locator("#ready-title")).to_have_text(texts["ready"])
        expect(page.locator(".columns .size")).to_have_text(texts["columnSize"])
        expect(page.locator("#ready .size")).to_have_text(texts["partyOf"].replace("{size}", "4"))
        expect(page.locator("#announcement")).to_have_text(f"{texts['urgent']} 22:30")
        expect(page.locator(".wait-label")).to_have_text(texts["longestWait"])
        expect(page.locator("#call")).to_contain_text(texts["tableReady"])
        expect(page.locator(".screen")).not_to_contain_text("{", use_inner_text=True)
        edsger = hub.add("Edsger", 2)
        hub.mutate("waitlist.call_next", sizeMax=2)
        expect(drawn.page.locator("#ready .size").first).to_have_text(
            texts["partyOf"].replace("{size}", "2")
        )
        for party in (called, waiting, edsger):
            hub.mutate("waitlist.seat", party=party)


# Controls that are too low for a finger.
SMALL = """() => [...document.querySelectorAll("main :is(button, input:not([type=radio]), label:has(> [type=radio]))")]
    .filter((each) => each.checkVisibility() && each.offsetHeight < 48).map((each) => each.outerHTML)"""


def test_the_words_fit_on_a_narrow_phone(hub, ticket, new_page):
    configure(hub, *LANGUAGES, selfCheckIn="confirm")
    page = new_page(viewport=PHONE)
    for language in LANGUAGES:
        for address in (hub.join_address(), f"{hub.address}/t/{ticket}"):
            page.goto(f"{address}?lang={language}")
            expect_language(page, language)
            for width, _ in at_each_size(page, [(390, 844), (320, 844), (195, 844)]):
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, language)
                assert page.evaluate(SMALL) == [], (address, language)


@pytest.fixture
def open_as(hub, new_page):
    def open_page(role, path, **options):
        page = new_page(**options)
        page.context.request.get(hub.link(role))
        page.goto(hub.address + path)
        return page

    return open_page


def test_staff_read_the_houses_own_language(hub, new_page):
    # The test of every page covers their texts.
    context = new_page().context

    def language_of(name, query=""):
        address = f"{hub.address}/v1/main/page?of=/{name}{query.replace('?', '&')}"
        answer = context.request.get(address, headers={"Accept-Language": "ja-JP"})
        assert answer.ok, name
        return answer.json()["language"]

    assert OPENED_BY_STAFF
    for name in OPENED_BY_STAFF:
        for own, others, query, asked in (
            # The address may ask for another language.
            ("es", ["es", "en"], "?lang=en", "en"),
            # The page for an unknown address is in English.
            ("en", ["it", "es"], "?lang=es", "es"),
        ):
            context.clear_cookies()
            context.request.get(hub.link(DECLARED[name]["roles"][0]))
            configure(hub, *others)
            assert language_of(name) == own, name
            assert language_of(name, query) == asked, name


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
    expect(page.locator("#toast-undo")).to_have_text(texts_of(SHARED, "es")["undo"])
    expect(page.locator("#ready .row .step")).to_have_text(texts["steps.ready"])
    problem = page.locator("#name-problem")
    page.get_by_role("button", name=texts["add"], exact=True).click()
    expect(problem).to_have_text(texts["problems.waitlist.name.required"])
    # Refusals by the hub are in Spanish too.
    page.locator("#open-tools").click()
    page.get_by_role("button", name=texts["pairScreen"], exact=True).click()
    page.locator("#pair-code").fill("000000")
    page.locator("#pair-code").press("Enter")
    shown = page.locator("#pair-code-problem")
    expect(shown).to_have_text(texts["problems.house.code_not_shown"])
    refused = hub.refuse("house.pair", code="000000")
    assert refused["reason"] == "house.code_not_shown"
    assert refused["message"] == "No screen shows this code now; look at it once more"


def test_pages_that_are_not_found_use_the_readers_language(hub, new_page):
    page = new_page(viewport=PHONE)
    speak = speaker(page)
    used = hub.link("engineer")
    page.context.request.get(used)
    page.context.clear_cookies()
    # The test of every page reads the others.
    texts = texts_of("problem", "de")
    speak("de")
    for address, status, advice in (
        (f"{hub.address}/nowhere", 404, "address"), (f"{hub.address}/t/old", 404, "link"),
        (f"{hub.address}/j/old", 404, "link"), (f"{hub.address}/guest", 401, "place"),
    ):
        assert page.goto(address).status == status
        expect_language(page, "de")
        expect(page.locator("h1")).to_have_text(texts[f"title.{advice}"])
        expect(page.locator(".lead")).to_have_text(texts[f"lead.{advice}"])
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # A browser that is not signed in reads what to do.
    for address, status, title, advice, command in (
        (f"{hub.address}/host", 401, "title.signIn", "lead.signIn", "tablecast link --role host"),
        (f"{hub.address}/in/nobody", 404, "title.unknownLink", "lead.newLink", "tablecast link"),
        (used, 410, "title.usedLink", "lead.newLink", "tablecast link --role engineer"),
    ):
        assert page.goto(address).status == status
        expect_language(page, "de")
        expect(page.locator("h1")).to_have_text(texts[title])
        expect(page.locator(".lead")).to_have_text(f"{texts[advice]} {command}")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.goto(f"{hub.address}/t/old?lang=it")
    expect_language(page, "it")
