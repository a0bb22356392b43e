// @ts-check

/** @typedef {import("../../../js/tablecast.js").DocumentOf<"waitlist/host">} HostDocument */
/** @typedef {import("../../../events/words.js").Around<HostDocument>} Around */
/** @typedef {import("../../../events/words.js").Telling} Telling */

export const view = "waitlist/host";
export const things = ["party"];
export const columns = ["number", "label", "name", "status", "size", "table"];

/**
 * The parties in the line, in order. As on guests' phones, called and unconfirmed parties don't count.
 * @param {HostDocument["parties"]} parties
 */
function inLine(parties) {
    return Object.entries(parties)
        .filter(([, { status }]) => status === "waiting")
        .sort(([, one], [, other]) => (one.rank < other.rank ? -1 : 1));
}

/**
 * The places between which the party moved, and the party before it.
 * @param {Around} around
 */
export function told({ event, before, after }) {
    const line = inLine(after.parties);
    const isIt = (/** @type {[string, any]} */ [key]) => key === event.subject;
    const [then, now] = [inLine(before.parties).findIndex(isIt), line.findIndex(isIt)];
    const ahead = now > 0 ? line[now - 1] : undefined;
    return { from: then + 1, to: now + 1, behind: ahead && (ahead[1].name ?? ahead[0]) };
}

export const happened = {
    added: (/** @type {Telling} */ { say, name, data: { size } }) =>
        size ? say("more.addedOf", { name, size }) : say("happened.added", { name }),
    edited: (/** @type {Telling} */ { say, name, data, column }) => {
        // Every event has the name, so it counts as changed only if nothing else changed.
        const changed = ["size", "phone", "notes", "tags"].filter((each) => each in data);
        const fields = (changed.length > 0 ? changed : ["name"]).map(column).join(", ");
        return say("happened.edited", { name, fields });
    },
    seated: (/** @type {Telling} */ { say, name, data: { table } }) =>
        table ? say("more.seatedAt", { name, table }) : say("happened.seated", { name }),
    moved: (/** @type {Telling} */ { say, name, told: { from, to, behind } }) => {
        const moved =
            from && to
                ? say("more.movedFrom", { name, from, to })
                : say("happened.moved", { name });
        return behind ? say("more.behind", { moved, behind }) : moved;
    },
};
