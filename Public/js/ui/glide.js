// @ts-check

const moveMs = 200;
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Where elements stand on the screen.
 * @param {Iterable<HTMLElement>} elements
 * @returns {Map<HTMLElement, DOMRect>}
 */
export function placesOf(elements) {
    return new Map([...elements].map((element) => [element, element.getBoundingClientRect()]));
}

/**
 * Lets each element that has changed its place come from where it was, and what is new appear.
 * @param {Iterable<HTMLElement>} elements
 * @param {Map<HTMLElement, DOMRect>} before
 */
export function glide(elements, before) {
    for (const element of elements) {
        const old = before.get(element);
        const now = element.getBoundingClientRect();
        const isThere = old && Math.abs(old.top - now.top) < 1 && Math.abs(old.left - now.left) < 1;
        if (isThere || reducedMotion.matches || now.height === 0) {
            continue;
        }
        const from =
            old && old.height > 0
                ? { transform: `translate(${old.left - now.left}px, ${old.top - now.top}px)` }
                : { opacity: 0 };
        element.animate([from, {}], { duration: moveMs, easing: "ease-out" });
    }
}
