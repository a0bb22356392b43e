// @ts-check

/** The time for which a key ignores presses after it was given to another round. */
const restMs = 500;
/** A second press for the same round within this time is taken for a mistake. */
const stepApartMs = 450;

/**
 * The rounds of the bump bar's keys: 1 is the oldest, up to 9. When a round leaves, the others move
 * up; a key about to be pressed must not hit the next one.
 */
export class Slots {
    constructor() {
        /** @type {{key: string, sinceMs: number}[]} */
        this.slots = [];
        /** @type {Map<string, number>} */
        this.steppedAtMs = new Map();
        this.isFirst = true;
    }

    /**
     * @param {string[]} keys of the rounds, the oldest first
     * @param {number} nowMs
     */
    know(keys, nowMs) {
        const sinceMs = this.isFirst ? -Infinity : nowMs;
        this.isFirst = false;
        this.slots = keys.slice(0, 9).map((key, index) => {
            const old = this.slots[index];
            // A key that was free had no meaning to mistake.
            const isSame = old === undefined || old.key === key;
            return { key, sinceMs: isSame ? (old?.sinceMs ?? -Infinity) : sinceMs };
        });
        for (const key of this.steppedAtMs.keys()) {
            if (!keys.includes(key)) {
                this.steppedAtMs.delete(key);
            }
        }
    }

    /**
     * The round that a key means.
     * @param {number} digit 1 to 9
     * @param {number} nowMs
     * @returns {string | "moved" | undefined} `moved` if the key was given to another round just
     * now
     */
    keyOf(digit, nowMs) {
        const slot = this.slots[digit - 1];
        return slot && nowMs - slot.sinceMs < restMs ? "moved" : slot?.key;
    }

    /**
     * Whether a round or a line may take a step now; records the step.
     * @param {string} key
     * @param {number} nowMs
     */
    takes(key, nowMs) {
        const isSoon = nowMs - (this.steppedAtMs.get(key) ?? -Infinity) < stepApartMs;
        if (!isSoon) {
            this.steppedAtMs.set(key, nowMs);
        }
        return !isSoon;
    }
}
