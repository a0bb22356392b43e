// @ts-check
import { text } from "../js/texts.js";

/** Everything that the join page says, apart from what stands in its HTML. */
export const texts = {
    sending: text("sending"),
    unreachable: text("unreachable"),
    busy: text("busy"),
    full: text("full"),
    refused: text("refused"),
    nameMissing: text("nameMissing"),
    sizeMissing: text("sizeMissing"),
    sizeBad: text("sizeBad"),
    /** What the hub finds wrong with a field. */
    bad: /** @type {Record<string, string>} */ ({
        name: text("nameBad"),
        size: text("sizeBad"),
        phone: text("phoneBad"),
        notes: text("notesBad"),
    }),
};
