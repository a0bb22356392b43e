import JSON

/// How much a notice matters.
enum NoticeLevel: String, Sendable, CaseIterable, ArgumentValue {
    case info
    case urgent

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let level = argument.text.flatMap(NoticeLevel.init(rawValue:)) else {
            throw ArgumentProblem(message: "\(label) must be info or urgent")
        }
        self = level
    }
}
