/* What the television's page says, in the house's language: the sentences of `texts/` as the server
   wrote them into the page, with places such as `{count}` in them. This page is written in
   ECMAScript 5: it also runs on televisions of 2018, whose browser is Chromium 53. */
var display = {};

(function () {
    "use strict";

    var sentences = JSON.parse(document.getElementById("texts").textContent);

    function text(key, places) {
        return sentences[key].replace(/\{(\w+)\}/g, function (place, name) {
            return places[name];
        });
    }

    display.texts = {
        live: text("live"),
        connecting: text("connecting"),
        stale: function (time) {
            return text("stale", { time: time });
        },
        refused: function (time) {
            return text("refused", { time: time });
        },
        partyOf: function (size) {
            return text("partyOf", { size: size });
        },
        calledAt: function (time) {
            return text("calledAt", { time: time });
        },
        calledAgo: function (minutes) {
            return minutes < 1 ? text("calledNow") : text("calledAgo", { minutes: minutes });
        },
        page: function (number, count) {
            return text("page", { number: number, count: count });
        },
        urgent: text("urgent"),
        minutes: text("minutes"),
        days: text("days"),
        join: text("join"),
        joinCode: text("joinCode"),
        summary: function (ready, waiting) {
            return text("summary", { ready: ready, waiting: waiting });
        },
        offline: text("offline")
    };
})();
