import JSON

/// How many people a party is, from 1 to 99. A JSON number: `4.0` is 4, `"4"` is not.
struct PartySize: ArgumentValue {
    static let peopleMax = 99

    let people: Int

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard case .number(let value) = argument, value.rounded() == value, value >= 1 else {
            throw ArgumentProblem(message: "\(label) must be a positive integer")
        }
        guard value <= Double(Self.peopleMax) else {
            throw ArgumentProblem(message: "\(label) must be at most \(Self.peopleMax)")
        }
        people = Int(value)
    }
}
