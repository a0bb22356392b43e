import BoardKit
import JSON
import Sync

struct Notice: Sendable, Equatable {
    var text: String
    var level: String
    var at: Instant
    /// The time at which the notice is cleared automatically, if ever.
    var until: Instant?
    var isCleared = false

    /// The complete state of the notice.
    var data: JSON {
        var members = members()
        members["isCleared"] = .bool(isCleared)
        return .object(members)
    }

    var row: JSON { .object(members(for: .everybody)) }
}

extension Notice {
    /// Reads the output of `data`, or the data of a `posted` event. Returns `nil` for anything
    /// else.
    ///
    /// - Parameter at: the time of posting, unless the data contains it.
    init?(_ data: JSON?, at: Instant) {
        guard let data else { return nil }
        self = .blank
        self.at = at
        guard change(by: data) else { return nil }
    }
}

extension Notice: FieldState {
    static let blank = Notice(text: "", level: "", at: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("text", &text, old.text, for: .everybody)
        try fields("level", &level, old.level, for: .everybody)
        try fields("at", &at, old.at, for: .everybody, isGiven: false)
        try fields("until", &until, old.until, for: .everybody)
        try fields("isCleared", &isCleared, old.isCleared, for: .journal)
    }
}

/// A notice's id: `n_8x`, made from the revision that posted it.
struct NoticeID: RevisionID {
    static let prefix = "n_"

    let rev: Int
}

/// The text of a notice, which may contain line breaks.
struct NoticeText: BoundedText {
    static let charactersMax = 200

    let text: String
}

enum NoticeLevel: String, Sendable, ChoiceValue {
    static let problem = ProblemDeclaration.badLevel

    case info
    case urgent
}
