// @ts-check
import { familyAbout, familyOf, text } from "../../../js/texts.js";

/** Everything that the host's page says, apart from what stands in its HTML. */
export const texts = {
    signedOut: text("signedOut"),
    notLocked: text("notLocked"),

    /** A party's number, which it has once the server knows it. */
    number: (/** @type {number | undefined} */ number) =>
        number === undefined ? "" : text("number", { number }),
    numbered: (/** @type {number} */ number, /** @type {string} */ name) =>
        text("numbered", { number, name }),
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
    arrived: (/** @type {string} */ time, /** @type {string} */ ago) =>
        text("arrived", { time, ago }),
    called: (/** @type {string} */ ago) => text("called", { ago }),
    left: (/** @type {string} */ what, /** @type {string} */ time) => text("left", { what, time }),
    toBeSent: text("toBeSent"),
    cancelAllTitle: (/** @type {number} */ count) => text("cancelAllTitle", { count }),
    cancelAll: (/** @type {number} */ count) => text("cancelAll", { count }),
    wouldJoin: (/** @type {string} */ name) => text("wouldJoin", { name }),

    /** The button of the next step, by what the party is. */
    steps: {
        pending: text("steps.pending"),
        waiting: text("steps.waiting"),
        ready: text("steps.ready"),
        gone: text("steps.gone"),
    },
    stepLabel: (/** @type {string} */ step, /** @type {string} */ name) =>
        text("stepLabel", { step, name }),
    more: text("more"),
    moreLabel: (/** @type {string} */ name) => text("moreLabel", { name }),
    unready: text("unready"),
    noShow: text("noShow"),
    noShowOf: (/** @type {string} */ name) => text("noShowOf", { name }),
    cancel: text("cancel"),
    cancelOf: (/** @type {string} */ name) => text("cancelOf", { name }),
    seatNow: text("seatNow"),
    moveUp: text("moveUp"),
    moveDown: text("moveDown"),
    save: text("save"),
    restoreAndSave: text("restoreAndSave"),
    copy: text("copy"),
    copied: text("copied"),
    notCopied: text("notCopied"),
    discard: text("discard"),
    notDone: (/** @type {number} */ count) => text("notDone", { count }),
    /** What happened to a party while something was being typed about it. */
    leftMeanwhile: familyAbout("leftMeanwhile"),
    justMoved: text("justMoved"),
    callNext: text("callNext"),
    callNextLabel: (/** @type {string} */ name, /** @type {number} */ size) =>
        text("callNextLabel", { name, size }),
    tryAgain: text("tryAgain"),
    dismiss: text("dismiss"),
    fields: {
        name: text("fields.name"),
        size: text("fields.size"),
        phone: text("fields.phone"),
        notes: text("fields.notes"),
        tags: text("fields.tags"),
    },
    statuses: familyOf("statuses"),

    /** What was done, by action; the name stands where the party's name goes. */
    done: familyAbout("done"),
    undo: text("undo"),
    redo: text("redo"),
    undone: text("undone"),
    clear: text("clear"),
    urgent: text("urgent"),
    failed: (/** @type {string} */ what, /** @type {string} */ why) =>
        text("failed", { what, why }),
    notTakenBack: (/** @type {string} */ what, /** @type {string} */ why) =>
        text("notTakenBack", { what, why }),
    notDoneAgain: (/** @type {string} */ what, /** @type {string} */ why) =>
        text("notDoneAgain", { what, why }),
    refusedOtherwise: text("refusedOtherwise"),

    summary: (
        /** @type {number} */ pending,
        /** @type {number} */ ready,
        /** @type {number} */ waiting,
    ) =>
        pending > 0
            ? text("summaryPending", { pending, ready, waiting })
            : text("summary", { ready, waiting }),
    offline: text("offline"),
};
