// @ts-check
import "./core/canonical.js";
import "./core/now.js";

export const { busyUntil, elapsedMs, request, runAfter, runEvery, runInFrame } = tablecast;
export const { stopFrame, stopTimer, wallMs } = tablecast;
