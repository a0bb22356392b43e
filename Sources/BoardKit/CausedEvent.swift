/// The kinds of a board's events, with the actions that cause each.
package protocol CausedEvent: RawRepresentable, CaseIterable where RawValue == String {
    associatedtype Action: RawRepresentable where Action.RawValue == String

    /// The actions that cause events of this kind; empty if an undo can't take these back.
    var actions: [Action] { get }
}

extension CausedEvent {
    /// The names of the actions, by kind, as a board declares them.
    package static var causes: [String: Set<String>] {
        Dictionary(
            uniqueKeysWithValues: allCases.map { ($0.rawValue, Set($0.actions.map(\.rawValue))) })
    }
}
