"""The house's mail server on the owner's page: set, tested and removed."""

import json

import pytest
from playwright.sync_api import expect

from hub import set_pin
from mailserver import running
from test_pin import enter

PASSWORD = "pässword-that-nobody-else-may-see"
@pytest.fixture
def office():
    with running("--login", "ada", PASSWORD) as office:
        yield office


def part(owner):
    return owner.go("mail")


def fill(owner, office, password=PASSWORD):
    form = part(owner)
    form.get_by_role("radio", name="None").check()
    form.get_by_label("Server", exact=True).fill("127.0.0.1")
    form.get_by_role("textbox", name="Port").fill(str(office.port))
    form.get_by_label("From", exact=True).fill("hello@example.org")
    form.get_by_label("User name").fill("ada")
    form.get_by_label("Password").fill(password)
    form.get_by_label("our own network").check()


def save(owner):
    # The text may still be the earlier one.
    with owner.page.expect_response("**/mutations?as=owner"):
        part(owner).locator("#mail-form").get_by_role("button", name="Save").click()
    expect(owner.toast).to_have_text("Mail server saved")


def test_a_mail_server_is_set_tested_and_removed(hub, office, open_owner):
    owner, other = open_owner(), open_owner()
    mail = part(owner)
    expect(mail).to_contain_text("No mail is sent yet.")
    expect(mail.get_by_role("heading", name="Send a test")).to_be_hidden()
    # The usual port goes with the encryption.
    port = mail.get_by_role("textbox", name="Port")
    expect(port).to_have_value("587")
    mail.get_by_role("radio", name="STARTTLS").focus()
    owner.page.keyboard.press("ArrowDown")
    expect(port).to_have_value("465")
    port.fill("2525")
    owner.page.keyboard.press("Tab")
    mail.get_by_role("radio", name="None").check()
    expect(port).to_have_value("2525")
    warning = mail.get_by_text("others on the network can read the password")
    expect(warning).to_be_hidden()
    mail.get_by_label("User name").fill("ada")
    expect(warning).to_be_visible()
    fill(owner, office)
    save(owner)
    expect(mail).to_contain_text(f"Mail is sent through 127.0.0.1:{office.port}.")
    expect(mail.get_by_label("Password")).to_have_value("")
    # Another owner sees all of it but the password.
    there = part(other)
    expect(there.get_by_label("Server", exact=True)).to_have_value("127.0.0.1")
    expect(there.get_by_role("textbox", name="Port")).to_have_value(str(office.port))
    expect(there.get_by_label("User name")).to_have_value("ada")
    expect(there.get_by_role("radio", name="None")).to_be_checked()
    expect(there.get_by_label("our own network")).to_be_checked()
    expect(there.get_by_label("Password")).to_have_value("")
    to = mail.get_by_label("To", exact=True)
    expect(mail).to_contain_text("Not tested yet.")
    to.fill("ada@example.org")
    to.press("Enter")
    assert office.next()["to"] == "ada@example.org"
    expect(mail).to_contain_text("the server has taken the message")
    expect(there).to_contain_text("the server has taken the message")
    for page in (owner, other):
        assert PASSWORD not in page.page.content()
        kept = page.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
        assert PASSWORD not in kept and "ada@example.org" not in kept
    assert PASSWORD not in json.dumps(hub.journal())
    mail.get_by_role("button", name="Remove").click()
    dialog = owner.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Remove the mail server?")
    dialog.get_by_role("button", name="Keep it").click()
    mail.get_by_role("button", name="Remove").click()
    dialog.get_by_role("button", name="Remove").click()
    expect(owner.toast).to_have_text("Mail server removed")
    for each in (mail, there):
        expect(each).to_contain_text("No mail is sent yet.")
        expect(each.get_by_label("Server", exact=True)).to_have_value("")
        expect(each.get_by_role("button", name="Remove")).to_be_hidden()


def test_what_is_wrong_with_a_mail_server_is_explained_in_words(hub, office, open_owner):
    owner = open_owner()
    mail = part(owner)

    def tested(to="ada@example.org"):
        mail.get_by_label("To", exact=True).fill(to)
        mail.get_by_role("button", name="Send", exact=True).click()

    # The PIN is asked for before the server changes.
    set_pin(hub, "4826")
    fill(owner, office, password="guess")
    mail.locator("#mail-form").get_by_role("button", name="Save").click()
    expect(owner.page.get_by_role("dialog")).to_be_visible()
    enter(owner.page, "4826")
    expect(owner.toast).to_have_text("Mail server saved")
    tested()
    expect(mail).to_contain_text(
        "The server does not accept the user name and the password. (The server’s reply: 535)"
    )
    mail.get_by_label("Password").fill(PASSWORD)
    save(owner)
    expect(mail).to_contain_text("Not tested yet.")
    tested("550.ada@example.org")
    expect(mail).to_contain_text("The server does not take mail to this address.")
    mail.get_by_label("our own network").uncheck()
    save(owner)
    expect(mail).to_contain_text("Not tested yet.")
    tested()
    expect(mail).to_contain_text("The server is in a private network.")
    mail.get_by_role("radio", name="STARTTLS").check()
    mail.get_by_label("our own network").check()
    save(owner)
    expect(mail).to_contain_text("Not tested yet.")
    tested()
    expect(mail).to_contain_text("The server does not encrypt the connection in this way.")
    tested("ada")
    expect(mail.get_by_label("To", exact=True)).to_have_accessible_description(
        "To must be an address, such as ada@example.com"
    )
