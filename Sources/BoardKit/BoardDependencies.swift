public import Sync

/// The services that boards need besides the events of their venue.
public struct BoardDependencies: Sendable {
    /// Returns the secret with which the guest of an item signs in. It is derived from a key of the
    /// venue, so it is always the same.
    public var ticket: @Sendable (_ subject: Subject) -> String
    /// Returns the role of a device, or `nil` if the device does not exist or is signed out. Called
    /// for the device that `Board.device(neededFor:)` has named.
    ///
    /// - Throws: `unavailable` if the list of devices can't be read.
    public var role: @Sendable (_ device: String) throws(Rejection) -> Role?
    /// Returns whether a screen currently shows this code.
    public var isWaiting: @Sendable (_ code: String) -> Bool
    /// Returns the secret of an invitation. It is derived from a key of the venue, so it is always
    /// the same.
    public var linkSecret: @Sendable (_ invitation: String) -> String
    /// Returns the path of a link with this secret.
    public var linkPath: @Sendable (_ secret: String) -> String
    /// Creates reference data from bytes. Takes a while if there are many.
    ///
    /// - Parameter reading: the board's own form of the bytes, if it was already made.
    public var content: @Sendable (_ bytes: [UInt8], _ reading: (any Sendable)?) -> ReferenceContent
    /// Whether owners may enter addresses of this machine and of private networks.
    package var allowsPrivateAddresses = false
    /// The names of the boards that an owner can switch on and off.
    package var optionalBoards: [String] = []
    /// The roles that an owner can give a device.
    package var deviceRoles = Role.ofEveryDevice

    public init(
        ticket: @escaping @Sendable (_ subject: Subject) -> String,
        role: @escaping @Sendable (_ device: String) throws(Rejection) -> Role?,
        isWaiting: @escaping @Sendable (_ code: String) -> Bool,
        linkSecret: @escaping @Sendable (_ invitation: String) -> String,
        linkPath: @escaping @Sendable (_ secret: String) -> String,
        content:
            @escaping @Sendable (_ bytes: [UInt8], _ reading: (any Sendable)?) -> ReferenceContent
    ) {
        self.ticket = ticket
        self.role = role
        self.isWaiting = isWaiting
        self.linkSecret = linkSecret
        self.linkPath = linkPath
        self.content = content
    }

    /// The dependencies of boards that only apply events: without secrets and devices.
    public static let none = BoardDependencies(
        ticket: { _ in "" }, role: { (_) throws(Rejection) in nil }, isWaiting: { _ in false },
        linkSecret: { _ in "" }, linkPath: { $0 },
        content: { ReferenceContent($0, digest: "", reading: $1) })
}

extension BoardDependencies {
    /// Returns a secret of an item, derived from the venue's key as a guest's ticket is.
    package func secret(of thing: Subject) -> String? {
        ticket(thing).split(separator: ".").last.map(String.init)
    }
}

extension String {
    /// Compares secrets. The time taken reveals only whether their lengths differ.
    package func isSameSecret(as other: String) -> Bool {
        guard utf8.count == other.utf8.count, !isEmpty else { return false }
        return zip(utf8, other.utf8).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
    }
}
