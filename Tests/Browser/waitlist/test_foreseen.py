"""What the host's page foresees, and what the server makes of it: one row, from the tap on."""

import pytest
from playwright.sync_api import expect

from pages import HostPage

# Everything that the lists go through, from one change of the page to the next.
WATCH = """() => {
    const seen = window.seen = { twice: [], gone: [], replaced: [], flashed: [] };
    const rows = new Map();
    const appeared = new Map();
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        if (frames.some((frame) => "opacity" in frame)) {
            appeared.set(this, (appeared.get(this) ?? 0) + 1);
            if (appeared.get(this) > 1) { seen.flashed.push(this.textContent); }
        }
        return animate.call(this, frames, options);
    };
    window.observer = new MutationObserver(() => {
        const names = [...document.querySelectorAll("#lists .row .name")];
        const texts = names.map((name) => name.textContent);
        const twice = texts.filter((text, index) => texts.indexOf(text) !== index);
        seen.twice.push(...twice);
        for (const name of names) {
            const row = name.closest(".row");
            const known = rows.get(name.textContent);
            if (known && known !== row) { seen.replaced.push(name.textContent); }
            rows.set(name.textContent, row);
        }
        seen.gone.push(...[...rows.keys()].filter((text) => !texts.includes(text)));
    });
    window.observer.observe(document.querySelector("#lists"), {
        childList: true, subtree: true, characterData: true, attributes: true,
    });
}"""

# Lets messages of the type `window.slowType` come later than they came.
SLOW = """() => {
    const property = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
    Object.defineProperty(WebSocket.prototype, "onmessage", {
        ...property,
        set(handle) {
            property.set.call(this, (event) => {
                const isSlow = JSON.parse(event.data).type === window.slowType;
                if (isSlow) { setTimeout(() => handle(event), 60); } else { handle(event); }
            });
        },
    });
}"""


@pytest.fixture
def open_slow_host(hub, new_page):
    def open_page(slow=None):
        page = new_page()
        page.add_init_script(f"({SLOW})()")
        page.goto(hub.link("host"))
        host = HostPage(page)
        host.expect_live()
        page.evaluate("type => { window.slowType = type; }", slow)
        return host

    return open_page


def test_a_new_party_never_stands_there_twice_and_does_not_flash(hub, open_slow_host):
    host = open_slow_host()
    host.page.evaluate(WATCH)
    names = []
    for slow in (None, "diff"):
        host.page.evaluate("type => { window.slowType = type; }", slow)
        for number in range(20):
            names.append(f"Party {number}, {slow}")
            host.add(names[-1], 2)
        expect(host.waiting.locator(".name")).to_have_text(names)
        host.expect_settled()
    assert host.page.evaluate("seen") == {"twice": [], "gone": [], "replaced": [], "flashed": []}
    assert hub.parties() == [(name, "waiting") for name in names]


def test_two_parties_of_one_name_are_two(hub, open_slow_host):
    hub.add("Ada", 2)
    host = open_slow_host("diff")
    expect(host.waiting.locator(".name")).to_have_text(["Ada"])
    host.page.evaluate(
        """() => {
            window.counts = [];
            new MutationObserver(() => {
                window.counts.push(document.querySelectorAll("#waiting .row").length);
            }).observe(document.querySelector("#waiting"), { childList: true });
        }"""
    )
    host.add("Ada", 2)
    host.add("Ada", 2)
    expect(host.waiting.locator(".name")).to_have_text(["Ada"] * 3)
    host.expect_settled()
    assert len(hub.parties()) == 3
    counts = host.page.evaluate("counts")
    assert counts == sorted(counts) and counts[-1] == 3


def test_another_hosts_party_of_the_same_name_is_not_lost(hub, open_slow_host):
    host = open_slow_host("diff")
    host.add("Ada", 2)
    hub.add("Ada", 2)
    expect(host.waiting.locator(".name")).to_have_text(["Ada", "Ada"])
    host.expect_settled()
    expect(host.waiting.locator(".name")).to_have_text(["Ada", "Ada"])
    assert len(hub.parties()) == 2


# What the hub says of changes is not heard while the tab's storage says so; the lists are watched.
DEAF = """() => {
    const property = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
    Object.defineProperty(WebSocket.prototype, "onmessage", {
        ...property,
        set(handle) {
            window.socket = this;
            property.set.call(this, (event) => {
                const isOfChange = ["ack", "diff"].includes(JSON.parse(event.data).type);
                if (!isOfChange || !sessionStorage.getItem("isDeaf")) { handle(event); }
            });
        },
    });
    window.countMax = 0;
    new MutationObserver(() => {
        const rows = document.querySelectorAll("#waiting .row");
        window.countMax = Math.max(window.countMax, rows.length);
    }).observe(document, { childList: true, subtree: true });
}"""


def test_a_party_whose_answer_was_lost_stands_there_once(hub, new_page):
    page = new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.add_init_script(f"({DEAF})()")
    page.goto(hub.link("host"))
    host = HostPage(page)
    names = []
    for name, come_back in (
        ("Ada", lambda: page.evaluate("socket.close()")), ("Grace", lambda: page.reload()),
    ):
        host.expect_live()
        page.evaluate("sessionStorage.setItem('isDeaf', 'yes')")
        host.add(name, 2)
        names.append(name)
        parties = [(each, "waiting") for each in names]
        host.expect_names(waiting=names)
        hub.expect_parties(*parties)
        page.evaluate("sessionStorage.removeItem('isDeaf')")
        come_back()
        expect(host.row(name)).to_have_count(1)
        host.expect_settled()
        host.expect_live()
        assert page.evaluate("countMax") == len(names)
        assert hub.parties() == parties
