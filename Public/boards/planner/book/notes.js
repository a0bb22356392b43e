// @ts-check
import { byId, make, words } from "../../../js/dom.js";
import { counted, text } from "../../../js/texts.js";
import { titled } from "../core/titled.js";

/**
 * What is to be known of a week before it is read: that it is old, that a calendar is, that something
 * is left out, that it is empty.
 * @param {object} week
 * @param {import("../core/week.js").WeekDocument | null} week.doc
 * @param {boolean} week.isLost whether the connection is lost
 * @param {number | undefined} week.seenAtMs
 * @param {Record<string, any>} week.calendars
 * @param {(instant: string | number) => string} time with its day where that is not today's
 * @returns {{kind: string, name?: string, text: string}[]}
 */
export function notesOf({ doc, isLost, seenAtMs, calendars }, time) {
    /** @type {{kind: string, name?: string, text: string}[]} */
    const notes = [];
    if (isLost) {
        const sentence = doc && seenAtMs !== undefined
            ? text("weekAsOf", { time: time(seenAtMs) })
            : doc ? "" : text("weekUnseen");
        notes.push({ kind: "offline", text: sentence });
    } else if (!doc) {
        notes.push({ kind: "loading", text: text("loading") });
    }
    for (const { name, staleSince } of Object.values(calendars)) {
        if (staleSince) {
            notes.push({ kind: "stale", name, text: text("staleSince", { time: time(staleSince) }) });
        }
    }
    for (const [event, count] of Object.entries(doc?.capped ?? {})) {
        const rows = Object.values(doc?.occurrences ?? {});
        const row = rows.find((each) => each.event === event);
        const name = row && titled(row.title);
        // A series whose dates are too many to count up to this week has no row and no name here.
        notes.push({ kind: "capped", name, text: count > 0 ? text("capped", { count }) : text("cappedAway") });
    }
    if (doc?.more) {
        notes.push({ kind: "more", text: counted("moreLeftOut", doc.more) });
    }
    const isEmpty = doc !== null && Object.keys(doc.occurrences).length === 0 &&
        Object.keys(doc.reservations).length === 0;
    if (isEmpty) {
        notes.push({ kind: "empty", text: text("weekEmpty") });
    }
    return notes.filter((note) => note.text !== "");
}

let shown = "";

/** @param {ReturnType<typeof notesOf>} notes */
export function showNotes(notes) {
    const now = JSON.stringify(notes);
    if (now === shown) {
        return;
    }
    shown = now;
    const place = byId("notes", HTMLElement);
    place.hidden = notes.length === 0;
    place.replaceChildren(...notes.map(({ kind, name, text: sentence }) =>
        make("li", { className: `note is-${kind}` }, ...(name ? [words(name), ": "] : []), sentence)));
}
