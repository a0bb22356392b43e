// @ts-check
/* The menu's page. On a television it turns its pages automatically; on a phone or a tablet it is
   one list that scrolls. In ECMAScript 2015. */
"use strict";

/**
 * A heading or a dish.
 * @typedef {{key: string, name: string, isHead: boolean, dish?: ShownDish}} Block
 */

/* The number from which down the number left is shown. */
tablecastOrders.fewMax = 5;

/**
 * The menu as one list of headings and dishes.
 * @param {ShownSection[]} sections
 * @returns {Block[]}
 */
tablecastOrders.blocksOf = function (sections) {
    /** @type {Block[]} */
    const blocks = [];
    sections.forEach(({ key, name, dishes }) => {
        blocks.push({ key, name, isHead: true });
        dishes.forEach((dish) => {
            blocks.push({ key: dish.key, name: dish.name, isHead: false, dish });
        });
    });
    return blocks;
};

/**
 * The text about the number left; empty while there are plenty.
 * @param {ShownDish} dish
 */
tablecastOrders.stockText = function ({ isSoldOut, left }) {
    if (isSoldOut) {
        return tablecast.text("soldOut");
    }
    const isFew = left !== undefined && left <= tablecastOrders.fewMax;
    return isFew ? tablecast.text("left", { count: left }) : "";
};

/**
 * @param {Block} block
 * @param {(amount: number) => string} money
 * @param {boolean} isAgain whether the heading is repeated from the column before
 * @returns {HTMLElement}
 */
tablecastOrders.blockElement = function ({ key, name, isHead, dish }, money, isAgain) {
    const { make, words } = tablecast;
    const element = make("div", `block ${isHead ? "section" : "dish"}`);
    const first = make("div", "first");
    const title = make("p", isHead ? "name grow serif" : "name grow");
    title.setAttribute("role", "heading");
    title.setAttribute("aria-level", isHead ? "2" : "3");
    title.appendChild(words(name));
    if (isAgain) {
        title.appendChild(make("span", "again", ` ${tablecast.text("again")}`));
    }
    first.appendChild(title);
    element.appendChild(first);
    element.setAttribute("data-key", key);
    if (!dish) {
        return element;
    }
    first.appendChild(make("p", "price figures", money(dish.price)));
    const stock = tablecastOrders.stockText(dish);
    if (stock) {
        element.appendChild(make("p", "stock", stock));
    }
    if (dish.isSoldOut) {
        element.className += " is-sold-out";
    }
    if (dish.description) {
        element.appendChild(make("p", "more")).appendChild(words(dish.description));
    }
    if (dish.allergens) {
        const names = dish.allergens.map((each) => tablecast.text(`allergens.${each}`)).join(", ");
        const said = names
            ? tablecast.text("contains", { allergens: names })
            : tablecast.text("containsNone");
        element.appendChild(make("p", "allergens", said));
    }
    return element;
};

/**
 * A place in a column: the index of a block, and whether it repeats a heading of the column before.
 * @typedef {{index: number, isAgain: boolean}} Placed
 */

/**
 * Distributes blocks over columns, in order. No heading is the last in its column. If a section
 * continues in the next column, its heading is repeated there.
 * @param {{height: number, isHead: boolean}[]} blocks
 * @param {number} room the height of a column
 * @returns {Placed[][]}
 */
tablecastOrders.columnsOf = function (blocks, room) {
    /** @type {Placed[][]} */
    const columns = [];
    /** @type {Placed[]} */
    let column = [];
    let used = 0;
    let head = -1;
    blocks.forEach((block, index) => {
        const next = blocks[index + 1];
        // A heading needs room for its first dish too.
        const needed = block.height + (block.isHead && next && !next.isHead ? next.height : 0);
        // A dish too high for a whole column under its heading is cut off.
        const isUnderHead = column.length === 1 && blocks[column[0].index].isHead;
        const isBare = column.length === 0 || isUnderHead;
        if (used + needed > room && !(isBare && !block.isHead) && column.length > 0) {
            columns.push(column);
            column = [];
            used = 0;
            if (!block.isHead && head >= 0) {
                column.push({ index: head, isAgain: true });
                used = blocks[head].height;
            }
        }
        head = block.isHead ? index : head;
        column.push({ index, isAgain: false });
        used += block.height;
    });
    if (column.length > 0) {
        columns.push(column);
    }
    return columns;
};

tablecast.whenPage(function () {
    const pageMs = 12000;
    /* The narrowest screen that gets the television's layout. */
    const televisionPx = { shorter: 700, longer: 1200 };
    const { make, setText, words } = tablecast;
    const { blockElement, blocksOf, columnsOf } = tablecastOrders;

    const screen = new tablecast.Screen({
        views: ["orders/menu", "orders/display"],
        notices: "notice/display",
        draw
    });
    const language = document.documentElement.lang;
    const flow = screen.byID("flow");
    const columnsPlace = screen.byID("columns");
    const measure = screen.byID("measure");
    /** @type {Block[]} */
    let blocks = [];
    /** @type {{index: number, isAgain: boolean}[][]} */
    let columns = [];
    let page = 0;
    /** @type {unknown} */
    let drawnDoc = null;
    let drawnSize = "";
    /** @type {(amount: number) => string} */
    let money = String;

    /* Whether the device is paired as a screen, and large enough for one. */
    function isTelevision() {
        const { innerWidth, innerHeight } = window;
        return (
            screen.state.role === "display" &&
            Math.min(innerWidth, innerHeight) >= televisionPx.shorter &&
            Math.max(innerWidth, innerHeight) >= televisionPx.longer
        );
    }

    /* The number of columns side by side. */
    function columnCount() {
        return window.innerWidth > window.innerHeight ? 2 : 1;
    }

    function pageCount() {
        return Math.max(1, Math.ceil(columns.length / columnCount()));
    }

    /** @param {Element} place */
    function empty(place) {
        while (place.firstChild) {
            place.removeChild(place.firstChild);
        }
    }

    /* Measures the blocks as laid out in a column. */
    function measured() {
        empty(measure);
        const elements = blocks.map((block) => blockElement(block, money, false));
        elements.forEach((element) => measure.appendChild(element));
        const heights = elements.map((element) => element.getBoundingClientRect().height);
        empty(measure);
        return blocks.map(({ isHead }, index) => ({ height: heights[index], isHead }));
    }

    function drawPage() {
        const count = columnCount();
        page = Math.min(page, pageCount() - 1);
        empty(columnsPlace);
        for (let index = 0; index < count; index += 1) {
            const column = columnsPlace.appendChild(make("div", "column"));
            (columns[page * count + index] || []).forEach((placed) => {
                column.appendChild(blockElement(blocks[placed.index], money, placed.isAgain));
            });
        }
        const said = { number: page + 1, count: pageCount() };
        setText(screen.byID("pages"), said.count > 1 ? tablecast.text("page", said) : "");
    }

    function drawFlow() {
        empty(flow);
        empty(screen.byID("sections"));
        setText(screen.byID("pages"), "");
        /** @type {HTMLElement | null} */
        let part = null;
        blocks.forEach((block) => {
            if (block.isHead) {
                part = flow.appendChild(make("section", "part"));
                part.id = `section-${block.key}`;
                const link = make("a", "section-link");
                link.href = `#${part.id}`;
                link.appendChild(words(block.name));
                screen.byID("sections").appendChild(link);
            }
            if (part) {
                part.appendChild(blockElement(block, money, false));
            }
        });
    }

    /* Redraws only for a changed menu or screen, because drawing is expensive on a television. */
    function draw() {
        /** @type {any} */
        const doc = screen.sync.doc("orders/menu");
        const isOnTelevision = isTelevision();
        const size = [isOnTelevision, window.innerWidth, window.innerHeight].join(" ");
        screen.root.classList[isOnTelevision ? "add" : "remove"]("is-television");
        const band = screen.byID("band").textContent ? " band" : "";
        if (doc && (doc !== drawnDoc || size + band !== drawnSize)) {
            drawnDoc = doc;
            drawnSize = size + band;
            money = tablecastOrders.moneyWriter(doc.currency || "EUR", language);
            blocks = blocksOf(tablecastOrders.shownMenu(doc, language));
            document.body.className = blocks.length === 0 ? "is-empty" : "";
            empty(columnsPlace);
            if (isOnTelevision) {
                empty(flow);
                columns = columnsOf(measured(), columnsPlace.clientHeight);
                drawPage();
            } else {
                drawFlow();
            }
        }
        const dishes = blocks.filter(({ isHead }) => !isHead);
        const isUnstated = dishes.some(({ dish }) => dish && !dish.allergens);
        setText(screen.byID("ask"), isUnstated ? tablecast.text("notStated") : "");
        const soldOut = dishes.filter(({ dish }) => dish && dish.isSoldOut).length;
        return tablecast.text("summary", { dishes: dishes.length, soldOut });
    }

    screen.start();
    tablecast.runEvery(pageMs, () => {
        if (isTelevision() && pageCount() > 1) {
            page = (page + 1) % pageCount();
            drawPage();
        }
    });
});
