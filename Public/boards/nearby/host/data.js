// @ts-check
import { positionOf } from "../distances.js";
import { predict, roundsInOrder } from "../predict.js";
import { isFleeting, Refs } from "../refs.js";
import { readersUnits } from "../words.js";
import { StoredValue } from "../../../js/tablecast.js";
import { texts } from "./texts.js";

/** @typedef {import("../types.js").Favourite} Favourite */
/** @typedef {import("../types.js").HostDocument} HostDocument */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Round} Round */
/** @typedef {import("../types.js").Venue} Venue */

export const hostView = "nearby/host";
export const settingsView = "nearby/settings";
export const displayView = "nearby/display";
export const houseView = "house/settings";
export const sendersView = "house/senders";

/** How a stop is named where one looks around it. */
export const stopStart = "stop:";

/**
 * What the page knows: the board's documents as they will be, and the places behind refs.
 */
export class NearbyData {
    /** @param {import("../../../js/ui/desk.js").Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.base = `/v1/${desk.state.venue}/nearby`;
        this.mayEdit = desk.role === "host" || desk.role === "owner";
        this.refs = new Refs({
            address: `${this.base}/places`, as: desk.role, changed: () => desk.render(),
        });
        this.chosenRound = new StoredValue(`tablecast.${desk.state.venue}.nearby.round`);
        /** @type {HostDocument} */
        this.doc = { favourites: {}, rounds: {} };
        /** @type {Map<string, string>} */
        this.favouriteOfRef = new Map();
    }

    /** Reads the documents, once for each drawing. */
    renew() {
        const { sync } = this.desk;
        const doc = /** @type {any} */ (sync.doc(hostView));
        this.doc = predict(doc, sync.unseen(hostView));
        this.favouriteOfRef = new Map(Object.entries(this.doc.favourites).flatMap(
            ([key, { ref }]) => (ref === undefined ? [] : [[ref, key]]),
        ));
    }

    /** @returns {any} */
    get settings() {
        return /** @type {any} */ (this.desk.sync.doc(settingsView));
    }

    /** @returns {Partial<Venue> & {radius?: number, source?: string}} */
    get venue() {
        const shown = /** @type {any} */ (this.desk.sync.doc(displayView));
        return this.settings?.settings ?? shown?.venue ?? {};
    }

    /** @returns {{name: string, timeZone: string} | undefined} */
    get house() {
        const { sync } = this.desk;
        return /** @type {any} */ (sync.doc(houseView))?.venue ??
            /** @type {any} */ (sync.doc(displayView))?.venue;
    }

    /** Where the house is. */
    get position() {
        return positionOf(this.venue);
    }

    get units() {
        return readersUnits(this.venue.units);
    }

    /** Whether the venue's settings are there. */
    get isThere() {
        return Boolean(this.settings ?? this.desk.sync.doc(displayView));
    }

    /** Whether the house can send mail; `undefined` before that is known. */
    get sendsMail() {
        const doc = /** @type {any} */ (this.desk.sync.doc(sendersView));
        return doc && "email" in doc.senders;
    }

    /** What answers depend on: the imported data, the source, and the house's position. */
    get ingredients() {
        const { feeds, source } = this.settings ?? {};
        const { lat, lon, radius, source: name } = this.venue;
        return JSON.stringify([feeds, source?.state, lat, lon, radius, name]);
    }

    /** The round that check marks are for: the one that was chosen here, or the newest. */
    get roundNow() {
        const open = this.openRounds;
        const chosen = this.chosenRound.read();
        return open.includes(chosen) ? chosen : open[0];
    }

    get openRounds() {
        const { rounds } = this.doc;
        return roundsInOrder(rounds).filter((key) => rounds[key].state === "open");
    }

    /**
     * The option of the round of now that is this place.
     * @param {{ref?: string, favourite?: string}} place
     * @returns {string | undefined}
     */
    optionOf({ ref, favourite }) {
        const options = this.doc.rounds[this.roundNow ?? ""]?.options ?? {};
        return Object.keys(options).find((key) =>
            (ref !== undefined && options[key].ref === ref) ||
            (favourite !== undefined && options[key].favourite === favourite));
    }

    // MARK: Changes

    /**
     * Has the heart of a place filled or emptied.
     * @param {Partial<Place>} place
     * @param {string | undefined} key of the favourite that it is
     * @param {string} at where it was found
     */
    toggleFavourite(place, key, at) {
        const name = nameToKeep(place);
        if (key === undefined) {
            /** @type {Record<string, string>} */
            const stop = at.startsWith(stopStart) ? { stop: at.slice(stopStart.length) } : {};
            const args = { ref: String(place.ref), ...stop };
            this.desk.perform("nearby.add", args, name, { place: kept(place) });
        } else {
            this.takeBackOr(key, () => this.desk.perform("nearby.remove", { favourite: key }, name));
        }
    }

    /**
     * Makes a place an option of the round of now, or takes it out again.
     * @param {Partial<Place>} place
     * @param {string | undefined} favourite its key, if it is one
     */
    toggleOption(place, favourite) {
        const round = this.roundNow;
        const { ref } = place;
        if (!round) {
            return;
        }
        const option = this.optionOf({ ref, favourite });
        if (option === undefined) {
            /** @type {import("../../../js/tablecast.js").JSONObject} */
            const args = ref === undefined ? { round, favourite: String(favourite) } : { round, ref };
            this.desk.perform("nearby.choose", args, nameToKeep(place), { place: kept(place) });
        } else {
            this.dropOption(option, nameToKeep(place));
        }
    }

    /**
     * @param {string} option
     * @param {string} name
     */
    dropOption(option, name) {
        this.takeBackOr(option, () => this.desk.perform("nearby.drop", { option }, name));
    }

    /**
     * What the hub does not know yet has no id there: the change that made it is taken back instead.
     * @param {string} key
     * @param {() => void} change
     */
    takeBackOr(key, change) {
        const { sync, deeds } = this.desk;
        const entry = sync.outbox.find(key);
        if (entry && !entry.ack) {
            deeds.takeBack(key);
            this.desk.render();
        } else {
            change();
        }
    }
}

/**
 * What a place is called where that is written down. What only its source may say is not.
 * @param {{ref?: string, name?: string}} place
 */
export function nameToKeep({ ref, name }) {
    return isFleeting(ref) || name === undefined ? texts.place : name;
}

/**
 * What is remembered of a place until the hub shows it.
 * @param {Partial<Place>} place
 * @returns {import("../../../js/tablecast.js").JSONObject}
 */
function kept({ ref, name, kind, address, phone, url, lat, lon }) {
    const members = isFleeting(ref) ? {} : { name, kind, address, phone, url, lat, lon };
    return JSON.parse(JSON.stringify(members));
}
