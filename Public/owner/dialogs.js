// @ts-check
import { byId, make, sentenceAbout, setText } from "../js/dom.js";
import { showProblems } from "../host/problems.js";
import { texts } from "./texts.js";

/** @typedef {import("./devices.js").Device} Device */

const roles = ["display", "host", "engineer", "owner"];

/**
 * A choice among the roles, each with what it may do.
 * @param {HTMLElement} place
 * @param {string} name of the group
 */
export function fillRoles(place, name) {
    for (const role of roles) {
        const input = make("input", { type: "radio", name, value: role });
        const may = make("span", { className: "quiet" }, texts.may[role]);
        place.append(
            make("label", { className: "choice" }, input, make("b", {}, texts.roles[role]), may),
        );
    }
}

/**
 * The role that is chosen.
 * @param {HTMLElement} place
 */
export function chosen(place) {
    return place.querySelector("input:checked")?.getAttribute("value") ?? "";
}

/**
 * @param {HTMLElement} place
 * @param {string} value
 */
export function choose(place, value) {
    for (const input of place.querySelectorAll("input")) {
        input.checked = input.value === value;
    }
}

/**
 * Closes a dialog by its button and by a tap beside it.
 * @param {HTMLDialogElement} dialog
 */
function wire(dialog) {
    dialog.addEventListener("click", (event) => {
        const target = /** @type {Element} */ (event.target);
        if (target === dialog || target.closest("[data-close]")) {
            dialog.close();
        }
    });
}

/** The dialogs about one device: what it is called and may do, and whether it is signed out. */
export class DeviceDialogs {
    /**
     * @param {string} own the device of this page
     * @param {(action: string, args: import("../js/tablecast.js").JSONObject, name: string) => string} ask
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
        fillRoles(this.roles, "change-role");
        [this.change, this.revoke].forEach(wire);
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
        const about = texts.revokeAbout[device.role] ?? texts.revokeAbout.other;
        setText(byId("revoke-about", HTMLElement), about);
        this.revoke.showModal();
    }

    /** @param {{field: string, message: string}[]} problems */
    show(problems) {
        if (problems.length > 0) {
            showProblems(problems, { name: this.name }, { name: this.problem });
        } else {
            setText(this.problem, "");
            this.name.removeAttribute("aria-invalid");
        }
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
        if (role !== device.role) {
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
            this.show(message.problems);
            return true;
        }
        if (this.asked.size === 0) {
            this.change.close();
        }
        return false;
    }

    /** What waits for the hub is not waited for here. */
    letGo() {
        this.asked.clear();
        this.change.close();
    }

    /**
     * The devices that there are: what is said of one that is gone is over.
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
