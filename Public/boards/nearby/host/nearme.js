// @ts-check
import { byId, setText } from "../../../js/dom.js";
import { text } from "../../../js/texts.js";

/** *Near me*: asks the browser where it is, which it tells over https only. */
export class NearMe {
    /** @param {(position: {lat: number, lon: number}) => void} found */
    constructor(found) {
        this.found = found;
        this.button = byId("near-me", HTMLButtonElement);
        this.said = byId("near-me-say", HTMLElement);
        this.isAsking = false;
        this.button.addEventListener("click", () => this.press());
    }

    press() {
        if (!window.isSecureContext) {
            this.say(text("needsHTTPS"));
        } else if (!navigator.geolocation) {
            this.say(text("noPlaceKnown"));
        } else if (!this.isAsking) {
            this.isAsking = true;
            this.say(text("askingPlace"));
            navigator.geolocation.getCurrentPosition(
                ({ coords }) => {
                    this.isAsking = false;
                    this.say("");
                    this.found({ lat: coords.latitude, lon: coords.longitude });
                },
                ({ code, PERMISSION_DENIED }) => {
                    this.isAsking = false;
                    this.say(code === PERMISSION_DENIED ? text("placeDenied") : text("noPlaceKnown"));
                },
                { maximumAge: 60_000, timeout: 20_000 },
            );
        }
    }

    /** @param {string} sentence */
    say(sentence) {
        setText(this.said, sentence);
    }
}
