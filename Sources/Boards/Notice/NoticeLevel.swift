import BoardKit
import JSON
import Sync

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
