"""A guest at the door joins the list from a phone."""

import re

from playwright.sync_api import expect

from hub import HOUSE

PHONE = {"width": 390, "height": 844}
OWN_PLACE = re.compile(r"/t/\w+\.p_\w+\.[\w-]+\?lang=\w\w$")
NAMES = ["<img src=x onerror=\"document.title = 'run'\"> {{state}} </script>", "دانيال 👩‍👩‍👧‍👦 山田太郎"]


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


def rows(hub):
    return list(hub.view("waitlist/host")["doc"]["parties"].values())


def test_a_guest_joins_and_sees_the_own_place_and_nothing_stays_in_the_phone(hub, new_page):
    hub.mutate("house.configure", languages=["en", "fr"], selfCheckIn="direct")
    hub.add("Grace Hopper", 2)
    page = new_page(viewport=PHONE)
    page.goto(hub.join_address())
    join = JoinPage(page)
    expect(page).to_have_title(f"Join the list · {HOUSE}")
    expect(page.locator("h1")).to_have_text(HOUSE)
    expect(page.locator(".kind:visible")).to_have_text("Welcome. Add your party to keep your place in line.")
    join.name.fill(f"  {NAMES[0]} ")
    join.size("More").click()
    page.get_by_label("How many exactly?").fill("11")
    join.phone.fill("+39 06 6988 3145")
    join.notes.fill("By the window,\nplease")
    kept = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"
    assert "6988" in page.evaluate(kept)
    # Text that was typed is kept in another language.
    page.get_by_role("link", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_label("Combien exactement")).to_have_value("11")
    page.get_by_role("button", name="S’inscrire").click()
    join.expect_joined()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("#greeting bdi")).to_have_text(NAMES[0])
    # The guest's page has loaded, and its script deletes what was kept.
    for secret in ("state", "6988", "window"):
        assert secret not in page.evaluate(kept)
    row = rows(hub)[1]
    assert (row["name"], row["size"], row["status"]) == (NAMES[0], 11, "waiting")
    assert (row["phone"], row["notes"]) == ("+390669883145", "By the window,\nplease")


def test_a_guest_whose_answer_is_lost_joins_once_and_finds_the_place_again(hub, new_page):
    hub.mutate("house.configure", selfCheckIn="confirm")
    link = hub.join_address()
    page = new_page(viewport=PHONE)
    page.goto(link)
    join = JoinPage(page)
    expect(page.locator(".kind:visible")).to_contain_text("the host will confirm your place shortly")
    # The hub adds the guest, but the answer is lost.
    heard = []

    def lose(route):
        if not heard:
            heard.append(route.fetch())
        route.abort()

    page.route("**/mutations", lose)
    join.join(NAMES[1], 3)
    expect(join.said).to_have_text("We can’t be reached right now. This page keeps trying by itself.")
    assert hub.parties() == [(NAMES[1], "pending")]
    # A name and a size are enough.
    assert "phone" not in rows(hub)[0] and "notes" not in rows(hub)[0]
    # The tab is closed, and the code is scanned again; then the way to the place is lost.
    other = page.context.new_page()
    page.close()
    other.route("**/t/**", lambda route: route.abort())
    with other.expect_event("requestfailed"):
        other.goto(link)
    expect(other).to_have_url(re.compile("^chrome-error:"))
    other.unroute_all(behavior="ignoreErrors")
    other.goto(link)
    JoinPage(other).expect_joined()
    place = other.locator("#place")
    expect(place).to_have_text("Request received")
    expect(other.locator("#greeting bdi")).to_have_text(NAMES[1])
    assert hub.parties() == [(NAMES[1], "pending")]
    hub.mutate("waitlist.confirm", party=next(iter(hub.view("waitlist/host")["doc"]["parties"])))
    expect(place).to_have_text("You’re first in line")
    # A guest who left is asked for a name again.
    other.get_by_role("button", name="Leave the list").click()
    other.get_by_role("dialog").get_by_role("button", name="Leave the list").click()
    expect(place).to_have_text("You are no longer on the list")
    other.goto(link)
    again = JoinPage(other)
    expect(again.name).to_have_value("")
    expect(again.send).to_be_enabled()
    # A link that was replaced leads to the host.
    hub.mutate("house.renew_join_link")
    assert other.goto(link).status == 410
    expect(again.closed).to_contain_text("please talk to the host")
    expect(other.locator("form")).to_be_hidden()
