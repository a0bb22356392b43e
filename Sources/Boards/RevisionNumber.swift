import JSON

/// The revision of an event that someone names; whether there is such an event is another question.
struct RevisionNumber: ArgumentValue {
    let rev: Int

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard case .number(let value) = argument, value.rounded() == value, value >= 1 else {
            throw ArgumentProblem(message: "\(label) must be a positive integer")
        }
        // Beyond the integers that a double tells apart there is no event.
        rev = JSON.number(value).integer ?? Int.max
    }
}
