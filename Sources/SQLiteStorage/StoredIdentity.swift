import Dispatch
package import Storage
package import Sync

/// `Identity` in a data folder's SQLite file.
package final class StoredIdentity: Identity {
    private let store: Store
    private let lookUps = DispatchQueue(label: "tablecast.identity")
    /// A queue of their own, because a change waits for the disk, and for commands that write to
    /// the file.
    private let changes = DispatchQueue(label: "tablecast.identity.changes")

    package init(_ store: Store) { self.store = store }

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
    package func observe(_ report: @escaping @Sendable (IdentityChange) -> Void) {
        store.observeIdentity(report)
    }

    package var foreignMark: UInt64 { store.accessMark.value }

    package func awaitAnswers() {
        changes.sync {}
        lookUps.sync {}
    }

    package func signedInDevices(limit: Int, _ answer: @escaping StoreAnswer<[SignedInDevice]>) {
        lookUp(answer) { (store) throws(StoreError) in try store.signedInDevices(limit: limit) }
    }

    package func device(withToken token: TokenDigest, _ answer: @escaping StoreAnswer<Device?>) {
        lookUp(answer) { (store) throws(StoreError) in try store.device(withToken: token) }
    }

    package func device(
        _ id: String, in venue: String, _ answer: @escaping StoreAnswer<Device?>
    ) {
        lookUp(answer) { (store) throws(StoreError) in try store.device(id, in: venue) }
    }

    package func anyDevice(_ id: String, _ answer: @escaping StoreAnswer<Device?>) {
        lookUp(answer) { (store) throws(StoreError) in try store.device(id) }
    }

    package func hasDevice(in venue: String, _ answer: @escaping StoreAnswer<Bool>) {
        lookUp(answer) { (store) throws(StoreError) in try store.hasDevice(in: venue) }
    }

    package func roster(of venue: String, _ answer: @escaping StoreAnswer<DeviceRoster>) {
        lookUp(answer) { (store) throws(StoreError) in
            DeviceRoster(
                devices: try store.devices(in: venue), hasPIN: try store.hasPIN(venue),
                webhook: try store.webhook(of: venue))
        }
    }

    package func issueToken(
        role: Role, name: String?, venue: String, now: Instant,
        _ answer: @escaping StoreAnswer<IssuedToken>
    ) {
        change(answer) { (store) throws(StoreError) in
            try store.issueToken(role: role, name: name, venue: venue, now: now)
        }
    }

    package func revoke(device: String, now: Instant, _ answer: @escaping StoreAnswer<Bool>) {
        change(answer) { (store) throws(StoreError) in try store.revoke(device: device, now: now) }
    }

    package func note(
        seen: [String: Instant], presences: [String: DevicePresence],
        _ answer: @escaping StoreAnswer<Void>
    ) {
        change(answer) { (store) throws(StoreError) in
            if !seen.isEmpty { try store.note(seen: seen) }
            if !presences.isEmpty { try store.note(presences: presences) }
        }
    }

    package func issueLink(
        role: Role, venue: String, now: Instant, lifetimeSeconds: Int,
        _ answer: @escaping StoreAnswer<String>
    ) {
        change(answer) { (store) throws(StoreError) in
            try store.issueLink(
                role: role, venue: venue, now: now, lifetimeSeconds: lifetimeSeconds)
        }
    }

    package func refusal(
        ofLink secret: String, now: Instant, _ answer: @escaping StoreAnswer<LinkOutcome?>
    ) {
        lookUp(answer) { (store) throws(StoreError) in try store.refusal(ofLink: secret, now: now) }
    }

    package func redeemLink(
        _ secret: String, now: Instant, unlockedUntil: Instant?,
        _ answer: @escaping StoreAnswer<LinkOutcome>
    ) {
        change(answer) { (store) throws(StoreError) in
            try store.redeemLink(secret, now: now, unlockedUntil: unlockedUntil)
        }
    }

    package func pinState(ofDevice device: String, _ answer: @escaping StoreAnswer<PINState?>) {
        lookUp(answer) { (store) throws(StoreError) in try store.pinState(ofDevice: device) }
    }

    package func noteWrongPIN(device: String, now: Instant, _ answer: @escaping StoreAnswer<Void>) {
        change(answer) { (store) throws(StoreError) in
            try store.noteWrongPIN(device: device, now: now)
        }
    }

    package func unlock(
        device: String, until: Instant, digest: String, _ answer: @escaping StoreAnswer<Bool>
    ) {
        change(answer) { (store) throws(StoreError) in
            try store.unlock(device: device, until: until, digest: digest)
        }
    }

    package func lock(device: String, _ answer: @escaping StoreAnswer<Void>) {
        change(answer) { (store) throws(StoreError) in try store.lock(device: device) }
    }
}
