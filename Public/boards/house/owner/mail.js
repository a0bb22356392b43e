// @ts-check
import { byId, setText } from "../../../js/dom.js";
import { newIdentifier } from "../../../js/tablecast.js";
import { closeByTap } from "../../../js/ui/dialog.js";
import { showProblems, takeBackProblem } from "../../../js/ui/problems.js";
import { choose, chosen, fillChoices } from "./choices.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../../../js/tablecast.js").DocumentOf<"house/senders">["senders"][string]} Sender */
/** @typedef {(id: string, action: string, args: JSONObject, name: string) => void} Ask */

/** Where servers usually take mail, by how the connection is protected. */
const ports = /** @type {Record<string, string>} */ ({ starttls: "587", tls: "465", none: "25" });
const fields = ["host", "port", "from", "user", "password"];

/**
 * The server by which the house sends mail. The password goes to the hub by a request of its own, as
 * the address of a test does, and the hub never tells it again.
 */
export class MailForm {
    /**
     * @param {Ask} ask
     * @param {(sentence: string) => void} say to those who hear the page
     */
    constructor(ask, say) {
        this.ask = ask;
        this.inputs = inputs("mail", fields);
        this.problems = problems("mail", [...fields, "tls"]);
        this.security = byId("mail-tls", HTMLElement);
        this.isPrivate = byId("mail-private", HTMLInputElement);
        this.is = byId("mail-is", HTMLElement);
        this.kept = byId("mail-kept", HTMLElement);
        this.open = byId("mail-open", HTMLElement);
        this.remove = byId("mail-remove", HTMLButtonElement);
        this.dialog = byId("mail-gone", HTMLDialogElement);
        this.test = new MailTest(ask, say);
        /** @type {Sender | undefined} */
        this.known = undefined;
        this.isKnown = false;
        this.isChanged = false;
        this.asked = "";
        fillChoices(this.security, "mail-tls", texts.mailSecurity, texts.mailSecurityAbout);
        const form = byId("mail-form", HTMLFormElement);
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.send();
        });
        form.addEventListener("input", (event) => this.edited(/** @type {HTMLInputElement} */ (event.target)));
        this.remove.addEventListener("click", () => this.dialog.showModal());
        closeByTap(this.dialog);
        byId("mail-gone-do", HTMLButtonElement).addEventListener("click", () => {
            this.dialog.close();
            this.asked = newIdentifier();
            this.ask(this.asked, "house.clear_sender", { channel: "email" }, "");
        });
    }

    /**
     * What the hub says of the sender; nothing where there is none.
     * @param {Sender | undefined} sender
     * @param {(instant: string) => string} time
     */
    know(sender, time) {
        const isOther = !this.isKnown || settingsOf(sender) !== settingsOf(this.known);
        this.known = sender;
        this.isKnown = true;
        setText(this.is, sender ? texts.mailIsSet(sender.to) : texts.mailIsNot);
        this.remove.hidden = !sender;
        // What somebody is typing stays.
        if (isOther && !this.isChanged) {
            this.fill();
        }
        this.draw();
        this.test.know(sender, time);
    }

    fill() {
        const { to = "", tls = "starttls", from = "", user = "", allowPrivate = false } = this.known ?? {};
        const colon = to.lastIndexOf(":");
        const values = { host: to.slice(0, Math.max(colon, 0)), port: to.slice(colon + 1) || ports[tls], from, user };
        for (const [name, value] of Object.entries({ ...values, password: "" })) {
            this.inputs[name].value = value;
        }
        choose(this.security, tls);
        this.isPrivate.checked = allowPrivate;
        this.isChanged = false;
        showProblems([], this.inputs, this.problems);
    }

    /** @param {HTMLInputElement} input */
    edited(input) {
        this.isChanged = true;
        if (input.name === "mail-tls" && Object.values(ports).includes(this.inputs.port.value)) {
            this.inputs.port.value = ports[input.value];
        }
        const name = fields.find((each) => this.inputs[each] === input);
        if (name) {
            takeBackProblem(input, this.problems[name]);
        }
        this.draw();
    }

    draw() {
        const typed = (/** @type {string} */ name) => this.inputs[name].value.trim();
        const knownHost = this.known?.to.slice(0, this.known.to.lastIndexOf(":"));
        this.kept.hidden = !typed("user") || typed("user") !== this.known?.user || typed("host") !== knownHost;
        this.open.hidden = chosen(this.security) !== "none" || !typed("user");
    }

    send() {
        const { host, port, from, user, password } = this.inputs;
        /** @type {JSONObject} */
        const args = { channel: "email", host: host.value.trim(), from: from.value.trim() };
        args.port = /^[0-9]+$/.test(port.value.trim()) ? Number(port.value) : port.value.trim() || null;
        args.tls = chosen(this.security);
        if (user.value.trim()) {
            args.user = user.value.trim();
        }
        if (password.value) {
            args.password = password.value;
        }
        if (this.isPrivate.checked) {
            args.allowPrivate = true;
        }
        this.asked = newIdentifier();
        this.ask(this.asked, "house.set_sender", args, "");
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether what is wrong stands at its field
     */
    answered(id, message) {
        if (id !== this.asked) {
            return this.test.answered(id, message);
        }
        if (message.type === "ack") {
            this.inputs.password.value = "";
            this.isChanged = false;
            this.fill();
        }
        return showProblems(message.problems ?? [], this.inputs, this.problems);
    }
}

/** The form that sends a test, and says what came of the last one. */
class MailTest {
    /**
     * @param {Ask} ask
     * @param {(sentence: string) => void} say
     */
    constructor(ask, say) {
        this.ask = ask;
        this.say = say;
        this.form = byId("mail-test-form", HTMLFormElement);
        this.inputs = inputs("mail-test", ["to"]);
        this.problems = problems("mail-test", ["to"]);
        this.said = byId("mail-test-said", HTMLElement);
        this.asked = "";
        this.isWaiting = false;
        /** @type {Sender | undefined} */
        this.sender = undefined;
        this.sentence = "";
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.send();
        });
        this.inputs.to.addEventListener("input", () => takeBackProblem(this.inputs.to, this.problems.to));
    }

    /**
     * @param {Sender | undefined} sender
     * @param {(instant: string) => string} time
     */
    know(sender, time) {
        const isOver = this.isWaiting && sender?.testedAt !== this.sender?.testedAt;
        this.sender = sender;
        this.sentence = outcome(sender, time);
        this.form.hidden = !sender;
        if (isOver) {
            this.isWaiting = false;
            this.say(this.sentence);
        }
        this.draw();
    }

    draw() {
        setText(this.said, this.isWaiting ? texts.mailTesting : this.sentence);
        this.said.classList.toggle("problem", !this.isWaiting && this.sender?.ok === false);
        this.said.classList.toggle("good", !this.isWaiting && this.sender?.ok === true);
    }

    send() {
        this.asked = newIdentifier();
        // What came of it may be known before the answer.
        this.isWaiting = true;
        this.draw();
        this.ask(this.asked, "house.test_sender", { channel: "email", to: this.inputs.to.value.trim() }, "");
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether what is wrong stands at its field
     */
    answered(id, message) {
        if (id !== this.asked) {
            return false;
        }
        if (message.type !== "ack") {
            this.isWaiting = false;
            this.draw();
        }
        return showProblems(message.problems ?? [], this.inputs, this.problems);
    }
}

/**
 * @param {Sender | undefined} sender
 * @param {(instant: string) => string} time
 */
function outcome(sender, time) {
    if (!sender?.testedAt) {
        return texts.mailNotTested;
    }
    const [code, status = ""] = (sender.error ?? "").split(" ");
    return sender.ok
        ? texts.mailWorks(time(sender.testedAt))
        : texts.mailFails(time(sender.testedAt), texts.mailProblem(code, status));
}

/**
 * What the form shows of a sender, to be compared.
 * @param {Sender | undefined} sender
 */
function settingsOf(sender) {
    return sender && JSON.stringify([sender.to, sender.tls, sender.from, sender.user, sender.allowPrivate]);
}

/**
 * @param {string} form with which the ids of its parts begin
 * @param {string[]} names
 */
function inputs(form, names) {
    return Object.fromEntries(names.map((name) => [name, byId(`${form}-${name}`, HTMLInputElement)]));
}

/**
 * @param {string} form
 * @param {string[]} names
 */
function problems(form, names) {
    return Object.fromEntries(names.map((name) => [name, byId(`${form}-${name}-problem`, HTMLElement)]));
}
