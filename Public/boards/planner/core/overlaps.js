// @ts-check

/** @typedef {import("./week.js").Row} Row */

/**
 * The timed events of a calendar that overlap a time, as the hub would mark them: neither free nor
 * cancelled.
 * @param {{event?: string, calendar: string, startMs: number, endMs: number, free?: boolean}} wanted
 * @param {Row[]} rows
 */
export function overlapping({ event, calendar, startMs, endMs, free }, rows) {
    if (free) {
        return [];
    }
    return rows.filter((row) =>
        row.event !== event && row.calendar === calendar && !row.allDay && !row.free &&
        row.status !== "cancelled" &&
        Date.parse(row.start ?? "") < endMs && Date.parse(row.end ?? "") > startMs
    );
}
