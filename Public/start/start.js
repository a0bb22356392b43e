// @ts-check
import { byId, familyOf, make, pageState } from "../js/ui/page.js";

/* The start page: it names every page that the house uses, to everybody. */
const abouts = familyOf("pageAbouts");
for (const { name, title = name, about = abouts[name] ?? "", address, isOfRoom } of pageState().pages ?? []) {
    const link = make("a", { href: address }, make("strong", {}, title), make("span", {}, about));
    byId(isOfRoom ? "screens" : "pages", HTMLElement).append(make("li", {}, link));
}
