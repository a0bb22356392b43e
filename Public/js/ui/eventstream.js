// @ts-check

/**
 * Splits a byte stream into lines, wherever its chunks are cut: the line ends of an event stream
 * are LF, CR LF or CR.
 */
export class LineReader {
    constructor() {
        this.decoder = new TextDecoder();
        this.rest = "";
    }

    /**
     * @param {Uint8Array} chunk
     * @returns {string[]} the lines that are whole now
     */
    read(chunk) {
        this.rest += this.decoder.decode(chunk, { stream: true });
        // A CR at the very end may be the first half of a CR LF.
        const end = this.rest.endsWith("\r") ? this.rest.length - 1 : this.rest.length;
        const lines = this.rest.slice(0, end).split(/\r\n|\n|\r/);
        this.rest = (lines.pop() ?? "") + this.rest.slice(end);
        return lines;
    }
}

/**
 * Puts lines together to the events of an event stream (WHATWG HTML, section 9.2.6).
 */
export class EventStreamReader {
    constructor() {
        this.lines = new LineReader();
        this.name = "";
        /** @type {string[]} */
        this.data = [];
        this.lastID = "";
    }

    /**
     * @param {Uint8Array} chunk
     * @returns {{name: string, data: string}[]} the events that are whole now
     */
    read(chunk) {
        const events = [];
        for (const line of this.lines.read(chunk)) {
            if (line === "") {
                if (this.data.length > 0) {
                    const name = this.name || "message";
                    events.push({ name, data: this.data.join("\n") });
                }
                this.name = "";
                this.data = [];
                continue;
            }
            const colon = line.indexOf(":");
            const field = colon < 0 ? line : line.slice(0, colon);
            const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
            if (field === "event") {
                this.name = value;
            } else if (field === "data") {
                this.data.push(value);
            } else if (field === "id") {
                this.lastID = value;
            }
        }
        return events;
    }
}
