// @ts-check
import { lifeTexts } from "../js/life.js";

/** Everything that the host's page says, apart from what stands in its HTML. */
export const texts = {
    ...lifeTexts,
    signedOut:
        "This browser is signed out: an owner took its sign-in away or changed it, or it was " +
        "deleted here. Ask the owner for a new link, or run “tablecast link --role host” on the " +
        "server, and open the link here.",
    notLocked: "This screen could not be locked: the hub can’t be reached. Try again.",
    changesWaiting: (/** @type {number} */ count) =>
        count === 1 ? "1 change waits" : `${count} changes wait`,

    nameRequired: "Name is a required field.",
    nameTooLong: "Name must be at most 80 characters",
    nameControl: "Name must not contain control characters",
    sizeRequired: "Size is a required field.",
    sizePositive: "Size must be a positive integer",
    sizeTooLarge: "Size must be at most 99",
    phone: "Phone must be a number with its country code, such as +1 201 555 0123",
    notesTooLong: "Notes must be at most 500 characters",
    notesControl: "Notes must not contain control characters",
    tags: "Tags must be at most 8, of 1 to 24 characters each",
    textRequired: "Text is a required field.",
    textTooLong: "Text must be at most 200 characters",
    textControl: "Text must not contain control characters",

    /** A party's number, which it has once the server knows it. */
    number: (/** @type {number | undefined} */ number) =>
        number === undefined ? "" : `No. ${number}`,
    numbered: (/** @type {number} */ number, /** @type {string} */ name) =>
        `No. ${number}, ${name}`,
    sizeButton: (/** @type {number} */ size) => `Party of ${size}`,
    sizeBadge: (/** @type {number} */ size) => `Party of ${size}`,
    ago: (/** @type {number} */ minutes) => {
        if (minutes < 1) {
            return "just now";
        }
        const hours = Math.floor(minutes / 60);
        return hours > 0 ? `${hours} h ${minutes % 60} min ago` : `${minutes} min ago`;
    },
    arrived: (/** @type {string} */ time, /** @type {string} */ ago) => `${time} · ${ago}`,
    called: (/** @type {string} */ ago) => `called ${ago}`,
    left: (/** @type {string} */ what, /** @type {string} */ time) => `${what} ${time}`,
    toBeSent: "waits to be sent",
    toConfirm: (/** @type {number} */ count) => `${count} to confirm`,
    cancelAllTitle: (/** @type {number} */ count) =>
        `Cancel all ${count} who wait to be confirmed?`,
    cancelAll: (/** @type {number} */ count) => `Cancel all ${count}`,
    wouldJoin: (/** @type {string} */ name) => `${name} would like to join.`,

    /** The button of the next step, by what the party is. */
    steps: {
        pending: "Confirm",
        waiting: "Ready",
        ready: "Seat",
        gone: "Restore",
    },
    stepLabel: (/** @type {string} */ step, /** @type {string} */ name) => `${step}: ${name}`,
    more: "More",
    moreLabel: (/** @type {string} */ name) => `More for ${name}`,
    unready: "Back to waiting",
    noShow: "No-show",
    noShowOf: (/** @type {string} */ name) => `No-show: ${name}`,
    cancel: "Cancel party",
    cancelOf: (/** @type {string} */ name) => `Cancel ${name}`,
    seatNow: "Seat now",
    moveUp: "Move up",
    moveDown: "Move down",
    save: "Save",
    restoreAndSave: "Put back on the list and save",
    copy: "Copy the text",
    discard: "Discard it",
    keepMine: "Keep mine",
    takeTheirs: "Take theirs",
    chooseFirst: "Choose which one stays, then save.",
    changedTo: (/** @type {string} */ field, /** @type {string} */ text) =>
        `${field}: somebody else has changed this to “${text}”.`,
    emptied: (/** @type {string} */ field) => `${field}: somebody else has emptied this.`,
    notDone: (/** @type {number} */ count) => `${count} not done`,
    /** What happened to a party while something was being typed about it. */
    leftMeanwhile: /** @type {Record<string, (name: string) => string>} */ ({
        seated: (name) => `${name} has been seated. What you typed is not saved.`,
        no_show: (name) => `${name} has been marked a no-show. What you typed is not saved.`,
        cancelled: (name) => `${name} has been cancelled. What you typed is not saved.`,
        removed: (name) => `${name} is no longer on the list. What you typed is not saved.`,
    }),
    justMoved: "The list has just moved under your finger. Tap again.",
    callNext: "Call next",
    callNextLabel: (/** @type {string} */ name, /** @type {number} */ size) =>
        `Call next: ${name}, ${size}`,
    callWhom: (/** @type {string} */ name) => `Call next: ${name}`,
    callSize: (/** @type {number} */ size) => `, ${size}`,
    tryAgain: "Try again",
    dismiss: "Dismiss",
    fields: {
        name: "Name",
        size: "Party size",
        phone: "Phone",
        notes: "Notes",
        tags: "Tags, with commas",
    },
    statuses: /** @type {Record<string, string>} */ ({
        seated: "Seated",
        no_show: "No-show",
        cancelled: "Cancelled",
        removed: "Removed",
    }),

    /** What was done, by action; the name stands where the party's name goes. */
    done: /** @type {Record<string, (name: string) => string>} */ ({
        "waitlist.add": (name) => `${name} added`,
        "waitlist.edit": (name) => `${name} changed`,
        "waitlist.ready": (name) => `${name} ready`,
        "waitlist.unready": (name) => `${name} back to waiting`,
        "waitlist.seat": (name) => `${name} seated`,
        "waitlist.no_show": (name) => `${name} marked a no-show`,
        "waitlist.cancel": (name) => `${name} cancelled`,
        "waitlist.restore": (name) => `${name} restored`,
        "waitlist.move": (name) => `${name} moved`,
        "waitlist.confirm": (name) => `${name} confirmed`,
        "waitlist.call_next": (name) => `${name} called`,
        "waitlist.undo": (name) => `Taken back: ${name}`,
        "notice.undo": (name) => `Taken back: ${name}`,
        "notice.post": () => "Notice posted",
        "notice.clear": () => "Notice cleared",
    }),
    undo: "Undo",
    redo: "Redo",
    undone: "Taken back",
    clear: "Clear",
    urgent: "Urgent",
    failed: (/** @type {string} */ what, /** @type {string} */ why) => `Not done (${what}): ${why}`,
    notTakenBack: (/** @type {string} */ what, /** @type {string} */ why) =>
        `Not taken back (${what}): ${why}`,
    notDoneAgain: (/** @type {string} */ what, /** @type {string} */ why) =>
        `Not done again (${what}): ${why}`,
    /** Why the server said no, by its code, where it does not say so in words. */
    reasons: /** @type {Record<string, string>} */ ({
        not_found: "it is not there any more",
        conflict: "it has changed meanwhile",
        stale: "it has changed meanwhile",
        forbidden: "this sign-in may not do that",
        unavailable: "the server can’t write at the moment; try again",
        id_reused: "it was already sent",
    }),
    refusedOtherwise: "the server did not accept it",

    summary: (
        /** @type {number} */ pending,
        /** @type {number} */ ready,
        /** @type {number} */ waiting,
    ) => `${pending > 0 ? `${pending} to confirm, ` : ""}${ready} ready, ${waiting} waiting.`,
    offline: "Not connected. What you do is kept and sent later.",
    online: "Connected again.",
};
