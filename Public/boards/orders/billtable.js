// @ts-check
import { make, text, words } from "../../js/ui/page.js";
import { isOnBill, priceOf } from "./lines.js";
import { rateText } from "./menu.js";

/** @typedef {import("./lines.js").Line} Line */
/** @typedef {import("./lines.js").Bill} Bill */

/**
 * The page's formats of amounts and times.
 * @typedef {object} Writers
 * @property {(amount: number) => string} money
 * @property {string} language
 * @property {(instant: string) => string} time
 */

/**
 * Makes the rows of a bill: the lines on it, the fee, the total, the contained tax, the payments,
 * the amount due.
 * @param {Line[]} lines in the order of adding
 * @param {Bill} bill
 * @param {Pick<Writers, "money" | "language">} writers
 */
export function billTable(lines, bill, { money, language }) {
    const rows = lines.filter(isOnBill).map((line) => {
        const { quantity, name = "", price = 0 } = line;
        const each = quantity > 1 ? make("span", { className: "quiet amount" }, money(price)) : "";
        return row(make("span", {}, `${quantity}× `, words(name), " ", each), money(priceOf(line)));
    });
    if (bill.delivery !== undefined) {
        rows.push(row(text("bill.delivery"), money(bill.delivery)));
    }
    rows.push(row(text("bill.total"), money(bill.total), "total"));
    for (const [rate, { gross, vat }] of Object.entries(bill.vat)) {
        const named = text(
            "bill.vat",
            { rate: rateText(Number(rate), language), gross: money(gross) },
        );
        rows.push(row(named, money(vat), "quiet"));
    }
    if (bill.paid > 0) {
        rows.push(row(text("bill.paid"), money(bill.paid)));
    }
    if (bill.tip > 0) {
        rows.push(row(text("bill.tip"), money(bill.tip), "quiet"));
    }
    rows.push(row(text("bill.due"), money(bill.due), "due"));
    return make("table", { className: "bill-table" }, make("tbody", {}, ...rows));
}

/**
 * @param {Node | string} what
 * @param {string} amount
 * @param {string} [className]
 */
function row(what, amount, className = "") {
    return make(
        "tr",
        { className },
        make("th", { scope: "row" }, what),
        make("td", { className: "amount" }, amount),
    );
}
