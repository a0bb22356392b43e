// @ts-check
import { choicesOf, Form } from "../../../js/ui/forms.js";
import { byId, familyOf, reasonOf, request, setText, text } from "../../../js/ui/page.js";

/*
 * The secrets that the hub never reveals again: the PIN, the address for alarms, and the password of the house's
 * mail. They are sent by separate requests, because the outbox would store them in the tab.
 */

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../../../js/tablecast.js").DocumentOf<"house/senders">["senders"][string]} Sender */
/** @typedef {import("../../../js/ui/desk.js").Desk} Desk */
/** @typedef {(action: string, args: JSONObject) => string} AskAlone */

/** The usual ports of mail servers, by the protection of the connection. */
const ports = /** @type {Record<string, string>} */ ({ starttls: "587", tls: "465", none: "25" });

/**
 * A form for a secret that the hub never reveals again: it shows whether the secret is set, sets another, or removes
 * it.
 */
class SecretForm extends Form {
    /**
     * @param {Desk} desk
     * @param {string} name the prefix of its parts' ids
     * @param {{isSet: string, isNot: string}} sentences
     * @param {(typed: string) => string} check returns the problem with what was typed
     * @param {(secret: string | null) => string | undefined} send returns the id of the change, if it is one
     */
    constructor(desk, name, sentences, check, send) {
        super(desk, `${name}-form`, () => {
            const typed = this.value("secret");
            const problem = check(typed);
            this.showProblem(problem);
            return problem ? undefined : send(typed);
        });
        this.sentences = sentences;
        this.is = byId(`${name}-is`, HTMLElement);
        this.clear = byId(`${name}-clear`, HTMLButtonElement);
        this.clear.addEventListener("click", () => {
            this.showProblem("");
            this.wait(send(null) ?? "");
        });
    }

    /**
     * @param {boolean} isSet
     * @param {string} [trouble] shown instead if the secret can't be used
     */
    know(isSet, trouble = "") {
        setText(this.is, trouble || (isSet ? this.sentences.isSet : this.sentences.isNot));
        this.is.classList.toggle("problem", trouble !== "");
        this.clear.hidden = !isSet;
    }

    /** @param {string} problem */
    showProblem(problem) {
        this.show(problem ? [{ field: "secret", message: problem }] : []);
    }

    /**
     * Empties the field after the hub has accepted the secret.
     * @param {boolean} isSet
     */
    taken(isSet) {
        this.inputs.secret.value = "";
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
            desk, "pin",
            { isSet: text("pinIsSet"), isNot: text("pinIsNot") },
            (pin) => (/^[0-9]{4,12}$/.test(pin) ? "" : text("pinDigits")),
            (pin) => {
                void this.ask(pin);
                return undefined;
            },
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
                this.form.showProblem(said.detail);
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
    /**
     * @param {Desk} desk
     * @param {AskAlone} ask
     */
    constructor(desk, ask) {
        this.isClearing = false;
        this.form = new SecretForm(
            desk, "webhook",
            { isSet: text("webhookIsSet"), isNot: text("webhookIsNot") },
            (url) => (url ? "" : reasonOf({ field: "url", reason: "required" }, "house", true)),
            (url) => {
                this.isClearing = url === null;
                return ask("house.set_webhook", { url });
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
        if (id !== this.form.asked) {
            return false;
        }
        this.form.wait("");
        if (message.type === "ack") {
            this.form.taken(!this.isClearing);
            return false;
        }
        const problem = message.problems?.[0]?.message ?? "";
        this.form.showProblem(problem);
        return problem !== "";
    }
}

/** The form for the server by which the house sends mail. */
export class MailForm {
    /**
     * @param {Desk} desk
     * @param {AskAlone} ask
     */
    constructor(desk, ask) {
        this.ask = ask;
        /** @type {Form} */
        this.form = new Form(desk, "mail-form", () => this.send());
        this.is = byId("mail-is", HTMLElement);
        this.kept = byId("mail-kept", HTMLElement);
        this.open = byId("mail-open", HTMLElement);
        this.remove = byId("mail-remove", HTMLButtonElement);
        this.dialog = byId("mail-gone", HTMLDialogElement);
        this.test = new MailTest(desk, ask);
        /** @type {Sender | undefined} */
        this.known = undefined;
        this.isKnown = false;
        this.isChanged = false;
        const kinds = familyOf("mail.security", ["starttls", "tls", "none"]);
        byId("mail-tls", HTMLElement).append(...choicesOf("tls", kinds, familyOf("mail.securityAbout")));
        this.form.element.addEventListener("input", (event) => this.edited(/** @type {HTMLInputElement} */ (event.target)));
        this.remove.addEventListener("click", () => this.dialog.showModal());
        byId("mail-gone-do", HTMLButtonElement).addEventListener("click", () => {
            this.dialog.close();
            this.form.wait(this.ask("house.clear_sender", { channel: "email" }));
        });
    }

    /**
     * Takes the hub's sender; `undefined` if none is set.
     * @param {Sender | undefined} sender
     * @param {(instant: string) => string} time
     */
    know(sender, time) {
        const isOther = !this.isKnown || settingsOf(sender) !== settingsOf(this.known);
        this.known = sender;
        this.isKnown = true;
        setText(this.is, sender ? text("mail.isSet", { server: sender.to }) : text("mail.isNot"));
        this.remove.hidden = !sender;
        // Edited values stay.
        if (isOther && !this.isChanged) {
            this.fill();
        }
        this.draw();
        this.test.know(sender, time);
    }

    fill() {
        const { to = "", tls = "starttls", from, user, allowPrivate } = this.known ?? {};
        const colon = to.lastIndexOf(":");
        const host = to.slice(0, Math.max(colon, 0));
        this.form.write({ host, port: to.slice(colon + 1) || ports[tls], tls, from, user, allowPrivate });
        this.isChanged = false;
    }

    /** @param {HTMLInputElement} input */
    edited(input) {
        this.isChanged = true;
        const { port } = this.form.inputs;
        if (input.name === "tls" && Object.values(ports).includes(port.value)) {
            port.value = ports[input.value];
        }
        this.draw();
    }

    draw() {
        const knownHost = this.known?.to.slice(0, this.known.to.lastIndexOf(":"));
        const [user, host] = [this.form.value("user"), this.form.value("host")];
        this.kept.hidden = !user || user !== this.known?.user || host !== knownHost;
        this.open.hidden = this.form.value("tls") !== "none" || !user;
    }

    send() {
        const { host, from, port, ...others } = this.form.values;
        const given = Object.entries(others).filter(([, value]) => value !== null);
        const args = { channel: "email", host: host ?? "", from: from ?? "", port, ...Object.fromEntries(given) };
        // A password may begin or end with a space.
        const { value } = this.form.inputs.password;
        return this.ask("house.set_sender", value === "" ? args : { ...args, password: value });
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     */
    answered(id, message) {
        if (id === this.form.asked && message.type === "ack") {
            this.fill();
        }
        this.test.answered(id, message);
    }
}

/** The form that sends a test, and shows the result of the last one. */
class MailTest {
    /**
     * @param {Desk} desk
     * @param {AskAlone} ask
     */
    constructor(desk, ask) {
        this.desk = desk;
        this.ask = ask;
        /** @type {Form} */
        this.form = new Form(desk, "mail-test-form", () => this.send());
        this.said = byId("mail-test-said", HTMLElement);
        this.isWaiting = false;
        /** @type {Sender | undefined} */
        this.sender = undefined;
        this.sentence = "";
    }

    /**
     * @param {Sender | undefined} sender
     * @param {(instant: string) => string} time
     */
    know(sender, time) {
        const isOver = this.isWaiting && sender?.testedAt !== this.sender?.testedAt;
        this.sender = sender;
        this.sentence = outcome(sender, time);
        this.form.element.hidden = !sender;
        if (isOver) {
            this.isWaiting = false;
            this.desk.announcer.warn(this.sentence);
        }
        this.draw();
    }

    draw() {
        setText(this.said, this.isWaiting ? text("mail.testing") : this.sentence);
        this.said.classList.toggle("problem", !this.isWaiting && this.sender?.ok === false);
        this.said.classList.toggle("good", !this.isWaiting && this.sender?.ok === true);
    }

    send() {
        // The result may come before the answer.
        this.isWaiting = true;
        this.draw();
        return this.ask("house.test_sender", { channel: "email", to: this.form.value("to") });
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     */
    answered(id, message) {
        if (id === this.form.asked && message.type !== "ack") {
            this.isWaiting = false;
            this.draw();
        }
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
