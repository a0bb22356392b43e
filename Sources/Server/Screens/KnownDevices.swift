import Store

/// What the store says of a venue's devices at one moment.
struct KnownDevices: Sendable {
    var devices: [Device]
    /// Whether the host's page asks for a PIN.
    var hasPIN: Bool
    /// Where the owner has alarms posted to.
    var webhook: String?
}
