/// Sets or removes a secret of a board, such as a password or a token. Only the store gets it, and
/// seals it.
public struct SecretChange: Sendable, Equatable {
    /// The event's subject and the argument's name: `c_3/token`.
    public var name: String
    /// `nil` removes the secret.
    public var value: [UInt8]?

    public init(name: String, value: [UInt8]?) {
        self.name = name
        self.value = value
    }
}

/// Printing a change never shows the value.
extension SecretChange: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(name) \(value == nil ? "is removed" : "is set")" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
