"""What a guest's phone reads on the screens: the address to join by."""

import json

import pytest
from playwright.sync_api import expect

import qr


def join_address(hub):
    return hub.address + json.loads(hub.get("/v1/main/join"))["link"]


def configured(hub, **settings):
    hub.mutate("house.configure", **settings)
    return join_address(hub)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1080, 1920)])
@pytest.mark.parametrize("parties", [0, 40])
def test_the_code_on_the_television_leads_to_where_one_joins(hub, open_display, size, parties):
    address = configured(hub, selfCheckIn="confirm")
    for number in range(parties):
        hub.mutate("waitlist.add", name=f"Party {number}", size=1 + number % 8)
    display = open_display(viewport={"width": size[0], "height": size[1]})
    code = display.page.locator(".join-code:visible")
    expect(code).to_have_count(1)
    expect(code).to_have_js_property("complete", True)
    qr.expect_code(code, address)
    # A phone across the room sees the whole screen.
    qr.expect_code(display.page, address)


def test_the_code_that_is_shown_is_always_that_of_the_newest_link(hub, open_display):
    old = configured(hub, selfCheckIn="direct")
    display = open_display()
    code = display.page.locator(".join-code:visible")
    qr.expect_code(code, old)
    hub.mutate("house.renew_join_link")
    new = join_address(hub)
    assert new != old
    link = new.split(".")[-2]
    expect(code).to_have_attribute("src", f"/v1/main/join.svg?link={link}")
    expect(code).to_have_js_property("complete", True)
    qr.expect_code(code, new)
    hub.mutate("house.configure", selfCheckIn="off")
    expect(display.page.locator(".join-code")).to_have_count(0)
