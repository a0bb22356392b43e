// @ts-check
import { byId, make, makeButton, words } from "../../../js/dom.js";
import { moneyWriter } from "../money.js";
import { kept } from "./kept.js";
import { ordersIn, withOrder } from "./past.js";
import { texts } from "./texts.js";

/** @typedef {import("./past.js").PastOrder} PastOrder */

/** The earlier orders of this phone. They are kept on the phone alone. */
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
        this.drawn = "";
        byId("forget-past", HTMLButtonElement).addEventListener("click", () => {
            this.orders = [];
            this.place.write(null);
            this.render("", true);
            byId("order-title", HTMLElement).focus();
        });
    }

    /**
     * Keeps an order as it is now.
     * @param {string} tab
     * @param {PastOrder | null} order
     */
    keep(tab, order) {
        // Another page of this phone may have kept one meanwhile.
        const orders = withOrder(ordersIn(this.place.read()), tab, order);
        if (JSON.stringify(orders) !== JSON.stringify(this.orders)) {
            this.orders = orders;
            this.place.write(orders);
        }
    }

    /**
     * @param {string} tab the one that the page is about
     * @param {boolean} canOrder
     */
    render(tab, canOrder) {
        const shown = this.orders.filter((order) => order.tab !== tab);
        this.part.hidden = shown.length === 0;
        const drawn = JSON.stringify([shown, canOrder]);
        if (drawn !== this.drawn) {
            this.drawn = drawn;
            this.list.replaceChildren(...shown.map((order) => this.item(order, canOrder)));
        }
    }

    /**
     * @param {PastOrder} order
     * @param {boolean} canOrder
     */
    item(order, canOrder) {
        const money = moneyWriter(order.currency, this.language);
        const dishes = order.lines.flatMap(({ quantity, name }, index) => {
            const what = texts.quantityOf(quantity, "\u0000").split("\u0000");
            return [index === 0 ? "" : ", ", what[0], words(name), what[1] ?? ""];
        });
        const names = order.lines.map(({ quantity, name }) => texts.quantityOf(quantity, name));
        const item = make(
            "li",
            {},
            make(
                "div",
                { className: "past-head" },
                make("time", { dateTime: order.at }, this.day(order.at)),
                make("span", { className: "figures" }, money(order.total)),
            ),
            make("p", { className: "past-dishes" }, ...dishes),
        );
        if (canOrder) {
            const label = texts.orderAgainNamed(names.join(", "));
            const properties = { "aria-label": label };
            item.append(makeButton(texts.orderAgain, () => this.again(order), properties));
        }
        return item;
    }
}
