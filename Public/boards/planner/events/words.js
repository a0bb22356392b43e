// @ts-check

/** @typedef {import("../../../events/boards.js").Telling} Telling */

export const view = "planner/calendars";
export const things = ["event", "reservation", "calendar", "feed"];
export const columns = [
    "title", "name", "label", "start", "end", "firstDay", "lastDay", "calendar", "status", "size", "table",
];

const kinds = [
    "added", "edited", "deleted", "split", "reserved", "rebooked", "cancelled", "no_show", "restored",
    "calendar_added", "calendar_edited", "calendar_removed", "feed_added", "feed_removed",
];

/**
 * What an event of the journal is about: it has the whole new state of its thing.
 * @param {Record<string, any>} data
 * @returns {string | undefined}
 */
function nameOf({ event, reservation, calendar, feed, title }) {
    return event?.title ?? reservation?.name ?? calendar?.name ?? feed?.name ?? title;
}

const told = kinds.map((kind) => [
    kind,
    (/** @type {Telling} */ { say, name, data }) =>
        say(`happened.${kind}`, { name: nameOf(data) ?? name }),
]);

export const happened = {
    ...Object.fromEntries(told),
    imported: (/** @type {Telling} */ { say, data: { events = {} } }) =>
        say("happened.imported", { count: Object.keys(events).length }),
};
