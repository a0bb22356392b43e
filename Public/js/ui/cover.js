// @ts-check

/**
 * Measures the parts that stay in place over the page, so that the keyboard never leads to something
 * under them: those at its top in `--cover`, the dock at the bottom in `--dock`, above which the toast
 * stands. They change with the width, with what the bar says, with problems in the form.
 * `--dock-room` is the room that the end of the page leaves for the dock; it is kept, so that the
 * page does not move when the dock goes.
 * @param {HTMLElement[]} parts
 * @param {HTMLElement} [dock]
 */
export function measureCover(parts, dock = undefined) {
    const { style } = document.documentElement;
    let roomPx = 0;
    const measure = () => {
        const heights = parts
            .filter((part) => getComputedStyle(part).position === "sticky")
            .map((part) => part.offsetHeight);
        const cover = heights.reduce((sum, height) => sum + height, 0);
        style.setProperty("--cover", `${cover}px`);
        const dockPx = dock?.offsetHeight ?? 0;
        // Opened over the whole page, it leaves no room above it: the toast stands at its foot.
        const isWhole = dockPx > window.innerHeight / 2;
        style.setProperty("--dock", `${isWhole ? 0 : dockPx}px`);
        roomPx = Math.max(roomPx, isWhole ? 0 : dockPx);
        style.setProperty("--dock-room", `${roomPx}px`);
    };
    const observer = new ResizeObserver(measure);
    [...parts, ...(dock ? [dock] : [])].forEach((part) => observer.observe(part));
    window.addEventListener("resize", measure);
    measure();
}
