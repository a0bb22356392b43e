import Sync
import Transport

/// The codes that screens show at this moment, so that somebody in the room can let them in.
final class PairingDesk: Sendable {
    /// More screens than these are not set up at the same time.
    static let waitingCountMax = 32
    /// Nor more than these from one address.
    static let waitingOfAddressCountMax = 8

    private struct Key: Hashable {
        var venue: String
        var code: String
    }

    private struct Place {
        var stream: LoopBound<PairingStream>
        var address: String
    }

    private let waiting = Locked<[Key: Place]>([:])

    /// - Returns: six digits that no other screen of the venue shows; `nil` when there are too many.
    func add(
        _ stream: LoopBound<PairingStream>, venue: String, from address: String
    ) -> String? {
        waiting.with { waiting in
            let here = waiting.filter { $0.key.venue == venue }.values
            guard here.count < Self.waitingCountMax,
                here.count(where: { $0.address == address }) < Self.waitingOfAddressCountMax
            else { return nil }
            while true {
                let digits = String(Int.random(in: 0..<1_000_000))
                let code = String(repeating: "0", count: 6 - digits.count) + digits
                let key = Key(venue: venue, code: code)
                if waiting[key] != nil { continue }
                waiting[key] = Place(stream: stream, address: address)
                return code
            }
        }
    }

    func isWaiting(_ code: String, venue: String) -> Bool {
        waiting.with { $0[Key(venue: venue, code: code)] != nil }
    }

    /// The code is not shown any more.
    @discardableResult
    func remove(_ code: String, venue: String) -> LoopBound<PairingStream>? {
        waiting.with { $0.removeValue(forKey: Key(venue: venue, code: code))?.stream }
    }
}
