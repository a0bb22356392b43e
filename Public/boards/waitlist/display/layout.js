// @ts-check
/* The sizes of a television's list, chosen so that all of it is on the screen. First the computation: lengths are
   hundredths of the screen's height, or of its width in portrait; widths of texts are relative to their size.
   Then the measuring, and the writing of sizes onto the page. In ECMAScript 2015. */

/**
 * @typedef {{largest: number, standard: number, smallest: number}} Letters
 * @typedef {{width: number, height: number}} Place
 * @typedef {{size: number, lines: number, cut: number}} Written where `cut` is the part that has no room
 * @typedef {object} Cards
 * @property {number} columns
 * @property {boolean} isFlat whether a card is one line, with its minutes at the end
 * @property {number} aboutForm the index of the text about a party that fits, from the longest
 * @property {number} aboutSize
 * @property {Written[]} labels as many as fit
 * @property {number} score for comparison: the size of the smallest label, reduced if one is cut or left out
 * @typedef {object} Rows
 * @property {number} columns
 * @property {boolean} hasTimes
 * @property {number} pages
 * @property {number} perPage
 * @property {number} width of a column
 * @property {number} height of a row
 * @property {number} size
 * @property {number} digits the width of the number before a label, relative to the size
 * @property {number} room for a label, relative to the size
 */

var tablecastWaitlist = (function () {
    "use strict";

    /* The least sizes readable from five metres: a capital is 0.7 of the size of its letters. */
    const called = { largest: 20, standard: 8 / 0.7, smallest: 4.4 / 0.7 };
    const waiting = { largest: 5.5 / 0.7, standard: 4 / 0.7, smallest: 3.2 / 0.7 };
    const about = { largest: 4 / 0.7, standard: 3 / 0.7, smallest: 2.6 / 0.7 };
    /* Lengths that the style sheet has too: between cards, in a card, and of a line that counts the rest. */
    const card = { gap: 1, side: 2.4, edge: 0.7, line: 1.12, more: 6 };
    /* Relative to a row's size: a line, and the least and the most of its height. */
    const row = { least: 1.22, usual: 1.32, most: 2.1, columnGap: 5, labelMin: 4.5 };
    /* The most cards that can be read at a glance. */
    const cardsMax = 12;
    const space = 0.28;

    /**
     * The widths of words when broken into one line, two lines and so on.
     * @param {number[]} words
     * @param {number} linesMax
     */
    function widthsIn(words, linesMax) {
        const linesAt = (/** @type {number} */ room) => {
            let lines = 1;
            let used = 0;
            words.forEach((word) => {
                const isNext = used > 0 && used + space + word > room;
                lines += isNext ? 1 : 0;
                used = isNext || used === 0 ? word : used + space + word;
            });
            return lines;
        };
        const widths = [];
        for (let lines = 1; lines <= linesMax; lines += 1) {
            let room = Math.max.apply(null, words.concat(0.1));
            while (linesAt(room) > lines) {
                room += 0.05;
            }
            // A little more, because browsers round up.
            widths.push(room * 1.02);
        }
        return widths;
    }

    /**
     * The layout of a name, which shrinks before it is broken, and is broken only between words.
     * @param {number[]} widths in one line, two lines and so on
     * @param {number} room
     * @param {number} largest
     * @param {Letters} letters
     * @returns {Written}
     */
    function written(widths, room, largest, letters) {
        const sizes = widths.map((width) => Math.min(largest, room / width));
        const best = sizes[sizes.length - 1];
        const enough = Math.max(letters.smallest, Math.min(largest, letters.standard, 0.75 * best));
        const lines = sizes.filter((size) => size < enough).length + 1;
        return lines > sizes.length
            ? { size: letters.smallest, lines: 1, cut: 1 - Math.min(1, best / letters.smallest) }
            : { size: sizes[lines - 1], lines, cut: 0 };
    }

    /**
     * The largest cards of one form; `undefined` if they don't fit.
     * @param {number[][]} labels the widths in one line and in two
     * @param {number[]} abouts
     * @param {Place} place
     * @param {number} columns
     * @param {number} form 0 with the about under the label, 1 with a short one after it, 2 without
     */
    function cardsIn(labels, abouts, place, columns, form) {
        const width = (place.width - (columns - 1) * card.gap) / columns - 2 * card.side;
        const fitting = abouts.map((each) => each * about.smallest <= width).indexOf(true);
        const aboutForm = form === 0 ? Math.min(fitting, 2) : form + 1;
        for (let size = called.largest; size >= called.smallest; size *= 0.97) {
            const aboutMax = form > 0 ? 0 : Math.min(0.4 * size, about.largest, width / abouts[aboutForm]);
            const aboutSize = Math.max(about.smallest, aboutMax);
            const room = form === 1 ? width - card.side - abouts[aboutForm] * aboutSize : width;
            const own = labels.map((widths) => written(widths, room, size, called));
            // One size for all, so that no call looks more urgent than another.
            const least = Math.min.apply(null, own.map((each) => each.size));
            const shown = own.map((each) => Object.assign({}, each, { size: least }));
            let height = -card.gap;
            for (let first = 0; first < shown.length; first += columns) {
                const heights = shown.slice(first, first + columns).map((each) => each.size * each.lines);
                height += Math.max.apply(null, heights) * card.line + 2 * card.edge + card.gap;
                height += form === 0 ? 1.3 * aboutSize : 0;
            }
            if (height <= place.height) {
                return { columns, isFlat: form > 0, aboutForm, aboutSize, labels: shown };
            }
        }
        return undefined;
    }

    /**
     * The largest cards that fit all called parties. If even the smallest don't fit, the oldest parties are left
     * out.
     * @param {number[][]} parties the words of their labels, the newest first
     * @param {number[]} texts the widths of the texts about a party, three from the longest
     * @param {Place} place
     * @returns {Cards}
     */
    function cards(parties, texts, place) {
        const abouts = texts.concat(0);
        const labels = parties.map((words) => widthsIn(words, 2));
        for (let count = Math.min(labels.length, cardsMax); count > 0; count -= 1) {
            const isAll = count === labels.length;
            const room = { width: place.width, height: place.height - (isAll ? 0 : card.more) };
            /** @type {Cards | undefined} */
            let best;
            // Text about a party is worth slightly smaller letters.
            [1, 0.85, 0.7].forEach((worth, form) => [1, 2, 3].forEach((columns) => {
                const found = cardsIn(labels.slice(0, count), abouts, room, columns, form);
                if (found) {
                    const least = Math.min.apply(null, found.labels.map(({ size }) => size));
                    const cut = found.labels.reduce((sum, each) => sum + each.cut, 0);
                    const score = least * worth - 100 * cut - 1000 * (labels.length - count);
                    best = best && best.score >= score ? best : Object.assign({ score }, found);
                }
            }));
            if (best) {
                return best;
            }
        }
        return { columns: 1, isFlat: true, aboutForm: 0, aboutSize: 0, labels: [], score: 0 };
    }

    /**
     * The rows of waiting parties. They shrink before a second column is added, and columns are added, while they
     * leave room for names, before a second page.
     * @param {number[]} labels their widths
     * @param {number} times the width of arrival times
     * @param {Place} place
     * @returns {Rows}
     */
    function rows(labels, times, place) {
        const count = Math.max(1, labels.length);
        const perColumnMax = Math.max(1, Math.floor(place.height / (row.least * waiting.smallest)));
        const digits = 0.62 * String(count).length;
        const forms = [[1, 1], [1, 0], [2, 1], [2, 0], [3, 1], [3, 0]].map(([columns, hasTimes]) => {
            const width = (place.width - (columns - 1) * row.columnGap) / columns;
            // The width of the number before the label and of the party's size after it.
            const others = digits + 0.6 + 1.9 + hasTimes * (times + 0.7);
            const room = width / waiting.smallest - others;
            const cut = labels.filter((each) => each > room).length;
            return { columns, hasTimes: hasTimes === 1, width, others, room, cut, capacity: columns * perColumnMax };
        });
        const readable = forms.filter(({ room, cut }) => room >= row.labelMin || cut === 0);
        const legible = readable.length > 0 ? readable : [forms[1]];
        const largest = Math.max.apply(null, legible.map(({ capacity }) => capacity));
        const { columns, hasTimes, width, others, room, capacity } =
            legible.filter((form) => form.capacity >= Math.min(count, largest))[0];
        const pages = Math.ceil(count / capacity);
        const perPage = Math.ceil(count / pages);
        const perColumn = Math.ceil(perPage / columns);
        // A few long names don't shrink the others; only they are written smaller, if they fit then.
        const sorted = labels.filter((each) => each <= room).concat(0.1).sort((one, other) => one - other);
        const need = sorted[Math.round(0.8 * (sorted.length - 1))];
        const longest = sorted[sorted.length - 1];
        const byHeight = place.height / perColumn / row.usual;
        const byWidth = Math.min(width / (others + need), (width - longest * waiting.smallest) / others);
        const size = Math.max(waiting.smallest, Math.min(waiting.largest, byHeight, byWidth));
        const height = Math.min(place.height / perColumn, row.most * size);
        return { columns, hasTimes, pages, perPage, width, height, size, digits, room: width / size - others };
    }

    /**
     * The layout of a single name.
     * @param {number[]} words
     * @param {Place} place
     * @param {"call" | "house"} what
     */
    function alone(words, place, what) {
        const letters = what === "call"
            ? { largest: 20 / 0.7, standard: 16 / 0.7, smallest: 9 / 0.7 }
            : { largest: 20, standard: 12, smallest: 5 };
        const widths = widthsIn(words, what === "call" ? 2 : 3);
        const first = written(widths, place.width, Math.min(letters.largest, place.height / card.line), letters);
        const highest = place.height / first.lines / card.line;
        return first.size > highest ? written(widths, place.width, highest, letters) : first;
    }

    /**
     * @param {Element} element
     * @returns {HTMLElement[]}
     */
    function childrenOf(element) {
        return Array.prototype.slice.call(element.children);
    }

    /**
     * @param {Element | Document} whole
     * @param {string} selector
     * @returns {HTMLElement}
     */
    function partOf(whole, selector) {
        return /** @type {HTMLElement} */ (whole.querySelector(selector));
    }

    /* A hundredth of the screen's height, or of its width in portrait. */
    function unitPx() {
        return Math.min(window.innerWidth, window.innerHeight) / 100;
    }

    /**
     * @param {string[]} texts
     * @param {Element} element gives the font
     * @returns {number[]} the widths, relative to the letters' size
     */
    function widthsOf(texts, element) {
        const pen = /** @type {CanvasRenderingContext2D} */ (
            document.createElement("canvas").getContext("2d")
        );
        const { fontFamily, fontWeight } = window.getComputedStyle(element);
        pen.font = `${fontWeight} 100px ${fontFamily}`;
        return texts.map((text) => pen.measureText(text).width / 100);
    }

    /**
     * Writes the name in an element as large as the elements beside it allow.
     * @param {HTMLElement} element
     * @param {"call" | "house"} what
     * @param {HTMLElement} place
     */
    function layOutName(element, what, place) {
        const unit = unitPx();
        const words = widthsOf((element.textContent || "").trim().split(/\s+/), element);
        const others = childrenOf(place).filter((each) => each !== element);
        const height = others.reduce((left, each) => left - each.offsetHeight, place.clientHeight) / unit;
        const { paddingLeft } = window.getComputedStyle(place);
        const width = (place.clientWidth - 2 * parseFloat(paddingLeft)) / unit;
        const { cut, lines, size } = alone(words, { width, height: height - 10 }, what);
        element.style.fontSize = `${size * unit}px`;
        element.style.whiteSpace = lines > 1 || (cut > 0 && what === "house") ? "normal" : "nowrap";
    }

    /**
     * Lays out the cards. They take room from waiting parties, and at last from the code.
     * @param {string[]} labels the newest first
     * @param {string[][]} texts about them, and about possible others: the party's size, the time since the call,
     * and a short form of it
     * @param {string} state the body's classes
     */
    function layOutCards(labels, texts, state) {
        const unit = unitPx();
        const list = partOf(document, "#ready");
        const board = partOf(document, "#board");
        const [size, long, short] = [0, 1, 2].map((kind) =>
            Math.max.apply(null, widthsOf(texts.map((each) => each[kind]), list)) + 0.3);
        const parties = labels.map((label) => widthsOf(label.split(/\s+/), list));
        const ways = ["", "is-crowded", "has-no-code", "is-crowded has-no-code"];
        const all = ways.map((way) => {
            document.body.className = `${state} ${way}`;
            const side = partOf(document, "#side").getBoundingClientRect();
            const isUpright = window.innerHeight > window.innerWidth;
            const high = isUpright ? (way ? 0.6 : 0.45) * board.clientHeight : side.height;
            const others = [partOf(document, "#ready-head"), partOf(document, "#join")];
            const height = others.reduce((left, each) => left - each.offsetHeight, high) / unit;
            const place = { width: side.width / unit, height };
            return cards(parties, [size + long + 0.7, long, short], place);
        });
        const worths = all.map(({ score }, way) => Math.min(called.standard, score) - 2 * way);
        const best = worths.indexOf(Math.max.apply(null, worths));
        const found = all[best];
        document.body.className = `${state} ${ways[best]}`.trim();
        list.className = `cards has-about-${found.aboutForm}${found.isFlat ? " is-flat" : ""}`;
        childrenOf(list).forEach((row, index) => {
            const label = found.labels[index] || { size: 0, lines: 1 };
            const name = partOf(row, ".name");
            row.style.width = `calc(${100 / found.columns}% - ${card.gap * unit + 0.1}px)`;
            row.style.fontSize = `${found.aboutSize * unit}px`;
            row.style.display = label.size > 0 ? "" : "none";
            name.className = label.lines > 1 ? "name has-lines" : "name";
            name.style.fontSize = `${label.size * unit}px`;
        });
        return found;
    }

    /**
     * @param {string[]} labels
     * @param {string[]} times
     */
    function layOutRows(labels, times) {
        const unit = unitPx();
        const list = partOf(document, "#waiting");
        const heads = partOf(document, "#heads");
        const { clientHeight, clientWidth } = partOf(document, "#waiting-rows");
        const widths = widthsOf(labels, list).map((width) => width + 0.1);
        const timeWidth = Math.max.apply(null, widthsOf(times, list).concat(2.8));
        const place = { width: clientWidth / unit, height: clientHeight / unit };
        const found = rows(widths, timeWidth, place);
        const perColumn = Math.ceil(found.perPage / found.columns);
        const column = { width: `${found.width * unit}px`, marginRight: `${row.columnGap * unit}px` };
        partOf(document, "#waiting-list").className = found.hasTimes ? "list down" : "list down has-no-times";
        list.style.fontSize = `${found.size * unit}px`;
        list.style.height = `${perColumn * found.height * unit + 1}px`;
        // A long name is broken rather than cut if the row has room for two lines.
        const hasLines = found.height >= 2 * card.line * waiting.smallest;
        childrenOf(list).forEach((each, index) => {
            const inLines = hasLines ? widthsIn(widthsOf(labels[index].split(/\s+/), list), 2).slice(1) : [];
            const room = found.room * found.size;
            const { lines, size } = written([widths[index]].concat(inLines), room, found.size, waiting);
            const name = partOf(each, ".name");
            Object.assign(each.style, column, { height: `${found.height * unit}px` });
            name.className = lines > 1 ? "name has-lines" : "name";
            name.style.fontSize = `${Math.min(size, found.height / lines / card.line) / found.size}em`;
            partOf(each, ".place").style.width = `${found.digits}em`;
            partOf(each, "time").style.width = `${timeWidth + 0.7}em`;
        });
        childrenOf(heads).slice(1).forEach((head) => heads.removeChild(head));
        const head = childrenOf(heads)[0];
        Object.assign(head.style, column);
        partOf(head, ".name").style.paddingLeft = `${(found.digits + 0.6) * found.size * unit}px`;
        partOf(head, ".arrived").style.minWidth = `${(timeWidth + 0.7) * found.size * unit}px`;
        for (let count = 1; count < found.columns; count += 1) {
            heads.appendChild(head.cloneNode(true));
        }
        return found;
    }

    return { alone, cards, childrenOf, layOutCards, layOutName, layOutRows, partOf, rows };
})();
self.tablecastWaitlist = tablecastWaitlist;
