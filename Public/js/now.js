// @ts-check
import "./core/canonical.js";
import "./core/now.js";

export const { elapsedMs, runAfter, runEvery, runInFrame } = tablecast;
export const { stopFrame, stopTimer, wallMs } = tablecast;
