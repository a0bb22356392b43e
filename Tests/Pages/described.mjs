/**
 * Finds the program's descriptions of its boards where `tablecast describe` has written them for the
 * tests.
 */
const described = new URL("../../.build/described/", import.meta.url);

export function resolve(specifier, context, next) {
    const [made] = /js\/schemas\/\w+\.js$/.exec(specifier) ?? [];
    return made
        ? { url: new URL(made, described).href, format: "module", shortCircuit: true }
        : next(specifier, context);
}
