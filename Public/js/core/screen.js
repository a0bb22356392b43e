// @ts-check
/* The common parts of pages for screens in the room: the house, the clock, the notices, the sign of
   life, and the single live region. In ECMAScript 2015. */
"use strict";

/**
 * @typedef {object} ScreenOptions
 * @property {string[]} views of the page
 * @property {string} notices the view with the notices
 * @property {(isFresh: boolean) => string} draw draws the page's own part and returns it as a sentence
 */

tablecast.Screen = class Screen {
    /** @param {ScreenOptions} options */
    constructor(options) {
        this.options = options;
        this.root = document.documentElement;
        this.state = /** @type {ToldPage} */ (tablecast.page);
        this.timeZone = this.state.timeZone || "UTC";
        /** @type {TimeWriter} */
        this.writeTime = () => "";
        this.language = "";
        this.isAsked = false;
        this.isLeaving = false;
        this.said = "";
        this.saidAtMs = 0;
        this.noticeIndex = 0;
        this.noticeShown = "";
        this.sync = new tablecast.Sync({
            views: options.views.concat(options.notices),
            role: this.state.role,
            state: this.state,
            changed: () => this.render()
        });
        this.setTimeZone();
        this.sign = new tablecast.LifeSign(
            this.byID("sign"),
            (instant) => this.writeTime(instant),
            () => this.render()
        );
    }

    start() {
        this.draw();
        this.sync.start();
        window.addEventListener("resize", () => this.render());
        tablecast.runEvery(1000, () => this.render());
        tablecast.runEvery(8000, () => (this.noticeIndex += 1));
    }

    /**
     * @param {string} id
     * @returns {HTMLElement}
     */
    byID(id) {
        return /** @type {HTMLElement} */ (document.getElementById(id));
    }

    setTimeZone() {
        this.writeTime = tablecast.timeWriter(this.timeZone, () => this.sync.clock.now());
    }

    /* Requests one drawing in the next frame, however often it is called. */
    render() {
        if (!this.isAsked) {
            this.isAsked = true;
            tablecast.runInFrame(() => {
                this.isAsked = false;
                this.draw();
            });
        }
    }

    draw() {
        this.drawHouse();
        const isFresh = this.drawLife();
        // Before the page's own part, which takes the room that the notice leaves.
        this.drawNotice();
        const sentence = this.options.draw(isFresh);
        this.say(isFresh ? sentence : tablecast.text("offline"));
    }

    /**
     * The house's present name, time zone and languages, if a view of the page has them.
     * @returns {any}
     */
    venue() {
        const docs = this.options.views.map((view) => /** @type {any} */ (this.sync.doc(view)));
        return docs.map((doc) => doc && doc.venue).find(Boolean);
    }

    drawHouse() {
        const venue = this.venue();
        if (!venue) {
            return;
        }
        const { languages, name, timeZone } = venue;
        const places = document.querySelectorAll(".house bdi, .welcome-house bdi");
        for (let index = 0; index < places.length; index += 1) {
            tablecast.setText(places[index], name);
        }
        if (timeZone && timeZone !== this.timeZone) {
            this.timeZone = timeZone;
            this.setTimeZone();
        }
        const language = languages ? languages[0] : "";
        if (this.language !== "" && language !== this.language && !this.isLeaving) {
            // A reload brings the texts of another language.
            this.isLeaving = true;
            this.leave();
        }
        this.language = language;
    }

    /* Shows whether the page is live, and returns whether it is or was a moment ago. */
    drawLife() {
        const { sync } = this;
        const isNews = this.sign.show(sync.life, sync.asOfMs, sync.silentMs);
        const isFresh = sync.life === "live" || !isNews;
        const said = this.byID("sign").textContent || "";
        tablecast.setText(this.byID("band"), isFresh ? "" : said);
        tablecast.setText(this.byID("clock"), this.writeTime(sync.clock.now()));
        if (sync.life === "refused" && !this.isLeaving) {
            this.isLeaving = true;
            tablecast.runAfter(5000, () => this.leave());
        }
        return isFresh;
    }

    /* After a sign-out, goes to the page with a code by which the screen can be paired again. Never
       leaves while the hub is away: the browser's error page would stay for ever. */
    leave() {
        const again = () => tablecast.runAfter(5000, () => this.leave());
        const request = new XMLHttpRequest();
        request.open("GET", location.href);
        request.onload = () => (request.status < 500 ? location.reload() : again());
        request.onerror = again;
        request.send();
    }

    /* Shows one notice at a time, and a long one in parts, to leave room for the page. Urgent notices
       come first. */
    drawNotice() {
        /** @type {any} */
        const doc = this.sync.doc(this.options.notices);
        const rows = (doc && doc.notices) || {};
        const now = this.sync.clock.now();
        const isUrgent = (/** @type {string} */ key) => (rows[key].level === "urgent" ? 1 : 0);
        /** @type {string[][]} */
        const turns = [];
        Object.keys(rows)
            .filter((key) => !rows[key].until || Date.parse(rows[key].until) > now)
            .sort((one, other) => {
                const newest = rows[one].at < rows[other].at ? 1 : -1;
                return isUrgent(other) - isUrgent(one) || newest;
            })
            .forEach((key) => tablecast.noticeParts(rows[key].text).forEach((part) =>
                turns.push([rows[key].level, part])));
        const turn = turns[this.noticeIndex % Math.max(1, turns.length)] || [];
        const shown = turn.join(" ");
        if (shown !== this.noticeShown) {
            const [level, words] = turn;
            const place = this.byID("announcement");
            this.noticeShown = shown;
            place.className = level ? `announcement is-${level}` : "announcement";
            place.textContent = level === "urgent" ? `${tablecast.text("urgent")} ` : "";
            if (level) {
                place.appendChild(tablecast.words(words));
            }
        }
    }

    /**
     * Announces a sentence at most every few seconds, and nothing at first. The loss of the connection is
     * retracted as soon as it is back.
     * @param {string} sentence
     */
    say(sentence) {
        const nowMs = tablecast.wallMs();
        if (this.said === tablecast.text("offline") && sentence !== this.said) {
            this.byID("announcer").textContent = "";
        }
        if (this.said === "") {
            this.said = sentence;
        } else if (sentence !== this.said && nowMs - this.saidAtMs >= 3000) {
            this.said = sentence;
            this.saidAtMs = nowMs;
            this.byID("announcer").textContent = sentence;
        }
    }
};

/**
 * A notice in pages of two lines each.
 * @param {string} words
 */
tablecast.noticeParts = function (words) {
    const lettersMax = 80;
    const parts = [""];
    words.split(" ").forEach((word) => {
        const last = parts[parts.length - 1];
        const isNext = last !== "" && last.length + 1 + word.length > lettersMax;
        parts[parts.length - 1] = isNext ? `${last} …` : `${last} ${word}`.trim();
        if (isNext) {
            parts.push(`… ${word}`);
        }
    });
    return parts;
};

/* The sound of a call: two notes, a falling third, like a small bell. Browsers allow sound only after a
   tap on the page, and some televisions never do. */
tablecast.Chime = class Chime {
    /** @param {HTMLElement} button the button that turns the sound on; hidden after a while */
    constructor(button) {
        this.button = button;
        this.Context = window.AudioContext || /** @type {any} */ (window).webkitAudioContext;
        /** @type {AudioContext | null} */
        this.context = null;
        this.timer = 0;
        ["mousemove", "touchstart", "keydown"].forEach((kind) =>
            document.addEventListener(kind, () => this.offer()));
        button.addEventListener("click", () => {
            this.context = this.context || new this.Context();
            void this.context.resume();
            button.hidden = true;
            this.ring();
        });
        this.offer();
    }

    /* Shows the button for a minute, and again when somebody uses the screen. */
    offer() {
        tablecast.stopTimer(this.timer);
        this.button.hidden = !this.Context || this.context !== null;
        this.timer = tablecast.runAfter(60000, () => (this.button.hidden = true));
    }

    ring() {
        const { context } = this;
        if (!context) {
            return;
        }
        this.note(context, 880, 0);
        this.note(context, 698.46, 0.3);
    }

    /**
     * @param {AudioContext} context
     * @param {number} hertz
     * @param {number} delay in seconds
     */
    note(context, hertz, delay) {
        const start = context.currentTime + 0.05 + delay;
        const volume = context.createGain();
        volume.gain.setValueAtTime(0.0001, start);
        volume.gain.exponentialRampToValueAtTime(0.5, start + 0.01);
        volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.6);
        volume.connect(context.destination);
        const tone = context.createOscillator();
        tone.type = "sine";
        tone.frequency.value = hertz;
        tone.connect(volume);
        tone.start(start);
        tone.stop(start + 0.62);
    }
};

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
tablecast.make = function (tag, className, text) {
    const element = document.createElement(tag);
    element.className = className;
    if (text !== undefined) {
        element.textContent = text;
    }
    return element;
};

/**
 * People's words, isolated so that their direction does not affect the text around them.
 * @param {string} text
 */
tablecast.words = function (text) {
    const element = tablecast.make("bdi", "", text);
    element.setAttribute("dir", "auto");
    return element;
};
