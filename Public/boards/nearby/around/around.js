// @ts-check
import {
    addStyles, elapsedMs, isNews, make, makeButton, pageLanguage, pageTimeZone, panelTexts, request,
    runAfter, setText, stopTimer, timeWriter, words,
} from "../../../js/ui/page.js";
import { distanceText, metresBetween, positionOf, Refs, starsText, unitsFor, walkMinutes } from "../refs.js";
import { icon } from "../words.js";

/** @typedef {import("../types.js").Favourite} Favourite */
/** @typedef {import("../types.js").Place} Place */

/**
 * @typedef {object} Context
 * @property {import("../../../js/tablecast.js").Sync} sync
 * @property {import("../../../js/ui/page.js").PageState} state with the party that waits
 */

const folder = "/boards/nearby/around";
const view = "nearby/display";
/** The states in which guests have time to look around. */
const waiting = ["pending", "waiting"];
const shownFirst = 5;
/** The time after which the places are requested again, because some may have closed. */
const freshMs = 5 * 60_000;

/**
 * The panel for a waiting guest: the places around the house, its favourites first.
 * @param {HTMLElement} place
 * @param {Context} context
 */
export async function mount(place, context) {
    const [texts] = await Promise.all([
        panelTexts(folder), addStyles("/boards/nearby/marks.css"), addStyles(`${folder}/around.css`),
    ]);
    return new Around(place, context, texts);
}

class Around {
    /**
     * @param {HTMLElement} place
     * @param {Context} context
     * @param {Record<string, string>} texts
     */
    constructor(place, { sync, state }, texts) {
        this.place = place;
        this.sync = sync;
        this.texts = texts;
        this.role = `guest:${state.subject}`;
        this.address = `/v1/${state.venue}/nearby/places`;
        this.time = timeWriter(pageTimeZone(), () => sync.clock.now());
        this.refs = new Refs({ address: this.address, as: this.role, changed: () => this.draw() });
        /** @type {Place[]} */
        this.places = [];
        this.attribution = "";
        this.askedAtMs = -Infinity;
        this.isWaiting = false;
        this.isWhole = false;
        this.isSlow = false;
        this.hasFailed = false;
        this.list = make("ul", { className: "ruled" });
        this.say = make("p", { className: "quiet", role: "status" });
        this.more = makeButton("", () => {
            this.isWhole = !this.isWhole;
            this.draw();
        });
        this.source = make("p", { className: "quiet" });
        place.setAttribute("aria-labelledby", "around-title");
        place.classList.add("around", "addition", "stack", "box");
        place.append(make("h2", { id: "around-title" }, texts.title), this.say, this.list, this.more,
            this.source);
        sync.subscribe(view);
    }

    /** @returns {any} */
    get doc() {
        return this.sync.doc(view);
    }

    /** @param {any} doc the view of the waiting guest */
    render(doc) {
        this.isWaiting = waiting.includes(doc?.party?.status) && this.sync.isWatching(view);
        const isOld = elapsedMs() - this.askedAtMs > freshMs;
        if (this.isWaiting && isOld && this.doc && this.sync.life === "live") {
            void this.ask();
        }
        this.draw();
    }

    /** Called when the owner has switched off the panel. */
    failed(/** @type {import("../../../js/tablecast.js").Failure} */ failure) {
        if (failure.view === view) {
            this.sync.unsubscribe(view);
            this.place.hidden = true;
        }
    }

    async ask() {
        this.askedAtMs = elapsedMs();
        const slow = runAfter(1000, () => {
            this.isSlow = true;
            this.draw();
        });
        try {
            const query = new URLSearchParams({ at: "house", limit: "30", as: this.role });
            const answer = await request(`${this.address}?${query}`, { cache: "no-store" });
            // Without the house's position, there are only favourites.
            this.hasFailed = !answer.ok && answer.status >= 500;
            if (answer.ok) {
                const said = await answer.json();
                this.places = said.places;
                this.attribution = said.attribution ?? "";
            }
        } catch {
            this.hasFailed = true;
        }
        if (this.hasFailed) {
            this.askedAtMs = elapsedMs() - freshMs + 15_000;
        }
        stopTimer(slow);
        this.isSlow = false;
        this.draw();
    }

    /** The favourites by distance, then the other places. */
    rows() {
        const { favourites = {}, venue = {} } = this.doc ?? {};
        const here = positionOf(venue);
        const own = Object.values(/** @type {Record<string, Favourite>} */ (favourites)).map((favourite) => {
            const known = this.places.find(({ ref }) => ref === favourite.ref);
            const resolved = this.refs.resolved(favourite);
            const there = positionOf(resolved);
            const metres = here && there ? metresBetween(here, there) : undefined;
            return { ...known, ...resolved, metres, isFavourite: true, own: favourite.rating };
        }).filter(({ name }) => name !== undefined);
        own.sort((one, other) => (one.metres ?? Infinity) - (other.metres ?? Infinity) || 0);
        const refs = new Set(own.map(({ ref }) => ref));
        const others = this.places.filter(({ ref }) => !refs.has(ref))
            .map((place) => ({ ...place, isFavourite: false, own: undefined }));
        return [...own, ...others];
    }

    draw() {
        const rows = this.rows();
        this.place.hidden = !this.isWaiting || (rows.length === 0 && !this.isSlow && !this.hasFailed);
        const { texts } = this;
        setText(this.say, this.hasFailed ? texts.failing : this.isSlow ? texts.slow : "");
        const shown = this.isWhole ? rows : rows.slice(0, shownFirst);
        if (isNews(this, [shown, this.doc?.venue])) {
            this.list.replaceChildren(...shown.map((row) => this.item(row)));
        }
        this.more.hidden = rows.length <= shownFirst;
        setText(this.more, this.isWhole ? texts.less : texts.more.replace("{count}", String(rows.length)));
        setText(this.source, this.attribution);
    }

    /** @param {ReturnType<Around["rows"]>[number]} row */
    item({ name = "", kind, metres, isFavourite, own, open, closesAt, address }) {
        const { texts } = this;
        const units = unitsFor(this.doc?.venue?.units, navigator.language);
        const way = metres === undefined ? "" : texts.way
            .replace("{distance}", distanceText(metres, units, pageLanguage()))
            .replace("{minutes}", String(walkMinutes(metres)));
        const hours = open === undefined ? "" : !open ? texts.closed
            : closesAt ? texts.openUntil.replace("{time}", this.time(closesAt)) : texts.open;
        const stars = own === undefined ? "" : own === 1 ? texts.star : texts.stars.replace("{stars}", starsText(own));
        const about = [kind ? texts[`kinds.${kind}`] : "", stars, hours].filter(Boolean).join(" · ");
        return make("li", { className: isFavourite ? "around-place is-favourite" : "around-place" },
            make("p", { className: "around-name strong" },
                ...(isFavourite ? [icon("heart")] : []), words(name),
                ...(isFavourite ? [make("span", { className: "aside" }, ` (${texts.favourite})`)] : [])),
            make("p", { className: "around-way figures" }, way),
            make("p", { className: "quiet" }, about),
            ...(isFavourite && address ? [make("p", { className: "quiet" }, words(address))] : []));
    }
}
