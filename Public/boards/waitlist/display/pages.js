// @ts-check
/* Rows that do not fit are shown in pages, one after the other. In ECMAScript 2015. */

/**
 * What the files of this folder do for one another, in the order in which they are loaded.
 * @typedef {object} DisplayParts
 * @property {(heights: number[], room: number) => number[]} pageStarts
 * @property {(place: HTMLElement, list: HTMLElement, label: HTMLElement) => Pager} pager
 * @property {(element: Element, text: string) => void} setText
 * @property {(row: Element, part: string, text: string) => void} write
 * @property {<P extends {key: string}>(
 *     list: Element, parties: P[], makeRow: () => Element,
 *     update: (row: Element, party: P, index: number) => void,
 * ) => boolean} fill
 * @property {() => Element} readyRow
 * @property {() => Element} waitingRow
 * @property {(notice: {level: string, text: string}) => Element} noticeRow
 * @property {(name: string) => void} showHouse
 * @property {(language: string) => void} speak
 * @property {() => void} leave
 * @property {(link?: string) => void} showJoin
 */
/** @typedef {{show: () => void, first: () => void, next: () => void}} Pager */

/** @type {DisplayParts} */
var display = /** @type {any} */ ({});

(function () {
    "use strict";

    /**
     * Splits rows of these heights into pages, each no higher than `room`: the numbers of the first
     * row of each page.
     */
    display.pageStarts = function (heights, room) {
        /** @type {number[]} */
        var starts = [];
        var used = 0;
        heights.forEach(function (height, index) {
            if (index === 0 || used + height > room) {
                starts.push(index);
                used = 0;
            }
            used += height;
        });
        return starts;
    };

    /**
     * Shows one page after the other of the rows of `list` in `place`, and says in `label` which of
     * how many it is.
     */
    display.pager = function (place, list, label) {
        var page = 0;
        var count = 1;
        var shown = "";

        function show() {
            /** @type {HTMLElement[]} */
            var rows = Array.prototype.slice.call(list.children);
            // Measuring is dear on a television: nothing is measured that would come out as before.
            var next = [page, place.clientHeight, place.clientWidth, list.textContent].join(" ");
            if (next === shown) {
                return;
            }
            shown = next;
            var isPaged = window.getComputedStyle(place).overflow === "hidden";
            rows.forEach(function (row) {
                row.style.display = "";
            });
            var heights = rows.map(function (row) {
                var style = window.getComputedStyle(row);
                return row.getBoundingClientRect().height + parseFloat(style.marginBottom);
            });
            // The last row's margin does not need any room.
            var last = rows[rows.length - 1];
            var gap = last ? parseFloat(window.getComputedStyle(last).marginBottom) : 0;
            var room = isPaged ? place.clientHeight + gap + 1 : Infinity;
            var starts = display.pageStarts(heights, room);
            count = Math.max(1, starts.length);
            page = Math.min(page, count - 1);
            rows.forEach(function (row, index) {
                var isShown = index >= (starts[page] || 0) && !(index >= starts[page + 1]);
                row.style.display = isShown ? "" : "none";
            });
            label.textContent = count > 1 ? tablecast.text("page", { number: page + 1, count: count }) : "";
        }

        return {
            show: show,
            first: function () {
                page = 0;
            },
            next: function () {
                if (count > 1) {
                    page = (page + 1) % count;
                    show();
                }
            }
        };
    };
})();
