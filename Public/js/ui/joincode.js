// @ts-check

/**
 * The settings of a venue that say whether guests may join the list by themselves, and by which
 * link.
 * @typedef {{selfCheckIn: string, joinLink?: string}} JoinSettings
 */

/**
 * The id of the link by which guests join by themselves now, or nothing while they can't.
 * @param {JoinSettings} settings
 */
export function openJoinLink({ selfCheckIn, joinLink = "" }) {
    return selfCheckIn === "off" ? "" : joinLink;
}

/** The QR code of the join link, always that of the newest, wherever the page has a picture of it. */
export class JoinCode {
    /**
     * @param {string} venue
     * @param {string} role
     * @param {HTMLImageElement[]} images
     */
    constructor(venue, role, images) {
        this.place = `/v1/${venue}/join.svg?as=${role}&link=`;
        this.images = images;
        for (const image of images) {
            // Asked for again when the page is drawn the next time.
            image.addEventListener("error", () => image.removeAttribute("src"));
        }
    }

    /** @param {string} link its id, or nothing */
    show(link) {
        const source = this.place + encodeURIComponent(link);
        for (const image of this.images) {
            if (link === "") {
                image.removeAttribute("src");
            } else if (image.getAttribute("src") !== source) {
                image.src = source;
            }
        }
    }
}
