import BoardKit
import Sync
import WaitlistBoard

/// The actions on favourites.
extension Nearby {
    static let favouriteActions = [add, edit, remove, visit, unvisit]

    private static let add = ActionDeclaration(
        NearbyAction.add.rawValue, "Adds a favourite: a place of the source, or one typed in.",
        arguments: [
            ArgumentDeclaration(
                "ref", ItemID.self, .optional, "What the source calls the place"),
            ArgumentDeclaration(
                "name", NearbyName.self, .optional, "What a place is called that has no ref"),
        ] + Favourite.houseFields.ofNew + Favourite.typedFields.ofNew,
        roles: hosts, result: [.always("favourite", ItemID.schema, "The favourite's id")])

    private static let edit = ActionDeclaration(
        NearbyAction.edit.rawValue, "Changes a favourite.",
        arguments: [
            .favourite,
            ArgumentDeclaration(
                "name", NearbyName.self, .replacement, "What it is called, if it has no ref"),
        ] + Favourite.houseFields.ofEdit + Favourite.typedFields.ofEdit, roles: hosts)

    private static let remove = ActionDeclaration(
        NearbyAction.remove.rawValue, "Removes a favourite.", arguments: [.favourite],
        roles: hosts)

    private static let visit = ActionDeclaration(
        NearbyAction.visit.rawValue, "Notes a visit to a favourite.",
        arguments: [
            .favourite,
            ArgumentDeclaration("on", VisitDate.self, .required, "The date, not in the future"),
            ArgumentDeclaration(
                "notes", NearbyNotes.self, .optional, "How it was", isPersonal: true),
        ],
        roles: hosts, result: [.always("visit", ItemID.schema, "The visit's id")])

    private static let unvisit = ActionDeclaration(
        NearbyAction.unvisit.rawValue, "Removes a visit.",
        arguments: [ArgumentDeclaration("visit", ItemID.self, .required, "The visit's id")],
        roles: hosts)
}

extension ArgumentDeclaration {
    fileprivate static let favourite = ArgumentDeclaration(
        "favourite", ItemID.self, .required, "The favourite's id")
}
