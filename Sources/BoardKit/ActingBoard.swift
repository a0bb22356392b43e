package import JSON
package import Sync

/// A board that names its actions and the kinds of its events in enumerations.
package protocol ActingBoard: Board {
    associatedtype Action: RawRepresentable<String>
    associatedtype Kind: RawRepresentable<String>

    /// The problem of a mutation whose item has changed since the revision that the sender knows.
    static var staleProblem: ProblemDeclaration { get }

    /// Decides a permitted mutation.
    func decide(
        _ action: Action, _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision
}

extension ActingBoard {
    /// For boards whose actions never depend on a revision.
    package static var staleProblem: ProblemDeclaration { .noAction }

    package func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        guard let action = Action(rawValue: mutation.action) else {
            throw Rejection(.unknownAction, .noAction)
        }
        var asked = Asked(mutation, by: principal, at: moment, ifStale: Self.staleProblem)
        return try decide(action, &asked, among: boards)
    }

    /// Declares an action.
    ///
    /// - Parameter kinds: the kinds of its events, if `undo` can reverse them.
    package static func action(
        _ action: Action, causes kinds: [Kind] = [], _ summary: String,
        _ arguments: [ArgumentDeclaration] = [],
        roles: Set<Role> = [.owner, .host], guests: ActionDeclaration.Guests = .none,
        isOpenByJoinLink: Bool = false, isHubOnly: Bool = false, needsConfirmation: Bool = false,
        result: [ArgumentDeclaration] = []
    ) -> ActionDeclaration {
        ActionDeclaration(
            action.rawValue, summary, causes: Set(kinds.map(\.rawValue)), arguments: arguments,
            roles: roles, guests: guests,
            isOpenByJoinLink: isOpenByJoinLink, isHubOnly: isHubOnly,
            needsConfirmation: needsConfirmation, result: result)
    }

    /// Declares the action that undoes an event.
    package static func undo(
        by action: Action, causes kinds: [Kind] = [], roles: Set<Role> = [.owner, .host]
    ) -> ActionDeclaration {
        self.action(
            action, causes: kinds, "Takes back an event of this board.", [.undoneRevision],
            roles: roles)
    }

    /// Creates the decision for an event. Leaves out members of its data that are `nil`.
    package static func decision(
        _ kind: Kind, of subject: String, _ data: [String: JSON?] = [:],
        _ access: AccessChange? = nil, effectChange: EffectChange? = nil
    ) -> Decision {
        Decision(
            kind: kind.rawValue, subject: subject, data: JSON(present: data), access: access,
            effectChange: effectChange)
    }
}
