/// What becomes true of a venue's devices together with an event: in the same transaction, so that
/// what the journal says and who can come in never differ.
///
/// The journal itself has no secrets: they stand here, on their way to the lists of devices and
/// links, which keep hashes.
public enum AccessChange: Sendable, Equatable {
    /// The device's token is none any more.
    case revoke(device: String)
    case setRole(device: String, Role)
    case rename(device: String, name: String)
    /// Whoever follows the link with this secret becomes a device, once, and until then; unless the
    /// device that made the link is signed out, or gets another role, before.
    case admit(secret: String, role: Role, name: String?, maker: String, until: Instant)
    /// What is kept of the PIN of the host's page, as `PINDigest` writes it; `nil` when none is asked
    /// for any more. Every device has to enter it anew.
    case setPIN(digest: String?)
    /// A device that was locked out by wrong PINs may try again.
    case forgiveWrongPINs(device: String)
    /// Where alarms about screens are posted to; `nil` when nowhere. The address may hold a secret.
    case setWebhook(address: String?)

    /// The device whose open connections end: what they were let in as is not so any more.
    var endedDevice: String? {
        switch self {
        case .revoke(let device), .setRole(let device, _): device
        case .rename, .admit, .setPIN, .forgiveWrongPINs, .setWebhook: nil
        }
    }
}
