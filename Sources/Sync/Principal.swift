/// The sender of a request. Determined before a connection is upgraded or a request is answered.
public struct Principal: Sendable, Hashable {
    /// The device's id, `d_4f`. For a guest, the id of the ticket's item or of the join link.
    public var device: String
    /// The board of the item that a guest's ticket names.
    private var subjectBoard: String?
    /// Whether the PIN was entered recently; `nil` for principals that never need it, such as
    /// programs.
    public var confirmation: Confirmation?
    public var role: Role

    public init(role: Role, device: String, confirmation: Confirmation? = nil) {
        self.role = role
        self.device = device
        self.confirmation = confirmation
    }

    public static let hub = Principal(role: .hub, device: "hub")

    public init(guestOf subject: Subject) {
        role = .guest
        device = subject.id
        subjectBoard = subject.board
    }

    /// The item that a guest's ticket names; `nil` for everybody else.
    public var subject: Subject? { subjectBoard.map { Subject(board: $0, id: device) } }

    /// Creates a person who comes by the venue's join link.
    ///
    /// - Parameter id: the link's id, `j_8x`.
    public init(joinLink id: String) {
        role = .guest
        device = id
    }

    /// Whether this is a guest who comes by the venue's join link and has no ticket. `device` is
    /// the link's id.
    public var isByJoinLink: Bool { role == .guest && subjectBoard == nil }

    /// The principal as events name it: `host:d_4f`.
    public var actor: Actor { role == .hub ? .hub : Actor(role: role, id: device) }
}

/// The item that a guest's ticket names.
public struct Subject: Sendable, Hashable {
    /// The board's name: `waitlist`.
    public var board: String
    /// The item's id: `p_8x`.
    public var id: String

    public init(board: String, id: String) {
        self.board = board
        self.id = id
    }
}

/// A signed-in person's confirmation by PIN.
public struct Confirmation: Sendable, Hashable {
    /// When it expires; `nil` while the venue has no PIN.
    public var until: Instant?

    public init(until: Instant?) { self.until = until }

    public func isGood(at now: Instant) -> Bool { until.map { now < $0 } ?? true }
}
