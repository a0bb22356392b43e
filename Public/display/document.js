/* Documents on the television: their hash, and patches applied to them (the same rules as
   /js/hash.js and /js/patch.js, in ECMAScript 5). */
(function () {
    "use strict";

    var has = Object.prototype.hasOwnProperty;

    function isObject(value) {
        return typeof value === "object" && value !== null && !Array.isArray(value);
    }

    /* RFC 8785: members in the order of their UTF-16 code units, which is that of sort(). */
    function canonical(value) {
        if (Array.isArray(value)) {
            return "[" + value.map(canonical).join(",") + "]";
        }
        if (isObject(value)) {
            var members = Object.keys(value)
                .sort()
                .map(function (name) {
                    return JSON.stringify(name) + ":" + canonical(value[name]);
                });
            return "{" + members.join(",") + "}";
        }
        return JSON.stringify(value);
    }

    var table = [];
    for (var index = 0; index < 256; index += 1) {
        var remainder = index;
        for (var bit = 0; bit < 8; bit += 1) {
            remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
        }
        table[index] = remainder;
    }

    /* The UTF-8 of a text, one character for each byte. */
    function bytes(text) {
        return unescape(encodeURIComponent(text));
    }

    function crc32(text) {
        var octets = bytes(text);
        var sum = -1;
        for (var at = 0; at < octets.length; at += 1) {
            sum = table[(sum ^ octets.charCodeAt(at)) & 0xff] ^ (sum >>> 8);
        }
        return (sum ^ -1) >>> 0;
    }

    function escaped(name) {
        return name.replace(/~/g, "~0").replace(/\//g, "~1");
    }

    /* A function that hashes documents, and does not sum a row again that is the very same object
       as last time. */
    tablecast.hasher = function () {
        var known = {};

        return function (doc) {
            var rows = {};
            var total = 0;

            function add(path, value) {
                var row = has.call(known, path) ? known[path] : null;
                if (!row || row.value !== value) {
                    row = { value: value, sum: crc32(path + " " + canonical(value)) };
                }
                rows[path] = row;
                total = (total + row.sum) >>> 0;
            }

            Object.keys(doc).forEach(function (member) {
                var value = doc[member];
                var path = "/" + escaped(member);
                if (isObject(value)) {
                    Object.keys(value).forEach(function (key) {
                        add(path + "/" + escaped(key), value[key]);
                    });
                } else {
                    add(path, value);
                }
            });
            known = rows;
            return ("0000000" + total.toString(16)).slice(-8);
        };
    };

    function copyOf(value) {
        if (Array.isArray(value)) {
            return value.slice();
        }
        var copy = {};
        Object.keys(value).forEach(function (name) {
            copy[name] = value[name];
        });
        return copy;
    }

    function changed(value, names, depth, operation) {
        var name = names[depth];
        var isLast = depth === names.length - 1;
        var isAdding = isLast && operation.op === "add";
        var isList = Array.isArray(value);
        if (!isList && (!isObject(value) || name === "__proto__")) {
            throw new Error("no such place");
        }
        if (isList) {
            if (name === "-" && isAdding) {
                name = String(value.length);
            }
            if (!/^(0|[1-9][0-9]*)$/.test(name) || Number(name) > value.length) {
                throw new Error("no such index");
            }
        }
        if (!has.call(value, name) && !isAdding) {
            throw new Error("no such member");
        }
        var copy = copyOf(value);
        if (!isLast) {
            copy[name] = changed(value[name], names, depth + 1, operation);
        } else if (isList && operation.op !== "replace") {
            copy.splice.apply(
                copy,
                isAdding ? [Number(name), 0, operation.value] : [Number(name), 1]
            );
        } else if (operation.op === "remove") {
            delete copy[name];
        } else {
            copy[name] = operation.value;
        }
        return copy;
    }

    function applyOperation(doc, operation) {
        if (["add", "remove", "replace"].indexOf(operation.op) < 0) {
            throw new Error("unknown operation");
        }
        if (operation.op !== "remove" && operation.value === undefined) {
            throw new Error("no value");
        }
        if (operation.path === "" && operation.op !== "remove") {
            return operation.value;
        }
        if (operation.path.charAt(0) !== "/") {
            throw new Error("not a JSON Pointer");
        }
        var names = operation.path
            .slice(1)
            .split("/")
            .map(function (name) {
                return name.replace(/~1/g, "/").replace(/~0/g, "~");
            });
        return changed(doc, names, 0, operation);
    }

    /* The document after a patch (RFC 6902); the old one is left as it was, and shares what the
       patch leaves alone. */
    tablecast.applyPatch = function (doc, patch) {
        return patch.reduce(applyOperation, doc);
    };
})();
