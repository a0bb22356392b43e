import Sync

extension Waitlist {
    static let problems: [ProblemDeclaration] =
        [
            .badTable, .badSecret, .badTags, .badPhone, .badArrival, .nothingToEdit, .unchangedWas,
            .fieldChanged, .besideWhom, .beforeAndAfter, .besideItself, .besideOneThatLeft,
            .onlyLater, .noPlaceBetween, .noParty, .partyChanged, .notInState, .nobodyWaits,
            .nobodyFits, .anotherIsNext, .isNext, .nobodyIsNext, .nobodyNextFits, .wasNotConfirmed,
            .isOfSize, .isNotNext, .wasCalled, .wasSeated, .wasNoShow, .wasCancelled, .justNow,
            .atTime,
        ] + PartyStatus.allCases.map(\.phrase) + WaitlistAction.allCases.map(\.phrase)
}

/// Problems with arguments.
extension ProblemDeclaration {
    static let badTable = Self(
        "waitlist.bad_table", "{label} must be a text of 1 to {max} characters")
    static let badSecret = Self(
        "waitlist.bad_secret", "{label} must be 16 to 64 characters of A-Z, a-z, 0-9, _ and -")
    static let badTags = Self(
        "waitlist.bad_tags", "{label} must be at most {count}, of 1 to {max} characters each")
    static let badPhone = Self(
        "waitlist.bad_phone",
        "{label} must be a number with its country code, such as +1 201 555 0123")
    static let badArrival = Self(
        "waitlist.bad_arrival", "{label} must be an instant of the years 1 to 9999")
    static let nothingToEdit = Self(
        "waitlist.nothing_to_edit", "One of name, size, phone, notes and tags is required.")
    static let unchangedWas = Self(
        "waitlist.unchanged_was", "Was may only have fields that are changed")
    static let fieldChanged = Self("waitlist.field_changed", "{label} changed in the meantime")
    static let besideWhom = Self("waitlist.beside_whom", "Before or after is a required field.")
    static let beforeAndAfter = Self(
        "waitlist.before_and_after", "After must not be given together with before")
}

/// Problems with the state of the list.
extension ProblemDeclaration {
    static let besideItself = Self("waitlist.beside_itself", "A party can't be moved beside itself")
    static let besideOneThatLeft = Self(
        "waitlist.beside_one_that_left", "A party can't be moved beside one that has left")
    static let onlyLater = Self("waitlist.only_later", "A guest can only move to a later place")
    static let noPlaceBetween = Self(
        "waitlist.no_place_between", "There is no place between these parties")
    static let noParty = Self("waitlist.no_party", "There is no such party")
    static let partyChanged = Self(
        "waitlist.party_changed", "The party has changed in the meantime")
    static let notInState = Self(
        "waitlist.not_in_state", "The party is {state}, so it can't be {deed}")
    static let nobodyWaits = Self("waitlist.nobody_waits", "Nobody is waiting")
    static let nobodyFits = Self("waitlist.nobody_fits", "No party that waits fits")
}

/// Phrases that explain why the expected party is not the next one.
extension ProblemDeclaration {
    static let anotherIsNext = Self("waitlist.another_is_next", "{name} {why}. {next}")
    static let isNext = Self("waitlist.is_next", "Next is {name}, {size}.")
    static let nobodyIsNext = Self("waitlist.nobody_is_next", "Nobody is waiting.")
    static let nobodyNextFits = Self("waitlist.nobody_next_fits", "Nobody who is waiting fits.")
    static let wasNotConfirmed = Self("waitlist.was_not_confirmed", "has not been confirmed")
    static let isOfSize = Self("waitlist.is_of_size", "is a party of {size}")
    static let isNotNext = Self("waitlist.is_not_next", "is not the next one")
    static let wasCalled = Self("waitlist.was_called", "was called {when}")
    static let wasSeated = Self("waitlist.was_seated", "was seated {when}")
    static let wasNoShow = Self("waitlist.was_no_show", "was marked as a no-show {when}")
    static let wasCancelled = Self("waitlist.was_cancelled", "was cancelled {when}")
    static let justNow = Self("waitlist.just_now", "just now")
    static let atTime = Self("waitlist.at_time", "at {time}")
}

extension PartyStatus {
    /// The phrase for `{state}`.
    var phrase: ProblemDeclaration {
        ProblemDeclaration("waitlist.state.\(rawValue)", words)
    }

    private var words: String {
        switch self {
        case .pending: "not confirmed yet"
        case .waiting: "waiting"
        case .ready: "called already"
        case .seated: "seated already"
        case .noShow: "marked as a no-show"
        case .cancelled: "cancelled"
        }
    }
}

extension WaitlistAction {
    /// The phrase for `{deed}`.
    var phrase: ProblemDeclaration {
        ProblemDeclaration("waitlist.deed.\(rawValue.dropFirst("waitlist.".count))", participle)
    }

    private var participle: String {
        switch self {
        case .add: "added"
        case .edit: "edited"
        case .ready, .callNext: "called"
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
