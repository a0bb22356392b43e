// @ts-check
/* Draws what stands in the menu, and the allergens. In ECMAScript 2015. */
"use strict";

/**
 * A heading or a dish.
 * @typedef {{key: string, name: string, isHead: boolean, dish?: ShownDish}} Block
 */

/* From here on it is said how many are left. */
tablecastOrders.fewMax = 5;

/**
 * The menu as one list of headings and dishes.
 * @param {ShownSection[]} sections
 * @returns {Block[]}
 */
tablecastOrders.blocksOf = function (sections) {
    /** @type {Block[]} */
    const blocks = [];
    sections.forEach(({ key, name, dishes }) => {
        blocks.push({ key, name, isHead: true });
        dishes.forEach((dish) => {
            blocks.push({ key: dish.key, name: dish.name, isHead: false, dish });
        });
    });
    return blocks;
};

/**
 * What is said of how many are left; nothing while there are plenty.
 * @param {ShownDish} dish
 */
tablecastOrders.stockText = function ({ isSoldOut, left }) {
    if (isSoldOut) {
        return tablecast.text("soldOut");
    }
    const isFew = left !== undefined && left <= tablecastOrders.fewMax;
    return isFew ? tablecast.text("left", { count: left }) : "";
};

/**
 * @param {Block} block
 * @param {(amount: number) => string} money
 * @param {boolean} isAgain whether the heading stood in the column before, too
 * @returns {HTMLElement}
 */
tablecastOrders.blockElement = function ({ key, name, isHead, dish }, money, isAgain) {
    const { make, words } = tablecast;
    const element = make("div", `block ${isHead ? "section" : "dish"}`);
    const first = make("div", "first");
    const title = make("p", "name");
    title.setAttribute("role", "heading");
    title.setAttribute("aria-level", isHead ? "2" : "3");
    title.appendChild(words(name));
    if (isAgain) {
        title.appendChild(make("span", "again", ` ${tablecast.text("again")}`));
    }
    first.appendChild(title);
    element.appendChild(first);
    element.setAttribute("data-key", key);
    if (!dish) {
        return element;
    }
    first.appendChild(make("p", "price figures", money(dish.price)));
    const stock = tablecastOrders.stockText(dish);
    if (stock) {
        element.appendChild(make("p", "stock", stock));
    }
    if (dish.isSoldOut) {
        element.className += " is-sold-out";
    }
    if (dish.description) {
        element.appendChild(make("p", "more")).appendChild(words(dish.description));
    }
    if (dish.allergens) {
        const names = dish.allergens.map((each) => tablecast.text(`allergens.${each}`)).join(", ");
        const said = names
            ? tablecast.text("contains", { allergens: names })
            : tablecast.text("containsNone");
        element.appendChild(make("p", "allergens", said));
    }
    return element;
};
