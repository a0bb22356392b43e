import Sync
package import Transport

/// A screen that shows a code and waits to be let in. Lives on the loop of its venue.
package protocol PairingScreen: AnyObject {
    /// Somebody in the room has typed the code.
    func admit(link: String)
    /// Another screen needed the code. This one is to come back later.
    func giveWay()
}

/// The codes that screens show at this moment, so that somebody in the room can let them in.
package final class PairingDesk: Sendable {
    private typealias Codes = PairingCodes<LoopBound<any PairingScreen>>

    /// By venue.
    private let waiting = Locked<[String: Codes]>([:])

    package init() {}

    /// Whether a screen of this network would get a code, in any venue.
    package func hasRoom(for network: NetworkPrefix) -> Bool {
        waiting.with { Self.hasRoom(for: network, among: $0.values) }
    }

    private static func hasRoom(
        for network: NetworkPrefix, among codes: some Sequence<Codes>
    ) -> Bool {
        codes.reduce(0) { $0 + $1.count(of: network) } < Codes.codesPerNetworkMax
    }

    /// Gives a screen a code. If another screen has to give its code up for it, that one is told.
    /// Must be called on the loop of the venue, where all its screens live.
    ///
    /// - Returns: six digits that no other screen of the venue shows; `nil` when there are too many
    ///   of this network.
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

    package func isWaiting(_ code: String, venue: String) -> Bool {
        waiting.with { $0[venue]?.contains(code) ?? false }
    }

    /// The code is not shown any more.
    package func remove(_ code: String, venue: String) {
        _ = waiting.with { $0[venue]?.remove(code) }
    }

    /// Tells the screen that shows the code that it is let in. Must be called on the loop of the
    /// venue.
    package func admit(_ code: String, venue: String, link: String) {
        waiting.with { $0[venue]?.remove(code) }?.value.admit(link: link)
    }
}
