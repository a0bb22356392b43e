// @ts-check
"use strict";

/**
 * What was painted last of a view, and what was said of it.
 * @typedef {object} Painting
 * @property {JSONObject | null} drawn what the page has drawn last: the next frame has it
 * @property {number} rev
 * @property {JSONObject | null} doc
 * @property {number} atMs when it stood on the glass, by `tablecast.elapsedMs`
 * @property {JSONObject | null} saidDoc
 * @property {number} saidRev
 * @property {string} saidHash
 * @property {boolean} saidHidden
 * @property {number} saidAtMs
 * @property {number} timer
 */

/** How often a view is spoken of at the most, in milliseconds. */
tablecast.paintedPace = {
    intervalMs: 1000,
    /**
     * The same again, in a document that came anew: it may be a wrong one that does not get right,
     * and that must not keep the server busy.
     */
    sameAgainMs: 15000,
};

/**
 * Tells the server what stands on the glass: once a frame with it has been painted, at once the
 * first time and then once a second at the most, and nothing while nothing changes. The hash is
 * made afresh of what was painted, not taken from the message that brought it.
 */
tablecast.PaintedReports = class PaintedReports {
    /**
     * @param {(message: object) => boolean} send
     * @param {string | undefined} page the version of the page, as it was served
     */
    constructor(send, page) {
        this.send = send;
        this.page = page;
        /** So that not all screens speak of the same event at the same moment. */
        this.spreadMs = 0;
        /** @type {Map<string, Painting>} */
        this.paintings = new Map();
        this.listener = () => this.seenOrNot();
    }

    /** A new connection knows nothing of what was said on the one before. */
    begin() {
        this.end();
        document.addEventListener("visibilitychange", this.listener);
    }

    end() {
        document.removeEventListener("visibilitychange", this.listener);
        for (const painting of this.paintings.values()) {
            tablecast.stopTimer(painting.timer);
        }
        this.paintings.clear();
    }

    /**
     * The page has drawn this; the browser paints it with the next frame.
     * @param {string} view
     * @param {number} rev
     * @param {JSONObject} doc
     */
    drawn(view, rev, doc) {
        const painting = this.paintings.get(view) || {
            drawn: null,
            rev,
            doc: null,
            atMs: 0,
            saidDoc: null,
            saidRev: -1,
            saidHash: "",
            saidHidden: false,
            saidAtMs: -Infinity,
            timer: 0,
        };
        if (painting.drawn === doc) {
            return;
        }
        painting.drawn = doc;
        this.paintings.set(view, painting);
        this.whenPainted(() => {
            if (this.paintings.get(view) === painting) {
                painting.rev = rev;
                painting.doc = doc;
                painting.atMs = tablecast.elapsedMs();
                this.sayLater(view, painting);
            }
        });
    }

    /** @param {() => void} act after the frame that is drawn next */
    whenPainted(act) {
        tablecast.runInFrame(() => tablecast.runAfter(0, act));
    }

    /**
     * @param {string} view
     * @param {Painting} painting
     */
    sayLater(view, painting) {
        // What waits because it is the same again does not hold up what is new.
        tablecast.stopTimer(painting.timer);
        painting.timer = 0;
        const now = tablecast.elapsedMs();
        const spreadMs = Math.random() * this.spreadMs;
        const waitMs = Math.max(spreadMs, painting.saidAtMs + tablecast.paintedPace.intervalMs - now);
        if (waitMs <= 0) {
            this.say(view, painting);
            return;
        }
        painting.timer = tablecast.runAfter(waitMs, () => {
            painting.timer = 0;
            this.say(view, painting);
        });
    }

    /**
     * @param {string} view
     * @param {Painting} painting
     */
    say(view, painting) {
        const isHidden = document.visibilityState === "hidden";
        const { doc } = painting;
        if (!doc || (painting.saidDoc === doc && painting.saidHidden === isHidden)) {
            return;
        }
        const now = tablecast.elapsedMs();
        const hash = new tablecast.DocumentHash().of(doc);
        const isSame = painting.saidRev === painting.rev && painting.saidHash === hash;
        const waitMs = painting.saidAtMs + tablecast.paintedPace.sameAgainMs - now;
        if (isSame && painting.saidHidden === isHidden && waitMs > 0) {
            painting.timer = tablecast.runAfter(waitMs, () => {
                painting.timer = 0;
                this.say(view, painting);
            });
            return;
        }
        painting.saidDoc = doc;
        painting.saidRev = painting.rev;
        painting.saidHash = hash;
        painting.saidHidden = isHidden;
        painting.saidAtMs = now;
        this.send({
            type: "painted",
            view,
            rev: painting.rev,
            hash,
            page: this.page,
            agoMs: Math.min(60000, Math.round(now - painting.atMs)),
            hidden: isHidden || undefined,
        });
    }

    /** Out of sight nothing is painted, which is no fault of the page; seen again, it is. */
    seenOrNot() {
        const isHidden = document.visibilityState === "hidden";
        for (const [view, painting] of this.paintings) {
            if (isHidden && painting.saidDoc === painting.doc) {
                this.say(view, painting);
            } else if (!isHidden) {
                this.whenPainted(() => {
                    painting.atMs = tablecast.elapsedMs();
                    this.sayLater(view, painting);
                });
            }
        }
    }
};
