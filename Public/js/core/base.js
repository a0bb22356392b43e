// @ts-check
"use strict";

/*
 * The files of this folder are the browser's side of the sync protocol, for every page. Old televisions load them
 * as scripts, in the order in which /js/tablecast.js lists them; new browsers import that module. So they are
 * written in ECMAScript 2015, for Chromium 53, the oldest browser of the televisions, and share one global
 * object.
 */
var tablecast = self.tablecast || {};
self.tablecast = tablecast;

/** @typedef {import("../tablecast.js").JSONValue} JSONValue */
/** @typedef {import("../tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../tablecast.js").Operation} Operation */
/** @typedef {import("../tablecast.js").Snapshot} Snapshot */
/** @typedef {import("../tablecast.js").Entry} Entry */
/** @typedef {import("../tablecast.js").Life} Life */
/** @typedef {import("../tablecast.js").SyncOptions} SyncOptions */

/**
 * Whether a value is a JSON object: not `null`, an array or a scalar.
 * @param {unknown} value
 * @returns {value is JSONObject}
 */
tablecast.isObject = function (value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
};

/**
 * The canonical form of a JSON value (RFC 8785): members in the order of their UTF-16 code units, no space,
 * numbers and strings as ECMAScript writes them (sections 3.2.2 and 3.2.3).
 * @param {JSONValue} value
 * @returns {string}
 */
tablecast.canonical = function (value) {
    if (Array.isArray(value)) {
        return "[" + value.map(tablecast.canonical).join(",") + "]";
    }
    if (tablecast.isObject(value)) {
        // The default order of sort() is that of UTF-16 code units.
        const members = Object.keys(value)
            .sort()
            .map((name) => JSON.stringify(name) + ":" + tablecast.canonical(value[name]));
        return "{" + members.join(",") + "}";
    }
    return JSON.stringify(value);
};

/*
 * No other file reads a clock, sets a timer or makes a request: a test can serve another file in place of this
 * one, and a page knows when it is at rest.
 */

/**
 * Reports the page's state to observers, by attributes of the root: `data-rest` while everything is painted and no
 * change is due soon; `data-rev` with the painted revision of each view.
 */
tablecast.rest = {
    /** @type {HTMLElement | null} */
    root: null,
    isAsked: false,
    /**
     * The work under way: requests, changes that no view shows yet, frames (by their numbers below zero), and
     * timers of less than half a second.
     * @type {Set<unknown>}
     */
    busy: new Set(),
    /** @type {{revisions: string}[]} */
    sources: [],
    /**
     * Work that begins once the page is live and painted; the page is at rest only after it.
     * @type {(() => void)[]}
     */
    later: [],

    /** @param {unknown} key */
    begin(key) {
        this.busy.add(key);
        if (this.root) {
            this.root.removeAttribute("data-rest");
        }
    },

    /**
     * @param {unknown} key
     * @param {() => void} [work] the work to finish
     */
    end(key, work) {
        const wasBusy = this.busy.delete(key);
        try {
            if (work) {
                work();
            }
        } finally {
            if (wasBusy && this.busy.size === 0) {
                this.look();
            }
        }
    },

    /** Checks the state after the next frame is painted. */
    look() {
        const root = this.root;
        if (this.isAsked || !root) {
            return;
        }
        this.isAsked = true;
        requestAnimationFrame(() => {
            this.isAsked = false;
            const drawn = this.sources.map((each) => each.revisions).join(" ");
            setTimeout(() => {
                if (drawn !== root.getAttribute("data-rev")) {
                    root.setAttribute("data-rev", drawn);
                }
                if (this.busy.size > 0 || this.isAsked) {
                    return;
                }
                const life = root.getAttribute("data-life");
                if (this.later.length > 0 && (life === "live" || !life)) {
                    performance.mark("painted");
                    this.later.splice(0).forEach((work) => work());
                    this.look();
                } else if (this.later.length === 0 || life !== "waiting") {
                    // While the page is still connecting, its later work has yet to begin.
                    root.setAttribute("data-rest", "");
                }
            }, 0);
        });
    },

    /** @param {HTMLElement} root */
    watch(root) {
        this.root = root;
        this.look();
    }
};

// Absent where tests run the core without a browser.
if (typeof window === "object") {
    window.addEventListener("load", () => tablecast.rest.watch(document.documentElement));
}

/**
 * Keeps the page from counting as at rest until this is done or has failed.
 * @template Value
 * @param {Promise<Value>} work
 */
tablecast.busyUntil = function (work) {
    const done = () => tablecast.rest.end(work);
    tablecast.rest.begin(work);
    work.then(done, done);
    return work;
};

/**
 * Makes a request, as `fetch` does.
 * @param {RequestInfo | URL} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
tablecast.request = function (address, options) {
    const asked = fetch(address, options).then((/** @type {any} */ answer) => {
        // Streams may be endless. They are read from the answer's `body`, which does not count.
        ["arrayBuffer", "blob", "json", "text"].forEach((name) => {
            const read = answer[name];
            answer[name] = () => tablecast.busyUntil(read.call(answer));
        });
        return answer;
    });
    return tablecast.busyUntil(asked);
};

/**
 * The device's date and time, in milliseconds since 1970. It may be wrong, and may change at any time.
 */
tablecast.wallMs = function () {
    return Date.now();
};

/** Milliseconds since the page was opened, by a clock that never goes back. */
tablecast.elapsedMs = function () {
    return performance.now();
};

/**
 * Runs work once, after a wait.
 * @param {number} ms
 * @param {() => void} work
 * @returns {number} a timer, for `stopTimer`
 */
tablecast.runAfter = function (ms, work) {
    if (!(ms < 500)) {
        return setTimeout(work, ms);
    }
    const timer = setTimeout(() => tablecast.rest.end(timer, work), ms);
    tablecast.rest.begin(timer);
    return timer;
};

/**
 * Runs work repeatedly, at an interval.
 * @param {number} ms
 * @param {() => void} work
 * @returns {number} a timer, for `stopTimer`
 */
tablecast.runEvery = function (ms, work) {
    return setInterval(work, ms);
};

/**
 * Does nothing if the timer has already run or is undefined.
 * @param {number | undefined} timer
 */
tablecast.stopTimer = function (timer) {
    clearTimeout(timer);
    tablecast.rest.end(timer);
};

/**
 * Runs work just before the next frame is painted.
 * @param {(nowMs: number) => void} work takes the time of the frame, by the clock of `elapsedMs`
 * @returns {number} a frame, for `stopFrame`
 */
tablecast.runInFrame = function (work) {
    const frame = requestAnimationFrame((nowMs) => {
        tablecast.rest.end(-frame, () => work(nowMs));
    });
    tablecast.rest.begin(-frame);
    return frame;
};

/** @param {number} frame */
tablecast.stopFrame = function (frame) {
    cancelAnimationFrame(frame);
    tablecast.rest.end(-frame);
};

/**
 * A JSON value that the browser stores for a page over a reload. If storage is full or forbidden, the value lives
 * only as long as the page.
 */
tablecast.StoredValue = class StoredValue {
    /**
     * @param {string} name the key in the storage
     * @param {() => Storage} [storage] by default the tab's
     */
    constructor(name, storage = () => sessionStorage) {
        this.name = name;
        this.storage = storage;
    }

    /** @returns {any} `null` if nothing is stored */
    read() {
        try {
            return JSON.parse(this.storage().getItem(this.name) || "null");
        } catch (error) {
            return null;
        }
    }

    /** @param {unknown} value `null` to forget it */
    write(value) {
        try {
            if (value === null) {
                this.storage().removeItem(this.name);
            } else {
                this.storage().setItem(this.name, JSON.stringify(value));
            }
        } catch (error) {
            // The value is not stored.
        }
    }
};

/**
 * The wait before another attempt: random, up to a maximum that doubles each time, from half a second to 15 s
 * ("full jitter"), so that the screens of a room do not return all at once. A reader sees within 2 s that the hub
 * is back.
 * @param {number} attempt 0 for the first
 * @param {number} [mostMs]
 * @param {() => number} [random]
 */
tablecast.backoffMs = function (attempt, mostMs = document.hidden ? 15000 : 2000, random = Math.random) {
    return Math.min(mostMs, 500 * Math.pow(2, Math.min(attempt, 10))) * random();
};

/**
 * The pauses between attempts, without end. When a page comes to the front, or the network returns, the next
 * attempt is made at once.
 */
tablecast.Backoff = class Backoff {
    constructor() {
        this.attempt = 0;
        /** Ends the pause, if there is one. */
        this.wake = () => {};
        document.addEventListener("visibilitychange", () => {
            if (document.visibilityState === "visible") {
                this.wake();
            }
        });
        window.addEventListener("online", () => this.wake());
    }

    /** Makes the next pause as short as the first, after an attempt that succeeded. */
    reset() {
        this.attempt = 0;
    }

    /**
     * @param {number} [leastMs] the pause requested by the other side
     * @returns {Promise<void>}
     */
    pause(leastMs = 0) {
        const forMs = leastMs + tablecast.backoffMs(this.attempt);
        this.attempt += 1;
        return new Promise((resolve) => {
            const end = () => {
                tablecast.stopTimer(timer);
                this.wake = () => {};
                resolve(undefined);
            };
            const timer = tablecast.runAfter(forMs, end);
            this.wake = end;
        });
    }
};

/** The house's format of the time of day: 24 hours, or 12 if the hub says so. */
tablecast.clockFields = function () {
    const hour12 = tablecast.page !== null && tablecast.page.hours === 12;
    return { hour: hour12 ? "numeric" : "2-digit", minute: "2-digit", hour12 };
};

/** @typedef {Record<string, string | number>} Places */

/**
 * A page's texts by key, in the language chosen by the hub. They may have places such as `{name}`.
 * @returns {Record<string, string>}
 */
tablecast.sentences = function () {
    return tablecast.page ? tablecast.page.texts : {};
};

/**
 * The text of a key, with its places filled.
 * @param {string} key
 * @param {Places} [places]
 * @returns {string}
 */
tablecast.text = function (key, places = {}) {
    const sentence = tablecast.sentences()[key];
    if (sentence === undefined) {
        throw new Error(`The page has no words for ${key}`);
    }
    return sentence.replace(/\{(\w+)\}/g, (_, name) => String(places[name]));
};

/**
 * The texts of a family of keys, by the rest of the key after `<family>.`.
 * @param {string} family
 * @param {string[]} [names] the names, if their order matters
 * @returns {Record<string, string>}
 */
tablecast.familyOf = function (family, names) {
    const start = `${family}.`;
    const keys = names
        ? names.map((name) => start + name)
        : Object.keys(tablecast.sentences()).filter((key) => key.startsWith(start));
    /** @type {Record<string, string>} */
    const found = {};
    for (const key of keys) {
        found[key.slice(start.length)] = tablecast.sentences()[key];
    }
    return found;
};

/**
 * Formats an instant for people at a venue: `19:42`; if it is not today, with its day, `Fri 19:42`; from a week
 * on with its date, `20 Nov 19:42`. The day is in the page's language.
 * @typedef {(instant: string | number) => string} TimeWriter
 */

/**
 * Makes a function that formats an instant in the house's time zone: `HH:MM`, or `2:37 PM` if the page counts
 * hours to 12. A browser that does not know the zone uses its own, which in the venue is the same.
 * @param {string} timeZone
 * @param {() => number} now by the server's clock, in milliseconds since 1970
 * @param {Intl.DateTimeFormatOptions} [more] further fields of the time
 * @returns {TimeWriter}
 */
tablecast.timeWriter = function (timeZone, now, more = {}) {
    const fields = Object.assign(tablecast.clockFields(), more);
    const time = tablecast.dateWriter(timeZone, fields);
    const day = tablecast.dayWriter(timeZone);
    const weekday = tablecast.dateWriter(timeZone, { weekday: "short" });
    const date = tablecast.dateWriter(timeZone, { month: "short", day: "numeric" });
    // After this, a weekday alone is ambiguous.
    const weekdayMsMax = 6 * 86400000;
    let today = "";
    let todayMinute = NaN;
    return (instant) => {
        const then = new Date(instant);
        const nowMs = now();
        if (Number.isNaN(then.getTime())) {
            return "";
        }
        // Formatting dates is expensive on a television.
        if (Math.floor(nowMs / 60000) !== todayMinute) {
            todayMinute = Math.floor(nowMs / 60000);
            today = day(nowMs);
        }
        // Some browsers give the hour after midnight as 24. No-break spaces keep a time together.
        const text = time(then).replace(/^24/, "00").replace(/\s/g, "\u00A0");
        if (day(then.getTime()) === today) {
            return text;
        }
        const isLongAgo = Math.abs(nowMs - then.getTime()) > weekdayMsMax;
        return `${isLongAgo ? date(then) : weekday(then)} ${text}`;
    };
};

/**
 * Makes a function that formats the day of an instant in a time zone, for comparison.
 * @param {string} timeZone
 * @returns {(instant: string | number) => string}
 */
tablecast.dayWriter = function (timeZone) {
    const fields = { year: "numeric", month: "numeric", day: "numeric" };
    const day = tablecast.dateWriter(timeZone, fields);
    return (instant) => day(new Date(instant));
};

/**
 * @param {string} timeZone
 * @param {object} fields of `Intl.DateTimeFormat`
 * @returns {(date: Date) => string}
 */
tablecast.dateWriter = function (timeZone, fields) {
    const { lang } = document.documentElement;
    // Only Americans write AM and PM in capitals.
    const english = /** @type {any} */ (fields).hour12 ? "en-US" : "en-GB";
    const locale = lang === "en" ? english : lang;
    /** @type {Intl.DateTimeFormat} */
    let format;
    try {
        format = new Intl.DateTimeFormat(locale, Object.assign({ timeZone }, fields));
    } catch (error) {
        // The browser lacks the zone.
        format = new Intl.DateTimeFormat(locale, fields);
    }
    return (date) => format.format(date);
};

/**
 * Sets an element's text only if it differs, so as not to disturb selections and screen readers.
 * @param {Element} element
 * @param {string} text
 */
tablecast.setText = function (element, text) {
    if (element.textContent !== text) {
        element.textContent = text;
    }
};

/**
 * Whole minutes between an instant and now, never negative.
 * @param {string} instant
 * @param {number} nowMs
 * @returns {number}
 */
tablecast.minutesSince = function (instant, nowMs) {
    const minutes = Math.floor((nowMs - Date.parse(instant)) / 60000);
    return Number.isFinite(minutes) ? Math.max(0, minutes) : 0;
};

/**
 * Shows whether the page's content is live: on the page (`data-life` of the root: `live`, `waiting` for a moment,
 * `stale`, `refused`) and in words.
 */
tablecast.LifeSign = class LifeSign {
    /**
     * @param {HTMLElement} element
     * @param {(instant: number) => string} time
     * @param {() => void} render requests another drawing
     */
    constructor(element, time, render) {
        this.element = element;
        this.time = time;
        this.render = render;
        /**
         * When the page was last live, or was opened; null while it is live.
         * @type {number | null}
         */
        this.sinceMs = tablecast.elapsedMs();
        this.hasLived = false;
        /**
         * A loss shorter than this, in milliseconds, is not reported; only the sign of life shows it.
         */
        this.graceMs = 2000;
    }

    /**
     * @param {"live" | "stale" | "refused"} life
     * @param {number} asOfMs
     * @param {number} [silentMs] the silence before the connection was given up
     * @returns {boolean} whether a loss should be reported beyond the sign
     */
    show(life, asOfMs, silentMs = 0) {
        const now = tablecast.elapsedMs();
        if (life === "live") {
            this.hasLived = true;
            this.sinceMs = null;
        } else if (this.sinceMs === null) {
            this.sinceMs = now - silentMs;
        }
        const leftMs = (this.sinceMs || 0) + this.graceMs - now;
        const isShort = life === "stale" && leftMs > 0;
        if (isShort) {
            tablecast.runAfter(leftMs + 20, this.render);
        }
        document.documentElement.dataset.life = isShort ? "waiting" : life;
        tablecast.setText(this.element, this.sentence(life, asOfMs, isShort));
        return !isShort;
    }

    /**
     * @param {"live" | "stale" | "refused"} life
     * @param {number} asOfMs
     * @param {boolean} isShort
     */
    sentence(life, asOfMs, isShort) {
        if (life === "live") {
            return tablecast.text("live");
        }
        if (life === "refused") {
            return tablecast.text("refused", { time: this.time(asOfMs) });
        }
        return isShort && !this.hasLived
            ? tablecast.text("connecting")
            : tablecast.text("stale", { time: this.time(asOfMs) });
    }
};

/**
 * A random UUID (RFC 9562, section 5.4). `crypto.randomUUID` exists only on https and localhost, and a tablet in
 * a restaurant usually speaks plain http.
 */
tablecast.newIdentifier = function () {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => ("0" + byte.toString(16)).slice(-2)).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};

/**
 * The address at which a single request reads a view.
 * @param {string} venue
 * @param {string} view
 * @param {string} [role] selects one of the browser's sign-ins
 */
tablecast.viewAddress = function (venue, view, role) {
    const address = new URL(`/v1/${venue}/views/${view}`, location.href);
    if (role !== undefined) {
        address.searchParams.set("as", role);
    }
    return address.href;
};

/**
 * The hub's data for the reader of a page. `device` is that of the sign-in that opened the page; `hasPIN` is
 * whether the host's page asks for one; `isInTheOpen` whether the hub speaks plain http beyond its own machine;
 * `origin` is the address at which other devices reach the hub, as `http://192.168.1.20:8080`, if they do;
 * `boards` are those whose events the page shows, with the views that it may show and the roles that they add;
 * `boardSettings` are the hub's boards in words, with their settings; `panels` are the modules that other boards
 * add; `marks` are attributes of the page's body; `gate` is the page shown in place of a forbidden one; `views` says,
 * where devices are listed, which pages need which views, and which roles may open them.
 * @typedef {import("../tablecast.js").PageState & {
 *     name?: string, timeZone?: string, hours?: 12 | 24, language: string, texts: Record<string, string>,
 *     gate?: string, device?: string, hasPIN?: boolean, isInTheOpen?: boolean, origin?: string, panels?: string[],
 *     boards?: { name: string, views: string[], roles: string[], hasModule: boolean }[],
 *     views?: { name: string, views: string[], roles: string[] }[],
 *     boardSettings?: any[], marks?: Record<string, string>,
 *     status?: number, title?: string, detail?: string, advice?: string, command?: string,
 * }} ToldPage
 */

/**
 * The hub's data for the reader of this page, whose file is the same for everybody: facts, texts in the reader's
 * language, and the first documents. Null until it is loaded.
 * @type {ToldPage | null}
 */
tablecast.page = null;

/**
 * The work that waits for the page's data.
 * @type {(() => void)[]}
 */
tablecast.pageWork = [];

/**
 * Runs work once the page's data is loaded; the first call requests it. The work runs at once in documents, which
 * contain their language and texts, and outside a browser.
 * @param {() => void} work
 */
tablecast.whenPage = function (work) {
    if (tablecast.page || typeof XMLHttpRequest !== "function" || document.documentElement.lang) {
        work();
    } else if (tablecast.pageWork.push(work) === 1) {
        tablecast.askForPage();
    }
};

/** The address of the data, from the reader's own address: `/v1/main/page?of=/host&lang=es`. */
tablecast.pageAddress = function () {
    const { pathname, search } = location;
    // A join link and a ticket contain their venue.
    const named = /^\/[jt]\/([^.]+)\./.exec(pathname) || /[?&]venue=([^&]*)/.exec(search);
    return `/v1/${named ? named[1] : "main"}/page?of=${pathname}${search.replace("?", "&")}`;
};

/* Requests the data until it is loaded. The problem page requests its own address again, as a program would, to learn
   the problem. */
tablecast.askForPage = function () {
    const root = document.documentElement;
    const isProblem = root.hasAttribute("data-problem");
    const request = new XMLHttpRequest();
    const again = () => tablecast.runAfter(1000, tablecast.askForPage);
    request.open("GET", isProblem ? location.href : tablecast.pageAddress());
    if (isProblem) {
        request.setRequestHeader("Accept", "application/problem+json");
    }
    request.timeout = 15000;
    request.onload = () => {
        const page = tablecast.pageIn(request.responseText);
        if (page && (page.gate || "") === (root.getAttribute("data-gate") || "")) {
            tablecast.openPage(page);
        } else if (request.status === 429 || request.status >= 500) {
            again();
        } else {
            // The reader's access has changed: a reload shows the right page.
            tablecast.runAfter(1000, () => location.reload());
        }
    };
    request.onerror = again;
    request.ontimeout = again;
    request.onloadend = () => tablecast.rest.end(request);
    tablecast.rest.begin(request);
    request.send();
};

/**
 * @param {string} text
 * @returns {ToldPage | null} null if the text is no page data
 */
tablecast.pageIn = function (text) {
    try {
        const page = JSON.parse(text);
        return page.texts ? page : null;
    } catch (error) {
        return null;
    }
};

/** @param {ToldPage} page */
tablecast.openPage = function (page) {
    tablecast.page = page;
    tablecast.fillPage(page);
    tablecast.pageWork.forEach((work) => work());
    tablecast.pageWork = [];
};

/**
 * Writes texts and facts into the page: `data-text="key"` gets a text, `data-text-alt="key"` one for the
 * attribute `alt`, and `data-house` the house's name.
 * @param {ToldPage} page
 */
tablecast.fillPage = function ({ language, marks, name, texts, timeZone, venue }) {
    const root = document.documentElement;
    const each = (/** @type {string} */ attribute, /** @type {(element: Element, key: string) => void} */ fill) =>
        Array.from(document.querySelectorAll(`[${attribute}]`))
            .forEach((element) => fill(element, element.getAttribute(attribute) || ""));
    each("data-text", (element, key) => (element.textContent = tablecast.text(key)));
    ["alt", "aria-label", "placeholder", "title"].forEach((attribute) => {
        each(`data-text-${attribute}`, (element, key) => element.setAttribute(attribute, tablecast.text(key)));
    });
    each("data-house", (element) => (element.textContent = name || ""));
    Object.assign(document.body.dataset, venue ? { venue } : {}, marks);
    if (timeZone) {
        root.dataset.timeZone = timeZone;
    }
    if (name) {
        document.title = texts.title ? `${tablecast.text("title")} · ${name}` : name;
    }
    root.lang = language;
};
