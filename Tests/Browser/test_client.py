"""The client as a library: its one module, on a page outside the hub's own."""

import pytest

from pages import load_core, wait_until

CONNECT = """async ({ views, venue }) => {
    const { Sync } = await import("/js/tablecast.js");
    const heard = { answers: [], failures: [], renewals: 0 };
    const sync = new Sync({
        views,
        venue,
        changed: () => { heard.life = sync.life; },
        answered: (entry, message) => heard.answers.push([entry, message]),
        renewed: () => { heard.renewals += 1; },
        failed: (message) => heard.failures.push(message),
    });
    Object.assign(window, { sync, heard });
    sync.start();
}"""

IS_LIVE = "() => window.sync.life === 'live'"


@pytest.fixture
def signed_in(hub, new_page):
    """Opens a page without a script, in a signed-in browser."""

    def open_page(role):
        page = new_page()
        page.goto(hub.link(role))
        page.goto(hub.address)
        return page

    return open_page


@pytest.fixture
def connected(hub, signed_in):
    def open_page(role, *views):
        page = signed_in(role)
        page.evaluate(CONNECT, {"views": views})
        wait_until(page, IS_LIVE)
        return page

    return open_page


def names(page, view):
    return page.evaluate(
        "view => Object.values(sync.doc(view)?.parties ?? {}).map(({ name }) => name)", view
    )


def test_a_page_watches_views_and_changes_them(hub, connected):
    page = connected("host", "waitlist/host")
    page.evaluate("sync.mutate('waitlist.add', { name: 'Ada', size: 2 }, { mine: true })")
    wait_until(page, "() => window.heard.answers.length === 1")
    entry, ack = page.evaluate("heard.answers[0]")
    assert (entry["note"], ack["type"], ack["id"]) == ({"mine": True}, "ack", entry["id"])
    # Once the view shows the change, it leaves the outbox.
    wait_until(page, "() => window.sync.outbox.entries.length === 0")
    assert names(page, "waitlist/host") == ["Ada"]
    page.evaluate("sync.mutate('waitlist.add', { name: '', size: 0 })")
    wait_until(page, "() => window.heard.answers.length === 2")
    reject = page.evaluate("heard.answers[1][1]")
    assert (reject["type"], reject["code"]) == ("reject", "invalid")
    assert [problem["field"] for problem in reject["problems"]] == ["name", "size"]


def test_a_page_for_televisions_needs_no_modules(hub, signed_in):
    hub.add("Ada Lovelace")
    page = signed_in("display")
    load_core(page)
    page.evaluate("""() => {
        window.sync = new tablecast.Sync({ views: ["waitlist/display"], changed: function () {} });
        sync.start();
    }""")
    wait_until(page, IS_LIVE)
    hub.add("Grace Hopper")
    wait_until(
        page,
        "() => Object.values(window.sync.doc('waitlist/display').parties)[1]?.label === 'Grace H.'",
    )
    assert abs(page.evaluate("sync.clock.now() - sync.asOfMs")) < 60_000
