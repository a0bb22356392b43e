// @ts-check
import { Asking, Kept } from "../../../js/ui/asking.js";
import {
    byId, loadLater, newIdentifier, pageLanguage, Panels, reasonOf, setText, showProblems, text,
} from "../../../js/ui/page.js";

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

/**
 * The values of the fields.
 * @typedef {object} Typed
 * @property {string} name
 * @property {string} size of the chosen button: `1` to `8`, `more`, or empty
 * @property {string} exactly the number, with `more`
 * @property {string} phone
 * @property {string} notes
 */

/** @typedef {"name" | "size" | "phone" | "notes"} Field */

/** The fields: their values and their problems. */
class JoinForm {
    /** @param {(typed: Typed) => void} changed */
    constructor(changed) {
        this.fields = byId("fields", HTMLFieldSetElement);
        this.exactly = byId("size-exactly", HTMLInputElement);
        this.inputs = {
            name: byId("name", HTMLInputElement),
            phone: byId("phone", HTMLInputElement),
            notes: byId("notes", HTMLTextAreaElement),
        };
        this.problems = {
            name: byId("name-problem", HTMLElement),
            size: byId("size-problem", HTMLElement),
            phone: byId("phone-problem", HTMLElement),
            notes: byId("notes-problem", HTMLElement),
        };
        /** @type {NodeListOf<HTMLInputElement>} */
        const sizes = byId("sizes", HTMLElement).querySelectorAll("input");
        this.sizes = [...sizes];
        this.more = byId("size-more", HTMLInputElement);
        // Moves the focus only after a tap. A keyboard user stays among the sizes.
        this.more.parentElement?.addEventListener("click", ({ detail }) => {
            if (detail > 0) {
                this.showMore();
                this.exactly.focus();
            }
        });
        this.fields.addEventListener("input", ({ target }) => {
            const { name } = /** @type {HTMLInputElement} */ (target);
            this.mend(/** @type {Field} */ (name));
            this.showMore();
            changed(this.typed);
        });
    }

    /** @returns {Typed} */
    get typed() {
        return {
            name: this.inputs.name.value,
            size: this.sizes.find((each) => each.checked)?.value ?? "",
            exactly: this.exactly.value,
            phone: this.inputs.phone.value,
            notes: this.inputs.notes.value,
        };
    }

    /** @param {Typed} typed */
    restore(typed) {
        this.inputs.name.value = typed.name;
        this.inputs.phone.value = typed.phone;
        this.inputs.notes.value = typed.notes;
        this.exactly.value = typed.exactly;
        this.sizes.forEach((each) => {
            each.checked = each.value === typed.size;
        });
        this.showMore();
    }

    showMore() {
        byId("exactly", HTMLElement).hidden = !this.more.checked;
    }

    /**
     * Removes the problem of an edited field.
     * @param {Field} field
     */
    mend(field) {
        this.problems[field].textContent = "";
        for (const input of this.fields.querySelectorAll(`[name="${field}"]`)) {
            input.removeAttribute("aria-invalid");
        }
    }

    /** @returns {Record<Field, import("../../../js/ui/page.js").Input>} */
    get inputsByField() {
        const size = this.more.checked ? this.exactly : this.sizes[0];
        // In the order of the page, because the first wrong field gets the focus.
        return {
            name: this.inputs.name,
            size,
            phone: this.inputs.phone,
            notes: this.inputs.notes,
        };
    }

    /**
     * The arguments of the change, or `null` if something is wrong.
     * @param {typeof import("../host/checks.js")} checks
     * @returns {JSONObject | null}
     */
    read(checks) {
        const { name, size, exactly, phone, notes } = this.typed;
        const { values, problems } = checks.sortOut({
            name: checks.checkName(name),
            size: checks.checkSize(size === "more" ? exactly : size),
            phone: checks.checkPhone(phone),
            notes: checks.checkNotes(notes),
        });
        this.show(problems);
        if (problems.length > 0) {
            return null;
        }
        return {
            name: values.name,
            size: values.size,
            ...(values.phone === null ? {} : { phone: values.phone }),
            ...(values.notes === null ? {} : { notes: values.notes }),
        };
    }

    /**
     * Shows the hub's problems.
     * @param {{field: string, reason: string}[]} problems
     * @returns {boolean} whether all of them could be shown at fields
     */
    showBad(problems) {
        return this.show(problems.map((each) => ({ ...each, message: reasonOf(each, "waitlist") })));
    }

    /** @param {import("../../../js/ui/page.js").Problem[]} problems */
    show(problems) {
        return showProblems(problems, this.inputsByField, this.problems);
    }

    /** @param {boolean} isHeld whether the values are being sent */
    hold(isHeld) {
        this.fields.disabled = isHeld;
    }
}

/** @typedef {import("../../../js/ui/asking.js").Answer} Answer */
/** @typedef {import("../../../js/ui/asking.js").Asked} Asked */

const sentences = { unreachable: text("unreachable"), busy: text("busy") };
const secret = location.pathname.split("/")[2];
const kept = new Kept(secret);
const form = new JoinForm((typed) => kept.type(typed));
const asking = new Asking(document.body.dataset.venue ?? "", "waitlist.add", secret, (why) => say(sentences[why]));
const send = byId("send", HTMLButtonElement);
// Loaded after painting, long before the form is submitted.
const loadChecks = loadLater(() => import("../host/checks.js"));

/** @param {string} sentence */
function say(sentence) {
    setText(byId("said", HTMLElement), sentence);
}

/** @param {boolean} isHeld */
function hold(isHeld) {
    form.hold(isHeld);
    send.ariaDisabled = String(isHeld);
}

let isAsking = false;

/** @param {Asked} asked */
async function ask(asked) {
    isAsking = true;
    hold(true);
    say(text("sending"));
    const answer = await asking.ask(asked);
    if (answer.kind === "joined") {
        // The button stays disabled until the guest's own page opens. Until then, the request is kept,
        // because the connection may be lost.
        location.replace(`/t/${answer.ticket}?lang=${pageLanguage()}`);
        return;
    }
    isAsking = false;
    kept.refused();
    hold(false);
    say("");
    refuse(answer);
}

/** @param {Exclude<Answer, {kind: "joined"}>} answer */
function refuse(answer) {
    if (answer.kind === "closed") {
        document.body.dataset.mode = "closed";
        document.body.classList.remove("has-panels");
        byId("closed", HTMLElement).focus();
    } else if (answer.kind === "full") {
        say(text("full"));
    } else if (answer.kind !== "invalid" || !form.showBad(answer.problems)) {
        say(text("refused"));
    }
}

/** The checks of the fields, as soon as they are loaded. */
async function checksInTime() {
    for (;;) {
        try {
            return await loadChecks();
        } catch {
            say(sentences.unreachable);
            await asking.backoff.pause();
        }
    }
}

byId("join", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isAsking) {
        return;
    }
    say("");
    isAsking = true;
    hold(true);
    const checks = await checksInTime();
    say("");
    isAsking = false;
    hold(false);
    const args = form.read(checks);
    if (args) {
        // Another tab may have made the request already.
        const wanted = { id: newIdentifier(), args: { ...args, secret: newIdentifier() } };
        ask(kept.asked ?? kept.ask(wanted));
    }
});

/** Shows the panels of other boards behind the same link. */
const venue = document.body.dataset.venue ?? "";
const panels = new Panels(byId("panels", HTMLElement), { venue, secret });
document.body.classList.toggle("has-panels", panels.count > 0);
if (panels.count > 0 && document.body.dataset.mode === "closed") {
    // The page's own title is about joining the list.
    document.title = document.querySelector("h1")?.textContent ?? document.title;
}
document.querySelector(".when-placed a")?.setAttribute("href", document.body.dataset.place ?? "");
if (kept.typed) {
    form.restore(kept.typed);
}
const before = kept.asked;
if (before) {
    ask(before);
}
