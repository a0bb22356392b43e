// @ts-check
/* What becomes of the television's page itself: the house gets another name or another language, or
   the screen is signed out. In ECMAScript 2015. */
(function () {
    "use strict";

    /* Long enough to be read. */
    var leaveAfterMs = 5000;
    var isLeaving = false;
    var language = "";

    /* The names that greet. */
    display.showHouse = function (name) {
        var places = document.querySelectorAll(".house bdi, .welcome-house bdi");
        for (var index = 0; index < places.length; index += 1) {
            display.setText(places[index], name);
        }
        if (document.title !== name) {
            document.title = name;
        }
    };

    /* A hub that is not there is no reason to leave: what a browser then shows never comes back by
       itself. */
    function leaveIfAnswered() {
        var request = new XMLHttpRequest();
        request.open("GET", location.href);
        request.onload = function () {
            if (request.status < 500) {
                location.reload();
            } else {
                tablecast.runAfter(leaveAfterMs, leaveIfAnswered);
            }
        };
        request.onerror = function () {
            tablecast.runAfter(leaveAfterMs, leaveIfAnswered);
        };
        request.send();
    }

    /* The words of another language come with the page. */
    display.speak = function (first) {
        if (language && first !== language && !isLeaving) {
            isLeaving = true;
            leaveIfAnswered();
        }
        language = first;
    };

    /* Who is signed out has no business with the guests' names any more; what is served instead
       shows a code, by which the screen can be let in again. */
    display.leave = function () {
        if (!isLeaving) {
            isLeaving = true;
            tablecast.runAfter(leaveAfterMs, leaveIfAnswered);
        }
    };
})();
