// @ts-check

/** Everything that the events page says, apart from what stands in its HTML. */
export const texts = {
    live: "Live",
    connecting: "Connecting…",
    stale: (/** @type {string} */ time) => `As of ${time}, reconnecting`,
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
    nothingFoundYet: "No event here is like that, so far.",
    event: (/** @type {number} */ rev) => `Event ${rev}`,
    rejectedTitle: "Rejected, not in the journal",
    arrived: (/** @type {number} */ count) =>
        count === 1 ? "1 new event." : `${count} new events.`,
    offline: "Not connected. Events may be missing.",
    clock: "the clock",
    somebody: "a party",
    noRev: "–",
    badRange: "The first revision is after the last one.",
    badTime: "These times can't be found while there is no connection.",
    aheadOf: ", ahead of ",
    storyOf: "Only the story of ",

    /** What happened, by the event's type; the name stands where the party's goes. */
    happened: /** @type {Record<string, (name: string, data: Record<string, any>) => string>} */ ({
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
        "waitlist.moved": (name) => `moved ${name}`,
        "waitlist.confirmed": (name) => `confirmed ${name}`,
        "waitlist.day_began": () => "began a service day",
        "notice.posted": (_, { text }) => (text ? `posted a notice: ${text}` : "posted a notice"),
        "notice.cleared": () => "cleared a notice",
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
    replay: (/** @type {string} */ file, /** @type {boolean} */ isMasked) =>
        `tablecast import events ${file} --data NEW-FOLDER${isMasked ? " --masked" : ""}`,

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
    moreSame: (/** @type {number} */ count) => `and ${count} more that are the same`,
    markColumn: "Change",
    placeColumn: "Place",
    marks: { same: "", added: "+ added", removed: "− gone", changed: "± changed" },
    column: (/** @type {string} */ name) => columns[name] ?? name,
};

/** What the members of documents and of events are called. */
const columns = /** @type {Record<string, string>} */ ({
    parties: "parties",
    gone: "gone",
    notices: "notices",
    arrivedAt: "arrived",
    readyAt: "ready at",
    leftAt: "left",
    label: "shown as",
    at: "posted",
    mutationid: "mutation",
});
