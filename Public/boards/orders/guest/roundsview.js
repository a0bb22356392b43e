// @ts-check
import { byId, make, makeButton, words } from "../../../js/dom.js";
import { priceOf } from "../bill.js";
import { isCancellableByGuest, roundsOf } from "../lines.js";
import { descriptionOfLine } from "./linetext.js";
import { texts } from "./texts.js";

/** @typedef {import("../lines.js").KeyedLine} KeyedLine */
/** @typedef {import("../lines.js").Round} Round */

/** What was placed, round by round, and how far the kitchen is. */
export class RoundsView {
    /** @param {(line: KeyedLine) => void} cancel */
    constructor(cancel) {
        this.cancel = cancel;
        this.part = byId("rounds-part", HTMLElement);
        this.list = byId("rounds", HTMLElement);
        /** What was drawn last. */
        this.drawn = "";
        /**
         * The states of the rounds that were said or shown last.
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
        const drawn = JSON.stringify([rounds, canCancel, rounds.map(({ at }) => time(at))]);
        if (drawn === this.drawn) {
            return;
        }
        this.drawn = drawn;
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
        const said = texts.statusAt(isPlacing ? texts.notSent : texts.statuses[status], time(at));
        const state = isPlacing ? "is-placing in-a-moment" : `is-${status}`;
        const head = make(
            "div",
            { className: "round-head" },
            make("h4", {}, texts.round(round)),
            make("span", { className: `state ${state}` }, said),
        );
        const items = lines.map((line) => this.lineItem(line, status, money, canCancel));
        const list = make("ul", { className: "lines" }, ...items);
        return make("li", { className: "round" }, head, list);
    }

    /**
     * @param {KeyedLine} line
     * @param {string} roundStatus
     * @param {(amount: number) => string} money
     * @param {boolean} canCancel
     */
    lineItem(line, roundStatus, money, canCancel) {
        const { key, quantity, name = "", status, paid, isPending, isPlacing } = line;
        const what = texts.quantityOf(quantity, "\u0000").split("\u0000");
        const about = [
            descriptionOfLine(line),
            status === roundStatus ? "" : texts.statuses[status],
            paid ? texts.paid : "",
        ];
        const main = make(
            "div",
            // Of a round that is not sent yet its head speaks.
            { className: "line-main", "data-pending": isPlacing ? undefined : texts.notSent },
            make("span", { className: "line-what" }, what[0], words(name), what[1] ?? ""),
        );
        const described = about.filter(Boolean).join(" · ");
        if (described !== "") {
            main.append(make("p", { className: "line-about" }, described));
        }
        const item = make(
            "li",
            { className: `line is-${status}${isPending ? " is-pending" : ""}` },
            main,
            make("span", { className: "line-amount figures" }, money(priceOf(line))),
        );
        if (canCancel && isCancellableByGuest(line) && !isPending) {
            const label = texts.cancelNamed(name);
            const properties = { className: "plain", "aria-label": label, "data-line": key };
            item.append(makeButton(texts.cancelLine, () => this.cancel(line), properties));
        }
        return item;
    }

    /**
     * What has changed in the kitchen since this was asked last, in words.
     * @param {KeyedLine[]} lines as the hub has them
     * @returns {string}
     */
    news(lines) {
        const { known } = this;
        const rounds = roundsOf(lines);
        this.known = new Map(rounds.map(({ round, status }) => [round, status]));
        return rounds
            .filter(({ round, status }) => known?.has(round) && known.get(round) !== status)
            .map(({ round, status }) => texts.roundIs(round, texts.statuses[status]))
            .join(" ");
    }
}
