// @ts-check
import { make, makeButton, setText, words } from "../../../js/dom.js";
import { arrange, dropOthers } from "../../../js/ui/list.js";
import { texts } from "./texts.js";

/** @typedef {import("../../../screens/feed.js").DeviceRow} DeviceRow */

/**
 * A device with all the windows in which it is connected.
 * @typedef {object} Device
 * @property {string} id
 * @property {string} role
 * @property {string} name as it was given, or nothing
 * @property {string} title what a person calls it
 * @property {boolean} isLockedOut
 * @property {string} [createdAt]
 * @property {string} [seenAt]
 * @property {DeviceRow[]} windows
 * @property {string} state
 */

const roleOrder = ["owner", "host", "display", "engineer"];
/** The states, the worst first: a device shows that of its worst window. */
const stateOrder = ["silent", "ok", "away"];

/**
 * The devices of the rows: this page's own, then owners first, then by their names.
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
        title: name || texts.unnamed(texts.roles[role] ?? role),
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
        roleOrder.indexOf(one.role) - roleOrder.indexOf(other.role) ||
        Number(one.name === "") - Number(other.name === "") ||
        one.title.localeCompare(other.title) ||
        (one.id < other.id ? -1 : 1)
    );
}

/**
 * What can be done to a device.
 * @typedef {object} DeviceActions
 * @property {(id: string) => void} change
 * @property {(id: string) => void} revoke
 * @property {(id: string) => void} forgive
 */

/** The list of devices, drawn so that nothing moves under a finger that has not changed. */
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
        dropOthers(this.views, new Set(devices.map(({ id }) => id)));
        const elements = devices.map((each) => {
            let view = this.views.get(each.id);
            if (!view) {
                view = new DeviceView(each.id, each.id === this.own, this.actions);
                this.views.set(each.id, view);
            }
            view.render(each, time);
            return view.element;
        });
        arrange(this.list, elements);
    }
}

class DeviceView {
    /**
     * @param {string} id
     * @param {boolean} isOwn
     * @param {DeviceActions} actions
     */
    constructor(id, isOwn, actions) {
        this.name = words("", "device-name");
        this.role = make("span", { className: "quiet" });
        this.state = make("p", { className: "state" });
        this.about = make("p", { className: "quiet" });
        this.lock = make("p", { className: "locked-out" }, texts.lockedOut);
        this.forgive = makeButton(texts.forgive, () => actions.forgive(id));
        this.change = makeButton(texts.change, () => actions.change(id));
        this.revoke = makeButton(texts.revoke, () => actions.revoke(id));
        this.revoke.className = "wrong";
        this.revoke.hidden = isOwn;
        const who = make("div", { className: "who" }, this.name, this.role);
        if (isOwn) {
            who.append(make("span", { className: "badge" }, texts.own));
        }
        this.element = make(
            "li",
            { className: "device" },
            who,
            make("div", { className: "how" }, this.state, this.about, this.lock),
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
        setText(this.role, texts.roleAndID(texts.roles[device.role] ?? device.role, device.id));
        this.element.dataset.state = device.state;
        setText(this.state, stateText(device, time));
        setText(this.about, aboutText(device, time));
        this.lock.hidden = !device.isLockedOut;
        this.forgive.hidden = !device.isLockedOut;
        for (const button of [this.forgive, this.change, this.revoke]) {
            button.ariaLabel = texts.label(button.textContent ?? "", device.title);
        }
    }
}

/**
 * @param {Device} device
 * @param {(instant: string) => string} time
 */
function stateText({ state, windows }, time) {
    const [first] = windows.map(({ connectedAt }) => connectedAt ?? "").sort();
    const words = texts.states[state] ?? state;
    const since = first && state !== "silent" ? texts.connectedSince(words, time(first)) : words;
    return windows.length > 1 ? `${since}, ${texts.windows(windows.length)}` : since;
}

/**
 * @param {Device} device
 * @param {(instant: string) => string} time
 */
function aboutText({ windows, createdAt, seenAt }, time) {
    const addresses = new Set(windows.map(({ address }) => address).filter(Boolean));
    const parts = [
        createdAt ? texts.signedIn(time(createdAt)) : "",
        windows.length === 0 && seenAt ? texts.seen(time(seenAt)) : "",
        ...addresses,
    ];
    return parts.filter(Boolean).join(" · ");
}
