// @ts-check
import { Form } from "../../../js/ui/forms.js";
import {
    byId, familyAbout, familyOf, make, makeButton, setText, text, words,
} from "../../../js/ui/page.js";
import { tabName } from "../lines.js";

/** Texts that several of the waiter's scripts share. */
export const texts = {
    done: familyAbout("done"),
    waiting: familyAbout("waiting"),
    statuses: familyOf("statuses"),
    kindNames: familyOf("kindNames"),
    /** @type {Record<string, string>} */
    methods: {
        card: text("methods.card"),
        cash: text("methods.cash"),
        other: text("methodOther"),
    },
    ways: familyOf("ways"),
    hindrances: familyOf("hindrances"),
    ended: familyOf("ended"),
    number: (/** @type {number | undefined} */ number) =>
        number === undefined ? text("notSent") : text("number", { number }),
};

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../../../js/ui/desk.js").Desk} Desk */
/** @typedef {import("../lines.js").KeyedLine} KeyedLine */

/** The dialog that opens a tab, or edits its table, name, phone and address. */
export class DetailsDialog {
    /**
     * @param {Desk} desk
     * @param {(args: JSONObject, name: string) => string} open
     * @param {(args: JSONObject) => string} edit
     */
    constructor(desk, open, edit) {
        this.form = new Form(desk, "details", () => this.send());
        this.open = open;
        this.edit = edit;
        this.kind = "table";
        /**
         * The present tab; `null` for a new one.
         * @type {any}
         */
        this.tab = null;
        this.chips = [...byId("kinds", HTMLElement).querySelectorAll("button")];
        for (const chip of this.chips) {
            chip.addEventListener("click", () => this.choose(chip.dataset.kind ?? "table"));
        }
    }

    openNew() {
        this.tab = null;
        setText(byId("details-title", HTMLElement), text("newTab"));
        setText(byId("details-save", HTMLElement), text("open"));
        this.form.open({});
        this.choose("table");
    }

    /** @param {any} tab */
    openEdit(tab) {
        this.tab = tab;
        setText(byId("details-title", HTMLElement), tabName(tab));
        setText(byId("details-save", HTMLElement), text("save"));
        this.form.open(tab);
        this.choose(tab.kind);
    }

    /** @param {string} kind */
    choose(kind) {
        this.kind = kind;
        byId("kinds", HTMLElement).hidden = this.tab !== null;
        for (const chip of this.chips) {
            chip.ariaPressed = String(chip.dataset.kind === kind);
        }
        byId("table-field", HTMLElement).hidden = kind !== "table";
        byId("address-field", HTMLElement).hidden = kind === "table";
        this.form.inputs[kind === "table" ? "table" : "name"].focus();
    }

    /** @returns {string | undefined} */
    send() {
        const args = this.form.changes(this.tab ?? {});
        if (!this.tab) {
            const named = tabName(
                { kind: this.kind, ...(args.table ? { table: String(args.table) } : {}) },
            );
            return this.open({ kind: this.kind, ...args }, named);
        }
        return this.form.change(args, this.edit);
    }
}

/** The dialog for the notes and the person of a line in the basket. */
export class WishDialog {
    /**
     * @param {Desk} desk
     * @param {(line: KeyedLine, args: JSONObject) => string} change
     */
    constructor(desk, change) {
        this.form = new Form(desk, "wish", () => this.send());
        this.change = change;
        /** @type {KeyedLine | null} */
        this.line = null;
    }

    /**
     * @param {KeyedLine} line
     * @param {string} name of the dish
     * @param {string[]} people at the table
     */
    open(line, name, people) {
        this.line = line;
        byId("wish-title", HTMLElement).replaceChildren(words(name));
        this.form.open({ ...line });
        const chips = people.map((person) => {
            const chip = makeButton("", () => {
                this.form.inputs.person.value = person;
            }, { className: "chip" });
            chip.append(words(person));
            return chip;
        });
        byId("wish-people", HTMLElement).replaceChildren(...chips);
    }

    /** @returns {string | undefined} */
    send() {
        const { line } = this;
        const args = line ? this.form.changes(line) : {};
        return this.form.change(args, () => this.change(/** @type {KeyedLine} */ (line), args));
    }
}

/** The dialog that moves lines, or parts of them, to a new tab. */
export class SplitDialog {
    /**
     * @param {Desk} desk
     * @param {(args: JSONObject) => string} split
     */
    constructor(desk, split) {
        /** @type {Form} */
        this.form = new Form(desk, "split", () => this.send());
        this.split = split;
        this.list = byId("split-lines", HTMLElement);
        /** @type {Map<string, {quantity: number, max: number}>} */
        this.parts = new Map();
    }

    /**
     * @param {KeyedLine[]} lines
     * @param {{kind: string, table?: string}} tab
     */
    open(lines, { kind, table }) {
        this.parts = new Map(lines.map(({ key, quantity }) => [key, { quantity, max: quantity }]));
        this.list.replaceChildren(...lines.map((line) => this.item(line)));
        byId("split-table-field", HTMLElement).hidden = kind !== "table";
        this.form.open({ table });
    }

    /** @param {KeyedLine} line */
    item({ key, name = "", quantity }) {
        const count = make("span", { className: "figures" }, String(quantity));
        const change = (/** @type {number} */ by) => {
            const part = this.parts.get(key);
            if (part) {
                part.quantity = Math.min(part.max, Math.max(1, part.quantity + by));
                setText(count, String(part.quantity));
            }
        };
        const less = makeButton(
            "−",
            () => change(-1),
            { ariaLabel: text("label", { what: text("less"), name }) },
        );
        const more = makeButton(
            "+",
            () => change(1),
            { ariaLabel: text("label", { what: text("more"), name }) },
        );
        const stepper = make(
            "span",
            { className: "stepper", hidden: quantity === 1 },
            less,
            count,
            more,
        );
        return make("li", {}, words(name, "step-text"), stepper);
    }

    /** @returns {string | undefined} */
    send() {
        const lines = [...this.parts].map(([line, { quantity, max }]) =>
            /** @type {JSONObject} */ (quantity === max ? { line } : { line, quantity }),
        );
        return this.split({ lines, ...this.form.changes() });
    }
}

/**
 * The dialog that asks for the reason for cancelling lines or a whole tab. The reason is required
 * once the kitchen has begun.
 */
export class CancelDialog {
    /** @param {Desk} desk */
    constructor(desk) {
        /** @type {Form} */
        this.form = new Form(desk, "cancelling", () => {
            const args = this.form.changes();
            if (this.isReasonNeeded && !args.reason) {
                this.form.show([{ field: "reason", message: text("reasonNeeded") }]);
                return undefined;
            }
            return this.cancel(args);
        });
        this.isReasonNeeded = false;
        /** @type {(args: JSONObject) => string} */
        this.cancel = () => "";
    }

    /**
     * @param {string} title
     * @param {string} verb
     * @param {boolean} isReasonNeeded
     * @param {(args: JSONObject) => string} cancel
     * @param {boolean} [isTold] whether the guests see the reason
     */
    open(title, verb, isReasonNeeded, cancel, isTold = false) {
        this.isReasonNeeded = isReasonNeeded;
        this.cancel = cancel;
        setText(byId("cancelling-title", HTMLElement), title);
        setText(byId("cancelling-now", HTMLElement), verb);
        const about = isReasonNeeded ? text("cancelBegun") : text("cancelPlaced");
        const told = isTold ? text("cancelTold") : text("cancelNotTold");
        setText(byId("cancelling-about", HTMLElement), `${about} ${told}`);
        this.form.open({});
    }
}

/** The dialog that merges another open tab of the same kind into this tab. */
export class MergeDialog {
    /**
     * @param {Desk} desk
     * @param {(from: string, name: string) => void} merge
     */
    constructor(desk, merge) {
        this.desk = desk;
        this.merge = merge;
        this.dialog = byId("merge", HTMLDialogElement);
    }

    /**
     * @param {{kind: string, number?: number, table?: string}} tab
     * @param {import("./predict.js").KeyedTab[]} others
     * @param {(amount: number) => string} money
     */
    open(tab, others, money) {
        setText(byId("merge-title", HTMLElement), text("mergeTitle", { name: tabName(tab) }));
        const items = others.map((other) => {
            const name = tabName(other);
            const button = makeButton(text("mergeThis"), () => {
                this.dialog.close();
                this.merge(other.key, name);
            });
            const number = ` · ${texts.number(other.number)}`;
            button.ariaLabel = text("label", { what: text("mergeThis"), name: `${name}${number}` });
            const who = make("span", { className: "step-text" }, words(name), number);
            return make(
                "li",
                {},
                who,
                make("span", { className: "amount" }, money(other.due)),
                button,
            );
        });
        byId("merge-list", HTMLElement).replaceChildren(...items);
        byId("merge-none", HTMLElement).hidden = items.length > 0;
        this.desk.open(this.dialog);
    }
}
