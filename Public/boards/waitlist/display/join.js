// @ts-check
/* The code by which a guest joins the list from a phone: there while the house wants it, and always
   that of its newest link. In ECMAScript 2015. */
(function () {
    "use strict";

    var text = tablecast.text;
    var places = document.querySelectorAll(".join");
    var address = "/v1/" + document.body.getAttribute("data-venue") + "/join.svg?link=";
    var againAfterMs = 5000;

    /** @param {string} source */
    function make(source) {
        var image = document.createElement("img");
        image.className = "join-code";
        image.src = source;
        image.alt = text("joinCode");
        return image;
    }

    function how() {
        var element = document.createElement("p");
        element.className = "join-how";
        element.textContent = text("join");
        return element;
    }

    /**
     * Shows a code once its picture has come. One that does not come, for the hub is away or no
     * phone reaches it, is asked for again.
     * @param {Element} place
     * @param {string} source
     */
    function load(place, source) {
        var image = make(source);
        image.addEventListener("load", function () {
            if (place.getAttribute("data-join") === source) {
                place.textContent = "";
                place.appendChild(image);
                place.appendChild(how());
            }
        });
        image.addEventListener("error", function () {
            tablecast.runAfter(againAfterMs, function () {
                if (place.getAttribute("data-join") === source) {
                    load(place, source);
                }
            });
        });
    }

    /**
     * @param {Element} place
     * @param {string} source empty for none
     */
    function show(place, source) {
        if (place.getAttribute("data-join") !== source) {
            place.setAttribute("data-join", source);
            place.textContent = "";
            if (source) {
                load(place, source);
            }
        }
    }

    /* Shows the code of a link, or none. */
    display.showJoin = function (link) {
        places.forEach(function (place) {
            show(place, link ? address + encodeURIComponent(link) : "");
        });
    };

    /* What the server wrote into the page. */
    places.forEach(function (place) {
        var image = place.querySelector("img");
        var source = (image && image.getAttribute("src")) || "";
        function again() {
            place.textContent = "";
            load(place, source);
        }
        place.setAttribute("data-join", source);
        if (image && image.complete && !image.naturalWidth) {
            again();
        } else if (image) {
            image.addEventListener("error", again);
        }
    });
})();
