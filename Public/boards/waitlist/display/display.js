// @ts-check
/* The waiting list's television: called parties, waiting parties, and an announcement of each call.
   In ECMAScript 2015. */
tablecast.whenPage(function () {
    "use strict";

    /**
     * @typedef {object} Party
     * @property {string} key
     * @property {string} label as the room reads it
     * @property {number} size
     * @property {string} rank
     * @property {string} arrivedAt
     * @property {string} readyAt for a waiting party, the time of arrival
     */

    const view = "waitlist/display";
    const pageMs = 8000;
    const callMs = 5000;
    const leaveMs = 400;
    /* The age up to which a call is announced. After a pause, older calls are only shown. */
    const callAgeMsMax = 90000;
    const codeAgainMs = 5000;
    /* The duration of the animation of `.is-new`, and a little more. */
    const arriveMs = 300;
    /* The width below which the page is one list that scrolls, as on a phone. */
    const handPx = 600;
    const { make, setText, text } = tablecast;
    const { childrenOf, layOutLists, layOutName, partOf } = tablecastWaitlist;

    const screen = new tablecast.Screen({
        views: [view],
        notices: "notice/display",
        draw
    });
    const { byID } = screen;
    const board = byID("board");
    const readyList = byID("ready");
    const waitingList = byID("waiting");
    const joinPlace = byID("join");
    const callPlace = byID("call");
    const chime = new tablecast.Chime(byID("sound"));
    let page = 0;
    /*
     * The inputs of the last layout, which is expensive on a television and skipped while they are
     * the same.
     */
    let measured = "";
    /** @type {Cards | undefined} */
    let cards;
    /** @type {Rows | undefined} */
    let rows;
    /**
     * The calls that the page has seen, by party and time.
     * @type {Record<string, string> | undefined}
     */
    let seen;
    /** @type {Party[]} */
    let calls = [];
    /** @type {Party | undefined} */
    let call;
    let callTimer = 0;

    /**
     * @param {"waiting" | "ready"} status
     * @returns {Party[]} in the order on the screen
     */
    function partiesOf(status) {
        /** @type {any} */
        const doc = screen.sync.doc(view);
        const parties = (doc && doc.parties) || {};
        const isNumbered = doc && doc.venue.labels === "number";
        const compare = (/** @type {string} */ one, /** @type {string} */ other) =>
            one < other ? -1 : one > other ? 1 : 0;
        return Object.keys(parties)
            .filter((key) => parties[key].status === status)
            .map((key) => {
                const { label, size, rank, arrivedAt, readyAt } = parties[key];
                // Marks a number as such, so that it is not mistaken for a place in the line.
                const shown = isNumbered ? text("numbered", { number: label }) : label;
                return { key, label: shown, size, rank, arrivedAt, readyAt: readyAt || arrivedAt };
            })
            .sort((one, other) => status === "ready"
                ? compare(other.readyAt, one.readyAt)
                : compare(one.rank, other.rank));
    }

    /** @param {"ready" | "waiting"} status */
    function makeRow(status) {
        const isReady = status === "ready";
        const row = make("li", `${status}-row ${isReady ? "cut-card " : ""}is-new`);
        if (!isReady) {
            row.appendChild(make("span", "place figures"));
        }
        const name = row.appendChild(make("span", "name")).appendChild(tablecast.words(""));
        name.className = "one-line";
        const about = isReady ? row.appendChild(make("span", "about")) : row;
        about.appendChild(make("span", "size figures"));
        about.appendChild(make("time", isReady ? "called figures" : "arrived figures"));
        // With the class, the animation would be replayed whenever the row's page is shown.
        tablecast.runAfter(arriveMs, () => row.classList.remove("is-new"));
        return row;
    }

    /**
     * Makes the rows of a list match the parties, in order.
     * @param {Element} list
     * @param {Party[]} parties
     * @param {"ready" | "waiting"} status
     */
    function fill(list, parties, status) {
        /** @type {Record<string, HTMLElement>} */
        const old = {};
        childrenOf(list).forEach((row) => (old[row.getAttribute("data-key") || ""] = row));
        let next = list.firstElementChild;
        parties.forEach(({ key, label, size, arrivedAt, readyAt }, index) => {
            const row = old[key] || makeRow(status);
            delete old[key];
            row.setAttribute("data-key", key);
            if (row === next) {
                next = next.nextElementSibling;
            } else {
                list.insertBefore(row, next);
            }
            const isReady = status === "ready";
            setText(partOf(row, "bdi"), label);
            setText(partOf(row, ".size"), isReady ? text("partyOf", { size }) : String(size));
            partOf(row, "time").setAttribute("datetime", isReady ? readyAt : arrivedAt);
            if (!isReady) {
                setText(partOf(row, ".place"), String(index + 1));
                setText(partOf(row, "time"), screen.writeTime(arrivedAt));
            }
        });
        Object.keys(old).forEach((key) => list.removeChild(old[key]));
        setText(byID(`${status}-count`), String(parties.length));
    }

    /**
     * The time of a party's call, in a long and a short form.
     * @param {Party} party
     * @param {boolean} isFresh
     */
    function timesOf({ readyAt }, isFresh) {
        // The time since the call is correct only while the connection is up.
        if (!isFresh) {
            const time = screen.writeTime(readyAt);
            return [text("calledAt", { time }), time];
        }
        const minutes = tablecast.minutesSince(readyAt, screen.sync.clock.now());
        return minutes < 1
            ? [text("calledNow"), text("now")]
            : [text("calledAgo", { minutes }), text("minutes", { minutes })];
    }

    /**
     * The longest current wait; empty in its first minute, and while the connection is lost.
     * @param {Party[]} waiting
     * @param {boolean} isFresh
     */
    function drawWait(waiting, isFresh) {
        const nowMs = screen.sync.clock.now();
        const all = waiting.map(({ arrivedAt }) => tablecast.minutesSince(arrivedAt, nowMs));
        const minutes = isFresh ? Math.max.apply(null, all.concat(0)) : 0;
        const days = Math.floor(minutes / 1440);
        const hours = Math.floor(minutes / 60);
        const short = hours > 0 ? text("hours", { hours, minutes: minutes % 60 }) : text("minutes", { minutes });
        // A wait of two days or more, as in a forgotten or imported list, is given in days.
        const figure = days >= 2 ? text("days", { days }) : short;
        byID("wait").className = minutes > 0 ? "wait" : "wait is-unknown";
        setText(byID("wait-figure"), minutes > 0 ? figure : "");
    }

    /**
     * Sets the largest sizes that fit. On a phone, the style sheet sets them.
     * @param {Party[]} ready
     * @param {Party[]} waiting
     * @param {string} state the body's classes
     */
    function layOut(ready, waiting, state) {
        const { innerHeight, innerWidth } = window;
        const house = byID("welcome-house").textContent || "";
        const parties = ready.concat(waiting).map(({ key, label }) => `${key} ${label}`);
        const size = [innerWidth, innerHeight, board.clientHeight, joinPlace.childElementCount];
        const next = [state, house, size.join(" ")].concat(parties).join("\n");
        if (next === measured) {
            return;
        }
        measured = next;
        document.body.className = state;
        cards = undefined;
        rows = undefined;
        if (innerWidth > handPx) {
            const times = waiting.map(({ arrivedAt }) => screen.writeTime(arrivedAt));
            const texts = ready.map((party) =>
                [text("partyOf", { size: party.size })].concat(timesOf(party, true)));
            // The longest announcement to make room for.
            const minutes = 88;
            texts.push(["", text("calledAgo", { minutes }), text("minutes", { minutes })]);
            layOutName(byID("welcome-house"), "house", byID("welcome"));
            const [called, others] = [ready, waiting].map((all) => all.map(({ label }) => label));
            ({ cards, rows } = layOutLists(called, texts, others, times, state));
        } else {
            document.querySelectorAll("[style]").forEach((each) => each.removeAttribute("style"));
            readyList.className = "cards";
            byID("waiting-list").className = "list down";
            childrenOf(readyList).forEach((row) => (partOf(row, ".name").className = "name"));
        }
        if (call) {
            layOutName(byID("call-name"), "call", callPlace);
        }
        const others = cards ? ready.slice(cards.labels.length) : [];
        const names = others.map(({ label }) => label).join(", ");
        setText(byID("ready-more"), names && text("more", { count: others.length, names }));
    }

    /* Shows one page of the waiting parties. Called parties are never paged. */
    function showPage() {
        const { pages, perPage } = rows || { pages: 1, perPage: Infinity };
        page = Math.min(page, pages - 1);
        childrenOf(waitingList).forEach((row, index) => {
            const isShown = pages === 1 || Math.floor(index / perPage) === page;
            row.style.display = isShown ? "" : "none";
        });
        const said = { number: page + 1, count: pages };
        setText(byID("waiting-pages"), pages > 1 ? text("page", said) : "");
    }

    /**
     * Shows the code by which guests join from a phone, once its picture is loaded. A failed picture
     * is requested again, because the hub may be away or not reachable by phones.
     * @param {string | undefined} link the newest one
     */
    function showCode(link) {
        const query = link ? `link=${encodeURIComponent(link)}` : "";
        const isNow = () => joinPlace.getAttribute("data-join") === query;
        const ask = () => {
            if (query === "" || !isNow()) {
                return;
            }
            const image = make("img", "join-code");
            image.alt = text("joinCode");
            image.onerror = () => tablecast.runAfter(codeAgainMs, ask);
            image.onload = () => {
                if (isNow()) {
                    joinPlace.appendChild(image);
                    joinPlace.appendChild(make("p", "join-how", text("join")));
                    screen.render();
                }
            };
            image.src = `/v1/${screen.state.venue}/join.svg?${query}`;
        };
        if (!isNow()) {
            joinPlace.setAttribute("data-join", query);
            joinPlace.textContent = "";
            ask();
        }
    }

    /**
     * Collects new calls. Parties called before the page was opened are not new.
     * @param {Party[]} ready
     */
    function hearCalls(ready) {
        const before = seen;
        /** @type {Record<string, string>} */
        const now = {};
        ready.forEach(({ key, readyAt }) => (now[key] = readyAt));
        seen = now;
        if (before) {
            calls = calls.concat(ready.filter(({ key, readyAt }) => before[key] !== readyAt).reverse());
        }
        if (call && now[call.key] !== call.readyAt) {
            endCall();
        } else if (!call) {
            nextCall();
        }
    }

    function nextCall() {
        const sinceMs = screen.sync.clock.now() - callAgeMsMax;
        calls = calls.filter(({ key, readyAt }) =>
            seen && seen[key] === readyAt && Date.parse(readyAt) > sinceMs);
        call = calls.shift();
        callPlace.className = call ? "call cut-card is-shown" : "call cut-card";
        if (call) {
            setText(partOf(callPlace, "bdi"), call.label);
            layOutName(byID("call-name"), "call", callPlace);
            chime.ring();
            callTimer = tablecast.runAfter(callMs, endCall);
        }
    }

    function endCall() {
        if (callPlace.classList.contains("is-shown")) {
            tablecast.stopTimer(callTimer);
            callPlace.className = "call cut-card is-leaving";
            tablecast.runAfter(leaveMs, nextCall);
        }
    }

    /** @param {boolean} isFresh */
    function draw(isFresh) {
        const venue = screen.venue();
        const ready = partiesOf("ready");
        const waiting = partiesOf("waiting");
        const state = [
            ready.length + waiting.length === 0 ? "is-empty" : "",
            ready.length === 0 ? "has-none-ready" : "",
            waiting.length === 0 ? "has-none-waiting" : "",
            venue && venue.joinLink ? "has-code" : "",
            venue && venue.labels === "number" ? "is-numbered" : ""
        ].filter((each) => each !== "").join(" ");
        if (venue) {
            document.title = venue.name;
            showCode(venue.joinLink);
            hearCalls(ready);
        }
        fill(readyList, ready, "ready");
        fill(waitingList, waiting, "waiting");
        drawWait(waiting, isFresh);
        layOut(ready, waiting, state);
        showPage();
        const isShort = cards && cards.aboutForm >= 2 ? 1 : 0;
        childrenOf(readyList).forEach((row, index) =>
            setText(partOf(row, "time"), timesOf(ready[index], isFresh)[isShort]));
        return call
            ? `${call.label}. ${text("tableReady")}`
            : text("summary", { ready: ready.length, waiting: waiting.length });
    }

    screen.start();
    // Fonts that load later change the widths.
    document.fonts.addEventListener("loadingdone", () => {
        measured = "";
        screen.render();
    });
    tablecast.runEvery(pageMs, () => {
        page = rows ? (page + 1) % rows.pages : 0;
        screen.render();
    });
});
