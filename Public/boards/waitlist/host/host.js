// @ts-check
import { Announcer } from "../../../js/ui/announcer.js";
import { copyText } from "../../../js/ui/copy.js";
import { byId, oncePerFrame, setText } from "../../../js/dom.js";
import { PINGate } from "../../../js/ui/gate.js";
import { Hours } from "../../../js/hours.js";
import { House } from "../../../js/house.js";
import { LifeSign } from "../../../js/ui/life.js";
import { elapsedMs, runEvery } from "../../../js/now.js";
import { pageLanguage, pageState } from "../../../js/page.js";
import { ScreenPairing } from "../../house/pairing.js";
import { Sync } from "../../../js/tablecast.js";
import { inWords, writeTimesBy } from "../../../js/texts.js";
import { askBeforeLeaving, showUnsent } from "../../../js/ui/unsent.js";
import { wireAway } from "./away.js";
import { CallNext } from "./callnext.js";
import { CodeDialog } from "./code.js";
import { measureCover } from "../../../js/ui/cover.js";
import { Deeds } from "./deeds.js";
import { wireDialogs } from "./dialogs.js";
import { Drafts } from "./drafts.js";
import { AddForm } from "./form.js";
import { TapGuard } from "../../../js/ui/guard.js";
import { Hold } from "../../../js/ui/hold.js";
import { PageMenu } from "../../../js/ui/pagemenu.js";
import { Panels } from "../../../js/ui/panels.js";
import { ListsView } from "./lists.js";
import { Standing } from "../../../js/ui/standing.js";
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
/** A second step of the same party by the keyboard within this time is a mistake. */
const stepApartMs = 450;
/** The boards whose changes the page itself asks for; the answers to others are for the panels. */
const boards = ["waitlist", "notice", "house"];
/** After this time nobody looks at the form any more, where an answer would be shown. */
const lateAfterMs = 10_000;

const views = ["waitlist/host", "notice/display", "house/settings"];

const state = pageState();
const hours = new Hours(pageLanguage());
const house = new House(() => sync.clock.now(), hours);
writeTimesBy((time) => hours.write(time));
const { time } = house;
const render = oncePerFrame(draw);
/** @type {Sync} */
const sync = new Sync({
    role: state.role ?? "host",
    views,
    state,
    changed: render,
    answered: (entry, answer) => answered(entry, inWords(answer, entry.action)),
    locked: (id, again, leave) => gate.demand(id, again, leave),
    renewed: () => deeds.forget(),
    failed: (failure) => panels.failed(failure),
});
const announcer = new Announcer(byId("announcer", HTMLElement));
/** Only an owner's browser is asked: a host's has entered the PIN before it got here. */
const gate = new PINGate(state.venue, announcer);
const recentPlace = `tablecast.${state.venue}.${state.epoch}.recent`;
const refusedPlace = `tablecast.${state.venue}.refused`;
const drafts = new Drafts(`tablecast.${state.venue}.drafts`);
const guard = new TapGuard(() => warn(texts.justMoved));
const around = (/** @type {() => void} */ change, /** @type {boolean} */ isByOthers) =>
    lists.around(change, isByOthers);
const refused = new Refused(refusedPlace, time, tryAgain, around, copy);
const deeds = new Deeds(sync, time, announcer, recentPlace, refused, guard);
const form = new AddForm(
    (name, size) => add({ name, size }, name),
    `tablecast.${state.venue}.adding`,
);
const pairing = new ScreenPairing(sync, state);
const standing = new Standing(sync, {
    venue: state.venue,
    view: views[0],
    role: state.role ?? "host",
    parts: "#add, #pending-part, #panels, #lists, #gone-part, #open-recent, #open-tools, #tools, #toast",
    sentence: texts.signedOut,
});
const code = new CodeDialog(state.venue, state.role ?? "host");
const pendingPart = new Pending(announcer, (keys) => {
    // Another host may have confirmed one of them meanwhile.
    const { pending } = predicted();
    keys.filter((key) => pending.some((row) => row.key === key)).forEach((key) =>
        act(key, "waitlist.cancel"),
    );
});
const notices = new Notices(deeds, () => sync.clock.now(), time);
const sign = new LifeSign(byId("sign", HTMLElement), time, render);
const lists = new ListsView(
    {
        pending: byId("pending", HTMLElement),
        ready: byId("ready", HTMLElement),
        waiting: byId("waiting", HTMLElement),
        gone: byId("gone", HTMLElement),
    },
    { step, act, move, discard, refuse, copy, say: warn, drafts },
    guard,
);
const nextCall = new CallNext({
    call: callNext,
    nameOf: calledName,
    changed: render,
    guard,
});
/** What an earlier page asked for, and has not been answered. */
const askedBefore = new Set(sync.outbox.entries.map(({ id }) => id));
const gonePart = byId("gone-part", HTMLDetailsElement);
const panelsPlace = byId("panels", HTMLElement);
const panels = new Panels(panelsPlace, {
    sync,
    state,
    perform,
    hours,
    learn: (/** @type {Parameters<Deeds["learn"]>[0]} */ done) => deeds.learn(done),
    around: (/** @type {() => void} */ change) => around(change, false),
    acknowledged: (/** @type {Parameters<Deeds["acknowledged"]>} */ ...answer) =>
        deeds.acknowledged(...answer),
    rejected: (/** @type {Parameters<Deeds["rejected"]>} */ ...answer) => deeds.rejected(...answer),
    render,
    guests: [announcer.region],
});
void panels.ready.then(render);
const hold = new Hold(
    [pendingPart.part, panelsPlace, byId("lists", HTMLElement), gonePart],
    render,
);
/** @type {Map<string, number>} */
const steppedAtMs = new Map();
/**
 * The documents that were drawn last.
 * @type {unknown[]}
 */
let drawn = [];
let said = "";
/** The parties about which something was typed before this page was loaded; shown once. */
let typedBefore = drafts.parties;
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

/**
 * @param {string} key
 * @param {boolean} isByKeyboard
 */
function step(key, isByKeyboard) {
    const row = rowOf(key);
    const isSoon = elapsedMs() - (steppedAtMs.get(key) ?? -Infinity) < stepApartMs;
    if (row && !(isByKeyboard && isSoon)) {
        steppedAtMs.set(key, elapsedMs());
        if (row.status === "pending") {
            pendingPart.leadOn(key);
        }
        act(key, row.leftAt ? "waitlist.restore" : nextActions[row.status]);
    }
}

/**
 * @param {string} key
 * @param {string} action
 * @param {import("../../../js/tablecast.js").JSONObject} [args]
 */
function act(key, action, args = {}) {
    const row = rowOf(key);
    const isGone = Boolean(row?.leftAt) && action !== "waitlist.restore";
    // The second tap of a double tap comes after the step has been taken.
    const isDone = action === "waitlist.unready" && row?.status !== "ready";
    if (row && !row.isNew && !isGone && !isDone) {
        perform(action, { party: key, ...args }, calledName(row));
    }
}

/**
 * Asks for a change, and shows it at once, before anything that another device does.
 * @param {Parameters<Deeds["perform"]>} change
 */
function perform(...change) {
    const id = deeds.perform(...change);
    draw();
    return id;
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
    /** @type {import("../../../js/tablecast.js").JSONObject} */
    const args = { expect: row.key };
    if (sizeMax !== undefined) {
        args.sizeMax = sizeMax;
    }
    perform("waitlist.call_next", args, calledName(row));
}

/**
 * @param {import("../../../js/tablecast.js").JSONObject} args
 * @param {string} name
 */
function add(args, name) {
    perform("waitlist.add", args, name);
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
    perform(action, again, name);
}

/** @param {string} key */
function discard(key) {
    const view = lists.views.get(key);
    view?.discard();
    view?.moreButton.focus({ preventScroll: true });
    render();
}

/** @param {HTMLElement} control whose tap was not taken */
function refuse(control) {
    guard.show(control);
}

/** @param {string} text */
function copy(text) {
    const isCopied = copyText(text);
    const sentence = isCopied ? texts.copied : texts.notCopied;
    deeds.toast.show([document.createTextNode(sentence)], !isCopied);
    warn(sentence);
}

/** @param {string} sentence */
function warn(sentence) {
    announcer.warn(sentence);
}

/**
 * @param {import("../../../js/tablecast.js").Entry} entry
 * @param {any} message
 */
function answered(entry, message) {
    if (entry.action === "house.pair") {
        pairing.answered(entry, message);
        return;
    }
    const isOfPanel = !boards.includes(entry.action.split(".")[0]);
    if (isOfPanel && panels.answered(entry, message)) {
        return;
    }
    if (message.type === "ack") {
        if (entry.action === "waitlist.add") {
            added(entry, message);
        }
        deeds.acknowledged(entry, message);
        return;
    }
    const isOld = sync.clock.now() - Date.parse(entry.at) > lateAfterMs;
    const isLate = isOld || askedBefore.has(entry.id);
    const isAtFields = showAtFields(entry, message.problems ?? [], isLate);
    deeds.rejected(entry, message, isAtFields);
}

/**
 * A party has been added; if it was to be seated at once, that comes next.
 * @param {import("../../../js/tablecast.js").Entry} entry
 * @param {any} message its ack
 */
function added({ id, args, note }, { rev, result = {} }) {
    const party = String(result.party);
    lists.rename(id, party);
    const number = typeof result.number === "number" ? result.number : undefined;
    const name = calledName({ name: String(args.name), number });
    deeds.rename(id, name);
    if (typeof note.seat === "object") {
        deeds.goOn(id, rev, "waitlist.seat", { party, .../** @type {object} */ (note.seat) }, name);
        draw();
    }
}

/**
 * @param {import("../../../js/tablecast.js").Entry} entry
 * @param {import("../../../js/ui/problems.js").Problem[]} problems
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
    guard.learn();
    const { pending, ready, waiting, gone } = predicted();
    const nowMs = sync.clock.now();
    const settings = sync.doc("house/settings")?.venue;
    house.know(settings);
    code.know(settings);
    sign.show(sync.life, sync.asOfMs, sync.silentMs);
    showUnsent(sync, sync.life === "live");
    standing.show(sync.life === "refused");
    setText(byId("clock", HTMLElement), time(nowMs));
    isNumbered = settings?.labels === "number";
    const context = { time, nowMs, isOffline: sync.life !== "live", isNumbered };
    const isKnown = sync.doc("waitlist/host") !== null;
    if (isKnown) {
        pendingPart.know(pending);
    }
    const isHeld = hold.isActive;
    const before = lists.positions();
    const resumed = isKnown ? typedBefore : [];
    if (resumed.some((key) => gone.some((row) => row.key === key))) {
        gonePart.open = true;
    }
    const shown = { pending, ready, waiting, gone: gonePart.open ? gone : [] };
    lists.render(lists.withUnsaved(shown, gone), context, isHeld);
    if (isKnown) {
        resumed.forEach((key) => lists.resume(key));
        typedBefore = [];
    }
    nextCall.render(waiting, isHeld);
    panels.render({ isHeld });
    if (!isHeld) {
        // Before the first document nobody knows whether anybody is there.
        const count = (/** @type {Row[]} */ rows) => (isKnown ? String(rows.length) : "");
        pendingPart.render(pending);
        setText(byId("ready-count", HTMLElement), count(ready));
        setText(byId("waiting-count", HTMLElement), count(waiting));
        setText(byId("gone-count", HTMLElement), count(gone));
        byId("ready-none", HTMLElement).hidden = !isKnown || ready.length > 0;
        byId("waiting-none", HTMLElement).hidden = !isKnown || waiting.length > 0;
        notices.render(sync.doc("notice/display")?.notices ?? {});
        const documents = [...views, ...panels.views].map((view) => sync.doc(view));
        const isNews = documents.some((each, index) => each !== drawn[index]);
        lists.settle(before, isNews && Boolean(drawn[0]));
        drawn = documents;
    } else {
        guard.look(true);
    }
    say(texts.summary(pending.length, ready.length, waiting.length));
}

/** @param {string} summary */
function say(summary) {
    const isLost = document.documentElement.dataset.life === "stale";
    announcer.sayLost(isLost, texts.offline);
    if (!isLost && said !== "" && summary !== said) {
        announcer.say(summary);
    }
    // When the connection is back, it is said how the lists are.
    said = isLost ? texts.offline : summary;
}

gonePart.addEventListener("toggle", render);
window.addEventListener("pagehide", () => {
    form.keepDraft();
    lists.keepDrafts();
});
askBeforeLeaving(() => {
    const isUnsaved = sync.outbox.waitingCount > 0 || lists.hasUnsaved;
    return isUnsaved && !standing.isGoingToThePad;
});
runEvery(10_000, render);
wireAway(state, deeds);
wireDialogs([announcer.region]);
measureCover(
    [byId("top", HTMLElement), byId("add", HTMLElement)],
    pendingPart.part,
);
new PageMenu(state);
draw();
sync.start();
byId("name", HTMLInputElement).focus();
