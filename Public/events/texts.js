// @ts-check
import { lifeTexts } from "../js/life.js";

/** Everything that the events page says, apart from what stands in its HTML. */
export const texts = {
    ...lifeTexts,
    refused: (/** @type {string} */ time) =>
        `As of ${time}, signed out: open a new link from “tablecast link --role engineer”`,
    fresh: (/** @type {number} */ count) => `${count} new`,
    toNewest: (/** @type {number} */ count) =>
        count > 0 ? `To the newest (${count} new)` : "To the newest",
    all: (/** @type {number} */ count) => (count === 1 ? "1 event" : `${count} events`),
    shown: (
        /** @type {number} */ count,
        /** @type {number} */ first,
        /** @type {number} */ last,
        /** @type {number} */ newest,
    ) => `${count} events: revisions ${first} to ${last} of ${newest}`,
    matching: (
        /** @type {number} */ count,
        /** @type {number} */ first,
        /** @type {number} */ last,
        /** @type {number} */ newest,
    ) =>
        last < first
            ? `${count} found`
            : `${count} found in revisions ${first} to ${last} of ${newest}`,
    earlier: "Load earlier",
    lookOn: "Look in earlier events",
    looking: "Looking…",
    nothingYet: "Nothing has happened yet.",
    nothingFound: "No event here is like that.",
    noneRejected:
        "No rejected change here is like that. They are not in the journal: the hub keeps the last " +
        "thousand since it began.",
    nothingFoundYet: "No event here is like that, so far.",
    event: (/** @type {number} */ rev) => `Event ${rev}`,
    noEvent: (/** @type {string} */ rev) => `There is no event ${rev}`,
    rejectedTitle: "Rejected, not in the journal",
    arrived: (/** @type {number} */ count) =>
        count === 1 ? "1 new event." : `${count} new events.`,
    offline: "Not connected. Events may be missing.",
    clock: "the clock",
    somebody: "a party",
    noRev: "–",
    badRange: "The first revision is after the last one.",
    odd: (/** @type {string} */ field, /** @type {string} */ value) =>
        `“${field}” can’t be “${value}”: it is left out.`,
    badTime: "These times can't be found while there is no connection.",
    aheadOf: ", ahead of ",
    storyOf: "Only the story of ",

    /** What happened, by the event's type; the name stands where the party's goes. */
    happened: /** @type {Record<string, Happened>} */ ({
        "waitlist.added": (name, { size }) =>
            size ? `added ${name}, party of ${size}` : `added ${name}`,
        "waitlist.edited": (name, data) => {
            // Every event has the name: it is what has changed when there is nothing else.
            const fields = ["size", "phone", "notes", "tags"].filter((each) => each in data);
            return `changed ${name}: ${fields.length > 0 ? fields.join(", ") : "name"}`;
        },
        "waitlist.readied": (name) => `made ${name} ready`,
        "waitlist.unreadied": (name) => `put ${name} back to waiting`,
        "waitlist.seated": (name, { table }) =>
            table ? `seated ${name} at table ${table}` : `seated ${name}`,
        "waitlist.no_show": (name) => `marked ${name} a no-show`,
        "waitlist.cancelled": (name) => `cancelled ${name}`,
        "waitlist.restored": (name) => `restored ${name}`,
        "waitlist.moved": (name, _, { from, to, behind }) => {
            const places = from && to ? ` from place ${from} to ${to}` : "";
            return `moved ${name}${places}${behind ? `, behind ${behind}` : ""}`;
        },
        "waitlist.confirmed": (name) => `confirmed ${name}`,
        "waitlist.day_began": () => "began a service day",
        "notice.posted": (_, { text }) => (text ? `posted a notice: ${text}` : "posted a notice"),
        "notice.cleared": () => "cleared a notice",
        "house.configured": (name, data, { wasNamed }) => configured(name, data, wasNamed),
        "house.invited": (name, data) =>
            `invited ${article(data.role)}${data.name ? ` (${name})` : ""}`,
        "house.paired": (name, data) => `let in a screen${data.name ? ` (${name})` : ""}`,
        "house.revoked": (name) => `signed out ${name}`,
        "house.renamed": (name, data, _, device) => `called the device ${device} ${name}`,
        "house.role_set": (name, { role, before }) =>
            `made ${name} ${article(role)}${before ? `, no longer ${article(before)}` : ""}`,
        "house.pin_set": () => "set the PIN",
        "house.pin_cleared": () => "took the PIN away",
        "house.forgiven": (name) => `let ${name} try the PIN again`,
        "house.join_link_renewed": () => "made a new join link",
        "house.webhook_set": () => "set where alarms are sent to",
        "house.webhook_cleared": () => "ended the sending of alarms",
    }),
    undone: (/** @type {string} */ name, /** @type {number} */ rev) =>
        name ? `took back event ${rev}, of ${name}` : `took back event ${rev}`,
    rejected: (
        /** @type {string} */ action,
        /** @type {string} */ name,
        /** @type {string} */ code,
        /** @type {string} */ reason,
    ) =>
        `rejected (${code}): ${action}${name ? ` of ${name}` : ""}${reason ? `. ${reason}` : ""}`,

    story: "Story of ",
    notice: "the notice",
    causeTitle: "Cause",
    askedAs: "Asked for",
    mutation: "Mutation",
    device: "Device",
    connection: "Connection",
    byTime: "Time brought it about; nobody asked for it.",
    forgotten: "Not known any more: kept in memory for the last 10,000 events since the hub began.",
    connectionWords: (/** @type {string} */ way, /** @type {string} */ address) =>
        `${way === "websocket" ? "WebSocket" : "HTTP request"}${address ? ` from ${address}` : ""}`,
    timingTitle: "How long it took",
    durable: "From received to the disk",
    handedOver: "From received to the screens",
    milliseconds: (/** @type {number} */ ms) => `${ms.toFixed(ms < 10 ? 2 : 1)} ms`,
    noTiming: "Not known any more: kept in memory for the last 10,000 events since the hub began.",
    placesTitle: "Places",
    placeWords: (/** @type {number} */ before, /** @type {number} */ after) =>
        `: place ${before} → ${after}, ${after > before ? "further back" : "further ahead"}`,
    moreRows: (/** @type {number} */ count) => `and ${count} more`,
    changesTitle: "What it changed",
    noChanges: "Nothing in any view.",
    onlyMasked: "Only what is not shown to engineers.",
    revs: (/** @type {{from: number, rev: number}} */ { from, rev }) => `${from} → ${rev}`,
    operations: /** @type {Record<string, string>} */ ({
        add: "+ added", remove: "− removed", replace: "± replaced",
    }),
    code: "Code",
    reason: "Reason",
    argsTitle: "Arguments",
    rejectionTitle: "Rejection",
    dataTitle: "Data",
    noData: "None.",
    asking: "Asking for its cause and its changes…",
    notTold: "Its cause and its changes could not be read.",
    askAgain: "Try again",
    nothing: "nothing",

    save: (/** @type {number} */ first, /** @type {number} */ last) =>
        first === last ? `Save revision ${first}` : `Save revisions ${first} to ${last}`,
    replayable: "Replay it into a fresh venue, as a test case:",
    notReplayable: "It can be read, not replayed: only a file from revision 1 on can.",
    replay: (/** @type {string} */ file, /** @type {string} */ options) =>
        `tablecast import events ${file} --data NEW-FOLDER${options}`,

    ofNewest: (/** @type {number} */ newest) => `of ${newest}`,
    revOf: (/** @type {number} */ rev, /** @type {number} */ newest) =>
        `Revision ${rev} of ${newest}`,
    atRev: (/** @type {number} */ rev) => `At revision ${rev}`,
    now: "Now",
    beforeAll: "Before the first event.",
    pastNotTold: (/** @type {number} */ rev) =>
        `Revision ${rev} could not be read: no connection, or there is no such revision.`,
    differences: (/** @type {number} */ count) =>
        count === 0 ? "the same" : count === 1 ? "1 row is different" : `${count} rows are different`,
    raw: "Raw JSON",
    caption: (/** @type {string} */ name, /** @type {number} */ count) => `${name}: ${count}`,
    same: (/** @type {number} */ count) => `${count} unchanged rows`,
    moreSame: (/** @type {number} */ count) => `and ${count} more that are the same`,
    markColumn: "Change",
    placeColumn: "Place",
    marks: { same: "", added: "+ added", removed: "− gone", changed: "± changed" },
    column: (/** @type {string} */ name) => columns[name] ?? name,
};

/**
 * What happened: of whom, with which data, what else is told of it, and the id of what it is about.
 * @typedef {(
 *     name: string,
 *     data: Record<string, any>,
 *     told: import("./words.js").Told,
 *     subject: string,
 * ) => string} Happened
 */

/** @param {string} role */
function article(role) {
    return role === "display" ? "a screen" : /^[aeiou]/.test(role) ? `an ${role}` : `a ${role}`;
}

/**
 * @param {string} name
 * @param {Record<string, any>} data
 * @param {string} [wasNamed]
 */
function configured(name, data, wasNamed) {
    const { timeZone, labels, selfCheckIn, languages } = data;
    const renamed = `renamed the house ${wasNamed ? `from ${wasNamed} ` : ""}to ${name}`;
    return [
        data.name && renamed,
        timeZone && `set the time zone to ${timeZone}`,
        labels && `set labels to ${labels}`,
        selfCheckIn && `self check-in: ${selfCheckIn}`,
        languages && `languages: ${languages.join(", ")}`,
    ].filter(Boolean).join("; ");
}

/** What the members of documents and of events are called. */
const columns = /** @type {Record<string, string>} */ ({
    venue: "settings",
    parties: "parties",
    gone: "gone",
    notices: "notices",
    arrivedAt: "arrived",
    readyAt: "ready at",
    leftAt: "left",
    label: "shown as",
    at: "posted",
    mutationid: "mutation",
    timeZone: "time zone",
    selfCheckIn: "self check-in",
    joinLink: "join link",
    action: "asked for",
});
