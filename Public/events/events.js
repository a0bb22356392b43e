// @ts-check
import { Announcer } from "../js/announcer.js";
import { byId, oncePerFrame, setText } from "../js/dom.js";
import { LifeSign } from "../js/life.js";
import { pageState, pageTimeZone } from "../js/page.js";
import { Sync } from "../js/tablecast.js";
import { dayWriter, secondsWriter, timeWriter } from "../js/times.js";
import { JournalStream } from "./stream.js";
import { rowsMax, Tail } from "./tail.js";
import { texts } from "./texts.js";
import { eventWords, Names } from "./words.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

const batchCount = 200;

const state = pageState();
const role = state.role ?? "engineer";
const time = timeWriter(pageTimeZone(), () => sync.clock.now());
const dayOf = dayWriter(pageTimeZone());
const render = oncePerFrame(draw);
const names = new Names();
// The names of the parties, the server's clock, and the word of the server on how far the journal
// is: only with that can one tell a quiet journal from a stream that has died.
const sync = new Sync({ role, views: ["waitlist/host"], state, changed: synced });
const stream = new JournalStream(state.venue, role, Math.max(0, state.rev - batchCount), {
    came,
    changed: render,
    forgotten,
    refused: () => sync.refused(),
});
const tail = new Tail(
    byId("scroll", HTMLElement),
    byId("events", HTMLElement),
    open,
    names,
    secondsWriter(pageTimeZone(), () => sync.clock.now()),
);
const announcer = new Announcer(byId("announcer", HTMLElement));
const sign = new LifeSign(byId("sign", HTMLElement), texts, time, render);
const freshButton = byId("fresh", HTMLButtonElement);
const earlierButton = byId("earlier", HTMLButtonElement);
const filterText = byId("filter-text", HTMLInputElement);
const filterBoard = byId("filter-board", HTMLSelectElement);
const filterActor = byId("filter-actor", HTMLSelectElement);

/**
 * What came while somebody was reading.
 * @type {JournalEvent[]}
 */
let fresh = [];
let freshCount = 0;
/** Whether events between the last row and the fresh ones have been let go. */
let hasHole = false;
let asOfMs = sync.asOfMs;
let behindSinceMs = 0;
let hasSaidOffline = false;
/** How many events the live region has not told of yet. */
let unsaidCount = 0;
let wasSynced = false;
let hasSynced = false;
let day = "";
/** @type {unknown} */
let learnt = null;

/** @param {JournalEvent[]} events */
function came(events) {
    events.forEach((event) => names.learn(event));
    if (tail.isFollowing && fresh.length === 0) {
        tail.append(events);
    } else {
        fresh.push(...events);
        freshCount += events.length;
        if (fresh.length > rowsMax) {
            fresh = fresh.slice(-rowsMax);
            hasHole = true;
        }
    }
    if (hasSaidOffline || document.documentElement.dataset.life === "live") {
        unsaidCount = (announcer.isWaiting ? unsaidCount : 0) + events.length;
        announcer.say(texts.arrived(unsaidCount));
    }
    render();
}

function follow() {
    if (hasHole) {
        tail.clear();
    }
    tail.close();
    tail.append(fresh);
    fresh = [];
    freshCount = 0;
    hasHole = false;
    render();
}

function forgotten() {
    tail.clear();
    fresh = [];
    freshCount = 0;
    hasHole = false;
    stream.rev = 0;
}

async function loadEarlier() {
    const first = tail.first?.rev ?? 0;
    if (first <= 1 || earlierButton.ariaDisabled === "true") {
        return;
    }
    earlierButton.ariaDisabled = "true";
    try {
        const events = await stream.range(Math.max(0, first - 1 - batchCount), first - 1);
        events.forEach((event) => names.learn(event));
        if (tail.prepend(events)) {
            hasHole = true;
        }
    } catch {
        // Not connected: the page says so, and the button is still there.
    }
    earlierButton.ariaDisabled = "false";
    render();
}

/** @param {JournalEvent | null} event */
function open(event) {
    byId("opened", HTMLElement).hidden = !event;
    byId("desk", HTMLElement).classList.toggle("is-open", Boolean(event));
    if (event) {
        setText(byId("opened-title", HTMLElement), texts.event(event.rev));
        byId("opened-words", HTMLElement).replaceChildren(...eventWords(event, names));
        setText(byId("opened-json", HTMLElement), JSON.stringify(event, null, 2));
    }
}

function synced() {
    const doc = sync.doc("waitlist/host");
    const isSynced = sync.life === "live";
    if (isSynced && !wasSynced) {
        // The server is there (again), which the stream need not find out by itself.
        if (hasSynced) {
            stream.renew();
        } else {
            stream.wake();
        }
        hasSynced = true;
    }
    wasSynced = isSynced;
    if (doc !== learnt) {
        learnt = doc;
        names.learnAll(doc);
        tail.rename();
    }
    render();
}

/**
 * Live is only what has every event that the server has told of.
 * @returns {"live" | "stale" | "refused"}
 */
function life() {
    if (sync.life !== "live" || !stream.isOpen) {
        return sync.life === "refused" ? "refused" : "stale";
    }
    if (stream.rev >= sync.venueRev) {
        behindSinceMs = 0;
        asOfMs = sync.clock.now();
        return "live";
    }
    // A diff may well come before the event: they take different ways.
    behindSinceMs ||= performance.now();
    if (performance.now() - behindSinceMs < 3000) {
        return "live";
    }
    if (performance.now() - behindSinceMs > 10_000) {
        behindSinceMs = 0;
        stream.renew();
    }
    return "stale";
}

/**
 * @param {JournalEvent} event
 * @param {string} text
 */
function matches(event, text) {
    const wanted = filterText.value.trim().toLocaleLowerCase();
    return (
        (filterBoard.value === "" || event.board === filterBoard.value) &&
        (filterActor.value === "" || event.actor.split(":")[0] === filterActor.value) &&
        (wanted === "" || text.toLocaleLowerCase().includes(wanted))
    );
}

function draw() {
    const now = life();
    const today = dayOf(sync.clock.now());
    if (today !== day) {
        day = today;
        tail.retime();
    }
    const first = tail.first?.rev ?? 1;
    const all = tail.events.size;
    const shown = tail.list.querySelectorAll("li:not([hidden])").length;
    sign.show(now, asOfMs);
    freshButton.hidden = freshCount === 0;
    setText(freshButton, texts.fresh(freshCount));
    earlierButton.hidden = first <= 1;
    byId("none", HTMLElement).hidden = all > 0 || now !== "live";
    const count = shown === all ? texts.shown(all, first > 1) : texts.matching(shown, all);
    setText(byId("filter-count", HTMLElement), count);
    if (tail.isFollowing) {
        // What has come or gone around the rows may have moved the last one out of view.
        tail.toEnd();
    }
    if (document.documentElement.dataset.life === "stale" && !hasSaidOffline) {
        hasSaidOffline = true;
        announcer.say(texts.offline);
    } else if (now === "live") {
        hasSaidOffline = false;
    }
}

function refilter() {
    tail.filter(matches);
    render();
}

byId("filters", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
for (const field of [filterText, filterBoard, filterActor]) {
    field.addEventListener("input", refilter);
}
byId("close", HTMLButtonElement).addEventListener("click", () => {
    const row = tail.open;
    tail.close();
    row?.focus();
});
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && tail.open) {
        const row = tail.open;
        tail.close();
        row.focus();
    }
});
freshButton.addEventListener("click", follow);
earlierButton.addEventListener("click", loadEarlier);
tail.scroll.addEventListener("scroll", () => {
    if (tail.isFollowing && fresh.length > 0) {
        follow();
    }
});
tail.matches = matches;
window.setInterval(render, 1000);
draw();
sync.start();
stream.start();
