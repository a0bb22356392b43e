// @ts-check
import {
    byId, counted, familyOf, Hours, House, make, oncePerFrame, pageLanguage, pageState, setText,
    text, viewName, words,
} from "../../../js/ui/page.js";
import {
    addDays, byServiceDay, civilWriter, daysOfWeek, foldOf, isCounted, isDate, mondayOf, timeAt,
    weekNumber, zoneOf,
} from "../core/dates.js";
import { layOut, titled } from "../core/week.js";
import "../../../js/core/sync.js";

/** @typedef {import("../../../js/tablecast.js").Sync} Sync */

/** @typedef {import("../core/week.js").WeekDocument} WeekDocument */
/** @typedef {import("../core/week.js").Row} Row */
/** @typedef {import("../core/week.js").ReservationRow} ReservationRow */

const state = pageState();
const language = pageLanguage();
const hours = new Hours(language);
const house = new House(() => sync.clock.now());
const zone = zoneOf(house.zone);
const asked = new URLSearchParams(location.search).get("monday") ?? "";
const monday = mondayOf(isDate(asked) ? asked : zone.date(Date.parse(state.now)));
const view = (/** @type {string} */ first) => viewName("planner/week", { monday: first });
const calendarsView = "planner/calendars";
const writeSpan = civilWriter(language, { day: "numeric", month: "long", year: "numeric" });
const writeDay = civilWriter(language, { weekday: "long" });
const { dayStart } = document.body.dataset;
/** The font sizes to try, the largest first, before anything is left out. */
const points = [9, 8, 7, 6.25];
/** The most rows that fit on a day of the sheet, in the smallest letters. */
const rowsMax = 80;
const statuses = familyOf("statuses");
const render = oncePerFrame(draw);
/** @type {Sync} */
const sync = new tablecast.Sync({
    role: state.role ?? "host",
    views: [view(monday), view(addDays(monday, 7)), calendarsView],
    state,
    changed: render,
});
const sheet = byId("sheet", HTMLElement);
const printButton = byId("print", HTMLButtonElement);
/** Whether private events are printed by their times only, as on televisions. */
const discreet = byId("discreet", HTMLInputElement);
/** @type {unknown[]} */
let drawn = [];

/**
 * @param {string} first the week's Monday
 * @returns {WeekDocument | null}
 */
function week(first) {
    return /** @type {any} */ (sync.doc(view(first)));
}

function draw() {
    const doc = week(monday);
    const next = week(addDays(monday, 7));
    const calendars = /** @type {any} */ (sync.doc(calendarsView))?.calendars;
    document.documentElement.dataset.life = sync.life;
    if (!doc || !calendars) {
        setText(byId("say", HTMLElement), sync.life === "refused" ? text("signedOut") : text("loading"));
        return;
    }
    const current = [doc, next, calendars, discreet.checked];
    if (current.every((each, index) => each === drawn[index])) {
        return;
    }
    drawn = current;
    const bookings = Object.entries({ ...doc.reservations, ...next?.reservations })
        .map(([key, row]) => ({ ...row, key }))
        .filter(isCounted)
        .sort(
            (one, other) =>
                one.start.localeCompare(other.start) || one.name.localeCompare(other.name),
        );
    const byDay = byServiceDay(bookings, zone, dayStart);
    sheet.hidden = false;
    setText(byId("span", HTMLElement), text("span", {
        span: writeSpan(monday, addDays(monday, 6)), number: weekNumber(monday),
    }));
    const now = zone.local(sync.clock.now());
    setText(byId("as-of", HTMLElement), text("asOf", {
        day: writeSpan(now.slice(0, 10)), time: hours.write(now),
    }));
    setText(byId("left-out", HTMLElement), doc.more ? counted("moreLeftOut", doc.more) : "");
    fit(doc, byDay, calendars);
    setText(byId("say", HTMLElement), text("ready"));
    printButton.ariaDisabled = "false";
}

/**
 * Draws the sheet as large as it fits: first with smaller letters, then with the sum of the reservations,
 * and at last with the number of events that don't fit.
 * @param {WeekDocument} doc
 * @param {Map<string, ReservationRow[]>} byDay
 * @param {Record<string, any>} calendars
 */
function fit(doc, byDay, calendars) {
    const layout = layOut(discreet.checked ? withoutPrivate(doc) : doc);
    const most = Math.max(layout.lanes, ...layout.days.map(({ events }) => events.length));
    for (const isListed of most > rowsMax ? [] : [true, false]) {
        for (const point of points) {
            sheet.style.setProperty("--point", `${point}pt`);
            fill(layout, byDay, calendars, isListed, most);
            if (isFitting()) {
                return;
            }
        }
    }
    // By bisection, because each try redraws the whole sheet.
    let [fitting, tooMany] = [1, Math.min(most, rowsMax) + 1];
    while (tooMany - fitting > 1) {
        const events = Math.floor((fitting + tooMany) / 2);
        fill(layout, byDay, calendars, false, events);
        [fitting, tooMany] = isFitting() ? [events, tooMany] : [fitting, events];
    }
    fill(layout, byDay, calendars, false, fitting);
}

function isFitting() {
    const days = [...byId("spread", HTMLElement).querySelectorAll(".print-day")];
    return days.every((day) => day.scrollHeight <= day.clientHeight + 1);
}

/**
 * @param {ReturnType<typeof layOut>} layout
 * @param {Map<string, ReservationRow[]>} byDay
 * @param {Record<string, any>} calendars
 * @param {boolean} isListed whether the reservations are listed, or summed up
 * @param {number} eventsMax of a day
 */
function fill({ days, bars, lanes }, byDay, calendars, isListed, eventsMax) {
    const parts = daysOfWeek(monday).map((date, index) => {
        const begun = bars.filter(({ from }) => from === index).map((bar) => {
            const before = bar.isFromBefore ? "‹ " : "";
            const after = bar.isToAfter ? " ›" : "";
            const item = make("li", { className: "print-bar one-line" },
                before, words(titled(bar.row.title)), ` ${aboutOf(bar.row, calendars)}`, after);
            item.classList.toggle("is-cancelled", bar.row.status === "cancelled");
            item.style.setProperty("--lane", String(bar.lane + 1));
            item.style.setProperty("--span", String(bar.to - bar.from + 1));
            return item;
        });
        const list = make("ol", { className: "print-bars" }, ...begun);
        list.style.setProperty("grid-template-rows", `repeat(${lanes}, calc(var(--point) * 1.7))`);
        const { events } = days[index];
        const shown = events.slice(0, eventsMax);
        const rows = byDay.get(date) ?? [];
        return make(
            "section", { className: "print-day" },
            make("h3", {}, make("b", {}, String(Number(date.slice(8)))), make("span", {}, writeDay(date))),
            ...(lanes > 0 ? [list] : []),
            make("ol", { className: "print-list" }, ...shown.map((row) => eventOf(row, date, calendars))),
            ...(events.length > shown.length
                ? [make("p", { className: "print-more" }, counted("more", events.length - shown.length))]
                : []),
            ...(rows.length > 0 ? bookingsOf(rows, isListed) : []),
        );
    });
    byId("spread", HTMLElement).replaceChildren(...parts);
}

/**
 * A week with private events by their times only.
 * @param {WeekDocument} doc
 * @returns {WeekDocument}
 */
function withoutPrivate(doc) {
    const occurrences = Object.entries(doc.occurrences).map(([key, row]) => {
        const { location: _, ...rest } = row;
        return [key, row.private ? { ...rest, title: text("private"), calendar: "" } : row];
    });
    return { ...doc, occurrences: Object.fromEntries(occurrences) };
}

/**
 * @param {Row} row
 * @param {string} date
 * @param {Record<string, any>} calendars
 */
function eventOf(row, date, calendars) {
    const [start, end] = [row.start ?? "", row.end ?? ""].map((each) => timeAt(hours, zone, each));
    const isShort = row.start === row.end;
    const times = row.firstDay < date ? `–${end}` : isShort ? start : `${start}–${end}`;
    const item = make("li", {},
        make("b", { className: "figures" }, times), " ", words(titled(row.title)), " ",
        make("span", { className: "about" }, aboutOf(row, calendars)));
    item.classList.toggle("is-cancelled", row.status === "cancelled");
    return item;
}

/**
 * @param {Row} row
 * @param {Record<string, any>} calendars
 */
function aboutOf({ calendar, location = "", status }, calendars) {
    const name = calendars[calendar]?.name ?? "";
    return [name, location, status ? statuses[status] : ""].filter(Boolean).join(", ");
}

/**
 * @param {ReservationRow[]} rows
 * @param {boolean} isListed
 */
function bookingsOf(rows, isListed) {
    const { count, covers } = foldOf(rows);
    const sum = make("p", { className: "print-covers figures" }, text("fold", {
        reservations: counted("reservations", count), covers: counted("covers", covers),
    }));
    if (!isListed) {
        return [sum];
    }
    const items = rows.map(({ start, name, size, table }) =>
        make("li", {},
            make("span", { className: "figures" }, hours.write(zone.local(start))),
            words(name, "one-line"), make("span", { className: "figures" }, `×${size}`),
            ...(table ? [make("span", {}, "(", words(table), ")")] : [])));
    return [sum, make("ol", { className: "print-bookings" }, ...items)];
}

discreet.addEventListener("change", draw);
printButton.addEventListener("click", () => {
    if (printButton.ariaDisabled !== "true") {
        window.print();
    }
});
const back = new URL("/planner", location.href);
back.search = location.search;
back.searchParams.delete("monday");
back.hash = `day=${monday}`;
byId("back", HTMLAnchorElement).href = back.href;
sync.start();
draw();
