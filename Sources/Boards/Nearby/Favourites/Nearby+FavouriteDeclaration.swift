import BoardKit
import Sync

extension Nearby {
    static let favouriteActions = [add, edit, remove, visit, unvisit]

    private static let add = action(
        .add, causes: [.added], "Adds a favourite: a place of the source, or one typed in.",
        [
            .optional("ref", ItemID.self, "What the source calls the place"),
            .optional("name", NearbyName.self, "What a place is called that has no ref"),
        ] + Favourite.houseFields.ofNew + Favourite.typedFields.ofNew,
        roles: hosts, result: [.always("favourite", ItemID.schema, "The favourite's id")])

    private static let edit = action(
        .edit, causes: [.edited], "Changes a favourite.",
        [
            .favourite,
            .replacement("name", NearbyName.self, "What it is called, if it has no ref"),
        ] + Favourite.houseFields.ofEdit + Favourite.typedFields.ofEdit,
        roles: hosts)

    private static let remove = action(
        .remove, causes: [.removed], "Removes a favourite.", [.favourite], roles: hosts)

    private static let visit = action(
        .visit, causes: [.visited], "Notes a visit to a favourite.",
        [
            .favourite,
            .required("on", VisitDate.self, "The date, not in the future"),
            .optional("notes", NearbyNotes.self, "How it was", isPersonal: true),
        ],
        roles: hosts, result: [.always("visit", ItemID.schema, "The visit's id")])

    private static let unvisit = action(
        .unvisit, causes: [.unvisited], "Removes a visit.",
        [.required("visit", ItemID.self, "The visit's id")],
        roles: hosts)
}

extension ArgumentDeclaration {
    fileprivate static let favourite = required("favourite", ItemID.self, "The favourite's id")
}
