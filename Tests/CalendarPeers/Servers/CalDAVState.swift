public import Destinations
import FoundationEssentials
import HTTPTypes
import URIText

/// The calendars of one person on a CalDAV server, as a state machine from requests to answers.
public struct CalDAVState: Sendable {
    public static let principal = "/dav/principals/ada/"
    public static let home = "/dav/calendars/ada/"

    /// The ways in which servers differ.
    public struct Habits: Sendable {
        /// Whether the server has sync tokens (RFC 6578).
        public var hasSyncTokens = true
        /// Whether changes include resources created and deleted since the token (RFC 6578, 3.5.2).
        public var tellsShortLives = true
        public var hasCtag = true
        /// The maximum number of names in an answer to `sync-collection`.
        public var namesPerPage = Int.max
        /// Whether an answer to PUT has the entity tag.
        public var tellsTags = true
        /// Alters a text before it is stored. An answer to PUT then has no tag.
        public var altering: (@Sendable ([UInt8]) -> [UInt8])?
        /// The status for a second resource with the same UID.
        public var conflictStatus = 409

        public init() {}
    }

    public struct Resource: Sendable {
        public var text: [UInt8]
        public var tag: String
    }

    public struct Calendar: Sendable {
        public var title: String
        public var components: [String]
        public var isReadOnly: Bool
        /// The resources by the decoded last components of their paths.
        public internal(set) var resources: [String: Resource] = [:]
        /// The revision of the last change of each name, including deleted ones.
        var changed: [String: Int] = [:]
        /// The revision in which each name was created.
        var made: [String: Int] = [:]
        var revision = 0
        /// The generation of tokens. Those of another one are refused.
        var generation = 1

        public init(title: String, components: [String] = ["VEVENT"], isReadOnly: Bool = false) {
            self.title = title
            self.components = components
            self.isReadOnly = isReadOnly
        }
    }

    public var habits = Habits()
    public var user = "ada"
    public var password = "secret"
    /// The calendars by the last components of their paths.
    public var calendars: [String: Calendar] = [:]
    private var revision = 0

    public init() {}

    // MARK: Other clients

    public mutating func put(_ text: String, _ name: String, in calendar: String) {
        store(Array(text.utf8), name, calendar)
    }

    public mutating func delete(_ name: String, in calendar: String) {
        remove(name, calendar)
    }

    /// Removes all traces of a name.
    public mutating func forget(_ name: String, in calendar: String) {
        calendars[calendar]?.resources[name] = nil
        calendars[calendar]?.changed[name] = nil
        calendars[calendar]?.made[name] = nil
    }

    /// Invalidates all tokens of a calendar.
    public mutating func forgetTokens(of calendar: String) {
        calendars[calendar]?.generation += 1
    }

    public func text(_ name: String, in calendar: String) -> String? {
        calendars[calendar]?.resources[name].map { String(decoding: $0.text, as: UTF8.self) }
    }

    // MARK: Requests

    public mutating func answer(_ request: OutgoingRequest) -> OutgoingAnswer {
        let path = String(request.destination.path.prefix { $0 != "?" })
        if path == "/.well-known/caldav" {
            return OutgoingAnswer(status: 301, fields: [.location: "/dav/"])
        }
        let login = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
        guard request.fields[.authorization] == login else {
            return OutgoingAnswer(
                status: 401, fields: [.wwwAuthenticate: #"Basic realm="dav""#])
        }
        switch request.method.rawValue {
        case "PROPFIND": return propfind(path, request)
        case "REPORT": return report(path, request)
        case "PUT", "DELETE", "GET": return resource(path, request)
        default: return OutgoingAnswer(status: 405)
        }
    }

    /// Returns the calendar and the resource that a path names.
    func place(of path: String) -> (calendar: String, name: String)? {
        guard path.hasPrefix(Self.home) else { return nil }
        let parts = path.dropFirst(Self.home.utf8.count).split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let calendar = parts.first.flatMap({ PercentCoding.decode($0) }) else { return nil }
        guard calendars[calendar] != nil else { return nil }
        return (calendar, parts.count > 1 ? PercentCoding.decode(parts[1]) ?? "" : "")
    }

    static func path(of name: String, in calendar: String) -> String {
        home + PercentCoding.encode(calendar) + "/" + PercentCoding.encode(name)
    }

    private mutating func resource(_ path: String, _ request: OutgoingRequest) -> OutgoingAnswer {
        guard let (calendar, name) = place(of: path), !name.isEmpty else {
            return OutgoingAnswer(status: request.method == .put ? 409 : 404)
        }
        let known = calendars[calendar]?.resources[name]
        if request.method == .get {
            return known.map {
                OutgoingAnswer(status: 200, fields: [.eTag: $0.tag], body: $0.text)
            } ?? OutgoingAnswer(status: 404)
        }
        if let wanted = request.fields[.ifMatch], wanted != known?.tag {
            return OutgoingAnswer(status: 412)
        }
        if request.fields[.ifNoneMatch] == "*", known != nil { return OutgoingAnswer(status: 412) }
        if calendars[calendar]?.isReadOnly == true { return OutgoingAnswer(status: 403) }
        if request.method == .delete {
            guard known != nil else { return OutgoingAnswer(status: 404) }
            remove(name, calendar)
            return OutgoingAnswer(status: 204)
        }
        if let other = self.name(ofUID: Self.uid(request.body), in: calendar), other != name {
            return OutgoingAnswer(status: habits.conflictStatus)
        }
        let tag = store(habits.altering?(request.body) ?? request.body, name, calendar)
        let fields: HTTPFields =
            habits.tellsTags && habits.altering == nil ? [.eTag: tag] : [:]
        return OutgoingAnswer(status: known == nil ? 201 : 204, fields: fields)
    }

    func name(ofUID uid: Substring?, in calendar: String) -> String? {
        uid.flatMap { uid in
            calendars[calendar]?.resources.first { Self.uid($0.value.text) == uid }?.key
        }
    }

    private static func uid(_ text: [UInt8]) -> Substring? {
        String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
            .first { $0.hasPrefix("UID:") }?.dropFirst(4)
    }

    @discardableResult
    private mutating func store(_ text: [UInt8], _ name: String, _ calendar: String) -> String {
        revision += 1
        let tag = "\"t\(revision)\""
        let isNew = calendars[calendar]?.resources[name] == nil
        calendars[calendar]?.resources[name] = Resource(text: text, tag: tag)
        note(name, calendar, isNew: isNew)
        return tag
    }

    private mutating func remove(_ name: String, _ calendar: String) {
        guard calendars[calendar]?.resources.removeValue(forKey: name) != nil else { return }
        note(name, calendar)
    }

    private mutating func note(_ name: String, _ calendar: String, isNew: Bool = false) {
        guard var changed = calendars.removeValue(forKey: calendar) else { return }
        changed.revision += 1
        changed.changed[name] = changed.revision
        if isNew { changed.made[name] = changed.revision }
        calendars[calendar] = changed
    }
}
