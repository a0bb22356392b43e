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
        var members = rowMembers
        members["isCleared"] = .bool(isCleared)
        return .object(members)
    }

    /// The row that every screen shows.
    var row: JSON { .object(rowMembers) }

    private var rowMembers: [String: JSON] {
        var members: [String: JSON] = [
            "text": .string(text), "level": .string(level), "at": .string(at.description),
        ]
        if let until { members["until"] = .string(until.description) }
        return members
    }
}

extension Notice {
    /// Reads what `data` writes, or the data of a `posted` event. Returns `nil` for anything else.
    ///
    /// - Parameter at: when it was posted, unless the data says so.
    init?(_ data: JSON?, at: Instant) {
        guard let text = data?["text"]?.text, let level = data?["level"]?.text else { return nil }
        self.init(text: text, level: level, at: data?["at"]?.instant ?? at)
        until = data?["until"]?.instant
        isCleared = data?["isCleared"]?.flag ?? false
    }
}

extension Notice: FieldState {
    static let blank = Notice(text: "", level: "", at: Instant(milliseconds: 0))

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&text, old.text)
        try fields(&level, old.level)
        try fields(&at, old.at)
        try fields(&until, old.until)
        try fields(&isCleared, old.isCleared)
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
enum NoticeLevel: String, Sendable, CaseIterable, ArgumentValue {
    case info
    case urgent

    init(_ argument: JSON) throws(Reason) {
        guard let level = argument.text.flatMap(NoticeLevel.init(rawValue:)) else {
            throw Reason(.badLevel)
        }
        self = level
    }
}
