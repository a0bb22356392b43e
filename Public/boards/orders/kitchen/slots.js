// @ts-check

/** How long a key takes no press after it has come to mean another round. */
const restMs = 500;
/** A second press for the same round within this time is a mistake. */
const stepApartMs = 450;

/**
 * Which round each key of the bump bar means: 1 the oldest, up to 9. When a round goes, the others
 * move up; a key that was about to be pressed must not hit the next one.
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
            // Behind the last round there was nothing that could be meant.
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
     * @returns {string | "moved" | undefined} `moved` when it has meant another one until just now
     */
    keyOf(digit, nowMs) {
        const slot = this.slots[digit - 1];
        return slot && nowMs - slot.sinceMs < restMs ? "moved" : slot?.key;
    }

    /**
     * Whether a round or a line may take a step now; remembers that it does.
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
