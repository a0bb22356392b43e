// @ts-check

/** Everything that the pad says, apart from what stands in its HTML. */
export const texts = {
    remove: "Remove the last digit",
    removeKey: "⌫",
    enter: "Enter",
    digits: (/** @type {number} */ count) =>
        count === 0 ? "No digits yet" : count === 1 ? "1 digit" : `${count} digits`,
    asking: "One moment…",
    wrong: "This is not the PIN.",
    wait: (/** @type {number} */ seconds) =>
        seconds < 120
            ? `Wait ${seconds} s, then try again.`
            : `Wait ${Math.ceil(seconds / 60)} min, then try again.`,
    again: "You can try again now.",
    tooShort: "A PIN has at least 4 digits.",
    unreachable: "The hub can’t be reached. Try again.",
};
