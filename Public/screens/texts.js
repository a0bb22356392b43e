// @ts-check
import { counted, familyOf, text } from "../js/texts.js";

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

/** Everything that the page of the screens says, apart from what stands in its HTML. */
export const texts = {
    states: familyOf("states"),
    all: text("all"),
    roles: familyOf("roles"),
    /** A device to which nobody has given a name. */
    unnamed: (/** @type {string} */ role, /** @type {string} */ device) =>
        text("unnamed", { role, device }),

    alarm: (/** @type {string} */ name, /** @type {string} */ time) => text("alarm", { name, time }),
    advice: text("advice"),
    ended: (
        /** @type {string} */ name,
        /** @type {string} */ from,
        /** @type {string} */ to,
    ) => text("ended", { name, from, to }),
    address: (/** @type {string} */ address) => text("itsAddress", { address }),
    dismissed: text("dismissed"),
    dismiss: text("dismiss"),
    dismissLabel: (/** @type {string} */ name) => text("dismissLabel", { name }),
    notDismissed: text("notDismissed"),
    setAside: (/** @type {string} */ name) => text("setAside", { name }),
    tryAgain: text("tryAgain"),
    notTried: text("notTried"),
    began: (/** @type {string} */ name) => text("began", { name }),
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
    about: (/** @type {number} */ guests) => counted("about", guests),
    empty: text("empty"),
    noneOf: (/** @type {string} */ state) => text("noneOf", { state }),
    more: (/** @type {number} */ count) => text("more", { count }),

    behind: (/** @type {number} */ count) => counted("behind", count),
    watchesNothing: text("watchesNothing"),
    lastKnown: (/** @type {string} */ time) => text("lastKnown", { time }),
    congested: text("congested"),
    nothing: text("nothing"),
};
