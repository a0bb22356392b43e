// @ts-check
import "../core/base.js";

export const {
    Backoff, LifeSign, StoredValue, busyUntil, canonical, dayWriter, elapsedMs, familyOf,
    minutesSince, newIdentifier, pageAddress, request, runAfter, runEvery, runInFrame,
    setText, stopFrame, stopTimer, text, timeWriter, viewAddress, wallMs,
} = tablecast;

/** @typedef {ToldPage} PageState */

// Modules that import this one find the page's data loaded.
await new Promise((done) => tablecast.whenPage(() => done(undefined)));

/** @returns {PageState} */
export function pageState() {
    return /** @type {PageState} */ (tablecast.page);
}

/** The venue's time zone when the page was loaded. */
export function pageTimeZone() {
    return pageState()?.timeZone ?? "UTC";
}

/** The language of the page. */
export function pageLanguage() {
    return document.documentElement.lang;
}

/** Links a guest's page to its other languages. */
function offerLanguages() {
    const { language, languages = [] } = pageState();
    const links = languages.filter(({ code }) => code !== language).map(({ code, name }) => {
        const query = new URLSearchParams(location.search);
        query.set("lang", code);
        const link = document.createElement("a");
        Object.assign(link, { href: `?${query}`, lang: code, hreflang: code, textContent: name });
        return link;
    });
    document.querySelector("nav.languages")?.replaceChildren(...links);
}

if (tablecast.page) {
    offerLanguages();
}

/**
 * The element with an id, which must be of the expected class.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
    const element = document.getElementById(id);
    if (!(element instanceof type)) {
        throw new Error(`The page has no ${type.name} #${id}`);
    }
    return element;
}

/**
 * Makes an element. Members of `properties` are set as properties if the element has them, and otherwise as attributes;
 * `undefined` and `false` are left out. Text children are text, never markup.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (value === undefined || value === false) {
            continue;
        }
        if (name in element && name !== "list") {
            // @ts-expect-error The name was just found on the element.
            element[name] = value;
        } else {
            element.setAttribute(name, value === true ? "" : String(value));
        }
    }
    element.append(...children);
    return element;
}

/**
 * Makes a button with an action.
 * @param {string} text
 * @param {() => void} press
 * @param {Record<string, unknown>} [properties]
 */
export function makeButton(text, press, properties = {}) {
    const button = make("button", { type: "button", ...properties }, text);
    button.addEventListener("click", press);
    return button;
}

/**
 * People's names or words, isolated so that their direction does not affect the text around them.
 * @param {string} text
 * @param {string} [className]
 */
export function words(text, className) {
    return make("bdi", { dir: "auto", className: className ?? "", textContent: text });
}

/**
 * A sentence about somebody, with the name isolated in it.
 * @param {(name: string) => string} sentence
 * @param {string} name
 * @returns {Node[]}
 */
export function sentenceAbout(sentence, name) {
    const mark = "\u0000";
    const [before, after] = sentence(mark).split(mark);
    const nodes = [document.createTextNode(before)];
    return after === undefined ? nodes : [...nodes, words(name), document.createTextNode(after)];
}

/**
 * Makes a function that requests one call of `render` in the next frame, however often it is called.
 * @param {() => void} render
 */
export function oncePerFrame(render) {
    let isAsked = false;
    return () => {
        if (!isAsked) {
            isAsked = true;
            runInFrame(() => {
                isAsked = false;
                render();
            });
        }
    };
}

/** Resolves once the page is live and painted, when there is time for hidden parts. */
export function whenPainted() {
    // The state is checked as soon as nothing is under way.
    void busyUntil(Promise.resolve());
    return /** @type {Promise<void>} */ (new Promise((resolve) => tablecast.rest.later.push(resolve)));
}

/** The pause before a failed load is tried again. */
const againMs = 5000;

/**
 * Loads a module that is needed later: on demand, or else once the page is painted, before the hub may be gone.
 * @template Module
 * @param {() => Promise<Module>} load
 * @param {Promise<unknown>} [before] what it waits for instead
 * @returns {() => Promise<Module>} rejects if it can't be loaded; the next call tries again
 */
export function loadLater(load, before = whenPainted()) {
    /** @type {Promise<Module> | undefined} */
    let loading;
    const get = () => loading ??= busyUntil(load()).catch((error) => {
        loading = undefined;
        throw error;
    });
    const early = () => {
        before.then(get).catch(() => runAfter(againMs, early));
    };
    early();
    return get;
}

/** @typedef {(instant: string | number) => string} TimeWriter */

/**
 * The text for a count, in the language's plural form: `<key>.one`, `<key>.other` and so on.
 * @param {string} key
 * @param {number} count
 * @param {Places} [places] the other places
 * @param {Intl.PluralRulesOptions} [options]
 */
export function counted(key, count, places = {}, options = {}) {
    const rules = new Intl.PluralRules(document.documentElement.lang, options);
    const name = `${key}.${rules.select(count)}`;
    const known = name in tablecast.sentences() ? name : `${key}.other`;
    return text(known, { count, ...places });
}

/**
 * The same for ordinal numbers: first, second, third.
 * @param {string} key
 * @param {number} count
 */
export function ordinal(key, count) {
    return counted(key, count, {}, { type: "ordinal" });
}

/**
 * A family of texts about somebody, as functions of the name, by the rest of the key after `<family>.`.
 * @param {string} family
 * @returns {Record<string, (name: string) => string>}
 */
export function familyAbout(family) {
    const keys = Object.keys(familyOf(family));
    return Object.fromEntries(
        keys.map((key) => [key, (/** @type {string} */ name) => text(`${family}.${key}`, { name })]),
    );
}

/**
 * The title of a role, whether built-in or added by a board.
 * @param {string} role
 */
export function roleTitle(role) {
    return `role.${role}` in tablecast.sentences() ? text(`role.${role}`) : role;
}

/**
 * An amount in one of the hub's sentences.
 * @typedef {{amount: number, currency: string, text: string}} Amount
 */

/**
 * The hub's refusal of a change or a field: an English sentence, its code and its parameters.
 * @typedef {{message?: string, reason?: string, params?: Record<string, any>, field?: string}} Refusal
 */

/** @type {(amount: Amount) => string} */
let writeAmount = ({ text: english }) => english;

/**
 * Sets the page's own format of amounts in refusals.
 * @param {(amount: Amount) => string} write
 */
export function writeAmountsBy(write) {
    writeAmount = write;
}

/** @type {(time: string) => string} */
let writeTime = (time) => time;

/**
 * Sets the page's own format of times of day in refusals.
 * @param {(time: string) => string} write
 */
export function writeTimesBy(write) {
    writeTime = write;
}

/**
 * The reason of a refusal in the page's texts: `problems.<board>.<field>.<reason>`, `problems.<board>.<field>` for any
 * problem there, `problems.field.<reason>` beside it, or `problems.<reason>`; in English if there is none.
 * @param {Refusal} refusal
 * @param {string} board of the action
 * @param {boolean} [isAtField]
 * @returns {string}
 */
export function reasonOf({ message = "", reason = "", params = {}, field = "" }, board, isAtField = false) {
    const sentences = tablecast.sentences();
    const key = [`${board}.${field}.${reason}`, `${board}.${field}`, isAtField && `field.${reason}`, reason]
        .flatMap((each) => formsOf(`problems.${each}`, params))
        .find((each) => each in sentences);
    if (!key) {
        return message;
    }
    const label = sentences[`fields.${board}.${field}`] ?? sentences[`fields.${field}`] ?? spelled(field);
    const places = Object.entries(params).map(
        ([name, value]) => [name, name === "time" ? writeTime(value) : placeText(value, board)],
    );
    return text(key, { label, ...Object.fromEntries(places) });
}

/**
 * The possible keys of a text: for a count, the plural form first.
 * @param {string} key
 * @param {Record<string, any>} params
 */
function formsOf(key, { count }) {
    if (typeof count !== "number") {
        return [key];
    }
    const rules = new Intl.PluralRules(document.documentElement.lang);
    return [`${key}.${rules.select(count)}`, `${key}.other`, key];
}

/**
 * The name of an argument in words: "Guest orders" for `guestOrders`.
 * @param {string} field
 */
function spelled(field) {
    const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * @param {any} value
 * @param {string} board
 * @returns {string}
 */
function placeText(value, board) {
    if (Array.isArray(value)) {
        return value.join(", ");
    }
    if (value?.currency) {
        return writeAmount(value);
    }
    return value?.reason ? reasonOf(value, board) : String(value);
}

/**
 * The answer to a change, with a refusal's sentences in the page's language.
 * @param {any} answer an ack or a reject
 * @param {string} action
 * @returns {any}
 */
export function inWords(answer, action) {
    const board = action.split(".")[0];
    const said = (/** @type {Refusal} */ each) => ({ ...each, message: reasonOf(each, board, true) });
    return { ...said(answer), problems: answer.problems?.map(said) };
}

/**
 * All sentences of a refusal, in the page's language; none for an ack.
 * @param {any} answer an ack or a reject
 * @param {string} action
 * @returns {string}
 */
export function reasonsOf(answer, action) {
    const board = action.split(".")[0];
    const said = (/** @type {Refusal} */ each) => reasonOf(each, board);
    return (answer.problems ?? []).map(said).join(" ") || said(answer);
}

/** @typedef {import("../tablecast.js").JSONValue} JSONValue */

/**
 * Whether two values are the same JSON; `undefined` equals `null`.
 * @param {any} one
 * @param {any} other
 */
export function isSame(one, other) {
    return canonical(one ?? null) === canonical(other ?? null);
}

/**
 * The number of characters, as people count them (extended grapheme clusters).
 * @param {string} text
 */
export function charactersOf(text) {
    if (typeof Intl.Segmenter !== "function") {
        return Array.from(text).length;
    }
    return Array.from(new Intl.Segmenter().segment(text)).length;
}

/** The house's name and time zone, as loaded with the page and then as the owner changes them. */
export class House {
    /** @param {() => number} now by the server's clock, in milliseconds since 1970 */
    constructor(now) {
        this.now = now;
        this.zone = pageTimeZone();
        this.writer = timeWriter(this.zone, now);
        this.names = [...document.querySelectorAll(".house bdi")];
        /**
         * Formats a time as the house does now.
         * @type {TimeWriter}
         */
        this.time = (instant) => this.writer(instant);
    }

    /**
     * Shows the house's present name, and formats times in its present time zone.
     * @param {{name: string, timeZone: string} | undefined} venue
     */
    know(venue) {
        if (!venue) {
            return;
        }
        if (venue.timeZone !== this.zone) {
            this.zone = venue.timeZone;
            this.writer = timeWriter(this.zone, this.now);
        }
        const before = this.names[0]?.textContent ?? "";
        if (before !== venue.name) {
            document.title = document.title.replace(before, () => venue.name);
            this.names.forEach((name) => setText(name, venue.name));
        }
    }
}

/**
 * Formats times of day as the house does. With 12 hours, midnight is 12 AM and noon 12 PM.
 */
export class Hours {
    /**
     * @param {string} language of the page
     * @param {12 | 24} [count]
     */
    constructor(language, count = pageState()?.hours ?? 24) {
        this.count = count;
        const locale = language === "en" ? "en-US" : language;
        this.format = new Intl.DateTimeFormat(locale, {
            hour: "numeric", minute: "2-digit", hourCycle: "h12", timeZone: "UTC",
        });
    }

    /**
     * A local time, with or without its date: `2026-05-04T19:30`, `19:30`.
     * @param {string} local
     */
    write(local) {
        const time = local.slice(-5);
        if (this.count === 24) {
            return time;
        }
        // No-break spaces, so that a narrow column does not break a time.
        return this.format.format(Date.parse(`1970-01-01T${time}Z`)).replace(/\s/g, "\u00A0");
    }

    /**
     * @param {string} from
     * @param {string} to
     */
    range(from, to) {
        return `${this.write(from)}–${this.write(to)}`;
    }
}

/**
 * The instant of a venue's local time: `2026-11-20T19:40`, with or without seconds.
 * @param {string} shown
 * @param {string} timeZone an IANA identifier
 * @returns {string} RFC 3339 in UTC; empty if the time is malformed
 */
export function instantOf(shown, timeZone) {
    const asUTC = Date.parse(`${shown}Z`);
    if (Number.isNaN(asUTC)) {
        return "";
    }
    // The zone's offset depends on the instant sought: a second step corrects the first one around a clock change.
    const first = asUTC - aheadMs(asUTC, timeZone);
    return new Date(asUTC - aheadMs(first, timeZone)).toISOString();
}

/**
 * A zone's offset from UTC, in milliseconds.
 * @param {number} instant
 * @param {string} timeZone
 */
export function aheadMs(instant, timeZone) {
    const partsIn = (/** @type {string | undefined} */ zone) => new Intl.DateTimeFormat("en-GB", {
        year: "numeric", month: "2-digit", day: "2-digit",
        hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZone: zone,
    }).formatToParts(instant).map(({ type, value }) => [type, value]);
    let parts;
    try {
        parts = partsIn(timeZone);
    } catch {
        // The browser lacks the zone.
        parts = partsIn(undefined);
    }
    const { year, month, day, hour, minute, second } = Object.fromEntries(parts);
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - Math.floor(instant / 1000) * 1000;
}

/**
 * The name of a view with parameters, in the one form that the hub accepts (RFC 3986, section 2.1):
 * `board/view?name=value`.
 * @param {string} view
 * @param {Record<string, string | undefined>} [parameters] in the order of the board's declaration; those without a
 * value are left out
 */
export function viewName(view, parameters = {}) {
    const pairs = Object.entries(parameters)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${encoded(String(value))}`);
    return pairs.length > 0 ? `${view}?${pairs.join("&")}` : view;
}

/** @param {string} value */
function encoded(value) {
    return encodeURIComponent(value).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
}

/** The prefix of the storage keys of forms behind the join link. */
export const joinPrefix = "tablecast.join.";

/** Forgets the state of joining once the place is reached. */
export function forgetJoining() {
    for (const storage of [() => sessionStorage, () => localStorage]) {
        try {
            Object.keys(storage())
                .filter((key) => key.startsWith(joinPrefix))
                .forEach((key) => storage().removeItem(key));
        } catch {
            // Storage is forbidden, so nothing was stored.
        }
    }
}

/**
 * Removes and forgets the elements of things that are no longer shown.
 * @template {{element: Element}} View
 * @param {Map<string, View>} views by key
 * @param {{has(key: string): boolean}} shown the shown keys
 */
export function dropOthers(views, shown) {
    for (const [key, view] of views) {
        if (!shown.has(key)) {
            view.element.remove();
            views.delete(key);
        }
    }
}

/**
 * Makes elements the first children of a place, in order. Elements that are already in place are not touched, so that
 * none moves under a finger without need.
 * @param {Element} place
 * @param {Iterable<Element>} elements
 */
export function arrange(place, elements) {
    let next = place.firstElementChild;
    for (const element of elements) {
        if (element === next) {
            next = next.nextElementSibling;
        } else {
            place.insertBefore(element, next);
        }
    }
}

/** @param {any} thing */
const keyOf = (thing) => /** @type {string} */ (typeof thing === "string" ? thing : thing.key ?? thing.id);

/**
 * The view of a thing, made if there is none.
 * @template View
 * @param {Map<string, View>} views by key
 * @param {string} key
 * @param {() => View} create
 * @returns {View}
 */
export function viewOf(views, key, create) {
    const view = views.get(key) ?? create();
    views.set(key, view);
    return view;
}

/**
 * Draws a list of things with a `key` or an `id`, or of keys. The view of a thing stays the same element while it is
 * shown.
 * @template Thing
 * @template {{element: Element}} View
 * @param {Element} place
 * @param {Map<string, View>} views by key
 * @param {Thing[]} things in order
 * @param {(key: string, thing: Thing) => View} create
 * @param {(view: View, thing: Thing, index: number) => void} update
 */
export function renderList(place, views, things, create, update) {
    dropOthers(views, new Set(things.map(keyOf)));
    arrange(place, things.map((thing, index) => {
        const view = viewOf(views, keyOf(thing), () => create(keyOf(thing), thing));
        update(view, thing, index);
        return view.element;
    }));
}

/**
 * The last drawn value of each object, as JSON.
 * @type {WeakMap<object, string>}
 */
const drawnFrom = new WeakMap();

/**
 * Whether a value differs from the last one given for the same object, which must then be drawn again.
 * @param {object} owner
 * @param {unknown} value
 */
export function isNews(owner, value) {
    const now = JSON.stringify(value) ?? "";
    const isNew = drawnFrom.get(owner) !== now;
    drawnFrom.set(owner, now);
    return isNew;
}

/**
 * Redraws a list if its content has changed.
 * @template Thing
 * @param {HTMLElement} element
 * @param {Thing[]} things
 * @param {(thing: Thing) => Node} draw
 */
export function redraw(element, things, draw) {
    if (isNews(element, things)) {
        element.replaceChildren(...things.map(draw));
    }
}

/**
 * Makes the browser ask before leaving the page while something would be lost: unsent changes live only as long as
 * their tab.
 * @param {() => boolean} isLosing
 */
export function askBeforeLeaving(isLosing) {
    window.addEventListener("beforeunload", (event) => {
        if (isLosing()) {
            event.preventDefault();
        }
    });
}

/**
 * Shows how many changes wait to be sent, while there is no connection.
 * @param {import("../tablecast.js").Sync} sync
 * @param {boolean} isLive
 */
export function showUnsent({ outbox }, isLive) {
    const count = outbox.waitingCount;
    const isShown = count > 0 && !isLive;
    setText(byId("waiting-changes", HTMLElement), isShown ? counted("changesWaiting", count) : "");
}

/** The page's single live region: at most one sentence every few seconds, always the newest. */
export class Announcer {
    /**
     * @param {HTMLElement} region empty at load, `role="status"`
     * @param {number} [intervalMs]
     */
    constructor(region, intervalMs = 4000) {
        this.region = region;
        this.intervalMs = intervalMs;
        this.saidAtMs = -Infinity;
        this.waiting = "";
        this.warning = "";
        this.timer = 0;
        /** The sentence about the lost connection; empty while the page is connected. */
        this.lost = "";
    }

    /**
     * Announces once that the connection is lost, and retracts it when it is back.
     * @param {boolean} isLost
     * @param {string} sentence
     */
    sayLost(isLost, sentence) {
        if (isLost && this.lost === "") {
            this.lost = sentence;
            this.say(sentence);
        } else if (!isLost && this.lost !== "") {
            this.takeBack(this.lost);
            this.lost = "";
        }
    }

    /**
     * Removes a sentence that is no longer true, announced or not.
     * @param {string} sentence
     */
    takeBack(sentence) {
        if (this.waiting === sentence) {
            this.waiting = "";
        }
        if (this.warning === sentence) {
            this.warning = "";
        }
        if (this.region.textContent?.includes(sentence)) {
            this.region.textContent = "";
        }
    }

    /**
     * Announces a sentence, unless a newer one comes before its turn.
     * @param {string} sentence
     * @param {number} [intervalMs] since the last announcement
     */
    say(sentence, intervalMs) {
        this.waiting = sentence;
        this.later(intervalMs);
    }

    /**
     * Announces a problem. Other sentences don't replace it.
     * @param {string} sentence
     * @param {number} [intervalMs] since the last announcement
     */
    warn(sentence, intervalMs) {
        this.warning = sentence;
        this.later(intervalMs);
    }

    /** Whether a sentence waits for its turn. */
    get isWaiting() {
        return this.waiting !== "";
    }

    later(intervalMs = this.intervalMs) {
        const inMs = this.saidAtMs + intervalMs - elapsedMs();
        if (inMs <= 0) {
            this.speak();
        } else if (!this.timer || intervalMs < this.intervalMs) {
            stopTimer(this.timer);
            this.timer = runAfter(inMs, () => this.speak());
        }
    }

    speak() {
        stopTimer(this.timer);
        this.timer = 0;
        this.saidAtMs = elapsedMs();
        this.region.textContent = [this.warning, this.waiting].filter(Boolean).join(" ");
        this.warning = "";
        this.waiting = "";
    }
}

/** @typedef {{field: string, message: string}} Problem */
/** @typedef {HTMLInputElement | HTMLTextAreaElement} Input */

/**
 * Shows the problem at each field, clears the others, and scrolls to the first problem and focuses it.
 * @param {Problem[]} problems
 * @param {Record<string, Input>} inputs
 * @param {Record<string, HTMLElement>} places by field: for each input, and for fields without a single input
 * @returns {boolean} whether there are problems and each has its place
 */
export function showProblems(problems, inputs, places) {
    for (const [field, place] of Object.entries(places)) {
        const problem = problems.find((each) => each.field === field);
        if (problem) {
            setText(place, problem.message);
            inputs[field]?.setAttribute("aria-invalid", "true");
        } else {
            takeBackProblem(inputs[field], place);
        }
    }
    const isBefore = (/** @type {Node} */ one, /** @type {Node} */ other) =>
        (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const [first] = problems
        .map(({ field }) => field)
        .filter((field) => field in places)
        .sort((one, other) => (isBefore(places[one], places[other]) ? -1 : 1));
    if (first !== undefined) {
        inputs[first]?.focus();
        places[first].scrollIntoView({ block: "nearest" });
    }
    return problems.length > 0 && problems.every((each) => each.field in places);
}

/**
 * Removes the problem of an edited field.
 * @param {Input | undefined} input
 * @param {HTMLElement} place
 */
export function takeBackProblem(input, place) {
    setText(place, "");
    input?.removeAttribute("aria-invalid");
}

/** @typedef {import("../tablecast.js").Entry} Entry */

/**
 * A part that another board adds to a page. Its module exports `mount`, which makes it.
 * @typedef {object} Panel
 * @property {(doc: any) => void} [render] draws it with every drawing of the page
 * @property {string[]} [views] its views besides those of the page
 * @property {(entry: Entry, message: any) => boolean} [answered] takes an answer; returns whether it is fully handled
 * @property {(failure: import("../tablecast.js").Failure) => void} [failed] called when a view can't be read
 */

/** @typedef {{mount: (place: HTMLElement, context: any) => Promise<Panel> | Panel}} PanelModule */

/** The folder of this version's files. A module from another folder would be loaded twice. */
const files = new URL("../../", import.meta.url).pathname;
const ofVersion = (/** @type {string} */ address) => files + address.slice(1);

/**
 * The panels that other boards add to a page. The hub names their modules, so the page knows none of them.
 */
export class Panels {
    /**
     * @param {HTMLElement} place
     * @param {object} context passed to them by the page
     */
    constructor(place, context) {
        this.addresses = pageState().panels ?? [];
        /** @type {Panel[]} */
        this.panels = [];
        /**
         * Answers that arrived before the panels were loaded.
         * @type {[Entry, any][]}
         */
        this.early = [];
        this.isReady = this.addresses.length === 0;
        // The page's own content is painted first.
        const isTurn = pageState().subject === undefined ? Promise.resolve() : whenPainted();
        this.ready = isTurn.then(() => busyUntil(
            Promise.all(this.addresses.map((address) => this.load(address, place, context)))
        ));
        void this.ready.then(() => {
            this.isReady = true;
            this.early.forEach(([entry, message]) => this.answered(entry, message));
        });
    }

    /** The number of panels. */
    get count() {
        return this.addresses.length;
    }

    /**
     * @param {string} address
     * @param {HTMLElement} place
     * @param {object} context
     */
    async load(address, place, context) {
        const own = document.createElement("section");
        own.className = "panel";
        own.hidden = true;
        place.append(own);
        try {
            /** @type {PanelModule} */
            const module = await import(ofVersion(address));
            this.panels.push(await module.mount(own, context));
        } catch {
            // The page works without the panel.
            own.remove();
        }
    }

    /** The panels' views, besides those of the page. */
    get views() {
        return this.panels.flatMap(({ views = [] }) => views);
    }

    /** @param {any} doc the page's own document, or other data for its panels */
    render(doc) {
        this.panels.forEach((panel) => panel.render?.(doc));
    }

    /** @param {import("../tablecast.js").Failure} failure */
    failed(failure) {
        this.panels.forEach((panel) => panel.failed?.(failure));
    }

    /**
     * @param {Entry} entry
     * @param {any} message
     * @returns {boolean} whether a panel takes it, now or once it is loaded
     */
    answered(entry, message) {
        if (!this.isReady) {
            this.early.push([entry, message]);
            return true;
        }
        return this.panels.some((panel) => panel.answered?.(entry, message) === true);
    }
}

/**
 * The texts of a panel, from its own folder, in the page's language or in English.
 * @param {string} folder
 * @returns {Promise<Record<string, string>>}
 */
export async function panelTexts(folder) {
    for (const language of new Set([document.documentElement.lang, "en"])) {
        const answer = await request(ofVersion(`${folder}/texts/${language}.json`));
        if (answer.ok) {
            return answer.json();
        }
    }
    throw new Error(`There are no words in ${folder}`);
}

/**
 * Adds a panel's stylesheet to the page.
 * @param {string} address
 * @returns {Promise<void>} resolves when it is loaded or has failed; the panel is hidden until then
 */
export function addStyles(address) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = ofVersion(address);
    return new Promise((resolve) => {
        link.addEventListener("load", () => resolve());
        link.addEventListener("error", () => resolve());
        document.head.append(link);
    });
}
