// @ts-check
/* The page of a screen that is not signed in. It shows a code, and continues once somebody in the
   room has typed it. In ECMAScript 2015. */
tablecast.whenPage(function () {
    "use strict";

    /* The shortest wait if too many screens wait at the hub. */
    const tooManyMs = 15000;
    /* The attempt after which the waits are spread over the longest backoff. */
    const attemptWhenFull = 5;
    /* The silence after which the hub counts as gone; it sends something every 15 s. */
    const silentMsMax = 40000;

    const place = `/v1/${document.body.dataset.venue}/pairing`;
    /** @type {EventSource | null} */
    let source = null;
    let attempt = 0;
    let timer = 0;
    let heardAtMs = 0;

    /** @param {string} id */
    function byID(id) {
        return /** @type {HTMLElement} */ (document.getElementById(id));
    }

    /**
     * Shows a state of the page, with its code and its sentence.
     * @param {"waiting" | "code" | "lost" | "admitted"} state
     * @param {string} code
     * @param {string} sentence
     */
    function show(state, code, sentence) {
        document.documentElement.dataset.state = state;
        tablecast.setText(byID("code"), code);
        tablecast.setText(byID("say"), sentence);
        byID("how").hidden = code === "";
    }

    function drop() {
        if (source) {
            source.close();
        }
        source = null;
    }

    /** @param {number} leastMs */
    function later(leastMs) {
        tablecast.stopTimer(timer);
        timer = tablecast.runAfter(leastMs + tablecast.backoffMs(attempt), open);
        attempt += 1;
    }

    /* Requests the reason of a refusal, which an event source does not reveal. */
    function askWhy() {
        const request = new XMLHttpRequest();
        request.open("HEAD", place);
        request.timeout = 10000;
        request.onreadystatechange = () => {
            if (request.readyState !== 2) {
                return;
            }
            if (source) {
                // Another attempt is under way and will report its result.
                request.abort();
                return;
            }
            if (request.status === 429) {
                tooMany();
            } else if (request.status >= 400 && request.status < 500) {
                show("lost", "", tablecast.text("refused"));
            }
            request.abort();
        };
        request.send();
    }

    /* Waits less than the minute requested by the hub, because somebody may type a code sooner. */
    function tooMany() {
        drop();
        show("lost", "", tablecast.text("tooMany"));
        later(tooManyMs);
    }

    function lost() {
        drop();
        show("lost", "", tablecast.text("lost"));
        later(0);
        askWhy();
    }

    /** @param {string} link */
    function admitted(link) {
        drop();
        tablecast.stopTimer(timer);
        show("admitted", "", tablecast.text("admitted"));
        if (link.startsWith("/in/")) {
            location.replace(link);
        }
    }

    function open() {
        tablecast.stopTimer(timer);
        timer = 0;
        drop();
        heardAtMs = tablecast.wallMs();
        source = new EventSource(place);
        source.addEventListener("code", ({ data }) => {
            heardAtMs = tablecast.wallMs();
            attempt = 0;
            // In two groups, as people read digits aloud.
            show("code", JSON.parse(data).code.replace(/^.../, "$& "), "");
        });
        source.addEventListener("alive", () => {
            heardAtMs = tablecast.wallMs();
        });
        source.addEventListener("full", () => {
            // Another screen needs the code now, so this one does not return at once.
            attempt = attemptWhenFull;
            tooMany();
        });
        source.addEventListener("admitted", ({ data }) => admitted(JSON.parse(data).link));
        source.onerror = lost;
    }

    function beat() {
        const silentMs = tablecast.wallMs() - heardAtMs;
        if (silentMs < 0) {
            // The television's clock was set back.
            heardAtMs = tablecast.wallMs();
        } else if (source && silentMs >= silentMsMax) {
            lost();
        }
    }

    tablecast.setText(byID("address"), tablecast.text("address", { host: location.host }));
    if (!window.EventSource) {
        byID("otherwise").hidden = false;
        return;
    }
    show("waiting", "", tablecast.text("connecting"));
    tablecast.runEvery(1000, beat);
    window.addEventListener("online", () => {
        if (timer) {
            open();
        }
    });
    open();
});
