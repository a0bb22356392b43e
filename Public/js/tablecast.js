// @ts-check

/**
 * The browser's side of the sync protocol, for any page that the hub serves: the only entry point.
 * `tablecast.d.ts` documents each part; `/docs/protocol.html` the protocol.
 *
 *     import { Sync } from "/js/tablecast.js";
 *
 *     const sync = new Sync({
 *         views: ["waitlist/display"],
 *         changed: () => show(sync.doc("waitlist/display"), sync.life === "live"),
 *         answered: (entry, message) => console.log(entry.action, message.type),
 *     });
 *     sync.start();
 *     sync.mutate("waitlist.add", { name: "Ada", size: 2 });
 *
 * It keeps the views current: it subscribes, applies the diffs, checks each by its hash, resumes at
 * its revision after a reconnection, and fetches a snapshot after a mistake. Changes are sent until
 * they are answered, and their ids make sure that each is done once. The parts can be used alone.
 *
 * Browsers without modules load the files of `core/` as scripts, in this order, and find the same
 * parts in `tablecast`.
 */
import "./core/base.js";
import "./core/sync.js";

export const { applyPatch, Backoff, canonical, DocumentHash, newIdentifier } = tablecast;
export const { PatchError, ServerClock, StoredValue, Sync, viewAddress } = tablecast;
