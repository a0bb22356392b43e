import Locks
import Sync
package import Transport

/// A screen that shows a code and waits to be signed in. Lives on the loop of its venue.
package protocol PairingScreen: AnyObject {
    /// Signs the screen in, because a person in the room has entered its code.
    func admit(link: String)
    /// Takes the screen's code away, because too many screens wait. The screen may try again later.
    func giveWay()
}

/// The codes that screens currently show. A person in the room enters one to sign the screen in.
package final class PairingDesk: Sendable {
    private typealias Codes = PairingCodes<LoopBound<any PairingScreen>>

    /// The codes of each venue.
    private let waiting = Locked<[String: Codes]>([:])

    package init() {}

    /// Whether the network may have another code, in any venue.
    package func hasRoom(for network: NetworkPrefix) -> Bool {
        waiting.with { Self.hasRoom(for: network, among: $0.values) }
    }

    private static func hasRoom(
        for network: NetworkPrefix, among codes: some Sequence<Codes>
    ) -> Bool {
        codes.reduce(0) { $0 + $1.count(of: network) } < Codes.codesPerNetworkMax
    }

    /// Gives a screen a code. If another screen loses its code for it, calls its `giveWay`. Must be
    /// called on the venue's loop, where all of its screens live.
    ///
    /// - Returns: six digits that no other screen of the venue shows; `nil` if the network has its
    ///   maximum.
    package func add(
        _ screen: LoopBound<any PairingScreen>, venue: String, from network: NetworkPrefix
    ) -> String? {
        let added = waiting.with {
            waiting -> (code: String, displaced: LoopBound<any PairingScreen>?)? in
            guard Self.hasRoom(for: network, among: waiting.values) else { return nil }
            return waiting[venue, default: Codes()].add(screen, of: network)
        }
        added?.displaced?.value.giveWay()
        return added?.code
    }

    /// Whether a screen of the venue shows this code.
    package func isWaiting(_ code: String, venue: String) -> Bool {
        waiting.with { $0[venue]?.contains(code) ?? false }
    }

    /// Removes a code that is no longer shown.
    package func remove(_ code: String, venue: String) {
        _ = waiting.with { $0[venue]?.remove(code) }
    }

    /// Signs in the screen that shows this code. Must be called on the venue's loop.
    package func admit(_ code: String, venue: String, link: String) {
        waiting.with { $0[venue]?.remove(code) }?.value.admit(link: link)
    }
}
