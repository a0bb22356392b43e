/** Gives the pages' modules the parts of a browser that they use, and gives the tests their vectors. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

globalThis.self = globalThis;

/** @param {string} name of a file of `Tests/Vectors` */
export function vectors(name) {
    return JSON.parse(readFileSync(new URL(`../Vectors/${name}`, import.meta.url), "utf8"));
}

const publicFolder = new URL("../../Public/", import.meta.url);
const described = new URL("../../.build/described/docs/boards.json", import.meta.url);

/** The boards' texts on staff pages: in English from their declarations, in other languages from catalogues. */
export function boardTexts(language) {
    const read = (path) => JSON.parse(readFileSync(new URL(path, publicFolder)));
    const { boards, problems } = read(described);
    const declared = [...problems, ...boards.flatMap((board) => board.problems)];
    const formsOf = ({ code, sentence, sentenceOfOne: one }) => {
        const key = `problems.${code}`;
        return one ? [[`${key}.one`, one], [`${key}.other`, sentence]] : [[key, sentence]];
    };
    const texts = Object.fromEntries(declared.flatMap(formsOf));
    for (const folder of ["boards", ...boards.map(({ name }) => `boards/${name}`)]) {
        const path = `${folder}/texts/${language}.json`;
        if (existsSync(new URL(path, publicFolder))) {
            Object.assign(texts, read(path));
        }
    }
    return texts;
}

/** The folders of the program's boards and the guest book, by name. */
const boardFolders = new Map(
    readdirSync(new URL("boards/", publicFolder))
        .filter((name) => name !== "texts")
        .map((name) => [name, new URL(`boards/${name}/`, publicFolder)]),
);
boardFolders.set("guestbook", new URL("guestbook/", import.meta.url));

/**
 * Gives the modules a page's texts, as the hub sends them, and the boards' texts about events.
 * @param {string} page
 * @param {string} language
 */
export function speak(page, language) {
    const read = (folder) => readFileSync(new URL(`texts/${language}.json`, folder), "utf8");
    const catalogue = (place) => read(new URL(`${place}/`, publicFolder));
    const isStaffs = language === "en" || language === "es";
    const isOfGuests = /\/(guest|join)$/.test(page);
    const said = isOfGuests ? {} : boardTexts(language);
    const own = { ...said, ...JSON.parse(catalogue(page)) };
    for (const [board, folder] of isStaffs ? boardFolders : []) {
        for (const [key, sentence] of Object.entries(JSON.parse(read(folder)))) {
            if (key === "board.title") {
                own[`boards.${board}.title`] = sentence;
            } else if (key.startsWith("events.")) {
                own[`boards.${board}.${key.slice("events.".length)}`] = sentence;
            }
        }
    }
    const boards = [...boardFolders].map(([name, folder]) => ({
        name, views: [], hasModule: existsSync(new URL("events/words.js", folder)),
    }));
    const shared = isStaffs ? JSON.parse(catalogue("js/ui")) : {};
    globalThis.document = { documentElement: { lang: language, dataset: {} } };
    tablecast.page = { boards, language, texts: { ...shared, ...own } };
}

export const core = await import("../../Public/js/tablecast.js");
await import("../../Public/js/ui/page.js");

/** All of the core, including the parts that only the hub's pages use. */
export const { tablecast } = globalThis;
