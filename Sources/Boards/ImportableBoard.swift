public import JSON
public import Sync

/// A board whose events can come from elsewhere, as an import has them.
///
/// What the journal holds is believed; what a file holds is looked at: whether its values are such as
/// `decide` makes, and whether the event makes sense after those before it.
public protocol ImportableBoard: Board {
    /// The revision of the last event that was carried out; one that made no sense was left out.
    var appliedRev: Int { get }

    /// What no event of the board could have among the members of its data, or of a thing that stands
    /// in there: a phrase with nothing of their values; `nil` when there is none.
    func fault(in members: JSON) -> String?
}

extension ImportableBoard {
    /// Carries out an event that follows those before it.
    ///
    /// - Returns: why it can't have happened, a phrase; then it has changed nothing, or the board is
    ///   not to be used any more. `nil` when it can have.
    public mutating func take(_ event: Event) -> String? {
        // What was taken back is told with the thing as it is now.
        let things = (event.data.members ?? [:]).values.filter { $0.members != nil }
        for members in [event.data] + things {
            if let fault = fault(in: members) { return fault }
        }
        _ = apply(event)
        return appliedRev == event.rev ? nil : "it can't have happened after the lines before it"
    }
}

extension JSON {
    /// Whether a member is absent, null, or what a value of this type is written as.
    func has<Value: ArgumentValue>(_ name: String, _ type: Value.Type) -> Bool {
        guard let value = self[name], !value.isNull else { return true }
        return (try? Value(value, label: name)) != nil
    }
}
