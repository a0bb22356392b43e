"""What a guest's phone reads on the screens: the address to join by."""

import json

from playwright.sync_api import expect

import qr
from pages import at_each_size


def join_address(hub):
    return hub.address + json.loads(hub.get("/v1/main/join"))["link"]


def configured(hub, **settings):
    hub.mutate("house.configure", **settings)
    return join_address(hub)


def test_the_code_on_the_television_leads_to_where_one_joins(hub, open_display):
    old = configured(hub, selfCheckIn="confirm")
    display = open_display()
    code = display.page.locator(".join-code:visible")
    for parties in (0, 40):
        for number in range(parties):
            hub.add(f"Party {number}", 1 + number % 8)
        expect(display.waiting).to_have_count(parties)
        for _ in at_each_size(display.page, [(1920, 1080), (1280, 720), (1080, 1920)]):
            expect(code).to_have_count(1)
            expect(code).to_have_js_property("complete", True)
            qr.expect_code(code, old)
            # A phone across the room sees the whole screen.
            qr.expect_code(display.page, old)
    # It is always that of the newest link.
    hub.mutate("house.renew_join_link")
    new = join_address(hub)
    assert new != old
    link = new.split(".")[-2]
    expect(code).to_have_attribute("src", f"/v1/main/join.svg?link={link}")
    expect(code).to_have_js_property("complete", True)
    qr.expect_code(code, new)
    hub.mutate("house.configure", selfCheckIn="off")
    expect(display.page.locator(".join-code")).to_have_count(0)
