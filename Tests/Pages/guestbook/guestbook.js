// @ts-check
import { byId, make, oncePerFrame, pageState, words } from "../../js/ui/page.js";
import { Sync } from "../../js/tablecast.js";
import { reasonsOf } from "../../js/ui/page.js";
import { lines } from "./lines.js";

const form = byId("form", HTMLFormElement);
const render = oncePerFrame(draw);
const sync = new Sync({
    views: ["guestbook/display"],
    state: pageState(),
    changed: render,
    answered: (entry, answer) => {
        byId("problem", HTMLElement).textContent = reasonsOf(answer, entry.action);
        if (answer.type === "ack") {
            form.reset();
        }
    },
});

function draw() {
    const items = lines(sync.doc("guestbook/display")).map((line) => make("li", {}, words(line)));
    byId("entries", HTMLElement).replaceChildren(...items);
}

form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, text } = Object.fromEntries(new FormData(form));
    sync.mutate("guestbook.sign", { name: String(name), text: String(text) });
});
draw();
sync.start();
