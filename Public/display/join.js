/* The code by which a guest joins the list from a phone: there while the house wants it, and always
   that of its newest link. In ECMAScript 5. */
(function () {
    "use strict";

    var texts = display.texts;
    var places = document.querySelectorAll(".join");
    var address = "/v1/" + document.body.getAttribute("data-venue") + "/join.svg?link=";
    var againAfterMs = 5000;

    function make(source) {
        var image = document.createElement("img");
        image.className = "join-code";
        image.src = source;
        image.alt = texts.joinCode;
        return image;
    }

    function how() {
        var element = document.createElement("p");
        element.className = "join-how";
        element.textContent = texts.join;
        return element;
    }

    /* Shows a code once its picture has come. One that does not come, for the hub is away or no
       phone reaches it, is asked for again. */
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
            setTimeout(function () {
                if (place.getAttribute("data-join") === source) {
                    load(place, source);
                }
            }, againAfterMs);
        });
    }

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
        Array.prototype.forEach.call(places, function (place) {
            show(place, link ? address + encodeURIComponent(link) : "");
        });
    };

    /* What the server wrote into the page. */
    Array.prototype.forEach.call(places, function (place) {
        var image = place.querySelector("img");
        var source = image ? image.getAttribute("src") : "";
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
