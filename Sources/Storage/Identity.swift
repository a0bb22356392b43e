package import Sync

/// A change of what devices may do, or of what is known of them.
public enum IdentityChange: Sendable, Equatable {
    case device(String)
    /// All devices of the venue.
    case venue(String)
}

extension IdentityChange {
    /// The change of sign-ins that an event's change of devices causes; `nil` if there is none.
    package init?(_ change: AccessChange, in venue: String) {
        switch change {
        case .revoke(let device), .setRole(let device, _), .rename(let device, _),
            .forgiveWrongPINs(let device):
            self = .device(device)
        case .setPIN: self = .venue(venue)
        case .admit, .setWebhook: return nil
        }
    }
}

/// Who may sign in: devices and their tokens, one-time links, and the PIN of each venue.
///
/// Calls return when they are answered, so they are for threads that may block, never for an event
/// loop. Changes of devices that belong to an event (`AccessChange`) are made with the journal's
/// batches, in the event's transaction.
package protocol Identity: Sendable {
    // MARK: Changes

    /// Calls `report` after each change by this process, including those by the journal, and before
    /// the caller is told that the change is done.
    func observeIdentity(_ report: @escaping @Sendable (IdentityChange) -> Void)
    /// A number that differs after each change of an existing device by another process. Never
    /// blocks.
    var foreignMark: UInt64 { get }

    // MARK: Devices

    /// The devices with valid tokens, those that were connected last first; at most `limit`.
    func signedInDevices(limit: Int) throws(StoreError) -> [SignedInDevice]
    /// The device with this token, however long ago it was connected; `nil` if there is none or the
    /// token was revoked.
    func device(withToken token: TokenDigest) throws(StoreError) -> Device?
    /// The device with this id in a venue; `nil` if there is none or it was signed out.
    func device(_ id: String, in venue: String) throws(StoreError) -> Device?
    /// The device with this id, signed out or not; `nil` if there never was one.
    func device(_ id: String) throws(StoreError) -> Device?
    /// Whether the venue ever had a device.
    func hasDevice(in venue: String) throws(StoreError) -> Bool
    /// The devices of a venue that are not signed out, and the settings that concern them.
    func roster(of venue: String) throws(StoreError) -> DeviceRoster
    func issueToken(
        role: Role, name: String?, venue: String, now: Instant
    ) throws(StoreError) -> IssuedToken
    /// Revokes a token. Returns whether it was valid.
    func revoke(device: String, now: Instant) throws(StoreError) -> Bool
    /// Stores when devices were last connected, and which are connected or lost.
    func note(
        seen: [String: Instant], presences: [String: DevicePresence]
    ) throws(StoreError)

    // MARK: Links

    /// Makes a link that signs one device in, once. Returns its secret.
    func issueLink(
        role: Role, venue: String, now: Instant, lifetimeSeconds: Int
    ) throws(StoreError) -> String
    /// Why a link can't be followed: `.unknown`, `.used` or `.expired`. Returns `nil` if it can.
    /// Does not wait for writers, so anybody may ask.
    func refusal(ofLink secret: String, now: Instant) throws(StoreError) -> LinkOutcome?
    /// Follows a link. If two follow the same link at once, one gets the token.
    ///
    /// - Parameter unlockedUntil: until when an owner needs no PIN, if the link was made on the
    ///   hub's machine. This is the way back for an owner who has forgotten the PIN.
    func redeemLink(
        _ secret: String, now: Instant, unlockedUntil: Instant?
    ) throws(StoreError) -> LinkOutcome

    // MARK: The PIN

    /// Returns `nil` if there is no such device.
    func pinState(ofDevice device: String) throws(StoreError) -> PINState?
    func noteWrongPIN(device: String, now: Instant) throws(StoreError)
    /// Notes that the right PIN was entered. Returns whether the venue's digest is still `digest`,
    /// with which the PIN was compared. If not, nothing has changed.
    func unlock(device: String, until: Instant, digest: String) throws(StoreError) -> Bool
    /// Requires the PIN on the device from now on. Wrong PINs still count: otherwise an attacker
    /// could lock the device between guesses to reset the count.
    func lock(device: String) throws(StoreError)
}

/// A venue's devices at one moment.
public struct DeviceRoster: Sendable {
    public var devices: [Device]
    /// Whether the venue has a PIN.
    public var hasPIN: Bool
    /// Where alarms are posted to.
    public var webhook: String?

    package init(devices: [Device], hasPIN: Bool, webhook: String?) {
        self.devices = devices
        self.hasPIN = hasPIN
        self.webhook = webhook
    }
}
