import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const { besideOf, missingIn, predictMenu, translatedInto } = await import(
    "../../../Public/boards/orders/editor/predict.js"
);
const { argumentsOf, valuesOf } = await import("../../../Public/boards/orders/editor/values.js");

const dish = (rank, section, more = {}) => ({ rank, section, name: rank, price: 100, vat: 1000, ...more });

const doc = Object.freeze({
    currency: "EUR",
    sections: { s_1: { rank: "a", name: "Soups" }, s_2: { rank: "b", name: "Mains" } },
    dishes: { d_1: dish("a", "s_1"), d_2: dish("b", "s_1"), d_3: dish("a", "s_2") },
});

let count = 0;

function entry(action, args, more = {}) {
    count += 1;
    return { id: `m${count}`, action: `orders.${action}`, args, note: {}, at: "", ...more };
}

const shape = (rows) => rows.map(({ key, dishes }) => [key, ...dishes.map((row) => row.key)]);
const after = (...entries) => shape(predictMenu(doc, entries));

test("sections and dishes stand in the order of their ranks", () => {
    assert.deepEqual(after(), [["s_1", "d_1", "d_2"], ["s_2", "d_3"]]);
    assert.deepEqual(predictMenu(null, []), []);
});

test("a dish moves beside another one and joins its section", () => {
    assert.deepEqual(after(entry("move_dish", { dish: "d_2", before: "d_1" })), [["s_1", "d_2", "d_1"], ["s_2", "d_3"]]);
    assert.deepEqual(after(entry("move_dish", { dish: "d_1", after: "d_3" })), [["s_1", "d_2"], ["s_2", "d_3", "d_1"]]);
    assert.deepEqual(after(entry("move_dish", { dish: "d_1", after: "d_9" })), after());
    assert.deepEqual(after(entry("move_dish", { dish: "d_1", before: "d_1" })), after());
});

test("a section moves with its dishes, and goes only when it is empty", () => {
    assert.deepEqual(after(entry("move_section", { section: "s_2", before: "s_1" })), [["s_2", "d_3"], ["s_1", "d_1", "d_2"]]);
    assert.deepEqual(after(entry("remove_section", { section: "s_2" })), after());
    const emptied = after(entry("remove_dish", { dish: "d_3" }), entry("remove_section", { section: "s_2" }));
    assert.deepEqual(emptied, [["s_1", "d_1", "d_2"]]);
});

test("a new item comes last and has its id once it is answered", () => {
    const add = entry("add_dish", { section: "s_1", name: "Tea", price: 250 });
    assert.deepEqual(after(add)[0], ["s_1", "d_1", "d_2", add.id]);
    add.ack = { rev: 4, result: { dish: "d_4" } };
    assert.deepEqual(after(add)[0], ["s_1", "d_1", "d_2", "d_4"]);
    assert.deepEqual(after(entry("add_section", { name: "Cold" }, { isInDoubt: true })), after());
});

test("an edit changes what it names, empties what is null, and takes a dish to another section", () => {
    const edit = entry("edit_dish", { dish: "d_1", section: "s_2", price: 300, station: null });
    const [, mains] = predictMenu({ ...doc, dishes: { ...doc.dishes, d_1: dish("a", "s_1", { station: "Bar" }) } }, [edit]);
    const moved = mains.dishes.at(-1);
    assert.deepEqual([moved.key, moved.dish.price, moved.dish.station, moved.dish.section], ["d_1", 300, undefined, "s_2"]);
    const [soups] = predictMenu(doc, [entry("edit_section", { section: "s_1", name: "Broths" })]);
    assert.equal(soups.section.name, "Broths");
    assert.equal(soups.dishes.length, 2);
});

test("stock is that of the last change", () => {
    const [{ dishes }] = predictMenu(doc, [entry("stock", { dish: "d_1", left: 3 }), entry("stock", { dish: "d_2", left: null })]);
    assert.deepEqual(dishes.map((row) => row.dish.left), [3, undefined]);
});

test("the arrows lead past the neighbour, and nowhere at the ends", () => {
    assert.deepEqual(besideOf(["a", "b", "c"], "b", -1), { before: "a" });
    assert.deepEqual(besideOf(["a", "b", "c"], "b", 1), { after: "c" });
    assert.equal(besideOf(["a", "b"], "a", -1), undefined);
    assert.equal(besideOf(["a", "b"], "z", 1), undefined);
});

test("a menu needs the house's other languages and those that it already has", () => {
    const texts = { de: { name: "Suppe" } };
    assert.deepEqual(translatedInto(["es", "en"], { ...doc, dishes: { d_1: dish("a", "s_1", { texts }) } }), ["en", "de"]);
    assert.deepEqual(translatedInto(["es"], null), []);
});

test("a translation is missing without a name, or without a description that the house has", () => {
    const texts = { en: { name: "Soup" }, fr: { name: "Soupe", description: "Chaude" } };
    assert.deepEqual(missingIn({ name: "Sopa", texts }, ["en", "fr", "de"]), ["de"]);
    assert.deepEqual(missingIn({ name: "Sopa", description: "Caliente", texts }, ["en", "fr"]), ["en"]);
});

test("a form sends the changed fields, and the texts as a whole", () => {
    const thing = { rank: "a", section: "s_1", name: "Sopa", price: 100, vat: 1000, texts: { fr: { name: "Soupe" } } };
    assert.deepEqual(valuesOf(thing, ["fr"]), {
        section: "s_1", name: "Sopa", price: 100, vat: 1000,
        "texts.fr.name": "Soupe", "texts.fr.description": undefined,
    });
    assert.deepEqual(argumentsOf(thing, { price: 250, left: 0 }), { args: { price: 250 }, left: 0 });
    assert.deepEqual(argumentsOf(thing, { "texts.en.name": "Soup" }).args, {
        texts: { fr: { name: "Soupe" }, en: { name: "Soup" } },
    });
    assert.deepEqual(argumentsOf(thing, { "texts.fr.name": null }).args, { texts: null });
    assert.deepEqual(thing.texts, { fr: { name: "Soupe" } });
});
