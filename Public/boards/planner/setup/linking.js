// @ts-check
import { byId, make, setText } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";
import { FormDialog } from "../../../js/ui/formdialog.js";
import { choices } from "./choices.js";
import { texts } from "./texts.js";
import { freeColor, freeName, isTaken } from "./things.js";

/** @typedef {import("./accounts.js").CalendarRow} CalendarRow */

/** The dialog that keeps a calendar here and one elsewhere in step. */
export class Linking {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} ask
     */
    constructor(desk, ask) {
        this.ask = ask;
        this.form = new FormDialog(desk, "link", () => this.send());
        this.into = byId("link-into", HTMLSelectElement);
        this.color = choices(byId("link-color", HTMLElement), "link-color", texts.colors);
        this.isReadOnly = byId("link-read-only", HTMLInputElement);
        /** @type {CalendarRow[]} */
        this.calendars = [];
        this.account = "";
        this.remote = "";
        for (const choice of byId("link-color", HTMLElement).querySelectorAll("label")) {
            choice.dataset.color = choice.querySelector("input")?.value ?? "";
        }
        this.into.addEventListener("change", () => this.draw());
    }

    /** @param {CalendarRow[]} calendars */
    know(calendars) {
        this.calendars = calendars;
    }

    /**
     * @param {string} account
     * @param {string} accountName
     * @param {string} remote
     * @param {string} name of the calendar there
     * @param {boolean} isReadOnly whether it can't be changed there
     */
    open(account, accountName, remote, name, isReadOnly) {
        this.account = account;
        this.remote = remote;
        setText(byId("link-title", HTMLElement), text("linkTitle", { name }));
        const free = this.calendars.filter((each) => each.key !== "reservations" && !each.account && !each.isNew);
        this.into.replaceChildren(
            make("option", { value: "" }, text("linkNew")),
            ...free.map((each) => make("option", { value: each.key }, each.name)),
        );
        this.into.value = "";
        this.color.write(freeColor(this.calendars));
        this.isReadOnly.checked = this.isReadOnly.disabled = isReadOnly;
        setText(byId("link-read-only-about", HTMLElement), isReadOnly ? text("linkReadOnlyThere") : text("linkReadOnlyAbout"));
        this.form.open({ name: freeName(name, accountName, this.calendars) });
        this.draw();
        this.into.focus();
    }

    draw() {
        const isNew = this.into.value === "";
        byId("link-new", HTMLElement).hidden = !isNew;
        byId("link-merge-about", HTMLElement).hidden = isNew;
    }

    /** @returns {string | undefined} the change's id */
    send() {
        const calendar = this.into.value;
        const name = this.form.value("name");
        if (calendar === "" && (name === "" || isTaken(name, this.calendars))) {
            this.form.show([{ field: "name", message: name === "" ? text("nameMissing") : text("nameTaken") }]);
            return undefined;
        }
        return this.ask("planner.link", {
            account: this.account, remote: this.remote,
            ...(calendar === "" ? { name, color: this.color.read() } : { calendar }),
            ...(this.isReadOnly.checked && !this.isReadOnly.disabled ? { readOnly: true } : {}),
        }, calendar === "" ? name : this.calendars.find(({ key }) => key === calendar)?.name ?? name);
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     */
    answered(id, message) {
        return this.form.answered(id, message);
    }
}
