import BoardKit
import JSON
import Sync

/// A position in a query: `house`, `stop:njt:145`, `40.7165,-74.3578`.
enum PlacePosition: ArgumentValue {
    case house
    case stop(String)
    case coordinates(Coordinates)

    static let schema = Schema(.text(charactersMin: 1))

    private static let stopPrefix = "stop:"

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text else { throw Reason(.badPosition) }
        if text == "house" {
            self = .house
        } else if text.hasPrefix(Self.stopPrefix) {
            self = .stop(String(text.dropFirst(Self.stopPrefix.count)))
        } else {
            guard let coordinates = Coordinates(text) else { throw Reason(.badPosition) }
            self = .coordinates(coordinates)
        }
    }
}

/// `40.7165,-74.3578`
struct CoordinatesText: ArgumentValue {
    static let schema = Schema(.text(charactersMin: 1))

    let coordinates: Coordinates

    init(_ argument: JSON) throws(Reason) {
        guard let coordinates = argument.text.flatMap({ Coordinates($0) }) else {
            throw Reason(.badPosition)
        }
        self.coordinates = coordinates
    }
}

struct QueryText: ArgumentValue {
    static let schema = Schema.text

    let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text else { throw Reason(.noText) }
        self.text = text
    }
}

/// The maximum number of stops in an answer.
typealias StopLimit = WholeNumber<1, 200>

/// The maximum number of places in an answer.
typealias PlaceLimit = WholeNumber<1, 500>

/// The highest price level of places.
typealias PriceLevel = WholeNumber<1, 4>

/// The lowest rating of places, in stars.
struct StarCount: ArgumentValue {
    static let schema = Schema(.number(min: 0, max: 5))

    let value: Double

    init(_ argument: JSON) throws(Reason) {
        guard case .number(let value) = argument, (0...5).contains(value) else {
            throw Reason(.badNumber, ["min": 0, "max": 5])
        }
        self.value = value
    }
}

/// `1` for yes, `0` for no.
struct QueryFlag: ArgumentValue {
    static let schema = Schema(.choice(["0", "1"]))

    let isOn: Bool

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, ["0", "1"].contains(text) else {
            throw Reason(.noChoice, ["choices": ["0", "1"]])
        }
        isOn = text == "1"
    }
}

/// Up to 50 refs, separated by commas.
struct RefList: ArgumentValue {
    static let countMax = 50
    static let schema = Schema.text

    let refs: [String]

    init(_ argument: JSON) throws(Reason) {
        let refs = (argument.text ?? "").split(separator: ",").map(String.init)
        guard (1...Self.countMax).contains(refs.count) else {
            throw Reason(.badRefs, ["max": JSON(Self.countMax)])
        }
        self.refs = refs
    }
}
