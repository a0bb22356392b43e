"""An evening, as the people in the house experience it."""

import re

import pytest
from playwright.sync_api import expect

import qr
from hub import Hub
from pages import DisplayPage, HostPage, settled
from stage import serving


@pytest.mark.smoke
def test_ready_then_seated_moves_a_party_through_every_screen(hub, open_host, open_display):
    door, display = open_host(), open_display()
    door.expect_live()
    # One browser may be several screens.
    page = door.page.context.new_page()
    page.goto(hub.link("display"))
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    page.goto(hub.address + "/host")
    bar = HostPage(page)
    door.add("Grace Hopper", 3)
    door.expect_names(waiting=["Grace Hopper"])
    display.expect_labels(waiting=["Grace H."], ready=[])
    expect(display.page.locator("#waiting .size")).to_have_text("3")
    bar.step("Grace Hopper")
    door.expect_names(waiting=[], ready=["Grace Hopper"])
    display.expect_labels(waiting=[], ready=["Grace H."])
    expect(display.page.locator("#ready .called")).to_have_text("called just now")
    door.step("Grace Hopper")
    bar.expect_names(waiting=[], ready=[])
    expect(display.page.locator(".welcome")).to_be_visible()
    assert hub.parties() == []


class NewHub(Hub):
    """A hub whose owner has set up nothing yet."""

    name = "Tablecast"
    time_zone = "UTC"


def test_the_printed_link_leads_to_a_house_with_a_tablet_and_a_television(new_page):
    with serving(NewHub) as hub:
        printed = hub.links["owner"]
        assert [line.strip() for line in hub.said if "/in/" in line] == [printed]
        assert qr.read_lines([line for line in hub.said if "█" in line]) == printed
        page = new_page(timezone_id="Europe/Rome")
        page.goto(printed)
        expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
        house = page.locator("#house")
        name = house.get_by_label("Name", exact=True)
        expect(name).to_have_value("")
        expect(house.get_by_role("combobox", name="Time zone")).to_have_value("Europe/Rome")
        expect(house.get_by_role("radio", name="English")).to_be_checked()
        house.get_by_role("button", name="Save").click()
        expect(name).to_be_focused()
        expect(name).to_have_attribute("aria-invalid", "true")
        name.fill("Trattoria da Ada")
        house.get_by_role("checkbox", name="Maze").uncheck()
        house.get_by_role("button", name="Save").click()
        expect(page.locator("#add-title")).to_be_focused()
        expect(page).to_have_title(re.compile("Trattoria da Ada"))
        # A tablet by the code of a link, a television by the code that it shows.
        page.get_by_role("button", name="Make a link").click()
        expect(page.locator("#invite-link")).to_have_value(re.compile("/in/"))
        settled(page)
        link = page.locator("#invite-link").input_value()
        display = page.locator("#display-address").inner_text()
        qr.expect_code(page.locator("#invite-code"), link)
        tablet = new_page()
        tablet.goto(link)
        HostPage(tablet).expect_live()
        expect(tablet.locator("h1")).to_have_text("Trattoria da Ada")
        expect(page.locator("#first-tablet")).to_have_class("is-done")
        television = new_page(viewport={"width": 1920, "height": 1080})
        television.goto(display)
        expect(television.locator("#code")).to_have_text(re.compile(r"^\d{3} \d{3}$"))
        settled(television)
        code = television.locator("#code").inner_text()
        form = page.locator("#pair-form")
        form.get_by_label("Code").fill(code)
        form.get_by_label("Name (optional)").fill("Bar")
        form.get_by_role("button", name="Pair").click()
        DisplayPage(television).expect_live()
        expect(page.locator("#first-devices")).to_be_hidden()
        expect(page.locator(".device", has_text="Bar")).to_contain_text("Connected since")
        # It is now a house like any other, and the start page lists its pages.
        page.goto(f"{hub.address}/owner")
        expect(page.get_by_role("heading", name="Today")).to_be_visible()
        start = new_page(locale="es-ES")
        start.goto(hub.address)
        expect(start).to_have_title("Inicio · Trattoria da Ada")
        expect(start.get_by_role("link", name="Cocina")).to_have_attribute("href", "/orders/kitchen")
        settled(start)
        named = start.locator(".places a").evaluate_all("(all) => all.map((each) => each.pathname)")
        assert {"/host", "/display", "/owner", "/planner", "/screens"} < set(named)
        assert "/maze" not in named and "/guest" not in named
