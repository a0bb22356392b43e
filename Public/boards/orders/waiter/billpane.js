// @ts-check
import { byId, make, makeButton, setText, words } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { billTable } from "../billtable.js";
import { compareKeys, inAddedOrder } from "../lines.js";
import { hindrance } from "./parts.js";
import { texts } from "./texts.js";

/** @typedef {import("./predict.js").TabDocument} TabDocument */

/** The bill of the open tab: what it says, what was paid, and the way to its end. */
export class BillPane {
    /** @param {(payment: string, what: string) => void} unpay */
    constructor(unpay) {
        this.unpay = unpay;
        this.body = byId("bill-body", HTMLElement);
        this.payments = byId("payments", HTMLElement);
        this.shown = "";
    }

    /**
     * @param {TabDocument} doc as it will be
     * @param {import("../billtable.js").Writers} writers
     */
    render(doc, writers) {
        const { tab, lines, bill, payments } = doc;
        const isOpen = tab.status === "open";
        const why = isOpen ? hindrance(doc) : undefined;
        const shown = JSON.stringify([lines, bill, payments, isOpen]);
        if (shown !== this.shown) {
            this.shown = shown;
            this.body.replaceChildren(billTable(inAddedOrder(lines), bill, writers));
            const items = Object.keys(payments)
                .sort(compareKeys)
                .map((key) => this.payment(key, payments[key], isOpen, writers));
            this.payments.replaceChildren(...items);
        }
        const pay = byId("open-pay", HTMLButtonElement);
        pay.hidden = !isOpen;
        pay.ariaDisabled = String(bill.due <= 0);
        // What is to be done next stands out.
        pay.classList.toggle("action", bill.due > 0);
        const close = byId("close-tab", HTMLButtonElement);
        close.hidden = !isOpen;
        close.ariaDisabled = String(why !== undefined);
        close.classList.toggle("ready", why === undefined);
        byId("reopen-tab", HTMLButtonElement).hidden = isOpen || tab.status === "merged";
        setText(byId("close-about", HTMLElement), why === undefined ? "" : texts.hindrances[why]);
    }

    /**
     * @param {string} key
     * @param {import("./predict.js").Payment} payment
     * @param {boolean} isOpen
     * @param {import("../billtable.js").Writers} writers
     */
    payment(key, { amount, tip, method, at, person, isPending }, isOpen, { money, time }) {
        const named = texts.methods[method] ?? method;
        const what = make("span", { className: "step-text" }, named);
        if (person !== undefined) {
            what.append(" · ", words(person));
        }
        if (tip > 0) {
            what.append(` · ${text("withTip", { tip: money(tip) })}`);
        }
        const item = make(
            "li",
            {},
            make("time", { className: "quiet", dateTime: at }, time(at)),
            what,
            make("span", { className: "amount" }, money(amount)),
        );
        if (isOpen && !isPending) {
            const button = makeButton(
                text("unpay"),
                () => this.unpay(key, `${named} ${money(amount)}`),
            );
            button.ariaLabel = texts.label(text("unpay"), money(amount));
            item.append(button);
        }
        return item;
    }
}
