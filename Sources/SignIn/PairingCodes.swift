import Transport

/// The codes that the screens of one venue show.
struct PairingCodes<Screen> {
    /// The maximum number of codes in a venue.
    static var countMax: Int { 256 }
    /// The maximum number of codes for one network in all venues, so that a stranger can't take all
    /// codes.
    static var codesPerNetworkMax: Int { 4 }

    private struct Entry {
        var screen: Screen
        var network: NetworkPrefix
        /// Increases with each code, so the oldest has the lowest number.
        var number: Int
    }

    private var entries: [String: Entry] = [:]
    private var lastNumber = 0

    /// Whether the network may have another code.
    func hasRoom(for network: NetworkPrefix) -> Bool {
        count(of: network) < Self.codesPerNetworkMax
    }

    func count(of network: NetworkPrefix) -> Int {
        entries.values.count { $0.network == network }
    }

    func contains(_ code: String) -> Bool { entries[code] != nil }

    /// Gives a screen a code of six digits that no other screen of the venue shows.
    ///
    /// - Returns: the code, and the screen that lost its code because there are too many; `nil` if
    ///   the network has its maximum.
    mutating func add(
        _ screen: Screen, of network: NetworkPrefix
    ) -> (code: String, displaced: Screen?)? {
        guard hasRoom(for: network) else { return nil }
        var code = ""
        repeat {
            let digits = String(Int.random(in: 0..<1_000_000))
            code = String(repeating: "0", count: 6 - digits.count) + digits
        } while contains(code)
        lastNumber += 1
        entries[code] = Entry(screen: screen, network: network, number: lastNumber)
        return (code, entries.count > Self.countMax ? removeOldestOfMost() : nil)
    }

    mutating func remove(_ code: String) -> Screen? { entries.removeValue(forKey: code)?.screen }

    /// Removes the oldest code of the networks with the most codes, and returns its screen.
    private mutating func removeOldestOfMost() -> Screen? {
        var counts: [NetworkPrefix: Int] = [:]
        for entry in entries.values { counts[entry.network, default: 0] += 1 }
        let most = counts.values.max()
        let oldest = entries.filter { counts[$0.value.network] == most }
            .min { $0.value.number < $1.value.number }
        return oldest.flatMap { remove($0.key) }
    }
}
