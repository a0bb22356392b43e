// @ts-check
"use strict";

/**
 * A JSON value that the browser keeps for a page over a reload. Where storage is full or forbidden,
 * the value only lives as long as the page.
 */
tablecast.StoredValue = class StoredValue {
    /**
     * @param {string} name of the place
     * @param {() => Storage} [storage] the tab's, unless it is given
     */
    constructor(name, storage = () => sessionStorage) {
        this.name = name;
        this.storage = storage;
    }

    /** @returns {any} `null` when nothing was kept */
    read() {
        try {
            return JSON.parse(this.storage().getItem(this.name) || "null");
        } catch (error) {
            return null;
        }
    }

    /** @param {unknown} value `null` to forget it */
    write(value) {
        try {
            if (value === null) {
                this.storage().removeItem(this.name);
            } else {
                this.storage().setItem(this.name, JSON.stringify(value));
            }
        } catch (error) {
            // It is kept nowhere.
        }
    }
};
