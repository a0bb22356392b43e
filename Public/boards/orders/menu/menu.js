// @ts-check
/* The menu's page. On a television it goes from page to page by itself; on a phone or a tablet
   it is one list that is scrolled. In ECMAScript 2015. */
tablecast.whenPage(function () {
    "use strict";

    const pageMs = 12000;
    /* The narrowest screen on which the menu is a television's. */
    const televisionPx = { shorter: 700, longer: 1200 };
    const { make, setText, words } = tablecast;
    const { blockElement, blocksOf, columnsOf } = tablecastOrders;

    const screen = new tablecast.Screen({
        views: ["orders/menu", "orders/display"],
        notices: "notice/display",
        venue: tablecastOrders.venueOf,
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

    /* A device that was paired as a screen, and is as large as one. */
    function isTelevision() {
        const { innerWidth, innerHeight } = window;
        return (
            screen.state.role === "display" &&
            Math.min(innerWidth, innerHeight) >= televisionPx.shorter &&
            Math.max(innerWidth, innerHeight) >= televisionPx.longer
        );
    }

    /* How many columns stand side by side. */
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

    /* Heights are those of the blocks as they will stand in a column. */
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

    /* Draws anew only what is another menu, or on another screen: both are dear on a television. */
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
