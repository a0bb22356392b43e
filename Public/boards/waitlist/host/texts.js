// @ts-check
import { familyAbout, familyOf, text } from "../../../js/ui/page.js";

/** Everything that the host's page says, apart from what stands in its HTML. */
export const texts = {
    notLocked: text("notLocked"),

    /** A party's number, which it has once the server knows it. */
    number: (/** @type {number | undefined} */ number) =>
        number === undefined ? "" : text("number", { number }),
    numbered: (/** @type {number} */ number, /** @type {string} */ name) =>
        text("numbered", { number, name }),
    nameAndSize: (/** @type {string} */ name, /** @type {number} */ size) =>
        text("nameAndSize", { name, size }),
    partyOf: (/** @type {number} */ size) => text("partyOf", { size }),
    ago: (/** @type {number} */ minutes) => {
        if (minutes < 1) {
            return text("justNow");
        }
        const hours = Math.floor(minutes / 60);
        return hours > 0
            ? text("hoursAgo", { hours, minutes: minutes % 60 })
            : text("minutesAgo", { minutes });
    },
    minutes: (/** @type {number} */ minutes) =>
        minutes < 60
            ? text("minutes", { minutes: Math.max(0, minutes) })
            : text("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 }),
    arrived: (/** @type {string} */ time, /** @type {string} */ ago) =>
        text("arrived", { time, ago }),
    called: (/** @type {string} */ ago) => text("called", { ago }),
    left: (/** @type {string} */ what, /** @type {string} */ time) => text("left", { what, time }),
    toBeSent: text("toBeSent"),
    notSaved: text("notSaved"),
    cancelAllTitle: (/** @type {number} */ count) => text("cancelAllTitle", { count }),
    cancelAll: (/** @type {number} */ count) => text("cancelAll", { count }),
    wouldJoin: (/** @type {string} */ name) => text("wouldJoin", { name }),
    andMore: (/** @type {number} */ count) => text("andMore", { count }),
    hasLeft: (/** @type {string} */ name) => text("hasLeft", { name }),

    /** The button of the next step, by what the party is. */
    steps: {
        pending: text("steps.pending"),
        waiting: text("steps.waiting"),
        ready: text("steps.ready"),
        gone: text("steps.gone"),
    },
    /** Where a party stands. */
    lists: { pending: text("pending"), waiting: text("waiting"), ready: text("ready") },
    stepLabel: (/** @type {string} */ step, /** @type {string} */ name) =>
        text("stepLabel", { step, name }),
    moreLabel: (/** @type {string} */ name) => text("moreLabel", { name }),
    unready: text("unready"),
    noShow: text("noShow"),
    noShowOf: (/** @type {string} */ name) => text("noShowOf", { name }),
    cancel: text("cancel"),
    cancelOf: (/** @type {string} */ name) => text("cancelOf", { name }),
    seatNow: text("seatNow"),
    toTop: text("toTop"),
    ticket: text("ticket"),
    ticketNone: text("ticketNone"),
    moveUp: text("moveUp"),
    moveDown: text("moveDown"),
    save: text("save"),
    restoreAndSave: text("restoreAndSave"),
    /** What happened to a party while something was being typed about it. */
    leftMeanwhile: familyAbout("leftMeanwhile"),
    callNext: text("callNext"),
    callNextLabel: (/** @type {string} */ name, /** @type {number} */ size) =>
        text("callNextLabel", { name, size }),
    fields: {
        name: text("fields.name"),
        size: text("fields.size"),
        phone: text("fields.phone"),
        notes: text("fields.notes"),
        tags: text("fields.tags"),
    },
    statuses: familyOf("statuses"),

    keys: {
        n: text("key.name"),
        "1–8": text("key.size"),
        c: text("key.call"),
        u: text("key.undo"),
        "/": text("key.find"),
        "?": text("key.keys"),
    },

    /** What was done, by action; the name stands where the party's name goes. */
    done: familyAbout("done"),
    clear: text("clear"),
    urgent: text("urgent"),
    /** Why a step of a party was not taken. */
    wasAlready: (/** @type {string} */ name, /** @type {string} */ why) =>
        text("wasAlready", { name, why }),
    otherChanged: (/** @type {Record<"name" | "field" | "theirs" | "mine", string>} */ places) =>
        text("otherChanged", places),
    otherEmptied: (/** @type {Record<"name" | "field" | "mine", string>} */ places) =>
        text("otherEmptied", places),

    summary: (
        /** @type {number} */ pending,
        /** @type {number} */ ready,
        /** @type {number} */ waiting,
    ) =>
        pending > 0
            ? text("summaryPending", { pending, ready, waiting })
            : text("summary", { ready, waiting }),
};
