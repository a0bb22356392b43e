// @ts-check
import { byId, make, setText, words } from "../../../js/dom.js";
import { billTable } from "../billtable.js";
import { splitEqually } from "../money.js";
import { texts } from "./texts.js";

/** @typedef {import("../bill.js").Bill} Bill */
/** @typedef {import("../lines.js").Line} Line */

const partsMax = 30;

/** The bill, who has what of it, and what it comes to when it is split equally. */
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
                {},
                words(name),
                make("span", { className: "figures" }, this.money(amount)),
            ),
        );
        return [make("h4", {}, texts.people), make("ul", { className: "people" }, ...rows)];
    }

    /** @param {number} count */
    split(count) {
        this.count = Math.min(partsMax, Math.max(1, count));
        setText(byId("split-count", HTMLElement), String(this.count));
        setText(byId("split-parts", HTMLElement), this.count === 1 ? "" : this.parts());
    }

    /** Equal parts as a guest reads them: how many of each amount. */
    parts() {
        /** @type {Map<number, number>} */
        const counts = new Map();
        for (const part of splitEqually(Math.max(0, this.due), this.count)) {
            counts.set(part, (counts.get(part) ?? 0) + 1);
        }
        return [...counts]
            .map(([amount, count]) => texts.splitPart(count, this.money(amount)))
            .join(", ");
    }
}
