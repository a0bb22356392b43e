/// What can be asked of the waitlist.
enum WaitlistAction: String, Sendable, CaseIterable {
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

    /// Whether a party in this state may be asked for it; of the actions that are not about one
    /// party in a certain state, none.
    func isLegal(for status: PartyStatus) -> Bool {
        switch status {
        case .pending: [.confirm, .edit, .noShow, .cancel].contains(self)
        case .waiting: [.ready, .seat, .noShow, .cancel, .edit, .move].contains(self)
        case .ready: [.unready, .seat, .noShow, .cancel, .edit, .move].contains(self)
        case .seated, .noShow, .cancelled: self == .restore
        }
    }

    /// As a sentence says what can't be done with a party.
    var participle: String {
        switch self {
        case .add: "added"
        case .edit: "edited"
        case .ready, .callNext: "made ready"
        case .unready: "put back to waiting"
        case .seat: "seated"
        case .noShow: "marked as a no-show"
        case .cancel: "cancelled"
        case .restore: "restored"
        case .move: "moved"
        case .undo: "taken back"
        case .confirm: "confirmed"
        }
    }
}
