// @ts-check
/* Draws the board: the same rows as the server writes into the page. In ECMAScript 2015. */
(function () {
    "use strict";

    /* As long as the movement of `.is-new`, and a little more. */
    var arriveMs = 400;

    /**
     * @template {keyof HTMLElementTagNameMap} Tag
     * @param {Tag} tag
     * @param {string} className
     * @param {string} [text]
     */
    function make(tag, className, text) {
        var element = document.createElement(tag);
        element.className = className;
        if (text !== undefined) {
            element.textContent = text;
        }
        return element;
    }

    /**
     * Somebody's words, isolated so that their direction does not turn the text around them.
     * @param {string} text
     */
    function words(text) {
        var element = make("bdi", "", text);
        element.setAttribute("dir", "auto");
        return element;
    }

    /**
     * @param {Element} element
     * @param {string} text
     */
    function setText(element, text) {
        if (element.textContent !== text) {
            element.textContent = text;
        }
    }

    function readyRow() {
        var row = make("li", "ready-row");
        var about = make("span", "about");
        row.appendChild(make("span", "name")).appendChild(words(""));
        about.appendChild(make("span", "size"));
        about.appendChild(make("time", "called"));
        row.appendChild(about);
        return row;
    }

    function waitingRow() {
        var row = make("li", "waiting-row");
        row.appendChild(make("span", "place"));
        row.appendChild(make("span", "name")).appendChild(words(""));
        row.appendChild(make("span", "size"));
        row.appendChild(make("time", "arrived"));
        return row;
    }

    /**
     * Lets a row come in, once: the class would play it again whenever its page is shown.
     * @param {Element} row
     */
    function arrive(row) {
        row.classList.add("is-new");
        tablecast.runAfter(arriveMs, function () {
            row.classList.remove("is-new");
        });
    }

    /**
     * @param {Element} list
     * @returns {Record<string, Element>}
     */
    function rowsByKey(list) {
        /** @type {Record<string, Element>} */
        var rows = {};
        for (var index = 0; index < list.children.length; index += 1) {
            var row = list.children[index];
            rows[row.getAttribute("data-key") || ""] = row;
        }
        return rows;
    }

    /* Writes a text into the part of a row that a selector names. */
    display.write = function (row, part, text) {
        var element = row.querySelector(part);
        if (element) {
            setText(element, text);
        }
    };

    /* Makes the children of `list` those of `parties`, and tells whether any came, went or moved. */
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
            if (next && row === next) {
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
        row.appendChild(make("strong", "mark", tablecast.text("urgent")));
        row.appendChild(document.createTextNode(" "));
        row.appendChild(words(notice.text));
        return row;
    };
})();
