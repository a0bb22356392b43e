// @ts-check
import { Desk } from "../../../js/ui/desk.js";
import { byId, counted, setText, text } from "../../../js/ui/page.js";
import { Issues } from "../issues/issues.js";
import { Accounts, Connecting, Linking } from "./accounts.js";
import { Calendars, Feeds } from "./calendars.js";
import { Import } from "./importing.js";
import { calendarRows, feedRows, texts } from "./rows.js";
import { RulesForm } from "./rules.js";

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
const calendars = new Calendars(desk, ask);
const connecting = new Connecting(desk);
const linking = new Linking(desk, ask);
/** @type {Accounts} */
const accounts = new Accounts({
    ask,
    authorise: (args, name) => desk.askAlone("planner.authorise", args, name),
    connect: (key, account) => connecting.open(key, account),
    link: (account, remote, name) => {
        const { name: accountName = "", remotes } = known().accounts?.[account] ?? {};
        linking.open(account, accountName, remote, name, Boolean(remotes?.[remote]?.readOnly));
    },
    isAsked: (key) => sync.outbox.entries.some(({ args }) => args.account === key),
});
const issues = new Issues(desk, byId("issues", HTMLElement));
const feeds = new Feeds(desk, ask);
const files = new Import(desk, imported);
/** @type {RulesForm} */
const rules = new RulesForm(
    (changes) => sync.mutate("planner.configure", changes, { name: text("reservations") }).id,
    (sentence) => desk.announcer.warn(sentence),
);

/** The hub's accounts, and the linked calendars. */
function known() {
    return /** @type {any} */ (sync.doc(accountsView)) ?? {};
}

/**
 * Makes a change that can't be undone, whose result is shown once the hub has answered.
 * @param {string} action
 * @param {import("../../../js/tablecast.js").JSONObject} args
 * @param {string} name its subject
 */
function ask(action, args, name) {
    const { id } = sync.mutate(action, args, { name });
    draw();
    return id;
}

/**
 * @param {import("./importing.js").Report} report
 * @param {string} file its name
 */
function imported({ added, updated, revs = [] }, file) {
    if (revs.length === 1) {
        desk.deeds.record("planner.import", file, revs[0]);
    } else {
        desk.announcer.say(counted("imported", added + updated));
    }
}

/**
 * @param {Entry} entry
 * @param {any} message its ack or reject
 * @returns {boolean} whether the problem is shown at its place
 */
function answered(entry, message) {
    if (entry.action === "planner.configure" && rules.answered(entry.id, message)) {
        if (message.type === "ack") {
            desk.tell(text("saved"));
        }
        return true;
    }
    if (message.type === "ack" && texts.asked[entry.action]) {
        desk.tell(texts.asked[entry.action](String(entry.note.name ?? "")));
    }
    feeds.answered(entry, message);
    return connecting.answered(entry.id, message) || accounts.answered(entry.id, message);
}

function draw() {
    const book = /** @type {any} */ (sync.doc(calendarsView));
    const there = known();
    const made = there.feeds;
    const rows = calendarRows(book?.calendars ?? {}, sync.unseen(calendarsView));
    const own = feedRows(made ?? {}, sync.unseen(accountsView));
    desk.drawFrame(/** @type {any} */ (sync.doc(houseView))?.venue);
    const issueCount = issues.render(book?.issues ?? {}, book?.calendars ?? {});
    byId("issues-part", HTMLElement).hidden = issueCount === 0;
    setText(byId("issues-count", HTMLElement), String(issueCount));
    calendars.render(rows, book !== undefined, there);
    accounts.render(there.accounts ?? {}, rows, made !== undefined);
    linking.know(rows);
    feeds.render(own, rows, made !== undefined);
    files.know(rows);
    rules.know(
        /** @type {any} */ (sync.doc(settingsView))?.settings,
        (id) => !sync.outbox.find(id),
    );
    desk.drawn(text("summary", { calendars: rows.length, feeds: own.length }));
}

byId("connect-open", HTMLButtonElement).addEventListener("click", () => connecting.open());
desk.start();
