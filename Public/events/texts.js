// @ts-check

/** Everything that the events page says, apart from what stands in its HTML. */
export const texts = {
    live: "Live",
    connecting: "Connecting…",
    stale: (/** @type {string} */ time) => `As of ${time}, reconnecting`,
    refused: (/** @type {string} */ time) =>
        `As of ${time}, signed out: open a new link from “tablecast link --role engineer”`,
    fresh: (/** @type {number} */ count) => `${count} new`,
    shown: (/** @type {number} */ count, /** @type {boolean} */ hasEarlier) =>
        hasEarlier ? `the last ${count} events` : count === 1 ? "1 event" : `${count} events`,
    matching: (/** @type {number} */ count, /** @type {number} */ all) =>
        `${count} of ${all} events`,
    event: (/** @type {number} */ rev) => `Event ${rev}`,
    arrived: (/** @type {number} */ count) =>
        count === 1 ? "1 new event." : `${count} new events.`,
    offline: "Not connected. Events may be missing.",
    clock: "the clock",
    somebody: "a party",

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
};
