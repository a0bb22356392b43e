// @ts-check
/** @typedef {{days?: string[], from?: string, to?: string, covers: number}} PacingRule */
/** @typedef {{size: number, minutes: number}} StayStep */
/** @typedef {{days: string[], from: string, to: string, covers: string}} TypedRule */
/** @typedef {{size: string, minutes: string}} TypedStep */
/** @typedef {{index: number, field: string, key: string}} Fault what is wrong where, by the key of its text */

export const rulesMax = 20;
export const stepsMax = 10;
export const coversRange = { min: 1, max: 500 };
export const sizeRange = { min: 1, max: 99 };
export const minutesRange = { min: 15, max: 480 };
export const lateRange = { min: 1, max: 120 };

/**
 * A whole number within a range; nothing for anything else.
 * @param {string} typed
 * @param {{min: number, max: number}} range
 */
export function numberIn(typed, { min, max }) {
    const text = typed.trim();
    const value = Number(text);
    return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
}

/**
 * The rules as the setting takes them, or what is wrong with them.
 * @param {TypedRule[]} typed
 * @returns {{value: PacingRule[], faults: Fault[]}}
 */
export function readPacing(typed) {
    /** @type {Fault[]} */
    const faults = [];
    const value = typed.map(({ days, from, to, covers }, index) => {
        const number = numberIn(covers, coversRange);
        if (number === undefined) {
            faults.push({ index, field: "covers", key: "coversWrong" });
        }
        if (from !== "" && from === to) {
            faults.push({ index, field: "to", key: "spanWrong" });
        }
        /** @type {PacingRule} */
        const rule = { covers: number ?? 0 };
        // All days is said by none.
        if (days.length > 0 && days.length < 7) {
            rule.days = days;
        }
        if (from !== "") {
            rule.from = from;
        }
        if (to !== "") {
            rule.to = to;
        }
        return rule;
    });
    return { value, faults };
}

/**
 * @param {PacingRule[] | undefined} rules
 * @returns {TypedRule[]}
 */
export function typedPacing(rules = []) {
    return rules.map(({ days = [], from = "", to = "", covers }) => ({
        days, from, to, covers: String(covers),
    }));
}

/**
 * The steps as the setting takes them, by rising sizes, or what is wrong with them.
 * @param {TypedStep[]} typed
 * @returns {{value: StayStep[], faults: Fault[]}}
 */
export function readStay(typed) {
    /** @type {Fault[]} */
    const faults = [];
    const sizes = new Set();
    const value = typed.map((step, index) => {
        const size = numberIn(step.size, sizeRange);
        const minutes = numberIn(step.minutes, minutesRange);
        if (size === undefined) {
            faults.push({ index, field: "size", key: "sizeWrong" });
        } else if (sizes.has(size)) {
            faults.push({ index, field: "size", key: "sizeTwice" });
        }
        if (minutes === undefined) {
            faults.push({ index, field: "minutes", key: "minutesWrong" });
        }
        sizes.add(size);
        return { size: size ?? 0, minutes: minutes ?? 0 };
    });
    return { value: value.sort((one, other) => one.size - other.size), faults };
}

/**
 * @param {StayStep[] | undefined} steps
 * @returns {TypedStep[]}
 */
export function typedStay(steps = []) {
    return steps.map(({ size, minutes }) => ({ size: String(size), minutes: String(minutes) }));
}
