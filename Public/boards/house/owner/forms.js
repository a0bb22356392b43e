// @ts-check
import { Merge } from "../../../js/ui/forms.js";
import { byId, isSame, make, makeButton, setText, text } from "../../../js/ui/page.js";
import { fieldOf, isCurrency } from "./fields.js";

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../../../js/tablecast.js").Sync} Sync */
/** @typedef {import("./fields.js").Field} Field */

/**
 * A board of the hub, as the hub writes it into the page.
 * @typedef {object} BoardDescription
 * @property {string} name
 * @property {string} summary in English
 * @property {boolean} isAlwaysOn
 * @property {{ name: string, summary: string }[]} roles the roles that it adds
 * @property {import("./values.js").SettingDescription[]} settings
 * @property {Record<string, string>} texts from its own catalogue: about itself, its roles and its settings
 */

/**
 * The functions of the page that forms need.
 * @typedef {object} Asker
 * @property {(action: string, args: JSONObject, name: string, done?: string) => string} ask
 * @property {(action: string, args: JSONObject, name: string, done?: string) => string} askAlone asks without storing
 * anything in the browser
 * @property {(sentence: string) => void} say announces a sentence
 */

/** A form of settings. Fields that are not being edited follow the present settings. */
export class SettingsForm {
    /**
     * @param {Field[]} fields
     * @param {object} form
     * @param {(changes: JSONObject, isSecret: boolean) => string} form.send returns the id of the change
     * @param {(sentence: string) => void} form.say announces a sentence
     * @param {boolean} [form.hasDefaults] whether each setting has a default value
     * @param {Record<string, string>} [form.words] `<setting>.group` is the title of the rarely used settings
     */
    constructor(fields, { send, say, hasDefaults = false, words = {} }) {
        this.fields = fields;
        this.send = send;
        this.hasDefaults = hasDefaults;
        /**
         * The present settings by name; for a secret, whether it is set.
         * @type {JSONObject | null}
         */
        this.known = null;
        const around = (/** @type {() => void} */ change) => {
            change();
            this.mark();
        };
        this.merge = new Merge(Object.fromEntries(this.open.map(mergedField)), { say, around });
        for (const field of this.open) {
            field.problem.after(this.merge.questions[field.setting.name]);
        }
        this.nothing = make("p", { className: "problem", role: "status" });
        this.defaults = makeButton(text("setting.restore"), () => this.restore(), { className: "plain" });
        this.undo = makeButton(text("leaveAsWas"), () => this.draw(), { className: "plain" });
        const save = make("button", { className: "action" }, text("save"));
        this.element = make(
            "form",
            { className: "settings", noValidate: true, autocomplete: "off" },
            ...grouped(fields, words),
            this.nothing,
            make("div", { className: "buttons" }, save, this.undo, this.defaults),
        );
        this.element.addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        for (const change of ["input", "choose"]) {
            this.element.addEventListener(change, () => this.mark());
        }
        for (const field of fields) {
            field.clear?.addEventListener("click", () => {
                this.merge.save({}, () => this.send({ [field.setting.name]: null }, true));
            });
        }
        this.mark();
    }

    /**
     * Shows the present settings. Edited fields stay; a saved field shows the hub's form of the value.
     * @param {JSONObject} settings
     * @param {(id: string) => boolean} isShown whether the settings include a change
     */
    know(settings, isShown) {
        if (this.merge.update(settings, isShown)) {
            this.known = settings;
            this.secrets.forEach((field) => field.write(settings[field.setting.name]));
            this.markButtons();
        }
    }

    /** The fields that are not secrets. */
    get open() {
        return this.fields.filter(({ setting }) => !setting.isSecret);
    }

    get secrets() {
        return this.fields.filter(({ setting }) => setting.isSecret);
    }

    /** Every setting with the value in its field. */
    get typed() {
        return this.fields.map((field) => ({ field, setting: field.setting, read: field.read() }));
    }

    /** Shows the present settings, and discards typed values. */
    draw() {
        this.merge.take(this.known ?? {});
        for (const field of this.secrets) {
            field.write(this.known?.[field.setting.name] ?? null);
            field.forget();
        }
        this.mark();
    }

    /** The changed settings; a default value is `null`. */
    get changes() {
        /** @type {JSONObject} */
        const changes = {};
        for (const { setting, read } of this.typed) {
            const { name, isSecret, defaultValue } = setting;
            if ("problem" in read) {
                changes[name] = null;
            } else if (isSecret ? read.value !== null : this.merge.isTouched(name)) {
                changes[name] = isSame(read.value, defaultValue) ? null : read.value;
            }
        }
        return changes;
    }

    /** Writes the default values into the fields, ready to save. */
    restore() {
        for (const field of this.open) {
            field.write(field.setting.defaultValue ?? null);
        }
        this.mark();
    }

    /** Removes the problems after typing. */
    mark() {
        this.nothing.textContent = "";
        this.fields.forEach((field) => field.show(""));
        this.markButtons();
    }

    /** Updates the buttons, and the fields that depend on others. */
    markButtons() {
        this.fields.forEach((field) => field.draw());
        this.undo.hidden = !this.known || Object.keys(this.changes).length === 0;
        this.defaults.hidden = !this.hasDefaults || this.open.every(({ setting: { name, defaultValue } }) => {
            return isSame(this.known?.[name], defaultValue);
        });
    }

    submit() {
        this.mark();
        const { undecided } = this.merge;
        if (undecided) {
            this.show([undecided]);
            this.merge.focus();
            return;
        }
        const { changes, typed } = this;
        const wrong = typed.filter(({ read }) => "problem" in read);
        for (const { field, read } of typed) {
            field.show("problem" in read ? read.problem : "");
        }
        if (wrong.length > 0) {
            reveal(wrong[0].field);
        } else if (Object.keys(changes).length === 0) {
            this.draw();
            this.nothing.textContent = text("nothingChanged");
        } else {
            const changed = typed.filter(({ setting }) => setting.name in changes);
            const isSecret = changed.some(({ setting }) => setting.isSecret);
            const sent = changed.map(({ setting, read }) => {
                return [setting.name, "value" in read ? read.value : null];
            });
            this.merge.save(Object.fromEntries(sent), () => this.send(changes, isSecret));
        }
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether the problems are shown at the fields
     */
    answered(id, message) {
        if (!this.merge.answered(id, message)) {
            return false;
        }
        if (message.type === "ack") {
            this.fields.forEach((field) => field.forget());
            this.markButtons();
            return false;
        }
        return this.show(message.problems ?? []);
    }

    /**
     * @param {import("../../../js/ui/page.js").Problem[]} problems
     * @returns {boolean} whether there are any, and each has its field
     */
    show(problems) {
        const wrong = this.fields.filter(({ setting }) => {
            return problems.some(({ field }) => field === setting.name);
        });
        for (const field of wrong) {
            const problem = problems.find((each) => each.field === field.setting.name);
            field.show(problem?.message ?? "");
        }
        if (wrong.length > 0) {
            reveal(wrong[0]);
        }
        return wrong.length > 0 && wrong.length === problems.length;
    }
}

/**
 * Focuses a field, unfolding its group first.
 * @param {Field} field
 */
function reveal(field) {
    field.element.closest("details")?.toggleAttribute("open", true);
    field.focus();
}

/**
 * Places the fields in order; rarely used ones are in a folded group.
 * @param {Field[]} fields
 * @param {Record<string, string>} words
 */
function grouped(fields, words) {
    const elements = fields.filter(({ setting }) => !words[`${setting.name}.group`]);
    const rest = fields.filter((field) => !elements.includes(field));
    const title = words[`${rest[0]?.setting.name}.group`];
    const group = title
        ? [make("details", {}, make("summary", {}, title), ...rest.map(({ element }) => element))]
        : [];
    return [...elements.map(({ element }) => element), ...group];
}

/**
 * @param {Field} field
 * @returns {[string, import("../../../js/ui/forms.js").MergedField]}
 */
function mergedField(field) {
    const read = () => {
        const typed = field.read();
        return "value" in typed ? typed.value : undefined;
    };
    return [
        field.setting.name,
        {
            label: field.label,
            read,
            write: (value) => field.write(value),
            named: (value) => field.named(value),
            focus: () => field.focus(),
            settled: () => field.show(""),
        },
    ];
}

/** The house's boards: each with its switch, if it has one, and a section of its settings. */
export class BoardList {
    /**
     * @param {BoardDescription[]} boards
     * @param {Sync} sync
     * @param {Asker} asker
     */
    constructor(boards, sync, asker) {
        this.sync = sync;
        this.asker = asker;
        /**
         * The switchable boards that the venue uses.
         * @type {string[]}
         */
        this.used = [];
        this.cards = boards.map((board) => new BoardCard(board, this));
        byId("boards", HTMLElement).append(...this.cards.map(({ element }) => element));
    }

    /** The loaded settings of the venue's boards. */
    get settings() {
        return this.cards.map(({ view }) => this.sync.doc(view));
    }

    /** The sections of the boards that have settings, in order. */
    get sections() {
        return this.cards.flatMap(({ section }) => (section ? [section] : []));
    }

    /**
     * Takes the house's present settings.
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
        const { ask, askAlone } = this.asker;
        return (isSecret ? askAlone : ask)(`${name}.configure`, changes, title, "boardSet");
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether the problems are shown at the fields
     */
    answered(id, message) {
        return this.cards.map(({ form }) => form?.answered(id, message)).some(Boolean);
    }
}

/** One board: its description, its switch, and the section with its settings. */
class BoardCard {
    /**
     * @param {BoardDescription} board
     * @param {BoardList} list
     */
    constructor(board, list) {
        this.board = board;
        this.asked = "";
        const { name, settings, texts, isAlwaysOn } = board;
        const title = texts["board.title"] ?? name;
        const about = texts["board.about"] ?? board.summary;
        this.view = settings.length > 0 ? `${name}/settings` : "";
        /** @type {SettingsForm | undefined} */
        this.form = undefined;
        /** @type {HTMLElement | undefined} */
        this.section = undefined;
        const heading = make("h3", { id: `board-${name}` }, title);
        this.box = make("input", { type: "checkbox", role: "switch", ariaLabel: title });
        this.said = make("b");
        this.box.addEventListener("change", () => {
            this.asked = list.turn(board, title, this.box.checked);
        });
        const turn = isAlwaysOn
            ? make("p", { className: "quiet always" }, text("uses.always"))
            : make("label", { className: "choice" }, this.box, this.said);
        this.link = make("a", { className: "button", href: `#${name}`, hidden: true }, text("uses.settings"));
        this.link.ariaLabel = text("label", { what: text("uses.settings"), name: title });
        const words = make("div", { className: "fills" }, heading, make("p", { className: "about" }, about));
        this.element = make("li", { className: "board beside", "aria-labelledby": heading.id }, words, this.link, turn);
        if (this.view) {
            this.fill(title, about, list);
        }
    }

    /**
     * Makes the section with the settings.
     * @param {string} title
     * @param {string} about
     * @param {BoardList} list
     */
    fill(title, about, list) {
        const { name, settings, texts } = this.board;
        const words = Object.fromEntries(
            Object.entries(texts).map(([key, words]) => [key.replace(/^settings\./, ""), words]),
        );
        // Settings that need more than a field have a page of their board.
        const elsewhere = settings.filter((each) => words[`${each.name}.page`]).map((each) => {
            const href = words[`${each.name}.page`];
            return make("li", {}, make("a", { className: "button", href }, words[each.name] ?? each.summary));
        });
        const own = settings.filter((each) => !words[`${each.name}.page`]);
        const currency = () => {
            const field = fields.find(({ setting }) => isCurrency(setting));
            const read = field?.read();
            const value = read && "value" in read ? read.value : null;
            return String(value ?? field?.setting.defaultValue ?? "XXX");
        };
        /** @type {Field[]} */
        const fields = own.map((each) => fieldOf(`${name}-${each.name}`, each, words, currency));
        this.form = new SettingsForm(fields, {
            send: (changes, isSecret) => list.configure(this.board, title, changes, isSecret),
            say: list.asker.say,
            hasDefaults: true,
            words,
        });
        const heading = make("h2", { id: `${name}-title`, tabIndex: -1 }, title);
        this.section = make(
            "section",
            { id: name, className: "part flow", "aria-labelledby": heading.id, hidden: true },
            heading,
            make("p", { className: "about" }, about),
            ...(elsewhere.length > 0 ? [make("ul", { className: "buttons" }, ...elsewhere)] : []),
            make("div", { className: "card" }, this.form.element),
        );
    }

    /**
     * @param {boolean} isOn
     * @param {Sync} sync
     */
    know(isOn, sync) {
        // The switch stays as set until the change is shown.
        if (!sync.outbox.find(this.asked)) {
            this.box.checked = isOn;
        }
        setText(this.said, this.box.checked ? text("uses.on") : text("uses.off"));
        if (!this.form || !this.section) {
            return;
        }
        this.link.hidden = !isOn;
        this.section.toggleAttribute("data-off", !isOn);
        if (!isOn) {
            // The view doesn't exist while the board is off.
            sync.unsubscribe(this.view);
            return;
        }
        sync.subscribe(this.view);
        const doc = /** @type {any} */ (sync.doc(this.view));
        if (doc?.settings) {
            this.form.know(doc.settings, (id) => !sync.outbox.find(id));
        }
    }
}
