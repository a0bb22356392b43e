// @ts-check
/* Draws rows and the card: the same rows as the server writes into the page. In ECMAScript 2015. */
"use strict";

/** More reservations of one time than this are counted. */
tablecastPlanner.cardEntriesMax = 4;

/**
 * Makes a function that writes the time of an instant in a time zone: `19:30`.
 * @param {string} timeZone
 * @returns {(ms: number) => string}
 */
tablecastPlanner.clockWriter = function (timeZone) {
    const fields = { hour: "2-digit", minute: "2-digit", hour12: false };
    const write = tablecast.dateWriter(timeZone, fields);
    // Some browsers write the hour after midnight as 24.
    return (ms) => write(new Date(ms)).replace(/^24/, "00");
};

/**
 * A date in words: `Tuesday 24 November`.
 * @param {string} date `YYYY-MM-DD`
 */
tablecastPlanner.dateText = function (date) {
    const fields = { weekday: "long", day: "numeric", month: "long" };
    const noon = new Date(`${date}T12:00:00Z`);
    return Number.isNaN(noon.getTime()) ? "" : tablecast.dateWriter("UTC", fields)(noon);
};

/**
 * What an entry is called.
 * @param {AgendaEntry} entry
 */
tablecastPlanner.nameOf = function (entry) {
    // A house that calls numbers shows no names.
    if (entry.isPrivate) {
        return tablecast.text("busy");
    }
    return entry.label || (entry.size > 0 ? tablecast.text("reservation") : tablecast.text("untitled"));
};

/** @param {AgendaEntry} entry */
tablecastPlanner.labelElement = function (entry) {
    const label = tablecast.make("span", "label");
    label.appendChild(tablecast.words(tablecastPlanner.nameOf(entry)));
    return label;
};

/**
 * How many come, as a figure, and in words for those who hear it.
 * @param {number} size
 */
tablecastPlanner.sizeElement = function (size) {
    const { make, text } = tablecast;
    const element = make("span", "size figures");
    if (size > 0) {
        const figure = make("span", "", String(size));
        figure.setAttribute("aria-hidden", "true");
        element.appendChild(figure);
        element.appendChild(make("span", "aside", text("partyOf", { size })));
    }
    return element;
};

/**
 * @param {AgendaEntry} entry
 * @param {(ms: number) => string} clock
 * @param {number} nowMs
 */
tablecastPlanner.rowElement = function (entry, clock, nowMs) {
    const { make, text } = tablecast;
    const isRunning = entry.startMs <= nowMs;
    const row = make("li", `entry color-${entry.color}`);
    row.className += isRunning ? " is-running" : "";
    row.className += entry.isPrivate ? " is-private" : "";
    row.setAttribute("data-key", entry.key);
    row.appendChild(make("span", "time figures", clock(entry.startMs)));
    const what = row.appendChild(make("span", "what"));
    what.appendChild(tablecastPlanner.labelElement(entry));
    if (isRunning) {
        what.appendChild(make("span", "until", text("until", { time: clock(entry.endMs) })));
    }
    row.appendChild(tablecastPlanner.sizeElement(entry.size));
    return row;
};

/**
 * The rows of the card: what begins next.
 * @param {AgendaEntry[]} entries
 */
tablecastPlanner.cardRows = function (entries) {
    const { make, text } = tablecast;
    const max = tablecastPlanner.cardEntriesMax;
    const shown = entries.length > max ? entries.slice(0, max - 1) : entries;
    const rows = shown.map((entry) => {
        const row = make("li", "card-entry");
        row.appendChild(tablecastPlanner.labelElement(entry));
        row.appendChild(tablecastPlanner.sizeElement(entry.size));
        return row;
    });
    const rest = entries.length - shown.length;
    return rest > 0 ? rows.concat(make("li", "card-more", text("more", { count: rest }))) : rows;
};
