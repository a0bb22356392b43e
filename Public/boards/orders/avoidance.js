// @ts-check
import { arrange, byId, make, setText, text } from "../../js/ui/page.js";
import { allergens, partedBy } from "./menu.js";

/** @typedef {import("./menu.js").ShownDish} ShownDish */

/**
 * The filter that hides dishes with some allergens. Dishes whose allergens are not stated are in a
 * group of their own, which stays closed until somebody opens it.
 */
export class Avoidance {
    /**
     * @param {() => void} changed other dishes are to be shown
     * @param {string[]} [chosen]
     */
    constructor(changed, chosen = []) {
        this.changed = changed;
        this.avoided = allergens.filter((each) => chosen.includes(each));
        this.button = byId("open-avoid", HTMLButtonElement);
        this.fieldset = byId("avoid", HTMLFieldSetElement);
        this.group = byId("unstated", HTMLDetailsElement);
        this.list = byId("unstated-dishes", HTMLElement);
        this.boxes = allergens.map((name) => {
            return make("input", { type: "checkbox", value: name, checked: chosen.includes(name) });
        });
        byId("avoid-choices", HTMLElement).append(...this.boxes.map((box) => {
            const said = make("span", {}, text(`allergens.${box.value}`));
            return make("label", { className: "choice" }, box, said);
        }));
        this.fieldset.addEventListener("change", () => {
            this.choose(this.boxes.filter(({ checked }) => checked).map(({ value }) => value));
        });
        this.button.addEventListener("click", () => {
            this.fieldset.hidden = !this.fieldset.hidden;
            this.button.ariaExpanded = String(!this.fieldset.hidden);
        });
    }

    /** @param {string[]} avoided */
    choose(avoided) {
        this.avoided = avoided;
        this.group.open = false;
        for (const box of this.boxes) {
            box.checked = avoided.includes(box.value);
        }
        this.changed();
    }

    /** @param {ShownDish[]} dishes */
    part(dishes) {
        return partedBy(dishes, this.avoided);
    }

    /** @param {Element[]} unstated the dishes for which nobody can vouch */
    render(unstated) {
        const { length: count } = this.avoided;
        setText(this.button, count === 0 ? text("avoid") : text("avoidCount", { count }));
        this.group.hidden = unstated.length === 0;
        setText(byId("unstated-count", HTMLElement), String(unstated.length));
        arrange(this.list, unstated);
    }
}
