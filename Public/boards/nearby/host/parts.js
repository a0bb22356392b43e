// @ts-check
import { sendersView } from "./data.js";
import { FavouritesView } from "./favouritesview.js";
import { OpenedPlace } from "./opened.js";
import { RoundsView } from "./roundsview.js";
import { Sharing } from "./sharing.js";

/**
 * What is not seen when the page opens: the favourites, the rounds, and everything about one place. It is
 * loaded once the places are there.
 */
export class Parts {
    /**
     * @param {object} page
     * @param {import("../../../js/ui/desk.js").Desk} page.desk
     * @param {import("./data.js").NearbyData} page.data
     * @param {ConstructorParameters<typeof FavouritesView>[0]["actions"]} page.actions
     * @param {(key: string) => import("./placerow.js").RowOfPlace} page.rowOf
     * @param {(row: import("./placerow.js").RowOfPlace) => string} page.fromStop
     * @param {(key: string) => void} page.choosing
     */
    constructor({ desk, data, actions, rowOf, fromStop, choosing }) {
        this.favourites = new FavouritesView({ desk, data, actions, rowOf, fromStop });
        this.sharing = new Sharing(desk, data);
        this.rounds = new RoundsView({ desk, data, sharing: this.sharing, choosing });
        if (data.mayEdit) {
            desk.watch(sendersView);
        }
        this.opened = new OpenedPlace({
            desk, heart: actions.heart, check: actions.check,
            edit: (key) => this.closing(() => this.favourites.edit(key)),
            visit: (key) => this.closing(() => this.favourites.visit(key)),
        });
    }

    /** @param {() => void} then */
    closing(then) {
        this.opened.dialog.close();
        then();
    }

    draw() {
        this.favourites.draw();
        this.rounds.draw();
    }

    /**
     * @param {import("../../../js/tablecast.js").Entry} entry
     * @param {any} message
     */
    answered(entry, message) {
        return [this.favourites, this.rounds, this.sharing]
            .map((each) => each.answered(entry, message)).includes(true);
    }
}
