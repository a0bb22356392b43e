import DequeModule
import Locks
package import Storage
import Sync
import Transport

/// The signed-in devices, by the digests of their tokens. It is in memory, so that a loop can
/// identify the sender of a request at once. May be used from any loop.
///
/// The index never contains more than the store allows: each change removes the devices that it
/// concerns before the caller is told that the change is done. Devices that are not in the index
/// are looked up away from the loops.
package final class DeviceIndex: Sendable {
    fileprivate struct State {
        var devices: [TokenDigest: Device] = [:]
        var tokens: [String: TokenDigest] = [:]
        /// The tokens in the order in which they were added.
        var order = Deque<TokenDigest>()
        /// The number of changes. A look-up that began before a change may be out of date.
        var changeCount = 0
        var foreignMark: UInt64 = 0
    }

    /// The tokens and venues that a look-up did not find.
    package struct Absences: Sendable {
        package var tokens: Set<TokenDigest> = []
        package var venues: Set<String> = []

        package init(tokens: Set<TokenDigest> = [], venues: Set<String> = []) {
            self.tokens = tokens
            self.venues = venues
        }
    }

    /// The maximum number of devices. Each takes about 400 bytes.
    static let deviceCountMax = 50_000

    private let identity: any Identity
    private let reader: StorageReader
    private let countMax: Int
    private let state = Locked(State())

    /// - Parameter reader: looks devices up that are not in the index.
    package init(
        _ identity: any Identity, reader: StorageReader,
        countMax: Int = DeviceIndex.deviceCountMax
    ) {
        self.identity = identity
        self.reader = reader
        self.countMax = countMax
        identity.observeIdentity { [weak self] change in self?.forget(change) }
    }

    /// Reads the most recently connected devices. Blocks until the store has answered.
    package func load() throws(StoreError) {
        let changeCount = self.changeCount
        for known in try identity.signedInDevices(limit: countMax).reversed() {
            remember(known.device, known.token, unlessChangedSince: changeCount)
        }
    }

    /// Returns the device with this token; `nil` if the index does not contain it.
    package func device(withToken token: TokenDigest) -> Device? {
        let mark = identity.foreignMark
        return state.with { state in
            state.heed(mark)
            return state.devices[token]
        }
    }

    private var changeCount: Int {
        let mark = identity.foreignMark
        return state.with { state in
            state.heed(mark)
            return state.changeCount
        }
    }

    /// Looks up tokens, and calls back with those that belong to no device.
    package func lookUp(
        _ tokens: [TokenDigest], _ done: @escaping StoreAnswer<Set<TokenDigest>>
    ) {
        if tokens.isEmpty { return done(.success([])) }
        reader.read(
            { [self] (storage) throws(StoreError) in
                var absent: Set<TokenDigest> = []
                for token in tokens where try !find(token, in: storage) { absent.insert(token) }
                return absent
            }, answer: done)
    }

    /// Looks up a device and adds it.
    ///
    /// - Returns: `false` if the token belongs to no device.
    private func find(
        _ token: TokenDigest, in identity: any Identity
    ) throws(StoreError) -> Bool {
        while true {
            let changeCount = changeCount
            guard let device = try identity.device(withToken: token) else { return false }
            if remember(device, token, unlessChangedSince: changeCount) { return true }
        }
    }

    /// Adds a device, unless something has changed since its look-up began.
    ///
    /// - Returns: whether the device was added.
    @discardableResult
    private func remember(
        _ device: Device, _ token: TokenDigest, unlessChangedSince changeCount: Int
    ) -> Bool {
        let mark = identity.foreignMark
        return state.with { state in
            state.heed(mark)
            guard state.changeCount == changeCount else { return false }
            if state.devices.updateValue(device, forKey: token) == nil {
                state.tokens[device.id] = token
                state.order.append(token)
            }
            while state.order.count > countMax, let oldest = state.order.popFirst() {
                state.remove(oldest)
            }
            return true
        }
    }

    private func forget(_ change: IdentityChange) {
        state.with { state in
            state.changeCount += 1
            switch change {
            case .device(let id):
                if let token = state.tokens[id] { state.remove(token) }
            case .venue(let slug):
                for (token, device) in state.devices where device.venue == slug {
                    state.remove(token)
                }
            }
        }
    }
}

extension DeviceIndex.State {
    /// Removes everything if another process has changed a device.
    fileprivate mutating func heed(_ mark: UInt64) {
        guard mark != foreignMark else { return }
        foreignMark = mark
        changeCount += 1
        devices = [:]
        tokens = [:]
        order = []
    }

    fileprivate mutating func remove(_ token: TokenDigest) {
        if let device = devices.removeValue(forKey: token) { tokens[device.id] = nil }
    }
}
