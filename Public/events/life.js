// @ts-check
import { elapsedMs } from "../js/now.js";

/**
 * A diff may well come before its event: they take different ways. That excuses a stream that has
 * had everything, not one that is only beginning.
 */
const patienceMs = 3000;
const renewAfterMs = 10_000;

/** Whether the page has every event that the server has told of. */
export class StreamLife {
    /**
     * @param {import("../js/tablecast.js").Sync} sync
     * @param {import("./stream.js").JournalStream} stream
     */
    constructor(sync, stream) {
        this.sync = sync;
        this.stream = stream;
        /** When it was last so, by the server's clock. */
        this.asOfMs = sync.asOfMs;
        this.behindSinceMs = 0;
        /** Whether the stream has had everything since it was opened. */
        this.hasCaughtUp = false;
    }

    /** @returns {"live" | "stale" | "refused"} */
    now() {
        const { sync, stream } = this;
        this.hasCaughtUp &&= stream.isOpen;
        if (sync.life !== "live" || !stream.isOpen) {
            return sync.life === "refused" ? "refused" : "stale";
        }
        if (stream.rev >= sync.venueRev) {
            this.behindSinceMs = 0;
            this.hasCaughtUp = true;
            this.asOfMs = sync.clock.now();
            return "live";
        }
        this.behindSinceMs ||= elapsedMs();
        const behindMs = elapsedMs() - this.behindSinceMs;
        if (this.hasCaughtUp && behindMs < patienceMs) {
            return "live";
        }
        if (behindMs > renewAfterMs) {
            this.behindSinceMs = 0;
            stream.renew();
        }
        return "stale";
    }
}
