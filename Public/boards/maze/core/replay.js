// @ts-check
"use strict";

/**
 * The record of a run, as `GET /v1/<venue>/maze/runs/<run>` gives it: the rooms in the order in which they
 * were found, with milliseconds since the start, and the steps of the last race, since its beginning.
 * @typedef {object} RunRecord
 * @property {string} run
 * @property {[number, string, string][]} rooms
 * @property {[number, string, number, number][]} steps
 * @property {Record<string, string>} labels
 */

/** The pause between the exploration and the race of a replay. */
tablecastMaze.replayPauseMs = 1000;
/** How long the end of a replay stays. */
tablecastMaze.replayEndMs = 8000;

/** A record that is played: the document at any time of it, as `maze/display` had it then, or much so. */
tablecastMaze.Playback = class Playback {
    /** @param {RunRecord} record */
    constructor(record) {
        this.record = record;
        const [lastRoom, lastStep] = [record.rooms, record.steps].map((each) => each[each.length - 1]);
        this.exploringMs = lastRoom ? lastRoom[0] : 0;
        this.racingMs = lastStep ? lastStep[0] : 0;
        const exit = record.rooms.filter(([, , text]) => text.indexOf("X") >= 0)[0];
        this.exit = exit ? exit[1] : "";
        this.roomCount = 0;
        this.stepCount = 0;
        this.placeCount = 0;
        /** @type {{label: string, ms: number} | undefined} */
        this.winner = undefined;
        /** @type {Record<string, string>} */
        this.rooms = {};
        /** @type {Record<string, any>} */
        this.walkers = {};
    }

    /**
     * @param {{run: string, speed: number, at: string}} replay
     * @param {number} nowMs by the hub's clock
     * @param {any} doc what the hub shows now, which has the walkers' colours and the path
     */
    documentAt(replay, nowMs, doc) {
        const { speed } = replay;
        const { record, exploringMs, racingMs } = this;
        const { replayPauseMs, replayEndMs } = tablecastMaze;
        const sinceMs = Math.max(0, (nowMs - Date.parse(replay.at)) * speed);
        const raceMs = sinceMs - exploringMs - replayPauseMs * speed;
        const isRaced = record.steps.length > 0;
        const endMs = exploringMs + (isRaced ? replayPauseMs * speed + racingMs : 0);
        const isOver = sinceMs >= endMs;
        const isRacing = isRaced && raceMs > 0;
        this.playRooms(sinceMs);
        if (isRacing || this.stepCount > 0) {
            this.playSteps(raceMs, doc);
        }
        const current = (doc && doc.run) || {};
        const state = isRacing ? (isOver ? "finished" : "racing") : isOver ? "ready" : "exploring";
        const run = {
            id: record.run, state, found: this.roomCount, lost: 0,
            winner: this.winner,
            path: state === "finished" && current.id === record.run ? current.path : undefined,
            clockMs: isRacing ? Math.min(raceMs, racingMs) : Math.min(sinceMs, exploringMs),
            raceAt: replay.at
        };
        const isPast = sinceMs >= endMs + replayEndMs * speed;
        return { isOver, isPast, doc: { run, rooms: this.rooms, walkers: this.walkers, replay } };
    }

    /** @param {number} untilMs */
    playRooms(untilMs) {
        const { rooms } = this.record;
        const before = this.roomCount;
        while (this.roomCount < rooms.length && rooms[this.roomCount][0] <= untilMs) {
            this.roomCount += 1;
        }
        if (this.roomCount > before) {
            // Documents are not changed: the picture compares them.
            this.rooms = Object.assign({}, this.rooms);
            rooms.slice(before, this.roomCount).forEach(([, key, text]) => (this.rooms[key] = text));
        }
    }

    /**
     * @param {number} untilMs
     * @param {any} doc
     */
    playSteps(untilMs, doc) {
        const { steps, labels } = this.record;
        const now = (doc && doc.walkers) || {};
        if (Object.keys(this.walkers).length === 0) {
            this.walkers = {};
            Object.keys(labels).forEach((id) => {
                const colour = now[id] ? now[id].colour : Number(id.slice(2)) - 1;
                this.walkers[id] = { label: labels[id], colour, x: 0, y: 0, steps: 0 };
            });
        }
        if (this.stepCount < steps.length && steps[this.stepCount][0] <= untilMs) {
            this.walkers = Object.assign({}, this.walkers);
        }
        while (this.stepCount < steps.length && steps[this.stepCount][0] <= untilMs) {
            const [ms, id, x, y] = steps[this.stepCount];
            const walker = Object.assign({}, this.walkers[id], { x, y });
            walker.steps += 1;
            if (`${x},${y}` === this.exit && walker.place === undefined) {
                this.placeCount += 1;
                walker.place = this.placeCount;
                walker.ms = ms;
                this.winner = this.winner || { label: walker.label, ms };
            }
            this.walkers[id] = walker;
            this.stepCount += 1;
        }
    }
};

/**
 * Plays the replay that the hub's document names. It asks for the record when a replay begins; time is
 * counted from the beginning that the document names, by the hub's clock, so all screens are in step.
 *
 *     const player = new tablecastMaze.Player({ venue, role, now: () => sync.clock.now(), changed: render });
 *     const shown = player.shown(sync.doc("maze/display"));
 *
 * `shown` gives the document to draw: that of the replay, or the hub's own while there is none, its record
 * is not here, or its end has been shown for a while. `changed` is called when there is more to draw.
 */
tablecastMaze.Player = class Player {
    /**
     * @param {{venue: string, role?: string, now: () => number, changed: () => void}} options
     */
    constructor({ venue, role, now, changed }) {
        this.venue = venue;
        this.role = role;
        this.now = now;
        this.changed = changed;
        /** The replay whose record has been asked for. */
        this.asked = "";
        /** @type {tablecastMaze.Playback | null} */
        this.playback = null;
        /** Whether what `shown` has given is on its way, and not yet at the end of the record. */
        this.isPlaying = false;
        this.isAsked = false;
        /** Runs while the end is shown. */
        this.endTimer = 0;
    }

    /** @param {any} doc */
    shown(doc) {
        this.isPlaying = false;
        const replay = doc && doc.replay;
        if (!replay) {
            this.asked = "";
            this.playback = null;
            return doc;
        }
        const name = `${replay.run} ${replay.at}`;
        if (name !== this.asked) {
            this.asked = name;
            this.playback = null;
            tablecast.stopTimer(this.endTimer);
            this.endTimer = 0;
            this.ask(replay.run, name);
        }
        if (!this.playback) {
            return doc;
        }
        const played = this.playback.documentAt(replay, this.now(), doc);
        this.isPlaying = !played.isOver;
        if (played.isPast) {
            return Object.assign({}, doc, { replay: undefined });
        }
        if (played.isOver && this.endTimer === 0) {
            this.endTimer = tablecast.runAfter(tablecastMaze.replayEndMs, () => {
                this.endTimer = 0;
                this.changed();
            });
        } else if (!played.isOver && !this.isAsked) {
            this.isAsked = true;
            tablecast.runInFrame(() => {
                this.isAsked = false;
                this.changed();
            });
        }
        return played.doc;
    }

    /**
     * @param {string} run
     * @param {string} name
     */
    ask(run, name) {
        const request = new XMLHttpRequest();
        const role = this.role ? `?as=${encodeURIComponent(this.role)}` : "";
        request.open("GET", `/v1/${this.venue}/maze/runs/${run}${role}`);
        request.onload = () => {
            if (request.status === 200 && name === this.asked) {
                this.playback = new tablecastMaze.Playback(JSON.parse(request.responseText));
                this.changed();
            }
        };
        request.onloadend = () => tablecast.rest.end(request);
        tablecast.rest.begin(request);
        request.send();
    }
};
