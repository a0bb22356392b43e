// @ts-check
import { byId } from "../../../js/dom.js";
import { newIdentifier } from "../../../js/tablecast.js";
import { counted, text } from "../../../js/texts.js";
import { Desk } from "../../../js/ui/desk.js";
import { Calendars } from "./calendars.js";
import { Feeds } from "./feeds.js";
import { Import } from "./importing.js";
import { RulesForm } from "./rulesform.js";
import { texts } from "./texts.js";
import { calendarRows, feedRows } from "./things.js";

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */

const calendarsView = "planner/calendars";
const accountsView = "planner/accounts";
const settingsView = "planner/settings";
const houseView = "house/settings";

/** @type {Desk} */
const desk = new Desk({
    name: "planner-setup",
    views: [calendarsView, accountsView, settingsView, houseView],
    done: texts.done,
    draw,
    answered: (entry, message) => answered(entry, message),
    isLosing: () => rules.isChanged,
    typed: (_, args) => (typeof args.name === "string" ? [args.name] : []),
});
const { sync } = desk;
const calendars = new Calendars(desk, (key) => files.open(key));
const feeds = new Feeds(desk);
const files = new Import(desk, imported);
/** @type {RulesForm} */
const rules = new RulesForm(
    (changes) => sync.mutate("planner.configure", changes, { name: text("reservations") }).id,
    (sentence) => desk.announcer.warn(sentence),
);

/**
 * @param {import("./importing.js").Report} report
 * @param {string} file its name
 */
function imported({ added, updated, revs = [] }, file) {
    const { deeds } = desk;
    if (revs.length === 1) {
        const id = newIdentifier();
        const at = new Date(desk.nowMs).toISOString();
        const deed = { id, action: "planner.import", name: file, at, rev: revs[0] };
        deeds.history.add({ ...deed, isUndone: false, isUndoWanted: false });
        deeds.say("planner.import", file, id);
        deeds.renderList();
    } else {
        desk.announcer.say(counted("imported", added + updated));
    }
}

/**
 * @param {Entry} entry
 * @param {any} message its ack or reject
 * @returns {boolean} whether what is wrong is said at its place
 */
function answered(entry, message) {
    if (entry.action === "planner.configure" && rules.answered(entry.id, message)) {
        if (message.type === "ack") {
            desk.tell(text("saved"));
        }
        return true;
    }
    return calendars.answered(entry.id, message) || feeds.answered(entry, message);
}

function draw() {
    desk.guard.learn();
    const known = /** @type {any} */ (sync.doc(calendarsView))?.calendars;
    const made = /** @type {any} */ (sync.doc(accountsView))?.feeds;
    const rows = calendarRows(known ?? {}, sync.unseen(calendarsView));
    const own = feedRows(made ?? {}, sync.unseen(accountsView));
    desk.drawFrame(/** @type {any} */ (sync.doc(houseView))?.venue);
    calendars.render(rows, known !== undefined);
    feeds.render(own, rows, made !== undefined);
    files.know(rows);
    rules.know(
        /** @type {any} */ (sync.doc(settingsView))?.settings,
        (id) => !sync.outbox.find(id),
    );
    desk.guard.look(true);
    desk.drawn(text("summary", { calendars: rows.length, feeds: own.length }));
}

if (desk.state.venue !== "main") {
    for (const link of document.querySelectorAll("nav a")) {
        /** @type {HTMLAnchorElement} */ (link).search = `?venue=${desk.state.venue}`;
    }
}
byId("feeds-none", HTMLElement).hidden = false;
desk.start();
