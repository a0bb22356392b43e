// @ts-check
import { make } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { rateText } from "../money.js";
import { texts } from "./texts.js";

/**
 * What came of a day: the sum, and what of it was paid how and taxed how.
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
        make("p", { className: "sum figures" }, money(total)),
        make(
            "p",
            { className: "quiet figures" },
            [
                texts.tabs(tabs), texts.dishes(dishes), text("withTip", { tip: money(tip) }),
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
    const head = make("tr", {}, ...heads.map((each) => make("th", { scope: "col" }, each)));
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
            {},
            make("caption", {}, caption),
            make("thead", {}, head),
            make("tbody", {}, ...body),
        ),
    );
}
