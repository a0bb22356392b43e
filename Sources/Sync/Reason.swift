public import JSON

/// The reason of a rejection: a declared problem, with the values for its placeholders.
public struct Reason: Error, Sendable, Equatable {
    public let problem: ProblemDeclaration
    /// Texts, numbers, lists of texts, and values that a board phrases itself, such as an amount of
    /// money: an object with the English words as `text`.
    private let parameters: [String: JSON]
    /// Placeholders that are filled by phrases, which are translated too.
    private let phrases: [String: Reason]

    public init(
        _ problem: ProblemDeclaration, _ parameters: [String: JSON] = [:],
        phrases: [String: Reason] = [:]
    ) {
        self.problem = problem
        self.parameters = parameters
        self.phrases = phrases
    }

    /// The English sentence.
    ///
    /// - Parameter label: the name of the field, as a sentence begins with it.
    public func message(label: String = "") -> String {
        let sentence =
            (parameters["count"] == 1 ? problem.sentenceOfOne : nil) ?? problem.sentence
        guard sentence.utf8.contains(UInt8(ascii: "{")) else { return sentence }
        var message = ""
        var rest = sentence[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            message += rest[..<open]
            let name = String(rest[rest.index(after: open)..<close])
            message += words(for: name) ?? (name == "label" ? label : "{\(name)}")
            rest = rest[rest.index(after: close)...]
        }
        return message + rest
    }

    private func words(for place: String) -> String? {
        if let phrase = phrases[place] { return phrase.message() }
        guard let value = parameters[place] else { return nil }
        if let elements = value.elements { return elements.map(Self.words).joined(separator: ", ") }
        return Self.words(value)
    }

    private static func words(_ value: JSON) -> String {
        value.text ?? value["text"]?.text ?? value.canonicalText
    }

    /// The problem, and those of its phrases.
    var problems: [ProblemDeclaration] { [problem] + phrases.values.flatMap(\.problems) }

    /// Returns the members of a message: the sentence, the code, and the values for the
    /// placeholders.
    package func members(label: String = "") -> [String: JSON] {
        var members = told
        members["message"] = .string(message(label: label))
        return members
    }

    private var told: [String: JSON] {
        var members: [String: JSON] = ["reason": .string(problem.code)]
        if !parameters.isEmpty || !phrases.isEmpty {
            members["params"] = .object(
                parameters.merging(phrases.mapValues { .object($0.told) }) { first, _ in first })
        }
        return members
    }
}
