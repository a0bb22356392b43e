/* The television's page: the board, the clock, and whether what one sees is live. In ECMAScript 5.
   */
(function () {
    "use strict";

    var texts = display.texts;
    var setText = display.setText;
    var pageMs = 8000;
    /* A connection that is back within this time is no news for the room; the sign of life has said
       so meanwhile. */
    var graceMs = 2000;
    /* Drawn every second, so the room hears of the last state within four. */
    var sayEveryMs = 3000;

    var root = document.documentElement;
    var readyList = byID("ready");
    var waitingList = byID("waiting");
    var noticeList = byID("notices");
    var readyPager = display.pager(byID("ready-rows"), readyList, byID("ready-pages"));
    var waitingPager = display.pager(byID("waiting-rows"), waitingList, byID("waiting-pages"));
    var timeZone = root.getAttribute("data-time-zone");
    var writeTime = timeWriter(timeZone);
    var isAsked = false;
    var hasLived = false;
    var lostAtMs = Date.now();
    var noticesShown = "";
    var noticeIndex = 0;
    var said = "";
    var saidAtMs = 0;
    var sync;

    function byID(id) {
        return document.getElementById(id);
    }

    /* Makes a function that writes a date in the venue's time zone; it writes nothing where the
       television does not know the zone. */
    function writer(timeZone, options) {
        var format = null;
        options.hour12 = false;
        try {
            options.timeZone = timeZone;
            format = new Intl.DateTimeFormat(root.lang === "en" ? "en-GB" : root.lang, options);
        } catch (error) {
            // No Intl, or no such zone in it.
            format = null;
        }
        return function (date) {
            return format ? format.format(date) : null;
        };
    }

    function ownTime(date) {
        return ("0" + date.getHours()).slice(-2) + ":" + ("0" + date.getMinutes()).slice(-2);
    }

    /* Writes an instant as HH:MM, and with its day when that is not today's: Fri 19:42, and 20 Nov
       19:42 from a week on. */
    function timeWriter(timeZone) {
        var time = writer(timeZone, { hour: "2-digit", minute: "2-digit" });
        var day = writer(timeZone, { year: "numeric", month: "short", day: "numeric" });
        var weekday = writer(timeZone, { weekday: "short" });
        var shortDay = writer(timeZone, { month: "short", day: "numeric" });
        var today = "";
        var todayMinute = 0;
        return function (instantMs) {
            var nowMs = sync.now();
            // Writing dates is dear on a television.
            if (Math.floor(nowMs / 60000) !== todayMinute) {
                todayMinute = Math.floor(nowMs / 60000);
                today = day(new Date(nowMs));
            }
            var date = new Date(instantMs);
            // Some browsers write the hour after midnight as 24.
            var text = (time(date) || ownTime(date)).replace(/^24/, "00");
            if (day(date) === today) {
                return text;
            }
            var isLongAgo = Math.abs(nowMs - instantMs) > 6 * 86400000;
            return (isLongAgo ? shortDay(date) : weekday(date)) + " " + text;
        };
    }

    function minutesSince(instant, nowMs) {
        return Math.max(0, Math.floor((nowMs - Date.parse(instant)) / 60000));
    }

    function compare(one, other) {
        return one < other ? -1 : one > other ? 1 : 0;
    }

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

    function drawReady(isFresh, nowMs) {
        var parties = partiesOf("ready", function (one, other) {
            return compare(other.readyAt, one.readyAt);
        });
        function update(row, party) {
            setText(row.name, party.label);
            setText(row.size, texts.partyOf(party.size));
            // How long ago is only right while one knows that it is still so.
            setText(
                row.time,
                isFresh
                    ? texts.calledAgo(minutesSince(party.readyAt, nowMs))
                    : texts.calledAt(writeTime(Date.parse(party.readyAt)))
            );
        }
        if (display.fill(readyList, parties, display.readyRow, update)) {
            // Who has just been called stands on the first page.
            readyPager.first();
        }
        setText(byID("ready-count"), String(parties.length));
        return parties.length;
    }

    function drawWaiting(isFresh, nowMs) {
        var parties = partiesOf("waiting", function (one, other) {
            return compare(one.rank, other.rank);
        });
        var longestMs = 0;
        display.fill(waitingList, parties, display.waitingRow, function (row, party, index) {
            setText(row.place, String(index + 1));
            setText(row.name, party.label);
            setText(row.size, String(party.size));
            setText(row.time, writeTime(Date.parse(party.arrivedAt)));
            longestMs = Math.max(longestMs, nowMs - Date.parse(party.arrivedAt));
        });
        setText(byID("waiting-count"), String(parties.length));
        drawWait(isFresh ? Math.floor(longestMs / 60000) : 0);
        return parties.length;
    }

    /* The longest wait of those who wait now; nothing before it is a minute, and nothing while one
       does not know. */
    function drawWait(minutes) {
        // A list that was left behind, or taken over from long ago, is not told in minutes.
        var isLong = minutes >= 2 * 1440;
        var isShown = minutes > 0;
        var figure = String(isLong ? Math.floor(minutes / 1440) : minutes);
        byID("wait").className = isShown ? "wait" : "wait is-unknown";
        setText(byID("wait-figure"), isShown ? figure : "");
        setText(byID("wait-unit"), isShown ? (isLong ? texts.days : texts.minutes) : "");
    }

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

    /* One notice at a time: several would take the room of the list. */
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

    /* Says whether the board is live, and returns whether it is or was a moment ago. */
    function drawLife(nowMs) {
        var life = sync.life;
        var time = writeTime(sync.asOfMs);
        if (life === "live") {
            hasLived = true;
            lostAtMs = 0;
        } else if (!lostAtMs) {
            lostAtMs = Date.now();
        }
        var isShort = life === "stale" && Date.now() - lostAtMs < graceMs;
        if (isShort) {
            setTimeout(render, graceMs);
        }
        var sentence = texts[life];
        if (life !== "live") {
            sentence = isShort && !hasLived ? texts.connecting : sentence(time);
        }
        root.setAttribute("data-life", isShort ? "waiting" : life);
        setText(byID("sign"), sentence);
        setText(byID("band"), life === "live" || isShort ? "" : sentence);
        setText(byID("clock"), writeTime(nowMs));
        if (life === "refused") {
            display.leave();
        }
        return life === "live" || isShort;
    }

    /* The page's one live region: nothing at first, then a sentence every few seconds at most. */
    function say(sentence) {
        if (said === "") {
            said = sentence;
        } else if (sentence !== said && Date.now() - saidAtMs >= sayEveryMs) {
            said = sentence;
            saidAtMs = Date.now();
            byID("announcer").textContent = sentence;
        }
    }

    function drawHouse() {
        var doc = sync.doc("waitlist/display");
        if (!doc || !doc.venue) {
            return;
        }
        display.showHouse(doc.venue.name);
        display.showJoin(doc.venue.joinLink);
        display.speak(doc.venue.languages[0]);
        if (doc.venue.timeZone !== timeZone) {
            timeZone = doc.venue.timeZone;
            writeTime = timeWriter(timeZone);
        }
    }

    function draw() {
        var nowMs = sync.now();
        drawHouse();
        var isFresh = drawLife(nowMs);
        var ready = drawReady(isFresh, nowMs);
        var waiting = drawWaiting(isFresh, nowMs);
        isAsked = false;
        drawNotices(nowMs);
        document.body.className = ready + waiting === 0 ? "is-empty" : "";
        readyPager.show();
        waitingPager.show();
        say(isFresh ? texts.summary(ready, waiting) : texts.offline);
        sync.painted("waitlist/display");
        sync.painted("notice/display");
    }

    /* Asks for one drawing in the next frame, however often it is called. */
    function render() {
        if (!isAsked && sync) {
            isAsked = true;
            window.requestAnimationFrame(draw);
        }
    }

    root.className = "js";
    sync = tablecast.connect({
        views: ["waitlist/display", "notice/display"],
        state: JSON.parse(byID("state").textContent),
        changed: render
    });
    window.addEventListener("resize", render);
    setInterval(render, 1000);
    setInterval(function () {
        noticeIndex += 1;
        readyPager.next();
        waitingPager.next();
    }, pageMs);
    draw();
})();
