// @ts-check
import { Desk } from "../../../js/ui/desk.js";
import {
    byId, counted, isNews, make, pageLanguage, pageTimeZone, renderList, request, runAfter, setText,
    stopTimer, text, viewName, wallMs, words,
} from "../../../js/ui/page.js";
import { compareTabs, tabName } from "../lines.js";
import { moneyWriter } from "../menu.js";
import { printReceipt } from "../receipt.js";
import { csvOf, dayAfter, isDay, tabsOf } from "./day.js";
import { BillDialog, texts, totalCards } from "./totals.js";

/** @typedef {import("./day.js").DayDocument} DayDocument */
/** @typedef {import("./day.js").KeyedTab} KeyedTab */
/** @typedef {import("../waiter/predict.js").TabDocument} TabDocument */

const hostView = "orders/host";
/** The pause in typing after which the search starts. */
const typedMs = 250;
const language = pageLanguage();

/** The present service day, which the hub writes into the page. */
const today = document.body.dataset.day ?? "";
let day = isDay(today) ? today : new Intl.DateTimeFormat(
    "sv",
    { timeZone: pageTimeZone() },
).format(wallMs());
const newestDay = day;

const desk = new Desk({
    name: "history",
    views: [hostView, viewName("orders/history", { day })],
    done: texts.done,
    draw,
    answered,
});
const { sync } = desk;
const bill = new BillDialog(desk);
const list = byId("tabs", HTMLElement);
const field = byId("search", HTMLInputElement);
/** @type {Map<string, RowView>} */
const views = new Map();
/** The tab whose bill is open. */
let openKey = "";
/**
 * The search and its results; `null` while the day is shown.
 * @type {{query: string, tabs: KeyedTab[]} | null}
 */
let found = null;
let typing = 0;

function dayView() {
    return viewName("orders/history", { day });
}

/** @returns {DayDocument | null} */
function doc() {
    return /** @type {any} */ (sync.doc(dayView()));
}

function tabView() {
    return viewName("orders/tab", { tab: openKey });
}

/** @returns {TabDocument | null} */
function tab() {
    return openKey === "" ? null : /** @type {any} */ (sync.doc(tabView()));
}

function currency() {
    return tab()?.currency ?? doc()?.currency ?? "EUR";
}

/** A row of a tab that left. The whole row is a button, which opens its bill. */
class RowView {
    /** @param {string} key */
    constructor(key) {
        this.name = words("", "tab-name");
        this.person = words("");
        this.about = make("span", { className: "about figures" });
        this.total = make("span", { className: "amount" });
        this.button = make(
            "button",
            { type: "button", className: "tab-row whole" },
            this.name,
            this.person,
            this.about,
            this.total,
        );
        this.button.addEventListener("click", () => open(key));
        this.element = make("li", { className: "row" }, this.button);
    }

    /**
     * @param {KeyedTab} tab
     * @param {(amount: number) => string} money
     */
    update(tab, money) {
        setText(this.name, tabName(tab));
        setText(this.person, [tab.name, tab.phone].filter(Boolean).join(" · "));
        const isCancelled = tab.status === "cancelled";
        const times = `${desk.time(tab.openedAt)} – ${desk.time(tab.leftAt)}`;
        const parts = [
            text("number", { number: tab.number }),
            times,
            counted("dishes", tab.dishes),
            isCancelled ? texts.ended.cancelled : "",
        ];
        setText(this.about, parts.filter(Boolean).join(" · "));
        setText(this.total, money(tab.total));
        this.element.classList.toggle("is-cancelled", isCancelled);
    }
}

/** @param {string} next */
function show(next) {
    if (!isDay(next) || next === day || next > newestDay) {
        draw();
        return;
    }
    desk.leave(dayView());
    day = next;
    field.value = "";
    found = null;
    desk.watch(dayView());
    draw();
}

/** @param {string} key */
function open(key) {
    openKey = key;
    desk.watch(tabView(), () => bill.dialog.close());
    desk.open(bill.dialog);
    draw();
}

/** Searches tabs of any day at the hub. */
async function search() {
    const query = field.value.trim();
    if (query === "") {
        found = null;
        desk.render();
        return;
    }
    try {
        const address = `/v1/${desk.state.venue}/orders/search?q=${encodeURIComponent(query)}&as=${desk.role}`;
        const answer = await request(address, { cache: "no-store" });
        if (!answer.ok) {
            throw new Error(String(answer.status));
        }
        const { tabs } = await answer.json();
        // The search may have changed in the meantime.
        if (query === field.value.trim()) {
            found = {
                query,
                tabs: tabs.map((/** @type {any} */ row) => ({ ...row, key: row.tab })),
            };
            desk.announcer.say(counted("tabs", tabs.length));
        }
    } catch {
        desk.tell(text("searchFailed"), true);
    }
    desk.render();
}

function downloadCSV() {
    const shown = doc();
    if (!shown) {
        return;
    }
    const csv = csvOf(tabsOf(shown), shown.currency, texts.columns);
    // The byte order mark tells spreadsheets that the file is UTF-8.
    const link = make("a", {
        href: URL.createObjectURL(new Blob(["\ufeff", csv], { type: "text/csv" })),
        download: `tablecast-${desk.state.venue}-${day}.csv`,
    });
    link.click();
    runAfter(10_000, () => URL.revokeObjectURL(link.href));
}

/**
 * @param {import("../../../js/tablecast.js").Entry} entry
 * @param {any} message its ack or reject
 */
function answered({ action, note }, message) {
    if (action === "orders.repeat" && message.type === "ack") {
        const leftOut = /** @type {{name: string, quantity: number}[]} */ (message.result?.leftOut ?? []);
        if (leftOut.length > 0) {
            const names = leftOut.map(({ name, quantity }) => `${quantity}× ${name}`).join(", ");
            desk.tell(text("leftOut", { name: String(note.name), names }), true);
        }
    }
}

function draw() {
    const shown = doc();
    const money = moneyWriter(currency(), language);
    desk.drawFrame(undefined);
    const picker = byId("day", HTMLInputElement);
    picker.max = newestDay;
    if (picker !== document.activeElement) {
        picker.value = day;
    }
    byId("day-after", HTMLButtonElement).ariaDisabled = String(day >= newestDay);
    byId("csv", HTMLButtonElement).ariaDisabled = String(!shown);
    const tabs = found ? found.tabs : tabsOf(shown);
    drawTotals(shown, money);
    renderList(list, views, tabs, (key) => new RowView(key), (view, row) => view.update(row, money));
    drawNone(tabs, shown !== null);
    if (bill.dialog.open) {
        const current = tab();
        const host = /** @type {any} */ (sync.doc(hostView));
        const open = /** @type {[string, any][]} */ (Object.entries(host?.tabs ?? {}))
            .map(([key, row]) => ({ ...row, key }))
            .sort(compareTabs);
        const isOfToday = openKey in (host?.gone ?? {});
        bill.render(
            current,
            open,
            { money, language, time: desk.time },
            isOfToday && current?.tab.status !== "merged",
        );
    }
    desk.drawn(text("summary", { tabs: counted("tabs", tabs.length) }));
}

/**
 * @param {DayDocument | null} shown
 * @param {(amount: number) => string} money
 */
function drawTotals(shown, money) {
    const place = byId("totals", HTMLElement);
    place.hidden = !shown || found !== null || shown.totals.tabs === 0;
    if (shown && isNews(place, [shown.currency, shown.totals])) {
        place.replaceChildren(...totalCards(shown.totals, money, language));
    }
}

/**
 * @param {KeyedTab[]} tabs
 * @param {boolean} isKnown
 */
function drawNone(tabs, isKnown) {
    byId("none", HTMLElement).hidden = tabs.length > 0 || (!isKnown && !found);
    setText(byId("none-title", HTMLElement), found ? text("nothingFound") : text("noTabs"));
    setText(
        byId("none-about", HTMLElement),
        found ? text("nothingFoundAbout") : text("noTabsAbout"),
    );
    setText(byId("none-next", HTMLElement), nextText());
    const about = byId("found", HTMLElement);
    about.hidden = found === null || tabs.length === 0;
    setText(
        about,
        found ? text("found", { query: found.query, tabs: counted("tabs", tabs.length) }) : "",
    );
}

/** The text of the button on an empty list, which leads to tabs. */
function nextText() {
    if (found) {
        return text("clearSearch");
    }
    return day < newestDay ? text("toToday") : text("toOpenTabs");
}

function goOn() {
    if (found) {
        field.value = "";
        found = null;
        field.focus();
        desk.render();
    } else if (day < newestDay) {
        show(newestDay);
        byId("day", HTMLInputElement).focus();
    } else {
        window.location.assign("/orders/waiter");
    }
}

byId("none-next", HTMLButtonElement).addEventListener("click", goOn);
byId("day", HTMLInputElement).addEventListener(
    "change",
    ({ target }) => show(/** @type {HTMLInputElement} */ (target).value),
);
byId("day-before", HTMLButtonElement).addEventListener("click", () => show(dayAfter(day, -1)));
byId("day-after", HTMLButtonElement).addEventListener("click", () => show(dayAfter(day, 1)));
byId("csv", HTMLButtonElement).addEventListener("click", downloadCSV);
field.addEventListener("input", () => {
    stopTimer(typing);
    typing = runAfter(typedMs, () => void search());
});
bill.dialog.addEventListener("close", () => {
    if (openKey !== "") {
        desk.leave(tabView());
        openKey = "";
    }
});
byId("print", HTMLButtonElement).addEventListener("click", () => {
    const current = tab();
    if (current) {
        printReceipt(current, {
            house: desk.house.names[0]?.textContent ?? "",
            name: tabName(current.tab),
            money: moneyWriter(current.currency, language),
            language, time: desk.time, nowMs: desk.nowMs,
        });
    }
});
byId("reopen", HTMLButtonElement).addEventListener("click", () => {
    const current = tab();
    if (current) {
        const args = { tab: openKey };
        bill.dialog.close();
        desk.perform("orders.reopen", args, tabName(current.tab));
    }
});
byId("repeat", HTMLButtonElement).addEventListener("click", ({ target }) => {
    const current = tab();
    const into = bill.select.value;
    if (current && into !== "" && /** @type {HTMLElement} */ (target).ariaDisabled !== "true") {
        const name = bill.select.selectedOptions[0]?.textContent ?? "";
        desk.perform("orders.repeat", { tab: into, from: openKey }, name);
    }
});
desk.start();
