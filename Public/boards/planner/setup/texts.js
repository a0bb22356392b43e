// @ts-check
import { familyAbout, familyOf, text } from "../../../js/texts.js";

/** What the page says in several of its scripts. */
export const texts = {
    done: familyAbout("done"),
    colors: familyOf("colors"),
    displays: familyOf("displays"),
    displaysAbout: familyOf("displaysAbout"),
    details: familyOf("details"),
    detailsAbout: familyOf("detailsAbout"),
    flags: familyOf("flags"),
    faults: familyOf("faults"),
    weekdays: familyOf("weekdays"),
    weekdaysLong: familyOf("weekdaysLong"),
    label: (/** @type {string} */ what, /** @type {string} */ name) => text("label", { what, name }),
};
