import Sync
import Transport

/// The codes that screens show at this moment, so that somebody in the room can let them in.
final class PairingDesk: Sendable {
    private let waiting = Locked<[String: PairingCodes<LoopBound<PairingStream>>]>([:])

    /// Whether a screen of this neighbour would get a code.
    func hasRoom(for neighbour: NetworkNeighbour, venue: String) -> Bool {
        waiting.with { $0[venue]?.hasRoom(for: neighbour) ?? true }
    }

    /// Gives a screen a code.
    ///
    /// - Returns: six digits that no other screen of the venue shows, and the screen that had to give
    ///   its code up for it; `nil` when there are too many of this neighbour.
    func add(
        _ stream: LoopBound<PairingStream>, venue: String, from neighbour: NetworkNeighbour
    ) -> (code: String, displaced: LoopBound<PairingStream>?)? {
        waiting.with { $0[venue, default: PairingCodes()].add(stream, of: neighbour) }
    }

    func isWaiting(_ code: String, venue: String) -> Bool {
        waiting.with { $0[venue]?.contains(code) ?? false }
    }

    /// The code is not shown any more.
    @discardableResult
    func remove(_ code: String, venue: String) -> LoopBound<PairingStream>? {
        waiting.with { $0[venue]?.remove(code) }
    }
}
