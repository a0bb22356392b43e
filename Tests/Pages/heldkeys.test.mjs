import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./support.mjs";

globalThis.Element = class extends EventTarget {
    matches() {
        return this.tag === "input";
    }
};
const { holdKeys } = await import("../../Public/js/ui/dialogs.js");

let shortcuts;
let field;

const press = (key, more = {}) => {
    const event = new Event("keydown", { cancelable: true });
    document.dispatchEvent(Object.assign(event, { key, ...more }));
    return event;
};

beforeEach(() => {
    shortcuts = [];
    globalThis.document = Object.assign(new EventTarget(), { activeElement: null });
    field = Object.assign(new EventTarget(), {
        value: "", selectionStart: 0, selectionEnd: 0,
        setRangeText(text) {
            this.value += text;
        },
    });
});

/** Begins to hold the keys, before the page's own shortcuts. */
const hold = () => {
    const release = holdKeys();
    document.addEventListener("keydown", ({ key }) => shortcuts.push(key));
    return release;
};

test("keys typed before the form is loaded go into its first field, not to shortcuts", () => {
    const release = hold();
    for (const key of ["M", "o", "m", "Backspace", "t", "h", "e", "r", "Delete", "ArrowLeft"]) {
        assert.ok(press(key).defaultPrevented, key);
    }
    press("Escape");
    press("z", { ctrlKey: true });
    document.activeElement = field;
    let told = 0;
    field.addEventListener("input", () => (told += 1));
    release();
    assert.deepEqual([field.value, told, shortcuts], ["Mother", 1, ["Escape", "z"]]);
    press("n");
    assert.deepEqual(shortcuts.at(-1), "n");
});

test("a dialog without a text field takes no held keys", () => {
    const release = hold();
    press("x");
    document.activeElement = { selectionStart: null };
    release();
    assert.deepEqual(shortcuts, []);
});
