import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const { allergens, finder, fold, nameIn, partedBy, search, shownDish, shownMenu } =
    await import("../../../Public/boards/orders/menu.js");

const menu = {
    currency: "EUR",
    sections: {
        s_2: { rank: "b", name: "Pescados" },
        s_1: { rank: "Z", name: "Entrantes", texts: { en: { name: "Starters" } } },
        s_3: { rank: "c", name: "Postres" },
    },
    dishes: {
        m_1: { rank: "b", section: "s_2", name: "Lubina a la sal", price: 3430, vat: 1000, left: 0,
            allergens: ["molluscs", "fish", "unheard of"], description: "Para dos",
            texts: { en: { name: "Salt-baked sea bass" } } },
        m_2: { rank: "a", section: "s_2", name: "Arròs negre", price: 1740, vat: 1000 },
        m_3: { rank: "a", section: "s_1", name: "Croquetas", price: 950, vat: 1000, left: 3 },
        m_4: { rank: "a", section: "s_9", name: "Nowhere", price: 1, vat: 0 },
    },
};

test("the menu is ordered by rank, in code units, without empty sections", () => {
    const shown = shownMenu(menu, "es").map(({ name, dishes }) => [name, dishes.map((dish) => dish.name)]);
    assert.deepEqual(shown, [
        ["Entrantes", ["Croquetas"]],
        ["Pescados", ["Arròs negre", "Lubina a la sal"]],
    ]);
    assert.deepEqual(shownMenu(null, "es"), []);
    assert.deepEqual(shownMenu({ currency: "EUR", sections: {}, dishes: {} }, "es"), []);
});

test("a dish is shown in the reader's language, or else in the house's", () => {
    const [starters, fish] = shownMenu(menu, "en");
    assert.equal(starters.name, "Starters");
    assert.deepEqual(fish.dishes[1], {
        key: "m_1", name: "Salt-baked sea bass", description: "Para dos", price: 3430,
        allergens: ["fish", "molluscs"], isSoldOut: true, left: 0,
    });
    assert.equal(nameIn(menu.dishes.m_1, "de"), "Lubina a la sal");
});

test("search ignores accents and case", () => {
    assert.deepEqual([...search(menu, "ARROS")], ["m_2"]);
    assert.deepEqual([...search(menu, "  arròs  ")], ["m_2"]);
    assert.deepEqual([...search(menu, "para DOS")], ["m_1"]);
    assert.deepEqual([...search(menu, "bass", "en")], ["m_1"]);
    // The house's own language matches in any language.
    assert.deepEqual([...search(menu, "lubina", "en")], ["m_1"]);
    assert.deepEqual([...search(menu, "bass", "es")], []);
    assert.equal(search(menu, "").size, 4);
    assert.equal(search(menu, " \u0301 ").size, 4);
    assert.equal(search(null, "x").size, 0);
});

test("texts lose their marks and are then case-folded as in Unicode", () => {
    for (const [one, other] of [
        ["Ñoquis", "noquis"], ["Straße", "STRASSE"], ["İstanbul", "istanbul"], ["ΛΌΓΟΣ", "λογος"],
        ["ﬁdeuà", "FIDEUA"], ["Ångström", "angstrom"], ["Crème brûlée", "creme brulee"],
        ["ſ", "S"], ["Bún chả", "bun cha"], ["Ꭰ", "ꭰ"], ["ŒUF", "œuf"], ["K", "k"],
    ]) {
        assert.equal(fold(one), fold(other), `${one} and ${other}`);
    }
    // These letters stay distinct.
    for (const [one, other] of [["ı", "i"], ["ø", "o"], ["æ", "ae"], ["ł", "l"], ["đ", "d"]]) {
        assert.notEqual(fold(one), fold(other), `${one} and ${other}`);
    }
});

test("the searched text is not treated as a pattern", () => {
    const isFound = finder("1.5 (kg)*");
    assert.ok(isFound("Chuletón 1.5 (KG)*"));
    assert.ok(!isFound("Chuletón 1x5 kg", undefined));
});

test("dishes without stated allergens are separated from allergen-free ones", () => {
    const dish = (allergens) => ({ allergens });
    const [none, milk, unstated, fish] = [[], ["milk"], undefined, ["fish", "milk"]].map(dish);
    const dishes = [none, milk, unstated, fish];
    assert.deepEqual(
        partedBy(dishes, ["gluten", "fish"]),
        { free: [none, milk], unstated: [unstated], others: [fish] },
    );
    assert.deepEqual(partedBy(dishes, []), { free: dishes, unstated: [], others: [] });
    assert.equal(allergens.length, 14);
});

test("a dish without stated allergens is not shown as allergen-free", () => {
    const stated = { ...menu.dishes.m_3, allergens: [] };
    assert.deepEqual(shownDish("m_3", stated, "es").allergens, []);
    assert.equal(shownDish("m_3", menu.dishes.m_3, "es").allergens, undefined);
});
