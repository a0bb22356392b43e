// @ts-check
import {
    byId, counted, familyAbout, familyOf, isNews, make, setText, text, words,
} from "../../../js/ui/page.js";
import { billTable } from "../billtable.js";
import { compareKeys, inAddedOrder, tabName } from "../lines.js";
import { rateText } from "../menu.js";

/** Texts that several of the page's scripts share. */
export const texts = {
    done: familyAbout("done"),
    /** @type {Record<string, string>} */
    methods: {
        card: text("methods.card"),
        cash: text("methods.cash"),
        other: text("methodOther"),
    },
    ended: familyOf("ended"),
    columns: familyOf("columns"),
};

/**
 * The totals of a day: the sum, the payments by method, and the tax by rate.
 * @param {import("./day.js").Totals} totals
 * @param {(amount: number) => string} money
 * @param {string} language
 * @returns {HTMLElement[]}
 */
export function totalCards({ tabs, dishes, total, tip, methods, vat }, money, language) {
    const sum = make(
        "div",
        { className: "card" },
        make("h3", {}, text("total")),
        make("p", { className: "sum great figures" }, money(total)),
        make(
            "p",
            { className: "quiet figures" },
            [
                counted("tabs", tabs), counted("dishes", dishes), text("withTip", { tip: money(tip) }),
            ].join(" · "),
        ),
    );
    const byMethod = Object.entries(methods).map(([method, each]) => [
        texts.methods[method] ?? method, money(each.amount), money(each.tip),
    ]);
    const byRate = Object.entries(vat).map(([rate, each]) => [
        rateText(Number(rate), language), money(each.gross), money(each.vat),
    ]);
    return [
        sum,
        table(text("byMethod"), [text("method"), text("amount"), text("tip")], byMethod),
        table(text("byRate"), [text("rate"), text("gross"), text("vat")], byRate),
    ];
}

/**
 * @param {string} caption
 * @param {string[]} heads
 * @param {string[][]} rows
 */
function table(caption, heads, rows) {
    const head = make("tr", {}, ...heads.map((each, index) =>
        make("th", { scope: "col", className: index > 0 ? "amount" : "" }, each),
    ));
    const body = rows.map(([first, ...others]) =>
        make(
            "tr",
            {},
            make("th", { scope: "row" }, first),
            ...others.map((each) => make("td", { className: "amount" }, each)),
        ),
    );
    return make(
        "div",
        { className: "card" },
        make(
            "table",
            { className: "bill-table" },
            make("caption", {}, caption),
            make("thead", {}, head),
            make("tbody", {}, ...body),
        ),
    );
}

/** @typedef {import("../waiter/predict.js").KeyedTab} KeyedTab */
/** @typedef {import("../waiter/predict.js").TabDocument} TabDocument */

/** The bill of one tab, and its actions. */
export class BillDialog {
    /** @param {import("../../../js/ui/desk.js").Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.dialog = byId("bill", HTMLDialogElement);
        this.select = byId("repeat-tab", HTMLSelectElement);
    }

    /**
     * @param {TabDocument | null} doc `null` while it is loading
     * @param {KeyedTab[]} open the tabs that can take its lines
     * @param {import("../billtable.js").Writers} writers
     * @param {boolean} canReopen
     */
    render(doc, open, writers, canReopen) {
        setText(byId("bill-title", HTMLElement), doc ? tabName(doc.tab) : text("looking"));
        byId("repeat-part", HTMLElement).hidden = !doc;
        byId("print", HTMLButtonElement).hidden = !doc;
        byId("reopen", HTMLButtonElement).hidden = !doc || !canReopen;
        this.renderTabs(open);
        if (!isNews(this, doc)) {
            return;
        }
        for (const id of ["bill-about", "bill-state", "bill-body", "payments"]) {
            byId(id, HTMLElement).replaceChildren();
        }
        if (doc) {
            this.renderBill(doc, writers);
        }
    }

    /**
     * @param {TabDocument} doc
     * @param {import("../billtable.js").Writers} writers
     */
    renderBill({ tab, lines, bill, payments }, { money, language, time }) {
        const about = byId("bill-about", HTMLElement);
        const times = [tab.openedAt, tab.leftAt].flatMap(
            (instant) => (instant ? time(instant) : []),
        );
        about.append([text("number", { number: tab.number }), times.join(" – ")].join(" · "));
        for (const said of [tab.name, tab.phone, tab.address]) {
            if (said !== undefined) {
                about.append(" · ", words(said));
            }
        }
        const state = byId("bill-state", HTMLElement);
        state.append(texts.ended[tab.status] ?? tab.status);
        if (tab.reason !== undefined) {
            state.append(": ", words(tab.reason));
        }
        byId("bill-body", HTMLElement).append(
            billTable(inAddedOrder(lines), bill, { money, language }),
        );
        const items = Object.keys(payments ?? {})
            .sort(compareKeys)
            .map((key) => {
                const { at, amount, tip, method } = payments[key];
                const what = [
                    texts.methods[method] ?? method,
                    tip > 0 ? text("withTip", { tip: money(tip) }) : "",
                ];
                return make(
                    "li",
                    {},
                    make("time", { className: "quiet", dateTime: at }, time(at)),
                    make("span", { className: "step-text" }, what.filter(Boolean).join(" · ")),
                    make("span", { className: "amount" }, money(amount)),
                );
            });
        byId("payments", HTMLElement).append(...items);
    }

    /** @param {KeyedTab[]} open */
    renderTabs(open) {
        if (isNews(this.select, open)) {
            const chosen = this.select.value;
            const names = open.map(tabName);
            this.select.replaceChildren(...open.map(({ key, number }, index) => {
                const name = names[index];
                // A split leaves two tabs at a table.
                const isOnly = names.indexOf(name) === names.lastIndexOf(name);
                const more = isOnly ? "" : ` · ${text("number", { number: number ?? "–" })}`;
                return make("option", { value: key }, `${name}${more}`);
            }));
            this.select.value = open.some(({ key }) => key === chosen) ? chosen : (open[0]?.key ?? "");
        }
        byId("repeat", HTMLButtonElement).ariaDisabled = String(open.length === 0);
        this.select.disabled = open.length === 0;
        setText(
            byId("repeat-about", HTMLElement),
            open.length === 0 ? text("repeatNone") : text("repeatAbout"),
        );
    }
}
