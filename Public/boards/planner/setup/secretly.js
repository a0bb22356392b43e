// @ts-check
import { request } from "../../../js/now.js";
import { newIdentifier } from "../../../js/tablecast.js";
import { inWords, text } from "../../../js/texts.js";

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

/**
 * Asks for changes that carry a password or the like. Other changes are kept in the tab's storage until
 * they are sent, and when they are refused; these are kept nowhere, and are not asked for twice.
 */
export class Secretly {
    /**
     * @param {import("../../../js/ui/desk.js").Desk} desk
     * @param {import("../../../js/ui/gate.js").PINGate} gate
     * @param {(entry: {id: string, action: string, name: string}, message: any) => boolean} answered takes an ack or a
     * reject; whether what is wrong is said at its place
     */
    constructor(desk, gate, answered) {
        this.desk = desk;
        this.gate = gate;
        this.answered = answered;
        this.address = `/v1/${desk.state.venue}/mutations?${new URLSearchParams({ as: desk.role })}`;
    }

    /**
     * @param {string} action
     * @param {JSONObject} args
     * @param {string} name what it is about
     * @returns {string} the change's id
     */
    ask(action, args, name) {
        const id = newIdentifier();
        void this.send({ id, action, name }, JSON.stringify({ type: "mutate", id, action, args }));
        return id;
    }

    /**
     * @param {{id: string, action: string, name: string}} entry
     * @param {string} body
     */
    async send(entry, body) {
        const message = await this.answer(body);
        if (message.needs === "pin") {
            const leave = () => this.take(entry, message);
            this.gate.demand(entry.id, () => void this.send(entry, body), leave);
        } else {
            this.take(entry, message);
        }
    }

    /**
     * @param {{id: string, action: string, name: string}} entry
     * @param {any} message an ack or a reject
     */
    take(entry, message) {
        const said = inWords(message, entry.action);
        const isSaid = this.answered(entry, said);
        if (said.type !== "ack" && !isSaid) {
            const problems = (said.problems ?? []).map((/** @type {any} */ each) => each.message);
            this.desk.tell(problems.join(" · ") || said.message, true);
        }
    }

    /**
     * @param {string} body
     * @returns {Promise<any>}
     */
    async answer(body) {
        const headers = { "Content-Type": "application/json" };
        try {
            return await (await request(this.address, { method: "POST", headers, body })).json();
        } catch {
            return { type: "reject", message: text("hubUnreachable") };
        }
    }
}
