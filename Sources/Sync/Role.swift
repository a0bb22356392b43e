/// What a device is in its venue, and so what it may see and do.
public enum Role: String, Sendable, Hashable, CaseIterable {
    case owner
    case host
    case engineer
    case display
    case guest
}

/// Who is asking: settled before a connection is upgraded or a request is answered.
public struct Principal: Sendable, Hashable {
    public var role: Role
    /// The device's id, `d_4f`; for a guest the party's id, or the join link's.
    public var device: String
    /// The party of a guest's ticket; `nil` for everybody else.
    public var party: String?
    /// Whether a person has to confirm now and then who it is; `nil` for those of whom that is never
    /// asked, such as programs.
    public var confirmation: Confirmation?

    public init(
        role: Role, device: String, party: String? = nil, confirmation: Confirmation? = nil
    ) {
        self.role = role
        self.device = device
        self.party = party
        self.confirmation = confirmation
    }

    /// A guest who has no place on the list yet, with the venue's join link; the device is the link's
    /// id.
    public var isNewcomer: Bool { role == .guest && party == nil }

    /// As events name it: `host:d_4f`.
    public var actor: String { "\(role.rawValue):\(device)" }
}

/// Whether a person who is signed in has shown lately who it is, by the PIN.
public struct Confirmation: Sendable, Hashable {
    /// Until when it is good; `nil` while the venue asks for none.
    public var until: Instant?

    public init(until: Instant?) { self.until = until }

    public func isGood(at now: Instant) -> Bool { until.map { now < $0 } ?? true }
}
