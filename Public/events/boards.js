// @ts-check
import { busyUntil } from "../js/now.js";
import { pageState } from "../js/page.js";
import { familyOf, text } from "../js/texts.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/**
 * An event, with what is needed to put it into words.
 * @typedef {object} Telling
 * @property {string} name of whom or what it is about
 * @property {Record<string, any>} data
 * @property {Record<string, any>} told what the board's `told` has found
 * @property {(key: string, places?: Record<string, any>) => string} say a sentence of the board's
 * @property {(family: string) => Record<string, string>} family some of the board's sentences
 * @property {(name: string) => string} column what a member of the data is called
 */

/**
 * The board's view before an event and after it.
 * @template {Record<string, any>} [Doc=Record<string, any>] the view's document
 * @typedef {object} Around
 * @property {JournalEvent} event
 * @property {Doc} before
 * @property {Doc} after
 * @property {(rows: Record<string, any>) => [string, any][]} inLine those who stand in the line
 */

/**
 * The exports of `events/words.js` in a board's folder. All of them may be left out; so may the file,
 * where the board's catalogues say enough: `events.happened.<kind>` for each kind of event, and
 * `events.columns.<name>`. The page has these as `boards.<board>.happened.<kind>`.
 * @typedef {object} Words
 * @property {string} [view] the one that tells what its things are called now
 * @property {string[]} [things] the arguments by which a change names one of its things
 * @property {string[]} [columns] those that come first in a table
 * @property {{of: string, stands: (row: any) => boolean}} [line] which rows stand in a line: those
 *     of this member of its views of which this is so
 * @property {(around: Around) => Record<string, any>} [told] what its view tells more of an event
 * @property {Record<string, (telling: Telling) => string>} [happened] what one sentence is not enough
 *     for, by the kind of the event
 */

/** A board, as far as the page knows it: by what the server and the board's own folder say of it. */
export class Board {
    /**
     * @param {{name: string, views: string[], roles?: string[]}} declared
     * @param {Words} words
     */
    constructor({ name, views, roles = [] }, words) {
        this.name = name;
        this.words = words;
        this.things = words.things ?? [];
        /** The views of which one may see the past, the one first that tells most. */
        this.views = [...views].sort(
            (one, other) => Number(other === words.view) - Number(one === words.view),
        );
        /** The view that names the board's things, if this sign-in may read it. */
        this.view = words.view && views.includes(words.view) ? words.view : "";
        /** @param {string} family */
        this.family = (family) => familyOf(`boards.${name}.${family}`);
        const { title = name, thing = "" } = familyOf(`boards.${name}`);
        this.title = title;
        const roleTitles = this.family("role");
        /** The roles that it adds, and what they are called. @type {[string, string][]} */
        this.roles = roles.map((role) => [role, roleTitles[role] ?? role]);
        /** What a nameless thing of this board is called. */
        this.thing = thing;
        this.columns = { ...familyOf("columns"), ...this.family("columns") };
        this.sentences = this.family("happened");
        /** @param {string} column */
        this.column = (column) => this.columns[column] ?? column;
    }

    /** The kinds of its events. */
    get kinds() {
        return Object.keys(this.sentences);
    }

    /**
     * What happened, in words, or as the journal calls it where the board has no words for it.
     * @param {string} kind
     * @param {string} name
     * @param {JournalEvent} event
     * @param {Record<string, any>} told
     * @returns {string}
     */
    happened(kind, name, { data = {}, subject = "" }, told) {
        const { column, family } = this;
        /** @type {Telling["say"]} */
        const say = (key, places) => text(`boards.${this.name}.${key}`, places);
        const own = this.words.happened?.[kind];
        if (own) {
            return own({ name, data, told, say, family, column });
        }
        if (kind in this.sentences) {
            return say(`happened.${kind}`, { ...data, name, subject });
        }
        return kind === "configured"
            ? text("configured", { fields: Object.keys(data).map(column).join(", ") })
            : `${this.name}.${kind}`;
    }

    /**
     * Those who stand in the line, in its order.
     * @param {Record<string, any>} rows
     */
    inLine(rows) {
        const { line } = this.words;
        return line ? ordered(rows).filter(([, row]) => line.stands(row)) : [];
    }

    /**
     * Their places, from 1 on.
     * @param {Record<string, any>} rows
     * @returns {Map<string, number>}
     */
    places(rows) {
        return new Map(this.inLine(rows).map(([key], index) => [key, index + 1]));
    }
}

/**
 * The rows in the order in which people see them.
 * @param {Record<string, any>} rows
 * @returns {[string, any][]}
 */
export function ordered(rows) {
    /** @param {any} row */
    const place = (row) => String(row?.rank ?? row?.at ?? "");
    return Object.entries(rows).sort(([, one], [, other]) =>
        place(one) < place(other) ? -1 : +(place(one) > place(other)),
    );
}

/** The boards of the hub, in their order, including those that the venue does not use. */
export const boards = new Map(
    await Promise.all(
        (pageState().boards ?? []).map(async (declared) => {
            const { name, hasModule } = declared;
            const words = hasModule ? await busyUntil(import(`../boards/${name}/events/words.js`)) : {};
            return /** @type {[string, Board]} */ ([name, new Board(declared, words)]);
        }),
    ),
);

/**
 * The board of this name. The journal may have events of one that the hub does not have any more.
 * @param {string} name
 * @returns {Board}
 */
export function boardOf(name) {
    const known = boards.get(name) ?? new Board({ name, views: [] }, {});
    boards.set(name, known);
    return known;
}

/**
 * The board whose view it is.
 * @param {string} view
 */
export function boardOfView(view) {
    return boardOf(view.slice(0, view.indexOf("/")));
}
