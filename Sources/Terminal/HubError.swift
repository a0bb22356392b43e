/// Why a hub did not start or a command failed: a line for the operator that says what to do.
public struct HubError: Error, Sendable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) { self.description = TerminalText.escaped(description) }
}
