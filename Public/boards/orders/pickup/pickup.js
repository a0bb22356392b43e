// @ts-check
/* The pick-up television: the orders in preparation, and those that are ready. In ECMAScript
   2015. */
"use strict";

/** @typedef {{number: number, status: "preparing" | "ready", at: string}} PickupTab */
/** @typedef {{key: string, number: number, at: string}} PickupNumber */

/**
 * The numbers of a state: those in preparation by age, and the ready ones from the newest on.
 * @param {Record<string, PickupTab>} tabs
 * @param {"preparing" | "ready"} status
 * @returns {PickupNumber[]}
 */
tablecastOrders.numbersOf = function (tabs, status) {
    const sign = status === "ready" ? -1 : 1;
    return Object.keys(tabs)
        .filter((key) => tabs[key].status === status)
        .map((key) => ({ key, number: tabs[key].number, at: tabs[key].at }))
        .sort((one, other) => {
            const byTime = one.at < other.at ? -1 : one.at > other.at ? 1 : 0;
            return sign * byTime || one.number - other.number;
        });
};

/**
 * The number of cells of a size that fit in a place; at least one.
 * @param {{width: number, height: number}} place
 * @param {{width: number, height: number}} cell
 */
tablecastOrders.cellsIn = function (place, cell) {
    // Tolerates rounding by half a pixel, which would cost a whole row.
    const fits = (/** @type {number} */ room, /** @type {number} */ size) =>
        Math.max(1, Math.floor((room + 1) / Math.max(1, size)));
    return fits(place.width, cell.width) * fits(place.height, cell.height);
};

/**
 * The keys that have become ready since the last call.
 * @param {string[]} keys
 * @param {string[] | null} before
 */
tablecastOrders.newAmong = function (keys, before) {
    return before === null ? [] : keys.filter((key) => before.indexOf(key) < 0);
};

tablecast.whenPage(function () {
    const pageMs = 8000;
    /* The duration of the flash of `.is-new`, and a little more. */
    const newMs = 2600;
    const { make, setText } = tablecast;
    const { cellsIn, newAmong, numbersOf } = tablecastOrders;

    const screen = new tablecast.Screen({
        views: ["orders/display"],
        notices: "notice/display",
        draw
    });
    const chime = new tablecast.Chime(screen.byID("sound"));
    const lists = { preparing: list("preparing"), ready: list("ready") };
    /**
     * The numbers that were ready in the last drawing.
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
                const kind = place.id === "ready" ? "number cut-card" : "number";
                const row = make("li", isNew ? `${kind} is-new` : kind, String(number));
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
            // Newly ready numbers are on the first page.
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
