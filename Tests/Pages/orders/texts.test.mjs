import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../../Public/boards/orders/", import.meta.url);
const read = (place, language) => JSON.parse(readFileSync(new URL(`${place}/texts/${language}.json`, folder), "utf8"));
const placesOf = (sentence) => [...sentence.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

for (const place of ["menu", "pickup", "guest", "ahead", "takeaway"]) {
    test(`${place} says the same in five languages`, () => {
        const files = readdirSync(new URL(`${place}/texts/`, folder)).sort();
        assert.deepEqual(files, ["de.json", "en.json", "es.json", "fr.json", "it.json"]);
        const english = read(place, "en");
        for (const language of ["de", "es", "fr", "it"]) {
            const other = read(place, language);
            assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort(), language);
            for (const key of Object.keys(english)) {
                assert.deepEqual(placesOf(other[key]), placesOf(english[key]), `${language} ${key}`);
            }
        }
    });
}

for (const place of ["menu", "pickup", "guest"]) {
    test(`${place} has a sentence for every place of its page and scripts`, () => {
        const known = read(place, "en");
        const html = readFileSync(new URL(`${place}/index.html`, folder), "utf8");
        const used = [...html.matchAll(/\{\{text\.([\w.]+)\}\}/g)].map(([, key]) => key);
        for (const file of readdirSync(new URL(`${place}/`, folder)).filter((name) => name.endsWith(".js"))) {
            const script = readFileSync(new URL(`${place}/${file}`, folder), "utf8");
            used.push(...[...script.matchAll(/\btext\("([\w.]+)"/g)].map(([, key]) => key));
        }
        assert.deepEqual(used.filter((key) => !(key in known)), []);
    });
}
