"""Times as the venue writes them, on every page."""

import re
from datetime import timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect


def zone_by_day(hub):
    """A time zone in which the day does not end while a test looks at the time."""
    now, zones = hub.now(), (ZoneInfo("Europe/Rome"), ZoneInfo("Asia/Tokyo"))
    return next(zone for zone in zones if now.astimezone(zone).hour < 23)


def written(instant):
    return instant.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")


@pytest.fixture
def page_with_arrivals(hub, new_page):
    """Makes a page on which the parties arrived at other times than they did."""

    def make_page(arrivals):
        page = new_page(viewport={"width": 1920, "height": 1080})
        instants = {hub.add(f"P{number}"): each for number, each in enumerate(arrivals)}

        def change(route):
            answer = route.fetch()
            text = answer.text()
            for party, instant in instants.items():
                text = re.sub(
                    rf'("{party}":\{{"arrivedAt":")[^"]*', rf"\g<1>{written(instant)}", text
                )
            route.fulfill(response=answer, body=text)

        # Nothing is heard that would set it right.
        page.route_web_socket(re.compile("/sync"), lambda socket: None)
        page.route(re.compile(r"/v1/main/page\?"), change)
        return page

    return make_page


def test_a_time_of_another_day_has_the_day_with_it(hub, page_with_arrivals):
    zone = zone_by_day(hub)
    hub.mutate("house.configure", timeZone=zone.key)
    now = hub.now().astimezone(zone)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    arrivals = [
        # Not by the clock on the wall, which may not have shown such a time.
        *((now.astimezone(timezone.utc) - timedelta(days=days)).astimezone(zone) for days in (40, 3)),
        midnight - timedelta(minutes=1), max(midnight, now - timedelta(minutes=1)),
    ]
    page = page_with_arrivals(arrivals)
    expected = [f"{arrivals[0].day} [A-Z][a-z]+ {arrivals[0]:%H:%M}", f"{arrivals[1]:%a %H:%M}",
                f"{arrivals[2]:%a} 23:59", f"{arrivals[3]:%H:%M}"]
    for role, times in (("host", "#waiting .when"), ("display", "#waiting .arrived")):
        page.goto(hub.link(role))
        # What the link led to was not asked for by the page itself.
        page.goto(f"{hub.address}/{role}")
        expect(page.locator(times)).to_have_text(
            [re.compile(f"^{each}(?: ·|$)") for each in expected]
        )
