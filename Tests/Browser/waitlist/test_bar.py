"""The bar of the host's page: its height is constant, and all its text is visible."""

from pagefiles import texts_of
from pages import at_each_size

SIZES = [(1920, 1080), (1280, 800), (1024, 768), (768, 1024), (390, 844), (320, 640)]
LONG = "The Worshipful Company of Grocers and Apothecaries at the Sign of the Copper Pot"


def states(shared):
    """The bar's possible contents, one at a time and all at once, with the page's state."""
    stale = {"#sign": shared["stale"].replace("{time}", "22:17")}
    refused = {"#sign": shared["refused"].replace("{time}", "22:17")}
    waiting = {"#waiting-changes": shared["changesWaiting.other"].replace("{count}", "12")}
    undone = {"#open-refused": shared["refusals.count"].replace("{count}", "12")}
    return {
        "something not done": (undone, "live"),
        "not connected": ({**stale, **waiting}, "stale"),
        "all at once": ({**stale, **waiting, **undone}, "stale"),
        "signed out": ({**refused, **undone}, "refused"),
        "signed out, with changes": ({**refused, **waiting, **undone}, "refused"),
    }


SHAPE = """([texts, life, name]) => {
    document.documentElement.dataset.life = life;
    const bar = document.querySelector("#top");
    bar.querySelector("h1 bdi").textContent = name;
    for (const id of ["open-refused", "waiting-changes"]) {
        const part = bar.querySelector("#" + id);
        part.hidden = !("#" + id in texts) && part instanceof HTMLButtonElement;
        part.textContent = "";
    }
    for (const [part, text] of Object.entries(texts)) {
        bar.querySelector(part).textContent = text;
    }
    bar.classList.toggle("has-undone", "#open-refused" in texts);
    return bar.offsetHeight;
}"""

# Parts of the bar that are cut off, broken within a word, or overlapping.
WRONG = """() => {
    const bar = document.querySelector("#top");
    const frame = bar.getBoundingClientRect();
    const wrong = [];
    if (document.documentElement.scrollWidth > innerWidth) {
        wrong.push("the page scrolls sideways");
    }
    const parts = [...bar.querySelectorAll("h1, p, button, .clock")]
        .filter((part) => part.offsetWidth > 0 && part.textContent !== "");
    const boxes = parts.map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        const text = range.getBoundingClientRect();
        const box = part.getBoundingClientRect();
        const isName = part.matches("h1");
        if (box.left < 0 || box.right > innerWidth || (!isName && text.right > innerWidth)) {
            wrong.push([part.textContent, "is not on the screen"]);
        }
        if (box.top < frame.top || box.bottom > frame.bottom) {
            wrong.push([part.textContent, "is higher than the bar"]);
        }
        if (!isName && part.childElementCount === 0) {
            for (const { index, 0: word } of part.textContent.matchAll(/\\S+/gu)) {
                const node = document.createTreeWalker(part, NodeFilter.SHOW_TEXT).nextNode();
                range.setStart(node, index);
                range.setEnd(node, index + word.length);
                const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
                if (lines.size > 1 && !word.includes("-")) {
                    wrong.push([word, "is broken"]);
                }
            }
        }
        return isName ? box : text;
    });
    boxes.forEach((one, index) => boxes.slice(index + 1).forEach((other, further) => {
        if (one.left < other.right - 0.5 && other.left < one.right - 0.5
                && one.top < other.bottom - 4 && other.top < one.bottom - 4) {
            wrong.push([parts[index].textContent, "covers", parts[index + 1 + further].textContent]);
        }
    }));
    return wrong;
}"""


def test_the_bar_is_as_high_in_every_state_and_shows_all_it_says(hub, open_host):
    host = open_host()
    english, spanish = (texts_of("js/ui", language) for language in ("en", "es"))
    longest = {key: max(sentence, spanish.get(key, ""), key=len) for key, sentence in english.items()}
    host.expect_live()
    shape = lambda texts, life, name: host.page.evaluate(SHAPE, [texts, life, name])
    wrong = {}
    for size in at_each_size(host.page, SIZES):
        sign = {"#sign": longest["live"]}
        usual = shape(sign, "live", "Chez Zoë")
        wrong[size] = host.page.evaluate(WRONG)
        for name in ("Chez Zoë", LONG):
            for state, (texts, life) in states(longest).items():
                assert shape({**sign, **texts}, life, name) == usual, (size, state, name)
                wrong[size, state, name] = host.page.evaluate(WRONG)
    assert {where: found for where, found in wrong.items() if found} == {}
