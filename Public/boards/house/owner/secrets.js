// @ts-check
import {
    byId, familyOf, newIdentifier, reasonOf, request, setText, showProblems, takeBackProblem, text,
} from "../../../js/ui/page.js";
import { choicesOf, choose, chosen } from "./fields.js";

/*
 * What the hub never reveals again: the PIN, the address for alarms, and the password of the house's mail. All of it
 * goes by a separate request that stores nothing in the browser: the outbox would store it in the tab.
 */

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../../../js/tablecast.js").DocumentOf<"house/senders">["senders"][string]} Sender */
/** @typedef {(id: string, action: string, args: JSONObject, name: string) => void} AskAlone */

/** The usual ports of mail servers, by the protection of the connection. */
const ports = /** @type {Record<string, string>} */ ({ starttls: "587", tls: "465", none: "25" });
const fields = ["host", "port", "from", "user", "password"];

/**
 * A form for a secret that the hub never reveals again: it shows whether the secret is set, sets another, or removes
 * it.
 */
class SecretForm {
    /**
     * @param {string} name the prefix of its parts' ids
     * @param {{isSet: string, isNot: string}} sentences
     * @param {(typed: string) => string} check returns the problem with what was typed
     * @param {(secret: string | null) => void} send
     */
    constructor(name, sentences, check, send) {
        this.sentences = sentences;
        this.check = check;
        this.send = send;
        this.field = byId(name, HTMLInputElement);
        this.problem = byId(`${name}-problem`, HTMLElement);
        this.is = byId(`${name}-is`, HTMLElement);
        this.clear = byId(`${name}-clear`, HTMLButtonElement);
        byId(`${name}-form`, HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.submit();
        });
        this.field.addEventListener("input", () => this.show(""));
        this.clear.addEventListener("click", () => this.ask(null));
    }

    /**
     * @param {boolean} isSet
     * @param {string} [trouble] shown instead if the secret is of no use
     */
    know(isSet, trouble = "") {
        setText(this.is, trouble || (isSet ? this.sentences.isSet : this.sentences.isNot));
        this.is.classList.toggle("problem", trouble !== "");
        this.clear.hidden = !isSet;
    }

    /** @param {string} problem */
    show(problem) {
        const problems = problem ? [{ field: "secret", message: problem }] : [];
        showProblems(problems, { secret: this.field }, { secret: this.problem });
    }

    submit() {
        const typed = this.field.value.trim();
        const problem = this.check(typed);
        if (problem) {
            this.show(problem);
        } else {
            this.ask(typed);
        }
    }

    /** @param {string | null} secret */
    ask(secret) {
        this.show("");
        this.send(secret);
    }

    /**
     * Called when the hub has accepted it.
     * @param {boolean} isSet
     */
    taken(isSet) {
        this.field.value = "";
        this.know(isSet);
    }
}

/** The PIN for hosts and settings. */
export class PINForm {
    /**
     * @param {string} venue
     * @param {boolean} isSet
     * @param {(sentence: string, isWrong?: boolean) => void} tell
     * @param {import("../../../js/ui/desk.js").Desk} desk
     */
    constructor(venue, isSet, tell, desk) {
        this.desk = desk;
        this.place = `/v1/${venue}/pin?as=owner`;
        this.tell = tell;
        this.isAsking = false;
        this.form = new SecretForm(
            "pin",
            { isSet: text("pinIsSet"), isNot: text("pinIsNot") },
            (pin) => (/^[0-9]{4,12}$/.test(pin) ? "" : text("pinDigits")),
            (pin) => void this.ask(pin),
        );
        this.know(isSet);
    }

    /**
     * Whether a PIN is set.
     * @param {boolean} isSet
     */
    know(isSet) {
        this.form.know(isSet);
    }

    /** @param {string | null} pin */
    async ask(pin) {
        if (this.isAsking) {
            return;
        }
        this.isAsking = true;
        let why = "";
        try {
            const answer = await request(this.place, {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ pin }),
            });
            const said = await answer.json();
            if (answer.status === 400) {
                this.form.show(said.detail);
                this.isAsking = false;
                return;
            }
            if (answer.status === 403 && String(said.type).endsWith("#locked")) {
                this.isAsking = false;
                const leave = () => this.tell(text("failed", { why: said.detail }), true);
                void this.desk.demand("pin", () => void this.ask(pin), leave);
                return;
            }
            why = answer.ok ? "" : (said.message ?? said.detail ?? text("refusedOtherwise"));
        } catch {
            why = text("unreachable");
        }
        this.isAsking = false;
        if (why) {
            this.tell(text("failed", { why }), true);
            return;
        }
        this.form.taken(pin !== null);
        this.tell(pin === null ? text("pinCleared") : text("pinSet"));
    }
}

/** The address that gets alarms about screens. The hub reveals only whether it is set. */
export class WebhookForm {
    /** @param {AskAlone} ask */
    constructor(ask) {
        this.asked = "";
        this.isClearing = false;
        this.form = new SecretForm(
            "webhook",
            { isSet: text("webhookIsSet"), isNot: text("webhookIsNot") },
            (url) => (url ? "" : reasonOf({ field: "url", reason: "required" }, "house")),
            (url) => {
                this.asked = newIdentifier();
                this.isClearing = url === null;
                ask(this.asked, "house.set_webhook", { url }, "");
            },
        );
    }

    /**
     * Whether an address for alarms is set.
     * @param {boolean} isSet
     * @param {string} [refusal] the reason why the hub does not call the address
     */
    know(isSet, refusal) {
        this.form.know(isSet, refusal && (familyOf("webhookRefused")[refusal] ?? ""));
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether it is shown here
     */
    answered(id, message) {
        if (id !== this.asked) {
            return false;
        }
        if (message.type === "ack") {
            this.form.taken(!this.isClearing);
            return false;
        }
        const problem = message.problems?.[0]?.message ?? "";
        this.form.show(problem);
        return problem !== "";
    }
}

/** The server by which the house sends mail. */
export class MailForm {
    /**
     * @param {AskAlone} ask
     * @param {(sentence: string) => void} say announces a sentence
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
        const kinds = familyOf("mail.security", ["starttls", "tls", "none"]);
        this.security.append(...choicesOf("mail-tls", kinds, familyOf("mail.securityAbout")));
        const form = byId("mail-form", HTMLFormElement);
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.send();
        });
        form.addEventListener("input", (event) => this.edited(/** @type {HTMLInputElement} */ (event.target)));
        this.remove.addEventListener("click", () => this.dialog.showModal());
        byId("mail-gone-do", HTMLButtonElement).addEventListener("click", () => {
            this.dialog.close();
            this.asked = newIdentifier();
            this.ask(this.asked, "house.clear_sender", { channel: "email" }, "");
        });
    }

    /**
     * Takes the hub's sender; `undefined` if there is none.
     * @param {Sender | undefined} sender
     * @param {(instant: string) => string} time
     */
    know(sender, time) {
        const isOther = !this.isKnown || settingsOf(sender) !== settingsOf(this.known);
        this.known = sender;
        this.isKnown = true;
        setText(this.is, sender ? text("mail.isSet", { server: sender.to }) : text("mail.isNot"));
        this.remove.hidden = !sender;
        // What is being typed stays.
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
     * @returns {boolean} whether the problem is shown at its field
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

/** The form that sends a test, and shows the result of the last one. */
class MailTest {
    /**
     * @param {AskAlone} ask
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
        setText(this.said, this.isWaiting ? text("mail.testing") : this.sentence);
        this.said.classList.toggle("problem", !this.isWaiting && this.sender?.ok === false);
        this.said.classList.toggle("good", !this.isWaiting && this.sender?.ok === true);
    }

    send() {
        this.asked = newIdentifier();
        // The result may come before the answer.
        this.isWaiting = true;
        this.draw();
        this.ask(this.asked, "house.test_sender", { channel: "email", to: this.inputs.to.value.trim() }, "");
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether the problem is shown at its field
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
        return text("mail.notTested");
    }
    const [code, status = ""] = (sender.error ?? "").split(" ");
    return sender.ok
        ? text("mail.works", { time: time(sender.testedAt) })
        : text("mail.fails", { time: time(sender.testedAt), why: troubleOf(code, status) });
}

/**
 * The problem with the sender and what to do, by its code, with the mail server's reply.
 * @param {string} code
 * @param {string} status
 */
function troubleOf(code, status) {
    const sentences = familyOf("mail.problems");
    const sentence = sentences[code] ?? sentences.unreachable;
    return status ? text("mail.withReply", { sentence, status }) : sentence;
}

/**
 * The part of a sender that the form shows, for comparison.
 * @param {Sender | undefined} sender
 */
function settingsOf(sender) {
    return sender && JSON.stringify([sender.to, sender.tls, sender.from, sender.user, sender.allowPrivate]);
}

/**
 * @param {string} form the prefix of its parts' ids
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
