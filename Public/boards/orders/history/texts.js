// @ts-check
import { counted, familyAbout, familyOf, text } from "../../../js/texts.js";

/** What the history's page says in several of its scripts. */
export const texts = {
    done: familyAbout("done"),
    /** @type {Record<string, string>} */
    methods: {
        card: text("methods.card"),
        cash: text("methods.cash"),
        other: text("methodOther"),
    },
    ended: familyOf("ended"),
    columns: familyOf("columns"),
    number: (/** @type {number} */ number) => text("number", { number }),
    tabs: (/** @type {number} */ count) => counted("tabs", count),
    dishes: (/** @type {number} */ count) => counted("dishes", count),
};
