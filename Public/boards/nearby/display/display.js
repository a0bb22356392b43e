// @ts-check
/* The television with the house's favourites and the distance to each. In ECMAScript 2015. */
tablecast.whenPage(function () {
    "use strict";

    /**
     * @typedef {object} Favourite
     * @property {string} [ref]
     * @property {string} [name]
     * @property {string} [kind]
     * @property {string} [address]
     * @property {number} [rating]
     * @property {number} [lat]
     * @property {number} [lon]
     * @property {number | null} [metres]
     */

    const pageMs = 10000;
    const perPage = 8;
    /* The most favourites that have the whole width each. */
    const fewMax = 3;
    const { make, setText, text, words } = tablecast;
    const { distanceText, metresBetween, positionOf, Refs, starsText, unitsFor, walkMinutes } = tablecastNearby;

    const view = "nearby/display";
    const screen = new tablecast.Screen({
        views: [view],
        notices: "notice/display",
        draw
    });
    const list = screen.byID("places");
    const kinds = tablecast.familyOf("kinds");
    const { lang } = document.documentElement;
    let page = 0;
    let pageCount = 1;
    /* The state drawn last; drawing is expensive on a television. */
    let drawn = "";

    const refs = new Refs({
        address: `/v1/${screen.state.venue}/nearby/places`,
        as: screen.state.role || "",
        changed: () => screen.render(),
        now: () => screen.sync.clock.now()
    });

    /**
     * The favourites with their distances, the nearest first.
     * @param {any} doc
     * @returns {Favourite[]}
     */
    function rowsOf(doc) {
        const favourites = (doc && doc.favourites) || {};
        const here = positionOf(doc && doc.venue);
        /** @type {Record<string, string>} */
        const reasons = { gone: text("gone"), later: text("later"), place: "…" };
        const rows = Object.keys(favourites).map((key) => {
            const row = refs.resolved(favourites[key]);
            const there = positionOf(row);
            const name = row.name === undefined ? reasons[row.missing || "place"] : row.name;
            return Object.assign({}, row, { name, metres: here && there ? metresBetween(here, there) : null });
        });
        const far = (/** @type {Favourite} */ { metres }) =>
            (typeof metres === "number" ? metres : Infinity);
        return rows.sort((one, other) =>
            far(one) - far(other) || String(one.name).localeCompare(String(other.name)));
    }

    /**
     * Five stars, filled to the nearest half.
     * @param {number} rating
     */
    function starsOf(rating) {
        const stars = make("span", "stars");
        const said = rating === 1 ? text("star") : text("stars", { stars: starsText(rating) });
        stars.setAttribute("role", "img");
        stars.setAttribute("aria-label", said);
        for (let star = 1; star <= 5; star += 1) {
            const missing = star - Math.round(rating * 2) / 2;
            stars.appendChild(make("span", missing <= 0 ? "star is-full" : missing < 1 ? "star is-half" : "star"));
        }
        return stars;
    }

    /**
     * @param {Favourite} favourite
     * @param {"km" | "mi"} units
     */
    function element({ name, ref, kind, address, rating, metres }, units) {
        const item = make("li", "place row");
        const isKnown = typeof metres === "number";
        const walk = make("p", isKnown ? "walk figures" : "walk figures is-unknown");
        walk.appendChild(make("span", "minutes", isKnown ? String(walkMinutes(metres || 0)) : ""));
        walk.appendChild(document.createTextNode(" "));
        walk.appendChild(make("span", "unit", text("minutes")));
        const what = make("div", "what grow");
        const title = make("p", "name");
        title.appendChild(words(name || ""));
        what.appendChild(title);
        const about = make("p", "about");
        const parts = [
            isKnown ? distanceText(metres || 0, units, lang) : "",
            kind ? kinds[kind] || "" : "",
            // Yelp's terms require its name beside its data.
            (ref || "").indexOf("yelp:") === 0 ? "Yelp" : "",
            typeof rating === "number" ? starsOf(rating) : "",
            address ? words(address) : ""
        ].filter((part) => part !== "");
        parts.forEach((part, index) => {
            const place = make("span", "part", index > 0 ? " · " : "");
            place.appendChild(typeof part === "string" ? document.createTextNode(part) : part);
            about.appendChild(place);
        });
        what.appendChild(about);
        item.appendChild(walk);
        item.appendChild(what);
        return item;
    }

    function draw() {
        /** @type {any} */
        const doc = screen.sync.doc(view);
        const rows = rowsOf(doc);
        const units = unitsFor(doc && doc.venue ? doc.venue.units : undefined, navigator.language);
        pageCount = Math.max(1, Math.ceil(rows.length / perPage));
        page = Math.min(page, pageCount - 1);
        const onPage = rows.slice(page * perPage, (page + 1) * perPage);
        const shown = JSON.stringify([onPage, units, rows.length]);
        if (doc && shown !== drawn) {
            drawn = shown;
            const isWalked = rows.some(({ metres }) => typeof metres === "number");
            setText(screen.byID("around-title"), isWalked ? text("title") : text("titleNear"));
            const isFew = onPage.length <= fewMax;
            document.body.className = [
                rows.length === 0 ? "is-empty" : isFew ? "has-few" : "",
                // The number of rows in a column, which share the screen's height.
                `has-rows-${isFew ? fewMax : Math.ceil(onPage.length / 2)}`,
                isWalked ? "" : "has-no-walk"
            ].join(" ");
            list.textContent = "";
            onPage.forEach((row) => list.appendChild(element(row, units)));
        }
        const place = { number: page + 1, count: pageCount };
        setText(screen.byID("pages"), pageCount > 1 ? text("page", place) : "");
        const since = refs.failingSinceMs > 0 ? screen.writeTime(refs.failingSinceMs) : "";
        const said = since !== "" ? text("failing", { since }) : refs.isSlow ? text("slow") : "";
        setText(screen.byID("say"), said);
        return rows.length === 0 ? text("nothing") : text("summary", { count: rows.length });
    }

    screen.start();
    tablecast.runEvery(pageMs, () => {
        if (pageCount > 1) {
            page = (page + 1) % pageCount;
            screen.render();
        }
    });
});
