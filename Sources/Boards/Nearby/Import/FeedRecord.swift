import BoardKit

/// The columns of a CSV file, or the members of a JSON file's objects, that are read.
protocol FeedField: CaseIterable, Hashable, RawRepresentable<String>, Sendable {
    /// The required fields: at least one of each list.
    static var needed: [[Self]] { get }
    /// The word for one record: `stop`.
    static var noun: String { get }
}

/// One record of a file. It collects the problems found while it is read.
struct FeedRecord<Field: FeedField> {
    enum Value {
        /// A text, or a number as it is written.
        case text(String)
        case other
    }

    let place: FeedPlace
    private let values: [Field: Value]
    private(set) var problems: [String] = []

    init(_ values: [Field: Value], at place: FeedPlace) {
        self.values = values
        self.place = place
    }

    static var charactersMax: Int { 255 }

    /// Returns the text of the first field that has one, on one line. Returns `nil` if there is
    /// none or there is a problem.
    mutating func text(_ fields: Field...) -> String? { text(firstOf: fields) }

    mutating func requiredText(_ fields: Field...) -> String? {
        let problemCount = problems.count
        let text = text(firstOf: fields)
        if text == nil, problems.count == problemCount {
            problems.append("\(fields[0].rawValue) is a required field.")
        }
        return text
    }

    /// Returns the text of a field, which must differ from those of all other records.
    ///
    /// - Parameter places: the places of earlier records, by their texts.
    mutating func uniqueText(_ field: Field, in places: [String: FeedPlace]) -> String? {
        let text = requiredText(field)
        if let text, let earlier = places[text] {
            add("is the same as in \(earlier.text)", field)
        }
        return text
    }

    mutating func number(_ fields: Field..., in range: ClosedRange<Double>) -> Double? {
        let field = fields.first { values[$0] != nil } ?? fields[0]
        guard let text = requiredText(field) else { return nil }
        guard let number = Double(decimal: text), range.contains(number) else {
            let bounds = "from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
            add("must be a number \(bounds)", field)
            return nil
        }
        return number
    }

    /// Returns a position other than `0,0`, which many files use for an unknown one.
    mutating func position(_ latitudes: [Field], _ longitudes: [Field]) -> Coordinates? {
        let latitude = latitudes.first { values[$0] != nil } ?? latitudes[0]
        let longitude = longitudes.first { values[$0] != nil } ?? longitudes[0]
        let north = number(latitude, in: Coordinates.latitudes)
        let east = number(longitude, in: Coordinates.longitudes)
        guard let north, let east else { return nil }
        guard north != 0 || east != 0 else {
            problems.append("\(latitude.rawValue) and \(longitude.rawValue) must not both be 0")
            return nil
        }
        return Coordinates(latitude: north, longitude: east)
    }

    mutating func add(_ message: String, _ field: Field) {
        problems.append("\(field.rawValue) \(message)")
    }

    private mutating func text(firstOf fields: [Field]) -> String? {
        for field in fields {
            guard let value = values[field] else { continue }
            guard case .text(let written) = value else {
                add("must be a text", field)
                return nil
            }
            let text = TypedText(folding: written)
            if text.text.isEmpty { continue }
            guard
                text.text.utf8.count <= Self.charactersMax
                    || !text.isLonger(than: Self.charactersMax)
            else {
                add("must be at most \(Self.charactersMax) characters", field)
                return nil
            }
            guard !text.hasControlCharacters else {
                add("must not contain control characters", field)
                return nil
            }
            return text.text
        }
        return nil
    }
}

/// The first 8 texts of a list such as `pizza; kebab`. A longer list would take many times the
/// memory of its text.
struct FeedList {
    let texts: [String]

    init(_ list: String) {
        let texts = list.split(separator: ";").lazy.map { TypedText(String($0)).text }
        self.texts = Array(texts.filter { !$0.isEmpty }.prefix(8))
    }
}
