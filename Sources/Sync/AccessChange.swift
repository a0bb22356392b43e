/// A change of a venue's devices that belongs to an event. Both are stored in one transaction, so
/// the journal and the list of devices never disagree.
///
/// The journal contains no secrets. They pass through here to the lists of devices and links, which
/// store hashes of them.
public enum AccessChange: Sendable, Equatable {
    /// Revokes the device's token.
    case revoke(device: String)
    case setRole(device: String, Role)
    case rename(device: String, name: String)
    /// Creates a link with this secret. One browser that follows it before the given time becomes a
    /// device. The link also ends when the device that made it is signed out or gets another role.
    ///
    /// `code` names the screen that waits for the link; `nil` if no screen waits for it.
    case admit(
        secret: String, role: Role, name: String?, maker: String, until: Instant,
        code: String? = nil)
    /// Sets the PIN of the owner's page, as `PINDigest` writes it, or removes it (`nil`). Every
    /// device has to enter the new one.
    case setPIN(digest: String?)
    /// Lets a device that was locked out by wrong PINs try again.
    case forgiveWrongPINs(device: String)
    /// Sets where alarms about screens are posted to, or nowhere (`nil`). The address may contain a
    /// secret.
    case setWebhook(address: String?)

    /// The device whose open connections end because its access was revoked or changed.
    var signedOutDevice: String? {
        switch self {
        case .revoke(let device), .setRole(let device, _): device
        case .rename, .admit, .setPIN, .forgiveWrongPINs, .setWebhook: nil
        }
    }
}
