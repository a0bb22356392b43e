// @ts-check
import { byId, familyOf, make, pageState } from "../js/ui/page.js";

/* The start page: it lists every page of the house, for everybody. */
const abouts = familyOf("pageAbouts");
for (const { name, title = name, about = abouts[name] ?? "", address, isOfRoom } of pageState().pages ?? []) {
    const words = [make("strong", { className: "large" }, title), make("span", { className: "about fills" }, about)];
    const link = make("a", { className: "box beside", href: address }, ...words);
    byId(isOfRoom ? "screens" : "pages", HTMLElement).append(make("li", {}, link));
}
