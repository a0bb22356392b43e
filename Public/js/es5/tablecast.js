/* The sync protocol for televisions: any page that the hub serves includes this one script. It is
   written in ECMAScript 5, without modules, which is why it is one file; /js/tablecast.js is the
   same for newer browsers, and can ask for changes too. `tablecast.d.ts` beside it says what each
   part takes and gives.

       <script src="/js/es5/tablecast.js"></script>

       var sync = tablecast.connect({
           views: ["waitlist/display"],
           changed: function () {
               show(sync.doc("waitlist/display"), sync.life === "live");
           }
       });

   It keeps the views current: subscribes, applies the diffs, checks each by its hash, resumes where
   it stood when the connection comes back, and starts afresh when it finds that it went wrong. */
var tablecast = (function () {
    "use strict";

    var has = Object.prototype.hasOwnProperty;
    var backoffFirstMs = 500;
    var backoffMsMax = 15000;
    var pingAfterMs = 10000;
    var openWithinMs = 10000;
    var answerWithinMs = 2000;
    var paintedEveryMs = 1000;
    /* The same again may be wrong again; that must not keep the server busy. */
    var sameAgainMs = 15000;

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
    function hasher() {
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
    }

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
    function applyPatch(doc, patch) {
        return patch.reduce(applyOperation, doc);
    }

    /* Tells the server what stands on the glass: once a frame with it has been painted, at once the
       first time and then once a second at the most, and nothing while nothing changes. The hash is
       made afresh of what was painted, not taken from the message that brought it. */
    function paintedReports(send, page) {
        var paintings = {};
        var reports = { spreadMs: 0 };

        function whenPainted(act) {
            window.requestAnimationFrame(function () {
                setTimeout(act, 0);
            });
        }

        function sayIn(waitMs, view, painting) {
            painting.timer = setTimeout(function () {
                say(view, painting);
            }, waitMs);
        }

        function say(view, painting) {
            var message = { type: "painted", view: view, rev: painting.rev };
            var isSaid = painting.saidDoc === painting.doc;
            var isSame;
            var waitMs;
            if (!painting.doc || (isSaid && painting.saidHidden === document.hidden)) {
                return;
            }
            message.hash = hasher()(painting.doc);
            isSame = painting.saidRev === painting.rev && painting.saidHash === message.hash;
            waitMs = painting.saidAtMs + sameAgainMs - Date.now();
            if (isSame && painting.saidHidden === document.hidden && waitMs > 0) {
                sayIn(Math.min(waitMs, sameAgainMs), view, painting);
                return;
            }
            painting.saidDoc = painting.doc;
            painting.saidRev = painting.rev;
            painting.saidHash = message.hash;
            painting.saidHidden = document.hidden;
            painting.saidAtMs = Date.now();
            // A television's clock may be set at any time.
            message.agoMs = Math.min(60000, Math.max(0, painting.saidAtMs - painting.atMs));
            if (page) {
                message.page = page;
            }
            if (document.hidden) {
                message.hidden = true;
            }
            send(message);
        }

        function sayLater(view, painting) {
            var sinceMs = Math.max(0, Date.now() - painting.saidAtMs);
            var waitMs = Math.max(Math.random() * reports.spreadMs, paintedEveryMs - sinceMs);
            // What waits because it is the same again does not hold up what is new.
            clearTimeout(painting.timer);
            if (waitMs <= 0) {
                say(view, painting);
            } else {
                sayIn(waitMs, view, painting);
            }
        }

        function painted(view, painting, rev, doc) {
            whenPainted(function () {
                if (paintings[view] === painting) {
                    painting.rev = rev;
                    painting.doc = doc;
                    painting.atMs = Date.now();
                    sayLater(view, painting);
                }
            });
        }

        reports.drawn = function (view, rev, doc) {
            var painting = has.call(paintings, view) ? paintings[view] : null;
            if (!painting) {
                painting = { saidDoc: null, saidHidden: false, saidAtMs: 0, timer: 0 };
                paintings[view] = painting;
            }
            if (painting.drawn !== doc) {
                painting.drawn = doc;
                painted(view, painting, rev, doc);
            }
        };

        /* A new connection knows nothing of what was said on the one before. */
        reports.forget = function () {
            Object.keys(paintings).forEach(function (view) {
                clearTimeout(paintings[view].timer);
            });
            paintings = {};
        };

        /* Out of sight nothing is painted, which is no fault of the page. */
        document.addEventListener("visibilitychange", function () {
            Object.keys(paintings).forEach(function (view) {
                var painting = paintings[view];
                if (!document.hidden && painting.doc) {
                    painted(view, painting, painting.rev, painting.doc);
                } else if (painting.saidDoc === painting.doc) {
                    say(view, painting);
                }
            });
        });
        return reports;
    }

    /* One WebSocket after the other, for ever, and the views that come over it. */
    function connect(options) {
        var state = options.state || { snapshots: [] };
        var views = options.views;
        var role = options.role || state.role;
        var place = "/v1/" + (state.venue || options.venue || "main");
        var query = role ? "?as=" + role : "";
        var socket = null;
        var isOpen = false;
        var heardAtMs = 0;
        var pingedAtMs = 0;
        var pingCount = 0;
        var attempt = 0;
        var drifts = 0;
        var byeMs = -1;
        var timer = 0;
        var heartbeatMs = 15000;
        var offsetMs = state.now ? Date.parse(state.now) - Date.now() : 0;
        var replicas = {};
        var page = options.page || document.documentElement.getAttribute("data-page");
        var reports = paintedReports(send, page);
        var sync = {
            life: "stale",
            asOfMs: Date.parse(state.now),
            now: function () {
                return Date.now() + offsetMs;
            },
            doc: function (view) {
                return replicas[view].doc;
            },
            painted: function (view) {
                var replica = replicas[view];
                if (replica.isLive && replica.doc) {
                    reports.drawn(view, replica.rev, replica.doc);
                }
            }
        };

        function replicaOf(view) {
            var hash = hasher();
            var replica = { view: view, hash: hash, doc: null, epoch: "", rev: 0 };
            replica.isSound = false;
            replica.isLive = false;
            replica.unanswered = 0;
            state.snapshots.forEach(function (snapshot) {
                if (snapshot.view === view) {
                    replica.doc = snapshot.doc;
                    replica.epoch = snapshot.epoch;
                    replica.rev = snapshot.rev;
                    replica.isSound = hash(snapshot.doc) === snapshot.hash;
                }
            });
            return replica;
        }

        function send(message) {
            if (socket && isOpen) {
                socket.send(JSON.stringify(message));
            }
        }

        function subscribe(replica) {
            var message = { type: "subscribe", view: replica.view };
            if (replica.isSound) {
                message.since = { epoch: replica.epoch, rev: replica.rev };
            }
            replica.isLive = false;
            replica.unanswered += 1;
            send(message);
        }

        /* Takes over a document if it is what the server says it is. */
        function take(replica, doc, epoch, message) {
            replica.isSound = doc !== null && replica.hash(doc) === message.hash;
            if (!replica.isSound) {
                drifted(replica, message.rev);
                return;
            }
            replica.doc = doc;
            replica.epoch = epoch;
            replica.rev = message.rev;
        }

        function takeDiff(replica, message) {
            var doc = null;
            if (!replica.isSound || message.from !== replica.rev) {
                subscribe(replica);
                return;
            }
            try {
                doc = applyPatch(replica.doc, message.patch);
            } catch (error) {
                // A patch that does not fit: our document is not the server's.
                doc = null;
            }
            take(replica, doc, replica.epoch, message);
        }

        function drifted(replica, rev) {
            var current = socket;
            replica.isLive = false;
            send({ type: "ping", n: 0, drift: { view: replica.view, rev: rev } });
            setTimeout(
                function () {
                    if (socket === current) {
                        subscribe(replica);
                    }
                },
                drifts === 0 ? 0 : backoff(drifts)
            );
            drifts += 1;
        }

        function heardOfView(replica, message) {
            if (message.type === "subscribed") {
                replica.unanswered -= 1;
            } else if (replica.unanswered > 0) {
                // It belongs to a subscription that is being replaced.
                return;
            } else if (message.type === "snapshot") {
                take(replica, message.doc, message.epoch, message);
            } else if (message.type === "diff") {
                takeDiff(replica, message);
            } else if (message.type === "live") {
                replica.isLive = replica.isSound;
                drifts = 0;
            }
        }

        function heard(message) {
            var waitedMs = pingedAtMs ? Math.max(0, heardAtMs - pingedAtMs) : 0;
            if (message.type === "welcome") {
                attempt = 0;
                heartbeatMs = message.heartbeatMs || heartbeatMs;
                reports.spreadMs = message.paintedSpreadMs || 0;
                offsetMs = Date.parse(message.now) - Date.now();
            } else if (message.type === "pong") {
                offsetMs = Date.parse(message.now) + waitedMs / 2 - Date.now();
            } else if (message.type === "bye") {
                byeMs = message.reconnectInMs || 0;
            } else if (replicas.hasOwnProperty(message.view)) {
                heardOfView(replicas[message.view], message);
            }
        }

        function judge() {
            var isLive = isOpen;
            views.forEach(function (view) {
                isLive = isLive && replicas[view].isLive;
            });
            if (sync.life !== "refused") {
                sync.life = isLive ? "live" : "stale";
            }
            if (isLive) {
                sync.asOfMs = sync.now();
            }
            options.changed();
        }

        function backoff(count) {
            var longestMs = backoffFirstMs * Math.pow(2, Math.min(count, 10));
            return Math.min(backoffMsMax, longestMs) * Math.random();
        }

        function later() {
            clearTimeout(timer);
            timer = setTimeout(open, byeMs >= 0 ? byeMs : backoff(attempt));
            byeMs = -1;
            attempt += 1;
        }

        /* Gives up the socket that is there; what it still says is not heard. */
        function drop() {
            var old = socket;
            socket = null;
            isOpen = false;
            reports.forget();
            views.forEach(function (view) {
                replicas[view].isLive = false;
                replicas[view].unanswered = 0;
            });
            if (old) {
                old.close();
            }
            judge();
        }

        function refuse() {
            clearTimeout(timer);
            sync.life = "refused";
            drop();
        }

        /* A failed handshake does not tell a page its status; a request with the same sign-in does.
           */
        function askWhetherSignedIn() {
            var request = new XMLHttpRequest();
            request.open("GET", place + "/views/notice/display" + query);
            request.onload = function () {
                if (request.status === 401 || request.status === 403) {
                    refuse();
                }
            };
            request.send();
        }

        function open() {
            var scheme = location.protocol === "https:" ? "wss://" : "ws://";
            var address = scheme + location.host + place + "/sync" + query;
            var mine = new WebSocket(address, "tablecast.v1");
            clearTimeout(timer);
            timer = 0;
            socket = mine;
            heardAtMs = Date.now();
            mine.onopen = function () {
                if (socket === mine) {
                    isOpen = true;
                    heardAtMs = Date.now();
                    pingedAtMs = 0;
                    views.forEach(function (view) {
                        subscribe(replicas[view]);
                    });
                }
            };
            mine.onmessage = function (event) {
                if (socket === mine) {
                    heardAtMs = Date.now();
                    heard(JSON.parse(event.data));
                    pingedAtMs = 0;
                    judge();
                }
            };
            mine.onclose = function (event) {
                var wasOpen = isOpen;
                if (socket !== mine) {
                    return;
                }
                if (event.code === 4401 || event.code === 4403) {
                    refuse();
                    return;
                }
                drop();
                later();
                if (!wasOpen) {
                    askWhetherSignedIn();
                }
            };
        }

        function beat() {
            var silentMs = Date.now() - heardAtMs;
            if (!socket) {
                return;
            }
            if (silentMs < 0) {
                // The television's clock was set back.
                heardAtMs = Date.now();
            } else if (silentMs >= (isOpen ? heartbeatMs : openWithinMs)) {
                drop();
                later();
            } else if (silentMs >= pingAfterMs && !pingedAtMs) {
                ping();
            }
        }

        function ping() {
            pingCount += 1;
            pingedAtMs = Date.now();
            send({ type: "ping", n: pingCount });
        }

        /* The television says that its network is gone; a hub on the same machine is still there.
           */
        function ask() {
            var mine = socket;
            var askedAtMs = Date.now();
            if (!isOpen) {
                return;
            }
            ping();
            setTimeout(function () {
                if (socket === mine && heardAtMs < askedAtMs) {
                    drop();
                    later();
                }
            }, answerWithinMs);
        }

        /* A page that comes back to the front, or a network that comes back, does not wait. */
        function wake() {
            if (!socket && timer && sync.life !== "refused" && !document.hidden) {
                open();
            }
        }

        views.forEach(function (view) {
            replicas[view] = replicaOf(view);
        });
        setInterval(beat, 1000);
        window.addEventListener("online", wake);
        window.addEventListener("offline", ask);
        document.addEventListener("visibilitychange", wake);
        open();
        return sync;
    }

    return { connect: connect, hasher: hasher, applyPatch: applyPatch };
})();
