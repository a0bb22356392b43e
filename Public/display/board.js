/* Draws the board: the same rows as the server writes into the page. In ECMAScript 5. */
(function () {
    "use strict";

    var texts = display.texts;
    /* As long as the movement of `.is-new`, and a little more. */
    var arriveMs = 400;

    function make(tag, className, text) {
        var element = document.createElement(tag);
        element.className = className;
        if (text !== undefined) {
            element.textContent = text;
        }
        return element;
    }

    /* Somebody's words, isolated so that their direction does not turn the text around them. */
    function words(text) {
        var element = make("bdi", "", text);
        element.setAttribute("dir", "auto");
        return element;
    }

    function setText(element, text) {
        if (element.textContent !== text) {
            element.textContent = text;
        }
    }

    function readyRow() {
        var row = make("li", "ready-row");
        var about = make("span", "about");
        row.name = row.appendChild(make("span", "name")).appendChild(words(""));
        row.size = about.appendChild(make("span", "size"));
        row.time = about.appendChild(make("time", "called"));
        row.appendChild(about);
        return row;
    }

    function waitingRow() {
        var row = make("li", "waiting-row");
        row.place = row.appendChild(make("span", "place"));
        row.name = row.appendChild(make("span", "name")).appendChild(words(""));
        row.size = row.appendChild(make("span", "size"));
        row.time = row.appendChild(make("time", "arrived"));
        return row;
    }

    /* Finds the parts of a row that the server wrote. */
    function adopt(row) {
        row.place = row.querySelector(".place");
        row.name = row.querySelector("bdi");
        row.size = row.querySelector(".size");
        row.time = row.querySelector("time");
    }

    /* Lets a row come in, once: the class would play it again whenever its page is shown. */
    function arrive(row) {
        row.classList.add("is-new");
        setTimeout(function () {
            row.classList.remove("is-new");
        }, arriveMs);
    }

    function rowsByKey(list) {
        var rows = {};
        Array.prototype.forEach.call(list.children, function (row) {
            if (!row.name) {
                adopt(row);
            }
            rows[row.getAttribute("data-key")] = row;
        });
        return rows;
    }

    /* Makes the children of `list` those of `parties`, and tells whether any came, went or moved.
       */
    display.fill = function (list, parties, makeRow, update) {
        var old = rowsByKey(list);
        var isChanged = false;
        var next = list.firstElementChild;
        parties.forEach(function (party, index) {
            var row = old[party.key];
            delete old[party.key];
            if (!row) {
                row = makeRow();
                row.setAttribute("data-key", party.key);
                arrive(row);
            }
            if (row === next) {
                next = next.nextElementSibling;
            } else {
                list.insertBefore(row, next);
                isChanged = true;
            }
            update(row, party, index);
        });
        Object.keys(old).forEach(function (key) {
            list.removeChild(old[key]);
            isChanged = true;
        });
        return isChanged;
    };

    display.readyRow = readyRow;
    display.waitingRow = waitingRow;
    display.setText = setText;

    display.noticeRow = function (notice) {
        var row = make("li", "notice is-" + notice.level);
        row.appendChild(make("strong", "mark", texts.urgent));
        row.appendChild(document.createTextNode(" "));
        row.appendChild(words(notice.text));
        return row;
    };
})();
