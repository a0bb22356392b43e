public import Sync

/// Receives the result of a call to an engine. Called once, on one of the engine's threads. It must
/// not wait for the engine.
public typealias StoreAnswer<Value> = @Sendable (Result<Value, StoreError>) -> Void

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
/// An engine never blocks its callers, however slow its disk or network is: answers come by
/// `StoreAnswer`. Changes of devices that belong to an event (`AccessChange`) are made by the same
/// engine's `Journal`, in the event's transaction. Every engine passes `IdentityContractTests`.
public protocol Identity: Sendable {
    // MARK: Changes

    /// Calls `report` after each change by this process, including those by the journal, and before
    /// the caller is told that the change is done.
    func observe(_ report: @escaping @Sendable (IdentityChange) -> Void)
    /// A number that differs after each change of an existing device by another process. Never
    /// blocks.
    var foreignMark: UInt64 { get }

    // MARK: Devices

    /// The devices with valid tokens, those that were connected last first; at most `limit`.
    func signedInDevices(limit: Int, _ answer: @escaping StoreAnswer<[SignedInDevice]>)
    /// The device with this token; `nil` if there is none or the token was revoked.
    func device(withToken token: TokenDigest, _ answer: @escaping StoreAnswer<Device?>)
    /// The device with this id in a venue; `nil` if there is none or it was signed out.
    func device(_ id: String, in venue: String, _ answer: @escaping StoreAnswer<Device?>)
    /// The device with this id, signed out or not; `nil` if there never was one.
    func anyDevice(_ id: String, _ answer: @escaping StoreAnswer<Device?>)
    /// Whether the venue ever had a device.
    func hasDevice(in venue: String, _ answer: @escaping StoreAnswer<Bool>)
    /// The devices of a venue that are not signed out, and the settings that concern them.
    func roster(of venue: String, _ answer: @escaping StoreAnswer<DeviceRoster>)
    func issueToken(
        role: Role, name: String?, venue: String, now: Instant,
        _ answer: @escaping StoreAnswer<IssuedToken>)
    /// Revokes a token. The answer is whether it was valid.
    func revoke(device: String, now: Instant, _ answer: @escaping StoreAnswer<Bool>)
    func note(
        seen: [String: Instant], presences: [String: DevicePresence],
        _ answer: @escaping StoreAnswer<Void>)

    // MARK: Links

    /// Makes a link that signs one device in, once. The answer is its secret.
    func issueLink(
        role: Role, venue: String, now: Instant, lifetimeSeconds: Int,
        _ answer: @escaping StoreAnswer<String>)
    /// Why a link can't be followed; `nil` if it can.
    func refusal(ofLink secret: String, now: Instant, _ answer: @escaping StoreAnswer<LinkOutcome?>)
    /// Follows a link. If two follow the same link at once, one gets the token.
    ///
    /// - Parameter unlockedUntil: until when an owner needs no PIN, if the link was made on the
    ///   hub's machine.
    func redeemLink(
        _ secret: String, now: Instant, unlockedUntil: Instant?,
        _ answer: @escaping StoreAnswer<LinkOutcome>)

    // MARK: The PIN

    /// The answer is `nil` if there is no such device.
    func pinState(ofDevice device: String, _ answer: @escaping StoreAnswer<PINState?>)
    func noteWrongPIN(device: String, now: Instant, _ answer: @escaping StoreAnswer<Void>)
    /// Notes that the right PIN was entered. The answer is whether the venue's digest is still
    /// `digest`, with which the PIN was compared. If not, nothing has changed.
    func unlock(
        device: String, until: Instant, digest: String, _ answer: @escaping StoreAnswer<Bool>)
    /// Requires the PIN on the device from now on.
    func lock(device: String, _ answer: @escaping StoreAnswer<Void>)

    /// Waits until all calls are answered. Then another hub can use the engine.
    func awaitAnswers()
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
