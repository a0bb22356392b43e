"""The page of the screens, and the alarms about them."""

import json
import re
import subprocess

import pytest
from playwright.sync_api import expect

from alarms import break_off, connected, receiver, screen
from hub import Hub, binary, eventually
from pages import TIME, OwnerPage, ScreensPage, at_each_size, settled
from stage import hub_fixture


# A hub with a short limit for silence.
hub = hub_fixture(**{"silent-after": 1})


def counted(hub, sample):
    found = re.search(rf"^{re.escape(sample)} (\d+)$", hub.get("/metrics"), re.MULTILINE)
    return int(found.group(1)) if found else 0


@pytest.mark.smoke
def test_the_engineer_sees_every_screen_and_what_it_shows(
    hub, open_host, open_display, open_screens
):
    display, _ = open_display(), open_host()
    page = open_screens()
    page.expect_live()
    expect(page.page.locator("#well")).to_contain_text("No alarms. All 2 connected screens are up to date.")
    page.expect_state("Display d_", "OK")
    page.expect_state("Host d_", "OK")
    expect(page.row("Display d_").locator(".shows .view")).to_have_text(
        ["waitlist/display", "notice/display"]
    )
    expect(page.row("Display d_").locator(".pages")).to_have_text("Waiting list")
    expect(page.row("Host d_").locator(".pages")).to_have_text("Host")
    expect(page.row("Display d_").locator(".address")).to_have_text("127.0.0.1")
    expect(page.row("Host d_")).to_contain_text("waitlist/host")
    display.page.context.close()
    page.expect_state("Display d_", "Away")
    expect(page.row("Display d_").locator(".heard")).to_have_text(re.compile(rf"^{TIME}$"))
    expect(page.alarms).to_have_count(0)
    # Roles added by boards have names, too.
    hub.command("token", "--role", "kitchen")
    page.expect_state("Kitchen d_", "Away")


def test_a_screen_that_breaks_off_is_silent_until_it_is_back_or_dismissed(hub, open_screens):
    page, other = open_screens("/screens?state=silent"), open_screens(viewport={"width": 390, "height": 844})
    announcer = page.page.locator("#announcer")
    page.expect_live()
    with screen(hub, "display", "TV at the bar") as standing:
        other.expect_state("TV at the bar", "OK")
        # One state is chosen, and kept in the address.
        expect(page.row("TV at the bar")).to_have_count(0)
        expect(page.page.locator("#none")).to_have_text("No device is in this state: No answer.")
        page.page.get_by_role("button", name="OK").click()
        expect(page.row("TV at the bar")).to_have_count(1)
        expect(page.page).to_have_url(re.compile(r"/screens\?state=ok$"))
        page.page.get_by_role("button", name="All").click()
        expect(page.page).to_have_url(re.compile("/screens$"))
        expect(page.page.locator(".filter[aria-pressed='true']")).to_contain_text("All")
        expect(announcer).to_have_text("")
        break_off(standing)
        expect(page.alarms).to_contain_text(re.compile(r"TV at the bar has not answered for \d+ second"))
        page.expect_state("TV at the bar", "No answer")
        expect(announcer).to_have_text("TV at the bar does not answer.")
        with connected(hub, standing.token) as again:
            expect(page.alarms).to_have_count(0)
            page.expect_state("TV at the bar", "OK")
            expect(announcer).to_have_text("TV at the bar answers again.")
            again.token = standing.token
            break_off(again)
        # It was put away.
        for each in (page, other):
            expect(each.alarms).to_have_count(1)
        page.dismiss("TV at the bar")
    for each in (page, other):
        expect(each.alarms).to_have_count(0)
        each.expect_state("TV at the bar", "Away")
    page.page.get_by_text("Alarms that have ended").click()
    expect(page.page.locator("#ended")).to_contain_text("(dismissed)")


# Feeds the page a stream from the test: first `events`, then each `tell`.
TOLD = """(events) => {
    const encoder = new TextEncoder();
    const ask = window.fetch;
    window.tell = (name, data) => window.told.enqueue(
        encoder.encode(`event: ${name}\\ndata: ${JSON.stringify(data)}\\n\\n`)
    );
    window.fetch = (address, options) => {
        if (!String(address).includes("/devices")) {
            return ask(address, options);
        }
        const start = (stream) => {
            window.told = stream;
            events.forEach(([name, data]) => window.tell(name, data));
        };
        return Promise.resolve(new Response(new ReadableStream({ start })));
    };
}"""
AT = "2026-11-20T18:04:05.123Z"
SUMMARY = {"guests": 0, "now": "2026-11-20T18:04:40.123Z", "counts": {}}


def standing(behind=0, **more):
    """The known state of a connection."""
    return {
        "connectedAt": "2026-11-20T17:00:00.000Z", "heardAt": AT, "address": "192.168.1.23",
        "views": [{"view": "waitlist/display", **({"behindRevs": behind} if behind else {})}], **more,
    }


def there(**more):
    """A screen in good order."""
    return {
        "id": "c_9", "device": "d_7b9tdf", "role": "display", "name": "TV at the bar",
        "state": "ok", **standing(**more),
    }


def lost(device="d_7b9tdf", **more):
    """A screen that has stopped answering."""
    return {
        "id": device, "device": device, "role": "display", "name": "TV at the bar",
        "state": "silent", "silentSince": "2026-11-20T18:04:06.000Z", "last": standing(3), **more,
    }


@pytest.fixture
def open_told(hub, new_page):
    """Opens the page of the screens with an invented list."""

    def open_page(*rows, alarms=(), role="engineer", **options):
        page = new_page(**options)
        page.context.request.get(hub.link(role))
        events = [["list", SUMMARY], *(["device", row] for row in rows)]
        events += [*(["alarm", alarm] for alarm in alarms), ["complete", {}]]
        page.add_init_script(f"({TOLD})({json.dumps(events)})")
        page.goto(f"{hub.address}/screens")
        return ScreensPage(page)

    return open_page


def test_the_last_known_state_of_a_lost_screen_is_kept_and_marked(open_told):
    alarm = {
        "device": "d_7b9tdf", "kind": "silent", "role": "display", "since": AT,
        "name": "TV at the bar", "address": "192.168.1.23",
    }
    page = open_told(lost(), alarms=[alarm], role="owner")
    # An alarm says where the screen is.
    expect(page.alarms.locator(".advice")).to_contain_text("Its address: 192.168.1.23.")
    row = page.row("TV at the bar")
    expect(row.locator(".shows")).to_contain_text("Last known, lost 19:04:06")
    # An owner reads the names of pages instead of views.
    expect(row.locator(".shows")).to_contain_text("Waiting list 3 changes behind")
    expect(row.locator(".shows")).not_to_contain_text("waitlist/display")
    expect(row.locator(".address")).to_have_text("192.168.1.23")
    expect(row.locator(".since")).to_have_text("18:00:00")
    expect(row.locator(".heard")).to_have_text("19:04:05")
    quiet = page.page.locator("#about").evaluate("each => getComputedStyle(each).color")
    for cell in ("shows", "address", "since", "heard"):
        expect(row.locator(f".{cell}")).to_have_css("color", quiet)
    # After its return it is like any other screen.
    page.page.evaluate("id => tell('gone', { id })", "d_7b9tdf")
    page.page.evaluate("row => tell('device', row)", there())
    expect(row.locator(".shows")).not_to_contain_text("Last known")
    expect(row.locator(".shows")).not_to_contain_text("behind")
    # Work that ended the hub twice is retried when the owner asks.
    asked = []
    page.page.route("**/set-aside?*", lambda route: (
        asked.append(route.request.url), route.fulfill(status=204)
    ))
    aside = page.page.locator("#set-aside li")
    for names in (["lab/week?monday=1"], []):
        summary = {**SUMMARY, **({"setAside": names} if names else {})}
        page.page.evaluate("summary => tell('summary', summary)", summary)
        expect(aside).to_have_count(len(names))
        for each in aside.all():
            expect(each).to_contain_text("lab/week?monday=1 is set aside")
            with page.page.expect_response("**/set-aside?*"):
                each.get_by_role("button", name="Try again").click()
    assert [url.split("/")[-1] for url in asked] == [
        "set-aside?as=owner&name=lab%2Fweek%3Fmonday%3D1"
    ]
    # The page follows the house's name. A clock change is shown until the clock is correct.
    house = {"name": "The Tin Pan", "timeZone": "Europe/Rome"}
    summary = {**SUMMARY, "house": house, "clockJumpSeconds": -7200}
    page.page.evaluate("summary => tell('summary', summary)", summary)
    expect(page.page.locator("h1 bdi")).to_have_text("The Tin Pan")
    expect(page.page).to_have_title("Screens · The Tin Pan")
    line = page.page.locator("#jump")
    expect(line).to_contain_text("was set 2 hours back")
    page.page.evaluate("summary => tell('summary', summary)", SUMMARY)
    expect(line).to_be_hidden()


def test_a_row_keeps_everything_however_narrow_the_window_is(open_told):
    rows = [
        lost(name="The television above the long table in the conservatory"),
        there(address="2001:db8:85a3:1234:5678:8a2e:370:7334"),
    ]
    page = open_told(*rows)
    expect(page.rows).to_have_count(2)
    widths = (390, 640, 1024, 1280, 1920)
    for width, _ in at_each_size(page.page, [(width, 800) for width in widths]):
        for row in page.rows.all():
            for cell in ("state", "name", "shows", "address", "since", "heard"):
                place = row.locator(f".{cell}")
                expect(place).to_be_visible()
                assert place.evaluate("each => each.scrollWidth <= each.clientWidth"), (width, cell)
            if width < 960:
                label = row.locator(".address").evaluate(
                    "each => getComputedStyle(each, '::before').content"
                )
                assert label == '"Address"'
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width
        settled(page.page)
        name = page.rows.first.locator(".name").bounding_box()
        assert name["width"] > min(width * 0.5, 200)


def test_of_500_screens_that_all_change_each_row_stays_and_all_are_drawn_at_once(open_told):
    rows = [there(id=f"c_{number}", device=f"d_{number}", name=f"Screen {number}") for number in range(500)]
    page = open_told(*rows)
    expect(page.rows).to_have_count(500)
    settled(page.page)
    page.page.evaluate("""rows => {
        window.drawn = 0;
        window.before = [...document.querySelectorAll(".device")];
        new MutationObserver(() => { drawn += 1; }).observe(document.querySelector("main"), {
            childList: true, subtree: true, characterData: true,
        });
        const events = rows.map((row) => `event: device\\ndata: ${JSON.stringify(row)}\\n\\n`);
        told.enqueue(new TextEncoder().encode(events.join("")));
    }""", [there(behind=4, id=row["id"], device=row["device"], name=row["name"]) for row in rows])
    expect(page.rows.last).to_contain_text("display 4 changes behind")
    settled(page.page)
    assert page.page.evaluate("before.every((row, at) => row === document.querySelectorAll('.device')[at])")
    assert page.page.evaluate("drawn") < 5


@pytest.fixture
def hook():
    """Receives alarms, after one failure."""
    with receiver(failures=1) as server:
        yield server


def test_alarms_reach_the_webhook(hook, monkeypatch):
    monkeypatch.setenv("TABLECAST_SILENT_AFTER", "1")
    monkeypatch.setenv("TABLECAST_ALLOW_PRIVATE_WEBHOOKS", "true")
    monkeypatch.setenv("TABLECAST_ALARM_WEBHOOK", hook.address("/hooks/42?key=s3cret"))
    hub = Hub().start()
    try:
        with screen(hub, "display", "TV at the bar") as standing:
            break_off(standing)
        assert eventually(lambda: len(hook.came) == 2)
        path, kind, event = hook.came[0]
        assert (path, kind) == ("/hooks/42?key=s3cret", "application/cloudevents+json")
        assert event["type"] == "tablecast.screen.alarm"
        assert event["data"]["name"] == "TV at the bar"
        assert hook.came[1][2] == event
        with connected(hub, standing.token):
            assert eventually(lambda: len(hook.came) == 3)
        assert hook.came[2][2]["type"] == "tablecast.screen.alarm.ended"
        # It counts as delivered when the hub has the answer.
        delivered = 'tablecast_webhook_deliveries_total{outcome="delivered"}'
        assert eventually(lambda: counted(hub, delivered) == 2)
        # An operator can let owners name private addresses.
        hub.mutate("house.set_webhook", url=hook.address("/hooks/1?key=s3cret"))
        with screen(hub, "display", "TV in the garden") as standing:
            break_off(standing)
        assert eventually(lambda: len(hook.came) == 4)
        assert hook.came[3][0] == "/hooks/1?key=s3cret"
        assert "s3cret" not in hub.errors()
    finally:
        hub.close()


def set_by_the_owner(page):
    owner = OwnerPage(page)
    owner.expect_live()
    form = owner.go("mail").locator("#webhook-form")
    field = form.get_by_label("Address")
    expect(form).to_contain_text("posted nowhere")
    form.get_by_role("button", name="Save").click()
    expect(form).to_contain_text("Please fill this in.")
    for address, sentence in (
        ("example.org", "must be an address such as https://example.org/hook"),
        ("http://127.0.0.1:8080/hook", "must be on the internet"),
        ("https://example.org/hook?key=s3cret", "Alarms are posted to an address"),
    ):
        field.fill(address)
        field.press("Enter")
        expect(form).to_contain_text(sentence)
    expect(field).to_have_value("")
    expect(owner.toast).to_contain_text("Saved")
    page.reload()
    expect(form).to_contain_text("Alarms are posted to an address")
    assert "s3cret" not in page.content()
    page.get_by_role("button", name="Turn off").click()
    expect(form).to_contain_text("posted nowhere")


def test_an_address_that_the_owner_names_is_not_shown_and_a_private_one_is_not_called(
    hook, monkeypatch, new_page
):
    monkeypatch.setenv("TABLECAST_SILENT_AFTER", "1")
    hub = Hub().start()
    try:
        page = new_page()
        page.goto(hub.link("owner"))
        set_by_the_owner(page)
        # The address of a name is known only after its lookup.
        url = hook.address("/hooks/1?key=s3cret").replace("127.0.0.1", "localhost")
        hub.mutate("house.set_webhook", url=url)
        expect(page.locator("#webhook-is")).to_contain_text("--allow-private-webhooks")
        page.goto(f"{hub.address}/screens")
        expect(page.locator("#webhook-refused")).to_contain_text("does not call")
        with screen(hub, "display", "TV at the bar") as standing:
            # An alarm has the name that the hub knows by then.
            ScreensPage(page).expect_state("TV at the bar", "OK")
            break_off(standing)
        expect(page.locator("#alarms")).to_contain_text("TV at the bar")
        [line] = [line for line in hub.errors().splitlines() if "--allow-private-webhooks" in line]
        assert "s3cret" not in line and "venue=main" in line
        hub.mutate("house.set_webhook", url=None)
        expect(page.locator("#webhook-refused")).to_be_hidden()
        assert hook.came == []
    finally:
        hub.close()


def test_an_invalid_address_is_refused_without_repeating_it(tmp_path):
    answer = subprocess.run(
        [binary(), "serve", "--data", tmp_path / "data", "--alarm-webhook", "gopher://s3cret"],
        capture_output=True, text=True,
    )
    assert answer.returncode != 0
    assert "webhook" in answer.stderr and "s3cret" not in answer.stderr
