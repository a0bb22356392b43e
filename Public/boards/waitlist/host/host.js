// @ts-check
import { Desk } from "../../../js/ui/desk.js";
import { Hold, mark } from "../../../js/ui/dialogs.js";
import { byId, familyAbout, loadLater, Panels, sentenceAbout, setText, text, wallMs } from "../../../js/ui/page.js";
import { AddForm, Drafts, typedArgs, typedLines } from "./form.js";
import { CallNext, ListsView, predict, texts } from "./lists.js";
import { Finder, JoinButton, Notices, Pending, ToolMenu, wireKeys } from "./tools.js";

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("./lists.js").Lists} Lists */
/** @typedef {import("./lists.js").Row} Row */

const hostView = "waitlist/host";
const noticeView = "notice/display";
const houseView = "house/settings";
const nextActions = /** @type {Record<string, string>} */ ({
    pending: "waitlist.confirm",
    waiting: "waitlist.ready",
    ready: "waitlist.seat",
});
/** The changes that can be tried again after a refusal: those with typed text. */
const laterActions = ["waitlist.add", "waitlist.edit", "notice.post"];
/** The time after which an answer is not shown at the form, because nobody watches it. */
const lateAfterMs = 10_000;

/** @type {Desk} */
const desk = new Desk({
    name: "host",
    views: [hostView, noticeView, houseView],
    done: familyAbout("done"),
    draw: () => draw(false),
    answered,
    refused,
    typed: (action, args) => (action === "notice.post" ? [String(args.text)] : typedLines(args)),
    mayTryAgain: (action) => laterActions.includes(action) || !isOwnAction(action),
    again: tryAgain,
    failed: (failure) => panels.failed(failure),
    isLosing: () => party?.isChanged || drafts.parties.length > 0,
});
const { sync, state, announcer } = desk;
/** The unanswered changes of an earlier page. */
const askedBefore = new Set(sync.outbox.entries.map(({ id }) => id));
const form = new AddForm(
    (name, size) => add({ name, size }, name),
    `tablecast.${state.venue}.adding`,
);
const pairing = loadLater(async () => {
    const { ScreenPairing } = await import("../../house/pairing.js");
    return new ScreenPairing(desk);
});
new ToolMenu(desk);
const joining = new JoinButton(desk);
const notices = new Notices(desk);
const pending = new Pending(desk, {
    confirm: step,
    cancel: (keys) => {
        // Another host may have confirmed some of the parties.
        const still = predicted().pending.filter(({ key }) => keys.includes(key));
        still.forEach(({ key }) => act(key, "waitlist.cancel"));
    },
});
const lists = new ListsView({ step, more: openParty });
const drafts = new Drafts(`tablecast.${state.venue}.drafts`);
/** @type {import("./party.js").PartySheet | undefined} */
let party;
const partySheet = loadLater(async () => {
    const { PartySheet } = await import("./party.js");
    party = new PartySheet(
        {
            step,
            act,
            move,
            ticket: (row) => desk.showCode({
                place: "waitlist/ticket",
                query: { party: row.key },
                title: sentenceAbout((name) => text("ticketOf", { name }), calledName(row)),
                about: text("ticketAbout"),
            }),
            open: (dialog) => desk.open(dialog),
            say: (sentence) => announcer.warn(sentence),
            isLive: () => sync.life === "live",
            closed: desk.render,
        },
        drafts,
    );
    return party;
});
const nextCall = new CallNext({ call: callNext, nameOf: calledName, changed: desk.render });
const finder = new Finder((row) => openParty(row.key), () => Object.values(predicted()).flat());
const goneSheet = byId("gone-sheet", HTMLDialogElement);
const main = byId("main", HTMLElement);
const panels = new Panels(byId("panels", HTMLElement), {
    sync,
    state,
    perform: (/** @type {Parameters<Desk["perform"]>} */ ...change) => perform(...change),
    hours: desk.hours,
    learn: (/** @type {Parameters<typeof desk.deeds.learn>[0]} */ done) => desk.deeds.learn(done),
    render: desk.render,
    with: (/** @type {Parameters<Desk["with"]>} */ ...wanted) => desk.with(...wanted),
    guests: [announcer.region],
});
const hold = new Hold([document.body], desk.render);
/**
 * The last drawn lists; `null` before the first document.
 * @type {Lists | null}
 */
let drawn = null;
/** The party in the open sheet, as last shown. */
let opened = /** @type {Row | undefined} */ (undefined);
/** Whether texts typed before a reload have been restored. */
let isResumed = false;
/** Whether the screens call parties by number. */
let isNumbered = false;

function predicted() {
    return predict(sync.doc(hostView), sync.outbox.entries);
}

/** @param {string} action */
function isOwnAction(action) {
    return ["waitlist", "notice"].includes(action.split(".")[0]);
}

/**
 * @param {string} key
 * @returns {Row | undefined}
 */
function rowOf(key) {
    return Object.values(predicted())
        .flat()
        .find((row) => row.key === key);
}

/**
 * The host's name for a party: with its number if the screens show numbers.
 * @param {{name: string, number?: number}} row
 */
function calledName({ name, number }) {
    return isNumbered && number !== undefined ? text("numbered", { number, name }) : name;
}

function context() {
    return {
        time: desk.time,
        nowMs: desk.nowMs,
        isOffline: sync.life !== "live",
        isNumbered,
        isUnsaved: (/** @type {string} */ key) => drafts.of(key) !== undefined,
    };
}

// MARK: Requests

/**
 * Takes the next step of a party as shown. The hub refuses it if another host was quicker.
 * @param {Row} row
 */
function step(row) {
    act(row.key, row.leftAt ? "waitlist.restore" : nextActions[row.status]);
}

/**
 * @param {string} key
 * @param {string} action
 * @param {JSONObject} [args]
 */
function act(key, action, args = {}) {
    const row = rowOf(key);
    return row && !row.isNew ? perform(action, { party: key, ...args }, calledName(row)) : undefined;
}

/**
 * Makes a change and draws it at once, so that it is not reported as another host's.
 * @param {Parameters<Desk["perform"]>} change
 */
function perform(...change) {
    const id = desk.deeds.perform(...change);
    draw(true);
    return id;
}

/**
 * @param {string} key
 * @param {"up" | "down" | "top"} to
 */
function move(key, to) {
    const { waiting } = predicted();
    const index = waiting.findIndex((row) => row.key === key);
    const beside = waiting[to === "top" ? 0 : index + (to === "up" ? -1 : 1)];
    if (index >= 0 && beside && beside.key !== key && !beside.isNew) {
        act(key, "waitlist.move", { [to === "down" ? "after" : "before"]: beside.key });
        lists.show(key);
    }
}

/**
 * @param {Row} row the party named on the button
 * @param {number} [sizeMax]
 */
function callNext(row, sizeMax) {
    /** @type {JSONObject} */
    const args = { expect: row.key };
    if (sizeMax !== undefined) {
        args.sizeMax = sizeMax;
    }
    perform("waitlist.call_next", args, calledName(row));
}

/**
 * @param {JSONObject} args
 * @param {string} name
 */
function add(args, name) {
    const id = perform("waitlist.add", args, name);
    turn("waiting");
    lists.show(id);
}

/** @param {string} key */
function openParty(key) {
    desk.with(partySheet, (sheet) => {
        const row = rowOf(key);
        if (row) {
            opened = row;
            sheet.open(row, context());
        }
    });
}

/**
 * Repeats a refused change. An edit that is saved again replaces the present text.
 * @param {import("../../../js/ui/dialogs.js").Refusal} refusal
 */
function tryAgain({ action, args, name }) {
    if (action === "waitlist.add") {
        add(args, name);
        return true;
    }
    const row = rowOf(String(args.party));
    if (action !== "waitlist.edit" || !row) {
        return false;
    }
    const { was = {}, ...again } = /** @type {Record<string, any>} */ (args);
    const fields = /** @type {(keyof Row)[]} */ (Object.keys(was));
    if (row.leftAt) {
        act(row.key, "waitlist.restore");
    }
    perform(action, { ...again, was: Object.fromEntries(fields.map((field) => [field, row[field] ?? null])) }, name);
    return true;
}

// MARK: Answers

/**
 * @param {Entry} entry
 * @param {any} message its ack or reject
 * @returns {boolean} whether the problem is already shown at its place
 */
function answered(entry, message) {
    if (entry.action === "house.pair") {
        desk.with(pairing, (form) => form.answered(entry, message));
        return true;
    }
    if (!isOwnAction(entry.action)) {
        return panels.isReady && panels.answered(entry, message);
    }
    if (entry.action === "waitlist.edit") {
        party?.answered(entry, message);
    }
    if (entry.action !== "waitlist.add") {
        return false;
    }
    if (message.type === "ack") {
        added(entry, message);
        return false;
    }
    const isOld = sync.clock.now() - Date.parse(entry.at) > lateAfterMs;
    const { name, size } = entry.args;
    return !isOld && !askedBefore.has(entry.id) && form.show(String(name), Number(size), message.problems ?? []);
}

/**
 * Continues after a party was added, by seating it if that was requested.
 * @param {Entry} entry
 * @param {any} message its ack
 */
function added({ id, args, note }, { rev, result = {} }) {
    const key = String(result.party);
    lists.rename(id, key);
    const number = typeof result.number === "number" ? result.number : undefined;
    const name = calledName({ name: String(args.name), number });
    desk.deeds.rename(id, name);
    if (typeof note.seat === "object") {
        desk.deeds.goOn(id, rev, "waitlist.seat", { party: key, .../** @type {object} */ (note.seat) }, name);
        draw(true);
    }
}

/**
 * The page's own report of a refused change, if it knows more than the hub's answer says.
 * @param {Entry} entry
 * @param {any} message its reject
 * @returns {import("../../../js/ui/desk.js").Refused | undefined}
 */
function refused({ action, args, note }, message) {
    const name = String(note.name ?? "");
    const why = String(message.message ?? "");
    if (action === "waitlist.call_next" && message.code === "conflict") {
        // The reason alone is enough: nobody was called.
        return { sentence: (shown) => why.replace(name, () => shown), isNews: true };
    }
    if (message.reason === "waitlist.not_in_state") {
        return { sentence: (shown) => text("wasAlready", { name: shown, why }) };
    }
    const problem = (message.problems ?? []).find(
        (/** @type {any} */ each) => each.reason === "waitlist.field_changed",
    );
    if (action !== "waitlist.edit" || !problem) {
        return undefined;
    }
    const field = texts.fields[problem.field];
    const theirs = [problem.current ?? ""].flat().join(", ");
    const mine = [args[problem.field] ?? ""].flat().join(", ");
    return {
        sentence: (shown) => theirs === ""
            ? text("otherEmptied", { name: shown, field, mine })
            : text("otherChanged", { name: shown, field, theirs, mine }),
    };
}

// MARK: Drawing

/** @param {boolean} isOwn whether it shows a change made here */
function draw(isOwn) {
    const rows = predicted();
    const settings = sync.doc(houseView)?.venue;
    const isKnown = sync.doc(hostView) !== null;
    desk.drawFrame(settings);
    joining.know(settings);
    isNumbered = settings?.labels === "number";
    if (isKnown) {
        pending.know(rows.pending);
        if (drawn && !isOwn) {
            tellOfLeaving(drawn, rows);
        }
        drawn = rows;
    }
    panels.render({ isHeld: hold.isActive });
    if (!hold.isActive) {
        drawLists(rows, isKnown);
    }
    const counts = { pending: rows.pending.length, ready: rows.ready.length, waiting: rows.waiting.length };
    desk.drawn(counts.pending > 0 ? text("summaryPending", counts) : text("summary", counts));
}

/**
 * @param {Lists} rows
 * @param {boolean} isKnown
 */
function drawLists(rows, isKnown) {
    const { waiting, gone } = rows;
    // The counts are unknown before the first document.
    const count = (/** @type {Row[]} */ list) => (isKnown ? String(list.length) : "");
    for (const name of /** @type {const} */ (["ready", "waiting"])) {
        setText(byId(`${name}-count`, HTMLElement), count(rows[name]));
        setText(byId(`${name}-tab-count`, HTMLElement), count(rows[name]));
        byId(`${name}-none`, HTMLElement).hidden = !isKnown || rows[name].length > 0;
    }
    setText(byId("gone-count", HTMLElement), count(gone));
    byId("gone-none", HTMLElement).hidden = gone.length > 0;
    drawParty(rows, isKnown);
    lists.render({ ...rows, gone: goneSheet.open ? gone : [] }, context());
    pending.render(rows.pending);
    nextCall.render(waiting);
    notices.render(sync.doc(noticeView)?.notices ?? {});
    finder.render();
}

/**
 * Draws the sheet of the opened party, and gives back typed texts about parties that left the list.
 * @param {Lists} rows
 * @param {boolean} isKnown
 */
function drawParty(rows, isKnown) {
    if (!isKnown) {
        return;
    }
    const all = new Map(Object.values(rows).flat().map((row) => [row.key, row]));
    if (party && party.key !== "" && opened) {
        const leftAt = opened.leftAt ?? new Date(wallMs()).toISOString();
        // The hub no longer has the party: its addition was undone.
        opened = all.get(party.key) ?? { ...opened, status: "removed", leftAt, isNew: true };
        party.update(opened, context());
    }
    for (const key of drafts.parties.filter((each) => each !== party?.key)) {
        const row = all.get(key);
        if (!row || row.leftAt) {
            giveBack(key, row);
        }
    }
    const [last] = drafts.parties.slice(-1);
    if (!isResumed && last !== undefined) {
        openParty(last);
    }
    isResumed = true;
}

/**
 * Moves the text typed about a party that has left to the refused changes, where it can be copied or tried again.
 * @param {string} key
 * @param {Row} [row]
 */
function giveBack(key, row) {
    const args = { party: key, ...typedArgs(drafts.of(key) ?? {}) };
    drafts.keep(key, undefined);
    desk.deeds.refusals.add({
        id: `draft-${key}`, action: "waitlist.edit", args, name: row?.name ?? "",
        sentence: texts.leftMeanwhile[row?.status ?? "removed"](mark), at: new Date(desk.nowMs).toISOString(),
    });
}

/**
 * Reports parties that left the list or were removed by another host.
 * @param {Lists} before
 * @param {Lists} rows
 */
function tellOfLeaving(before, rows) {
    const here = new Set([...before.pending, ...before.waiting, ...before.ready].map(({ key }) => key));
    const left = rows.gone.filter(({ key, status }) => here.has(key) && status === "cancelled");
    // Leaves out parties that this host has removed, even by redo.
    const own = desk.deeds.deeds.filter(({ action }) => action === "waitlist.cancel");
    const others = left.filter((row) => !own.some(({ name }) => name === calledName(row)));
    if (others.length > 0) {
        desk.tell(others.map((row) => text("hasLeft", { name: calledName(row) })).join(" "));
    }
}

/** @param {"ready" | "waiting"} name of the list shown on a phone */
function turn(name) {
    main.dataset.shown = name;
    for (const each of ["ready", "waiting"]) {
        byId(`show-${each}`, HTMLButtonElement).ariaPressed = String(each === name);
    }
}

function find() {
    desk.open(byId("find", HTMLDialogElement));
    finder.render();
}

for (const name of /** @type {const} */ (["ready", "waiting"])) {
    byId(`show-${name}`, HTMLButtonElement).addEventListener("click", () => turn(name));
}
byId("open-find", HTMLButtonElement).addEventListener("click", find);
byId("open-pair", HTMLButtonElement).addEventListener("click", () => {
    desk.with(pairing, () => desk.open(byId("pair", HTMLDialogElement)));
});
byId("open-gone", HTMLButtonElement).addEventListener("click", () => {
    desk.open(goneSheet);
    desk.render();
});
wireKeys(
    {
        n: () => form.focus(),
        c: () => nextCall.button.click(),
        u: () => desk.deeds.takeBackLast(),
        "/": find,
        "?": () => desk.open(byId("keys", HTMLDialogElement)),
    },
    (size) => {
        form.focus();
        form.choose(size);
    },
);
window.addEventListener("pagehide", () => {
    form.keepDraft();
    party?.keepDraft();
});
void panels.ready.then(desk.render);
desk.start();
if (!form.opener.getClientRects().length) {
    form.focus();
}
