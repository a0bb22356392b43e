/** Documents of mazes, made by hand. */
import { vectors } from "../support.mjs";

await import("../../../Public/boards/maze/walking.js");

/** All of the pages' core, including the parts that only the hub's pages use. */
export const { tablecastMaze } = globalThis;

/**
 * The rooms of a document, from rows of their texts: each from the west, the northernmost row first. The start is
 * at 0,0.
 * @param {string[]} rows
 */
export function roomsOf(rows) {
    const texts = rows.map((row) => row.split(" "));
    const south = texts.findIndex((row) => row.some((text) => text.includes("@")));
    const west = texts[south].findIndex((text) => text.includes("@"));
    return Object.fromEntries(texts.flatMap((row, y) =>
        row.map((text, x) => [`${x - west},${south - y}`, text])
            .filter(([, text]) => text !== ".")));
}

/** A maze of the hub's own, with loops, doors and locks. */
export const known = roomsOf(vectors("mazes.json").cases[1].rows);

/**
 * @param {string[]} rows
 * @param {object} [run]
 */
export function planOf(rows, run = { state: "ready" }) {
    const plan = new tablecastMaze.Plan();
    plan.update({ run, rooms: roomsOf(rows), walkers: {} });
    return plan;
}

/** A canvas without pixels, which records the calls. */
export class Recorder {
    /** @param {object} [canvas] */
    constructor(canvas) {
        this.calls = [];
        this.canvas = canvas;
        return new Proxy(this, {
            get: (target, name) => target[name] ??
                ((...args) => target.calls.push([name, ...args.map((each) => Math.round(each * 100) / 100 + 0)])),
            set: (target, name, value) => {
                target.calls.push(["set", name, value]);
                return true;
            },
        });
    }
}
