// @ts-check
import { Desk } from "../../../js/ui/desk.js";
import { Hold } from "../../../js/ui/dialogs.js";
import {
    busyUntil, byId, counted, isNews, make, request, runAfter, runEvery, setText, text, whenPainted, words,
} from "../../../js/ui/page.js";
import { Asking } from "../asking.js";
import { MapView } from "../map/mapview.js";
import { metresBetween, positionOf } from "../refs.js";
import { writeDistance } from "../words.js";
import {
    displayView, filterCount, hostView, houseView, KnownStops, NearbyData, partNames, questionOf, readPlace, settingsView,
    start, stopStart, typedPosition, writePlace,
} from "./data.js";
import { dot, PlacesView, texts } from "./placesview.js";
import { NearMe, StopSearch } from "./stopsearch.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Stop} Stop */
/** @typedef {import("./data.js").Shown} Shown */
/** @typedef {import("./placesview.js").RowOfPlace} RowOfPlace */

/** The time after which the places are requested again, because some may have closed. */
const freshMs = 5 * 60_000;

/** @type {Desk} */
const desk = new Desk({
    name: "nearby",
    views: [hostView],
    done: texts.done,
    draw,
    answered: (entry, message) => parts?.rounds.answered(entry, message),
    typed: (_, args) => ["name", "title", "notes", "address"].flatMap(
        (name) => (typeof args[name] === "string" ? [String(args[name])] : []),
    ),
});
const data = new NearbyData(desk);
const known = new KnownStops();
/** @type {Asking} */
const asking = new Asking({
    address: `${data.base}/places`, now: () => desk.nowMs, changed: desk.render,
    load: (address, options) => request(`${address}&as=${desk.role}`, options),
});
/** @type {Shown} */
let shown = readPlace(location.hash);
/** The place selected in the list and on the map. */
let selected = "";
/** The imported data and the settings at the time of the last request. */
let askedWith = "";
let wasLost = false;
/**
 * The parts that are hidden when the page opens.
 * @type {import("./parts.js").Parts | null}
 */
let parts = null;
/**
 * The place pressed before these parts were loaded.
 * @type {RowOfPlace | null}
 */
let opening = null;

const actions = {
    open: (/** @type {RowOfPlace} */ row) => open(row),
    heart: (/** @type {RowOfPlace} */ { place, favourite }) => data.toggleFavourite(place, favourite, shown.part === "places" ? position() : ""),
    check: (/** @type {RowOfPlace} */ { place, favourite }) => data.toggleOption(place, favourite),
    pointed: (/** @type {RowOfPlace} */ { place }) => select(String(place.ref ?? "")),
};
const places = new PlacesView({ go, again: () => asking.again(), actions, time: desk.time });
const map = new MapView({
    base: data.base, as: desk.role, pressed, made: drawLegend,
    failed: () => {
        byId("split", HTMLElement).classList.add("has-no-map");
        desk.render();
    },
});
const search = new StopSearch({
    address: `${data.base}/search`, as: desk.role, known,
    now: () => desk.nowMs,
    distance: (metres) => writeDistance(metres, data.units),
    time: desk.time,
    chosen: (stop) => show({ at: `${stopStart}${stop.id}` }),
    went: (position) => show({ at: written(position) }),
});
const hold = new Hold([byId("main", HTMLElement)], desk.render);
new NearMe((position) => show({ at: written(position) }));

/** @param {{lat: number, lon: number}} position */
function written({ lat, lon }) {
    return `${Number(lat.toFixed(5))},${Number(lon.toFixed(5))}`;
}

// MARK: Navigation

/**
 * Shows another part, place or filter. It is in the page's address, so that going back restores it.
 * @param {Partial<Shown>} changes
 * @param {boolean} [isStep] whether this adds a step to the browser's history
 */
function go(changes, isStep = true) {
    shown = { ...shown, ...changes };
    const hash = writePlace(shown);
    if (location.hash !== hash && !(location.hash === "" && hash === "#")) {
        history[isStep ? "pushState" : "replaceState"](null, "", hash);
    }
    follow();
}

/**
 * Shows the places around a position.
 * @param {Partial<Shown>} changes
 */
function show(changes) {
    selected = "";
    go({ part: "places", ...changes });
    window.scrollTo({ top: 0 });
}

function follow() {
    ask();
    draw();
}

/** The chosen centre of the search; by default the house. */
function position() {
    return shown.at || (data.position ? "house" : "");
}

function ask() {
    const at = position();
    if (at === "" || shown.part !== "places") {
        return;
    }
    const { ingredients } = data;
    const isOld = askedWith !== "" && askedWith !== ingredients;
    askedWith = ingredients;
    asking.ask(at, questionOf(shown));
    if (isOld) {
        asking.again();
    }
}

/** The centre of the search, in words. */
function placeName() {
    const at = position();
    const stop = at.startsWith(stopStart) ? known.get(at.slice(stopStart.length)) : undefined;
    const point = typedPosition(at);
    return at === "house" ? desk.house.names[0]?.textContent ?? ""
        : stop ? stop.name
        : point ? text("pointName", { point: at.replace(",", ", ") }) : "";
}

/** A shared link may name a stop that this page does not know yet. */
async function learnStop() {
    const { answer } = asking.asked ?? {};
    const id = shown.at.startsWith(stopStart) ? shown.at.slice(stopStart.length) : "";
    if (id === "" || known.get(id) || !answer || learning === id) {
        return;
    }
    learning = id;
    try {
        await search.load({ at: `${answer.lat},${answer.lon}`, limit: "5" });
        desk.render();
    } catch {
        learning = "";
    }
}
let learning = "";

// MARK: Rows

/**
 * The title of the round that gets the check marks.
 * @returns {string | undefined}
 */
function roundTitle() {
    return data.doc.rounds[data.roundNow ?? ""]?.title;
}

/**
 * @param {Place} place
 * @param {number} index
 * @returns {RowOfPlace}
 */
function placeRow(place, index) {
    return {
        place, name: place.name, number: String(index + 1), isSelected: place.ref === selected,
        ...data.marksOf(place, data.favouriteOfRef.get(place.ref)),
    };
}

/**
 * @param {string} key
 * @returns {RowOfPlace}
 */
function favouriteRow(key) {
    const favourite = data.doc.favourites[key];
    const resolved = data.refs.resolved(favourite);
    const here = data.position;
    const there = positionOf(resolved);
    const { rating, notes, visits, tags, addedAt, missing = "place", ...place } = resolved;
    return {
        place: { ...place, metres: here && there ? metresBetween(here, there) : undefined },
        name: resolved.name ?? texts.missing[missing], ...data.marksOf(favourite, key),
    };
}

/**
 * The distance of a favourite from the stop where it was found.
 * @param {RowOfPlace} row
 */
function fromStop({ place, favourite }) {
    const stop = known.get(data.doc.favourites[favourite ?? ""]?.stop ?? "");
    const there = positionOf(place);
    return stop && there
        ? text("fromStop", { distance: writeDistance(metresBetween(stop, there), data.units), stop: stop.name })
        : "";
}

/** @param {RowOfPlace} row */
function open(row) {
    const { place, favourite } = row;
    select(String(place.ref ?? ""));
    const key = String(place.ref ?? favourite);
    if (parts) {
        parts.opened.open(key, row, data.doc.favourites[favourite ?? ""]);
    } else {
        opening = row;
    }
}

/** @param {string} ref */
function select(ref) {
    if (ref !== "" && ref !== selected && shown.part === "places") {
        selected = ref;
        desk.render();
    }
}

/**
 * Called when a mark on the map is pressed.
 * @param {string} key
 */
function pressed(key) {
    const row = rowsNow().find(({ place }) => place.ref === key);
    if (row) {
        places.reveal(key);
        open(row);
    }
}

function rowsNow() {
    return (asking.asked?.answer?.places ?? []).map(placeRow);
}

// MARK: Drawing

function draw() {
    data.renew();
    desk.drawFrame(data.house);
    const isLost = ["stale", "refused"].includes(document.documentElement.dataset.life ?? "");
    if (wasLost && !isLost) {
        asking.again();
    }
    wasLost = isLost;
    for (const part of partNames) {
        byId(part, HTMLElement).hidden = shown.part !== part;
        const link = document.querySelector(`#parts [data-part="${part}"]`);
        link?.setAttribute("href", writePlace({ ...shown, part }));
        link?.toggleAttribute("aria-current", false);
        if (shown.part === part) {
            link?.setAttribute("aria-current", "page");
        }
    }
    byId("main", HTMLElement).dataset.part = shown.part;
    drawCount("favourite-count", Object.keys(data.doc.favourites).length);
    drawCount("round-count", data.openRounds.length);
    byId("around-us", HTMLButtonElement).ariaPressed = String(position() === "house");
    ask();
    if (!hold.isActive) {
        drawPlaces(isLost);
        parts?.draw();
    }
    if (parts?.opened.dialog.open) {
        redraw(parts.opened);
    }
    search.show(shown.at === "" ? "" : placeName());
    desk.drawn(summary());
}

/**
 * @param {string} id
 * @param {number} count
 */
function drawCount(id, count) {
    setText(byId(id, HTMLElement), count > 0 ? String(count) : "");
}

/** @param {import("./favouritesview.js").OpenedPlace} opened */
function redraw(opened) {
    const row = rowsNow().find(({ place }) => place.ref === opened.key);
    const key = row?.favourite ?? (opened.key in data.doc.favourites
        ? opened.key : data.favouriteOfRef.get(opened.key));
    const now = row ?? (key ? favouriteRow(key) : undefined);
    if (now) {
        opened.draw(now, data.doc.favourites[key ?? ""]);
    } else if (opened.row) {
        opened.draw({ ...opened.row, favourite: undefined }, undefined);
    }
}

/** @param {boolean} isLost */
function drawPlaces(isLost) {
    const at = position();
    const asked = at === "" ? null : asking.asked;
    const answer = asked?.answer ?? null;
    const rows = rowsNow();
    const { venue, units } = data;
    const usual = venue.radius ?? 3219;
    void learnStop();
    const name = placeName();
    byId("places-title", HTMLElement).replaceChildren(
        ...(at === "" ? [text("places")] : name === "" ? [text("aroundStop")] : [words(name)]));
    const radius = Number(shown.radius) || usual;
    setText(byId("places-about", HTMLElement), answer ? [
        counted("placesWithin", answer.total, { distance: writeDistance(radius, units) }),
        answer.total > rows.length ? text("placesShown", { count: rows.length }) : "",
    ].filter(Boolean).join(dot) : "");
    drawRound();
    byId("filters", HTMLElement).hidden = at === "";
    byId("list-or-map", HTMLElement).hidden = at === "" || map.state === "failed";
    byId("places-waiting", HTMLElement).hidden =
        answer !== null || (asked?.state !== "asking" && asked?.state !== "slow");
    places.drawFilters(shown, usual, units, answer?.places ?? []);
    places.drawRows(at === "" ? [] : rows);
    places.drawSay(saysOf(asked, isLost));
    places.drawEmpty(emptyOf(asked));
    places.drawSource(asked);
    const centre = answer ? { lat: answer.lat, lon: answer.lon } : centreOf(at);
    map.draw(units, venue, centre && ((shownMap) => {
        shownMap.showArea(centre, radius);
        shownMap.select(selected);
        shownMap.showMarks([...marksOf(rows), ...marksOfPosition(at, centre, name)]);
        return { at, radius };
    }));
}

/** @param {typeof import("../map/map.js")} map */
function drawLegend({ drawn }) {
    const kinds = /** @type {const} */ (["stop", "house", "place", "favourite", "chosen"]);
    byId("legend", HTMLElement).replaceChildren(...kinds.map((name) => {
        const isChosen = name === "chosen";
        const kind = isChosen ? "place" : name;
        return make("li", {},
            make("span", { className: `map-mark is-${kind}` }, drawn({ kind, isChosen })), texts.marks[name]);
    }));
}

/**
 * The coordinates of the centre, if they are known without an answer. So the map is shown before the answer comes, or
 * if none comes.
 * @param {string} at
 */
function centreOf(at) {
    return at === "house" ? data.position
        : positionOf(at.startsWith(stopStart) ? known.get(at.slice(stopStart.length)) : typedPosition(at));
}

/** The round that gets the check marks. */
function drawRound() {
    const title = roundTitle();
    const place = byId("round-now", HTMLElement);
    const count = Object.keys(data.doc.rounds[data.roundNow ?? ""]?.options ?? {}).length;
    place.hidden = title === undefined || !data.mayEdit;
    if (title === undefined || !isNews(place, [title, count])) {
        return;
    }
    const link = make("a", { href: writePlace({ ...start, part: "rounds" }) }, words(title));
    place.replaceChildren(text("choosingFor"), " ", link, `${dot}${counted("options", count)}`);
}

/**
 * @param {RowOfPlace[]} rows
 * @returns {import("../map/map.js").Mark[]}
 */
function marksOf(rows) {
    return rows.flatMap(({ place, name, number, favourite, option }) => {
        const there = positionOf(place);
        /** @type {"place" | "favourite"} */
        const kind = favourite === undefined ? "place" : "favourite";
        const label = [
            `${number}: ${name}`, texts.marks[kind], option === undefined ? "" : texts.marks.chosen,
        ].filter(Boolean).join(dot);
        return there ? [{
            key: String(place.ref), kind, name, label, number,
            isChosen: option !== undefined, ...there,
        }] : [];
    });
}

/**
 * @param {string} at
 * @param {{lat: number, lon: number}} centre
 * @param {string} name
 * @returns {import("../map/map.js").Mark[]}
 */
function marksOfPosition(at, centre, name) {
    const house = data.position;
    const houseName = desk.house.names[0]?.textContent ?? "";
    const mark = (/** @type {"stop" | "house"} */ kind, /** @type {string} */ called, /** @type {any} */ point) =>
        ({ key: `:${kind}`, kind, name: called, label: `${called}${dot}${texts.marks[kind]}`, ...point });
    return [
        ...(at === "house" ? [] : [mark("stop", name, centre)]),
        ...(house ? [mark("house", houseName, house)] : []),
    ];
}

/**
 * The messages about a pending, old, partial or empty answer.
 * @param {import("../asking.js").Asked | null} asked
 * @param {boolean} isLost
 * @returns {import("./placesview.js").Say[]}
 */
function saysOf(asked, isLost) {
    if (!asked) {
        return [];
    }
    const { answer, state } = asked;
    const again = { label: text("tryAgain"), action: () => asking.again() };
    /** @type {import("./placesview.js").Say[]} */
    const says = [];
    if (isLost) {
        says.push({ isWarning: true, sentence: answer
            ? text("placesOffline", { time: desk.time(asked.answeredAtMs) }) : text("placesUnseen") });
    } else if (state === "failed") {
        const since = desk.time(asked.failingSinceMs ?? desk.nowMs);
        const known = data.settings?.source;
        const told = known?.state === "failing" && known.since ? desk.time(known.since) : since;
        says.push({ isWarning: true, press: again, sentence: answer
            ? text("sourceFailingKept", { since: told, time: desk.time(asked.answeredAtMs) })
            : text("sourceFailing", { since: told }) });
    } else if (state === "slow") {
        says.push({ sentence: text("stillLooking") });
    }
    if (answer?.stale && state !== "failed") {
        says.push({ isWarning: true, press: again, sentence: answer.asOf
            ? text("sourceStale", { time: desk.time(answer.asOf) }) : text("sourceOld") });
    }
    if (answer?.partial) {
        says.push({ isWarning: true, sentence: text("sourcePartial") });
    }
    return says;
}

/** @param {import("../asking.js").Asked | null} asked */
function emptyOf(asked) {
    const search = { label: text("searchStation"), action: () => byId("search", HTMLInputElement).focus() };
    if (shown.at === "" && !data.position) {
        if (!data.isThere) {
            return null;
        }
        return hasFeeds("stops")
            ? { title: text("startTitle"), about: text("startAbout"), press: search }
            : { title: text("nothingImported"), about: text("nothingImportedAbout") };
    }
    if (asked?.state === "refused") {
        return asked.code === "no_position"
            ? { title: text("noHousePosition"), about: text("noHousePositionAbout"), press: search }
            : asked.code === "no_address"
            ? { title: text("noAddress"), about: text("noAddressAbout") }
            : { title: text("noSuchStop"), about: text("noSuchStopAbout"), press: search };
    }
    if (asked?.state !== "there" || (asked.answer?.places.length ?? 0) > 0) {
        return null;
    }
    if (filterCount(shown) > 0) {
        return { title: text("noneWithFilters"), press: {
            label: text("clearFilters"), action: () => places.clear(),
        } };
    }
    return { title: text("noneHere"), about: text("noneHereAbout") };
}

/**
 * Whether any data of a kind was imported.
 * @param {string} kind
 */
function hasFeeds(kind) {
    const { feeds } = data.settings ?? {};
    return !feeds || Object.values(feeds).some((/** @type {any} */ feed) => feed.kind === kind);
}

/** Announces the page's state in a sentence. */
function summary() {
    const { favourites: all, rounds: some } = data.doc;
    if (shown.part === "favourites") {
        return counted("favouriteCount", Object.keys(all).length);
    }
    if (shown.part === "rounds") {
        return Object.values(some).map(({ title, options, friends }) => [
            title, counted("options", Object.keys(options).length),
            counted("votes", Object.values(friends).flatMap(({ votes }) => votes).length),
        ].join(" ")).join(dot) || text("roundsEmpty");
    }
    const answer = asking.asked?.answer;
    return answer ? counted("placesFound", answer.total, { name: placeName() }) : text("places");
}

async function loadParts() {
    try {
        const { Parts } = await busyUntil(import("./parts.js"));
        parts = new Parts({
            desk, data, actions, rowOf: favouriteRow, fromStop,
            choosing: (key) => {
                data.chosenRound.write(key);
                go({ part: "places" });
                byId("places-title", HTMLElement).focus();
            },
        });
        draw();
        byId("favourites", HTMLElement).inert = false;
        byId("rounds", HTMLElement).inert = false;
        if (opening) {
            open(opening);
        }
    } catch {
        runAfter(5_000, () => void loadParts());
    }
}

document.body.classList.toggle("is-reader", !data.mayEdit);
byId("around-us", HTMLButtonElement).addEventListener("click", () => show({ at: "house" }));
for (const link of document.querySelectorAll("#parts a")) {
    link.addEventListener("click", (event) => {
        event.preventDefault();
        const part = /** @type {Shown["part"]} */ (link.getAttribute("data-part"));
        go({ part });
    });
}
window.addEventListener("popstate", () => {
    parts?.opened.dialog.close();
    opening = null;
    shown = readPlace(location.hash);
    selected = "";
    follow();
});
runEvery(freshMs, () => {
    if (document.visibilityState === "visible" && shown.part === "places") {
        asking.again();
    }
});
if (data.mayEdit) {
    desk.watch(settingsView);
    desk.watch(houseView);
} else {
    desk.watch(displayView);
}
desk.start();
// The visible parts are loaded first.
void (shown.part === "places" ? whenPainted() : Promise.resolve()).then(loadParts);
// For searches offline. Searches add further stops.
search.load({ q: "", limit: "200" }).then(desk.render, () => {});
