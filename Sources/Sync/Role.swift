/// A device's role in its venue, which decides what it may see and do.
///
/// Every venue has the roles that are named here. Boards add others. A role that is unknown to this
/// version keeps its name.
public struct Role: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let owner = Role(rawValue: "owner")
    public static let host = Role(rawValue: "host")
    public static let engineer = Role(rawValue: "engineer")
    public static let display = Role(rawValue: "display")
    public static let guest = Role(rawValue: "guest")
    /// The hub itself. No device has this role.
    public static let hub = Role(rawValue: "hub")

    public var description: String { rawValue }

    /// Whether a board adds the role.
    package var isAdded: Bool {
        switch self {
        case .owner, .host, .engineer, .display, .guest, .hub: false
        default: true
        }
    }
}
