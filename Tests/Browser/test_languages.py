"""Who reads which language, and how it is chosen. The sweep of every page reads all texts."""

from playwright.sync_api import expect

from pagefiles import LANGUAGES, boards, declared_pages, texts_of
from pages import speaker
from test_menu import Menu

DECLARED = declared_pages()
PHONE = {"width": 390, "height": 844}


def configure(hub, *languages, **more):
    hub.mutate("house.configure", languages=list(languages), **more)


def expect_language(page, language):
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_a_guest_reads_the_language_of_the_phone_or_a_chosen_one(hub, new_page):
    configure(hub, "it", "en", "de")
    ticket = hub.mutate("waitlist.add", name="Ada Lovelace", size=2)["result"]["ticket"]
    page = new_page(viewport=PHONE)
    place, links = page.locator("#place"), page.locator(".languages a")
    speak = speaker(page)
    # An unknown language falls back to the house's own.
    for locale, language in (("ja-JP", "it"), ("de-AT", "de")):
        speak(locale)
        page.goto(f"{hub.address}/t/{ticket}")
        expect_language(page, language)
        texts = texts_of("guest", language)
        expect(page.locator("#sign")).to_have_text(texts["live"])
        expect(place).to_have_text(texts["next"])
        expect(page.locator("#greeting")).to_have_text(texts["greeting"].replace("{name}", "Ada Lovelace"))
        expect(page.locator("#leave")).to_have_text(texts["leave"])
    expect(links).to_have_text(["Italiano", "English"])
    expect(links.first).to_have_attribute("lang", "it")
    links.first.click()
    expect_language(page, "it")
    expect(links).to_have_text(["English", "Deutsch"])
    page.reload()
    expect_language(page, "it")
    expect(place).to_have_text(texts_of("guest", "it")["next"])


def test_the_room_reads_the_houses_own_language_and_changes_it_by_itself(hub, open_display):
    hub.mutate("notice.post", text="22:30", level="urgent")
    # The television's own language doesn't matter.
    display = open_display(locale="ja-JP")
    page = display.page
    for language, numbered, column, sentence in (
        ("en", "No. 1", "Number", "Your number appears here when your table is ready."),
        ("de", "Nr. 3", "Nummer", "Ihre Nummer erscheint hier, sobald Ihr Tisch bereit ist."),
    ):
        texts = texts_of("display", language)
        others = [each for each in LANGUAGES if each != language]
        configure(hub, language, *others[:2], labels="number")
        expect_language(page, language)
        expect(display.root).to_have_attribute("data-life", "live")
        expect(display.sign).to_have_text(texts["live"])
        # Where numbers are called, the words are about numbers.
        expect(page.locator("#welcome")).to_contain_text(sentence)
        expect(page.locator("#welcome .by-name:visible")).to_have_count(0)
        called, waiting = hub.add("Ada Lovelace", 4), hub.add("Grace Hopper", 3)
        expect(page.locator("#waiting bdi").first).to_have_text(numbered)
        expect(page.locator(".columns .name")).to_have_text(column, use_inner_text=True)
        expect(page.locator(".none")).to_have_text(sentence, use_inner_text=True)
        hub.mutate("waitlist.ready", party=called)
        # Within the first minute.
        expect(page.locator("#ready .called")).to_have_text(texts["calledNow"])
        expect(page.locator("#ready-title")).to_have_text(texts["ready"])
        expect(page.locator(".columns .size")).to_have_text(texts["columnSize"])
        expect(page.locator("#ready .size")).to_have_text(texts["partyOf"].replace("{size}", "4"))
        expect(page.locator("#announcement")).to_have_text(f"{texts['urgent']} 22:30")
        expect(page.locator(".wait-label")).to_have_text(texts["longestWait"])
        expect(page.locator("#call")).to_contain_text(texts["tableReady"])
        # The owner switches back to names while the screen is on.
        hub.mutate("house.configure", labels="full")
        display.expect_labels(ready=["Ada Lovelace"], waiting=["Grace Hopper"])
        expect(page.locator(".by-number:visible")).to_have_count(0)
        for party in (called, waiting):
            hub.mutate("waitlist.seat", party=party)


def test_staff_read_the_houses_own_language(hub, new_page):
    context = new_page().context

    def language_of(name, query=""):
        address = f"{hub.address}/v1/main/page?of=/{name}{query}"
        answer = context.request.get(address, headers={"Accept-Language": "ja-JP"})
        assert answer.ok, name
        return answer.json()["language"]

    staff = [name for name, page in DECLARED.items() if page["reader"] == "staff"]
    for role in {DECLARED[name]["roles"][0] for name in staff}:
        context.request.get(hub.link(role))
    for own, others, asked in (
        # The address may ask for another language.
        ("es", ["es", "en"], "en"),
        # A house whose language staff pages lack is worked in English.
        ("en", ["it", "es"], "es"),
    ):
        configure(hub, *others)
        for name in staff:
            assert (language_of(name), language_of(name, f"&lang={asked}")) == (own, asked), name


def test_a_host_chooses_spanish_for_the_tablet_and_works_in_it(hub, open_host):
    host = open_host()
    page = host.page
    expect_language(page, "en")
    spanish = Menu(page).open().list.get_by_role("link", name="Español")
    expect(spanish).to_have_attribute("lang", "es")
    spanish.click()
    expect_language(page, "es")
    texts = texts_of("host", "es")
    expect(host.root).to_have_attribute("data-life", "live")
    menu = Menu(page).open()
    expect(menu.list.locator("[aria-current=true]")).to_have_text("Español")
    other = next(name for name in menu.names() if name != "host")
    page.keyboard.press("Escape")
    page.get_by_label(texts["fields.name"], exact=True).first.fill("Ada Lovelace")
    page.get_by_label(texts["fields.size"], exact=True).first.fill("4")
    page.get_by_role("button", name=texts["add"], exact=True).click()
    row = page.locator("#waiting .row")
    expect(row.locator(".when")).to_contain_text(texts["justNow"])
    row.locator(".step").click()
    said = texts["done.waitlist.ready"].replace("{name}", "Ada Lovelace")
    expect(page.locator("#toast-text")).to_have_text(said)
    expect(page.locator("#toast-undo")).to_have_text(texts_of("js/ui", "es")["undo"])
    expect(page.locator("#ready .row .step")).to_have_text(texts["steps.ready"])
    # Refusals by the hub are in Spanish too.
    page.locator("#open-tools").click()
    page.get_by_role("button", name=texts["pairScreen"], exact=True).click()
    page.locator("#pair-code").fill("000000")
    page.locator("#pair-code").press("Enter")
    expect(page.locator("#pair-code-problem")).to_have_text(texts["problems.house.code_not_shown"])
    # The language holds for this browser's other pages and for later visits, but not for the room's screens.
    again = page.context.new_page()
    for address, language in ((f"/{other}", "es"), ("/host", "es"), ("/display", "en")):
        again.goto(hub.address + address)
        expect_language(again, language)


def test_where_a_page_can_not_be_read_there_is_what_to_do_instead(hub, new_page):
    page = new_page(viewport=PHONE)
    speak = speaker(page)
    used = hub.link("engineer")
    page.context.request.get(used)
    page.context.clear_cookies()
    texts = texts_of("problem", "de")
    speak("de")
    for address, status, title, advice, command in (
        (f"{hub.address}/t/old", 404, "title.link", "lead.link", ""),
        (f"{hub.address}/host", 401, "title.signIn", "lead.signIn", " tablecast link --role host"),
        (used, 410, "title.usedLink", "lead.newLink", " tablecast link --role engineer"),
    ):
        assert page.goto(address).status == status
        expect_language(page, "de")
        expect(page.locator("h1")).to_have_text(texts[title])
        expect(page.locator(".lead")).to_have_text(texts[advice] + command)
    page.goto(f"{hub.address}/t/old?lang=it")
    expect_language(page, "it")
    # An open page whose board is switched off no longer claims to be live, and comes back.
    speak("en")
    board = next(board for board in boards()["boards"] if board["roles"])
    page.goto(hub.link(board["roles"][0]["name"]))
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    hub.mutate("house.configure", boards=[])
    unused = page.get_by_role("heading", name="This house does not use this page")
    expect(unused).to_be_visible()
    expect(page.locator("main")).to_contain_text("ask an owner to switch it on")
    page.get_by_role("link", name="Try again").click()
    expect(unused).to_be_visible()
    hub.mutate("house.configure", boards=[board["name"]])
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("html")).to_have_attribute("data-life", "live")
