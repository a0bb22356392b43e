/** The parts of a browser that a connection uses, with the hub's end of it for tests. */
import { mock } from "node:test";

mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });

/**
 * Lets time pass in steps, so that a timer sees the time at which it runs.
 * @param {number} ms
 */
export function pass(ms) {
    for (let rest = ms; rest > 0; rest -= 10) {
        mock.timers.tick(Math.min(10, rest));
    }
}

Object.defineProperty(globalThis, "performance", { value: { now: () => Date.now() } });

const events = new EventTarget();
globalThis.window = globalThis;
globalThis.addEventListener = events.addEventListener.bind(events);
globalThis.removeEventListener = events.removeEventListener.bind(events);
globalThis.dispatchEvent = events.dispatchEvent.bind(events);
globalThis.location = { href: "http://hub/", protocol: "http:" };
globalThis.fetch = async () => ({ status: 200 });
globalThis.document = Object.assign(new EventTarget(), {
    documentElement: { dataset: {} },
    visibilityState: "visible",
    hidden: false,
});

/** @param {boolean} isHidden whether another page is in front */
export function hide(isHidden) {
    document.hidden = isHidden;
    document.visibilityState = isHidden ? "hidden" : "visible";
    document.dispatchEvent(new Event("visibilitychange"));
}

const kept = new Map();
globalThis.sessionStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    clear: () => kept.clear(),
};

/** The hub's end of a connection that a page has made. */
export class Hub {
    /**
     * The hub's end of the newest connection.
     * @type {Hub}
     */
    static current;
    /** The number of connections made. */
    static count = 0;

    /** @param {string} address */
    constructor(address) {
        this.address = address;
        /** The page's messages that no test has taken. */
        this.heard = [];
        this.isClosed = false;
        Hub.current = this;
        Hub.count += 1;
    }

    send(text) {
        this.heard.push(JSON.parse(text));
    }

    close() {
        this.isClosed = true;
    }

    /** Sends these messages, one after another. */
    say(...messages) {
        messages.forEach((message) => this.onmessage({ data: JSON.stringify(message) }));
    }

    /** Takes the new messages of a type. */
    take(type) {
        const taken = this.heard.filter((message) => message.type === type);
        this.heard = this.heard.filter((message) => message.type !== type);
        return taken;
    }
}

globalThis.WebSocket = Hub;
