/// Why a mutation was not accepted, in the words of the protocol.
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

/// What is wrong with one field of a mutation's arguments.
public struct Problem: Sendable, Equatable {
    public var field: String
    /// A sentence for the person who filled the field in.
    public var message: String

    public init(field: String, message: String) {
        self.field = field
        self.message = message
    }
}

/// A mutation that was not accepted: nothing has changed.
public struct Rejection: Error, Sendable, Equatable {
    public var code: RejectCode
    /// Says why, where the code alone does not.
    public var message: String?
    /// With `invalid`: one for each bad field, in the order of the fields. With `stale`: one for
    /// each field that has changed.
    public var problems: [Problem]
    /// With `rate_limited`: when to try again.
    public var retryInMilliseconds: Int?
    /// With `forbidden`: the same mutation will do once the PIN has been entered.
    public var needsPIN = false

    /// What somebody is told who has to enter the PIN first.
    public static let pinFirst: Rejection = {
        var rejection = Rejection(.forbidden, "Enter the PIN first, on the owner's page")
        rejection.needsPIN = true
        return rejection
    }()

    public init(
        _ code: RejectCode, _ message: String? = nil, problems: [Problem] = [],
        retryInMilliseconds: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.problems = problems
        self.retryInMilliseconds = retryInMilliseconds
    }
}
