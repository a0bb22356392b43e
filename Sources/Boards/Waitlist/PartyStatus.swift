import BoardKit
import Sync

/// The status of a party between joining and leaving.
package enum PartyStatus: String, Sendable, CaseIterable {
    /// Joined by itself, and waits for a host to confirm it.
    case pending
    case waiting
    case ready
    case seated
    case noShow = "no_show"
    case cancelled

    /// Whether the party has a place in the order. The others have left.
    package var hasPlace: Bool {
        switch self {
        case .pending, .waiting, .ready: true
        case .seated, .noShow, .cancelled: false
        }
    }

    /// Whether screens show it.
    var isDisplayed: Bool { self == .waiting || self == .ready }
}

extension PartyStatus: SavedCase {}
