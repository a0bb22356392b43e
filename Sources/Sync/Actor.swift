/// The cause of an event: role and device (`host:d_4f`), for a guest the id of the ticket's item
/// (`guest:p_8x`) or of the join link (`guest:j_8x`), `clock`, `hub`, or an importer.
public struct Actor: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let text: String

    /// - Parameter text: the actor as an event contains it.
    public init(_ text: String) { self.text = text }

    public init(stringLiteral text: String) { self.init(text) }

    public init(role: Role, id: String) { text = "\(role):\(id)" }

    /// The actor of events that time causes.
    public static let clock: Actor = "clock"

    /// The actor of the hub's own reports, such as the outcome of an effect.
    public static let hub: Actor = "hub"

    /// Whether the actor is neither a person nor a person's program. Its events can't be undone.
    public var isAutomatic: Bool { self == .clock || self == .hub }

    /// The prefix of the ids of join links. No board uses it for ids of its own.
    public static let joinLinkPrefix = "j_"

    /// The part after the role: the id of the device, the item or the link. `nil` without a role.
    public var id: Substring? {
        text.firstIndex(of: ":").map { text[text.index(after: $0)...] }
    }

    /// Whether the actor is a guest, by a ticket or by the join link.
    var isGuest: Bool { text.hasPrefix("guest:") }

    /// Whether the actor came by the venue's join link.
    public var isJoinLink: Bool { text.hasPrefix("guest:\(Self.joinLinkPrefix)") }

    public var description: String { text }
}
