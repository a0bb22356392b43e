import JSON
import Sync

/// A number of people from 1 to 99. The JSON number `4.0` is 4; the text `"4"` is not.
struct PartySize: ArgumentValue {
    static let peopleMax = 99
    static let schema = Schema(.integer(min: 1, max: peopleMax))

    let people: Int

    init(_ argument: JSON) throws(Reason) {
        guard case .number(let value) = argument, value.rounded() == value, value >= 1 else {
            throw Reason(.notPositive)
        }
        guard value <= Double(Self.peopleMax) else {
            throw Reason(.tooLarge, ["max": JSON(Self.peopleMax)])
        }
        people = Int(value)
    }
}
