import BoardKit

package enum PartyEvent: String, Sendable, CaseIterable {
    case added
    case edited
    case readied
    case unreadied
    case seated
    case noShow = "no_show"
    case cancelled
    case restored
    case moved
    case undone
    case confirmed
}

package enum WaitlistAction: String, Sendable, CaseIterable {
    case add = "waitlist.add"
    case edit = "waitlist.edit"
    case ready = "waitlist.ready"
    case unready = "waitlist.unready"
    case seat = "waitlist.seat"
    case noShow = "waitlist.no_show"
    case cancel = "waitlist.cancel"
    case restore = "waitlist.restore"
    case move = "waitlist.move"
    case callNext = "waitlist.call_next"
    case undo = "waitlist.undo"
    case confirm = "waitlist.confirm"

    /// Whether the action is legal for a party with this status. Returns `false` for an action that
    /// is not about one party.
    func isLegal(for status: PartyStatus) -> Bool {
        switch status {
        case .pending: [.confirm, .edit, .noShow, .cancel].contains(self)
        case .waiting: [.ready, .seat, .noShow, .cancel, .edit, .move].contains(self)
        case .ready: [.unready, .seat, .noShow, .cancel, .edit, .move].contains(self)
        case .seated, .noShow, .cancelled: self == .restore
        }
    }
}
