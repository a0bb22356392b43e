import BoardKit
import JSON
import Sync

/// A notice, as its events have made it.
struct Notice: Sendable, Equatable {
    var text: String
    var level: String
    var at: Instant
    /// When it is cleared automatically, if ever.
    var until: Instant?
    var isCleared = false

    /// Everything about the notice.
    var data: JSON {
        var members = members()
        members["isCleared"] = .bool(isCleared)
        return .object(members)
    }

    /// The row that every screen shows.
    var row: JSON { .object(members(for: .everybody)) }
}

extension Notice {
    /// Reads what `data` writes, or the data of a `posted` event. Returns `nil` for anything else.
    ///
    /// - Parameter at: when it was posted, unless the data says so.
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

/// A notice's id, made of the revision that posted it: `n_8x`.
struct NoticeID: RevisionID {
    static let prefix = "n_"

    let rev: Int
}

/// What a notice says: line breaks are legal.
struct NoticeText: BoundedText {
    static let charactersMax = 200

    let text: String
}

/// How much a notice matters.
enum NoticeLevel: String, Sendable, ChoiceValue {
    static let problem = ProblemDeclaration.badLevel

    case info
    case urgent
}
