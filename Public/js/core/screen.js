// @ts-check
/* What the pages for screens in the room have in common: the house, the clock, the notices, whether
   what one sees is live, and the one live region. In ECMAScript 2015. */
"use strict";

/**
 * @typedef {object} ScreenOptions
 * @property {string[]} views that the page draws
 * @property {string} notices the view with the notices
 * @property {(sync: tablecast.Sync) => {name: string, timeZone: string} | undefined} [venue] reads the
 * house's present name and time zone, where a view has them
 * @property {(isFresh: boolean) => string} draw draws the page's own and returns it in a sentence
 */

tablecast.Screen = class Screen {
    /** @param {ScreenOptions} options */
    constructor(options) {
        this.options = options;
        this.root = document.documentElement;
        this.root.classList.add("js");
        /** @type {import("../page.js").PageState} */
        this.state = JSON.parse(this.byID("state").textContent || "");
        this.timeZone = this.root.getAttribute("data-time-zone") || "UTC";
        /** @type {(instant: number) => string} */
        this.writeTime = () => "";
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

    /* Asks for one drawing in the next frame, however often it is called. */
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
        const sentence = this.options.draw(isFresh);
        this.drawNotice();
        this.say(isFresh ? sentence : tablecast.text("offline"));
    }

    drawHouse() {
        const venue = this.options.venue ? this.options.venue(this.sync) : undefined;
        if (!venue) {
            return;
        }
        const { name, timeZone } = venue;
        const places = document.querySelectorAll(".house bdi");
        for (let index = 0; index < places.length; index += 1) {
            tablecast.setText(places[index], name);
        }
        if (timeZone && timeZone !== this.timeZone) {
            this.timeZone = timeZone;
            this.setTimeZone();
        }
    }

    /* Says whether the page is live, and returns whether it is or was a moment ago. */
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

    /* Who is signed out gets the page with a code by which the screen can be let in again. A hub
       that is not there is no reason to leave: what a browser then shows never comes back by
       itself. */
    leave() {
        const again = () => tablecast.runAfter(5000, () => this.leave());
        const request = new XMLHttpRequest();
        request.open("GET", location.href);
        request.onload = () => (request.status < 500 ? location.reload() : again());
        request.onerror = again;
        request.send();
    }

    /* One notice at a time: several would take the room of the page. The urgent ones come first. */
    drawNotice() {
        /** @type {any} */
        const doc = this.sync.doc(this.options.notices);
        const rows = (doc && doc.notices) || {};
        const now = this.sync.clock.now();
        const isUrgent = (/** @type {string} */ key) => (rows[key].level === "urgent" ? 1 : 0);
        const keys = Object.keys(rows)
            .filter((key) => !rows[key].until || Date.parse(rows[key].until) > now)
            .sort((one, other) => {
                const newest = rows[one].at < rows[other].at ? 1 : -1;
                return isUrgent(other) - isUrgent(one) || newest;
            });
        const notice = rows[keys[this.noticeIndex % Math.max(1, keys.length)]];
        const shown = notice ? `${notice.level} ${notice.text}` : "";
        if (shown !== this.noticeShown) {
            const place = this.byID("announcement");
            this.noticeShown = shown;
            const isMarked = notice && notice.level === "urgent";
            place.className = notice ? `announcement is-${notice.level}` : "announcement";
            place.textContent = isMarked ? `${tablecast.text("urgent")} ` : "";
            if (notice) {
                place.appendChild(tablecast.words(notice.text));
            }
        }
    }

    /**
     * Nothing at first, then a sentence every few seconds at most.
     * @param {string} sentence
     */
    say(sentence) {
        const nowMs = tablecast.wallMs();
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
 * Somebody's words, isolated so that their direction does not turn the text around them.
 * @param {string} text
 */
tablecast.words = function (text) {
    const element = tablecast.make("bdi", "", text);
    element.setAttribute("dir", "auto");
    return element;
};

/**
 * @param {Element} element
 * @param {string} text
 */
tablecast.setText = function (element, text) {
    if (element.textContent !== text) {
        element.textContent = text;
    }
};
