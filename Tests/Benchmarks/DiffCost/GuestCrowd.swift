import ArgumentParser
import BoardKit
import JSON
import Sync

/// A venue with waiting parties, and with every guest's phone connected, or none.
struct GuestCrowd {
    /// The measured mutations. Each keeps the list's length.
    enum Kind: String, CaseIterable {
        case edit = "a party's size, which its own guest sees"
        case notes = "a party's notes, which no guest sees"
        case last = "a party comes last, and leaves"
    }

    private var list: WatchedList

    init(partyCount: Int, isConnected: Bool) throws {
        list = try WatchedList(partyCount: partyCount)
        if isConnected { list.connectGuests() }
    }

    mutating func change(_ kind: Kind) throws {
        switch kind {
        case .edit: try list.resize()
        case .notes: try list.change(.edit)
        case .last: try list.comeAndLeave()
        }
    }
}
