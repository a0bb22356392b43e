// @ts-check
import { Desk } from "../../../js/ui/desk.js";
import { ScreensFeed } from "../../../js/ui/eventstream.js";
import {
    byId, familyAbout, familyOf, inWords, make, request, sentenceAbout, setText, text,
} from "../../../js/ui/page.js";
import { ScreenPairing } from "../pairing.js";
import { DeviceDialogs, DeviceList, devicesOf, Invitations, rolesOf } from "./devices.js";
import { choose, fieldOf, LanguagesField, ZoneField } from "./fields.js";
import { BoardList, SettingsForm } from "./forms.js";
import { JoinLink } from "./guests.js";
import { DatesField, DayStartField, WeekField } from "./hours.js";
import { MailForm, PINForm, WebhookForm } from "./secrets.js";
import { partiesView, Today } from "./today.js";
import { tidied } from "./values.js";

/** @typedef {import("../../../js/tablecast.js").Entry} Entry */
/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

const view = "house/settings";
const effectsView = "house/effects";
const sendersView = "house/senders";
const done = familyAbout("done");

/** @type {Desk} */
const desk = new Desk({
    name: "owner",
    // The settings of the venue's boards are among the snapshots.
    views: [view, effectsView, sendersView],
    // Changes of boards are announced by the boards' names.
    done: { ...done, "house.configure": (name) => name || done["house.configure"]("") },
    draw,
    answered,
    typed: (action, { name }) => (typeof name === "string" ? [name] : []),
    again: ({ action, args, name }) => ask(action, args, name, action in done ? action : "boardSet") !== "",
    sources: () => [{ life: feed.life, asOfMs: heardMs }],
});
const { sync, state } = desk;
const own = state.device ?? "";
let heardMs = Date.parse(state.now);
const feed = new ScreensFeed(state.venue, "owner", {
    changed: () => {
        heardMs = feed.life === "live" ? desk.nowMs : heardMs;
        desk.render();
    },
    alarmed: () => {},
    refused: () => sync.refused(),
});
const descriptions = state.boardSettings ?? [];
/** Whether the house has no name yet. Then its section comes first, with proposed values. */
let isNew = state.name === "Tablecast";
const roles = rolesOf(descriptions);
const asker = { ask, askAlone, say: (/** @type {string} */ sentence) => desk.announcer.warn(sentence) };
const boards = new BoardList(descriptions, sync, asker);
const forms = houseForms();
const today = new Today(desk, ask);
const dialogs = new DeviceDialogs(desk, roles, ask);
const invitations = new Invitations(desk, roles, ask);
const pairing = new ScreenPairing(desk);
const pin = new PINForm(state.venue, state.hasPIN ?? false, (said, isWrong) => desk.tell(said, isWrong), desk);
const join = new JoinLink(desk, ask);
const webhook = new WebhookForm(desk, askAlone);
const mail = new MailForm(desk, askAlone);
const list = new DeviceList(byId("devices-list", HTMLElement), own, {
    change: (id) => withDevice(id, (device) => dialogs.openChange(device)),
    revoke: (id) => withDevice(id, (device) => dialogs.openRevoke(device)),
    forgive: (id) => withDevice(id, ({ title }) => ask("house.forgive", { device: id }, title)),
});
/** The last summary shown; later changes by this page are newer. */
let summaryShown = feed.known.summary;

/** The settings of the house itself: a form in each of three sections. */
function houseForms() {
    const words = familyOf("settings");
    const description = (/** @type {string} */ name, schema = {}) =>
        ({ name, summary: "", schema, isSecret: false });
    const choice = (/** @type {string} */ name, /** @type {string[]} */ ...values) =>
        fieldOf(`settings-${name}`, description(name, { enum: values }), words, String);
    const languages = { items: { enum: ["en", "de", "fr", "es", "it"] } };
    const name = description("name", { type: "string", "x-charactersMax": 80 });
    /** @type {Record<string, import("./fields.js").Field[]>} */
    const fields = {
        house: [
            fieldOf("settings-name", name, words, String),
            new ZoneField("settings-zone", description("timeZone"), words, () => desk.nowMs),
            new LanguagesField("settings-languages", description("languages", languages), words),
            ...(isNew ? [boardsField()] : []),
        ],
        hours: [
            new WeekField("hours", description("hours"), words),
            new DatesField("dates", description("exceptions"), words),
            new DayStartField("day-start", description("dayStart"), words),
        ],
        guests: [
            choice("selfCheckIn", "off", "confirm", "direct"),
            choice("labels", "full", "first_initial", "initials", "number"),
        ],
    };
    return Object.entries(fields).map(([section, of]) => {
        const form = new SettingsForm(of, {
            send: (changes) => ask("house.configure", changes, ""),
            say: asker.say,
        });
        form.element.id = `${section}-form`;
        byId(`${section}-card`, HTMLElement).append(form.element);
        return form;
    });
}

/** The boards that a new house uses: chosen together once, and by switches afterwards. */
function boardsField() {
    const optional = descriptions.filter(({ isAlwaysOn }) => !isAlwaysOn);
    const titles = optional.map(({ name, texts }) => [`boards.${name}`, texts["board.title"] ?? name]);
    const schema = { type: "array", items: { enum: optional.map(({ name }) => name) } };
    const words = { ...Object.fromEntries(titles), boards: text("uses.title"), "boards.about": text("uses.about") };
    return fieldOf("settings-boards", { name: "boards", summary: "", schema, isSecret: false }, words, String);
}

// MARK: A new house

/** The first of the browser's languages that is among these. */
const browserLanguage = (/** @type {string[]} */ codes) =>
    navigator.languages.map((each) => each.slice(0, 2)).find((each) => codes.includes(each));

/** Shows a new house's section first, and that of the devices once it is saved. */
function greet() {
    const query = new URLSearchParams(location.search);
    const own = browserLanguage((state.languages ?? []).map(({ code }) => code));
    if (own && own !== state.language && !query.has("lang")) {
        query.set("lang", own);
        location.search = String(query);
    }
    byId("today", HTMLElement).before(byId("house", HTMLElement));
    callHouse(text("first.title"), text("first.about"));
    choose(byId("invite-roles", HTMLElement), "host");
}

/**
 * @param {string} title of the house's section
 * @param {string} about
 */
function callHouse(title, about) {
    setText(byId("house-title", HTMLElement), title);
    setText(byId("house-about", HTMLElement), about);
    document.querySelectorAll('#sections a[href="#house"]').forEach((link) => setText(link, title));
}

/**
 * Fills in the values that the browser knows.
 * @param {{ languages: string[] }} venue
 */
function propose({ languages }) {
    const [name, zone, spoken] = forms[0].fields;
    const own = browserLanguage(Object.keys(familyOf("settings.languages")));
    name.write("");
    zone.write(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    spoken.write([...new Set([own ?? languages[0], ...languages])]);
    forms[0].mark();
}

// MARK: Sections

if (isNew) {
    greet();
}

/** All sections in order; those of boards come last. */
const sections = [...document.querySelectorAll("section.part"), ...boards.sections];

function fillSections() {
    byId("sections-place", HTMLElement).append(...boards.sections);
    byId("sections", HTMLElement).append(...sections.map((section) => {
        const title = section.querySelector("h2")?.textContent ?? "";
        return make("li", {}, make("a", { href: `#${section.id}` }, title));
    }));
}

/** Shows the section that the address names or points into; by default the first. The address is then its own. */
function go() {
    const place = document.getElementById(location.hash.slice(1) || location.pathname.split("/")[2] || "");
    const named = sections.find((section) => section.contains(place) && !isOff(section)) ?? sections[0];
    for (const section of sections) {
        section.toggleAttribute("hidden", section !== named);
    }
    for (const link of byId("sections", HTMLElement).querySelectorAll("a")) {
        link.ariaCurrent = link.hash === `#${named.id}` ? "page" : null;
    }
    const within = place && place !== named ? `#${place.id}` : "";
    history.replaceState(null, "", `/owner/${named.id}${location.search}${within}`);
    document.body.classList.toggle("is-first", named === sections[0]);
    const title = named.querySelector("h2")?.textContent ?? "";
    const { names } = desk.house;
    const parts = [...(named === sections[0] ? [] : [title]), text("title"), names[0]?.textContent ?? ""];
    document.title = parts.join(" · ");
    window.scrollTo(0, 0);
    if (place && place !== named) {
        place.scrollIntoView();
    }
}

/** @param {Element} section of a board that the house does not use */
function isOff(section) {
    return section.hasAttribute("data-off");
}

function turn() {
    go();
    /** @type {HTMLElement | null} */ (document.querySelector("section.part:not([hidden]) h2"))?.focus({
        preventScroll: true,
    });
}

window.addEventListener("hashchange", turn);
window.addEventListener("popstate", () => {
    // After a link to a fragment the browser moves the focus; `hashchange` comes after that.
    if (location.hash === "") {
        turn();
    }
});

// MARK: Requests

/**
 * @param {string} id
 * @param {(device: import("./devices.js").Device) => void} act
 */
function withDevice(id, act) {
    const device = devicesOf(feed.known.rows.values(), own).find((each) => each.id === id);
    if (device) {
        act(device);
    }
}

/**
 * @param {string} action
 * @param {JSONObject} args
 * @param {string} name the subject of the change
 * @param {string} [said] the key of the sentence that confirms it
 */
function ask(action, args, name, said = action) {
    const { id } = sync.mutate(action, args, { name, done: said });
    if (sync.life !== "live") {
        // Without a connection, the dialog does not wait for the hub.
        dialogs.letGo();
        desk.tell(text("later"), true);
    }
    return id;
}

/**
 * Makes a change with a secret, which is stored nowhere in the browser.
 * @param {string} action
 * @param {JSONObject} args
 * @param {string} [name] the subject of the change
 * @param {string} [said] the key of the sentence that confirms it
 */
function askAlone(action, args, name = "", said = action) {
    return desk.askAlone(action, args, name, { done: said });
}

/**
 * @param {Entry} entry
 * @param {any} message its ack or reject
 * @returns {boolean} whether the problem is shown at its field
 */
function answered(entry, message) {
    if (entry.action === "house.pair") {
        pairing.answered(entry, message);
        return true;
    }
    const { id, action, note } = entry;
    mail.answered(id, message);
    const isSaid = [
        dialogs.answered(id, message),
        webhook.answered(id, message),
        boards.answered(id, message),
        ...forms.map((form) => form.answered(id, message)),
    ].some(Boolean);
    if (message.type === "ack") {
        if (action === "house.invite") {
            invitations.made(entry, message);
        }
        if (isNew && action === "house.configure") {
            isNew = false;
            callHouse(text("house"), text("houseAbout"));
            location.hash = "add";
        }
        const sentence = done[String(note.done)] ?? ((/** @type {string} */ name) => name);
        const { toast } = desk.deeds;
        toast.show(sentenceAbout(sentence, String(note.name ?? "")), false);
        desk.announcer.warn(toast.text.textContent ?? "");
    }
    return isSaid;
}

// MARK: Drawing

function draw() {
    const venue = /** @type {any} */ (sync.doc(view)?.venue);
    desk.drawFrame(venue);
    if (document.documentElement.dataset.life === "live") {
        takeBackLater();
    }
    if (venue) {
        drawSettings(venue);
    }
    const senders = sync.doc(sendersView)?.senders;
    if (senders) {
        mail.know(senders.email, desk.time);
    }
    drawDevices();
    drawToday(venue, senders?.email?.ok === false);
    const { size } = feed.known.alarms;
    desk.drawn(size === 0 ? text("screens.noAlarms") : byId("today-well", HTMLElement).textContent ?? "");
}

/** Removes the message that a change waits for the connection. */
function takeBackLater() {
    const { toast } = desk.deeds;
    if (toast.text.textContent === text("later")) {
        toast.hide();
    }
    // If the answer came first, the toast already shows it.
    desk.announcer.takeBack(text("later"));
}

/** @param {any} venue */
function drawSettings(venue) {
    const isShown = (/** @type {string} */ id) => !sync.outbox.find(id);
    // Missing members mean *always open* and no exceptional dates.
    const hours = venue.hours ? tidied(venue.hours, false) : null;
    const exceptions = venue.exceptions ? tidied(venue.exceptions, true) : null;
    const isFirst = !forms[0].known;
    forms.forEach((form) => form.know({ ...venue, hours, exceptions }, isShown));
    if (isNew && isFirst) {
        propose(venue);
    }
    const before = boards.sections.map(isOff).join();
    boards.know(venue);
    if (boards.sections.map(isOff).join() !== before) {
        for (const link of byId("sections", HTMLElement).querySelectorAll("a")) {
            const section = sections.find(({ id }) => `#${id}` === link.hash);
            link.parentElement?.toggleAttribute("hidden", section !== undefined && isOff(section));
        }
        go();
    }
    join.know(venue, boards.settings);
}

function drawDevices() {
    const { rows, summary } = feed.known;
    if (summary && summary !== summaryShown) {
        summaryShown = summary;
        if (summary.hasPIN !== undefined) {
            pin.know(summary.hasPIN);
        }
        webhook.know(summary.hasWebhook === true, summary.webhookRefusal);
    }
    const devices = devicesOf(rows.values(), own);
    list.render(devices, desk.time);
    setText(byId("devices-count", HTMLElement), summary ? String(devices.length) : "");
    const none = byId("devices-none", HTMLElement);
    none.hidden = devices.length > 0;
    setText(none, summary ? text("noDevices") : text("looking"));
    if (summary) {
        dialogs.know(devices);
        const isIn = (/** @type {string} */ wanted) => devices.some(({ role }) => role === wanted);
        byId("first-devices", HTMLElement).hidden = isIn("host") && isIn("display");
        byId("first-tablet", HTMLElement).classList.toggle("is-done", isIn("host"));
        byId("first-television", HTMLElement).classList.toggle("is-done", isIn("display"));
    }
}

/**
 * @param {any} venue
 * @param {boolean} isMailWrong
 */
function drawToday(venue, isMailWrong) {
    const { rows, summary, alarms } = feed.known;
    today.drawDay(sync.doc(partiesView));
    const countOf = (/** @type {string} */ wanted) => [...rows.values()].filter(({ state }) => state === wanted).length;
    today.drawScreens(alarms, summary ? countOf("ok") : undefined, countOf("away"));
    const locked = devicesOf(rows.values(), own).filter(({ isLockedOut }) => isLockedOut);
    const isJoinable = venue !== undefined && venue.selfCheckIn !== "off";
    const errands = [
        ...locked.map(({ title }) => [text("errands.lockedOut", { name: title }), "devices"]),
        [summary?.webhookRefusal ? text("errands.webhook") : "", "mail"],
        [isMailWrong ? text("errands.mail") : "", "mail"],
        [isJoinable && !state.origin ? text("errands.unreachable") : "", "guests"],
    ];
    today.drawErrands(
        errands.filter(([sentence]) => sentence).map(([sentence, section]) => ({ sentence, section })),
        sync.doc(effectsView)?.effects ?? {},
    );
}

// A page loaded by https is safe: a proxy in front of the hub may speak https.
byId("in-the-open", HTMLElement).hidden =
    location.protocol !== "http:" || (window.isSecureContext && !state.isInTheOpen);
fillSections();
desk.watch(partiesView);
desk.start();
go();
feed.start();
