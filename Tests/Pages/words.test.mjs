import assert from "node:assert/strict";
import { test } from "node:test";
import { speak, tablecast } from "./support.mjs";

speak("events", "en");
const { eventText, Names } = await import("../../Public/events/words.js");
const { boards } = await import("../../Public/events/words.js");
const { counted, text } = await import("../../Public/js/ui/page.js");

/** An event of the house or of the waiting list. */
function event(type, subject, data, rev = 1) {
    const board = type.split(".")[0];
    return { id: `e:${rev}`, board, type: `tablecast.${type}`, subject, data, rev };
}

test("a device keeps its last name when earlier events are loaded", () => {
    const names = new Names();
    const said = [[9, "Bar"], [4, "Cellar"], [12, "Terrace"]].map(([rev, name]) => {
        names.learn(event("house.renamed", "d_1", { name }, rev));
        return names.actor("host:d_1");
    });
    assert.deepEqual(said, ["host Bar", "host Bar", "host Terrace"]);
});

test("events are described in words", () => {
    const names = new Names();
    const say = (...parts) => eventText(event(...parts), names);
    const ada = { name: "Ada" };
    names.told.set("e:7", { from: 3, to: 1, behind: undefined });
    assert.equal(say("waitlist.added", "p_1", { ...ada, size: 2 }), "added Ada, party of 2");
    assert.equal(say("waitlist.edited", "p_1", { ...ada, size: 3 }), "changed Ada: size");
    assert.equal(say("waitlist.seated", "p_1", { ...ada, table: "4" }), "seated Ada at table 4");
    assert.equal(say("waitlist.moved", "p_1", ada, 7), "moved Ada from place 3 to 1");
    assert.equal(say("house.invited", "d_1", { role: "owner" }), "invited an owner");
    assert.equal(
        say("house.configured", "", { name: "Pot", languages: ["en", "es"] }),
        "renamed the house to Pot; languages: en, es",
    );
    assert.equal(
        say("house.configured", "", { dayStart: null, hours: {}, exceptions: {} }),
        "the day begins at 04:00; opening hours; opening hours of certain dates",
    );
    for (const type of ["house.day_began", "waitlist.day_began"]) {
        assert.equal(say(type, "day", {}), "began a service day");
    }
    assert.equal(say("house.clock_set_back", "clock", {}), "went back to the right time");
    assert.equal(say("waitlist.undone", "p_1", { ...ada, undoes: 4 }), "took back event 4, of Ada");
});

test("an event without words keeps the journal's type", () => {
    const names = new Names();
    const say = (...parts) => eventText(event(...parts), names);
    assert.equal(say("waitlist.polished", "p_1", {}), "waitlist.polished");
    // A board that the hub no longer has.
    assert.equal(say("karaoke.sang", "k_1", { name: "Ada" }), "karaoke.sang");
    assert.equal(say("karaoke.undone", "k_1", { undoes: 4 }), "took back event 4");
});

test("the events of a board with only sentences are described by these", () => {
    const names = new Names();
    const signed = event("guestbook.signed", "g_1", { name: "Ada", text: "Lovely" });
    names.learn(signed);
    assert.equal(eventText(signed, names), "Ada signed the guest book: Lovely");
    assert.equal(
        eventText(event("guestbook.removed", "g_1", {}, 2), names),
        "took the entry of Ada out of the guest book",
    );
    assert.equal(
        eventText(event("guestbook.configured", "settings", { entriesMax: 7 }, 3), names),
        "changed settings: room for entries",
    );
    const { title, kinds } = boards.get("guestbook");
    assert.equal(title, "Guest book");
    assert.deepEqual(kinds, ["signed", "removed"]);
});

test("the description of an event uses the views before and after it", () => {
    const { words } = boards.get("waitlist");
    const party = (rank, status = "waiting") => ({ rank, status, name: `Party ${rank}` });
    const told = words.told({
        event: event("waitlist.moved", "p_3", {}),
        before: { parties: { p_1: party("a"), p_2: party("b", "ready"), p_3: party("c") } },
        after: { parties: { p_3: party("0"), p_1: party("a"), p_2: party("b", "ready") } },
    });
    assert.deepEqual(told, { from: 2, to: 1, behind: undefined });
    const renamed = boards.get("house").words.told({
        before: { venue: { name: "Pot" } }, after: { venue: { name: "Pan" } },
    });
    assert.deepEqual(renamed, { wasNamed: "Pot" });
});

test("a sentence with a number has the number's plural form", () => {
    for (const [language, one, many] of [
        ["en", "1 new event.", "3 new events."],
        ["es", "1 evento nuevo.", "3 eventos nuevos."],
    ]) {
        speak("events", language);
        assert.equal(counted("arrived", 1), one);
        assert.equal(counted("arrived", 3), many);
    }
    assert.throws(() => text("nothing.like.it"));
});

const places = {
    en: {
        2: "2nd in line", 3: "3rd in line", 4: "4th in line", 11: "11th in line", 12: "12th in line",
        13: "13th in line", 21: "21st in line", 22: "22nd in line",
    },
    de: { 2: "an 2. Stelle", 11: "an 11. Stelle" },
    fr: { 2: "en 2e position", 21: "en 21e position" },
    es: { 2: "es el 2", 11: "es el 11" },
    it: { 2: "al 2º posto", 8: "al 8º posto", 11: "al 11º posto" },
};
const before = {
    en: ["One party is", "2 parties are"],
    de: ["noch eine Gruppe", "noch 2 Gruppen"],
    fr: ["Un groupe", "2 groupes"],
    es: ["Hay un grupo", "Hay 2 grupos"],
    it: ["C’è un gruppo", "Ci sono 2 gruppi"],
};

test("a guest's place is an ordinal of the page's language", async () => {
    speak("boards/waitlist/guest", "en");
    const { counted, ordinal } = await import("../../Public/js/ui/page.js");
    for (const [language, endings] of Object.entries(places)) {
        speak("boards/waitlist/guest", language);
        for (const [place, ending] of Object.entries(endings)) {
            assert.ok(ordinal("place", Number(place)).endsWith(ending), `${language} ${place}`);
        }
        assert.ok(counted("ahead", 1).includes(before[language][0]), language);
        assert.ok(counted("ahead", 2).includes(before[language][1]), language);
        // A plural category that the language lacks has no sentence.
        const kinds = ["cardinal", "ordinal"].flatMap(
            (type) => new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories,
        );
        for (const key of Object.keys(tablecast.sentences())) {
            const kind = /\.(zero|one|two|few|many|other)$/.exec(key)?.[1] ?? "other";
            assert.ok(kinds.includes(kind), `${language} ${key}`);
        }
    }
});
