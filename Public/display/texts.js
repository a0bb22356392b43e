/* What the television's page says, apart from what stands in its HTML. This page is written in
   ECMAScript 5: it also runs on televisions of 2018, whose browser is Chromium 53. */
var display = {};

display.texts = {
    live: "Live",
    connecting: "Connecting…",
    stale: function (time) {
        return "As of " + time + ", reconnecting";
    },
    refused: function (time) {
        return (
            "As of " + time + ". This screen is signed out; " +
            "in a moment it shows a code to pair it by."
        );
    },
    partyOf: function (size) {
        return "Party of " + size;
    },
    calledAt: function (time) {
        return "called at " + time;
    },
    calledAgo: function (minutes) {
        return minutes < 1 ? "called just now" : "called " + minutes + " min ago";
    },
    page: function (number, count) {
        return number + " of " + count;
    },
    urgent: "Important",
    unknown: "–",
    minutes: "min",
    days: "days",
    summary: function (ready, waiting) {
        return ready + " ready, " + waiting + " waiting.";
    },
    offline: "Not connected. The list may have changed."
};
