"""Text typed into a form while others change the same fields."""

import pytest
from playwright.sync_api import expect

from pagefiles import texts_of

# A form of two fields; the hub trims the spaces around a text.
BODY = """<form><p><input id="name"></p><p><input id="zone"></p></form>"""
SCRIPT = """async () => {
    const { Merge } = await import("/js/ui/forms.js");
    const input = (name) => document.getElementById(name);
    const field = (name, label) => ({
        label,
        read: () => input(name).value.trim(),
        write: (value) => { input(name).value = value; },
        named: (value) => value,
        focus: () => input(name).focus(),
    });
    window.said = [];
    window.merge = new Merge({ name: field("name", "Name"), zone: field("zone", "Time zone") }, {
        say: (sentence) => said.push(sentence), around: (change) => change(),
    });
    Object.keys(merge.questions).forEach((name) => input(name).after(merge.questions[name]));
    merge.take({ name: "The Copper Pot", zone: "Rome" });
}"""


@pytest.fixture
def page(open_blank):
    return open_blank(SCRIPT, BODY, texts=texts_of("js/ui", "en"))


def know(page, name, zone):
    page.evaluate("values => merge.know(values)", {"name": name, "zone": zone})


def expect_form(page, name, zone, *questions):
    expect(page.locator("#name")).to_have_value(name)
    expect(page.locator("#zone")).to_have_value(zone)
    expect(page.locator(".whose:not([hidden]) p")).to_have_text(list(questions))


def test_conflicting_fields_are_asked_and_the_others_follow(page):
    name = page.locator("#name")
    question = "Name: somebody else has changed this to “The Iron Pot”."
    for answer, stays in (("Keep mine", "The Tin Pot"), ("Take theirs", "The Iron Pot")):
        page.evaluate("() => merge.take({ name: 'The Copper Pot', zone: 'Rome' })")
        name.fill("The Tin Pot")
        know(page, "The Iron Pot", "Berlin")
        expect_form(page, "The Tin Pot", "Berlin", question)
        # The question is announced once.
        know(page, "The Iron Pot", "Berlin")
        assert page.evaluate("said.splice(0)") == [question]
        assert page.evaluate("merge.undecided") == {
            "field": "name", "message": "Choose which one stays, then save.",
        }
        page.evaluate("() => merge.focus()")
        expect(page.get_by_role("button", name="Keep mine")).to_be_focused()
        page.get_by_role("button", name=answer).click()
        expect(name).to_be_focused()
        expect_form(page, stays, "Berlin")
        assert page.evaluate("merge.touched") == (["name"] if answer == "Keep mine" else [])


def test_without_a_conflict_no_question_is_asked(page):
    name = page.locator("#name")
    # Both have the same value.
    name.fill("The Tin Pot")
    know(page, "The Tin Pot", "Rome")
    expect_form(page, "The Tin Pot", "Rome")
    # The others undo their change.
    name.fill("The Clay Pot")
    know(page, "The Iron Pot", "Rome")
    expect(page.locator(".whose:not([hidden])")).to_have_count(1)
    know(page, "The Tin Pot", "Rome")
    expect_form(page, "The Clay Pot", "Rome")
    # A saved value returns as the hub normalized it.
    page.evaluate("() => merge.save({ name: 'The Clay Pot' }, () => 'm_1')")
    know(page, "The Tin Pot", "Rome")
    page.evaluate("() => merge.answered('m_1', { type: 'ack' })")
    page.evaluate("() => merge.update({ name: 'The  Clay Pot', zone: 'Rome' }, (id) => id === 'm_1')")
    expect_form(page, "The  Clay Pot", "Rome")
    assert page.evaluate("[merge.touched, said.length]") == [[], 1]
    # A refused value still needs a decision.
    name.fill("The Tin Pot")
    page.evaluate("() => merge.save({ name: 'The Tin Pot' }, () => 'm_2')")
    know(page, "The Iron Pot", "Rome")
    expect_form(page, "The Tin Pot", "Rome")
    page.evaluate("() => merge.answered('m_2', { type: 'reject' })")
    expect(page.locator(".whose:not([hidden])")).to_have_count(1)
