package import JSON
package import Sync

/// What somebody asks of a board.
package struct Asked {
    /// The arguments as they were sent.
    package let given: [String: JSON]
    package var arguments: Arguments
    package let principal: Principal
    package let moment: Moment
    private let ifRev: Int?
    private let staleProblem: ProblemDeclaration

    /// - Parameter problem: says that something has changed since the revision that the sender knows.
    package init(
        _ mutation: Mutation, by principal: Principal, at moment: Moment,
        ifStale problem: ProblemDeclaration
    ) {
        given = mutation.arguments
        arguments = Arguments(mutation.arguments)
        ifRev = mutation.ifRev
        self.principal = principal
        self.moment = moment
        staleProblem = problem
    }

    package var areGood: Bool { arguments.areGood }
    package var rejection: Rejection { arguments.rejection }
    package var isByGuest: Bool { principal.role == .guest }

    /// Reads the id that is the only argument.
    package mutating func onlyID(_ field: String) throws(Rejection) -> ItemID {
        let named: ItemID? = arguments.required(field)
        guard arguments.areGood, let named else { throw arguments.rejection }
        return named
    }

    /// Reads the only argument of an undo: the revision of the event that it takes back.
    package mutating func undoneRevision() throws(Rejection) -> Int {
        let number: RevisionNumber? = arguments.required("rev")
        guard arguments.areGood, let rev = number?.rev else { throw arguments.rejection }
        return rev
    }

    /// Checks that something has not changed since the revision that the sender knows.
    ///
    /// - Parameter revs: when it last changed.
    package func check(_ revs: Int...) throws(Rejection) { try check(revs) }

    package func check(_ revs: [Int]) throws(Rejection) {
        guard let ifRev, revs.contains(where: { $0 > ifRev }) else { return }
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

extension ActionDeclaration {
    /// The action that takes back an event.
    package static func undo(_ name: String, roles: Set<Role> = [.owner, .host])
        -> ActionDeclaration
    {
        ActionDeclaration(
            name, "Takes back an event of this board.", arguments: [.undoneRevision], roles: roles)
    }
}
