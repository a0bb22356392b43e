import JSON
package import Sync

/// A mutation with its sender and moment, while a board decides it.
package struct Asked {
    package let mutation: Mutation
    package var arguments: Arguments
    package let principal: Principal
    package let moment: Moment
    private let staleProblem: ProblemDeclaration

    /// - Parameter problem: the problem if something has changed since the revision that the sender
    ///   knows.
    package init(
        _ mutation: Mutation, by principal: Principal, at moment: Moment,
        ifStale problem: ProblemDeclaration
    ) {
        self.mutation = mutation
        arguments = Arguments(mutation.arguments)
        self.principal = principal
        self.moment = moment
        staleProblem = problem
    }

    package var areGood: Bool { arguments.areGood }
    package var rejection: Rejection { arguments.rejection }
    package var isByGuest: Bool { principal.role == .guest }

    /// Checks that all arguments were read, without problems.
    package func checkArguments() throws(Rejection) {
        guard areGood else { throw rejection }
    }

    /// Reads a required argument, which must be the last one.
    package mutating func last<Value: ArgumentValue>(
        _ field: String
    ) throws(Rejection) -> Value {
        let value: Value? = arguments.required(field)
        guard areGood, let value else { throw rejection }
        return value
    }

    /// Reads the only argument of an undo: the revision of the event to undo.
    package mutating func undoneRevision() throws(Rejection) -> Int {
        let number: RevisionNumber = try last("rev")
        return number.rev
    }

    /// Checks that an item has not changed since the revision that the sender knows.
    ///
    /// - Parameter revs: the revisions of its last changes.
    package func check(_ revs: Int...) throws(Rejection) { try check(revs) }

    package func check(_ revs: [Int]) throws(Rejection) {
        guard let ifRev = mutation.ifRev, revs.contains(where: { $0 > ifRev }) else { return }
        throw Rejection(.stale, staleProblem)
    }
}

extension Rejection {
    /// The rejection of an action that the sender's role does not permit.
    package static func forbidden(to principal: Principal) -> Rejection {
        Rejection(.forbidden, .notForRole, ["role": .string(principal.role.rawValue)])
    }

    /// Checks that a count is within its limit.
    ///
    /// - Parameters:
    ///   - count: the count after the action.
    ///   - problem: the problem of exceeding it, with the placeholder `max`.
    package static func check(
        _ count: Int, atMost max: Int, else problem: ProblemDeclaration
    ) throws(Rejection) {
        guard count <= max else { throw Rejection(.conflict, problem, ["max": JSON(max)]) }
    }
}
