// @ts-check

export const things = ["notice"];
export const columns = ["text"];

export const happened = {
    posted: (
        /** @type {import("../../../events/words.js").Telling} */ { say, data: { text } },
    ) => (text ? say("more.postedText", { text }) : say("happened.posted")),
};
