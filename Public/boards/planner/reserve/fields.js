// @ts-check
import { checkName, checkNotes, checkPhone, checkTags } from "../../waitlist/host/checks.js";

/** @typedef {import("./wanted.js").Wanted} Wanted */
/** @typedef {import("../../../js/ui/problems.js").Problem} Problem */

/**
 * What the form holds, and what is wrong with it.
 * @param {Record<string, import("../../../js/ui/problems.js").Input>} inputs
 * @param {{size: number | undefined, start: string, minutes: string}} chosen
 * @param {Record<string, string>} texts
 * @returns {{wanted: Wanted, problems: Problem[]}}
 */
export function readFields(inputs, { size, start, minutes }, texts) {
    const checks = {
        name: checkName(inputs.name.value), phone: checkPhone(inputs.phone.value),
        notes: checkNotes(inputs.notes.value), tags: checkTags(inputs.tags.value),
    };
    const problems = Object.entries(checks).flatMap(([field, { problem }]) =>
        problem === undefined ? [] : [{ field, message: problem }],
    );
    if (size === undefined) {
        problems.push({ field: "size", message: texts.sizeMissing });
    }
    if (start === "") {
        problems.push({ field: "start", message: texts.timeMissing });
    }
    const wanted = {
        name: checks.name.value, size, start,
        minutes: minutes === "" ? null : Number(minutes),
        phone: checks.phone.value, notes: checks.notes.value, tags: checks.tags.value,
        table: inputs.table.value.trim() || null,
    };
    return { wanted, problems };
}
