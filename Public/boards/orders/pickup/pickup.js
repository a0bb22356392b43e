// @ts-check
/* The pick-up television: which orders are being prepared, and which can be fetched. In ECMAScript
   2015. */
tablecast.whenPage(function () {
    "use strict";

    const pageMs = 8000;
    /* As long as the flash of `.is-new`, and a little more. */
    const newMs = 2600;
    const { make, setText } = tablecast;
    const { cellsIn, newAmong, numbersOf } = tablecastOrders;

    const screen = new tablecast.Screen({
        views: ["orders/display"],
        notices: "notice/display",
        venue: tablecastOrders.venueOf,
        draw
    });
    const chime = new tablecast.Chime(screen.byID("sound"));
    const lists = { preparing: list("preparing"), ready: list("ready") };
    /**
     * Those that were ready when the page was drawn last.
     * @type {string[] | null}
     */
    let readyBefore = null;
    /** @type {Record<string, number>} */
    const newUntilMs = {};

    /** @param {"preparing" | "ready"} id */
    function list(id) {
        const label = screen.byID(`${id}-pages`);
        return { place: screen.byID(id), label, page: 0, count: 1, shown: "" };
    }

    /**
     * @param {ReturnType<typeof list>} part
     * @param {PickupNumber[]} numbers
     */
    function drawList(part, numbers) {
        const { place } = part;
        const size = { width: place.clientWidth, height: place.clientHeight };
        const first =
            place.querySelector(".number") || place.appendChild(make("li", "number", "0"));
        const box = first.getBoundingClientRect();
        const style = window.getComputedStyle(first);
        const cell = {
            width: box.width + parseFloat(style.marginRight),
            height: box.height + parseFloat(style.marginBottom)
        };
        const perPage = cellsIn(size, cell);
        part.count = Math.max(1, Math.ceil(numbers.length / perPage));
        part.page = Math.min(part.page, part.count - 1);
        const onPage = numbers.slice(part.page * perPage, (part.page + 1) * perPage);
        const now = tablecast.wallMs();
        const rows = onPage.map(({ key, number }) => `${key} ${number} ${newUntilMs[key] > now}`);
        const shown = rows.join(",");
        if (shown !== part.shown || numbers.length === 0) {
            part.shown = shown;
            place.textContent = "";
            onPage.forEach(({ key, number }) => {
                const isNew = newUntilMs[key] > now;
                const row = make("li", isNew ? "number is-new" : "number", String(number));
                row.setAttribute("data-key", key);
                place.appendChild(row);
            });
        }
        const said = { number: part.page + 1, count: part.count };
        setText(part.label, part.count > 1 ? tablecast.text("page", said) : "");
    }

    function draw() {
        /** @type {any} */
        const doc = screen.sync.doc("orders/display");
        const tabs = (doc && doc.tabs) || {};
        const preparing = numbersOf(tabs, "preparing");
        const ready = numbersOf(tabs, "ready");
        const keys = ready.map(({ key }) => key);
        const news = newAmong(keys, readyBefore);
        readyBefore = doc ? keys : null;
        if (news.length > 0) {
            news.forEach((key) => (newUntilMs[key] = tablecast.wallMs() + newMs));
            // What has just become ready stands on the first page.
            lists.ready.page = 0;
            chime.ring();
        }
        document.body.className = [
            preparing.length === 0 ? "has-none-preparing" : "",
            ready.length === 0 ? "has-none-ready" : ""
        ].join(" ");
        drawList(lists.preparing, preparing);
        drawList(lists.ready, ready);
        const named = ready.slice(0, 10).map(({ number }) => number).join(", ");
        return named
            ? tablecast.text("summary", { ready: named, preparing: preparing.length })
            : tablecast.text("summaryNone", { preparing: preparing.length });
    }

    screen.start();
    tablecast.runEvery(pageMs, () => {
        [lists.preparing, lists.ready].forEach((part) => {
            part.page = (part.page + 1) % part.count;
        });
        screen.render();
    });
});
