"""What the host's page predicts, and what the server makes of it: one row, from the tap on."""

from playwright.sync_api import expect

from pages import HostPage
from wire import Wire

# Records everything that happens to the lists, change by change.
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

def test_a_new_party_is_never_shown_twice_and_does_not_flash(hub, time, new_page):
    page = new_page()
    wire = Wire(page)
    page.goto(hub.link("host"))
    host = HostPage(page)
    host.expect_live()
    page.evaluate(WATCH)
    names = []
    # The diff comes with the answer, and after it.
    for is_late in (False, True):
        if is_late:
            wire.hold("diff")
        for number in range(10):
            names.append(f"Party {number}, {is_late}")
            host.add(names[-1], 2)
        expect(host.waiting.locator(".name")).to_have_text(names)
        hub.expect_parties(*[(name, "waiting") for name in names])
        wire.release()
        host.expect_settled()
    assert page.evaluate("seen") == {"twice": [], "gone": [], "replaced": [], "flashed": []}


COUNT = """
    window.countMax = 0;
    new MutationObserver(() => {
        const rows = document.querySelectorAll("#waiting .row");
        window.countMax = Math.max(window.countMax, rows.length);
    }).observe(document, { childList: true, subtree: true });
"""


def test_a_party_whose_answer_was_lost_is_shown_once(hub, new_page):
    page = new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.add_init_script(COUNT)
    wire = Wire(page)
    page.goto(hub.link("host"))
    host = HostPage(page)
    names = []
    for name in ("Ada", "Grace"):
        host.expect_live()
        wire.hold("ack", "diff")
        host.add(name, 2)
        names.append(name)
        parties = [(each, "waiting") for each in names]
        host.expect_names(waiting=names)
        hub.expect_parties(*parties)
        wire.cut()
        wire.forget()
        if name == "Grace":
            page.reload()
        wire.mend()
        expect(host.row(name)).to_have_count(1)
        host.expect_settled()
        host.expect_live()
        assert page.evaluate("countMax") == len(names)
        assert hub.parties() == parties
