"""Undelivered effects on the owner's page."""

import re

import pytest
from playwright.sync_api import expect

from alarms import Receiver, break_off, receiver, screen
from hub import Hub
from pages import TIME


@pytest.fixture
def target():
    with receiver(failures=Receiver.ALL) as server:
        yield server


@pytest.fixture
def hub(monkeypatch, target):
    """A hub with an alarm that its receiver does not accept."""
    monkeypatch.setenv("TABLECAST_SILENT_AFTER", "1")
    monkeypatch.setenv("TABLECAST_ALARM_WEBHOOK", target.address("/hook?key=s3cret"))
    hub = Hub().start()
    yield hub
    hub.close()


def lose_a_screen(hub):
    """Makes a screen disappear as in a power cut, which raises an alarm."""
    with screen(hub, "display", "TV") as standing:
        break_off(standing)


def undelivered(owner):
    return owner.page.locator("#effects-part")


def test_a_failed_delivery_is_shown_until_it_succeeds_or_is_dropped(hub, target, open_owner):
    owner, other = open_owner(), open_owner()
    expect(undelivered(owner)).to_be_hidden()
    expect(owner.page.locator("#errands-none")).to_be_visible()
    lose_a_screen(hub)
    row = owner.page.locator(".effect")
    expect(row).to_contain_text("Alarm about a screen")
    expect(row).to_contain_text("Waits: the other side answered with 500")
    expect(row).to_contain_text(re.compile(f"since {TIME}"))
    expect(row).to_contain_text(re.compile(rf"tried (once|\d+ times) · next try {TIME}"))
    assert "s3cret" not in owner.page.content()
    # It survives a kill of the hub.
    hub.kill()
    hub.start()
    owner.expect_live()
    owner.page.get_by_role("button", name="Try again: Alarm about a screen").click()
    expect(owner.toast).to_contain_text("Alarm about a screen: tried again now")
    # A second owner's question closes with it.
    other.page.get_by_role("button", name="Drop: Alarm about a screen").click()
    expect(other.page.get_by_role("dialog")).to_be_visible()
    drop = owner.page.get_by_role("button", name="Drop: Alarm about a screen")
    drop.click()
    dialog = owner.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Drop “Alarm about a screen”?")
    dialog.get_by_role("button", name="Keep it").click()
    expect(undelivered(owner)).to_be_visible()
    drop.click()
    dialog.get_by_role("button", name="Drop").click()
    expect(undelivered(owner)).to_be_hidden()
    expect(owner.toast).to_contain_text("Alarm about a screen: dropped")
    expect(other.page.get_by_role("dialog")).to_be_hidden()
    expect(undelivered(other)).to_be_hidden()
    # Another attempt is also made automatically.
    lose_a_screen(hub)
    expect(undelivered(owner)).to_be_visible()
    target.failures = 0
    expect(undelivered(owner)).to_be_hidden()
    assert {line.get("type") for line in hub.journal()} >= {
        "tablecast.house.effect_delayed", "tablecast.house.effect_retried",
        "tablecast.house.effect_delivered",
    }
