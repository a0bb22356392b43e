// @ts-check
import { copyText } from "../../../js/ui/dialogs.js";
import { choicesOf, Form } from "../../../js/ui/forms.js";
import {
    byId, familyOf, make, makeButton, renderList, request, roleTitle, sentenceAbout, setText, text,
    words,
} from "../../../js/ui/page.js";

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */
/** @typedef {import("../../../js/ui/desk.js").Desk} Desk */
/** @typedef {import("../../../js/ui/eventstream.js").DeviceRow} DeviceRow */
/** @typedef {(action: string, args: JSONObject, name: string) => string} Ask */
/** @typedef {{ titles: Record<string, string>, may: Record<string, string> }} Roles */

const roleOrder = ["display", "host", "engineer", "owner"];
/** The time for which a sign-in link is valid: a day. */
const goodForMs = 86_400_000;

/**
 * The roles of devices, including those that boards add, with a description of each.
 * @param {import("./forms.js").BoardDescription[]} boards
 * @returns {Roles}
 */
export function rolesOf(boards) {
    const own = familyOf("may", roleOrder);
    const added = boards.flatMap(({ roles, texts }) =>
        roles.map(({ name, summary }) => ({
            name, title: texts[`role.${name}`] ?? name, may: texts[`role.${name}.may`] ?? summary,
        })));
    return {
        titles: {
            ...Object.fromEntries(roleOrder.map((role) => [role, roleTitle(role)])),
            ...Object.fromEntries(added.map(({ name, title }) => [name, title])),
        },
        may: { ...own, ...Object.fromEntries(added.map(({ name, may }) => [name, may])) },
    };
}

/**
 * A device with all the windows in which it is connected.
 * @typedef {object} Device
 * @property {string} id
 * @property {string} role
 * @property {string} name as given, or empty
 * @property {string} title the name for people
 * @property {boolean} isLockedOut
 * @property {string} [createdAt]
 * @property {string} [seenAt]
 * @property {DeviceRow[]} windows
 * @property {string} state
 */

const listOrder = ["owner", "host", "display", "engineer"];
/** The states, the worst first: a device shows the state of its worst window. */
const stateOrder = ["silent", "ok", "away"];

/**
 * The devices of the rows: this page's own first, then owners, then by name.
 * @param {Iterable<DeviceRow>} rows
 * @param {string} own
 * @returns {Device[]}
 */
export function devicesOf(rows, own) {
    /** @type {Map<string, DeviceRow[]>} */
    const byDevice = new Map();
    for (const row of rows) {
        byDevice.set(row.device, [...(byDevice.get(row.device) ?? []), row]);
    }
    const isOwn = (/** @type {Device} */ { id }) => Number(id === own);
    return [...byDevice]
        .map(([id, windows]) => device(id, windows))
        .sort((one, other) => isOwn(other) - isOwn(one) || compare(one, other));
}

/**
 * @param {string} id
 * @param {DeviceRow[]} rows
 * @returns {Device}
 */
function device(id, rows) {
    const [{ role, name = "", createdAt, seenAt, lockedOut }] = rows;
    const states = rows.map((row) => String(row.state));
    return {
        id,
        role,
        name,
        title: name || text("unnamed", { role: roleTitle(role) }),
        isLockedOut: lockedOut === true,
        createdAt,
        seenAt,
        windows: rows.filter((row) => row.connectedAt !== undefined),
        state: stateOrder.find((state) => states.includes(state)) ?? "away",
    };
}

/**
 * @param {Device} one
 * @param {Device} other
 */
function compare(one, other) {
    return (
        listOrder.indexOf(one.role) - listOrder.indexOf(other.role) ||
        Number(one.name === "") - Number(other.name === "") ||
        one.title.localeCompare(other.title) ||
        (one.id < other.id ? -1 : 1)
    );
}

/**
 * The actions on a device.
 * @typedef {object} DeviceActions
 * @property {(id: string) => void} change
 * @property {(id: string) => void} revoke
 * @property {(id: string) => void} forgive
 */

/** The list of devices. A row under a finger stays in place unless it changes itself. */
export class DeviceList {
    /**
     * @param {HTMLElement} list
     * @param {string} own the device of this page
     * @param {DeviceActions} actions
     */
    constructor(list, own, actions) {
        this.list = list;
        this.own = own;
        this.actions = actions;
        /** @type {Map<string, DeviceView>} */
        this.views = new Map();
    }

    /**
     * @param {Device[]} devices
     * @param {(instant: string) => string} time
     */
    render(devices, time) {
        renderList(
            this.list, this.views, devices, (id) => new DeviceView(id, id === this.own, this.actions),
            (view, each) => view.render(each, time),
        );
    }
}

class DeviceView {
    /**
     * @param {string} id
     * @param {boolean} isOwn
     * @param {DeviceActions} actions
     */
    constructor(id, isOwn, actions) {
        this.name = words("", "strong block");
        this.role = make("span", { className: "about figures" });
        this.state = make("p", { className: "state" });
        this.about = make("p", { className: "quiet" });
        this.lock = make("p", { className: "locked-out" }, text("lockedOut"));
        this.forgive = makeButton(text("forgive"), () => actions.forgive(id));
        this.change = makeButton(text("change"), () => actions.change(id));
        this.revoke = makeButton(text("revoke"), () => actions.revoke(id));
        this.revoke.className = "wrong";
        this.revoke.hidden = isOwn;
        const who = make("div", { className: "who" }, this.name, this.role);
        if (isOwn) {
            who.append(" ", make("span", { className: "tag" }, text("own")));
        }
        this.element = make(
            "li",
            { className: "device" },
            who,
            make("div", { className: "small figures" }, this.state, this.about, this.lock),
            make("div", { className: "buttons" }, this.forgive, this.change, this.revoke),
        );
        this.element.dataset.device = id;
    }

    /**
     * @param {Device} device
     * @param {(instant: string) => string} time
     */
    render(device, time) {
        setText(this.name, device.title);
        setText(this.role, text("roleAndID", { role: roleTitle(device.role), id: device.id }));
        this.element.dataset.state = device.state;
        setText(this.state, stateText(device, time));
        setText(this.about, aboutText(device, time));
        this.lock.hidden = !device.isLockedOut;
        this.forgive.hidden = !device.isLockedOut;
        for (const button of [this.forgive, this.change, this.revoke]) {
            button.ariaLabel = text("label", { what: button.textContent ?? "", name: device.title });
        }
    }
}

/**
 * @param {Device} device
 * @param {(instant: string) => string} time
 */
function stateText({ state, windows }, time) {
    const [first] = windows.map(({ connectedAt }) => connectedAt ?? "").sort();
    const said = familyOf("states")[state] ?? state;
    const isSince = first && state !== "silent";
    const since = isSince ? text("connectedSince", { state: said, time: time(first) }) : said;
    return windows.length > 1 ? `${since}, ${text("windows", { count: windows.length })}` : since;
}

/**
 * @param {Device} device
 * @param {(instant: string) => string} time
 */
function aboutText({ windows, createdAt, seenAt }, time) {
    const addresses = new Set(windows.map(({ address }) => address).filter(Boolean));
    const parts = [
        createdAt ? text("signedIn", { time: time(createdAt) }) : "",
        windows.length === 0 && seenAt ? text("seen", { time: time(seenAt) }) : "",
        ...addresses,
    ];
    return parts.filter(Boolean).join(" · ");
}

/** The dialogs about one device: its name, its role, and its sign-out. */
export class DeviceDialogs {
    /**
     * @param {Desk} desk
     * @param {Roles} roles
     * @param {Ask} ask
     */
    constructor(desk, roles, ask) {
        this.desk = desk;
        this.own = desk.state.device ?? "";
        this.ask = ask;
        /** @type {Device | null} */
        this.device = null;
        /** The changes that the open dialog waits for. @type {Set<string>} */
        this.asked = new Set();
        this.revoke = byId("revoke", HTMLDialogElement);
        this.form = new Form(desk, "change", () => this.save());
        this.roles = byId("change-roles", HTMLFieldSetElement);
        this.roles.append(...choicesOf("role", roles.titles, roles.may));
        byId("revoke-do", HTMLButtonElement).addEventListener("click", () => this.signOut());
    }

    /** @param {Device} device */
    openChange(device) {
        this.device = device;
        this.asked.clear();
        const title = byId("change-title", HTMLElement);
        title.replaceChildren(...sentenceAbout((name) => text("changeTitle", { name }), device.title));
        const isOwn = device.id === this.own;
        this.roles.disabled = isOwn;
        setText(byId("change-roles-about", HTMLElement), isOwn ? text("ownRole") : text("changeRole"));
        this.form.open({ ...device });
    }

    /** @param {Device} device */
    openRevoke(device) {
        this.device = device;
        const title = byId("revoke-title", HTMLElement);
        title.replaceChildren(...sentenceAbout((name) => text("revokeTitle", { name }), device.title));
        const abouts = familyOf("revokeAbout");
        const about = abouts[device.role] ?? abouts.device;
        setText(byId("revoke-about", HTMLElement), about);
        this.desk.open(this.revoke);
    }

    /** Makes both changes. The dialog waits for their answers itself, not through the form. */
    save() {
        const { device } = this;
        if (!device || this.asked.size > 0) {
            return undefined;
        }
        const [name, role] = [this.form.value("name"), this.form.value("role")];
        if (name !== device.name) {
            this.asked.add(this.ask("house.rename", { device: device.id, name }, device.title));
        }
        if (role !== "" && role !== device.role) {
            this.asked.add(this.ask("house.set_role", { device: device.id, role }, device.title));
        }
        if (this.asked.size === 0) {
            this.form.close();
        }
        return undefined;
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
     * @returns {boolean} whether the problem is shown at the field
     */
    answered(id, message) {
        if (!this.asked.delete(id)) {
            return false;
        }
        if (message.type === "reject" && message.problems && this.form.isOpen) {
            return this.form.show(message.problems);
        }
        if (this.asked.size === 0) {
            this.form.close();
        }
        return false;
    }

    /** Closes the dialog without waiting for the hub's answer. */
    letGo() {
        this.asked.clear();
        this.form.close();
    }

    /**
     * Takes the present devices, and closes the dialog about a removed one.
     * @param {Device[]} devices
     */
    know(devices) {
        if (this.device && !devices.some(({ id }) => id === this.device?.id)) {
            this.device = null;
            this.form.close();
            this.revoke.close();
        }
    }
}

/** Makes links that sign a device in, and shows each once. */
export class Invitations {
    /**
     * @param {Desk} desk
     * @param {Roles} roles
     * @param {Ask} ask
     */
    constructor(desk, roles, ask) {
        this.desk = desk;
        this.titles = roles.titles;
        this.ask = ask;
        /** @type {Form} */
        this.form = new Form(desk, "invite-form", () => this.send());
        /** The place for the QR code of the link. */
        this.code = byId("invite-code", HTMLElement);
        this.result = byId("invite-made", HTMLElement);
        this.link = byId("invite-link", HTMLTextAreaElement);
        this.said = byId("invite-said", HTMLElement);
        byId("invite-roles", HTMLElement).append(...choicesOf("role", roles.titles, roles.may));
        this.form.write({ role: "display" });
        this.link.addEventListener("focus", () => this.link.select());
        byId("invite-copy", HTMLButtonElement).addEventListener("click", () => {
            copyFrom(this.link, this.said);
        });
    }

    send() {
        this.result.hidden = true;
        this.link.value = "";
        this.form.show([]);
        return this.ask("house.invite", this.form.changes(), this.form.value("name"));
    }

    /**
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message its ack
     */
    made(entry, message) {
        const role = this.titles[String(entry.args.role)] ?? "";
        const name = String(entry.args.name ?? "");
        const label = name ? text("linkFor", { name, role }) : text("linkForDevice", { role });
        setText(byId("invite-label", HTMLElement), label);
        const { origin } = this.desk.state;
        this.link.value = new URL(message.result.link, origin ?? location.href).href;
        const said = text("linkSaid", { time: this.desk.time(this.desk.nowMs + goodForMs) });
        setText(this.said, origin ? said : `${text("linkIsOfThisMachine")} ${said}`);
        this.result.hidden = false;
        this.form.inputs.name.value = "";
        this.link.focus();
        void this.showCode(message.result.link);
    }

    /**
     * Shows the code of a link, for a device with a camera. The link is sent in the request's content,
     * because addresses are logged in more places.
     * @param {string} link
     */
    async showCode(link) {
        this.code.replaceChildren();
        try {
            const answer = await request(`/v1/${this.desk.state.venue}/house/link.svg?as=owner`, {
                method: "POST", headers: { "Content-Type": "text/plain" }, body: link,
            });
            if (answer.ok && this.link.value.endsWith(link)) {
                const image = make("img", { alt: "", width: 240, height: 240 });
                image.src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
                this.code.replaceChildren(image);
            }
        } catch {
            // The link can still be copied.
        }
    }
}

/**
 * Copies a field's text, and reports it.
 * @param {HTMLTextAreaElement} field
 * @param {HTMLElement} said
 */
export function copyFrom(field, said) {
    const isCopied = copyText(field.value);
    // If copying fails, the text is selected to be copied by hand.
    field.select();
    setText(said, isCopied ? text("copied") : text("notCopied"));
}
