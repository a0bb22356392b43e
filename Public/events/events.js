// @ts-check
import { byId, counted, dayWriter, make, pageTimeZone, setText, text, timeWriter, words } from "../js/ui/page.js";
import { Frame } from "../js/ui/pagemenu.js";
import { Address, FilterForm } from "./filter.js";
import { Held } from "./held.js";
import { Opened } from "./opened.js";
import { Rows } from "./rows.js";
import { JournalStream, StreamLife } from "./stream.js";
import { boards, Devices, eventWords, Names, thingOf } from "./words.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

const firstCount = 200;

const frame = new Frame(draw);
const { announcer, house, render, role, state } = frame;
const path = `/v1/${state.venue}`;
const seconds = timeWriter(pageTimeZone(), house.now, { second: "2-digit" });
const dayOf = dayWriter(pageTimeZone());
const names = new Names();
/** The views with the names of the boards' things, and the house's. */
const views = [...boards.values()].map(({ view }) => view).filter(Boolean);
// Loads the names, the server's clock, and the journal's newest revision, which distinguishes a quiet journal
// from a dead stream.
const sync = new tablecast.Sync({ role, views, state, changed: synced });
frame.clock = sync.clock;
const stream = new JournalStream(state.venue, role, Math.max(0, state.rev - firstCount), {
    came,
    changed: render,
    forgotten,
    refused: () => sync.refused(),
});
const life = new StreamLife(sync, stream);
/** @type {Rows} */
const rows = new Rows(byId("scroll", HTMLElement), byId("events", HTMLElement), {
    cells,
    clicked: (event) => (event === rows.open ? close() : open(event)),
    reachedTop: loadEarlier,
    scrolled: render,
});
const held = new Held(stream, names, rows, render);
const address = new Address(moved);
const panel = new Opened({ path, role, names, time: seconds }, () => rows.rewrite());
const devices = new Devices(`${path}/devices?as=${role}`, names, newest, () => {
    rows.rewrite();
    panel.name();
    // The search may match a name.
    held.refilter();
});
const form = new FilterForm(address, stream, names, pageTimeZone(), {
    newest,
    changed: (filter) => held.sift(filter),
});

/** The number of events that the live region has not announced yet. */
let unsaidCount = 0;
let wasSynced = false;
let hasSynced = false;
let day = "";
/** @type {Map<string, unknown>} the documents of which the names are known */
const learnt = new Map();

/** The newest revision that the page has heard of. */
function newest() {
    return Math.max(stream.rev, sync.venueRev, state.rev);
}

/** @param {JournalEvent[]} events */
function came(events) {
    held.came(events);
    devices.came(events);
    if (announcer.lost !== "" || document.documentElement.dataset.life === "live") {
        unsaidCount = (announcer.isWaiting ? unsaidCount : 0) + events.length;
        announcer.say(counted("arrived", unsaidCount));
    }
    if (address.place.event && !rows.open) {
        void openPlace();
    }
    render();
}

/** @param {JournalEvent} event */
function cells(event) {
    return [
        make("span", { className: "rev quiet one-line" }, String(event.rev ?? text("noRev"))),
        make("time", { className: "quiet one-line", dateTime: event.time }, seconds(event.time)),
        make("span", { className: "who quiet one-line" }, words(names.actor(event.actor))),
        make("span", { className: "what one-line" }, ...eventWords(event, names)),
    ];
}

/** Forgets the shown events and the place on the page after the journal was replaced. */
function forgotten() {
    stream.rev = 0;
    held.forget();
    address.go({ event: "", from: "", to: "" }, true);
    moved();
}

/** @param {JournalEvent} event */
function open(event) {
    // Opening the first event adds a step to the history; moving on to another does not.
    const isStep = Boolean(address.place.event);
    address.go({ event: String(event.rev ?? "") }, isStep);
    show(event);
}

/** @param {JournalEvent | null} event */
function show(event) {
    panel.show(event);
    byId("desk", HTMLElement).classList.toggle("is-open", panel.isShown);
    rows.mark(event);
    render();
}

function close() {
    const index = rows.open ? rows.events.indexOf(rows.open) : -1;
    address.go({ event: "" });
    show(null);
    if (index >= 0) {
        rows.focus(index);
    }
}

/** Opens the event named in the address, even if it is not among the rows. */
async function openPlace() {
    const { event: said = "" } = address.place;
    const rev = Number(said);
    const isOne = Number.isInteger(rev) && rev >= 1 && rev <= newest();
    const known = held.range.events.find((event) => event.rev === rev);
    if (known) {
        show(known);
    } else if (!isOne) {
        panel.showNone(said);
        byId("desk", HTMLElement).classList.add("is-open");
    } else if (panel.event?.rev !== rev) {
        const [event] = await stream.range(rev - 1, rev).catch(() => []);
        if (event && address.place.event === said && panel.event?.rev !== rev) {
            show(event);
        }
    }
}

/** Called after going back or forward, or opening an address. */
function moved() {
    void form.show();
    if (!address.place.event) {
        show(null);
    } else if (String(panel.event?.rev) !== address.place.event) {
        void openPlace();
    }
}

function synced() {
    const isSynced = sync.life === "live";
    if (isSynced && !wasSynced) {
        // The server is reachable, so the stream need not wait.
        if (hasSynced) {
            stream.renew();
        } else {
            stream.wake();
        }
        hasSynced = true;
        form.retry();
        void devices.read();
        panel.retry();
    }
    wasSynced = isSynced;
    house.know(views.map((view) => /** @type {any} */ (sync.doc(view))?.venue).find((venue) => venue?.timeZone));
    render();
}

/** Takes new names from the views. Hundreds of diffs may come in a second, and most change no name. */
function learn() {
    for (const view of views) {
        const doc = sync.doc(view);
        if (doc !== learnt.get(view)) {
            learnt.set(view, doc);
            if (names.learnAll(doc, sync.venueRev)) {
                rows.rewrite();
            }
        }
    }
}

function draw() {
    learn();
    const now = life.now();
    const today = dayOf(sync.clock.now());
    if (today !== day) {
        day = today;
        rows.rewrite();
    }
    frame.sign.show(now, life.asOfMs, sync.silentMs);
    drawBar(now === "live");
    rows.render();
    frame.sayLost(text("offline"));
}

/**
 * Draws the parts around the rows.
 * @param {boolean} isLive
 */
function drawBar(isLive) {
    const { filter, hasEarlier, isBusy } = held;
    const { firstRev, lastRev } = held.range;
    const count = rows.events.length;
    const first = Math.max(firstRev, filter.bounds.first);
    const places = { count, first, last: Math.min(lastRev, filter.bounds.last), newest: newest() };
    const isAll = filter.isOpen && firstRev <= 1;
    const shown = isAll ? counted("all", count) : filter.isOpen ? text("shown", places) : text("matching", places);
    setText(byId("filter-count", HTMLElement), shown);
    const earlier = byId("earlier", HTMLButtonElement);
    earlier.hidden = !hasEarlier;
    earlier.ariaDisabled = String(isBusy);
    setText(earlier, isBusy ? text("looking") : filter.isOpen ? text("earlier") : text("lookOn"));
    const fresh = byId("fresh", HTMLElement);
    fresh.hidden = rows.unseenCount === 0;
    setText(fresh, text("fresh", { count: rows.unseenCount }));
    const none = byId("none", HTMLElement);
    none.hidden = count > 0 || !isLive || isBusy;
    setText(none, emptiness());
    drawSave(Math.max(1, filter.bounds.first), Math.min(filter.bounds.last, stream.rev));
}

function emptiness() {
    const { filter, hasEarlier } = held;
    if (filter.isOpen) {
        return text("nothingYet");
    }
    if (hasEarlier) {
        return text("nothingFoundYet");
    }
    return filter.place.verdict === "rejected" ? text("noneRejected") : text("nothingFound");
}

/**
 * Offers the revisions as a file.
 * @param {number} first
 * @param {number} last
 */
function drawSave(first, last) {
    const link = byId("save-link", HTMLAnchorElement);
    byId("save", HTMLElement).hidden = last < first;
    link.href = `${path}/events?as=${role}&since=${first - 1}&until=${last}`;
    link.download = `${state.venue}-${first}-${last}.ndjson`;
    setText(link, text("save", { first, last }));
}

function loadEarlier() {
    void held.search(rows.events.length + 1);
}

byId("earlier", HTMLElement).addEventListener("click", loadEarlier);
byId("fresh", HTMLElement).addEventListener("click", () => {
    close();
    rows.toEnd();
});
byId("close", HTMLElement).addEventListener("click", close);
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && panel.isShown) {
        close();
    }
});
byId("story", HTMLElement).addEventListener("click", () => {
    if (panel.event) {
        form.only({ text: thingOf(panel.event) });
    }
});
if (window.matchMedia("(max-width: 60rem)").matches) {
    byId("side", HTMLDetailsElement).open = false;
}
moved();
frame.begin(1000);
sync.start();
void stream.start();
