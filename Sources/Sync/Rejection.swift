public import JSON

/// The code of a rejection, as the protocol names it.
public enum RejectCode: String, Sendable, CaseIterable {
    case invalid
    case notFound = "not_found"
    case conflict
    case stale
    case idReused = "id_reused"
    case forbidden
    case unknownAction = "unknown_action"
    case rateLimited = "rate_limited"
    case unavailable
}

/// A problem with one field of a mutation's arguments.
public struct Problem: Sendable, Equatable {
    public var field: String
    public var reason: Reason
    /// With `stale`, the field's current value; `null` if it has none. It may be personal, so only
    /// the sender of the mutation gets it.
    public var current: JSON?

    public init(field: String, _ reason: Reason, current: JSON? = nil) {
        self.field = field
        self.reason = reason
        self.current = current
    }

    /// An English sentence for the person who filled the field in.
    public var message: String { reason.message(label: Self.label(field)) }

    /// A field's name in the form that begins an English sentence: `Time zone` for `timeZone`.
    static func label(_ field: String) -> String {
        var words = field.prefix(1).uppercased()
        for character in field.dropFirst() {
            words += character.isUppercase ? " " + character.lowercased() : String(character)
        }
        return words
    }

    /// The maximum number of unknown fields that are named. A message has room for thousands.
    private static let unknownCountMax = 20

    /// One problem for each field that the action does not have.
    public static func unknown(_ fields: some Sequence<String>) -> [Problem] {
        fields.sorted().prefix(unknownCountMax).map { field in
            Problem(field: field, Reason(.unknownField))
        }
    }

    fileprivate func json(isForSender: Bool) -> JSON {
        var members = reason.members(label: Self.label(field))
        members["field"] = .string(field)
        if isForSender { members["current"] = current }
        return .object(members)
    }
}

/// The rejection of a mutation, which has changed nothing.
public struct Rejection: Error, Sendable, Equatable {
    public var code: RejectCode
    /// The reason, if the code alone does not say it.
    public var reason: Reason?
    /// With `invalid`, one problem for each bad field, in the order of the fields. With `stale`,
    /// one for each field that has changed.
    public var problems: [Problem]
    /// With `rate_limited`, when to try again.
    public var retryInMilliseconds: Int?
    /// With `forbidden`, whether the same mutation will be accepted after the PIN was entered.
    public var needsPIN = false

    /// The rejection of a mutation that needs the PIN first.
    public static let pinFirst: Rejection = {
        var rejection = Rejection(.forbidden, .pinFirst)
        rejection.needsPIN = true
        return rejection
    }()

    public init(
        _ code: RejectCode, because reason: Reason? = nil, problems: [Problem] = [],
        retryInMilliseconds: Int? = nil
    ) {
        self.code = code
        self.reason = reason
        self.problems = problems
        self.retryInMilliseconds = retryInMilliseconds
    }

    /// - Parameter parameters: the values for the sentence's placeholders.
    public init(
        _ code: RejectCode, _ problem: ProblemDeclaration, _ parameters: [String: JSON] = [:]
    ) {
        self.init(code, because: Reason(problem, parameters))
    }

    /// The reason in English: its own, or else the sentences of the problems together.
    public var message: String? {
        if let reason { return reason.message() }
        let sentences = problems.map { $0.message.hasSuffix(".") ? $0.message : $0.message + "." }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// The members of a message.
    ///
    /// - Parameter isForSender: whether to include current values, which only the sender may see.
    public func members(isForSender: Bool) -> [String: JSON] {
        var members = reason?.members() ?? [:]
        members["code"] = .string(code.rawValue)
        // With `invalid`, each field has its sentence.
        if code != .invalid { members["message"] = message.map(JSON.string) }
        if !problems.isEmpty {
            members["problems"] = .array(problems.map { $0.json(isForSender: isForSender) })
        }
        return members
    }
}
