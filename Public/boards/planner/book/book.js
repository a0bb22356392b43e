// @ts-check
import { Desk } from "../../../js/ui/desk.js";
import { Hold } from "../../../js/ui/dialogs.js";
import { byId, counted, loadLater, pageLanguage, setText, text } from "../../../js/ui/page.js";
import { addDays, civilWriter, daysOfWeek, foldOf, mondayOf, zoneOf } from "../core/dates.js";
import {
    BookData, calendarsView, houseView, ScopeQuestion, settingsView, texts, Weeks,
} from "./bookdata.js";
import { BookHead, BookView, MonthView, notesOf, showNotes } from "./bookview.js";
import { DayReservations } from "./dayview.js";
import { Changes, Drag, turnBySwipe } from "./drag.js";
import { listenToKeys, monthAt, readPlace, turned, turnedWeek, writePlace } from "./place.js";

/** @typedef {import("../core/week.js").Row} Row */
/** @typedef {import("./place.js").Place} Place */

const language = pageLanguage();
/** The least width for two pages side by side. */
const spread = window.matchMedia("(min-width: 900px)");
const phone = window.matchMedia("(max-width: 599px)");

/** @type {Desk} */
const desk = new Desk({
    name: "planner",
    views: [calendarsView],
    done: texts.done,
    draw,
    answered: (entry, message) => {
        learnNames(entry, message);
        eventForm?.answered(entry, message);
        return reserveForm?.answered(entry, message) === true;
    },
    typed: (_, args) => ["title", "location", "description", "name", "notes"].flatMap(
        (name) => (typeof args[name] === "string" ? [String(args[name])] : []),
    ),
});
const { hours, sync } = desk;
const mayEdit = desk.role === "host" || desk.role === "owner";
const writeDay = civilWriter(language, { weekday: "long", day: "numeric", month: "long" });
const weeks = new Weeks(desk);
const data = new BookData(desk, weeks);
/** @type {Place} */
let place = readPlace(location.hash, data.today);
/**
 * The event to focus as soon as it is on the page, unless the user acts first.
 * @type {import("./bookview.js").Wanted | null}
 */
let wanted = null;
/**
 * The series changed as a whole, whose occurrences may get other keys, until the week shows that.
 * @type {Set<unknown>}
 */
const changedWholly = new Set();
/** Whether the page scrolls to today once it is loaded. */
let isTodayWanted = place.day === data.today && place.month === "";
/**
 * The documents of the last drawing.
 * @type {unknown[]}
 */
let drawn = [];

const head = new BookHead(language);
const scope = new ScopeQuestion(desk);
const changes = new Changes({
    desk, scope, draw,
    follow: ({ key, firstDay }) => {
        const to = book.find({ key });
        if (!to && mondayOf(firstDay) !== mondayOf(place.day)) {
            go({ day: firstDay, month: "" }, 0, false);
        }
        want({ key });
    },
    timeZone: () => data.timeZone,
    isReadOnly: ({ calendar }) => data.calendars[calendar]?.readOnly === true,
});
data.foreseen = () => changes.foreseen;
/** @type {import("../reserve/reserve.js").ReservationForm | undefined} */
let reserveForm;
const loadReserveForm = loadLater(async () => {
    const { ReservationForm } = await import("../reserve/reserve.js");
    const { guests = [] } = desk;
    reserveForm = await ReservationForm.load({ sync, guests, hours, perform: (...change) => desk.perform(...change) });
    return reserveForm;
});
/** @type {import("./eventform.js").EventForm | undefined} */
let eventForm;
const loadEventForm = loadLater(async () => {
    const [{ EventForm }, { When }] = await Promise.all([import("./eventform.js"), import("./when.js")]);
    eventForm = new EventForm({
        desk, scope, when: new When(language, hours), hours, language, context,
        ask: (monday) => weeks.ask(monday),
        rowsOf: (monday) => data.rows(monday),
        saved: want,
    });
    return eventForm;
});
/** @type {import("./opened.js").OpenedEvent | undefined} */
let opened;
/** Loads the dialog of an opened event, and the finder. */
const loadOpened = loadLater(async () => {
    const [{ Finder, OpenedEvent }, { When }] = await Promise.all([import("./opened.js"), import("./when.js")]);
    opened = new OpenedEvent({
        desk, edit, remove,
        when: new When(language, hours),
        undo: () => may() && desk.deeds.takeBackLast(),
        lost: (row) => book.focus(wantedOf(row)) || book.focusOneOf(row.firstDay, []),
    });
    const finder = new Finder({
        desk, language, context,
        lead: (date, key) => {
            wanted = { key, date };
            go({ day: date, month: "" }, 0);
        },
        unfold: (date) => {
            go({ day: date, month: "" }, 0);
            unfold(date);
        },
    });
    return { opened, finder };
});
/** @type {BookView} */
const book = new BookView({
    unfold, add,
    open: (row) => desk.with(loadOpened, (each) => each.opened.open(row, context())),
    more: () => {
        drawn = [];
        desk.render();
    },
}, language);
const dayReservations = new DayReservations({
    desk, writeDay,
    rebook: (row) => openReserve({ key: row.key, row }),
    reserve: (date) => openReserve({ date }),
    weekRows: (date) => data.reservationsByDay(mondayOf(date)).get(date) ?? [],
});
const month = new MonthView(desk, (date) => go({ day: date, month: "" }, 0), language);
const drag = new Drag(book.element, {
    rowAt: (element) => book.rowAt(element),
    drop: (row, days) => changes.move(row, { days }),
    turn,
    isAllowed: may,
});
const hold = new Hold([book.element], desk.render);

/** Whether this device may make changes now. After a sign-out it may not. */
function may() {
    return mayEdit && sync.life !== "refused";
}

function context() {
    const { timeZone, dayStart, calendars, issues, stay } = data;
    return { timeZone, dayStart, calendars, issues, stay, hours };
}

/**
 * The ways to find an event again, whose key may have changed.
 * @param {Row} row
 * @param {string} [date] the day on which it is shown
 */
function wantedOf({ key, event, start, firstDay }, date = firstDay) {
    return { key, event, start: start ?? firstDay, date };
}

/**
 * Moves the focus to an event, once it is on the page.
 * @param {import("./bookview.js").Wanted} event
 */
function want(event) {
    wanted = event;
    drawn = [];
    draw();
}

/**
 * Learns an event's new key from the answer to a change, so that the focus stays on it.
 * @param {import("../../../js/tablecast.js").Entry} entry
 * @param {any} message its ack or reject
 */
function learnNames({ id, action, args }, message) {
    const event = message.result?.event;
    if (event && (action === "planner.add" || action === "planner.edit")) {
        book.rename(event, String(args.event ?? id));
    }
    if (event && args.scope === "all") {
        changedWholly.add(args.event);
    }
}

/**
 * Opens the book at a place.
 * @param {Place} next
 * @param {number} direction of the turn
 * @param {boolean} [isNewStep] whether it adds a step to the browser's history
 */
function go(next, direction, isNewStep = true) {
    const isOther = next.day !== place.day || next.month !== place.month;
    place = next;
    const hash = writePlace(next);
    if (location.hash !== hash) {
        history[isNewStep ? "pushState" : "replaceState"](null, "", hash);
    }
    follow();
    if (isOther && next.month === "") {
        book.turned(direction);
    }
}

function follow() {
    weeks.show(mondayOf(place.day));
    month.show(place.month);
    book.element.hidden = place.month !== "";
    draw();
}

/** @param {-1 | 1} direction */
function turn(direction) {
    changes.settle();
    go(turned(place, direction, spread.matches), direction, false);
    if (!spread.matches && !drag.isOn) {
        window.scrollTo(0, 0);
    }
}

/** @param {-1 | 1} direction */
function turnWeek(direction) {
    changes.settle();
    go(turnedWeek(place, direction), direction, false);
}

function goToday() {
    isTodayWanted = true;
    go({ day: data.today, month: "" }, 0);
    showToday();
}

/** Scrolls to today once the week is loaded. On a phone, it may be below other days. */
function showToday() {
    if (phone.matches && isTodayWanted && book.isFilled) {
        isTodayWanted = false;
        document.querySelector(".day.is-today")?.scrollIntoView({ block: "start" });
    }
}

function goToDate() {
    byId("date-day", HTMLInputElement).value = place.day;
    desk.open(byId("date", HTMLDialogElement));
}

function toggleMonth() {
    const isOfMonth = place.day.startsWith(place.month);
    if (place.month === "") {
        go({ day: place.day, month: monthAt(place) }, 0);
    } else {
        go({ day: isOfMonth ? place.day : `${place.month}-01`, month: "" }, 0);
    }
}

/** The default day of a new event or reservation. */
function chosenDay() {
    const focused = document.activeElement?.closest(".day");
    if (focused instanceof HTMLElement && focused.dataset.date) {
        return focused.dataset.date;
    }
    const { today } = data;
    return mondayOf(today) === mondayOf(place.day) && place.month === "" ? today : place.day;
}

/** @param {string} date */
function unfold(date) {
    dayReservations.open(date);
}

function find() {
    desk.with(loadOpened, ({ finder }) => finder.open());
}

/** @param {string} date */
function add(date) {
    if (may()) {
        desk.with(loadEventForm, (form) => form.openNew(date));
    }
}

/** @param {Parameters<import("../reserve/reserve.js").ReservationForm["open"]>[0]} what */
function openReserve(what) {
    desk.with(loadReserveForm, (form) => form.open(what));
}

/** @param {string} date */
function reserve(date) {
    if (may()) {
        openReserve({ date });
    }
}

/** @param {Row} row */
function edit(row) {
    if (may() && changes.mayChange(row)) {
        desk.with(loadEventForm, (form) => form.openEdit(row));
    }
}

/** @param {Row} row */
function remove(row) {
    if (may()) {
        changes.delete(row);
    }
}

function draw() {
    if (!weeks.open) {
        return;
    }
    const monday = mondayOf(place.day);
    desk.drawFrame(data.house);
    setText(byId("clock", HTMLElement), hours.write(zoneOf(data.timeZone).local(desk.nowMs)));
    head.draw(place, spread.matches);
    const { life } = document.documentElement.dataset;
    const isLost = life === "stale" || life === "refused";
    const isBook = place.month === "";
    const isHeld = hold.isActive && !drag.isOn;
    if (isBook && book.head(daysOfWeek(monday), data.today)) {
        // The rows belong to another week, so they are removed even while a finger holds the page.
        drawn = [];
    }
    const current = [...data.ingredients(monday), isLost, isBook];
    const changed = current.map((each, index) => each !== drawn[index]);
    if (changed.includes(true) && !isHeld) {
        drawBook(monday, isLost);
        drawn = current;
        followNudged();
    }
    month.render(data.today);
    dayReservations.render(context());
    reserveForm?.draw();
    opened?.renewed((row) => (isBook && book.isFilled ? book.find(wantedOf(row)) : row), context());
    eventForm?.renewed();
    weeks.remember();
    const span = head.spanOf(place, spread.matches);
    // A month has no summary, because its days have their own numbers.
    const doc = isBook ? data.week(monday) : undefined;
    const count = Object.keys(doc?.occurrences ?? {}).length;
    desk.drawn(doc ? text("summary", { span, events: counted("events", count) }) : span);
}

/**
 * A time, with its day unless that is today.
 * @param {string | number} instant
 */
function writeTime(instant) {
    const local = zoneOf(data.timeZone).local(instant);
    const day = local.slice(0, 10);
    return day === data.today ? hours.write(local) : `${writeDay(day)}, ${hours.write(local)}`;
}

/**
 * @param {string} monday
 * @param {boolean} isLost
 */
function drawBook(monday, isLost) {
    const doc = data.week(monday);
    const { calendars } = data;
    const seenAtMs = weeks.seenAtMs(monday);
    const isBook = place.month === "";
    showNotes(isBook ? notesOf({ doc, isLost, seenAtMs, calendars }, writeTime) : []);
    if (!isBook) {
        return;
    }
    if (!doc) {
        book.renderMissing(isLost);
        return;
    }
    const byDay = data.reservationsByDay(monday);
    const focused = book.rowAt(document.activeElement);
    const next = focused ? book.nextTo(focused) : [];
    book.render(doc, (date) => foldOf(byDay.get(date) ?? []), context());
    showToday();
    if (wanted && book.focus(wanted)) {
        wanted = null;
    } else if (focused && !book.rowAt(document.activeElement)) {
        followLost(focused, next, weeks.unseen(monday));
    }
}

/**
 * Moves the focus from a removed row: to the event's new place, or after a deletion here to the next event.
 * Otherwise it moves only to the day, so that no key acts on an unintended event.
 * @param {{row: Row, date: string}} focused
 * @param {string[]} next
 * @param {import("../../../js/tablecast.js").Entry[]} unseen
 */
function followLost({ row, date }, next, unseen) {
    const { key, event } = row;
    const isAsked = (/** @type {string} */ action) =>
        unseen.some(({ action: each, args }) => each === action && args.event === event);
    if (isAsked("planner.delete")) {
        book.focusOneOf(date, next);
        return;
    }
    const isRenamed = !isAsked("planner.edit") && changedWholly.delete(event);
    const sought = wantedOf(row, date);
    if (book.focus(isRenamed ? { ...sought, key: undefined } : sought)) {
        return;
    }
    if (changes.nudged) {
        wanted = { key };
    } else {
        book.focusOneOf(date, []);
    }
}

/** Turns the page with an event that the keyboard has moved to another week. */
function followNudged() {
    const { nudged } = changes;
    const day = nudged ? addDays(nudged.row.firstDay, nudged.days) : place.day;
    if (wanted && wanted.key === nudged?.row.key && mondayOf(day) !== mondayOf(place.day)) {
        go({ day, month: "" }, 0, false);
    }
}

for (const name of ["keydown", "pointerdown"]) {
    document.addEventListener(name, () => {
        wanted = null;
    }, true);
}
document.body.classList.toggle("may-edit", mayEdit);
document.body.classList.toggle("is-reader", !mayEdit);
listenToKeys(
    {
        turn, turnWeek, edit, remove,
        today: goToday,
        goTo: goToDate,
        month: toggleMonth,
        step: (direction) => book.step(direction),
        add: () => add(chosenDay()),
        reserve: () => reserve(chosenDay()),
        search: () => may() && find(),
        undo: () => may() && desk.deeds.takeBackLast(),
        nudge: (row, by) => may() && changes.nudge(row, by),
        settle: () => changes.settle(),
    },
    () => book.rowAt(document.activeElement)?.row,
);
turnBySwipe(byId("main", HTMLElement), turn, () => drag.isOn);
/** @type {Record<string, () => void>} */
const presses = {
    "before": () => turn(-1),
    "after": () => turn(1),
    "today": goToday,
    "open-date": goToDate,
    "open-month": toggleMonth,
    "open-search": find,
    "new": () => add(chosenDay()),
    "dock-new": () => add(chosenDay()),
    "reserve": () => reserve(chosenDay()),
    "dock-reserve": () => reserve(chosenDay()),
};
for (const [id, press] of Object.entries(presses)) {
    byId(id, HTMLButtonElement).addEventListener("click", press);
}
byId("date", HTMLDialogElement).querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const { value } = byId("date-day", HTMLInputElement);
    byId("date", HTMLDialogElement).close();
    if (value) {
        go({ day: value, month: "" }, 0);
        const focused = document.activeElement;
        if (focused === document.body || focused?.closest("#date")) {
            book.focusOneOf(value, []);
        }
    }
});
window.addEventListener("popstate", () => {
    opened?.dialog.close();
    place = readPlace(location.hash, data.today);
    follow();
});
spread.addEventListener("change", draw);
weeks.show(mondayOf(place.day));
month.show(place.month);
book.element.hidden = place.month !== "";
desk.watch(settingsView);
if (mayEdit) {
    desk.watch(houseView);
}
desk.start();
