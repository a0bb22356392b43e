package import JSON
package import Sync

/// A board that names its actions and the kinds of its events in enumerations.
package protocol ActingBoard: Board {
    associatedtype Action: RawRepresentable<String>
    associatedtype Kind: RawRepresentable<String>
}

extension ActingBoard {
    /// Declares an action.
    package static func action(
        _ action: Action, _ summary: String, _ arguments: [ArgumentDeclaration] = [],
        roles: Set<Role> = [.owner, .host], guests: ActionDeclaration.Guests = .none,
        isOpenByJoinLink: Bool = false, isHubOnly: Bool = false, needsConfirmation: Bool = false,
        result: [ArgumentDeclaration] = []
    ) -> ActionDeclaration {
        ActionDeclaration(
            action.rawValue, summary, arguments: arguments, roles: roles, guests: guests,
            isOpenByJoinLink: isOpenByJoinLink, isHubOnly: isHubOnly,
            needsConfirmation: needsConfirmation, result: result)
    }

    /// Decides an event. Members that are `nil` are left out of its data.
    package static func decision(
        _ kind: Kind, of subject: String, _ data: [String: JSON?] = [:]
    ) -> Decision {
        Decision(kind: kind.rawValue, subject: subject, data: JSON(present: data))
    }
}
