import JSON
package import Sync

/// What somebody asks of a board.
package struct Asked {
    package let mutation: Mutation
    package var arguments: Arguments
    package let principal: Principal
    package let moment: Moment
    private let staleProblem: ProblemDeclaration

    /// - Parameter problem: says that something has changed since the revision that the sender knows.
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

    /// Checks that there is no argument but those that were read.
    package func checkArguments() throws(Rejection) {
        guard areGood else { throw rejection }
    }

    /// Reads a required argument, after all others.
    package mutating func last<Value: ArgumentValue>(
        _ field: String
    ) throws(Rejection) -> Value {
        let value: Value? = arguments.required(field)
        guard areGood, let value else { throw rejection }
        return value
    }

    /// Reads the only argument of an undo: the revision of the event that it takes back.
    package mutating func undoneRevision() throws(Rejection) -> Int {
        let number: RevisionNumber = try last("rev")
        return number.rev
    }

    /// Checks that something has not changed since the revision that the sender knows.
    ///
    /// - Parameter revs: when it last changed.
    package func check(_ revs: Int...) throws(Rejection) { try check(revs) }

    package func check(_ revs: [Int]) throws(Rejection) {
        guard let ifRev = mutation.ifRev, revs.contains(where: { $0 > ifRev }) else { return }
        throw Rejection(.stale, staleProblem)
    }
}

extension Rejection {
    /// The rejection of what the sender's role may not do.
    package static func forbidden(to principal: Principal) -> Rejection {
        Rejection(.forbidden, .notForRole, ["role": .string(principal.role.rawValue)])
    }

    /// Checks that there are not too many of something.
    ///
    /// - Parameters:
    ///   - count: how many there would be.
    ///   - problem: says that there are too many. Its place is `max`.
    package static func check(
        _ count: Int, atMost max: Int, else problem: ProblemDeclaration
    ) throws(Rejection) {
        guard count <= max else { throw Rejection(.conflict, problem, ["max": JSON(max)]) }
    }
}
