import Destinations
import JSON

/// Where something is posted to: `https://example.org/hooks/42`.
struct WebAddress: ArgumentValue {
    let text: String

    init(_ argument: JSON, label: String) throws(ArgumentProblem) {
        guard let typed = argument.text.map({ TypedText($0).text }),
            typed.isEmpty || (try? Destination(typed)) != nil
        else {
            throw ArgumentProblem(
                message: "\(label) must be an address such as https://example.org/hook")
        }
        text = typed
    }

    var isEmpty: Bool { text.isEmpty }
}
