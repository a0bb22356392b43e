// @ts-check
import { make, setText, words } from "../../../js/dom.js";
import { minutesSince } from "../../../js/times.js";
import { tabName } from "../naming.js";
import { texts } from "./texts.js";

/** @typedef {import("./tabs.js").KeyedTab} KeyedTab */

/**
 * @typedef {object} RowContext
 * @property {(instant: string | number) => string} time
 * @property {number} nowMs
 * @property {(amount: number) => string} money
 * @property {string | undefined} open the key of the tab that is open
 */

/**
 * One tab in the list: what it is called, what it waits for, what is due. The whole row is a
 * button.
 */
export class TabRowView {
    /**
     * @param {string} key
     * @param {(key: string) => void} open
     */
    constructor(key, open) {
        this.key = key;
        this.name = words("", "tab-name");
        this.person = words("", "tab-person");
        this.state = make("span", { className: "tab-state figures" });
        this.about = make("span", { className: "quiet figures" });
        this.due = make("span", { className: "amount" });
        this.button = make(
            "button",
            { type: "button", className: "tab-row" },
            this.name,
            this.due,
            this.person,
            this.state,
            this.about,
        );
        this.button.addEventListener("click", () => {
            if (this.button.ariaDisabled !== "true") {
                open(this.key);
            }
        });
        this.element = make("li", { className: "row" }, this.button);
    }

    /**
     * @param {KeyedTab} row
     * @param {RowContext} context
     */
    update(row, { time, nowMs, money, open }) {
        const { ready, kitchen, basket, leftAt } = row;
        setText(this.name, tabName(row));
        setText(this.person, row.name ?? "");
        const since = leftAt ?? row.openedAt;
        setText(this.about, `${texts.number(row.number)} · ${time(since)}`);
        setText(this.due, money(leftAt ? row.total : row.due));
        const state = leftAt
            ? [texts.ended[row.status] ?? row.status]
            : [
                  ready > 0 ? texts.ready(ready) : "",
                  kitchen > 0 ? this.kitchenText(row, nowMs) : "",
                  basket > 0 ? texts.basketCount(basket) : "",
              ].filter(Boolean);
        setText(this.state, state.join(" · "));
        this.element.dataset.state = ready > 0 ? "ready" : kitchen > 0 ? "kitchen" : "";
        this.element.classList.toggle("is-pending", Boolean(row.isPending));
        this.element.classList.toggle("is-current", row.key === open);
        this.button.ariaDisabled = String(Boolean(row.isNew));
        this.button.ariaCurrent = row.key === open ? "true" : null;
        this.button.dataset.means = row.key;
    }

    /**
     * @param {KeyedTab} row
     * @param {number} nowMs
     */
    kitchenText({ kitchen, waitingSince }, nowMs) {
        const count = texts.kitchen(kitchen);
        return waitingSince ? `${count}, ${texts.since(minutesSince(waitingSince, nowMs))}` : count;
    }
}
