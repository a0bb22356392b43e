/* The page of a screen that is not signed in: it shows a code, and goes on by itself when somebody in
   the room has typed it. In ECMAScript 2015. */
(function () {
    "use strict";

    var text = tablecast.text;
    /* How long to stay away from a hub for which there are too many, at the least. */
    var tooManyMs = 15000;
    /* From here on the waits are spread over the longest backoff. */
    var attemptWhenFull = 5;
    /* The hub says something every 15 s; one that is silent for so long is not there. */
    var silentMsMax = 40000;

    var root = document.documentElement;
    var place = "/v1/" + document.body.getAttribute("data-venue") + "/pairing";
    var source = null;
    var attempt = 0;
    var timer = 0;
    var heardAtMs = 0;

    function byID(id) {
        return document.getElementById(id);
    }

    function setText(element, text) {
        if (element.textContent !== text) {
            element.textContent = text;
        }
    }

    /* A code that is not good any more is not shown. */
    function show(state, code, sentence) {
        root.setAttribute("data-state", state);
        setText(byID("code"), code);
        setText(byID("say"), sentence);
        byID("how").hidden = code === "";
    }

    /* Grouped as people read figures out. */
    function grouped(digits) {
        return digits.slice(0, 3) + " " + digits.slice(3);
    }

    function drop() {
        if (source) {
            source.close();
        }
        source = null;
    }

    function later(leastMs) {
        clearTimeout(timer);
        timer = setTimeout(open, leastMs + tablecast.backoffMs(attempt));
        attempt += 1;
    }

    /* An event source does not tell a page why it was refused; a request does. */
    function askWhy() {
        var request = new XMLHttpRequest();
        request.open("HEAD", place);
        request.timeout = 10000;
        request.onreadystatechange = function () {
            if (request.readyState !== 2) {
                return;
            }
            if (source) {
                // Another attempt is under way, and will say how it went.
                request.abort();
                return;
            }
            if (request.status === 429) {
                tooMany();
            } else if (request.status >= 400 && request.status < 500) {
                show("lost", "", text("refused"));
            }
            request.abort();
        };
        request.send();
    }

    /* Somebody at the door is quicker than the minute that the hub asks for. */
    function tooMany() {
        drop();
        show("lost", "", text("tooMany"));
        later(tooManyMs);
    }

    function lost() {
        drop();
        show("lost", "", text("lost"));
        later(0);
        askWhy();
    }

    function admitted(link) {
        drop();
        clearTimeout(timer);
        show("admitted", "", text("admitted"));
        if (link.indexOf("/in/") === 0) {
            location.replace(link);
        }
    }

    function open() {
        clearTimeout(timer);
        timer = 0;
        drop();
        heardAtMs = Date.now();
        source = new EventSource(place);
        source.addEventListener("code", function (event) {
            heardAtMs = Date.now();
            attempt = 0;
            show("code", grouped(JSON.parse(event.data).code), "");
        });
        source.addEventListener("alive", function () {
            heardAtMs = Date.now();
        });
        source.addEventListener("full", function () {
            // Another screen needs the code now: so this one does not come back at once.
            attempt = attemptWhenFull;
            tooMany();
        });
        source.addEventListener("admitted", function (event) {
            admitted(JSON.parse(event.data).link);
        });
        source.onerror = lost;
    }

    function beat() {
        var silentMs = Date.now() - heardAtMs;
        if (silentMs < 0) {
            // The television's clock was set back.
            heardAtMs = Date.now();
        } else if (source && silentMs >= silentMsMax) {
            lost();
        }
    }

    setText(byID("address"), text("address", { host: location.host }));
    if (!window.EventSource) {
        byID("otherwise").hidden = false;
        return;
    }
    show("waiting", "", text("connecting"));
    setInterval(beat, 1000);
    window.addEventListener("online", function () {
        if (timer) {
            open();
        }
    });
    open();
})();
