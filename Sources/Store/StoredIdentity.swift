import Dispatch
public import Sync

/// `Identity` in a data folder's SQLite file.
public final class StoredIdentity: Identity {
    private let store: Store
    private let lookUps = DispatchQueue(label: "tablecast.identity")
    /// A queue of their own, because a change waits for the disk, and for commands that write to
    /// the file.
    private let changes = DispatchQueue(label: "tablecast.identity.changes")

    public init(_ store: Store) { self.store = store }

    /// Waits until all calls are answered. Then another hub can use the store.
    public func finish() {
        changes.sync {}
        lookUps.sync {}
    }

    private func lookUp<Value: Sendable>(
        _ answer: @escaping StoreAnswer<Value>,
        _ body: @escaping @Sendable (Store) throws(StoreError) -> Value
    ) {
        lookUps.async { [store] in
            answer(Result { () throws(StoreError) in try body(store) })
        }
    }

    private func change<Value: Sendable>(
        _ answer: @escaping StoreAnswer<Value>,
        _ body: @escaping @Sendable (Store) throws(StoreError) -> Value
    ) {
        changes.async { [store] in
            answer(Result { () throws(StoreError) in try body(store) })
        }
    }
}

extension StoredIdentity {
    public func observe(_ report: @escaping @Sendable (IdentityChange) -> Void) {
        store.observeIdentity(report)
    }

    public var foreignMark: UInt64 { store.accessMark.value }

    public func signedInDevices(limit: Int, _ answer: @escaping StoreAnswer<[SignedInDevice]>) {
        lookUp(answer) { (store) throws(StoreError) in try store.signedInDevices(limit: limit) }
    }

    public func device(withToken token: TokenDigest, _ answer: @escaping StoreAnswer<Device?>) {
        lookUp(answer) { (store) throws(StoreError) in try store.device(withToken: token) }
    }

    public func device(
        _ id: String, in venue: String, _ answer: @escaping StoreAnswer<Device?>
    ) {
        lookUp(answer) { (store) throws(StoreError) in try store.device(id, in: venue) }
    }

    public func anyDevice(_ id: String, _ answer: @escaping StoreAnswer<Device?>) {
        lookUp(answer) { (store) throws(StoreError) in try store.device(id) }
    }

    public func roster(of venue: String, _ answer: @escaping StoreAnswer<DeviceRoster>) {
        lookUp(answer) { (store) throws(StoreError) in
            DeviceRoster(
                devices: try store.devices(in: venue), hasPIN: try store.hasPIN(venue),
                webhook: try store.webhook(of: venue))
        }
    }

    public func issueToken(
        role: Role, name: String?, venue: String, now: Instant,
        _ answer: @escaping StoreAnswer<IssuedToken>
    ) {
        change(answer) { (store) throws(StoreError) in
            try store.issueToken(role: role, name: name, venue: venue, now: now)
        }
    }

    public func revoke(device: String, now: Instant, _ answer: @escaping StoreAnswer<Bool>) {
        change(answer) { (store) throws(StoreError) in try store.revoke(device: device, now: now) }
    }

    public func note(
        seen: [String: Instant], presences: [String: DevicePresence],
        _ answer: @escaping StoreAnswer<Void>
    ) {
        change(answer) { (store) throws(StoreError) in
            if !seen.isEmpty { try store.note(seen: seen) }
            if !presences.isEmpty { try store.note(presences: presences) }
        }
    }

    public func issueLink(
        role: Role, venue: String, now: Instant, lifetimeSeconds: Int,
        _ answer: @escaping StoreAnswer<String>
    ) {
        change(answer) { (store) throws(StoreError) in
            try store.issueLink(
                role: role, venue: venue, now: now, lifetimeSeconds: lifetimeSeconds)
        }
    }

    public func refusal(
        ofLink secret: String, now: Instant, _ answer: @escaping StoreAnswer<LinkOutcome?>
    ) {
        lookUp(answer) { (store) throws(StoreError) in try store.refusal(ofLink: secret, now: now) }
    }

    public func redeemLink(
        _ secret: String, now: Instant, unlockedUntil: Instant?,
        _ answer: @escaping StoreAnswer<LinkOutcome>
    ) {
        change(answer) { (store) throws(StoreError) in
            try store.redeemLink(secret, now: now, unlockedUntil: unlockedUntil)
        }
    }

    public func pinState(ofDevice device: String, _ answer: @escaping StoreAnswer<PINState?>) {
        lookUp(answer) { (store) throws(StoreError) in try store.pinState(ofDevice: device) }
    }

    public func noteWrongPIN(device: String, now: Instant, _ answer: @escaping StoreAnswer<Void>) {
        change(answer) { (store) throws(StoreError) in
            try store.noteWrongPIN(device: device, now: now)
        }
    }

    public func unlock(
        device: String, until: Instant, digest: String, _ answer: @escaping StoreAnswer<Bool>
    ) {
        change(answer) { (store) throws(StoreError) in
            try store.unlock(device: device, until: until, digest: digest)
        }
    }

    public func lock(device: String, _ answer: @escaping StoreAnswer<Void>) {
        change(answer) { (store) throws(StoreError) in try store.lock(device: device) }
    }
}
