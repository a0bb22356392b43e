// @ts-check
/* Headings and what stands under them, in columns of one height. In ECMAScript 2015. */
"use strict";

/**
 * A place in a column: the number of a block, and whether it is a heading that stands there again.
 * @typedef {{index: number, isAgain: boolean}} Placed
 */

/**
 * Distributes blocks over columns, in their order. No heading is the last in its column. When what
 * stands under a heading goes on in the next column, the heading stands there again.
 * @param {{height: number, isHead: boolean}[]} blocks
 * @param {number} room the height of a column
 * @returns {Placed[][]}
 */
tablecastOrders.columnsOf = function (blocks, room) {
    /** @type {Placed[][]} */
    const columns = [];
    /** @type {Placed[]} */
    let column = [];
    let used = 0;
    let head = -1;
    blocks.forEach((block, index) => {
        const next = blocks[index + 1];
        // A heading needs room for the first of what stands under it.
        const needed = block.height + (block.isHead && next && !next.isHead ? next.height : 0);
        // Under nothing but its heading, what is too high is shown as far as it goes.
        const isUnderHead = column.length === 1 && blocks[column[0].index].isHead;
        const isBare = column.length === 0 || isUnderHead;
        if (used + needed > room && !(isBare && !block.isHead) && column.length > 0) {
            columns.push(column);
            column = [];
            used = 0;
            if (!block.isHead && head >= 0) {
                column.push({ index: head, isAgain: true });
                used = blocks[head].height;
            }
        }
        head = block.isHead ? index : head;
        column.push({ index, isAgain: false });
        used += block.height;
    });
    if (column.length > 0) {
        columns.push(column);
    }
    return columns;
};
