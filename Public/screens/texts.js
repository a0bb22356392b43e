// @ts-check
import { lifeTexts } from "../js/life.js";

/** @typedef {import("./feed.js").State} State */

/**
 * How long something has lasted, in words and in one unit.
 * @param {number} ms
 */
export function lasting(ms) {
    const seconds = Math.max(1, Math.floor(ms / 1000));
    const [count, unit] =
        seconds < 60
            ? [seconds, "second"]
            : seconds < 3600
              ? [Math.floor(seconds / 60), "minute"]
              : seconds < 2 * 86_400
                ? [Math.floor(seconds / 3600), "hour"]
                : [Math.floor(seconds / 86_400), "day"];
    return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

/** @type {Record<State, string>} */
const states = {
    silent: "Silent",
    drifted: "Drifted",
    behind: "Behind",
    ok: "OK",
    away: "Away",
};

/** Everything that the page of the screens says, apart from what stands in its HTML. */
export const texts = {
    ...lifeTexts,
    refused: (/** @type {string} */ time) =>
        `As of ${time}, signed out: open a new link from “tablecast link --role engineer”`,
    states,
    all: "All",
    roles: /** @type {Record<string, string>} */ ({
        owner: "Owner",
        host: "Host",
        engineer: "Engineer",
        display: "Display",
    }),
    /** A device to which nobody has given a name. */
    unnamed: (/** @type {string} */ role, /** @type {string} */ device) => `${role} ${device}`,

    /** The name stands where it is given. */
    alarm: /** @type {Record<string, (name: string, lasting: string) => string>} */ ({
        silent: (name, time) => `${name} has been silent for ${time}`,
        behind: (name, time) => `${name} has been behind for ${time}`,
        drifted: (name, time) => `${name} has shown something wrong for ${time}`,
    }),
    advice: /** @type {Record<string, string>} */ ({
        silent: "Is it switched on, and has it a network?",
        behind: "It is connected, but does not paint what it is sent. Load its page again.",
        drifted: "It was sent a fresh copy, and has not painted it yet. Load its page again.",
    }),
    ended: /** @type {Record<string, (name: string, from: string, to: string) => string>} */ ({
        silent: (name, from, to) => `${name} was silent, ${from} to ${to}`,
        behind: (name, from, to) => `${name} was behind, ${from} to ${to}`,
        drifted: (name, from, to) => `${name} showed something wrong, ${from} to ${to}`,
    }),
    address: (/** @type {string} */ address) => `Its address: ${address}.`,
    dismissed: "dismissed",
    dismiss: "Dismiss",
    dismissLabel: (/** @type {string} */ name) => `Dismiss the alarms of ${name}`,
    notDismissed: "That could not be dismissed: the server did not answer. Try again.",
    began: /** @type {Record<string, (name: string) => string>} */ ({
        silent: (name) => `${name} is silent.`,
        behind: (name) => `${name} is behind.`,
        drifted: (name) => `${name} shows something wrong.`,
    }),
    manyBegan: (/** @type {number} */ count) => `${count} new alarms.`,
    isWell: (/** @type {string} */ name) => `${name} is well again.`,
    offline: "Not connected. What is shown may have changed.",

    clockJumped: (/** @type {number} */ seconds) =>
        `The clock of the hub’s machine was set and is ${lasting(Math.abs(seconds) * 1000)} ${seconds > 0 ? "ahead" : "behind"}. ` +
        "The hub keeps its own time; it follows the clock if that stays so for 3 minutes.",

    well: (/** @type {number} */ count) =>
        count === 0
            ? "None."
            : count === 1
              ? "None. The one screen that is connected is well."
              : `None. All ${count} connected screens are well.`,
    webhookRefused:
        "Alarms are not posted: the hub does not call the webhook’s address. The owner’s page says why.",
    about: (/** @type {number} */ guests, /** @type {string} */ page) =>
        `${guests === 1 ? "1 guest" : `${guests} guests`} · page ${page}`,
    empty: "No device has been signed in yet. “tablecast link --role display” makes a link for one.",
    noneOf: (/** @type {string} */ state) => `No device is in this state: ${state}.`,
    more: (/** @type {number} */ count) =>
        `${count} more, all of them better off than these: choose a state above.`,

    shows: (/** @type {number} */ rev) => `revision ${rev}`,
    showsOld: (/** @type {number} */ rev, /** @type {number} */ newest) =>
        `revision ${rev} of ${newest}`,
    behindFor: (/** @type {string} */ time) => `${time} behind`,
    wrong: "not what it was sent",
    unpainted: "does not say what it paints",
    watchesNothing: "watches nothing",
    paintsNothing: "paints nothing",
    /** Of what was painted: two screens that show the same have the same. */
    hash: (/** @type {string} */ hash) => `hash ${hash}`,
    lastKnown: (/** @type {string} */ time) => `Last known, lost ${time}:`,
    pageIsCurrent: "current",
    pageIsOld: (/** @type {string} */ page) => `old: ${page}`,
    hidden: "out of sight",
    congested: "reads slowly",
    nothing: "–",
};
