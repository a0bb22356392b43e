// @ts-check
/* The television's page: the board, the clock, and whether what one sees is live. In ECMAScript 2015.
   */
(function () {
    "use strict";

    /**
     * A party as the board shows it.
     * @typedef {object} Party
     * @property {string} key
     * @property {string} label
     * @property {number} size
     * @property {string} rank
     * @property {string} arrivedAt
     * @property {string} readyAt when it arrived, while it waits
     */

    var text = tablecast.text;
    var setText = display.setText;
    var pageMs = 8000;
    /* Drawn every second, so the room hears of the last state within four. */
    var sayEveryMs = 3000;

    var root = document.documentElement;
    var readyList = byID("ready");
    var waitingList = byID("waiting");
    var noticeList = byID("notices");
    var readyPager = display.pager(byID("ready-rows"), readyList, byID("ready-pages"));
    var waitingPager = display.pager(byID("waiting-rows"), waitingList, byID("waiting-pages"));
    var timeZone = root.getAttribute("data-time-zone") || "UTC";
    var writeTime = timeWriter();
    var sign = new tablecast.LifeSign(
        byID("sign"),
        function (instantMs) {
            return writeTime(instantMs);
        },
        render
    );
    var isAsked = false;
    /* Whether the labels are the parties' numbers. */
    var isNumbered = false;
    /** @type {import("../../../js/tablecast.js").PageState} */
    var state;
    /** @type {tablecast.Sync} */
    var sync;
    var noticesShown = "";
    var noticeIndex = 0;
    var said = "";
    var saidAtMs = 0;

    /** @param {string} id */
    function byID(id) {
        return /** @type {HTMLElement} */ (document.getElementById(id));
    }

    function timeWriter() {
        return tablecast.timeWriter(timeZone, function () {
            return sync.clock.now();
        });
    }

    /**
     * @param {string} one
     * @param {string} other
     */
    function compare(one, other) {
        return one < other ? -1 : one > other ? 1 : 0;
    }

    /**
     * @param {"waiting" | "ready"} status
     * @param {(one: Party, other: Party) => number} order
     * @returns {Party[]}
     */
    function partiesOf(status, order) {
        var doc = sync.doc("waitlist/display");
        var parties = (doc && doc.parties) || {};
        return Object.keys(parties)
            .filter(function (key) {
                return parties[key].status === status;
            })
            .map(function (key) {
                var party = parties[key];
                return {
                    key: key,
                    label: party.label,
                    size: party.size,
                    rank: party.rank,
                    arrivedAt: party.arrivedAt,
                    readyAt: party.readyAt || party.arrivedAt
                };
            })
            .sort(order);
    }

    /**
     * How the room reads a party's label: a number is not to be taken for a place in the line.
     * @param {string} label
     */
    function shown(label) {
        return isNumbered ? text("numbered", { number: label }) : label;
    }

    /** @param {number} minutes */
    function calledAgo(minutes) {
        return minutes < 1 ? text("calledNow") : text("calledAgo", { minutes: minutes });
    }

    /**
     * @param {boolean} isFresh
     * @param {number} nowMs
     */
    function drawReady(isFresh, nowMs) {
        var parties = partiesOf("ready", function (one, other) {
            return compare(other.readyAt, one.readyAt);
        });
        /**
         * @param {Element} row
         * @param {Party} party
         */
        function update(row, party) {
            display.write(row, "bdi", shown(party.label));
            display.write(row, ".size", text("partyOf", { size: party.size }));
            // How long ago is only right while one knows that it is still so.
            display.write(
                row,
                "time",
                isFresh
                    ? calledAgo(tablecast.minutesSince(party.readyAt, nowMs))
                    : text("calledAt", { time: writeTime(Date.parse(party.readyAt)) })
            );
        }
        if (display.fill(readyList, parties, display.readyRow, update)) {
            // Who has just been called stands on the first page.
            readyPager.first();
        }
        setText(byID("ready-count"), String(parties.length));
        return parties.length;
    }

    /**
     * @param {boolean} isFresh
     * @param {number} nowMs
     */
    function drawWaiting(isFresh, nowMs) {
        var parties = partiesOf("waiting", function (one, other) {
            return compare(one.rank, other.rank);
        });
        var longestMs = 0;
        display.fill(waitingList, parties, display.waitingRow, function (row, party, index) {
            display.write(row, ".place", String(index + 1));
            display.write(row, "bdi", shown(party.label));
            display.write(row, ".size", String(party.size));
            display.write(row, "time", writeTime(Date.parse(party.arrivedAt)));
            longestMs = Math.max(longestMs, nowMs - Date.parse(party.arrivedAt));
        });
        setText(byID("waiting-count"), String(parties.length));
        drawWait(isFresh ? Math.floor(longestMs / 60000) : 0);
        return parties.length;
    }

    /**
     * The longest wait of those who wait now; nothing before it is a minute, and nothing while one
     * does not know.
     * @param {number} minutes
     */
    function drawWait(minutes) {
        // A list that was left behind, or taken over from long ago, is not told in minutes.
        var isLong = minutes >= 2 * 1440;
        var isShown = minutes > 0;
        var figure = String(isLong ? Math.floor(minutes / 1440) : minutes);
        byID("wait").className = isShown ? "wait" : "wait is-unknown";
        setText(byID("wait-figure"), isShown ? figure : "");
        setText(byID("wait-unit"), isShown ? (isLong ? text("days") : text("minutes")) : "");
    }

    /** @param {number} nowMs */
    function currentNotices(nowMs) {
        var doc = sync.doc("notice/display");
        var notices = (doc && doc.notices) || {};
        return Object.keys(notices)
            .map(function (key) {
                return notices[key];
            })
            .filter(function (notice) {
                return !notice.until || Date.parse(notice.until) > nowMs;
            })
            .sort(function (one, other) {
                var isUrgent = one.level === "urgent" ? 1 : 0;
                var isOtherUrgent = other.level === "urgent" ? 1 : 0;
                return isOtherUrgent - isUrgent || compare(other.at, one.at);
            });
    }

    /**
     * One notice at a time: several would take the room of the list.
     * @param {number} nowMs
     */
    function drawNotices(nowMs) {
        var notices = currentNotices(nowMs);
        var notice = notices[noticeIndex % Math.max(1, notices.length)];
        var shown = notice ? notice.level + " " + notice.text : "";
        if (shown === noticesShown && (shown !== "" || !noticeList.firstChild)) {
            return;
        }
        noticesShown = shown;
        noticeList.textContent = "";
        if (notice) {
            noticeList.appendChild(display.noticeRow(notice));
        }
    }

    /**
     * Says whether the board is live, and returns whether it is or was a moment ago.
     * @param {number} nowMs
     */
    function drawLife(nowMs) {
        var life = sync.life;
        var isNews = sign.show(life, sync.asOfMs, sync.silentMs);
        var isFresh = life === "live" || !isNews;
        setText(byID("band"), isFresh ? "" : byID("sign").textContent || "");
        setText(byID("clock"), writeTime(nowMs));
        if (life === "refused") {
            display.leave();
        }
        return isFresh;
    }

    /**
     * The page's one live region: nothing at first, then a sentence every few seconds at most. That
     * the connection is lost is taken back as soon as it is there again.
     * @param {string} sentence
     */
    function say(sentence) {
        if (said === text("offline") && sentence !== said) {
            byID("announcer").textContent = "";
        }
        if (said === "") {
            said = sentence;
        } else if (sentence !== said && tablecast.wallMs() - saidAtMs >= sayEveryMs) {
            said = sentence;
            saidAtMs = tablecast.wallMs();
            byID("announcer").textContent = sentence;
        }
    }

    function drawHouse() {
        var doc = sync.doc("waitlist/display");
        if (!doc || !doc.venue) {
            return;
        }
        isNumbered = doc.venue.labels === "number";
        display.showHouse(doc.venue.name);
        display.showJoin(doc.venue.joinLink);
        display.speak(doc.venue.languages[0]);
        if (doc.venue.timeZone !== timeZone) {
            timeZone = doc.venue.timeZone;
            writeTime = timeWriter();
        }
    }

    function draw() {
        var nowMs = sync.clock.now();
        drawHouse();
        var isFresh = drawLife(nowMs);
        var ready = drawReady(isFresh, nowMs);
        var waiting = drawWaiting(isFresh, nowMs);
        isAsked = false;
        drawNotices(nowMs);
        document.body.className = [
            ready + waiting === 0 ? "is-empty" : "",
            isNumbered ? "is-numbered" : ""
        ].join(" ");
        readyPager.show();
        waitingPager.show();
        say(isFresh ? text("summary", { ready: ready, waiting: waiting }) : text("offline"));
    }

    /* Asks for one drawing in the next frame, however often it is called. */
    function render() {
        if (!isAsked && sync) {
            isAsked = true;
            tablecast.runInFrame(draw);
        }
    }

    root.className = "js";
    state = JSON.parse(byID("state").textContent || "");
    sync = new tablecast.Sync({
        views: ["waitlist/display", "notice/display"],
        role: state.role,
        state: state,
        changed: render
    });
    sync.start();
    window.addEventListener("resize", render);
    tablecast.runEvery(1000, render);
    tablecast.runEvery(pageMs, function () {
        noticeIndex += 1;
        readyPager.next();
        waitingPager.next();
    });
    draw();
})();
