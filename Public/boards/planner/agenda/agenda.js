// @ts-check
"use strict";
// @ts-check
/* Draws rows and the card. In ECMAScript 2015. */
"use strict";

/** The most entries on the card; more reservations at one time are counted. */
tablecastPlanner.cardEntriesMax = 4;

/**
 * Makes a function that formats the time of an instant in a zone: `19:30`.
 * @param {string} timeZone
 * @returns {(ms: number) => string}
 */
tablecastPlanner.clockWriter = function (timeZone) {
    const write = tablecast.dateWriter(timeZone, tablecast.clockFields());
    // Some browsers give the hour after midnight as 24.
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
 * The name of an entry.
 * @param {AgendaEntry} entry
 */
tablecastPlanner.nameOf = function (entry) {
    // Houses that call parties by number show no names.
    if (entry.isPrivate) {
        return tablecast.text("busy");
    }
    return entry.label || (entry.size > 0 ? tablecast.text("reservation") : tablecast.text("untitled"));
};

/** @param {AgendaEntry} entry */
tablecastPlanner.labelElement = function (entry) {
    const label = tablecast.make("span", "label one-line");
    label.appendChild(tablecast.words(tablecastPlanner.nameOf(entry)));
    return label;
};

/**
 * The number of guests, in words; empty for events.
 * @param {number} size
 */
tablecastPlanner.sizeElement = function (size) {
    return tablecast.make("span", "size figures", size > 0 ? tablecast.text("partyOf", { size }) : "");
};

/**
 * @param {AgendaEntry} entry
 * @param {(ms: number) => string} clock
 * @param {number} nowMs
 */
tablecastPlanner.rowElement = function (entry, clock, nowMs) {
    const { make, text } = tablecast;
    const isRunning = entry.startMs <= nowMs;
    const row = make("li", `entry row color-${entry.color}`);
    row.className += isRunning ? " is-running" : "";
    row.className += entry.isPrivate ? " is-private" : "";
    row.setAttribute("data-key", entry.key);
    row.appendChild(make("span", "time figures", clock(entry.startMs)));
    const what = row.appendChild(make("span", "what grow"));
    what.appendChild(tablecastPlanner.labelElement(entry));
    if (isRunning) {
        what.appendChild(make("span", "until", text("until", { time: clock(entry.endMs) })));
    }
    row.appendChild(tablecastPlanner.sizeElement(entry.size));
    return row;
};

/**
 * The rows of the card, for the entries that begin next.
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

// @ts-check
/* The agenda's television: the next entries, and the rest of the day. In ECMAScript 2015. */
tablecast.whenPage(function () {
    "use strict";

    const pageMs = 8000;
    const sizes = ["is-roomy", "is-standard", "is-small"];
    const { setText, text } = tablecast;
    const {
        cardRows, clockWriter, dateText, entriesOf, minutesUntil, nameOf, partsOf, rowElement, sizeFor
    } = tablecastPlanner;

    const screen = new tablecast.Screen({
        views: ["planner/display"],
        notices: "notice/display",
        draw
    });
    const clock = clockWriter(screen.timeZone);
    const rows = screen.byID("rows");
    const list = screen.byID("entries");
    let page = 0;
    let pageCount = 1;
    /* The state drawn last; drawing is expensive on a television. */
    let drawnRows = "";
    let drawnCard = "";

    /**
     * @param {Element} place
     * @param {HTMLElement[]} children
     */
    function fill(place, children) {
        place.textContent = "";
        children.forEach((child) => place.appendChild(child));
    }

    /**
     * @param {AgendaEntry[]} entries
     * @param {number} nowMs
     */
    function drawList(entries, nowMs) {
        const band = screen.byID("band").textContent ? "band" : "";
        const room = [window.innerWidth, window.innerHeight, band, document.body.className].join(" ");
        const marks = entries.map((entry) => {
            const parts = [entry.key, entry.label, entry.size, entry.color, entry.startMs, entry.endMs];
            return parts.concat(entry.isPrivate ? 1 : 0, entry.startMs <= nowMs ? 1 : 0).join(" ");
        });
        const shown = `${room} ${marks.join("|")} ${page}`;
        if (shown === drawnRows && list.childElementCount > 0) {
            return;
        }
        drawnRows = shown;
        const heights = sizes.map((size) => {
            rows.className = `rows ${size}`;
            fill(list, entries.slice(0, 1).map((entry) => rowElement(entry, clock, nowMs)));
            return list.firstElementChild ? list.firstElementChild.getBoundingClientRect().height : 1;
        });
        const { size, perPage } = sizeFor(entries.length, rows.clientHeight, heights);
        rows.className = `rows ${sizes[size]}`;
        pageCount = Math.max(1, Math.ceil(entries.length / perPage));
        page = Math.min(page, pageCount - 1);
        const onPage = entries.slice(page * perPage, (page + 1) * perPage);
        fill(list, onPage.map((entry) => rowElement(entry, clock, nowMs)));
        const said = { number: page + 1, count: pageCount };
        setText(screen.byID("pages"), pageCount > 1 ? text("page", said) : "");
    }

    /**
     * @param {AgendaEntry[]} entries with the same start
     * @param {boolean} isRunning
     */
    function drawCard(entries, isRunning) {
        const shown = JSON.stringify([entries, isRunning]);
        if (shown === drawnCard) {
            return;
        }
        drawnCard = shown;
        const first = entries[0];
        const place = screen.byID("card-entries");
        const words = entries.map(nameOf).join(" ").split(/\s+/);
        // A size at which the longest word is not broken.
        const longest = Math.max(1, ...words.map((word) => word.length));
        const largest = [5.4, 4.2][entries.length - 1] || 3.4;
        place.style.fontSize = `${Math.max(2.6, Math.min(largest, 37 / longest))}em`;
        fill(place, cardRows(entries));
        setText(screen.byID("card-time"), first ? clock(first.startMs) : "");
    }

    /**
     * The head above the card: `Next`, and the time until then.
     * @param {AgendaEntry[]} next
     * @param {number} nowMs
     */
    function headText(next, nowMs) {
        if (next.length === 0) {
            return text("now");
        }
        const minutes = minutesUntil(next[0].startMs, nowMs);
        return minutes <= 90 ? text("nextIn", { minutes }) : text("next");
    }

    function draw() {
        /** @type {any} */
        const doc = screen.sync.doc("planner/display");
        const nowMs = screen.sync.clock.now();
        const { allDay, running, next, later } = partsOf(entriesOf((doc && doc.agenda) || {}), nowMs);
        // If no entry is to come, the running ones are on the card.
        const card = next.length > 0 ? next : running;
        const rest = next.length > 0 ? running.concat(later) : [];
        const isEmpty = card.length === 0 && allDay.length === 0;
        const classes = [
            isEmpty ? "is-empty" : "",
            card.length === 0 ? "has-no-card" : "",
            rest.length === 0 ? "has-no-rest" : "",
            tablecast.clockFields().hour12 ? "has-12-hours" : ""
        ];
        document.body.className = classes.join(" ");
        const date = dateText((doc && doc.date) || "");
        setText(screen.byID("date"), date);
        setText(screen.byID("welcome-date"), date);
        const isOver = doc && Object.keys(doc.agenda || {}).length > 0;
        setText(screen.byID("welcome-word"), isOver ? text("nothingMore") : text("nothing"));
        const whole = allDay.map(nameOf).join(" · ");
        setText(screen.byID("whole"), whole && text("wholeDay", { what: whole }));
        setText(screen.byID("next-title"), headText(next, nowMs));
        setText(screen.byID("later-title"), running.length > 0 ? text("nowAndLater") : text("later"));
        drawCard(card, next.length === 0);
        drawList(rest, nowMs);
        return summary(card, rest.length);
    }

    /**
     * @param {AgendaEntry[]} card
     * @param {number} count of the other entries
     */
    function summary(card, count) {
        if (card.length === 0) {
            return text("nothingMore");
        }
        const label = card.map(nameOf).join(", ");
        return text("summary", { time: clock(card[0].startMs), label, count });
    }

    screen.start();
    tablecast.runEvery(pageMs, () => {
        if (pageCount > 1) {
            page = (page + 1) % pageCount;
            screen.render();
        }
    });
});
