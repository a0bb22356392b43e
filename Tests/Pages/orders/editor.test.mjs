import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const { argumentsOf, besideOf, missingIn, rowsOf, translatedInto, valuesOf } = await import(
    "../../../Public/boards/orders/editor/items.js"
);

const dish = (rank, section, more = {}) => ({ rank, section, name: rank, price: 100, vat: 1000, ...more });

const doc = Object.freeze({
    currency: "EUR",
    sections: { s_1: { rank: "a", name: "Soups" }, s_2: { rank: "b", name: "Mains" } },
    dishes: { d_1: dish("a", "s_1"), d_2: dish("b", "s_1"), d_3: dish("a", "s_2") },
});

test("sections and dishes are ordered by rank", () => {
    const shape = rowsOf(doc, []).map(({ key, dishes }) => [key, ...dishes.map((row) => row.key)]);
    assert.deepEqual(shape, [["s_1", "d_1", "d_2"], ["s_2", "d_3"]]);
    assert.deepEqual(rowsOf(null, []), []);
});

test("a changed item is pending, and so is the section of a new dish", () => {
    const [soups, mains] = rowsOf(doc, [
        { action: "orders.edit_dish", args: { dish: "d_2", section: "s_1", price: 300 } },
        { action: "orders.add_dish", args: { section: "s_2", name: "Tea" } },
    ]);
    assert.deepEqual(soups.dishes.map(({ isPending }) => isPending), [false, true]);
    assert.deepEqual([soups.isPending, mains.isPending, mains.dishes[0].isPending], [false, true, false]);
});

test("the arrows move an item past its neighbour, and do nothing at the ends", () => {
    assert.deepEqual(besideOf(["a", "b", "c"], "b", -1), { before: "a" });
    assert.deepEqual(besideOf(["a", "b", "c"], "b", 1), { after: "c" });
    assert.equal(besideOf(["a", "b"], "a", -1), undefined);
    assert.equal(besideOf(["a", "b"], "z", 1), undefined);
});

test("a menu needs the house's other languages, and those that it already has", () => {
    const texts = { de: { name: "Suppe" } };
    assert.deepEqual(translatedInto(["es", "en"], { ...doc, dishes: { d_1: dish("a", "s_1", { texts }) } }), ["en", "de"]);
    assert.deepEqual(translatedInto(["es"], null), []);
});

test("a translation is missing without a name, or without a description if the original has one", () => {
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
