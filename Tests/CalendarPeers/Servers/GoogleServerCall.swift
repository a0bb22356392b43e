import Destinations
import HTTPTypes
import JSON
import URIText

/// A parsed request.
struct GoogleServerCall {
    /// The operation, such as `events.patch`, `calendarList.list` or `token`, or `unknown`.
    let operation: String
    private(set) var calendar = ""
    private(set) var event = ""
    private let query: [String: String]
    let match: String?
    /// The bearer token.
    let token: String?
    private let bytes: [UInt8]

    init(_ request: OutgoingRequest) {
        let parts = request.destination.path.split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        query = Self.pairs(parts.count > 1 ? parts[1] : "")
        bytes = request.body
        match = request.fields[.ifMatch]
        token = request.fields[.authorization].flatMap {
            $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil
        }
        var path = parts[0].split(separator: "/").map { PercentCoding.decode($0) ?? "" }
        guard path.starts(with: ["calendar", "v3"]) else {
            operation =
                switch (request.method, path) {
                case (.get, ["o", "oauth2", "v2", "auth"]): "auth"
                case (.post, ["token"]): "token"
                case (.post, ["revoke"]): "revoke"
                default: "unknown"
                }
            return
        }
        path.removeFirst(2)
        operation = Self.operation(request.method, path)
        if operation == "calendarList.get" { calendar = path[3] }
        if operation.hasPrefix("events") {
            calendar = path[1]
            if path.count > 3, path[3] != "watch" { event = path[3] }
        }
    }

    private static func operation(_ method: HTTPRequest.Method, _ path: [String]) -> String {
        let isList = path.starts(with: ["users", "me", "calendarList"])
        if isList, method == .get, path.count <= 4 {
            return path.count == 3 ? "calendarList.list" : "calendarList.get"
        }
        guard path.count >= 3, path[0] == "calendars", path[2] == "events" else { return "unknown" }
        return switch (method, path.count, path.last ?? "") {
        case (.get, 3, _): "events.list"
        case (.post, 3, _): "events.insert"
        case (.post, 4, "watch"): "events.watch"
        case (.get, 4, _): "events.get"
        case (.patch, 4, _): "events.patch"
        case (.put, 4, _): "events.update"
        case (.delete, 4, _): "events.delete"
        case (.get, 5, "instances"): "events.instances"
        default: "unknown"
        }
    }

    var isWrite: Bool {
        ["events.insert", "events.patch", "events.update", "events.delete"].contains(operation)
    }

    subscript(name: String) -> String? { query[name] }

    /// The parameters of a list, for which its tokens are valid.
    var listParameters: String {
        query.filter { $0.key != "pageToken" && $0.key != "syncToken" }.sorted { $0.key < $1.key }
            .map { $0.key + "=" + $0.value }.joined(separator: "&")
    }

    /// The body, without fields that need a query parameter which is missing.
    var body: JSON {
        let body = (try? JSON(parsing: bytes)) ?? .null
        guard var members = body.members else { return body }
        if self["conferenceDataVersion"] != "1" { members["conferenceData"] = nil }
        if self["supportsAttachments"] != "true" { members["attachments"] = nil }
        return .object(members)
    }

    var form: [String: String] { Self.pairs(Substring(String(decoding: bytes, as: UTF8.self))) }

    private static func pairs(_ text: Substring) -> [String: String] {
        let pairs = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                PercentCoding.decode(parts[0], plusAsSpace: true) ?? "",
                PercentCoding.decode(parts.count > 1 ? parts[1] : "", plusAsSpace: true) ?? ""
            )
        }
        return Dictionary(pairs) { _, last in last }
    }
}
