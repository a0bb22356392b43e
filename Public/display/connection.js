/* The television's end of the sync protocol: one WebSocket after the other, for ever, and the views
   that come over it. In ECMAScript 5. */
(function () {
    "use strict";

    var backoffFirstMs = 500;
    var backoffMsMax = 15000;
    var pingAfterMs = 10000;
    var openWithinMs = 10000;

    /* `state` is what the server wrote into the page; `changed()` is called when the documents or
       the life have changed. */
    tablecast.connect = function (state, views, changed) {
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
        var offsetMs = Date.parse(state.now) - Date.now();
        var replicas = {};
        var role = state.role || "display";
        var sync = {
            life: "stale",
            asOfMs: Date.parse(state.now),
            now: function () {
                return Date.now() + offsetMs;
            },
            doc: function (view) {
                return replicas[view].doc;
            }
        };

        function replicaOf(view) {
            var hash = tablecast.hasher();
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
                doc = tablecast.applyPatch(replica.doc, message.patch);
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
            changed();
        }

        function backoff(count) {
            var longestMs = backoffFirstMs * Math.pow(2, Math.min(count, 10));
            return Math.min(backoffMsMax, longestMs) * Math.random();
        }

        function later() {
            clearTimeout(timer);
            timer = setTimeout(connect, byeMs >= 0 ? byeMs : backoff(attempt));
            byeMs = -1;
            attempt += 1;
        }

        /* Gives up the socket that is there; what it still says is not heard. */
        function drop() {
            var old = socket;
            socket = null;
            isOpen = false;
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
            request.open("GET", "/v1/" + state.venue + "/views/notice/display?as=" + role);
            request.onload = function () {
                if (request.status === 401 || request.status === 403) {
                    refuse();
                }
            };
            request.send();
        }

        function connect() {
            var scheme = location.protocol === "https:" ? "wss://" : "ws://";
            var mine = new WebSocket(
                scheme + location.host + "/v1/" + state.venue + "/sync?as=" + role,
                "tablecast.v1"
            );
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
                pingCount += 1;
                pingedAtMs = Date.now();
                send({ type: "ping", n: pingCount });
            }
        }

        /* A page that comes back to the front, or a network that comes back, does not wait. */
        function wake() {
            if (!socket && timer && sync.life !== "refused" && !document.hidden) {
                connect();
            }
        }

        views.forEach(function (view) {
            replicas[view] = replicaOf(view);
        });
        setInterval(beat, 1000);
        window.addEventListener("online", wake);
        document.addEventListener("visibilitychange", wake);
        connect();
        return sync;
    };
})();
