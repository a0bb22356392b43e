public import Sync

/// What boards need besides the events of their venue.
public struct BoardDependencies: Sendable {
    /// The secret with which the guest of a thing signs in. Derived from a key of the venue, so it
    /// is always the same.
    public var ticket: @Sendable (_ subject: Subject) -> String
    /// The role of a device that is not signed out; `nil` if there is none. Called for the device
    /// that `Board.device(neededFor:)` has named. Throws `unavailable` if the list of devices can't
    /// be read.
    public var role: @Sendable (_ device: String) throws(Rejection) -> Role?
    /// Whether a screen currently shows this code.
    public var isWaiting: @Sendable (_ code: String) -> Bool
    /// The secret of an invitation. Derived from a key of the venue, so it is always the same.
    public var linkSecret: @Sendable (_ invitation: String) -> String
    /// The path of a link with this secret.
    public var linkPath: @Sendable (_ secret: String) -> String
    /// Makes reference data of bytes. It takes a while if there are many.
    ///
    /// - Parameter reading: what was made of the bytes already.
    public var content: @Sendable (_ bytes: [UInt8], _ reading: (any Sendable)?) -> ReferenceContent
    /// Whether owners may name addresses of this machine and of private networks.
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

    /// For boards that only apply events. There are no secrets and no devices.
    public static let none = BoardDependencies(
        ticket: { _ in "" }, role: { (_) throws(Rejection) in nil }, isWaiting: { _ in false },
        linkSecret: { _ in "" }, linkPath: { $0 },
        content: { ReferenceContent($0, digest: "", reading: $1) })
}

extension BoardDependencies {
    /// A secret of a thing, which follows from the venue's key as a guest's ticket does.
    package func secret(of thing: Subject) -> String? {
        ticket(thing).split(separator: ".").last.map(String.init)
    }
}

extension String {
    /// Compares secrets. The time that this takes says nothing about them.
    package func isSameSecret(as other: String) -> Bool {
        guard utf8.count == other.utf8.count, !isEmpty else { return false }
        return zip(utf8, other.utf8).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
    }
}
