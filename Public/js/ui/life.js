// @ts-check
import "../core/canonical.js";
import "../core/now.js";
import "../core/texts.js";
import "../core/life.js";

export const { LifeSign } = tablecast;
