package import Sync

extension Ledger {
    /// Throws if one of the things has changed since the revision that a mutation was made for.
    ///
    /// - Parameters:
    ///   - ifRev: that revision; `nil` if the mutation does not depend on one.
    ///   - problem: says that a thing has changed.
    package func checkFreshness(
        of ids: [ID], ifRev: Int?, else problem: ProblemDeclaration
    ) throws(Rejection) {
        guard let ifRev, ids.contains(where: { lastRev(of: $0) > ifRev }) else { return }
        throw Rejection(.stale, problem)
    }

    /// Finds what an undo takes back: the event that its argument `rev` names, the event's thing, and
    /// the thing's state without the event. Throws if people did not bring the event about, if the
    /// thing is not fresh, or if something later depends on the event.
    package func undo(
        _ arguments: inout Arguments, ifRev: Int?, else problem: ProblemDeclaration
    ) throws(Rejection) -> (rev: Int, thing: ID, before: State?) {
        let number: RevisionNumber? = arguments.required("rev")
        guard arguments.areGood, let rev = number?.rev else { throw arguments.rejection }
        guard let id = try thing(ofEvent: rev) else { throw Rejection(.conflict, .byTime) }
        try checkFreshness(of: [id], ifRev: ifRev, else: problem)
        return (rev, id, try stateBefore(rev, of: id))
    }
}
