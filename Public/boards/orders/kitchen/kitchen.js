// @ts-check
import { Desk } from "../../../js/ui/desk.js";
import { Hold } from "../../../js/ui/dialogs.js";
import {
    byId, counted, isNews, make, makeButton, setText, text, viewName, words,
} from "../../../js/ui/page.js";
import { tabName } from "../lines.js";
import { KeptChoice, Knock, wireKeys } from "./keys.js";
import {
    allDay, byAge, byDone, ofStation, predict, recallOf, stationsOf, stepOf, stepOfLine, urgencyOf, withStock,
} from "./rounds.js";
import { Bumped, Stock } from "./stock.js";
import { texts, Tickets } from "./tickets.js";

/** @typedef {import("./rounds.js").KitchenDocument} KitchenDocument */
/** @typedef {import("./rounds.js").Row} Row */
/** @typedef {import("../menu.js").MenuDocument} MenuDocument */

const allView = "orders/kitchen";
const menuView = "orders/menu";
const settingsView = "orders/settings";
const targetMinutesUsual = 15;

const desk = new Desk({ name: "kitchen", views: [allView], done: texts.done, draw });
const { sync } = desk;
const kept = new KeptChoice(desk.state.venue);
/** The chosen station; empty for all lines. */
let station = kept.choice.station;
const knock = new Knock(byId("sound", HTMLButtonElement), kept.choice.hasSound ?? false, (hasSound) =>
    kept.change({ hasSound }),
);
const tickets = new Tickets(byId("rounds", HTMLElement), { step, stepLine });
const bumped = new Bumped(recall);
const stock = new Stock((dish, left, name) =>
    desk.perform("orders.stock", { dish, left }, stockName(name, left)),
);
const hold = new Hold([byId("work", HTMLElement)], desk.render);
/**
 * The rounds that this page has seen, which are not new.
 * @type {Set<string> | null}
 */
let known = null;

function view() {
    return station === undefined ? allView : viewName(allView, { station });
}

/** @returns {KitchenDocument | null} */
function doc() {
    const own = /** @type {any} */ (sync.doc(view()));
    if (own || station === undefined) {
        return own;
    }
    // Until the hub has sent the station's view, its part of the whole is shown.
    return ofStation(/** @type {any} */ (sync.doc(allView)), station);
}

function kitchen() {
    return predict(doc(), sync.unseen(view()));
}

/** @returns {MenuDocument | null} */
function menu() {
    return withStock(/** @type {any} */ (sync.doc(menuView)), sync.unseen(menuView));
}

function targetMinutes() {
    const settings = /** @type {any} */ (sync.doc(settingsView))?.settings;
    const told = Number(document.body.dataset.targetMinutes);
    return settings?.targetMinutes ?? (told > 0 ? told : targetMinutesUsual);
}

/** @param {string | undefined} chosen */
function chooseStation(chosen) {
    if (chosen === station) {
        return;
    }
    const old = view();
    station = chosen;
    kept.change({ station });
    known = null;
    watchStation();
    if (old !== allView) {
        desk.leave(old);
    }
    desk.render();
}

function watchStation() {
    desk.watch(view(), () => chooseStation(undefined));
}

/** @param {string} key of a round */
function step(key) {
    const round = kitchen().rounds[key];
    const next = round && stepOf(round);
    if (next) {
        desk.perform(next.action, { lines: next.lines }, tabName(round));
    }
}

/**
 * @param {string} key
 * @param {string} id of a line
 */
function stepLine(key, id) {
    const round = kitchen().rounds[key];
    const line = round?.lines[id];
    const action = line && stepOfLine(line);
    if (action) {
        desk.perform(action, { lines: [id] }, `${tabName(round)}: ${line.name}`);
    }
}

/** @param {string} key of a round that was done */
function recall(key) {
    const round = kitchen().recent[key];
    const back = round && recallOf(round);
    if (back) {
        desk.perform(back.action, { lines: back.lines }, tabName(round));
    }
}

/**
 * @param {string} name
 * @param {number | null} left
 */
function stockName(name, left) {
    const what = left === null ? text("plenty") : left === 0 ? text("soldOut") : counted("left", left);
    return text("aboutDish", { what: name, name: what });
}

/** @param {number} digit */
function bump(digit) {
    const key = tickets.at(digit - 1)?.key ?? "";
    if (tickets.seen.has(key)) {
        step(key);
    } else {
        // The key of a round out of view only scrolls to it.
        tickets.reveal(key);
    }
}

function recallLast() {
    const last = byDone(kitchen().recent).find((row) => recallOf(row));
    if (last) {
        recall(last.key);
    } else {
        desk.tell(text("nothingToRecall"));
    }
}

function draw() {
    const current = doc();
    const { rounds, recent } = kitchen();
    const rows = byAge(rounds);
    const nowMs = desk.nowMs;
    desk.drawFrame(undefined);
    const isHeld = hold.isActive;
    const context = {
        time: desk.time,
        nowMs,
        targetMinutes: targetMinutes(),
        hasStations: station === undefined,
    };
    tickets.render(rows, context, isHeld);
    if (!isHeld) {
        drawNone(rows, current !== null);
    }
    drawMore();
    bumped.render(byDone(recent), desk.time);
    stock.render(menu());
    drawCounts(rows);
    drawStations(rows);
    if (current) {
        knowNew(rows);
    }
    const late = rows.filter(
        (row) => urgencyOf(row.placedAt, nowMs, context.targetMinutes) === "late",
    );
    desk.drawn(texts.summary(counted("roundsCount", rows.length), late.length));
}

/**
 * @param {Row[]} rows
 * @param {boolean} isKnown
 */
function drawNone(rows, isKnown) {
    const dishes = sync.doc(menuView)?.dishes;
    const hasNoMenu = dishes !== undefined && Object.keys(dishes ?? {}).length === 0;
    byId("none", HTMLElement).hidden = rows.length > 0 || !isKnown;
    setText(byId("none-title", HTMLElement), hasNoMenu ? text("noMenu") : text("allDone"));
    setText(byId("none-about", HTMLElement), hasNoMenu ? text("noMenuAbout") : text("allDoneAbout"));
    byId("none-recent", HTMLElement).hidden = hasNoMenu;
    byId("keys", HTMLElement).hidden = rows.length === 0;
}

/** Shows how many rounds follow beyond the visible ones. */
function drawMore() {
    const rows = byAge(kitchen().rounds);
    const { seen } = tickets;
    const first = rows.reduce((last, { key }, index) => (seen.has(key) ? index + 1 : last), 0);
    const more = byId("more", HTMLButtonElement);
    more.hidden = first >= rows.length;
    more.dataset.first = rows[first]?.key ?? "";
    setText(more, counted("further", rows.length - first));
}

/** @param {Row[]} rows */
function drawCounts(rows) {
    const counts = allDay(rows);
    const list = byId("all-day", HTMLElement);
    if (!isNews(list, counts)) {
        return;
    }
    byId("all-day-part", HTMLElement).hidden = counts.length === 0;
    const sum = counts.reduce((all, { count }) => all + count, 0);
    setText(byId("all-day-count", HTMLElement), String(sum));
    const items = counts.map(({ name, count, cooking }) =>
        make(
            "li",
            {},
            make("span", { className: "all-day-number figures" }, String(count)),
            words(name, "line-name"),
            make("span", { className: "about" }, cooking > 0 ? text("cooking", { count: cooking }) : ""),
        ),
    );
    list.replaceChildren(...items);
}

/** @param {Row[]} rows */
function drawStations(rows) {
    const names = stationsOf(/** @type {any} */ (sync.doc(menuView)), rows, station);
    const place = byId("stations", HTMLElement);
    if (!isNews(place, [names, station])) {
        return;
    }
    const focused = place.contains(document.activeElement);
    const chips = [undefined, ...names].map((name) => {
        const chip = makeButton("", () => chooseStation(name), { className: "chip" });
        chip.append(name === undefined ? text("all") : words(name));
        chip.ariaPressed = String(name === station);
        return chip;
    });
    place.replaceChildren(...chips);
    place.hidden = names.length === 0;
    if (focused) {
        chips.find(({ ariaPressed }) => ariaPressed === "true")?.focus();
    }
}

/**
 * Sounds and announces new rounds; those of the first document are not new.
 * @param {Row[]} rows
 */
function knowNew(rows) {
    const before = known;
    const come = before ? rows.filter(({ key }) => !before.has(key)) : [];
    known = new Set([...(before ?? []), ...rows.map(({ key }) => key)]);
    if (come.length > 0) {
        knock.knock();
        desk.announcer.warn(text("come", { names: come.map(tabName).join(", ") }));
    }
}

byId("more", HTMLButtonElement).addEventListener("click", ({ currentTarget }) => {
    tickets.reveal(/** @type {HTMLElement} */ (currentTarget).dataset.first ?? "");
});
for (const event of ["scroll", "resize"]) {
    window.addEventListener(event, drawMore, { capture: true, passive: true });
}
wireKeys(byId("rounds", HTMLElement), { bump, recall: recallLast });
desk.watch(menuView);
if (["owner", "host"].includes(desk.role)) {
    desk.watch(settingsView);
}
if (station !== undefined) {
    watchStation();
}
desk.start();
