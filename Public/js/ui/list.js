// @ts-check

/**
 * Takes away the elements of what is not shown any more, and forgets them.
 * @template {{element: Element}} View
 * @param {Map<string, View>} views by key
 * @param {{has(key: string): boolean}} shown the keys of what is shown
 */
export function dropOthers(views, shown) {
    for (const [key, view] of views) {
        if (!shown.has(key)) {
            view.element.remove();
            views.delete(key);
        }
    }
}

/**
 * Makes elements the first children of a place, in their order. What stands right is not touched, so
 * that nothing moves under a finger that has not changed.
 * @param {Element} place
 * @param {Iterable<Element>} elements
 */
export function arrange(place, elements) {
    let next = place.firstElementChild;
    for (const element of elements) {
        if (element === next) {
            next = next.nextElementSibling;
        } else {
            place.insertBefore(element, next);
        }
    }
}

/**
 * A list that is drawn anew only when what it shows is something else.
 * @template Thing
 */
export class PlainList {
    /**
     * @param {HTMLElement} element
     * @param {(thing: Thing) => Node} draw
     */
    constructor(element, draw) {
        this.element = element;
        this.draw = draw;
        this.shown = "[]";
    }

    /** @param {Thing[]} things */
    render(things) {
        const shown = JSON.stringify(things);
        if (shown !== this.shown) {
            this.shown = shown;
            this.element.replaceChildren(...things.map(this.draw));
        }
    }
}
