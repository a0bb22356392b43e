// @ts-check

const space = "http://www.w3.org/2000/svg";

/** Line drawings of 24 by 24. */
export const shapes = {
    heart: "M12,20.5C6.5,16.6,2.8,13.2,2.8,9.1c0-2.8,2.1-4.9,4.7-4.9,1.8,0,3.5,1,4.5,2.7,1-1.7,2.7-2.7,4.5-2.7,2.6,0,4.7,2.1,4.7,4.9,0,4.1-3.7,7.5-9.2,11.4z",
    check: "M4.5,12.5l5,5,10-11",
};

/**
 * An icon. Words are always beside it.
 * @param {keyof typeof shapes} name
 */
export function icon(name) {
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("class", `icon is-${name}`);
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", shapes[name]);
    svg.append(path);
    return svg;
}
