// @ts-check
import { byId, make, text, words } from "../../js/ui/page.js";
import { billTable } from "./billtable.js";
import { inAddedOrder } from "./lines.js";

/** A CSS pixel is 1/96 of an inch of 25.4 mm (CSS Values and Units, section 6.2). */
const mmOfPx = 25.4 / 96;
const paperMm = 80;
const marginMm = 4;

/** The size of the paper, as long as the receipt. */
const paper = new CSSStyleSheet();

/**
 * Prints the receipt of a tab on 80 mm paper.
 * @param {import("./waiter/predict.js").TabDocument} doc
 * @param {object} page
 * @param {string} page.house
 * @param {string} page.name of the tab: its table
 * @param {(amount: number) => string} page.money
 * @param {string} page.language
 * @param {(instant: string | number) => string} page.time
 * @param {number} page.nowMs
 */
export function printReceipt({ tab, lines, bill }, { house, name, money, language, time, nowMs }) {
    const place = byId("receipt", HTMLElement);
    const locale = language === "en" ? "en-GB" : language;
    const day = new Date(nowMs).toLocaleDateString(locale, {
        dateStyle: "medium",
        timeZone: document.documentElement.dataset.timeZone,
    });
    place.replaceChildren(
        make("p", { className: "receipt-house" }, words(house)),
        make(
            "p",
            { className: "receipt-about" },
            words(name),
            ` · ${text("receipt.number", { number: tab.number })}`,
            make("br"),
            `${day} ${time(tab.leftAt ?? nowMs)}`,
        ),
        billTable(inAddedOrder(lines), bill, { money, language }),
        make("p", { className: "receipt-end" }, text("receipt.end")),
    );
    const heightMm = Math.ceil(place.scrollHeight * mmOfPx) + 2 * marginMm + 6;
    paper.replaceSync(`@page { size: ${paperMm}mm ${heightMm}mm; margin: ${marginMm}mm; }`);
    if (!document.adoptedStyleSheets.includes(paper)) {
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, paper];
    }
    window.print();
}
