import BoardKit
package import JSON
package import Sync

/// A number of people from 1 to 99. The JSON number `4.0` is 4; the text `"4"` is not.
package struct PartySize: ArgumentValue {
    package static let peopleMax = 99
    package static let schema = Schema(.integer(min: 1, max: peopleMax))

    package let people: Int

    package init(_ argument: JSON) throws(Reason) {
        guard case .number(let value) = argument, value.rounded() == value, value >= 1 else {
            throw Reason(.notPositive)
        }
        guard value <= Double(Self.peopleMax) else {
            throw Reason(.tooLarge, ["max": JSON(Self.peopleMax)])
        }
        people = Int(value)
    }
}
