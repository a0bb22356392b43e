package import Sync

/// A change of devices' permissions or details.
public enum IdentityChange: Sendable, Equatable {
    case device(String)
    /// All devices of the venue.
    case venue(String)
}

extension IdentityChange {
    /// Creates the change of sign-ins that an event's change of devices causes; `nil` if it causes
    /// none.
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

/// The devices and their tokens, one-time links, and the PIN of each venue.
///
/// Calls block until they have a result, so event loops must not make them. Changes of devices that
/// belong to an event (`AccessChange`) are made with the journal's batches, in the event's
/// transaction.
package protocol Identity: Sendable {
    // MARK: Changes

    /// Calls `report` after each change by this process, including those by the journal, and before
    /// the change is reported as done.
    func observeIdentity(_ report: @escaping @Sendable (IdentityChange) -> Void)
    /// A number that differs after each change of an existing device by another process: at once,
    /// or when the news of it has arrived. Never blocks.
    var foreignMark: UInt64 { get }

    // MARK: Devices

    /// Returns the devices with valid tokens, the most recently connected first; at most `limit`.
    func signedInDevices(limit: Int) throws(StoreError) -> [SignedInDevice]
    /// Returns the device with this token, however long ago it was connected; `nil` if the token is
    /// unknown or was revoked.
    func device(withToken token: TokenDigest) throws(StoreError) -> Device?
    /// Returns the device with this id in a venue; `nil` if it does not exist or was signed out.
    func device(_ id: String, in venue: String) throws(StoreError) -> Device?
    /// Returns the device with this id, signed out or not; `nil` if it never existed.
    func device(_ id: String) throws(StoreError) -> Device?
    /// Whether the venue ever had a device.
    func hasDevice(in venue: String) throws(StoreError) -> Bool
    /// Returns the signed-in devices of a venue, and the settings that concern them.
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
    /// Returns why a link can't be followed: `.unknown`, `.used` or `.expired`; `nil` if it can.
    /// Does not wait for writers, so requests without a sign-in may call it.
    func refusal(ofLink secret: String, now: Instant) throws(StoreError) -> LinkOutcome?
    /// Follows a link. If two requests follow the same link at once, one gets the token.
    ///
    /// - Parameter unlockedUntil: until when an owner needs no PIN, if the link was made on the
    ///   hub's machine. It lets an owner back in who has forgotten the PIN.
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
    /// Requires the PIN on the device from now on. Keeps the count of wrong PINs: otherwise an
    /// attacker could lock the device between guesses to reset the count.
    func lock(device: String) throws(StoreError)
}

/// A venue's devices at one moment.
public struct DeviceRoster: Sendable {
    public var devices: [Device]
    /// Whether the venue has a PIN.
    public var hasPIN: Bool
    /// The address that alarms are posted to.
    public var webhook: String?

    package init(devices: [Device], hasPIN: Bool, webhook: String?) {
        self.devices = devices
        self.hasPIN = hasPIN
        self.webhook = webhook
    }
}
