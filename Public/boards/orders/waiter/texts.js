// @ts-check
import { counted, familyAbout, familyOf, text } from "../../../js/texts.js";

/** What the waiter's page says in several of its scripts. */
export const texts = {
    done: familyAbout("done"),
    waiting: familyAbout("waiting"),
    statuses: familyOf("statuses"),
    kindNames: familyOf("kindNames"),
    /** @type {Record<string, string>} */
    methods: {
        card: text("methods.card"),
        cash: text("methods.cash"),
        other: text("methodOther"),
    },
    ways: familyOf("ways"),
    hindrances: familyOf("hindrances"),
    ended: familyOf("ended"),
    number: (/** @type {number | undefined} */ number) =>
        number === undefined ? text("notSent") : text("number", { number }),
    ready: (/** @type {number} */ count) => counted("ready", count),
    kitchen: (/** @type {number} */ count) => counted("kitchen", count),
    basketCount: (/** @type {number} */ count) => counted("basketCount", count),
    since: (/** @type {number} */ minutes) => text("since", { minutes }),
    label: (/** @type {string} */ what, /** @type {string} */ name) => text(
        "label",
        { what, name },
    ),
    quantity: (/** @type {number} */ quantity) => text("quantity", { quantity }),
    quantityOf: (/** @type {number} */ quantity, /** @type {string} */ name) =>
        text("quantityOf", { quantity, name }),
};
