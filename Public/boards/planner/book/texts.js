// @ts-check
import { counted, familyAbout, familyOf, text } from "../../../js/texts.js";

/** What the book says in several of its scripts. */
export const texts = {
    done: familyAbout("done"),
    statuses: familyOf("statuses"),
    signs: familyOf("signs"),
    flags: familyOf("flags"),
    syncs: familyOf("syncs"),
    /** The two counts stay whole where the line is torn. */
    fold: (/** @type {{count: number, covers: number}} */ { count, covers }) =>
        text("fold", {
            reservations: counted("reservations", count).replace(" ", "\u00A0"),
            covers: counted("covers", covers).replace(" ", "\u00A0"),
        }),
    label: (/** @type {string} */ what, /** @type {string} */ name) => text("label", { what, name }),
};

/** How people's words stand in a row: one after the other, with dots between them. */
export const dot = " · ";
