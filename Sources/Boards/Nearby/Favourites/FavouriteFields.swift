import BoardKit
import JSON
import Sync
import WaitlistBoard

extension Favourite {
    /// The fields that the house fills in, in the order in which problems are reported.
    static let houseFields = [
        FieldDeclaration("stop", ItemID.self, "The stop at which it is, such as njt:145"),
        FieldDeclaration("rating", Rating.self, "The house's own stars"),
        FieldDeclaration(
            "notes", NearbyNotes.self, "What the house should know of it", isPersonal: true),
        FieldDeclaration("tags", PartyTags.self, "Words that classify it"),
    ]

    /// The fields of a place without a ref, which somebody types in.
    static let typedFields = addressFields + positionFields

    fileprivate static let addressFields = [
        FieldDeclaration("address", PlaceAddress.self, "Where it is"),
        FieldDeclaration("phone", PhoneNumber.self, "With its country code"),
        FieldDeclaration("url", PlaceLink.self, "The address of its page"),
    ]

    fileprivate static let positionFields = [
        FieldDeclaration("lat", Latitude.self, "Its latitude, together with lon"),
        FieldDeclaration("lon", Longitude.self, "Its longitude, together with lat"),
    ]
}

/// The fields of a new favourite, in the order in which their problems are reported.
struct NewFavourite {
    let ref: ItemID?
    private(set) var values: [String: JSON]

    init(_ arguments: inout Arguments) {
        let hasRef = arguments.hasValue("ref")
        let hasBoth = hasRef && arguments.hasValue("name")
        ref = arguments.optional("ref")
        if hasBoth, arguments.hasNoProblem(at: ["ref"]) { arguments.add(.refWithName, at: "ref") }
        let name: NearbyName? =
            hasRef ? arguments.optional("name") : arguments.required("name")
        values = Favourite.houseFields.new(in: &arguments)
        values["name"] = name?.stored
        if hasRef {
            for field in Favourite.typedFields where arguments.hasValue(field.name) {
                arguments.refuse(field.name, .givenWithRef)
            }
        }
        values.merge(Favourite.addressFields.new(in: &arguments)) { $1 }
        if !hasRef { arguments.requireWholePosition() }
        values.merge(Favourite.positionFields.new(in: &arguments)) { $1 }
    }
}

/// The new values of a favourite's fields.
struct FavouriteEdit {
    /// By field; `null` removes the value.
    private(set) var values: [String: JSON]

    /// Whether it changes a field that a source would provide.
    let changesPlace: Bool

    init(_ arguments: inout Arguments) {
        changesPlace =
            arguments.has("name") || Favourite.typedFields.areGiven(in: arguments)
        let isEmpty = !changesPlace && !Favourite.houseFields.areGiven(in: arguments)
        let name: NearbyName? = arguments.replacement(of: "name")
        if isEmpty { arguments.add(.nothingToChange, at: "name") }
        values = Favourite.houseFields.edit(in: &arguments)
        values["name"] = name?.stored
        values.merge(Favourite.addressFields.edit(in: &arguments)) { $1 }
        arguments.requireWholePosition()
        values.merge(Favourite.positionFields.edit(in: &arguments)) { $1 }
    }
}

extension Arguments {
    /// Requires latitude and longitude if one of them is present.
    fileprivate mutating func requireWholePosition() {
        let hasLatitude = hasValue("lat")
        guard hasLatitude != hasValue("lon") else { return }
        let missing = hasLatitude ? "lon" : "lat"
        refuse(missing, .required)
    }
}
