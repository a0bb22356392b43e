// @ts-check

/**
 * Says in `--cover` how much of the page's top is covered by the parts that stay in place, and in
 * `--toast` how much of its bottom is, so that the keyboard never leads to something under them.
 * Both change: with the width, with what the bar says, with problems in the form.
 * @param {HTMLElement[]} parts
 * @param {HTMLElement} toast
 */
export function measureCover(parts, toast) {
    const { style } = document.documentElement;
    const measure = () => {
        const heights = parts
            .filter((part) => getComputedStyle(part).position === "sticky")
            .map((part) => part.offsetHeight);
        const cover = heights.reduce((sum, height) => sum + height, 0);
        style.setProperty("--cover", `${cover}px`);
        style.setProperty("--toast", `${toast.offsetHeight}px`);
    };
    const observer = new ResizeObserver(measure);
    [...parts, toast].forEach((part) => observer.observe(part));
    window.addEventListener("resize", measure);
    measure();
}
