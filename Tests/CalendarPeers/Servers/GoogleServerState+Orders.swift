public import JSON

extension GoogleServerState {
    /// Orders a fault, in the JSON form `{"fault": "rateLimitExceeded", "on": "events.patch",
    /// "after": 0, "times": 2, "retryAfter": 5}`. Returns `false` for an unknown fault.
    public mutating func order(_ json: JSON) -> Bool {
        switch json["fault"]?.text {
        case "endAccessTokens": endAccessTokens()
        case "revokeSignIns": revokeSignIns()
        case "expireSyncTokens": expireSyncTokens()
        case "deny": isDenied = true
        case "allow": isDenied = false
        case "refuseBothNames": takesBothNames = false
        case "clear": faults = []
        case let name:
            guard let kind = Self.kind(name ?? "", json) else { return false }
            order(
                GoogleServerFault(
                    kind, on: json["on"]?.text, after: json["after"]?.integer ?? 0,
                    times: json["times"]?.integer ?? 1))
        }
        return true
    }

    private static func kind(_ name: String, _ json: JSON) -> GoogleServerFault.Kind? {
        let retryAfter = json["retryAfter"]?.integer
        return switch name {
        case "rateLimitExceeded", "userRateLimitExceeded":
            .status(403, reason: name, retryAfter: retryAfter)
        case "tooManyRequests": .tooMany(retryAfter: retryAfter)
        case "forbidden": .forbidden
        case "backendError": .status(503, reason: name, retryAfter: retryAfter)
        case "status":
            .status(
                json["status"]?.integer ?? 500, reason: json["reason"]?.text ?? name,
                retryAfter: retryAfter)
        case "lostRequest": .lostRequest
        case "lostAnswer": .lostAnswer
        case "cutAnswer": .cutAnswer
        case "notJSON": .notJSON
        case "slow": .slow(milliseconds: json["milliseconds"]?.integer ?? 1_000)
        default: nil
        }
    }

    /// The state in JSON.
    public var report: JSON {
        [
            "calendars": .object(calendars.mapValues { .array(Self.sorted($0.events)) }),
            "counts": .object(counts.mapValues { JSON($0) }),
            "mails": JSON(mailCount), "channels": JSON(channels.count),
            "signIns": JSON(signIns.refreshTokens.count),
            "faults": JSON(faults.count),
        ]
    }

    private static func sorted(_ events: [String: JSON]) -> [JSON] {
        events.sorted { $0.key < $1.key }.map(\.value)
    }
}
