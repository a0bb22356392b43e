/** Finds what the program makes of its boards where `tablecast describe` has written it for the tests. */
const schemas = new URL("../../.build/described/js/schemas.js", import.meta.url);

export function resolve(specifier, context, next) {
    return specifier.endsWith("/schemas.js")
        ? { url: schemas.href, format: "module", shortCircuit: true }
        : next(specifier, context);
}
