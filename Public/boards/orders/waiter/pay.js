// @ts-check
import { Form } from "../../../js/ui/forms.js";
import { byId, isNews, make, makeButton, setText, text, words } from "../../../js/ui/page.js";
import { billTable } from "../billtable.js";
import { compareKeys, inAddedOrder, priceOf, sumOf } from "../lines.js";
import { moneyWriter, parseAmount, partsOf, rateText, typedAmount } from "../menu.js";
import { texts } from "./dialogs.js";
import { dueByPerson, hindrance, payableLines, percentOf } from "./predict.js";

/** @typedef {import("./predict.js").TabDocument} TabDocument */

/** The bill of the open tab: its rows, its payments, and its closing. */
export class BillPane {
    /** @param {(payment: string, what: string) => void} unpay */
    constructor(unpay) {
        this.unpay = unpay;
        this.body = byId("bill-body", HTMLElement);
        this.payments = byId("payments", HTMLElement);
    }

    /**
     * @param {TabDocument} doc the predicted one
     * @param {import("../billtable.js").Writers} writers
     */
    render(doc, writers) {
        const { tab, lines, bill, payments } = doc;
        const isOpen = tab.status === "open";
        const why = isOpen ? hindrance(doc) : undefined;
        if (isNews(this, [lines, bill, payments, isOpen])) {
            this.body.replaceChildren(billTable(inAddedOrder(lines), bill, writers));
            const items = Object.keys(payments)
                .sort(compareKeys)
                .map((key) => this.payment(key, payments[key], isOpen, writers));
            this.payments.replaceChildren(...items);
        }
        const pay = byId("open-pay", HTMLButtonElement);
        pay.hidden = !isOpen;
        pay.ariaDisabled = String(bill.due <= 0);
        // The next step is emphasized.
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
            button.ariaLabel = text("label", { what: text("unpay"), name: money(amount) });
            item.append(button);
        }
        return item;
    }
}

/** @typedef {"all" | "equal" | "person" | "lines" | "amount"} Way */

const partsMax = 40;
const tipPercents = [0, 5, 10];

/** The dialog that records a payment of everything, an equal part, a person's share, lines, or any amount. */
export class PayDialog {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {string} language
     * @param {(args: import("../../../js/tablecast.js").JSONObject, amount: number, money: (amount: number) => string) => string} pay
     */
    constructor(desk, language, pay) {
        this.language = language;
        this.pay = pay;
        this.form = new Form(desk, "pay", () => this.send());
        this.ways = byId("pay-ways", HTMLElement);
        this.place = byId("pay-way", HTMLElement);
        this.amount = byId("pay-amount", HTMLInputElement);
        this.tip = byId("pay-tip", HTMLInputElement);
        this.now = byId("pay-now", HTMLButtonElement);
        /** @type {TabDocument | null} */
        this.doc = null;
        /** @type {Way} */
        this.way = "all";
        this.method = "card";
        this.parts = 2;
        this.person = "";
        /** @type {Set<string>} */
        this.lines = new Set();
        this.money = moneyWriter("EUR", language);
        this.amount.addEventListener("input", () => this.showAmount());
        this.tip.addEventListener("input", () => this.showAmount());
        this.drawMethods();
        byId("tips", HTMLElement).append(
            ...tipPercents.map((percent) =>
                makeButton(percent === 0 ? text("noTip") : rateText(percent * 100, language), () => {
                    this.tip.value = percent === 0 ? "" : this.typed(
                        percentOf(this.value ?? 0, percent),
                    );
                    this.showAmount();
                }, { className: "chip" }),
            ),
        );
    }

    /** @param {number} amount */
    typed(amount) {
        return typedAmount(amount, this.doc?.currency ?? "EUR", this.language);
    }

    /**
     * @param {TabDocument} doc
     * @param {Iterable<string>} chosen the lines to pay
     */
    open(doc, chosen) {
        this.doc = doc;
        this.money = moneyWriter(doc.currency, this.language);
        this.lines = new Set(chosen);
        this.way = this.lines.size > 0 ? "lines" : "all";
        this.person = "";
        this.form.open({});
        this.draw();
        this.now.focus();
    }

    /**
     * Takes the present tab. Payments by others reduce the requested amount.
     * @param {TabDocument} doc
     */
    know(doc) {
        if (this.form.isOpen && doc.bill.due !== this.doc?.bill.due) {
            this.doc = doc;
            this.draw();
        }
    }

    draw() {
        const { doc } = this;
        if (!doc) {
            return;
        }
        setText(byId("pay-due", HTMLElement), this.money(doc.bill.due));
        const people = dueByPerson(doc);
        /** @type {Way[]} */
        const ways = [
            "all",
            "equal",
            ...(people.size > 0 ? /** @type {Way[]} */ (["person"]) : []),
            "lines",
            "amount",
        ];
        if (!ways.includes(this.way)) {
            this.way = "all";
        }
        const focused = this.ways.contains(document.activeElement);
        this.ways.replaceChildren(
            ...ways.map(
                (way) => this.chip(texts.ways[way], way === this.way, () => this.choose(way)),
            ),
        );
        if (focused) {
            this.pressed(this.ways)?.focus();
        }
        this.amount.readOnly = this.way !== "amount";
        this.drawWay(people);
        this.takeAmount();
    }

    /** @param {HTMLElement} place */
    pressed(place) {
        return /** @type {HTMLElement | null} */ (place.querySelector('[aria-pressed="true"]'));
    }

    /**
     * @param {string} called
     * @param {boolean} isChosen
     * @param {() => void} choose
     */
    chip(called, isChosen, choose) {
        const chip = makeButton("", choose, { className: "chip" });
        chip.append(words(called));
        chip.ariaPressed = String(isChosen);
        return chip;
    }

    /** @param {Way} way */
    choose(way) {
        this.way = way;
        this.draw();
        if (way === "amount") {
            this.amount.select();
            this.amount.focus();
        }
    }

    /** @param {Map<string, number>} people */
    drawWay(people) {
        const { doc } = this;
        this.place.replaceChildren();
        if (this.way === "equal") {
            this.place.append(...this.equalParts());
        } else if (this.way === "person") {
            this.person = people.has(this.person) ? this.person : ([...people.keys()][0] ?? "");
            const chips = [...people].map(([person, amount]) =>
                this.chip(text("label", { what: person, name: this.money(amount) }), person === this.person, () => {
                    this.person = person;
                    this.draw();
                    this.pressed(this.place)?.focus();
                }),
            );
            this.place.append(make("div", { className: "chips is-wrapped" }, ...chips));
        } else if (this.way === "lines" && doc) {
            this.place.append(this.lineTicks(doc));
        }
    }

    /** @returns {Node[]} */
    equalParts() {
        const change = (/** @type {number} */ by) => {
            this.parts = Math.min(partsMax, Math.max(2, this.parts + by));
            this.draw();
            this.place.querySelectorAll("button")[by < 0 ? 0 : 1]?.focus();
        };
        const less = makeButton("−", () => change(-1), { ariaLabel: text("fewerParts") });
        const more = makeButton("+", () => change(1), { ariaLabel: text("moreParts") });
        const count = make("span", { className: "figures" }, String(this.parts));
        const parts = partsOf(this.doc?.bill.due ?? 0, this.parts).map(({ amount, count: times }) =>
            text("quantityOf", { quantity: times, name: this.money(amount) }),
        );
        return [
            make("div", { className: "stepper" }, less, count, more),
            make("p", { className: "about figures" }, parts.join(" + ")),
        ];
    }

    /** @param {TabDocument} doc */
    lineTicks(doc) {
        const payable = payableLines(doc);
        for (const key of this.lines) {
            if (!payable.some((each) => each.key === key)) {
                this.lines.delete(key);
            }
        }
        const items = payable.map(({ key, line }) => {
            const tick = make("input", { type: "checkbox", checked: this.lines.has(key) });
            tick.addEventListener("change", () => {
                this.lines[tick.checked ? "add" : "delete"](key);
                this.takeAmount();
            });
            const name = make(
                "span",
                { className: "step-text" },
                text("quantity", { quantity: line.quantity }),
                " ",
                words(line.name ?? ""),
            );
            const amount = make("span", { className: "amount" }, this.money(priceOf(line)));
            return make(
                "li",
                {},
                make("label", { className: "choice step-text" }, tick, name),
                amount,
            );
        });
        return make("ul", { className: "steps pay-lines" }, ...items);
    }

    /** Fills in the amount for the chosen way. */
    takeAmount() {
        const { doc } = this;
        if (!doc) {
            return;
        }
        const { due } = doc.bill;
        const amounts = {
            all: () => due,
            equal: () => partsOf(due, this.parts)[0]?.amount ?? 0,
            person: () => dueByPerson(doc).get(this.person) ?? 0,
            lines: () => sumOf(
                payableLines(doc).filter(({ key }) => this.lines.has(key)).map(({ line }) => line),
            ),
            amount: () => due,
        };
        this.amount.value = this.typed(amounts[this.way]());
        this.form.show([]);
        this.showAmount();
    }

    /** The amount in the field; `null` while it is malformed. */
    get value() {
        return parseAmount(this.amount.value, this.doc?.currency ?? "EUR", this.language);
    }

    get tipValue() {
        return this.tip.value.trim() === "" ? 0 : parseAmount(
            this.tip.value,
            this.doc?.currency ?? "EUR",
            this.language,
        );
    }

    showAmount() {
        const sum = (this.value ?? 0) + (this.tipValue ?? 0);
        setText(this.now, text("payNow", { amount: this.money(sum) }));
    }

    drawMethods() {
        const place = byId("methods", HTMLElement);
        place.replaceChildren(
            ...Object.entries(texts.methods).map(([method, named]) =>
                this.chip(named, method === this.method, () => {
                    this.method = method;
                    this.drawMethods();
                    this.pressed(place)?.focus();
                }),
            ),
        );
    }

    /** @returns {string | undefined} */
    send() {
        const { value, tipValue, doc } = this;
        const problems = [];
        const due = doc?.bill.due ?? 0;
        if (value === null || value <= 0 || value > due) {
            const bounds = { least: this.money(1), most: this.money(due) };
            const message = value === null ? text("noAmount") : text("tooMuch", bounds);
            problems.push({ field: "amount", message });
        }
        if (tipValue === null) {
            problems.push({ field: "tip", message: text("noAmount") });
        }
        this.form.show(problems);
        if (value === null || tipValue === null || problems.length > 0) {
            return undefined;
        }
        /** @type {import("../../../js/tablecast.js").JSONObject} */
        const args = { method: this.method };
        if (this.way === "lines") {
            args.lines = [...this.lines];
        } else if (this.way === "person") {
            args.person = this.person;
        } else {
            args.amount = value;
        }
        if (tipValue > 0) {
            args.tip = tipValue;
        }
        if (this.way === "equal") {
            this.parts = Math.max(2, this.parts - 1);
        }
        return this.pay(args, value, this.money);
    }
}
