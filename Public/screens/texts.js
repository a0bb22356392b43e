// @ts-check
import { counted, familyAbout, familyOf, text } from "../js/texts.js";

/**
 * How long something has lasted, in words and in one unit.
 * @param {number} ms
 */
export function lasting(ms) {
    const seconds = Math.max(1, Math.floor(ms / 1000));
    if (seconds < 60) {
        return counted("seconds", seconds);
    }
    if (seconds < 3600) {
        return counted("minutes", Math.floor(seconds / 60));
    }
    return seconds < 2 * 86_400
        ? counted("hours", Math.floor(seconds / 3600))
        : counted("days", Math.floor(seconds / 86_400));
}

/** @typedef {"silent" | "behind" | "drifted"} Kind */

/** Everything that the page of the screens says, apart from what stands in its HTML. */
export const texts = {
    states: familyOf("states"),
    all: text("all"),
    roles: familyOf("roles"),
    /** A device to which nobody has given a name. */
    unnamed: (/** @type {string} */ role, /** @type {string} */ device) =>
        text("unnamed", { role, device }),

    alarm: (
        /** @type {Kind} */ kind,
        /** @type {string} */ name,
        /** @type {string} */ time,
    ) => text(`alarm.${kind}`, { name, time }),
    advice: familyOf("advice"),
    ended: (
        /** @type {Kind} */ kind,
        /** @type {string} */ name,
        /** @type {string} */ from,
        /** @type {string} */ to,
    ) => text(`ended.${kind}`, { name, from, to }),
    address: (/** @type {string} */ address) => text("itsAddress", { address }),
    dismissed: text("dismissed"),
    dismiss: text("dismiss"),
    dismissLabel: (/** @type {string} */ name) => text("dismissLabel", { name }),
    notDismissed: text("notDismissed"),
    setAside: (/** @type {string} */ name) => text("setAside", { name }),
    tryAgain: text("tryAgain"),
    notTried: text("notTried"),
    began: familyAbout("began"),
    manyBegan: (/** @type {number} */ count) => text("manyBegan", { count }),
    isWell: (/** @type {string} */ name) => text("isWell", { name }),
    offline: text("offline"),

    clockJumped: (/** @type {number} */ seconds) => {
        const time = lasting(Math.abs(seconds) * 1000);
        return seconds > 0 ? text("clockAhead", { time }) : text("clockBehind", { time });
    },

    well: (/** @type {number} */ count) =>
        count === 0 ? text("wellNone") : counted("well", count),
    webhookRefused: text("webhookRefused"),
    about: (/** @type {number} */ guests, /** @type {string} */ page) =>
        counted("about", guests, { page }),
    empty: text("empty"),
    noneOf: (/** @type {string} */ state) => text("noneOf", { state }),
    more: (/** @type {number} */ count) => text("more", { count }),

    shows: (/** @type {number} */ rev) => text("shows", { rev }),
    showsOld: (/** @type {number} */ rev, /** @type {number} */ newest) =>
        text("showsOld", { rev, newest }),
    behindFor: (/** @type {string} */ time) => text("behindFor", { time }),
    wrong: text("wrong"),
    unpainted: text("unpainted"),
    watchesNothing: text("watchesNothing"),
    paintsNothing: text("paintsNothing"),
    /** Of what was painted: two screens that show the same have the same. */
    hash: (/** @type {string} */ hash) => text("hash", { hash }),
    lastKnown: (/** @type {string} */ time) => text("lastKnown", { time }),
    pageIsCurrent: text("pageIsCurrent"),
    pageIsOld: (/** @type {string} */ page) => text("pageIsOld", { page }),
    hidden: text("hidden"),
    congested: text("congested"),
    nothing: text("nothing"),
};
