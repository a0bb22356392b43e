import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const orders = new URL("../../../Public/boards/orders/", import.meta.url);
const shared = new URL("../../../Public/js/ui/", import.meta.url);
const places = (sentence) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const read = (path) => readFileSync(path, "utf8");
const sources = (folder) =>
    readdirSync(folder).filter((name) => /\.(js|html)$/.test(name)).map((name) => read(new URL(name, folder))).join("\n");
const base = (key) => key.replace(/\.(one|other)$/, "");

for (const page of ["kitchen", "waiter", "editor", "history"]) {
    const folder = new URL(`${page}/`, orders);
    const [english, spanish] = ["en", "es"].map((language) => JSON.parse(read(new URL(`texts/${language}.json`, folder))));

    test(`the page ${page} says the same in English and Spanish`, () => {
        assert.deepEqual(Object.keys(spanish).sort(), Object.keys(english).sort());
        for (const [key, sentence] of Object.entries(english)) {
            if (!key.endsWith(".one")) {
                assert.deepEqual(places(spanish[key]), places(sentence), key);
            }
            assert.notEqual(spanish[key].trim(), "", key);
        }
    });

    test(`the page ${page} has the sentences that it asks for and no others`, () => {
        const common = JSON.parse(read(new URL("texts/en.json", shared)));
        const asking = sources(folder) + sources(orders);
        const own = sources(folder);
        const asked = new Set([
            ...[...own.matchAll(/\{\{text\.([\w.]+)\}\}/g)].map(([, key]) => key),
            ...[...own.matchAll(/\b(?:text|counted)\(\s*"([\w.]+)"/g)].map(([, key]) => key),
        ]);
        const families = [...own.matchAll(/\bfamily(?:Of|About)\(\s*"([\w.]+)"/g)].map(([, family]) => `${family}.`);
        const there = new Set(Object.keys(english).map(base));
        assert.deepEqual([...asked].filter((key) => !there.has(key) && !(key in common)), []);
        const wanted = new Set([...asking.matchAll(/\b(?:text|counted)\(\s*"([\w.]+)"/g)].map(([, key]) => key));
        const isAsked = (key) => asked.has(key) || wanted.has(key) || families.some((family) => key.startsWith(family));
        assert.deepEqual([...there].filter((key) => !isAsked(key)), []);
    });
}
