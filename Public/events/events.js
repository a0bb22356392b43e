// @ts-check
import { byId, counted, dayWriter, make, pageTimeZone, secondsWriter, text, words } from "../js/ui/page.js";
import { Frame } from "../js/ui/pagemenu.js";
import { Address, Bar, FilterForm } from "./form.js";
import { Looking } from "./looking.js";
import { Opened } from "./opened.js";
import { Past, views as pastViews } from "./past.js";
import { Rows, Save } from "./rows.js";
import { JournalStream, StreamLife } from "./stream.js";
import { boards, Devices, eventWords, Names, thingOf } from "./words.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

const firstCount = 200;

const frame = new Frame(draw);
const { announcer, house, render, role, state } = frame;
const path = `/v1/${state.venue}`;
const seconds = secondsWriter(pageTimeZone(), house.now);
const dayOf = dayWriter(pageTimeZone());
const names = new Names();
/** The boards' views with names of things, and the house's. */
const views = [...boards.values()].map(({ view }) => view).filter(Boolean);
// It brings the names, the server's clock, and the journal's newest revision, without which a quiet journal
// looks like a dead stream.
const sync = new tablecast.Sync({ role, views, state, changed: synced });
frame.clock = sync.clock;
const firstRev = Math.max(0, state.rev - firstCount);
const stream = new JournalStream(state.venue, role, firstRev, {
    came,
    changed: render,
    forgotten,
    refused: () => sync.refused(),
});
const life = new StreamLife(sync, stream);
/** @type {Rows} */
const rows = new Rows(byId("scroll", HTMLElement), byId("events", HTMLElement), {
    cells,
    opened,
    reachedTop: () => void (looking.filter?.isOpen && looking.loadEarlier()),
    scrolled: render,
});
/** @type {Looking} */
const looking = new Looking(stream, names, state.rev, {
    replaced: (events) => {
        rows.replace(events);
        rows.rewrite();
    },
    appended: (events) => rows.append(events),
    prepended: (events) => rows.prepend(events),
    trimmed: (count) => rows.trim(count),
    wantedCount: () => Math.ceil(rows.scroll.clientHeight / rows.rowHeight) + 1,
    newest,
    changed: render,
});
looking.journal.clear(firstRev);
const address = new Address(moved);
const context = { path, role, names, time: seconds };
const panel = new Opened(context, () => {
    rows.rewrite();
    rows.render();
});
const devices = new Devices(`${path}/devices?as=${role}`, names, newest, () => {
    rows.rewrite();
    panel.name();
    if (form.filter.isOpen === false) {
        // The search may match a name.
        void looking.resift();
    }
    render();
});
const past = new Past(
    {
        ...context,
        doc: (view) => sync.doc(view),
        newest,
        range: (since, until) => stream.range(since, until),
    },
    (rev, isStep) => {
        address.go({ past: String(rev) }, isStep);
        showPast();
    },
);
const form = new FilterForm(address, looking, names, pageTimeZone(), () => {
    void looking.sift(form.filter);
    render();
});
const bar = new Bar(looking, rows, address, render);
const save = new Save(
    `${path}/events?as=${role}`,
    state.venue,
    role !== "owner",
    () => {
        const view = views.find((each) => venueOf(each)?.timeZone);
        return view ? `${path}/views/${view}?rev=0&as=${role}` : "";
    },
);

/** The number of events that the live region has not announced yet. */
let unsaidCount = 0;
let wasSynced = false;
let hasSynced = false;
let day = "";
/** @type {Map<string, unknown>} the documents of which the names are known */
const learnt = new Map();

/** The newest revision that either connection has reported. */
function newest() {
    return Math.max(stream.rev, sync.venueRev);
}

/** @param {JournalEvent[]} events */
function came(events) {
    looking.came(events);
    form.came(events);
    devices.came(events);
    looking.trim(rows.isFollowing);
    if (announcer.lost !== "" || document.documentElement.dataset.life === "live") {
        unsaidCount = (announcer.isWaiting ? unsaidCount : 0) + events.length;
        announcer.say(counted("arrived", unsaidCount));
    }
    if (address.place.event && !rows.open) {
        openPlace();
    }
    render();
}

/** @param {JournalEvent} event */
function cells(event) {
    return [
        make("span", { className: "rev" }, String(event.rev ?? text("noRev"))),
        make("time", { dateTime: event.time }, seconds(event.time)),
        make(
            "span",
            { className: "who", title: names.wholeActor(event.actor) },
            words(names.actor(event.actor)),
        ),
        make("span", { className: "what" }, ...eventWords(event, names), ...passing(event)),
    ];
}

/**
 * In a party's story, says that another party was moved past it.
 * @param {JournalEvent} event
 */
function passing(event) {
    const { passers } = form.filter;
    return passers.has(event) ? [text("aheadOf"), " ", words(names.named(passers.party))] : [];
}

/** The journal was replaced: the shown events, and the place on the page, mean nothing in the new one. */
function forgotten() {
    stream.rev = 0;
    looking.forget();
    close();
    address.go({ event: "", past: "", from: "", to: "", party: "" }, true);
    moved();
}

/** @param {JournalEvent | null} event */
function opened(event) {
    // Opening the first event is a step to go back from; moving on to another is not.
    const isStep = Boolean(event && address.place.event);
    if (!event || panel.event?.rev !== event.rev || event.rev === undefined) {
        panel.show(event);
    }
    byId("desk", HTMLElement).classList.toggle("is-open", Boolean(event));
    address.go({ event: event?.rev === undefined ? "" : String(event.rev) }, isStep);
    render();
}

function close() {
    if (rows.open) {
        rows.show(null);
        rows.focus();
    } else if (panel.isShown) {
        opened(null);
    }
}

/** Opens the event in the address, wherever it is. */
async function openPlace() {
    const said = address.place.event ?? "";
    const rev = Number(said);
    if (rows.open?.rev === rev) {
        return;
    }
    const held = rows.events.find((event) => event.rev === rev);
    if (held) {
        rows.show(held);
    } else if (panel.event?.rev === rev) {
        return;
    } else if (!(Number.isInteger(rev) && rev >= 1 && rev <= newest())) {
        panel.showNone(said);
        byId("desk", HTMLElement).classList.add("is-open");
    } else if (!rows.open) {
        const events = await stream.range(rev - 1, rev).catch(() => []);
        if (events.length === 1 && address.place.event === said && !panel.event) {
            opened(events[0]);
            await showInRows(events[0]);
        }
    }
}

/**
 * Loads the events back to the opened one, and marks its row.
 * @param {JournalEvent} event
 */
async function showInRows({ rev = 0 }) {
    if (!form.filter.isOpen) {
        return;
    }
    await looking.reach(rev);
    if (address.place.event === String(rev)) {
        void openPlace();
    }
}

/** Called after going back or forward, or opening an address. */
function moved() {
    void form.show();
    if (!address.place.event) {
        rows.mark(null);
        panel.show(null);
        byId("desk", HTMLElement).classList.remove("is-open");
    } else {
        if (panel.event && String(panel.event.rev) !== address.place.event) {
            rows.mark(null);
            panel.show(null);
        }
        void openPlace();
    }
    showPast();
}

function showPast() {
    const { past: rev = "", beside = "" } = address.place;
    const isOpen = /^\d{1,15}$/.test(rev);
    const known = Math.min(Number(rev), newest());
    if (isOpen && known < Number(rev)) {
        address.go({ past: String(known) }, true);
    }
    if (isOpen) {
        pastViews.forEach((view) => sync.subscribe(view));
    }
    past.open(isOpen ? known : -1, beside === "before");
    byId("then-and-now", HTMLElement).setAttribute("aria-expanded", String(isOpen));
}

/** @param {string} rev empty to return to the events */
function goPast(rev) {
    address.go({ past: rev });
    showPast();
    if (rev) {
        byId("past-slider", HTMLElement).focus();
    } else {
        rows.resized();
        byId("then-and-now", HTMLElement).focus();
    }
}

function synced() {
    const isSynced = sync.life === "live";
    if (isSynced && !wasSynced) {
        // The server is reachable, and the stream need not find that out by itself.
        if (hasSynced) {
            stream.renew();
        } else {
            stream.wake();
        }
        hasSynced = true;
        past.retry();
        form.retry();
        void devices.read();
        void save.read();
        panel.retry();
    }
    wasSynced = isSynced;
    house.know(views.map(venueOf).find((venue) => venue?.timeZone));
    render();
}

/**
 * The venue's data in a view.
 * @param {string} view
 * @returns {{name: string, timeZone: string} | undefined}
 */
function venueOf(view) {
    return /** @type {any} */ (sync.doc(view))?.venue;
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
    bar.render(now === "live");
    form.render();
    save.offer(form.filter.bounds, stream.rev);
    past.render();
    rows.render();
    frame.sayLost(text("offline"));
}

byId("close", HTMLButtonElement).addEventListener("click", close);
document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) {
        return;
    }
    if (past.isOpen) {
        goPast("");
    } else if (panel.isShown) {
        close();
    }
});
byId("story", HTMLButtonElement).addEventListener("click", () => {
    if (panel.event) {
        form.tell(thingOf(panel.event));
    }
});
byId("stretch-from", HTMLButtonElement).addEventListener("click", () => {
    form.change({ from: String(panel.event?.rev ?? "") });
});
byId("stretch-to", HTMLButtonElement).addEventListener("click", () => {
    form.change({ to: String(panel.event?.rev ?? "") });
});
byId("see-past", HTMLButtonElement).addEventListener("click", () => {
    goPast(String(panel.event?.rev ?? ""));
});
byId("then-and-now", HTMLButtonElement).addEventListener("click", () => {
    goPast(past.isOpen ? "" : String(panel.event?.rev ?? newest()));
});
byId("past-close", HTMLButtonElement).addEventListener("click", () => goPast(""));
byId("past-beside", HTMLSelectElement).addEventListener("change", () => {
    address.go({ beside: past.isBesideBefore ? "before" : "" }, true);
    showPast();
});
if (window.matchMedia("(max-width: 60rem)").matches) {
    byId("side", HTMLDetailsElement).open = false;
}
moved();
frame.begin(1000);
sync.start();
void stream.start();
