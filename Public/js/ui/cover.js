// @ts-check

/**
 * Measures the parts that stay in place over the page, so that the keyboard never leads to something
 * under them: those at its top in `--cover`, the toast in `--toast`, the dock at the bottom in
 * `--dock`. They change with the width, with what the bar says, with problems in the form.
 * `--dock-room` is the room that the end of the page leaves for the dock; it is kept, so that the
 * page does not move when the dock goes.
 * @param {HTMLElement[]} parts
 * @param {HTMLElement} toast
 * @param {HTMLElement} dock
 */
export function measureCover(parts, toast, dock) {
    const { style } = document.documentElement;
    let roomPx = 0;
    const measure = () => {
        const heights = parts
            .filter((part) => getComputedStyle(part).position === "sticky")
            .map((part) => part.offsetHeight);
        const cover = heights.reduce((sum, height) => sum + height, 0);
        style.setProperty("--cover", `${cover}px`);
        style.setProperty("--toast", `${toast.offsetHeight}px`);
        style.setProperty("--dock", `${dock.offsetHeight}px`);
        roomPx = Math.max(roomPx, dock.offsetHeight);
        style.setProperty("--dock-room", `${roomPx}px`);
    };
    const observer = new ResizeObserver(measure);
    [...parts, toast, dock].forEach((part) => observer.observe(part));
    window.addEventListener("resize", measure);
    measure();
}
