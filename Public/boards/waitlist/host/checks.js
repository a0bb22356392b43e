// @ts-check
import { schemas } from "../../../js/schemas/waitlist.js";
import { checkOf, judgeText, wrong } from "../../../js/ui/checks.js";

export { sortOut } from "../../../js/ui/checks.js";

/** @typedef {import("../../../js/ui/checks.js").Checked<any>} Checked */

const action = "waitlist.add";
const fields = schemas[action].properties;

export const checkName = checkOf(action, "name", fields.name);
export const checkSize = checkOf(action, "size", fields.size);
export const checkNotes = checkOf(action, "notes", fields.notes);

/** Country codes whose numbers may begin with 0, which is also dialled from abroad. */
const codesWithoutTrunkPrefix = ["39", "378", "379", "225", "226", "227", "229", "241", "242", "992"];

/**
 * @param {string} text empty for none
 * @returns {Checked}
 */
export function checkPhone(text) {
    const seen = text.replace(/[\p{White_Space}\p{Cf}]/gu, "");
    if (seen === "") {
        return { value: null };
    }
    const typed = seen
        .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
        .replace(/^tel:/i, "")
        // The 0 in brackets is only dialled within the country: ITU-T E.123, 7.2.
        .replace(/^(\p{P}*(?:\+|0\p{P}*0)\p{P}*((?:[0-9]\p{P}*){1,3}?))\(0\)/u, (all, before, code) =>
            codesWithoutTrunkPrefix.includes(code.replace(/\p{P}/gu, "")) ? all : before);
    const digits = typed.replace(/\p{P}/gu, "").replace(/^00/, "+");
    const isGood = /^\+[1-9][0-9]{6,14}$/.test(digits);
    return isGood ? { value: digits } : wrong(action, "phone", "waitlist.bad_phone");
}

/**
 * @param {string} text the tags, separated by commas
 * @returns {Checked}
 */
export function checkTags(text) {
    const { items, maxItems } = fields.tags;
    const typed = text.split(",").filter((tag) => tag.trim() !== "");
    const tags = typed.map((tag) => judgeText(items, tag));
    if (tags.length > maxItems || tags.some(({ reason }) => reason !== undefined)) {
        const params = { count: maxItems, max: items["x-charactersMax"] };
        return wrong(action, "tags", "waitlist.bad_tags", params);
    }
    return { value: tags.length > 0 ? tags.map(({ value }) => value) : null };
}
