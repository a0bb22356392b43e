// @ts-check
"use strict";

/**
 * The maze on a screen on which nothing is going on: `12x7-cfc0641d`, with its way to the exit. The texts
 * of its rooms, from the west; the northernmost row is first.
 */
tablecastMaze.sample = {
    rows: [
        "es,esw,ew,ew,ew,sw,s,Es,ewD,eW,ew,w@",
        "ns,ns,es,sw,es,nsw,ne,new,sw,e,ew,sw",
        "ns,n,ns,ns,ns,nE,ewD,sW,ns,es,ew,nsw",
        "ne,ew,nsw,ns,ne,ew,sw,ns,ne,nw,es,nw",
        "es,ew,nsw,ns,es,ew,nw,ne,esw,sw,ne,sw",
        "ne,sw,ns,ns,ns,es,w,es,nw,ne,ew,nsw",
        "eX,new,nw,ne,new,nw,e,nw,e,ew,ew,nw"
    ],
    path: "wwwwsesseneeswseswwnwwnnwwnnwwwwwssseesssww"
};

/** The sample as a document of `maze/display`. */
tablecastMaze.sampleDocument = function () {
    const { rows, path } = tablecastMaze.sample;
    /** @type {Record<string, string>} */
    const rooms = {};
    rows.forEach((row, south) => row.split(",").forEach((text, x) => (rooms[`${x - 11},${-south}`] = text)));
    return { run: { id: "", state: "finished", path }, rooms, walkers: {} };
};
