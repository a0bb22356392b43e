// @ts-check
import { make } from "../../../js/dom.js";
import { isSame } from "../../../js/same.js";
import { Merge } from "../../../js/ui/merge.js";
import { button } from "./dayhours.js";
import { fieldOf } from "./settingfield.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("./settingvalue.js").SettingDescription} SettingDescription */

/**
 * The settings of a board: a form made of their schemas, which follows what is set except where it is
 * being changed.
 */
export class BoardForm {
    /**
     * @param {import("./boards.js").BoardDescription} board
     * @param {(changes: JSONObject, isSecret: boolean) => string} send
     * @param {(sentence: string) => void} say to those who hear the page
     */
    constructor({ name, settings, texts: words }, send, say) {
        this.send = send;
        /**
         * The present settings by name; of a secret, whether it is set.
         * @type {JSONObject | null}
         */
        this.known = null;
        // Those that need more than a field have it on a page of their board.
        const pageOf = (/** @type {string} */ setting) => words[`settings.${setting}.page`];
        const own = settings.filter((each) => !pageOf(each.name));
        const links = settings.filter((each) => pageOf(each.name)).map((each) => {
            const href = pageOf(each.name);
            return make("li", {}, make("a", { href }, words[`settings.${each.name}`] ?? each.summary));
        });
        this.fields = own.map((each) => fieldOf(`${name}-${each.name}`, each, words));
        const around = (/** @type {() => void} */ change) => {
            change();
            this.mark();
        };
        this.merge = new Merge(Object.fromEntries(this.open.map(mergedField)), { say, around });
        for (const field of this.open) {
            field.problem.after(this.merge.questions[field.setting.name]);
        }
        this.nothing = make("p", { className: "problem", role: "status" });
        this.defaults = button(texts.restoreUsual, "");
        this.undo = button(texts.leaveAsWas, "");
        this.defaults.className = this.undo.className = "plain";
        this.element = make(
            "form",
            { className: "board-form", noValidate: true, autocomplete: "off" },
            ...(links.length > 0 ? [make("ul", { className: "elsewhere" }, ...links)] : []),
            ...this.fields.map((field) => field.element),
            this.nothing,
            make(
                "div",
                { className: "buttons" },
                make("button", { className: "action" }, texts.save),
                this.undo,
                this.defaults,
            ),
        );
        this.element.addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.element.addEventListener("input", () => this.mark());
        this.undo.addEventListener("click", () => this.draw());
        this.defaults.addEventListener("click", () => this.restore());
        for (const field of this.fields) {
            field.clear?.addEventListener("click", () => {
                this.merge.save({}, () => this.send({ [field.setting.name]: null }, true));
            });
        }
        this.mark();
    }

    /**
     * Shows the present settings. What is being changed stays; what was saved is shown as the hub keeps
     * it.
     * @param {JSONObject} settings
     * @param {(id: string) => boolean} isShown whether they show what a change did
     */
    know(settings, isShown) {
        const isSaved = this.merge.isSaved(isShown);
        if (!isSaved && isSame(settings, this.known)) {
            return;
        }
        const isFirst = !this.known;
        this.known = settings;
        if (isFirst) {
            this.draw();
        } else {
            this.merge.know(settings, isSaved);
            this.secrets.forEach((field) => field.write(settings[field.setting.name]));
            this.markButtons();
        }
    }

    /** The fields that are no secrets. */
    get open() {
        return this.fields.filter(({ setting }) => !setting.isSecret);
    }

    get secrets() {
        return this.fields.filter(({ setting }) => setting.isSecret);
    }

    /** Every setting with what its field holds. */
    get typed() {
        return this.fields.map((field) => ({ field, setting: field.setting, read: field.read() }));
    }

    /** Shows what is set; what was typed is given up. */
    draw() {
        this.merge.take(this.known ?? {});
        for (const field of this.secrets) {
            field.write(this.known?.[field.setting.name] ?? null);
            field.forget();
        }
        this.mark();
    }

    /** The settings that would be changed; a default value is `null`. */
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

    /** Writes the default values into the fields, to be saved. */
    restore() {
        for (const field of this.open) {
            field.write(field.setting.defaultValue ?? null);
        }
        this.mark();
    }

    /** Something was typed: removes the problems. */
    mark() {
        this.nothing.textContent = "";
        this.fields.forEach((field) => field.show(""));
        this.markButtons();
    }

    /** Shows which buttons are of use. */
    markButtons() {
        this.undo.hidden = Object.keys(this.changes).length === 0;
        this.defaults.hidden = this.fields.every(({ setting: { name, defaultValue, isSecret } }) => {
            return isSecret || isSame(this.known?.[name], defaultValue);
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
            wrong[0].field.focus();
        } else if (Object.keys(changes).length === 0) {
            this.draw();
            this.nothing.textContent = texts.nothingChanged;
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
     * @returns {boolean} whether what is wrong stands at the fields
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
     * @param {import("../../../js/ui/problems.js").Problem[]} problems
     * @returns {boolean} whether there are some, and each has its field
     */
    show(problems) {
        const wrong = this.fields.filter(({ setting }) => {
            return problems.some(({ field }) => field === setting.name);
        });
        for (const field of wrong) {
            const problem = problems.find((each) => each.field === field.setting.name);
            field.show(problem?.message ?? "");
        }
        wrong[0]?.focus();
        return wrong.length > 0 && wrong.length === problems.length;
    }
}

/**
 * @param {ReturnType<typeof fieldOf>} field
 * @returns {[string, import("../../../js/ui/merge.js").MergedField]}
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
