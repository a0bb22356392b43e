public import JSON

/// A setting of a board that an owner can change.
///
/// A board only declares its settings. The kernel derives from them the action `configure`, the
/// event `configured`, the view `settings`, and the part of the board's state that holds them.
public struct SettingDeclaration: Sendable {
    /// The argument of the action; `null` restores the default value. A secret setting is a text that the
    /// store keeps sealed under the name `settings/<name>`.
    public let argument: ArgumentDeclaration
    /// The value until another is set; `nil` if there is none.
    public let defaultValue: JSON?
    /// Converts an argument to the value that is stored.
    public let read: @Sendable (_ value: JSON) throws(Reason) -> JSON

    public init(
        _ argument: ArgumentDeclaration, defaultValue: JSON? = nil,
        read: @escaping @Sendable (_ value: JSON) throws(Reason) -> JSON
    ) {
        var argument = argument
        precondition(argument.name != Event.secretsMember, "no setting can have this name")
        if argument.isSecret {
            guard case .text = argument.schema.shape else {
                preconditionFailure("the secret setting \(argument.name) is not a text")
            }
            argument.isSealed = true
        }
        self.argument = argument
        self.defaultValue = defaultValue
        self.read = read
    }

    public var name: String { argument.name }
}
