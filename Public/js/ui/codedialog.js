// @ts-check
import { closeByTap, dialogHead } from "./dialogs.js";
import { byId, make, makeButton, request, setText, text } from "./page.js";

/**
 * The content of the dialog with a code.
 * @typedef {object} Code
 * @property {string} place the path of the address, and with `.svg` of the code, below `/v1/<venue>/`
 * @property {Record<string, string>} [query]
 * @property {(string | Node)[]} title
 * @property {string} [about] its purpose
 * @property {ShareData} [share] what is shared with the address
 * @property {Node[]} [more] further ways to send it
 */

/** Leads a phone to an address: by a code on any tablet, to scan, share or print. */
export class CodeDialog {
    /** @param {import("./desk.js").Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.url = "";
        /** @type {Code | undefined} */
        this.code = undefined;
        const mayShare = typeof navigator.share === "function";
        this.about = make("p");
        this.image = make("img", {
            id: "code-image", className: "code-image", width: 480, height: 480, alt: text("code.image"),
        });
        this.address = make("p", { id: "code-address", className: "small field" });
        this.problem = make("p", { className: "problem" });
        this.buttons = make(
            "div",
            { className: "buttons" },
            makeButton(text("code.share"), () => void this.passOn(), { hidden: !mayShare }),
            makeButton(text("code.copy"), () => desk.copy(this.url)),
            makeButton(text("code.print"), () => window.print()),
        );
        this.more = make("div", { className: "code-more" });
        this.dialog = make(
            "dialog",
            { className: "code-dialog", "aria-labelledby": "code-title", id: "code" },
            dialogHead("code", ""),
            this.about, this.image, this.address, this.problem, this.buttons, this.more,
        );
        document.body.append(this.dialog);
        closeByTap(this.dialog);
        this.image.addEventListener("error", () => this.fail(text("code.unreachable")));
        this.dialog.addEventListener("close", () => document.body.classList.remove("prints-code"));
    }

    /** @param {Code} code */
    async open(code) {
        const { venue, origin } = this.desk.state;
        const address = `/v1/${venue}/${code.place}`;
        const query = new URLSearchParams({ ...code.query, as: this.desk.role });
        this.code = code;
        byId("code-title", HTMLElement).replaceChildren(...code.title);
        setText(this.about, code.about ?? "");
        this.about.hidden = !code.about;
        this.more.replaceChildren(...code.more ?? []);
        this.image.removeAttribute("src");
        this.show("");
        this.desk.open(this.dialog);
        // Printing prints the code and not the page behind it.
        document.body.classList.add("prints-code");
        const path = await pathAt(`${address}?${query}`);
        if (this.code !== code) {
            return;
        }
        if (path === "") {
            this.fail(text("code.none"));
        } else {
            this.show(new URL(path, origin ?? location.origin).href);
            this.image.src = `${address}.svg?${query}`;
        }
    }

    /** @param {string} url the address, if it is known */
    show(url) {
        this.url = url;
        setText(this.address, url);
        setText(this.problem, "");
        this.image.hidden = false;
        this.buttons.hidden = url === "";
    }

    /** @param {string} why the reason why there is no code */
    fail(why) {
        setText(this.problem, why);
        this.image.hidden = true;
        this.desk.announcer.warn(why);
    }

    async passOn() {
        try {
            await navigator.share({ title: document.title, ...this.code?.share, url: this.url });
        } catch (error) {
            if (/** @type {Error} */ (error).name !== "AbortError") {
                this.desk.copy(this.url);
            }
        }
    }
}

/**
 * The address in the code.
 * @param {string} address
 * @returns {Promise<string>} empty if it can't be loaded
 */
async function pathAt(address) {
    try {
        const answer = await request(address, { cache: "no-store" });
        const told = await answer.json();
        return answer.ok ? (told.url ?? told.link ?? told.address ?? "") : "";
    } catch {
        return "";
    }
}
