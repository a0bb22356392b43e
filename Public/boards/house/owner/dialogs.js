// @ts-check
import { closeByTap } from "../../../js/ui/dialog.js";
import { byId, sentenceAbout, setText } from "../../../js/dom.js";
import { showProblems } from "../../../js/ui/problems.js";
import { choose, chosen, fillChoices } from "./choices.js";
import { texts } from "./texts.js";

/** @typedef {import("./devices.js").Device} Device */

/** The dialogs about one device: what it is called and may do, and whether it is signed out. */
export class DeviceDialogs {
    /**
     * @param {string} own the device of this page
     * @param {(action: string, args: import("../../../js/tablecast.js").JSONObject, name: string) => string} ask
     */
    constructor(own, ask) {
        this.own = own;
        this.ask = ask;
        /** @type {Device | null} */
        this.device = null;
        /** The changes that the open dialog waits for. @type {Set<string>} */
        this.asked = new Set();
        this.change = byId("change", HTMLDialogElement);
        this.revoke = byId("revoke", HTMLDialogElement);
        this.name = byId("change-name", HTMLInputElement);
        this.problem = byId("change-name-problem", HTMLElement);
        this.roles = byId("change-roles", HTMLElement);
        fillChoices(this.roles, "change-role", texts.roles, texts.may);
        [this.change, this.revoke].forEach(closeByTap);
        byId("change-form", HTMLFormElement).addEventListener("submit", (event) => {
            event.preventDefault();
            this.save();
        });
        this.name.addEventListener("input", () => this.show([]));
        byId("revoke-do", HTMLButtonElement).addEventListener("click", () => this.signOut());
    }

    /** @param {Device} device */
    openChange(device) {
        this.device = device;
        this.asked.clear();
        const title = byId("change-title", HTMLElement);
        title.replaceChildren(...sentenceAbout(texts.changeTitle, device.title));
        this.name.value = device.name;
        this.show([]);
        choose(this.roles, device.role);
        const isOwn = device.id === this.own;
        for (const input of this.roles.querySelectorAll("input")) {
            input.disabled = isOwn;
        }
        setText(byId("change-about", HTMLElement), isOwn ? texts.ownRole : texts.changeRole);
        this.change.showModal();
    }

    /** @param {Device} device */
    openRevoke(device) {
        this.device = device;
        const title = byId("revoke-title", HTMLElement);
        title.replaceChildren(...sentenceAbout(texts.revokeTitle, device.title));
        const about = texts.revokeAbout[device.role] ?? texts.revokeAbout.device;
        setText(byId("revoke-about", HTMLElement), about);
        this.revoke.showModal();
    }

    /**
     * @param {import("../../../js/ui/problems.js").Problem[]} problems
     * @returns {boolean} whether what is wrong stands at the field
     */
    show(problems) {
        return showProblems(problems, { name: this.name }, { name: this.problem });
    }

    save() {
        const { device } = this;
        if (!device || this.asked.size > 0) {
            return;
        }
        const name = this.name.value.trim();
        const role = chosen(this.roles);
        if (name !== device.name) {
            this.asked.add(this.ask("house.rename", { device: device.id, name }, device.title));
        }
        if (role !== "" && role !== device.role) {
            this.asked.add(this.ask("house.set_role", { device: device.id, role }, device.title));
        }
        if (this.asked.size === 0) {
            this.change.close();
        }
    }

    signOut() {
        if (this.device) {
            this.ask("house.revoke", { device: this.device.id }, this.device.title);
        }
        this.revoke.close();
    }

    /**
     * @param {string} id of a change
     * @param {any} message its ack or reject
     * @returns {boolean} whether what is wrong stands at the field
     */
    answered(id, message) {
        if (!this.asked.delete(id)) {
            return false;
        }
        if (message.type === "reject" && message.problems && this.change.open) {
            return this.show(message.problems);
        }
        if (this.asked.size === 0) {
            this.change.close();
        }
        return false;
    }

    /** Closes the dialog without waiting for the hub's answer. */
    letGo() {
        this.asked.clear();
        this.change.close();
    }

    /**
     * Takes the present devices, and closes a dialog about one that is gone.
     * @param {Device[]} devices
     */
    know(devices) {
        if (this.device && !devices.some(({ id }) => id === this.device?.id)) {
            this.device = null;
            this.change.close();
            this.revoke.close();
        }
    }
}
