import Locks
package import Storage
package import Sync

extension MemoryStorage {
    /// - Parameter change: the changes that observers learn of before the call returns.
    func perform<Value>(
        changing change: [IdentityChange] = [],
        _ body: (inout MemoryDisk.State) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        defer { for change in change { changed(change) } }
        return try disk.state.with { (state) throws(StoreError) in try body(&state) }
    }

    package var foreignMark: UInt64 { disk.state.with { $0.mark } }

    package func signedInDevices(limit: Int) throws(StoreError) -> [SignedInDevice] {
        try perform { state in
            state.devices.values.filter { !$0.isRevoked }
                .map { SignedInDevice(token: $0.token, device: state.shown($0)) }
                .sorted { $0.device.seenAt > $1.device.seenAt }.prefix(limit).map(\.self)
        }
    }

    package func device(withToken token: TokenDigest) throws(StoreError) -> Device? {
        try perform { state in
            state.devices.values.first { $0.token == token && !$0.isRevoked }.map(state.shown)
        }
    }

    package func device(_ id: String, in venue: String) throws(StoreError) -> Device? {
        try perform { state in
            state.devices[id].flatMap { known in
                known.isRevoked || known.device.venue != venue ? nil : state.shown(known)
            }
        }
    }

    package func device(_ id: String) throws(StoreError) -> Device? {
        try perform { state in state.devices[id].map(state.shown) }
    }

    package func hasDevice(in venue: String) throws(StoreError) -> Bool {
        try perform { (state) throws(StoreError) in
            _ = try state.index(of: venue)
            return state.devices.values.contains { $0.device.venue == venue }
        }
    }

    package func roster(of venue: String) throws(StoreError) -> DeviceRoster {
        try perform { (state) throws(StoreError) in
            let known = try state.venue(venue)
            let devices = state.devices.values
                .filter { !$0.isRevoked && $0.device.venue == venue }.map(state.shown)
            return DeviceRoster(
                devices: devices.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) },
                hasPIN: known.pin != nil,
                webhook: known.secrets[MemoryStorage.webhook].map {
                    String(decoding: $0, as: UTF8.self)
                })
        }
    }

    package func issueToken(role: Role, name: String?, venue: String, now: Instant)
        throws(StoreError) -> IssuedToken
    {
        try perform { (state) throws(StoreError) in
            _ = try state.index(of: venue)
            return try state.issueToken(role: role, name: name, venue: venue, now: now)
        }
    }

    package func revoke(device: String, now: Instant) throws(StoreError) -> Bool {
        try perform(changing: [.device(device)]) { state in
            state.mark += 1
            guard state.devices[device]?.isRevoked == false else { return false }
            state.devices[device]?.isRevoked = true
            return true
        }
    }

    package func note(seen: [String: Instant], presences: [String: DevicePresence])
        throws(StoreError)
    {
        try perform(changing: seen.keys.map { .device($0) }) { state in
            for (device, instant) in seen { state.devices[device]?.device.seenAt = instant }
            for (device, presence) in presences {
                state.devices[device]?.device.presence = presence
            }
        }
    }

    package func issueLink(role: Role, venue: String, now: Instant, lifetimeSeconds: Int)
        throws(StoreError) -> String
    {
        try perform { (state) throws(StoreError) in
            _ = try state.index(of: venue)
            let secret = try Secret()
            state.links[secret.hash] = StoredLink(
                role: role, venue: venue,
                expiresAt: StoredLink.expiry(after: lifetimeSeconds, from: now))
            return secret.text
        }
    }

    package func refusal(ofLink secret: String, now: Instant) throws(StoreError) -> LinkOutcome? {
        try perform { (state) throws(StoreError) in
            guard let link = state.links[try Secret.hash(of: secret)] else { return .unknown }
            return link.refusal(at: now)
        }
    }

    package func redeemLink(_ secret: String, now: Instant, unlockedUntil: Instant?)
        throws(StoreError) -> LinkOutcome
    {
        try perform { (state) throws(StoreError) in
            let hash = try Secret.hash(of: secret)
            guard let link = state.links[hash] else { return .unknown }
            if let refusal = link.refusal(at: now) { return refusal }
            state.links[hash]?.isUsed = true
            let issued = try state.issueToken(
                role: link.role, name: link.name, venue: link.venue, now: now, isByLink: true)
            if link.unlocksOwner {
                state.devices[issued.device.id]?.unlockedUntil = unlockedUntil
            }
            return .token(issued)
        }
    }

    package func pinState(ofDevice device: String) throws(StoreError) -> PINState? {
        try perform { state in
            guard let known = state.devices[device], !known.isRevoked else { return nil }
            return PINState(
                digest: try? state.venue(known.device.venue).pin,
                wrongCount: known.device.wrongPINCount, wrongAt: known.wrongPINAt)
        }
    }

    package func noteWrongPIN(device: String, now: Instant) throws(StoreError) {
        try perform { state in
            state.devices[device]?.device.wrongPINCount += 1
            state.devices[device]?.wrongPINAt = now
        }
    }

    package func unlock(device: String, until: Instant, digest: String) throws(StoreError) -> Bool {
        try perform(changing: [.device(device)]) { state in
            guard let venue = state.devices[device]?.device.venue,
                (try? state.venue(venue))?.pin == digest
            else { return false }
            state.devices[device]?.unlockedUntil = until
            state.devices[device]?.forgiveWrongPINs()
            return true
        }
    }

    package func lock(device: String) throws(StoreError) {
        try perform(changing: [.device(device)]) { state in
            state.devices[device]?.unlockedUntil = nil
        }
    }
}

extension MemoryDevice {
    mutating func forgiveWrongPINs() {
        device.wrongPINCount = 0
        wrongPINAt = nil
    }
}

extension MemoryDisk.State {
    /// Returns a device as callers of the engine see it.
    func shown(_ known: MemoryDevice) -> Device {
        var device = known.device
        let hasPIN = (try? venue(device.venue))?.pin != nil
        device.unlockedUntil = hasPIN ? known.unlockedUntil ?? Instant(milliseconds: 0) : nil
        return device
    }

    mutating func issueToken(
        role: Role, name: String?, venue: String, now: Instant, isByLink: Bool = false
    ) throws(StoreError) -> IssuedToken {
        let secret = try Secret()
        var id: String
        repeat { id = try Device.freshID() } while devices[id] != nil
        let device = Device(
            id: id, role: role, name: name, venue: venue, seenAt: now, isBrowser: isByLink)
        devices[id] = MemoryDevice(device: device, token: try TokenDigest(of: secret.text))
        return IssuedToken(secret: secret.text, device: device)
    }

    /// Does nothing if the event's device is gone or belongs to another venue.
    mutating func carryOut(
        _ change: AccessChange, in index: Int, at now: Instant
    ) throws(StoreError) {
        let venue = venues[index].record.slug
        switch change {
        case .revoke(let id):
            self.change(id, in: venue) { $0.isRevoked = true }
            withdrawLinks(of: id, in: venue)
        case .setRole(let id, let role):
            self.change(id, in: venue) { $0.device.role = role }
            withdrawLinks(of: id, in: venue)
        case .rename(let id, let name): self.change(id, in: venue) { $0.device.name = name }
        case .forgiveWrongPINs(let id): self.change(id, in: venue) { $0.forgiveWrongPINs() }
        case .admit(let secret, let role, let name, let maker, let until, _):
            links[try Secret.hash(of: secret)] = StoredLink(
                role: role, name: name, venue: venue, maker: maker, expiresAt: until)
        case .setPIN(let digest):
            venues[index].pin = digest
            for id in devices.keys {
                self.change(id, in: venue) { device in
                    device.unlockedUntil = nil
                    device.forgiveWrongPINs()
                }
            }
        case .setWebhook(let address):
            venues[index].secrets[MemoryStorage.webhook] = address.map { Array($0.utf8) }
        }
    }

    private mutating func change(
        _ id: String, in venue: String, _ body: (inout MemoryDevice) -> Void
    ) {
        guard var device = devices[id], device.device.venue == venue else { return }
        body(&device)
        devices[id] = device
    }

    /// Removes the unused links that the device has made.
    private mutating func withdrawLinks(of id: String, in venue: String) {
        links = links.filter { $0.value.maker != id || $0.value.venue != venue || $0.value.isUsed }
    }
}
