// @ts-check
"use strict";

/*
 * What the pages of the maze say. The sentences are the page's own, in its catalogues: a page has them as
 * a family, `new tablecastMaze.Words(familyOf("maze"))`, and a panel as its texts. In English:
 *
 *     "rooms.one": "1 room", "rooms.other": "{count} rooms",
 *     "exploring": "Exploring, {rooms}", "ready": "Explored, {rooms}",
 *     "lost.one": "1 room lost", "lost.other": "{count} rooms lost",
 *     "raceIn": "The race begins in {time}", "racing": "The race is on", "wins": "{name} wins in {time}",
 *     "number": "Number {label}", "nobody": "Nobody reached the exit", "cancelled": "Stopped, {rooms}",
 *     "failed": "The maze couldn't be explored", "replay": "Replay"
 *
 * Pages on which somebody walks have also:
 *
 *     "way.north": "north", "way.east": "east", "way.south": "south", "way.west": "west",
 *     "list": "{list}, {next}", "listEnd": "{list} and {last}", "steps": "{count} {way}",
 *     "place.start": "At the start.", "place.exit": "At the exit.", "place.away": "{ways} of the start.",
 *     "open.one": "{ways} is open.", "open.other": "{ways} are open.",
 *     "door.one": "A door is {ways}.", "door.other": "Doors are {ways}.", "exit": "The exit is {ways}."
 *
 * And those that say what an exploration found wrong, and what to do, have `problem.<code>.one` and
 * `problem.<code>.other` with the places `{count}` and `{first}`, for each code.
 */

/**
 * A time as minutes and seconds: `00:48`, `125:07`.
 * @param {number} ms
 */
tablecastMaze.clockText = function (ms) {
    const seconds = Math.max(0, Math.floor(ms / 1000)) || 0;
    const digits = (/** @type {number} */ number) => (number < 10 ? `0${number}` : String(number));
    return `${digits(Math.floor(seconds / 60))}:${digits(seconds % 60)}`;
};

/**
 * The walkers in the order in which they are listed: by their places, then by how far they have to go.
 * @param {Record<string, any>} walkers
 * @param {tablecastMaze.Plan} plan
 * @returns {{id: string, label: string, colour: number, place: number | undefined, ms: number | undefined}[]}
 */
tablecastMaze.ranked = function (walkers, plan) {
    return Object.keys(walkers)
        .map((id) => {
            const { label, colour, place, ms, x, y } = walkers[id];
            const far = place === undefined ? plan.distance(x, y) : -1;
            return { id, label, colour, place, ms, far };
        })
        .sort((one, other) =>
            (one.place || Infinity) - (other.place || Infinity) || one.far - other.far ||
            tablecastMaze.compareIDs(one.id, other.id));
};

/** The walkers in order, which changes at most twice a second: names that jump can't be read. */
tablecastMaze.Ranking = class Ranking {
    /** @param {() => void} render asks for a drawing of the page */
    constructor(render) {
        this.render = render;
        this.pauseMs = 500;
        /** @type {any} */
        this.shown = null;
        this.shownAtMs = -Infinity;
        this.timer = 0;
    }

    /**
     * The order to show now, or null to keep the last one. If it is too early for a change, the page is
     * drawn again later.
     * @param {any} doc
     * @param {tablecastMaze.Plan} plan
     * @param {string} [own] the id of the own walker
     */
    next({ walkers, rooms }, plan, own) {
        const { shown } = this;
        if (shown && shown.walkers === walkers && shown.rooms === rooms && shown.own === own) {
            return null;
        }
        // Arrivals and departures show at once, such as at the beginning of a replay's race.
        const count = Object.keys(walkers || {}).length;
        const isOther = shown && shown.count !== count;
        const nowMs = tablecast.elapsedMs();
        if (nowMs - this.shownAtMs < this.pauseMs && !isOther) {
            this.timer = this.timer || tablecast.runAfter(this.pauseMs, () => {
                this.timer = 0;
                this.render();
            });
            return null;
        }
        this.shown = { walkers, rooms, own, count };
        this.shownAtMs = nowMs;
        return tablecastMaze.ranked(walkers || {}, plan);
    }
};

tablecastMaze.Words = class Words {
    /** @param {Record<string, string>} texts */
    constructor(texts) {
        this.texts = texts;
    }

    /**
     * @param {string} sentence
     * @param {Record<string, string | number>} places
     */
    fill(sentence, places) {
        const { lang } = document.documentElement;
        return (sentence || "").replace(/\{(\w+)\}/g, (_, name) => {
            const value = places[name];
            return typeof value === "number" ? value.toLocaleString(lang) : String(value);
        });
    }

    /**
     * @param {number} count
     * @returns {"one" | "other"}
     */
    form(count) {
        // French has no plural for none.
        const isOne = count === 1 || (count === 0 && document.documentElement.lang === "fr");
        return isOne ? "one" : "other";
    }

    /** @param {number} count */
    rooms(count) {
        const { texts } = this;
        return this.fill(texts[`rooms.${this.form(count)}`], { count });
    }

    /**
     * How many rooms are lost; nothing when none is.
     * @param {any} doc
     */
    lost(doc) {
        const { texts } = this;
        const count = (doc && doc.run && doc.run.lost) || 0;
        return count > 0 ? this.fill(texts[`lost.${this.form(count)}`], { count }) : "";
    }

    /**
     * How many seconds there are until a race begins; 0 when there is none or it has begun.
     * @param {any} doc
     * @param {number} nowMs by the hub's clock
     */
    secondsToRace(doc, nowMs) {
        const { state, raceAt } = (doc && doc.run) || {};
        return state === "racing" ? Math.max(0, Math.ceil((Date.parse(raceAt) - nowMs) / 1000)) : 0;
    }

    /**
     * The time that a run has taken: of its race, or else of its exploration. Empty once the race is over, or
     * somebody has won: the winner's time is told with the name.
     * @param {any} doc
     * @param {number} nowMs by the hub's clock
     */
    clock(doc, nowMs) {
        const { state, startedAt, endedAt, raceAt, clockMs } = (doc && doc.run) || {};
        if (state === "finished" || state === "failed" || (state === "racing" && this.winner(doc))) {
            return "";
        }
        const ms =
            clockMs !== undefined ? clockMs
            : state === "racing" ? nowMs - Date.parse(raceAt)
            : (endedAt === undefined ? nowMs : Date.parse(endedAt)) - Date.parse(startedAt);
        return tablecastMaze.clockText(ms);
    }

    /**
     * In how many milliseconds the clock shows another second; undefined while it stands still.
     * @param {any} doc
     * @param {number} nowMs by the hub's clock
     */
    nextSecondMs(doc, nowMs) {
        const { state, startedAt, raceAt } = (doc && doc.run) || {};
        if (state !== "exploring" && state !== "racing") {
            return undefined;
        }
        const passedMs = nowMs - Date.parse(state === "racing" ? raceAt : startedAt);
        return 1005 - (((passedMs % 1000) + 1000) % 1000);
    }

    /**
     * Who was the first at the exit, also after having left.
     * @param {any} doc
     * @returns {{label: string, ms: number} | undefined}
     */
    winner(doc) {
        return doc && doc.run && doc.run.winner;
    }

    /**
     * A label in a sentence: those that are numbers are called so.
     * @param {string} label
     */
    name(label) {
        return /^[\d ]+$/.test(label) ? this.fill(this.texts.number, { label }) : label;
    }

    /**
     * What is going on.
     * @param {any} doc
     * @param {number} nowMs by the hub's clock
     */
    state(doc, nowMs) {
        const { texts } = this;
        const run = (doc && doc.run) || {};
        const rooms = this.rooms(run.found || 0);
        const winner = this.winner(doc);
        const wins = winner &&
            this.fill(texts.wins, { name: this.name(winner.label), time: tablecastMaze.clockText(winner.ms) });
        switch (run.state) {
            case "exploring":
                return this.fill(texts.exploring, { rooms });
            case "ready":
                return this.fill(texts.ready, { rooms });
            case "racing":
                return this.countdown(this.secondsToRace(doc, nowMs)) || wins || texts.racing;
            case "finished":
                return wins || texts.nobody;
            case "cancelled":
                return this.fill(texts.cancelled, { rooms });
            case "failed":
                return texts.failed;
            default:
                return "";
        }
    }

    /**
     * The last three seconds are counted aloud: `3`, `3 … 2`, `3 … 2 … 1`.
     * @param {number} seconds
     */
    countdown(seconds) {
        const { texts } = this;
        const counted = [3, 2, 1].filter((each) => each >= seconds);
        return seconds === 0 ? ""
            : seconds > 3 ? this.fill(texts.raceIn, { time: tablecastMaze.clockText(seconds * 1000) })
            : counted.join(" … ");
    }

    /** @param {string[]} parts */
    list(parts) {
        const { texts } = this;
        return parts.reduce((list, next, index) =>
            (index < parts.length - 1
                ? this.fill(texts.list, { list, next })
                : this.fill(texts.listEnd, { list, last: next })));
    }

    /**
     * A sentence about some sides, in the form for one or for several; nothing about none.
     * @param {"open" | "door" | "exit"} about
     * @param {Side[]} sides
     */
    about(about, sides) {
        const { texts } = this;
        if (sides.length === 0) {
            return "";
        }
        const ways = this.list(sides.map(({ name }) => texts[`way.${name}`]));
        const said = this.fill(
            about === "open" ? texts[`open.${this.form(sides.length)}`]
            : about === "door" ? texts[`door.${this.form(sides.length)}`]
            : texts.exit,
            { ways });
        return said.charAt(0).toUpperCase() + said.slice(1);
    }

    /**
     * Where one is, and which ways are open.
     * @param {tablecastMaze.Plan} plan
     * @param {number} x
     * @param {number} y
     */
    here(plan, x, y) {
        const { texts } = this;
        const room = plan.at(x, y);
        if (!room) {
            return "";
        }
        const { sides } = tablecastMaze;
        const open = sides.filter(({ bit }) => room.open & bit);
        const isThere = (/** @type {Side} */ { dx, dy }, /** @type {"isDoor" | "isExit"} */ is) => {
            const next = plan.at(x + dx, y + dy);
            return next !== undefined && next[is];
        };
        const away = [[y, 0, 2], [x, 1, 3]]
            .filter(([steps]) => steps !== 0)
            .map(([steps, forth, back]) => this.fill(texts.steps, {
                count: Math.abs(steps), way: texts[`way.${sides[steps > 0 ? forth : back].name}`]
            }));
        const place =
            room.isExit ? texts[`place.${"exit"}`]
            : away.length === 0 ? texts[`place.${"start"}`]
            : this.fill(texts[`place.${"away"}`], { ways: this.list(away) });
        return [
            place,
            this.about("open", open),
            this.about("door", open.filter((side) => isThere(side, "isDoor"))),
            this.about("exit", open.filter((side) => isThere(side, "isExit")))
        ].filter((sentence) => sentence !== "").join(" ");
    }

    /**
     * What an exploration found wrong, and what to do: the worst first.
     * @param {any} doc
     * @returns {string[]}
     */
    problems(doc) {
        const { texts } = this;
        const problems = (doc && doc.run && doc.run.problems) || {};
        const order = ["unreachable", "too_many", "bad_room", "unknown_room", "contradiction", "one_sided"];
        const worst = (/** @type {string} */ code) => (order.indexOf(code) + 1 || order.length + 1);
        return Object.keys(problems)
            .sort((one, other) => worst(one) - worst(other))
            .map((code) => {
                const { count, first = "" } = problems[code];
                const key = `${code}.${this.form(count)}`;
                // An id in another script must not turn the sentence round.
                const places = { count, first: `\u2068${first}\u2069` };
                return this.fill(texts[`problem.${key}`], places);
            });
    }
};
