// @ts-check
import { Announcer } from "../js/announcer.js";
import { byId, oncePerFrame, setText } from "../js/dom.js";
import { House } from "../js/house.js";
import { LifeSign } from "../js/life.js";
import { pageState } from "../js/page.js";
import { ScreenPairing } from "../js/pairing.js";
import { signInState } from "../js/signedout.js";
import { Sync } from "../js/tablecast.js";
import { wireAway } from "./away.js";
import { CallNext } from "./callnext.js";
import { CodeDialog } from "./code.js";
import { measureCover } from "./cover.js";
import { Deeds } from "./deeds.js";
import { wireDialogs } from "./dialogs.js";
import { AddForm } from "./form.js";
import { Hold } from "./hold.js";
import { ListsView } from "./lists.js";
import { knownParties, newcomers, remember } from "./newcomers.js";
import { Notices } from "./notices.js";
import { Pending } from "./pending.js";
import { predict } from "./predict.js";
import { Refused } from "./refused.js";
import { texts } from "./texts.js";

/** @typedef {import("./predict.js").Row} Row */

const nextActions = /** @type {Record<string, string>} */ ({
    pending: "waitlist.confirm",
    waiting: "waitlist.ready",
    ready: "waitlist.seat",
});
/** A second step of the same party within this time is the second tap of a double tap. */
const stepApartMs = 450;
/** After this time nobody looks where an answer would be shown. */
const lateAfterMs = 10_000;

const state = pageState();
const house = new House(() => sync.clock.now());
const { time } = house;
const render = oncePerFrame(draw);
/** @type {Sync} */
const sync = new Sync({
    role: state.role ?? "host",
    views: ["waitlist/host", "notice/display", "house/settings"],
    state,
    isWatchful: true,
    changed: render,
    answered,
    renewed: () => deeds.forget(),
});
const announcer = new Announcer(byId("announcer", HTMLElement));
const recentPlace = `tablecast.${state.venue}.${state.epoch}.recent`;
const refusedPlace = `tablecast.${state.venue}.refused`;
const refused = new Refused(refusedPlace, time, tryAgain, (change) =>
    lists.around(change),
);
const deeds = new Deeds(sync, time, announcer, recentPlace, refused);
const form = new AddForm((name, size) => add({ name, size }, name));
const pairing = new ScreenPairing(sync, state);
const code = new CodeDialog(state.venue, state.role ?? "host");
const pendingPart = new Pending(announcer, (keys) => {
    // Another host may have confirmed one of them meanwhile.
    const { pending } = predicted();
    keys.filter((key) => pending.some((row) => row.key === key)).forEach((key) =>
        act(key, "waitlist.cancel"),
    );
});
const notices = new Notices(deeds, () => sync.clock.now(), time);
const sign = new LifeSign(byId("sign", HTMLElement), texts, time, render);
const lists = new ListsView(
    {
        pending: byId("pending", HTMLElement),
        ready: byId("ready", HTMLElement),
        waiting: byId("waiting", HTMLElement),
        gone: byId("gone", HTMLElement),
    },
    { step, act, move, discard, say: warn },
);
const nextCall = new CallNext({
    call: callNext,
    nameOf: calledName,
    changed: render,
    refused: () => warn(texts.justMoved),
});
/** What an earlier page asked for, and has not been answered. */
const askedBefore = new Set(sync.outbox.entries.map(({ id }) => id));
const gonePart = byId("gone-part", HTMLDetailsElement);
const hold = new Hold([pendingPart.part, byId("lists", HTMLElement), gonePart], render);
/** @type {Map<string, number>} */
const steppedAtMs = new Map();
let isGoingToThePad = false;
let said = "";
/** Whether the screens call the parties by their numbers. */
let isNumbered = false;

function predicted() {
    return predict(sync.doc("waitlist/host"), sync.outbox.entries);
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
 * A party as the host calls it: with its number where the screens show numbers.
 * @param {{name: string, number?: number}} row
 */
function calledName({ name, number }) {
    return isNumbered && number !== undefined ? texts.numbered(number, name) : name;
}

/** @param {string} key */
function step(key) {
    const row = rowOf(key);
    const isDoubleTap = performance.now() - (steppedAtMs.get(key) ?? -Infinity) < stepApartMs;
    if (row && !isDoubleTap) {
        steppedAtMs.set(key, performance.now());
        if (row.status === "pending") {
            pendingPart.leadOn(key);
        }
        act(key, row.leftAt ? "waitlist.restore" : nextActions[row.status]);
    }
}

/**
 * @param {string} key
 * @param {string} action
 * @param {import("../js/tablecast.js").JSONObject} [args]
 */
function act(key, action, args = {}) {
    const row = rowOf(key);
    const isGone = Boolean(row?.leftAt) && action !== "waitlist.restore";
    if (row && !row.isNew && !isGone) {
        deeds.perform(action, { party: key, ...args }, calledName(row));
    }
}

/**
 * @param {string} key
 * @param {-1 | 1} direction
 */
function move(key, direction) {
    const { waiting } = predicted();
    const index = waiting.findIndex((row) => row.key === key);
    const beside = waiting[index + direction];
    if (index >= 0 && beside && !beside.isNew) {
        act(key, "waitlist.move", { [direction < 0 ? "before" : "after"]: beside.key });
    }
}

/**
 * @param {Row} row whom the button promised
 * @param {number} [sizeMax]
 */
function callNext(row, sizeMax) {
    /** @type {import("../js/tablecast.js").JSONObject} */
    const args = { expect: row.key };
    if (sizeMax !== undefined) {
        args.sizeMax = sizeMax;
    }
    deeds.perform("waitlist.call_next", args, calledName(row));
}

/**
 * @param {import("../js/tablecast.js").JSONObject} args
 * @param {string} name
 */
function add(args, name) {
    const known = knownParties(sync.doc("waitlist/host"));
    deeds.perform("waitlist.add", args, name, { known });
}

/**
 * Asks once more for what was refused. Whoever saves an edit again wants to replace what is there
 * now.
 * @param {import("./refused.js").Refusal} refusal
 */
function tryAgain({ action, args, name }) {
    if (action === "waitlist.add") {
        add(args, name);
        return;
    }
    const row = rowOf(String(args.party));
    const again = { ...args };
    if (row && again.was) {
        const fields = /** @type {(keyof Row)[]} */ (Object.keys(again.was));
        again.was = Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
    }
    deeds.perform(action, again, name);
}

/** @param {string} key */
function discard(key) {
    lists.views.get(key)?.close();
    render();
}

/** @param {string} sentence */
function warn(sentence) {
    announcer.warn(sentence);
}

/**
 * @param {import("../js/tablecast.js").Entry} entry
 * @param {any} message
 */
function answered(entry, message) {
    if (entry.action === "house.pair") {
        pairing.answered(entry, message);
        return;
    }
    if (message.type === "ack") {
        if (entry.action === "waitlist.add") {
            const party = String(message.result?.party);
            remember(sync.outbox.entries, party);
            lists.rename(entry.id, party);
            const name = String(entry.args.name);
            deeds.rename(entry.id, calledName({ name, number: message.result?.number }));
        }
        deeds.acknowledged(entry, message);
        return;
    }
    const isOld = sync.clock.now() - Date.parse(entry.at) > lateAfterMs;
    const isLate = isOld || askedBefore.has(entry.id);
    const isAtFields = showAtFields(entry, message.problems ?? [], isLate);
    const isWritten = ["waitlist.add", "waitlist.edit", "notice.post"].includes(entry.action);
    deeds.rejected(entry, message, isAtFields, isLate || isWritten);
}

/**
 * @param {import("../js/tablecast.js").Entry} entry
 * @param {import("../js/problems.js").Problem[]} problems
 * @param {boolean} isLate
 */
function showAtFields({ action, args }, problems, isLate) {
    if (action === "waitlist.edit") {
        return Boolean(lists.views.get(String(args.party))?.details.show(args, problems));
    }
    const isAdded = action === "waitlist.add" && !isLate;
    return isAdded && form.show(String(args.name), Number(args.size), problems);
}

function draw() {
    const { pending, ready, waiting, gone } = predicted();
    for (const [id, party] of newcomers(sync.doc("waitlist/host"), sync.outbox.entries)) {
        lists.rename(id, party);
    }
    const nowMs = sync.clock.now();
    const settings = /** @type {any} */ (sync.doc("house/settings"))?.venue;
    house.know(settings);
    code.know(settings);
    sign.show(sync.life, sync.asOfMs, sync.silentMs);
    drawWaitingChanges();
    setText(byId("clock", HTMLElement), time(nowMs));
    isNumbered = settings?.labels === "number";
    const context = { time, nowMs, isOffline: sync.life !== "live", isNumbered };
    const isKnown = sync.doc("waitlist/host") !== null;
    if (isKnown) {
        pendingPart.know(pending);
    }
    const isHeld = hold.isActive;
    const before = lists.positions();
    const shown = { pending, ready, waiting, gone: gonePart.open ? gone : [] };
    lists.render(lists.withUnsaved(shown, gone), context, isHeld);
    nextCall.render(waiting, isHeld);
    if (!isHeld) {
        // Before the first document nobody knows whether anybody is there.
        const count = (/** @type {Row[]} */ rows) => (isKnown ? String(rows.length) : "");
        pendingPart.render(pending);
        setText(byId("ready-count", HTMLElement), count(ready));
        setText(byId("waiting-count", HTMLElement), count(waiting));
        setText(byId("gone-count", HTMLElement), count(gone));
        byId("ready-none", HTMLElement).hidden = !isKnown || ready.length > 0;
        byId("waiting-none", HTMLElement).hidden = !isKnown || waiting.length > 0;
        const doc = /** @type {any} */ (sync.doc("notice/display"));
        notices.render(doc?.notices ?? {});
        lists.settle(before);
    }
    say(texts.summary(pending.length, ready.length, waiting.length));
    if (!hold.isActive) {
        // Under a finger the rows wait, and so does the news that they have been painted.
        sync.painted("waitlist/host");
        sync.painted("notice/display");
        sync.painted("house/settings");
    }
}

function drawWaitingChanges() {
    const count = sync.outbox.waitingCount;
    const isShown = count > 0 && sync.life !== "live";
    setText(byId("waiting-changes", HTMLElement), isShown ? texts.changesWaiting(count) : "");
    const signedOut = byId("signed-out", HTMLElement);
    if (signedOut.hidden && sync.life === "refused") {
        goOn();
    }
    signedOut.hidden = sync.life !== "refused";
    setText(signedOut, texts.signedOut);
}

/** Where it is only the PIN that is missing, a reload leads to where it is entered. */
async function goOn() {
    const signIn = await signInState(state.venue, state.role ?? "host");
    if (signIn === "good") {
        // The PIN was entered in another window.
        sync.start();
    } else if (signIn === "locked") {
        // What waits to be sent is kept, and sent once the PIN has been entered.
        isGoingToThePad = true;
        location.reload();
    }
}

/** @param {string} summary */
function say(summary) {
    const sentence = document.documentElement.dataset.life === "stale" ? texts.offline : summary;
    if (said !== "" && sentence !== said) {
        announcer.say(sentence);
    }
    said = sentence;
}

gonePart.addEventListener("toggle", render);
window.addEventListener("beforeunload", (event) => {
    const isUnsaved = sync.outbox.waitingCount > 0 || lists.hasUnsaved;
    if (isUnsaved && !isGoingToThePad) {
        event.preventDefault();
    }
});
window.setInterval(render, 10_000);
wireAway(state, deeds);
wireDialogs([deeds.toast.element, announcer.region]);
measureCover([byId("top", HTMLElement), byId("add", HTMLElement)], deeds.toast.element);
draw();
sync.start();
byId("name", HTMLInputElement).focus();
