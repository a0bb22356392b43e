// @ts-check
import { byId, make, setText } from "../../../js/dom.js";
import { newIdentifier } from "../../../js/tablecast.js";
import { BoardForm } from "./boardform.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

/**
 * A board that the hub has, as the hub writes it into the page.
 * @typedef {object} BoardDescription
 * @property {string} name
 * @property {string} summary in English
 * @property {boolean} isAlwaysOn
 * @property {{ name: string, summary: string }[]} roles that it adds
 * @property {import("./settingvalue.js").SettingDescription[]} settings
 * @property {Record<string, string>} texts of its own catalogue, about itself, its roles and its settings
 */

/**
 * What the list of boards asks of the page.
 * @typedef {object} BoardAsker
 * @property {(action: string, args: JSONObject, name: string, done: string) => string} ask
 * @property {(id: string, action: string, args: JSONObject, name: string, done: string) => void} askAlone asks
 * without leaving a trace in the browser
 * @property {(sentence: string) => void} say to those who hear the page
 */

/** What the house uses: every board, with its switch where it has one, and its settings. */
export class BoardList {
    /**
     * @param {BoardDescription[]} boards
     * @param {import("../../../js/tablecast.js").Sync} sync
     * @param {BoardAsker} asker
     */
    constructor(boards, sync, asker) {
        this.sync = sync;
        this.asker = asker;
        /**
         * The boards that the venue uses, of those that can be switched.
         * @type {string[]}
         */
        this.used = [];
        this.cards = boards.map((board) => new BoardCard(board, this));
        byId("boards", HTMLElement).append(...this.cards.map(({ element }) => element));
    }

    /** The settings of the boards that the venue uses, as far as they are known. */
    get settings() {
        return this.cards.map(({ view }) => this.sync.doc(view));
    }

    /**
     * The settings of the house are these now.
     * @param {{ boards?: string[] }} venue
     */
    know({ boards = [] }) {
        this.used = boards;
        for (const card of this.cards) {
            card.know(card.board.isAlwaysOn || boards.includes(card.board.name), this.sync);
        }
    }

    /**
     * Switches a board on or off.
     * @param {BoardDescription} board
     * @param {string} title
     * @param {boolean} isOn
     */
    turn({ name }, title, isOn) {
        const others = this.used.filter((each) => each !== name);
        const args = { boards: isOn ? [...others, name] : others };
        return this.asker.ask("house.configure", args, title, isOn ? "boardOn" : "boardOff");
    }

    /**
     * Changes settings of a board.
     * @param {BoardDescription} board
     * @param {string} title
     * @param {JSONObject} changes
     * @param {boolean} isSecret
     * @returns {string} the id of the change
     */
    configure({ name }, title, changes, isSecret) {
        const action = `${name}.configure`;
        if (!isSecret) {
            return this.asker.ask(action, changes, title, "boardSet");
        }
        const id = newIdentifier();
        this.asker.askAlone(id, action, changes, title, "boardSet");
        return id;
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether what is wrong stands at the fields
     */
    answered(id, message) {
        return this.cards.map((card) => card.answered(id, message)).some(Boolean);
    }
}

/** One board: what it is, whether it is on, and its settings. */
class BoardCard {
    /**
     * @param {BoardDescription} board
     * @param {BoardList} list
     */
    constructor(board, list) {
        this.board = board;
        this.asked = "";
        const title = board.texts["board.title"] ?? board.name;
        const about = board.texts["board.about"] ?? board.summary;
        this.view = board.settings.length > 0 ? `${board.name}/settings` : "";
        const heading = make("h3", { id: `board-${board.name}` }, title);
        const words = make("div", {}, heading, make("p", { className: "about" }, about));
        this.box = make("input", { type: "checkbox", role: "switch", ariaLabel: title });
        this.said = make("b");
        this.box.addEventListener("change", () => {
            this.asked = list.turn(board, title, this.box.checked);
        });
        const turn = board.isAlwaysOn
            ? make("p", { className: "quiet always" }, texts.alwaysOn)
            : make("label", { className: "switch" }, this.said, this.box);
        this.form = this.view
            ? new BoardForm(
                  board,
                  (changes, isSecret) => list.configure(board, title, changes, isSecret),
                  list.asker.say,
              )
            : undefined;
        this.element = make("li", { className: "board", "aria-labelledby": heading.id });
        this.element.append(make("div", { className: "board-head" }, words, turn));
        if (this.form) {
            this.element.append(this.form.element);
        }
    }

    /**
     * @param {boolean} isOn
     * @param {import("../../../js/tablecast.js").Sync} sync
     */
    know(isOn, sync) {
        // Until its own change is shown, a switch stands where it was put.
        if (!sync.outbox.find(this.asked)) {
            this.box.checked = isOn;
        }
        setText(this.said, this.box.checked ? texts.on : texts.off);
        if (!this.form) {
            return;
        }
        this.form.element.hidden = !isOn;
        if (!isOn) {
            // There is no such view then.
            sync.unsubscribe(this.view);
            return;
        }
        sync.subscribe(this.view);
        const doc = /** @type {any} */ (sync.doc(this.view));
        if (doc?.settings) {
            this.form.know(doc.settings, (id) => !sync.outbox.find(id));
        }
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     */
    answered(id, message) {
        return this.form?.answered(id, message) ?? false;
    }
}
