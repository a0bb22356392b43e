// @ts-check
import {
    byId, isNews, make, makeButton, reasonOf, setText, text, words,
} from "../../../js/ui/page.js";
import { billTable } from "../billtable.js";
import { isCancellableByGuest, priceOf, roundsOf, tabName } from "../lines.js";
import { moneyWriter, partsOf } from "../menu.js";
import { kept, ordersIn, withOrder } from "./kept.js";
import { descriptionOfLine, quantityNodes } from "./menuview.js";

/**
 * @typedef {{status: string, kind: string, number: number, table?: string, reason?: string}} Tab
 */

/**
 * The text under the tab's name. For guests without a table, it is the order's progress.
 * @param {Tab | undefined} tab
 * @param {string | undefined} guestOrders what the house lets guests do
 * @param {import("../lines.js").LineStatus | undefined} progress of the placed lines; `undefined`
 * while something can still be placed
 */
function aboutTab(tab, guestOrders, progress) {
    if (!tab) {
        return text("about.unknown");
    }
    const { status, reason } = tab;
    if (status === "cancelled" && reason) {
        return text("about.cancelledWhy", { reason });
    }
    if (status !== "open") {
        return text(`about.${status}`);
    }
    if (progress && progress !== "cancelled" && tab.kind !== "table") {
        const isSent = progress === "done" && tab.kind === "delivery";
        return text(`about.${isSent ? "doneDelivery" : progress}`);
    }
    if (guestOrders === "off") {
        return text("about.read");
    }
    return text(`about.${tab.kind !== "table" ? "notAtTable" : isAhead(tab) ? "ahead" : "open"}`);
}

/**
 * The reason why nothing can be placed now; empty if something can.
 * @param {Tab} tab
 * @param {string | undefined} guestOrders
 */
export function whyNotPlaced(tab, guestOrders) {
    if (isAhead(tab)) {
        return text("placeAhead");
    }
    return guestOrders === "basket" ? text("placeBasket") : "";
}

/**
 * Whether the tab is of guests who wait for a table.
 * @param {Tab} tab
 */
function isAhead({ kind, table }) {
    return kind === "table" && table === undefined;
}

/**
 * The reason why a line can't be placed; empty if it can.
 * @param {import("../basket.js").Hindrance | undefined} hindrance
 * @param {string} name of its dish
 */
export function whyHindered(hindrance, name) {
    if (!hindrance) {
        return "";
    }
    if (hindrance.reason === "few") {
        const params = { name, count: hindrance.left };
        return reasonOf({ reason: "orders.only_left", params }, "orders");
    }
    return hindrance.reason === "soldOut" ? text("soldOut") : text("gone");
}

/**
 * Shows the tab's name and whether guests can order, and announces changes.
 * @param {Tab | undefined} tab
 * @param {string | undefined} guestOrders what the house lets guests do
 * @param {import("../../../js/ui/page.js").Announcer} announcer
 * @param {import("../lines.js").LineStatus} [progress] of the placed lines
 */
export function showTab(tab, guestOrders, announcer, progress) {
    const about = aboutTab(tab, guestOrders, progress);
    const place = byId("tab-about", HTMLElement);
    if (place.textContent !== "" && place.textContent !== about) {
        announcer.warn(about);
    }
    document.body.dataset.status = tab?.status ?? "unknown";
    document.body.dataset.progress = tab && tab.kind !== "table" ? (progress ?? "") : "";
    setText(byId("tab-name", HTMLElement), tab ? tabName(tab) : text("order"));
    setText(place, about);
}

/**
 * Hides headings without content.
 * @param {boolean} isOpen whether the tab is open
 * @param {boolean} canOrder
 */
export function showTitles(isOpen, canOrder) {
    const part = (/** @type {string} */ id) => byId(id, HTMLElement);
    const isOrdered = !part("rounds-part").hidden || !part("bill-part").hidden;
    part("order-none").hidden = !isOpen || canOrder || isOrdered;
    part("order-title").hidden = !isOpen && !isOrdered;
    part("order-part").hidden = !isOpen && !isOrdered && part("past-part").hidden;
}

/** @typedef {import("./kept.js").PastOrder} PastOrder */

/** The earlier orders of this phone, which only the phone keeps. */
export class PastView {
    /**
     * @param {string} venue
     * @param {string} language
     * @param {(instant: string) => string} day
     * @param {(order: PastOrder) => void} again
     */
    constructor(venue, language, day, again) {
        this.language = language;
        this.day = day;
        this.again = again;
        this.place = kept.past(venue);
        this.orders = ordersIn(this.place.read());
        this.part = byId("past-part", HTMLElement);
        this.list = byId("past", HTMLElement);
        byId("forget-past", HTMLButtonElement).addEventListener("click", () => {
            this.orders = [];
            this.place.write(null);
            this.render("", true);
            byId("order-title", HTMLElement).focus();
        });
    }

    /**
     * Stores the order's present state.
     * @param {string} tab
     * @param {PastOrder | null} order
     */
    keep(tab, order) {
        // Another page of this phone may have stored one meanwhile.
        const orders = withOrder(ordersIn(this.place.read()), tab, order);
        if (JSON.stringify(orders) !== JSON.stringify(this.orders)) {
            this.orders = orders;
            this.place.write(orders);
        }
    }

    /**
     * @param {string} tab the page's own
     * @param {boolean} canOrder
     */
    render(tab, canOrder) {
        const shown = this.orders.filter((order) => order.tab !== tab);
        this.part.hidden = shown.length === 0;
        if (isNews(this, [shown, canOrder])) {
            this.list.replaceChildren(...shown.map((order) => this.item(order, canOrder)));
        }
    }

    /**
     * @param {PastOrder} order
     * @param {boolean} canOrder
     */
    item(order, canOrder) {
        const money = moneyWriter(order.currency, this.language);
        const dishes = order.lines.flatMap(({ quantity, name }, index) => [
            index === 0 ? "" : ", ", ...quantityNodes(quantity, name),
        ]);
        const names = order.lines.map(({ quantity, name }) => text("quantityOf", { quantity, name }));
        const item = make(
            "li",
            {},
            make(
                "div",
                { className: "ends strong" },
                make("time", { dateTime: order.at }, this.day(order.at)),
                make("span", { className: "figures" }, money(order.total)),
            ),
            make("p", { className: "past-dishes quiet" }, ...dishes),
        );
        if (canOrder) {
            const label = text("orderAgainNamed", { dishes: names.join(", ") });
            const properties = { "aria-label": label };
            item.append(makeButton(text("orderAgain"), () => this.again(order), properties));
        }
        return item;
    }
}

/** @typedef {import("../lines.js").KeyedLine} KeyedLine */
/** @typedef {import("../lines.js").Round} Round */

/** The placed lines by rounds, with the kitchen's progress. */
export class RoundsView {
    /** @param {(line: KeyedLine) => void} cancel */
    constructor(cancel) {
        this.cancel = cancel;
        this.part = byId("rounds-part", HTMLElement);
        this.list = byId("rounds", HTMLElement);
        /**
         * The states of the rounds that were last announced or shown.
         * @type {Map<number, string> | null}
         */
        this.known = null;
    }

    /**
     * @param {KeyedLine[]} lines
     * @param {(amount: number) => string} money
     * @param {(instant: string) => string} time
     * @param {boolean} canCancel whether the tab is open and guests may do anything
     */
    render(lines, money, time, canCancel) {
        const rounds = roundsOf(lines).reverse();
        this.part.hidden = rounds.length === 0;
        if (!isNews(this, [rounds, canCancel, rounds.map(({ at }) => time(at))])) {
            return;
        }
        const focused = document.activeElement?.getAttribute("data-line") ?? "";
        const had = this.list.contains(document.activeElement);
        const items = rounds.map((round) => this.item(round, money, time, canCancel));
        this.list.replaceChildren(...items);
        if (had) {
            const buttons = [...this.list.querySelectorAll("button")];
            const same = buttons.find((each) => each.dataset.line === focused);
            (same ?? byId("order-title", HTMLElement)).focus({ preventScroll: true });
        }
    }

    /**
     * @param {Round} round
     * @param {(amount: number) => string} money
     * @param {(instant: string) => string} time
     * @param {boolean} canCancel
     */
    item({ round, status, at, isPlacing, lines }, money, time, canCancel) {
        const stage = isPlacing ? text("notSent") : text(`statuses.${status}`);
        const said = text("statusAt", { status: stage, time: time(at) });
        const state = isPlacing ? "is-placing in-a-moment" : `is-${status}`;
        const head = make(
            "div",
            { className: "ends" },
            make("h4", {}, text("round", { round })),
            make("span", { className: `state ${state}` }, said),
        );
        const items = lines.map((line) => this.lineItem(line, status, money, canCancel));
        const list = make("ul", { className: "lines" }, ...items);
        return make("li", { className: "round field" }, head, list);
    }

    /**
     * @param {KeyedLine} line
     * @param {string} roundStatus
     * @param {(amount: number) => string} money
     * @param {boolean} canCancel
     */
    lineItem(line, roundStatus, money, canCancel) {
        const { key, quantity, name = "", status, paid, isPending, isPlacing } = line;
        const about = [
            descriptionOfLine(line),
            status === roundStatus ? "" : text(`statuses.${status}`),
            paid ? text("paid") : "",
        ];
        const main = make(
            "div",
            // The head of an unsent round already shows this.
            { className: "line-main", "data-pending": isPlacing ? undefined : text("notSent") },
            make("span", { className: "line-name" }, ...quantityNodes(quantity, name)),
        );
        const described = about.filter(Boolean).join(" · ");
        if (described !== "") {
            main.append(make("p", { className: "about" }, described));
        }
        const item = make(
            "li",
            { className: isPending ? "line is-pending" : "line", "data-status": status },
            main,
            make("span", { className: "amount" }, money(priceOf(line))),
        );
        if (canCancel && isCancellableByGuest(line) && !isPending) {
            const label = text("cancelNamed", { name });
            const properties = { className: "plain", "aria-label": label, "data-line": key };
            item.append(makeButton(text("cancelLine"), () => this.cancel(line), properties));
        }
        return item;
    }

    /**
     * The kitchen's progress since the last call, in words.
     * @param {KeyedLine[]} lines the hub's
     * @returns {string}
     */
    news(lines) {
        const { known } = this;
        const rounds = roundsOf(lines);
        this.known = new Map(rounds.map(({ round, status }) => [round, status]));
        return rounds
            .filter(({ round, status }) => known?.has(round) && known.get(round) !== status)
            .map(({ round, status }) => text("roundIs", { round, status: text(`statuses.${status}`) }))
            .join(" ");
    }
}

/** @typedef {import("../lines.js").Bill} Bill */
/** @typedef {import("../lines.js").Line} Line */

const partsMax = 30;

/** The bill, with each person's share and the equal parts. */
export class BillView {
    /** @param {string} language */
    constructor(language) {
        this.language = language;
        this.part = byId("bill-part", HTMLElement);
        this.place = byId("bill", HTMLElement);
        this.count = 1;
        this.due = 0;
        this.drawn = "";
        /** @type {(amount: number) => string} */
        this.money = String;
        for (const [id, step] of /** @type {const} */ ([["split-less", -1], ["split-more", 1]])) {
            const button = byId(id, HTMLButtonElement);
            button.addEventListener("click", () => this.split(this.count + step));
        }
    }

    /**
     * @param {Line[]} lines with their names in the page's language
     * @param {Bill | undefined} bill
     * @param {(amount: number) => string} money
     */
    render(lines, bill, money) {
        this.part.hidden = !bill || bill.dishes === 0;
        const drawn = JSON.stringify([lines, bill]);
        if (!bill || drawn === this.drawn) {
            return;
        }
        this.drawn = drawn;
        this.money = money;
        this.due = bill.due;
        const table = billTable(lines, bill, { money, language: this.language });
        this.place.replaceChildren(table, ...this.people(bill));
        byId("split", HTMLElement).hidden = bill.due <= 0;
        this.split(this.count);
    }

    /** @param {Bill} bill */
    people({ people }) {
        if (!people) {
            return [];
        }
        const rows = Object.entries(people).map(([name, amount]) =>
            make(
                "li",
                { className: "ends" },
                words(name),
                make("span", { className: "figures" }, this.money(amount)),
            ),
        );
        return [make("h4", {}, text("people")), make("ul", {}, ...rows)];
    }

    /** @param {number} count */
    split(count) {
        this.count = Math.min(partsMax, Math.max(1, count));
        setText(byId("split-count", HTMLElement), String(this.count));
        setText(byId("split-parts", HTMLElement), this.count === 1 ? "" : this.parts());
    }

    /** Describes equal parts: the number of each amount. */
    parts() {
        return partsOf(Math.max(0, this.due), this.count)
            .map(({ amount, count }) => text("splitPart", { count, amount: this.money(amount) }))
            .join(", ");
    }
}
