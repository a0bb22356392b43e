public import JSON

/// Every message that a client can send.
public enum ClientMessage: Sendable, Equatable {
    case subscribe(view: String, since: Position?)
    case unsubscribe(view: String)
    case mutate(Mutation)
    case ping(n: Int, drift: Drift?)
    /// Sent by pages of earlier versions. It is ignored.
    case painted

    /// A report that the client's copy of a view did not match its hash.
    public struct Drift: Sendable, Equatable {
        public var view: String
        public var rev: Int
    }
}

/// A revision, with the epoch of the journal, or of the hub's start, that it belongs to.
public struct Position: Sendable, Equatable {
    public var epoch: String
    public var rev: Int

    public init(epoch: String, rev: Int) {
        self.epoch = epoch
        self.rev = rev
    }
}

/// The reason why a client's message does not follow the protocol.
public struct BadMessage: Error, Sendable, Equatable {
    /// A sentence that describes the problem and the correct form.
    public var message: String
    /// The mutation's id, if it could be read.
    public var id: String?
    /// The view, if it could be read.
    public var view: String?
}

extension ClientMessage {
    /// The maximum nesting of objects and arrays.
    public static let depthMax = 32

    public init(parsing bytes: [UInt8]) throws(BadMessage) {
        let value: JSON
        do {
            value = try JSON(parsing: bytes, depthMax: Self.depthMax)
        } catch {
            throw BadMessage(message: "This is not the JSON that the protocol takes: \(error)")
        }
        try self.init(value)
    }

    public init(_ value: JSON) throws(BadMessage) {
        guard let members = value.members else {
            throw BadMessage(message: "A message is one JSON object")
        }
        var reader = MemberReader(members: members)
        switch try reader.text("type") {
        case "subscribe": self = try reader.subscribe()
        case "unsubscribe": self = .unsubscribe(view: try reader.text("view"))
        case "mutate": self = .mutate(try reader.mutation())
        case "ping": self = try reader.ping()
        case "painted":
            self = .painted
            return
        default:
            throw reader.failure("type must be subscribe, unsubscribe, mutate or ping")
        }
        try reader.finish()
    }
}

/// Reads the members of a message one by one. Members that are unread at the end are unknown.
private struct MemberReader {
    /// The whole message, even while a nested object is read.
    private let message: [String: JSON]
    private let members: [String: JSON]
    private var taken: [String] = []
    private let path: String

    init(members: [String: JSON], path: String = "", of message: [String: JSON]? = nil) {
        self.message = message ?? members
        self.members = members
        self.path = path
    }

    private mutating func take(_ name: String) -> JSON? {
        guard let value = members[name] else { return nil }
        taken.append(name)
        return value
    }

    func failure(_ text: String) -> BadMessage {
        let id = message["id"]?.text.flatMap { Mutation.isID($0) ? $0 : nil }
        let view = message["view"]?.text.flatMap { $0.utf8.count <= 100 ? $0 : nil }
        return BadMessage(message: text, id: id, view: view)
    }

    func finish() throws(BadMessage) {
        guard taken.count < members.count,
            let unknown = members.keys.filter({ !taken.contains($0) }).min()
        else { return }
        throw failure("\(path)\(unknown.prefix(40)) is not a member of this message")
    }

    mutating func text(_ name: String) throws(BadMessage) -> String {
        guard let text = take(name)?.text else {
            throw failure("\(path)\(name) must be a text")
        }
        return text
    }

    mutating func integer(_ name: String) throws(BadMessage) -> Int {
        guard let integer = try optionalInteger(name) else {
            throw failure("\(path)\(name) must be a whole number")
        }
        return integer
    }

    private mutating func optionalInteger(_ name: String) throws(BadMessage) -> Int? {
        guard let value = take(name) else { return nil }
        guard let integer = value.integer else {
            throw failure("\(path)\(name) must be a whole number")
        }
        return integer
    }

    private mutating func object(_ name: String) throws(BadMessage) -> [String: JSON] {
        guard let members = take(name)?.members else {
            throw failure("\(path)\(name) must be an object")
        }
        return members
    }

    mutating func subscribe() throws(BadMessage) -> ClientMessage {
        let view = try text("view")
        guard members["since"] != nil else { return .subscribe(view: view, since: nil) }
        var since = MemberReader(members: try object("since"), path: "since.", of: message)
        let position = Position(epoch: try since.text("epoch"), rev: try since.integer("rev"))
        try since.finish()
        return .subscribe(view: view, since: position)
    }

    mutating func mutation() throws(BadMessage) -> Mutation {
        let id = try text("id")
        guard Mutation.isID(id) else {
            throw failure("id must be 1 to 64 characters of A-Z a-z 0-9 _ -")
        }
        return Mutation(
            id: id, action: try text("action"), arguments: try object("args"),
            ifRev: try optionalInteger("ifRev"))
    }

    mutating func ping() throws(BadMessage) -> ClientMessage {
        let n = try integer("n")
        guard members["drift"] != nil else { return .ping(n: n, drift: nil) }
        var reader = MemberReader(members: try object("drift"), path: "drift.", of: message)
        let drift = ClientMessage.Drift(
            view: try reader.text("view"), rev: try reader.integer("rev"))
        try reader.finish()
        return .ping(n: n, drift: drift)
    }
}
