"""The toast is never over what somebody is using."""

import pytest
from playwright.sync_api import expect

from pages import expect_at_rest, wait_until

SIZES = [(1920, 1080), (1024, 768), (390, 844)]

# The controls of what is open that would be seen without the toast.
COVERED = """opened => {
    const toast = document.querySelector("#toast").getBoundingClientRect();
    return [...document.querySelectorAll(opened)]
        .flatMap((area) => [...area.querySelectorAll("button, input, select, textarea")])
        .filter((each) => !each.closest("#toast"))
        .filter((each) => {
            const box = each.getBoundingClientRect();
            const left = Math.max(box.left, toast.left);
            const right = Math.min(box.right, toast.right);
            const top = Math.max(box.top, toast.top);
            const bottom = Math.min(box.bottom, toast.bottom);
            const seen = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)
                .find((element) => !element.closest("#toast"));
            return left < right && top < bottom && each.contains(seen);
        })
        .map((each) => each.textContent || each.id);
}"""


@pytest.mark.parametrize("width, height", SIZES)
def test_the_toast_covers_no_control_that_is_in_use(hub, open_host, width, height):
    parties = [hub.add(f"Party {number}", 2) for number in range(16)]
    for party in parties[:8]:
        hub.mutate("waitlist.ready", party=party)
    host = open_host(viewport={"width": width, "height": height})
    host.expect_names(waiting=[f"Party {number}" for number in range(8, 16)])
    page = host.page
    is_clear = f"() => ({COVERED})('.is-open').length === 0"
    for name in ("Party 2", "Party 11"):
        host.more(name)
        row = host.row(name)
        row.get_by_label("Notes").fill("By the window")
        save = row.get_by_role("button", name="Save")
        # At the very bottom, where toasts come first.
        save.evaluate(
            "button => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 4)"
        )
        expect_at_rest(host)
        save.click()
        expect(host.toast).to_contain_text(f"{name} changed")
        assert page.evaluate(COVERED, ".is-open") == []
        # It goes out of the way of what is scrolled under it, and of what is opened there.
        page.evaluate("() => scrollBy(0, 200)")
        wait_until(page, is_clear)
        more = host.row(name).get_by_role("button", name="More")
        more.click()
        under = host.toast.evaluate(
            """toast => {
                const box = toast.getBoundingClientRect();
                const rows = [...document.querySelectorAll(".lists .row")];
                const each = rows.find((row) => row.getBoundingClientRect().top > box.top - 200)
                    ?? rows.at(-1);
                return each.querySelector(".name").textContent;
            }"""
        )
        host.row(under).get_by_role("button", name="More").evaluate("button => button.click()")
        wait_until(page, is_clear)
        host.row(under).get_by_role("button", name="More").evaluate("button => button.click()")
        expect(page.locator(".row.is-open")).to_have_count(0)
    host.open_tool("Notice")
    page.get_by_label("Text").fill("The kitchen closes at 22:30.")
    page.get_by_role("button", name="Post").click()
    expect(host.toast).to_contain_text("Notice posted")
    assert page.evaluate(COVERED, "dialog[open]") == []


@pytest.mark.parametrize("width, height", SIZES)
def test_the_owners_toast_covers_no_control_of_a_form_that_is_in_use(
    hub, open_owner, width, height
):
    owner = open_owner(viewport={"width": width, "height": height})
    form = owner.page.locator("#settings-form")
    form.get_by_label("Name", exact=True).fill("Chez Zoë")
    save = form.get_by_role("button", name="Save")
    # At the very bottom, where toasts come first.
    save.evaluate(
        "button => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 4)"
    )
    save.click()
    expect(owner.toast).to_contain_text("Settings saved")
    assert owner.page.evaluate(COVERED, "#settings-form") == []
