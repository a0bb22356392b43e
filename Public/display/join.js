/* The code by which a guest joins the list from a phone: there while the house wants it, and always
   that of its newest link. In ECMAScript 5. */
(function () {
    "use strict";

    var texts = display.texts;
    var places = document.querySelectorAll(".join");
    var address = "/v1/" + document.body.getAttribute("data-venue") + "/join.svg?link=";
    var againAfterMs = 5000;

    /* A picture that did not come, for the hub was away, is asked for again. */
    function insist(image) {
        function again() {
            setTimeout(function () {
                if (image.parentNode) {
                    image.src = image.getAttribute("src");
                }
            }, againAfterMs);
        }
        image.addEventListener("error", again);
        if (image.complete && !image.naturalWidth) {
            again();
        }
    }

    function fill(place, link) {
        var image = document.createElement("img");
        var how = document.createElement("p");
        image.className = "join-code";
        image.src = address + encodeURIComponent(link);
        image.alt = texts.joinCode;
        how.className = "join-how";
        how.textContent = texts.join;
        insist(image);
        place.appendChild(image);
        place.appendChild(how);
    }

    /* Shows the code of a link, or none. */
    display.showJoin = function (link) {
        Array.prototype.forEach.call(places, function (place) {
            var image = place.firstElementChild;
            var shown = image ? image.getAttribute("src") : "";
            if (shown === (link ? address + encodeURIComponent(link) : "")) {
                return;
            }
            place.textContent = "";
            if (link) {
                fill(place, link);
            }
        });
    };

    Array.prototype.forEach.call(document.querySelectorAll(".join-code"), insist);
})();
