/** A third-party page that uses only the library's declared types. */
import { applyPatch, DocumentHash, Sync } from "../../../Public/js/tablecast.js";
import type { Entry, JSONObject, Life } from "../../../Public/js/tablecast.js";

const sync: Sync = new Sync({
    venue: "main",
    views: ["waitlist/host"],
    changed: () => show(sync.doc("waitlist/host"), sync.life),
    answered: (entry, message) => {
        if (message.type === "reject") {
            console.log(entry.action, message.code, message.problems?.[0]?.field);
        } else {
            console.log(entry.id, message.rev, message.result?.party);
        }
    },
    failed: ({ code, view }) => console.log(code, view),
});
sync.start();
sync.subscribe("notice/display");
const entry: Entry = sync.mutate("waitlist.add", { name: "Ada", size: 4, tags: ["window"] });
const isTakenBack: boolean = sync.withdraw(entry);
sync.unsubscribe("notice/display");
sync.stop();

// Views and actions of known boards are typed; others are JSON.
const labels: string[] = Object.values(sync.doc("waitlist/display")?.parties ?? {}).map(
    ({ label }) => label,
);
const other: JSONObject | null = sync.doc("guestbook/entries?from=3");
console.log(labels, other);

function show(doc: JSONObject | null, life: Life) {
    const patched = applyPatch(doc, [{ op: "add", path: "/a", value: [1, null, { b: "c" }] }]);
    console.log(life, new DocumentHash().of(patched), isTakenBack, sync.clock.now());
}

// @ts-expect-error A view's name is missing.
sync.doc();
// @ts-expect-error A display's view has no names.
Object.values(sync.doc("waitlist/display")?.parties ?? {}).map(({ name }) => name);
// @ts-expect-error A size is a number.
sync.mutate("waitlist.add", { name: "Ada", size: "4" });
// @ts-expect-error An argument has to be JSON.
sync.mutate("waitlist.add", { at: new Date() });
// @ts-expect-error There is no such life.
export const life: Life = "asleep";
