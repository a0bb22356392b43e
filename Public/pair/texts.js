/* What a screen says that waits to be let in, apart from what stands in its HTML. This page is
   written in ECMAScript 5: it also runs on televisions of 2018, whose browser is Chromium 53. */
var pairing = {};

pairing.texts = {
    connecting: "Connecting…",
    lost: "The hub can’t be reached. Trying again.",
    tooMany: "Too many screens wait to be paired. This one tries again by itself.",
    refused: "The hub does not let this screen wait. Trying again.",
    admitted: "Let in. One moment.",
    /* Grouped as people read figures out. */
    code: function (digits) {
        return digits.slice(0, 3) + " " + digits.slice(3);
    },
    address: function (host) {
        return "Hub: " + host;
    }
};
