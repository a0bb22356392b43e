/// A station of an imported timetable.
struct Stop: Sendable, Equatable {
    /// The id within the feed, without the feed's name.
    let id: String
    let name: String
    var code: String?
    /// The name to show, if the file has one.
    var displayName: String?
    var town: String?
    var zip: String?
    var mode: String?
    var aliases: [String] = []
    let position: Coordinates

    /// The name that people see. A name in capitals is shown in title case.
    var shownName: String { displayName ?? Self.titleCase(name) }

    /// Converts a name in capitals to title case. Returns any other name unchanged. A letter after
    /// a digit or an apostrophe does not begin a word.
    static func titleCase(_ name: String) -> String {
        guard name.contains(where: \.isUppercase), !name.contains(where: \.isLowercase) else {
            return name
        }
        var title = ""
        var isInWord = false
        for character in name {
            title += isInWord ? character.lowercased() : String(character)
            isInWord =
                character.isLetter || character.isNumber || character == "'" || character == "’"
        }
        return title
    }
}

/// A postcode and the centre of its area.
struct Zip: Sendable, Equatable {
    let code: String
    let town: String
    let position: Coordinates
}
