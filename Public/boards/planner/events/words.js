// @ts-check

/** @typedef {import("../../../events/words.js").Telling} Telling */

export const view = "planner/calendars";
export const things = ["event", "reservation", "calendar", "feed", "account", "issue"];
export const columns = [
    "title", "name", "label", "start", "end", "firstDay", "lastDay", "calendar", "status", "size", "table",
];

const kinds = [
    "added", "edited", "deleted", "split", "reserved", "rebooked", "cancelled", "no_show", "restored",
    "calendar_added", "calendar_edited", "calendar_removed", "feed_added", "feed_removed", "connected",
    "authorised", "disconnected", "linked", "unlinked", "sync_requested", "settled",
];

/**
 * The name of the item that an event of the journal is about; the event has the item's whole new state.
 * @param {Record<string, any>} data
 * @returns {string | undefined}
 */
function nameOf({ event, reservation, calendar, feed, account, title, name }) {
    return title ?? event?.title ?? reservation?.name ?? calendar?.name ?? feed?.name ?? account?.name ?? name;
}

const told = kinds.map((kind) => [
    kind,
    (/** @type {Telling} */ { say, name, data }) =>
        say(`happened.${kind}`, { name: nameOf(data) || name }),
]);

/**
 * Describes the number of events that the hub changed in a linked calendar.
 * @param {string} kind
 * @param {(data: Record<string, any>) => Record<string, any> | undefined} members
 */
const counted = (kind, members) =>
    (/** @type {Telling} */ { say, name, data }) =>
        say(`happened.${kind}`, { name, count: Object.keys(members(data) ?? {}).length });

/**
 * The state of an account, or of one of its calendars.
 * @param {Record<string, any>} data
 */
function stateOf({ account, links = {} }) {
    const [link] = Object.values(links);
    if (link) return link.problem ? "problem" : link.staleSince ? "stale" : "reached";
    return account?.state ?? "gone";
}

export const happened = {
    ...Object.fromEntries(told),
    imported: counted("imported", ({ events }) => events),
    pulled: counted("pulled", ({ events }) => events),
    pushed: counted("pushed", ({ copies }) => copies),
    push_failed: counted("push_failed", ({ failed }) => failed),
    issue_raised: counted("issue_raised", ({ issues }) => issues),
    account_changed: (/** @type {Telling} */ { say, name, data }) =>
        say("happened.account_changed", {
            name: data.account?.name ?? name,
            state: say(`account.${stateOf(data)}`),
        }),
};
