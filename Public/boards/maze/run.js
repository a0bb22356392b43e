// @ts-check
import { sides } from "./core.js";

/** @typedef {"explore" | "cancel" | "retry" | "race" | "stop" | "replay"} Deed */

/** @typedef {"north" | "east" | "south" | "west"} Side */
/** @typedef {{x: number, y: number}} Place */

export const sideNames = sides.map(({ name }) => name);

const sidesByName = /** @type {Record<Side, typeof sides[number]>} */ (
    Object.fromEntries(sides.map((side) => [side.name, side]))
);

/** @type {Record<string, Deed[]>} */
const legal = {
    none: ["explore"],
    exploring: ["cancel"],
    ready: ["explore", "race", "replay", "retry"],
    racing: ["stop"],
    finished: ["explore", "race", "replay", "retry"],
    cancelled: ["explore", "replay"],
    failed: ["explore"],
};

/**
 * What may be done with a run in its state.
 * @param {any} run that of the document, if there is one
 * @returns {Set<Deed>}
 */
export function legalDeeds(run) {
    const deeds = legal[run?.state ?? "none"] ?? [];
    return new Set(deeds.filter((deed) => deed !== "retry" || run.lost > 0));
}

/**
 * Whether walkers may join the run.
 * @param {any} run
 */
export function takesWalkers(run) {
    return run !== undefined && run.state !== "cancelled" && run.state !== "failed";
}

/**
 * Whether steps are taken now.
 * @param {any} run
 * @param {number} nowMs by the hub's clock
 */
export function isUnderWay(run, nowMs) {
    return run?.state === "racing" && nowMs >= Date.parse(run.raceAt);
}

/**
 * Where a step leads; undefined when there is a wall, or no room behind the open side.
 * @param {Record<string, string>} rooms as the document has them
 * @param {Place} place
 * @param {Side} side
 * @returns {Place | undefined}
 */
export function neighbour(rooms, { x, y }, side) {
    const { letter, dx, dy } = sidesByName[side];
    const next = { x: x + dx, y: y + dy };
    const isOpen = rooms[`${x},${y}`]?.toLowerCase().includes(letter);
    return isOpen && `${next.x},${next.y}` in rooms ? next : undefined;
}

/**
 * Whether a place is the exit.
 * @param {Record<string, string>} rooms
 * @param {Place} place
 */
export function isExit(rooms, { x, y }) {
    return rooms[`${x},${y}`]?.includes("X") === true;
}
