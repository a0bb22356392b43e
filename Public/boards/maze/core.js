// @ts-check
import "../../js/now.js";
import "./core/plan.js";
import "./core/frame.js";
import "./core/marks.js";
import "./core/drawing.js";
import "./core/tiles.js";
import "./core/walkers.js";
import "./core/crowd.js";
import "./core/picture.js";
import "./core/words.js";
import "./core/replay.js";

export const { Picture, Plan, Player, Ranking, Words } = tablecastMaze;
export const { clockText, colorsFor, initialOf, sides, walkerMark } = tablecastMaze;
