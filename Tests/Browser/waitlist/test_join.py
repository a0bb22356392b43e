"""A guest at the door joins the list from a phone."""

import json
import re
import urllib.request
import uuid

import pytest
from playwright.sync_api import expect

from hub import HOUSE

PHONE = {"width": 390, "height": 844}
OWN_PLACE = re.compile(r"/t/\w+\.p_\w+\.[\w-]+\?lang=en$")


class JoinPage:
    def __init__(self, page):
        self.page = page
        self.name = page.get_by_label("Your name")
        self.phone = page.get_by_label("Phone (optional)")
        self.notes = page.get_by_label("Requests (optional)")
        self.send = page.get_by_role("button", name="Join the list")
        self.said = page.locator("#said")
        self.closed = page.locator("#closed")

    def size(self, size):
        return self.page.get_by_role("radio", name=str(size), exact=True)

    def problem(self, field):
        return self.page.locator(f"#{field}-problem")

    def join(self, name, size=2):
        self.name.fill(name)
        self.size(size).check()
        self.send.click()

    def expect_joined(self):
        expect(self.page).to_have_url(OWN_PLACE)
        expect(self.page.locator("html")).to_have_attribute("data-life", "live")


def join_link(hub, mode="direct"):
    """Returns the address in the code, as of now."""
    if hub.view("house/settings")["doc"]["venue"]["selfCheckIn"] != mode:
        hub.mutate("house.configure", selfCheckIn=mode)
    return hub.address + json.loads(hub.get("/v1/main/join"))["link"]


@pytest.fixture
def open_join(hub, new_page):
    def open_page(mode="direct", **options):
        options.setdefault("viewport", PHONE)
        page = new_page(**options)
        page.goto(join_link(hub, mode))
        return JoinPage(page)

    return open_page


def rows(hub):
    return list(hub.view("waitlist/host")["doc"]["parties"].values())


def test_a_guest_joins_and_sees_the_own_place_and_nothing_stays_in_the_phone(hub, open_join):
    hub.add("Grace Hopper", 2)
    join = open_join()
    expect(join.page).to_have_title(f"Join the list · {HOUSE}")
    expect(join.page.locator("h1")).to_have_text(HOUSE)
    expect(join.page.locator(".kind:visible")).to_have_text(
        "Welcome. Add your party to keep your place in line."
    )
    join.name.fill("  Ada Lovelace ")
    join.size(4).check()
    join.phone.fill("+39 06 6988 3145")
    join.notes.fill("By the window,\nplease")
    kept = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"
    assert "6988" in join.page.evaluate(kept)
    join.send.click()
    join.expect_joined()
    # The guest's page has loaded, and its script deletes what was kept.
    for secret in ("Ada", "Lovelace", "6988", "window"):
        assert secret not in join.page.evaluate(kept)
    expect(join.page.locator("#place")).to_have_text("You’re 2nd in line")
    expect(join.page.locator("#greeting")).to_have_text("Hello Ada Lovelace,")
    row = rows(hub)[1]
    assert (row["name"], row["size"], row["status"]) == ("Ada Lovelace", 4, "waiting")
    assert (row["phone"], row["notes"]) == ("+390669883145", "By the window,\nplease")


def test_a_party_of_more_than_eight_types_its_size(hub, open_join):
    join = open_join()
    exactly = join.page.get_by_label("How many exactly?")
    expect(exactly).to_be_hidden()
    join.name.fill("Ada")
    join.size("More").click()
    expect(exactly).to_be_focused()
    for typed, sentence in (
        ("", "Please choose how many people."),
        ("100", "Please write a whole number from 1 to 99."),
        ("2.5", "Please write a whole number from 1 to 99."),
    ):
        exactly.fill(typed)
        expect(join.problem("size")).to_be_empty()
        join.send.click()
        expect(join.problem("size")).to_have_text(sentence)
        expect(exactly).to_be_focused()
        expect(exactly).to_have_accessible_description(sentence)
    exactly.fill("12")
    join.send.click()
    join.expect_joined()
    assert rows(hub)[0]["size"] == 12


def test_the_host_confirms_who_joins(hub, open_join):
    join = open_join("confirm")
    expect(join.page.locator(".kind:visible")).to_contain_text(
        "the host will confirm you shortly"
    )
    join.join("Ada")
    join.expect_joined()
    # A name and a size are enough.
    assert "phone" not in rows(hub)[0] and "notes" not in rows(hub)[0]
    expect(join.page.locator("#place")).to_have_text("Request received")
    assert hub.parties() == [("Ada", "pending")]
    party = next(iter(hub.view("waitlist/host")["doc"]["parties"]))
    hub.mutate("waitlist.confirm", party=party)
    expect(join.page.locator("#place")).to_have_text("You’re first in line")


def expect_closed(join):
    expect(join.closed).to_be_visible()
    expect(join.closed).to_contain_text("please talk to the host")
    expect(join.page.locator("form")).to_be_hidden()
    expect(join.page.locator(".kind:visible")).to_have_count(1)


def test_a_link_that_was_replaced_leads_to_the_host(hub, new_page):
    old = join_link(hub)
    hub.mutate("house.renew_join_link")
    join = JoinPage(new_page(viewport=PHONE))
    assert join.page.goto(old).status == 410
    expect_closed(join)
    join.page.goto(join_link(hub))
    expect(join.send).to_be_visible()


def test_joining_that_is_closed_meanwhile_says_so(hub, open_join):
    join = open_join()
    hub.mutate("house.configure", selfCheckIn="off")
    join.join("Ada")
    expect_closed(join)
    expect(join.closed).to_be_focused()
    assert rows(hub) == []
    join.page.reload()
    expect_closed(join)
    assert rows(hub) == []


def test_an_answer_that_is_lost_does_not_join_twice(hub, open_join):
    join = open_join()

    heard = []
    sent = []

    def note(request):
        if request.url.endswith("/mutations"):
            sent.append(request.post_data_json)

    join.page.on("request", note)

    def lose(route):
        # The hub adds the guest, but the answer is lost.
        if not heard:
            heard.append(route.fetch())
        route.abort()

    join.page.route("**/mutations", lose)
    join.join("Ada", 3)
    expect(join.said).to_have_text(
        "We can’t be reached right now. This page keeps trying by itself."
    )
    expect(join.send).to_have_attribute("aria-disabled", "true")
    assert hub.parties() == [("Ada", "waiting")]
    # The page is reloaded before it gets through, and then goes to the guest's page by itself.
    join.page.reload()
    join.page.unroute_all(behavior="ignoreErrors")
    join.expect_joined()
    expect(join.page.locator("#place")).to_have_text("You’re first in line")
    assert hub.parties() == [("Ada", "waiting")]
    # Every request has the same secret, without which the hub doesn't repeat the answer.
    assert len(sent) >= 2 and all(each == sent[0] for each in sent)
    secret = sent[0]["args"]["secret"]
    assert re.fullmatch(r"[\w-]{16,64}", secret) and secret != sent[0]["id"]


def test_a_guest_finds_a_lost_place_again(hub, open_join, new_page):
    join = open_join()
    link = join.page.url
    join.page.route("**/t/**", lambda route: route.abort())
    with join.page.expect_request_finished(lambda request: request.url.endswith("/mutations")):
        join.join("Ada", 3)
    expect(join.page).to_have_url(re.compile("^chrome-error:"))
    # The tab is closed, and the code is scanned again.
    page = join.page.context.new_page()
    join.page.close()
    page.goto(link)
    JoinPage(page).expect_joined()
    assert hub.parties() == [("Ada", "waiting")]
    # A guest who left is asked for a name again.
    page.get_by_role("button", name="Leave the list").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave the list").click()
    expect(page.locator("#place")).to_have_text("You are no longer on the list")
    page.goto(link)
    expect(JoinPage(page).name).to_have_value("")
    expect(JoinPage(page).send).to_be_enabled()


def test_guests_beyond_the_limit_of_unconfirmed_ones_are_sent_to_the_host(hub, open_join):
    join = open_join("confirm")
    secret = join.page.url.rpartition("/")[2]
    for number in range(50):
        body = {
            "type": "mutate", "id": str(uuid.uuid4()), "action": "waitlist.add",
            "args": {"name": f"Guest {number}", "size": 2},
        }
        urllib.request.urlopen(urllib.request.Request(
            f"{hub.address}/v1/main/mutations", data=json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {secret}", "Content-Type": "application/json"},
        )).close()
    join.join("Ada")
    expect(join.said).to_have_text(
        "We can’t take more guests here right now. Please talk to the host."
    )
    # The typed text stays for another try.
    expect(join.name).to_have_value("Ada")
    hub.mutate("waitlist.confirm", party=next(iter(hub.view("waitlist/host")["doc"]["parties"])))
    join.send.click()
    join.expect_joined()


def test_problems_stand_at_the_field_in_the_language_of_the_page(hub, open_join):
    hub.mutate("house.configure", languages=["de", "en"])
    page = open_join(locale="de-DE").page
    join = JoinPage(page)
    send = page.get_by_role("button", name="Eintragen")
    name = page.get_by_label("Ihr Name")
    send.click()
    expect(join.problem("name")).to_have_text("Bitte nennen Sie uns Ihren Namen.")
    size = page.get_by_role("group", name="Wie viele Personen?")
    expect(size).to_have_accessible_description("Bitte sagen Sie uns, wie viele Sie sind.")
    expect(name).to_be_focused()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_have_accessible_description("Bitte nennen Sie uns Ihren Namen.")
    name.fill("Ada")
    expect(join.problem("name")).to_be_empty()
    send.click()
    expect(join.size(1)).to_be_focused()
    join.size(2).check()
    expect(join.problem("size")).to_be_empty()
    # The hub's rules, in the page's words.
    phone = page.get_by_label("Telefon (optional)")
    name.fill("x" * 81)
    phone.fill("171 3920055")
    page.get_by_label("Wünsche (optional)").fill("x" * 501)
    send.click()
    expect(join.problem("name")).to_contain_text("höchstens 80 Zeichen")
    expect(join.problem("phone")).to_contain_text("mit Landesvorwahl")
    expect(join.problem("notes")).to_contain_text("höchstens 500 Zeichen")
    expect(name).to_be_focused()
    assert rows(hub) == []
    name.fill("Ada")
    phone.fill("+49 171 3920055")
    page.get_by_label("Wünsche (optional)").fill("")
    send.click()
    expect(page).to_have_url(re.compile(r"/t/.+\?lang=de$"))
    expect(page.locator("#place")).to_have_text("Sie sind als Nächste an der Reihe")


NAMES = ["<img src=x onerror=\"document.title = 'run'\"> {{state}} </script>", "دانيال 👩‍👩‍👧‍👦 山田太郎"]


def test_names_of_every_kind_are_taken_as_they_are(hub, open_join):
    join = open_join()
    link = join.page.url
    for name in NAMES:
        join.join(name)
        join.expect_joined()
        expect(join.page.locator("#greeting bdi")).to_have_text(name)
        assert hub.parties() == [(name, "waiting")]
        # A guest who left may join again.
        hub.mutate("waitlist.cancel", party=next(iter(hub.view("waitlist/host")["doc"]["parties"])))
        join.page.goto(link)


def test_a_guest_joins_by_the_keyboard_alone(hub, open_join):
    join = open_join()
    keyboard = join.page.keyboard
    keyboard.press("Tab")
    expect(join.name).to_be_focused()
    keyboard.type("Ada")
    keyboard.press("Tab")
    keyboard.press("Space")
    expect(join.size(1)).to_be_checked()
    for _ in range(2):
        keyboard.press("ArrowRight")
    expect(join.size(3)).to_be_checked()
    # The arrow keys stop at the last size.
    for _ in range(6):
        keyboard.press("ArrowRight")
    expect(join.size("More")).to_be_focused()
    expect(join.page.get_by_label("How many exactly?")).to_be_visible()
    keyboard.press("ArrowLeft")
    expect(join.size(8)).to_be_focused()
    expect(join.page.get_by_label("How many exactly?")).to_be_hidden()
    keyboard.press("Tab")
    expect(join.phone).to_be_focused()
    keyboard.press("Tab")
    expect(join.notes).to_be_focused()
    keyboard.press("Tab")
    expect(join.send).to_be_focused()
    keyboard.press("Enter")
    join.expect_joined()
    assert rows(hub)[0]["size"] == 8


def test_text_that_was_typed_is_kept_in_another_language(hub, open_join):
    hub.mutate("house.configure", languages=["en", "fr"])
    join = open_join()
    join.name.fill("Ada")
    join.size("More").click()
    join.page.get_by_label("How many exactly?").fill("11")
    join.page.get_by_role("link", name="Français").click()
    expect(join.page.locator("html")).to_have_attribute("lang", "fr")
    expect(join.page.get_by_label("Votre nom")).to_have_value("Ada")
    expect(join.page.get_by_label("Combien exactement")).to_have_value("11")
    join.page.get_by_role("button", name="S’inscrire").click()
    expect(join.page).to_have_url(re.compile(r"/t/.+\?lang=fr$"))
    assert rows(hub)[0]["size"] == 11
