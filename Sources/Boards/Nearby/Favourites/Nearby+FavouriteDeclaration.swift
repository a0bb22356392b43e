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
        ] + houseArguments(.optional) + typedArguments(.optional),
        roles: hosts, result: [.always("favourite", ItemID.schema, "The favourite's id")])

    private static let edit = ActionDeclaration(
        NearbyAction.edit.rawValue, "Changes a favourite.",
        arguments: [
            .favourite,
            ArgumentDeclaration(
                "name", NearbyName.self, .replacement, "What it is called, if it has no ref"),
        ] + houseArguments(.change) + typedArguments(.change), roles: hosts)

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

    /// What the house says of a place.
    private static func houseArguments(
        _ reading: ArgumentDeclaration.Reading
    ) -> [ArgumentDeclaration] {
        [
            ArgumentDeclaration(
                "stop", ItemID.self, reading, "The stop at which it is, such as njt:145"),
            ArgumentDeclaration("rating", Rating.self, reading, "The house's own stars"),
            ArgumentDeclaration(
                "notes", NearbyNotes.self, reading, "What the house should know of it",
                isPersonal: true),
            ArgumentDeclaration("tags", PartyTags.self, reading, "Words that classify it"),
        ]
    }

    /// What is typed in of a place that has no ref.
    private static func typedArguments(
        _ reading: ArgumentDeclaration.Reading
    ) -> [ArgumentDeclaration] {
        [
            ArgumentDeclaration("address", PlaceAddress.self, reading, "Where it is"),
            ArgumentDeclaration("phone", PhoneNumber.self, reading, "With its country code"),
            ArgumentDeclaration("url", PlaceLink.self, reading, "The address of its page"),
            ArgumentDeclaration("lat", Latitude.self, reading, "Its latitude, together with lon"),
            ArgumentDeclaration(
                "lon", Longitude.self, reading, "Its longitude, together with lat"),
        ]
    }
}

extension ArgumentDeclaration {
    fileprivate static let favourite = ArgumentDeclaration(
        "favourite", ItemID.self, .required, "The favourite's id")
}
