// @ts-check

/**
 * The name of a view with parameters, in the one form that the hub takes (RFC 3986, section 2.1):
 * `board/view?name=value`.
 * @param {string} view
 * @param {Record<string, string | undefined>} [parameters] in the order in which the board declares
 * them; those without a value are left out
 */
export function viewName(view, parameters = {}) {
    const pairs = Object.entries(parameters)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${encoded(String(value))}`);
    return pairs.length > 0 ? `${view}?${pairs.join("&")}` : view;
}

/** @param {string} value */
function encoded(value) {
    return encodeURIComponent(value).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
}
