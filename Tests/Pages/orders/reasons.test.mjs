import assert from "node:assert/strict";
import { test } from "node:test";
import { speak, tablecast } from "../support.mjs";

speak("boards/orders/waiter", "en");
const { reasonOf } = await import("../../../Public/js/ui/page.js");

test("nouns with a count have the language's plural form", () => {
    const forms = {
        en: ["Only 1 of Cod is left", "Only 2 of Cod are left"],
        es: ["De Cod solo queda 1", "De Cod solo quedan 2"],
        de: ["Von Cod ist nur noch 1 da", "Von Cod sind nur noch 2 da"],
        fr: ["De Cod, il ne reste que 1", "De Cod, il ne reste que 2"],
        it: ["Di Cod ne resta solo 1", "Di Cod ne restano solo 2"],
    };
    const few = (count) => ({ reason: "orders.only_left", params: { name: "Cod", count } });
    for (const [language, sentences] of Object.entries(forms)) {
        speak("boards/orders/guest", language);
        assert.deepEqual([1, 2].map((count) => reasonOf(few(count), "orders")), sentences);
    }
    // Staff pages have it from the board.
    for (const language of ["en", "es"]) {
        speak("boards/orders/waiter", language);
        assert.deepEqual([1, 2].map((count) => reasonOf(few(count), "orders")), forms[language]);
    }
});

test("an amount in a refusal has the page's format, or else an English one", async () => {
    const params = { due: { amount: 125050, currency: "EUR", text: "€1,250.50" } };
    const refusal = { reason: "orders.more_than_due", params };
    speak("boards/orders/waiter", "es");
    assert.equal(reasonOf(refusal, "orders"), "Solo falta por pagar €1,250.50");
    await import("../../../Public/boards/orders/menu.js");
    assert.equal(reasonOf(refusal, "orders"), "Solo falta por pagar 1250,50\u00a0€");
    speak("boards/orders/waiter", "en");
    assert.equal(reasonOf(refusal, "orders"), "Only €1,250.50 is due");
});

test("a field without a name in the page's language is written as words", () => {
    speak("boards/orders/waiter", "en");
    const params = { min: 0, max: 9 };
    assert.equal(
        reasonOf({ field: "deliveryFee", reason: "out_of_range", params }, "orders"),
        "Delivery fee must be an integer from 0 to 9",
    );
});

test("guests of an order that has ended read in each language whom to ask", () => {
    for (const language of ["en", "es", "de", "fr", "it"]) {
        speak("boards/orders/guest", language);
        const { texts } = tablecast.page;
        const [, whomToAsk] = texts["about.unknown"].split(". ");
        for (const key of ["about.cancelled", "about.cancelledWhy"]) {
            assert.ok(texts[key].endsWith(whomToAsk), `${language}: ${texts[key]}`);
        }
    }
});
