/** A page of somebody else for televisions, by the declared types alone. */
/// <reference path="../../../Public/js/es5/tablecast.d.ts" />

const onTelevision = tablecast.connect({
    views: ["waitlist/display"],
    changed: function () {
        const doc = onTelevision.doc("waitlist/display");
        const hash: string = doc ? tablecast.hasher()(doc) : "";
        console.log(onTelevision.life, hash, onTelevision.asOfMs, onTelevision.now());
    },
});
const patched = tablecast.applyPatch({ a: 1 }, [{ op: "remove", path: "/a" }]);
console.log(patched);

// @ts-expect-error Televisions only read.
onTelevision.mutate("waitlist.add", {});
