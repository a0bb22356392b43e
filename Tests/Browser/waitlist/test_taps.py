"""Taps on the host's page at the wrong moment, and long presses."""

from playwright.sync_api import expect

from pages import HostPage, expect_at_rest, settled
from wire import Wire


def test_a_host_in_a_hurry_does_one_thing_at_a_time(hub, time, open_host):
    ada = hub.add("Ada", 4)
    for name in ("Grace", "Bo"):
        hub.add(name, 2)
    host = open_host()
    page = host.page
    host.expect_names(waiting=["Ada", "Grace", "Bo"])
    expect_at_rest(host)
    # Changes by others show only once the finger lifts, so they don't move the row under it.
    button = host.row("Grace").locator(".step")
    before = button.bounding_box()
    button.hover()
    page.mouse.down()
    settled(page, hub.mutate("waitlist.ready", party=ada)["rev"])
    host.expect_names(waiting=["Ada", "Grace", "Bo"])
    settled(page)
    assert button.bounding_box() == before
    page.mouse.up()
    host.expect_names(waiting=["Bo"], ready=["Ada", "Grace"])
    hub.expect_parties(("Ada", "ready"), ("Grace", "ready"), ("Bo", "waiting"))
    # Nobody else is called, and the called party is not seated.
    time.go_by(1)
    hub.add("Lise", 2)
    host.expect_names(waiting=["Bo", "Lise"])
    page.locator("#call-next").dblclick()
    host.expect_names(waiting=["Lise"], ready=["Ada", "Grace", "Bo"])
    time.go_by(1)
    host.row("Lise").locator(".step").dblclick()
    host.expect_names(waiting=[], ready=["Ada", "Grace", "Bo", "Lise"])
    host.expect_settled()
    # An undone step stays undone.
    page.get_by_role("button", name="Recent").click()
    undo = page.locator("#recent-steps").get_by_role("button").first
    undo.dblclick()
    expect(undo).to_have_text("Redo")
    page.keyboard.press("Escape")
    host.expect_names(waiting=["Lise"], ready=["Ada", "Grace", "Bo"])
    host.expect_settled()
    # Adding a party leaves an empty form without a problem.
    host.name.fill("Cleo")
    host.size.fill("2")
    page.get_by_role("button", name="Add", exact=True).dblclick()
    host.expect_names(waiting=["Lise", "Cleo"])
    expect(page.locator("#add [aria-invalid='true']")).to_have_count(0)
    expect(page.locator("#name-problem")).to_be_empty()
    # Neither a long press nor a tap beside the buttons does anything.
    host.row("Lise").locator(".when").click()
    host.row("Lise").locator(".name").hover()
    page.mouse.down()
    time.go_by(2)
    page.mouse.up()
    time.go_by(2)
    host.expect_names(waiting=["Lise", "Cleo"], ready=["Ada", "Grace", "Bo"])
    # The tap that asks a question neither answers nor dismisses it; the next one does.
    ends = host.more("Lise").locator("#party-ends")
    question = ends.get_by_role("button", name="Remove from list", exact=True)
    answer = ends.get_by_role("button", name="Remove Lise", exact=True)
    question.dblclick()
    expect(answer).to_be_visible()
    question.click()
    expect(answer).to_have_count(0)
    question.click()
    answer.click()
    host.expect_names(waiting=["Cleo"])
    hub.expect_parties(("Ada", "ready"), ("Grace", "ready"), ("Bo", "ready"), ("Cleo", "waiting"))


def test_two_hosts_who_call_next_at_the_same_moment_call_one_party(hub, open_host, new_page):
    hub.add("Ada Lovelace", 4)
    hub.add("Bo Chen", 2)
    page = new_page()
    wire = Wire(page)
    page.goto(hub.link("host"))
    late, quick = HostPage(page), open_host()
    late.expect_live()
    late.expect_names(waiting=["Ada Lovelace", "Bo Chen"])
    wire.hold()
    quick.page.get_by_role("button", name="Call Ada Lovelace, 4").click()
    quick.expect_names(waiting=["Bo Chen"], ready=["Ada Lovelace"])
    quick.expect_settled()
    page.get_by_role("button", name="Call Ada Lovelace, 4").click()
    sentence = "Ada Lovelace was called just now. Next is Bo Chen, 2."
    expect(late.page.locator("#toast-text")).to_have_text(sentence)
    expect(page.get_by_role("status")).to_contain_text(sentence)
    wire.release()
    late.expect_names(waiting=["Bo Chen"], ready=["Ada Lovelace"])
    expect(page.locator("#call-next")).to_have_text("Call Bo Chen, 2")
    assert hub.parties() == [("Ada Lovelace", "ready"), ("Bo Chen", "waiting")]
