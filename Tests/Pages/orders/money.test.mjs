import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const { exponentOf, moneyWriter, parseAmount, plainAmount, rateText, splitEqually, typedAmount, vatWithin } =
    await import("../../../Public/boards/orders/menu.js");

/** Replaces no-break spaces by ordinary ones. */
const written = (amount, currency, language) =>
    moneyWriter(currency, language)(amount).replace(/[\u00a0\u202f]/g, " ");

test("a currency has the decimals of ISO 4217, even if the browser's differ", () => {
    const expected = { EUR: 2, JPY: 0, CLP: 0, KWD: 3, IQD: 3, CLF: 4, HUF: 2, ISK: 0, XXX: 2 };
    for (const [currency, exponent] of Object.entries(expected)) {
        assert.equal(exponentOf(currency), exponent, currency);
    }
});

test("amounts are written in a language's format", () => {
    for (const [amount, currency, language, expected] of [
        [990, "EUR", "es", "9,90 €"],
        [990, "EUR", "en", "€9.90"],
        [990, "EUR", "de", "9,90 €"],
        [990, "EUR", "fr", "9,90 €"],
        [990, "EUR", "it", "9,90 €"],
        [0, "EUR", "en", "€0.00"],
        [5, "EUR", "de", "0,05 €"],
        [-50, "EUR", "es", "−0,50 €"],
        [123456789, "EUR", "de", "1.234.567,89 €"],
        [123456789, "EUR", "es", "1.234.567,89 €"],
        [120000, "EUR", "es", "1200,00 €"],
        [1200, "JPY", "en", "¥1,200"],
        [1000, "JPY", "en", "¥1,000"],
        [12345, "KWD", "en", "KWD 12.345"],
        [12340, "HUF", "en", "HUF 123.40"],
        [123456, "CLF", "en", "CLF 12.3456"],
        // In floating point, this would be 90071992547409.92.
        [9007199254740991, "EUR", "en", "€90,071,992,547,409.91"],
        [99999999, "CHF", "de", "999.999,99 CHF"],
        [199900, "INR", "hi", "₹1,999.00"],
        [190, "EUR", "ar-EG", "‏١٫٩٠ €"],
    ]) {
        assert.equal(written(amount, currency, language), expected, `${amount} ${currency} ${language}`);
    }
});

test("no cent of any price is lost", () => {
    const write = moneyWriter("EUR", "en");
    for (let amount = 0; amount < 20_000; amount += 7) {
        const digits = write(amount).replace(/\D/g, "");
        assert.equal(Number(digits), amount);
    }
});

test("a typed amount is read in the language's format", () => {
    for (const [typed, currency, language, expected] of [
        ["9,90", "EUR", "es", 990],
        ["9.90", "EUR", "es", 990],
        ["9.90", "EUR", "en", 990],
        ["9,90", "EUR", "en", 990],
        ["9,9", "EUR", "de", 990],
        ["9", "EUR", "de", 900],
        [" 12,50 € ", "EUR", "es", 1250],
        ["€12.50", "EUR", "en", 1250],
        ["EUR 12.50", "EUR", "en", 1250],
        ["12,50 eur", "EUR", "fr", 1250],
        [",5", "EUR", "fr", 50],
        [".5", "EUR", "en", 50],
        ["12,", "EUR", "es", 1200],
        ["007", "EUR", "es", 700],
        ["4.35", "EUR", "en", 435],
        ["1.005", "EUR", "en", null],
        ["1.005", "EUR", "es", 100500],
        ["1,005", "EUR", "en", 100500],
        ["0,005", "EUR", "en", null],
        ["1,005", "EUR", "es", null],
        ["1,500", "EUR", "es", 150],
        ["1.234,56", "EUR", "de", 123456],
        ["1,234.56", "EUR", "de", 123456],
        ["1.234.567,8", "EUR", "es", 123456780],
        ["1.234.567", "EUR", "en", 123456700],
        ["1.23.456", "EUR", "es", null],
        ["1,2,3", "EUR", "en", null],
        ["1 234,56", "EUR", "fr", 123456],
        ["1\u202f234,56", "EUR", "fr", 123456],
        ["1'234.50", "CHF", "de", 123450],
        ["1’234.50", "CHF", "de", 123450],
        ["1.234", "KWD", "en", 1234],
        ["1.234", "KWD", "es", 1234000],
        ["1,234", "KWD", "es", 1234],
        ["1200", "JPY", "en", 1200],
        ["1,200", "JPY", "en", 1200],
        ["1.200", "JPY", "en", 1200],
        ["12.5", "JPY", "en", null],
        ["12.0", "JPY", "en", 12],
        ["١٫٩٠", "EUR", "ar", 190],
        ["９９", "EUR", "en", 9900],
        ["", "EUR", "es", null],
        [" ", "EUR", "es", null],
        ["€", "EUR", "es", null],
        [".", "EUR", "es", null],
        ["-3", "EUR", "es", null],
        ["1e3", "EUR", "es", null],
        ["12,50 $", "EUR", "es", null],
        ["3 50", "EUR", "es", null],
        ["9999999999999.99", "EUR", "en", 999999999999999],
        ["99999999999999.99", "EUR", "en", null],
    ]) {
        assert.equal(parseAmount(typed, currency, language), expected, `${typed} ${currency} ${language}`);
    }
});

test("an amount written into a field is read back unchanged", () => {
    for (const language of ["en", "es", "de", "fr", "it"]) {
        for (const currency of ["EUR", "JPY", "KWD"]) {
            for (const amount of [0, 1, 10, 99, 100, 12345, 1234567, 99999999]) {
                const typed = typedAmount(amount, currency, language);
                assert.equal(parseAmount(typed, currency, language), amount, `${typed} ${language}`);
                const shown = moneyWriter(currency, language)(amount);
                assert.equal(parseAmount(shown, currency, language), amount, `${shown} ${language}`);
            }
        }
    }
});

test("amounts in files have a decimal point and all decimals", () => {
    assert.equal(plainAmount(990, "EUR"), "9.90");
    assert.equal(plainAmount(5, "KWD"), "0.005");
    assert.equal(plainAmount(1200, "JPY"), "1200");
    assert.equal(plainAmount(-1, "EUR"), "-0.01");
});

test("equal parts add up to the whole, and the first ones take the remainder", () => {
    assert.deepEqual(splitEqually(1000, 3), [334, 333, 333]);
    assert.deepEqual(splitEqually(2, 3), [1, 1, 0]);
    assert.deepEqual(splitEqually(0, 2), [0, 0]);
    for (let count = 1; count <= 30; count += 1) {
        const parts = splitEqually(98_765, count);
        assert.equal(parts.reduce((sum, part) => sum + part, 0), 98_765);
        assert.ok(parts[0] - parts[count - 1] <= 1);
    }
});

test("the tax within an amount is rounded half up, exactly", () => {
    const exact = (gross, rate) => {
        const divisor = 10_000n + BigInt(rate);
        return Number((2n * BigInt(gross) * BigInt(rate) + divisor) / (2n * divisor));
    };
    for (const rate of [0, 1, 210, 400, 550, 700, 1000, 1900, 2100, 2500, 3000]) {
        for (const gross of [0, 1, 5, 11, 99, 110, 990, 12_345, 99_999_999, 1_999_999_980_000]) {
            assert.equal(vatWithin(gross, rate), exact(gross, rate), `${gross} at ${rate}`);
        }
    }
    assert.equal(vatWithin(1100, 1000), 100);
    // Half rounds up: 0.5 of 10.5 at 5 %.
    assert.equal(vatWithin(21, 10_000), 11);
});

test("a rate is written in a language's format", () => {
    const plain = (rate, language) => rateText(rate, language).replace(/\u00a0|\u202f/g, " ");
    assert.equal(plain(1000, "en"), "10%");
    assert.equal(plain(1000, "es"), "10 %");
    assert.equal(plain(550, "fr"), "5,5 %");
    assert.equal(plain(25, "en"), "0.25%");
    assert.equal(plain(0, "de"), "0 %");
});
