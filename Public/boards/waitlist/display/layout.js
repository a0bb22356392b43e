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
 * @property {number} form 0, or more if a card is one line
 * @property {number} aboutForm the index of the text about a party that fits, from the longest
 * @property {number} aboutSize
 * @property {Written[]} labels as many as fit
 * @property {number} height of all cards, with the line that counts the rest
 * @property {number} score for comparison
 * @typedef {object} Rows
 * @property {number} columns
 * @property {number} hasTimes 1 or 0
 * @property {number} pages
 * @property {number} perPage
 * @property {number} width of a column
 * @property {number} height of a row
 * @property {number} size
 * @property {number} digits the width of the number before a label, relative to the size
 * @property {number} room for a label, relative to the size
 * @property {Written[]} labels
 * @property {number} score for comparison
 * @typedef {object} Way to divide the board
 * @property {Place} side for the cards
 * @property {Place} rest for the rows
 * @property {boolean} isUpright whether the cards take their height from the rows, as in portrait
 * @property {number} cost
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
    const row = { least: 1.22, usual: 1.32, most: 2.1, columnGap: 5, labelMin: 4.5, line: 1.1 };
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
            ? { size: letters.smallest, lines: 1, cut: 1 - sizes[0] / letters.smallest }
            : { size: sizes[lines - 1], lines, cut: 0 };
    }

    /** @param {number[]} numbers */
    function sumOf(numbers) {
        return numbers.reduce((sum, each) => sum + each, 0);
    }

    /**
     * The worth of labels' sizes: 0 for the smallest and 2 for the standard. Larger ones add little.
     * @param {Written[]} labels
     * @param {Letters} letters
     */
    function worth(labels, { largest, standard, smallest }) {
        return sumOf(labels.map(({ size }) => {
            const part = (/** @type {number} */ from, /** @type {number} */ to) =>
                Math.max(0, Math.log(Math.min(size, to) / from) / Math.log(to / from));
            return 2 * part(smallest, standard) + 0.4 * part(standard, largest);
        })) / labels.length;
    }

    /**
     * The best of the found layouts, the first of equals.
     * @template {{score: number}} Found
     * @param {Found[]} all
     */
    function bestOf(all) {
        return all.reduce((best, each) => each.score > best.score ? each : best);
    }

    /**
     * The largest cards of one form; nothing if they don't fit.
     * @param {number[][]} labels the widths in one line and in two
     * @param {number[]} abouts
     * @param {Place} place
     * @param {number} columns
     * @param {number} form 0 with the about under the label, 1 with a short one after it, 2 without
     * @returns {Cards[]}
     */
    function cardsIn(labels, abouts, place, columns, form) {
        const width = (place.width - (columns - 1) * card.gap) / columns - 2 * card.side;
        const fitting = abouts.map((each) => each * about.smallest <= width).indexOf(true);
        const aboutForm = form === 0 ? Math.min(fitting, 2) : form + 1;
        for (let size = called.largest; size >= called.smallest; size *= 0.97) {
            const aboutMax = form > 0 ? 0 : Math.min(0.4 * size, about.largest, width / abouts[aboutForm]);
            const aboutSize = Math.max(about.smallest, aboutMax);
            const room = form === 1 ? width - card.side - abouts[aboutForm] * aboutSize : width;
            const own = labels.map((widths) => written(widths, room, size, called).size);
            // One size for most, so that no call looks more urgent than another. Only the longest names are
            // smaller.
            const most = own.sort((one, other) => one - other)[Math.ceil((own.length - 1) / 4)];
            const shown = labels.map((widths) => written(widths, room, most, called));
            let height = -card.gap;
            for (let first = 0; first < shown.length; first += columns) {
                const heights = shown.slice(first, first + columns).map((each) => each.size * each.lines);
                height += Math.max.apply(null, heights) * card.line + 2 * card.edge + card.gap;
                height += form === 0 ? 1.3 * aboutSize : 0;
            }
            if (height <= place.height) {
                const cut = sumOf(shown.map((each) => Math.min(0.3, each.cut && each.cut + 0.1)));
                const score = worth(shown, called) - 16 * cut - 0.4 * aboutForm;
                return [{ columns, form, aboutForm, aboutSize, labels: shown, height, score }];
            }
        }
        return [];
    }

    /**
     * The best cards that fit all called parties. If even the smallest don't fit, the oldest parties are left
     * out.
     * @param {number[][]} labels the widths in one line and in two, the newest first
     * @param {number[]} texts the widths of the texts about a party, three from the longest
     * @param {Place} place
     * @returns {Cards}
     */
    function cards(labels, texts, place) {
        const abouts = texts.concat(0);
        for (let count = Math.min(labels.length, cardsMax); count > 0; count -= 1) {
            const left = labels.length - count;
            const more = left > 0 ? card.more : 0;
            const room = { width: place.width, height: place.height - more };
            /** @type {Cards[]} */
            let all = [];
            [0, 1, 2].forEach((form) => [1, 2, 3].forEach((columns) => (
                all = all.concat(cardsIn(labels.slice(0, count), abouts, room, columns, form))
            )));
            if (all.length > 0) {
                const best = bestOf(all);
                return Object.assign(best, { height: best.height + more, score: best.score - 1000 * left });
            }
        }
        const score = -1000 * labels.length;
        return { columns: 1, form: 0, aboutForm: 0, aboutSize: 0, labels: [], height: 0, score };
    }

    /**
     * The best rows of waiting parties: on few pages, with whole names, large, and with times of arrival, in this
     * order.
     * @param {number[][]} labels the widths in one line and in two
     * @param {number} times the width of arrival times
     * @param {Place} place
     * @returns {Rows}
     */
    function rows(labels, times, place) {
        const count = Math.max(1, labels.length);
        const perColumnMax = Math.max(1, Math.floor(place.height / (row.least * waiting.smallest)));
        const digits = 0.62 * String(count).length;
        return bestOf([[1, 0], [1, 1], [2, 0], [2, 1], [3, 0], [3, 1]].map(([columns, hasTimes]) => {
            const pages = Math.ceil(count / columns / perColumnMax);
            const perPage = Math.ceil(count / pages);
            const highest = place.height / Math.ceil(perPage / columns);
            const width = (place.width - (columns - 1) * row.columnGap) / columns;
            // The width of the number before the label and of the party's size after it.
            const others = digits + 0.6 + 1.9 + hasTimes * (times + 0.7);
            const least = width / waiting.smallest - others;
            // A name is broken only if the row has room for two lines.
            const lines = highest >= 2 * row.line * waiting.smallest ? 2 : 1;
            const own = labels.map((widths) => widths.slice(0, lines));
            const needs = own.map((widths) => widths[0] <= least ? widths[0] : widths[widths.length - 1]);
            // A few long names don't shrink the others; only they are written smaller, if they fit then.
            const sorted = needs.concat(0.1).sort((one, other) => one - other);
            const need = Math.min(least, sorted[Math.floor(0.8 * (sorted.length - 1))]);
            const longest = Math.max.apply(null, sorted.filter((each) => each <= least));
            const byWidth = Math.min(width / (others + need), (width - longest * waiting.smallest) / others);
            const size = Math.max(waiting.smallest, Math.min(waiting.largest, highest / row.usual, byWidth));
            const height = Math.min(highest, row.most * size);
            const room = width / size - others;
            const shown = own.map((widths) => {
                const each = written(widths, room * size, size, waiting);
                return Object.assign(each, { size: Math.min(each.size, height / each.lines / row.line) });
            });
            const cut = sumOf(shown.map((each) => each.cut)) / count;
            const score = worth(shown, waiting) + 0.5 * hasTimes
                - 0.3 * columns - 11.5 * Math.log(pages) - (least < row.labelMin ? 100 : 14) * cut;
            return {
                columns, hasTimes, pages, perPage, width, height, size, digits, room,
                labels: shown, score
            };
        }));
    }

    /**
     * The best way to divide the board between called and waiting parties, with its cards.
     * @template {Way} Kind
     * @param {Kind[]} ways
     * @param {number[][]} ready the widths of labels in one line and in two
     * @param {number[]} texts as of `cards`
     * @param {number[][]} others the waiting parties' labels
     * @param {number} times as of `rows`
     */
    function divide(ways, ready, texts, others, times) {
        return bestOf(ways.map((way) => {
            const found = cards(ready, texts, way.side);
            const height = way.rest.height - (way.isUpright ? found.height + card.gap : 0);
            const rest = rows(others, times, { width: way.rest.width, height });
            const score = found.score + (others.length > 0 ? rest.score : 0) - way.cost;
            return { way, cards: found, rows: rest, score };
        }));
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

    /**
     * @param {string[]} labels
     * @param {Element} element gives the font
     * @returns {number[][]} their widths in one line and in two
     */
    function linesOf(labels, element) {
        return labels.map((label) => widthsIn(widthsOf(label.split(/\s+/), element), 2));
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
     * Lays out both lists in the best way to divide the board between them.
     * @param {string[]} ready labels, the newest first
     * @param {string[][]} texts about them, and about possible others: the party's size, the time since the call,
     * and a short form of it
     * @param {string[]} others labels of waiting parties
     * @param {string[]} times of their arrival
     * @param {string} state the body's classes
     */
    function layOutLists(ready, texts, others, times, state) {
        const unit = unitPx();
        const isUpright = window.innerHeight > window.innerWidth;
        const [list, board, side, rest, join, head, more, waitingList] =
            ["ready", "board", "side", "waiting-rows", "join", "ready-head", "ready-more", "waiting"]
                .map((id) => partOf(document, `#${id}`));
        const [size, long, short] = [0, 1, 2].map((kind) =>
            Math.max.apply(null, widthsOf(texts.map((each) => each[kind]), list)) + 0.3);
        const widths = linesOf(others, waitingList);
        const timeWidth = Math.max.apply(null, widthsOf(times, waitingList).concat(2.8));
        const shares = others.length > 0 ? [0.4, 0.34, 0.28, 0.48, 0.55] : [1];
        const hasCode = join.firstChild !== null;
        // At last, the cards take the place of the code; without both, the rows take the place of the side.
        const forms = hasCode || ready.length === 0 ? ["", hasCode ? "has-no-code" : "has-list-only"] : [""];
        list.style.display = "none";
        more.textContent = "";
        /** @type {(Way & {form: string, width: string})[]} */
        const ways = [];
        forms.forEach((form, index) => shares.forEach((share) => {
            const width = isUpright || others.length === 0 ? "" : `${100 * share}%`;
            document.body.className = `${state} ${form}`.trim();
            side.style.width = width;
            const high = isUpright ? share * board.clientHeight : side.clientHeight;
            ways.push({
                form,
                width,
                isUpright,
                side: {
                    width: side.clientWidth / unit,
                    height: (high - head.offsetHeight - join.offsetHeight) / unit
                },
                rest: { width: rest.clientWidth / unit, height: rest.clientHeight / unit },
                cost: 5 * Math.abs(share - shares[0]) + index * (hasCode ? 7 : 3)
            });
        }));
        list.style.display = "";
        const { way, cards: found, rows: shown } =
            divide(ways, linesOf(ready, list), [size + long + 0.7, long, short], widths, timeWidth);
        document.body.className = `${state} ${way.form}`.trim();
        side.style.width = way.width;
        list.className = `cards has-about-${found.aboutForm}${found.form ? " is-flat" : ""}`;
        // In landscape, cards grow into space that would be empty.
        const spare = (way.side.height - found.height - card.gap) / Math.ceil(found.labels.length / found.columns);
        childrenOf(list).forEach((each, index) => {
            const label = found.labels[index] || { size: 0, lines: 1 };
            const edge = card.edge + (isUpright ? 0 : Math.max(0, Math.min(spare, 0.6 * label.size) / 2));
            each.style.width = `calc(${100 / found.columns}% - ${card.gap * unit + 0.1}px)`;
            each.style.paddingTop = each.style.paddingBottom = `${Math.floor(edge * unit)}px`;
            each.style.fontSize = `${found.aboutSize * unit}px`;
            each.style.display = label.size > 0 ? "" : "none";
            writeName(each, label, `${label.size * unit}px`);
        });
        layOutRows(shown, timeWidth);
        return { cards: found, rows: shown };
    }

    /**
     * @param {HTMLElement} element a card or a row
     * @param {{lines: number}} label
     * @param {string} size
     */
    function writeName(element, { lines }, size) {
        const name = partOf(element, ".name");
        name.className = lines > 1 ? "name has-lines" : "name";
        name.style.fontSize = size;
    }

    /**
     * @param {Rows} found
     * @param {number} timeWidth
     */
    function layOutRows(found, timeWidth) {
        const unit = unitPx();
        const list = partOf(document, "#waiting");
        const heads = partOf(document, "#heads");
        const perColumn = Math.ceil(found.perPage / found.columns);
        const column = { width: `${found.width * unit}px`, marginRight: `${row.columnGap * unit}px` };
        partOf(document, "#waiting-list").className = found.hasTimes ? "list down" : "list down has-no-times";
        list.style.fontSize = `${found.size * unit}px`;
        list.style.height = `${perColumn * found.height * unit + 1}px`;
        childrenOf(list).forEach((each, index) => {
            Object.assign(each.style, column, { height: `${found.height * unit}px` });
            writeName(each, found.labels[index], `${found.labels[index].size / found.size}em`);
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
    }

    return { alone, childrenOf, divide, layOutLists, layOutName, partOf, widthsIn };
})();
self.tablecastWaitlist = tablecastWaitlist;
