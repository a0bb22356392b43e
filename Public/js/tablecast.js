// @ts-check

/**
 * The browser's side of the sync protocol, for any page that the hub serves: the one entrance.
 * `tablecast.d.ts` says what each part takes and gives; `/docs/protocol.html` what is spoken.
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
 * It keeps the views current: subscribes, applies the diffs, checks each by its hash, resumes where
 * it stood when the connection comes back, and starts afresh from a snapshot when it finds that it
 * has gone wrong. Changes are sent until they are answered, and their ids make sure that each is
 * done once. Whoever needs only parts of that has them too.
 *
 * Browsers without modules load the files of `core/` as scripts, in this order, and find the same
 * parts in `tablecast`.
 */
import "./core/base.js";
import "./core/sync.js";

export const { applyPatch, Backoff, canonical, DocumentHash, newIdentifier } = tablecast;
export const { PatchError, ServerClock, StoredValue, Sync, viewAddress } = tablecast;
