import JSON

/// The text by which someone names a party or a notice; whether there is one is another question.
struct ThingName: ArgumentValue {
    let text: String

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let text = argument.text else {
            throw ArgumentProblem(message: "\(label) must be an id, which is a text")
        }
        guard !text.isEmpty else { throw .isRequired(label) }
        self.text = text
    }
}
