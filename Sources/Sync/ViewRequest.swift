public import JSON
import URIText

/// A view with the values of its parameters.
public struct ViewRequest: Sendable {
    /// The view's name without parameters: `planner/day`.
    public let view: String
    /// By parameter name. Parameters that were not given are absent.
    public let arguments: [String: JSON]
    /// The canonical name on the wire: `planner/day?date=2026-11-20`.
    public let name: String

    /// - Parameter name: the canonical name.
    package init(view: String, arguments: [String: JSON], name: String) {
        self.view = view
        self.arguments = arguments
        self.name = name
    }

    /// The maximum length of a name in bytes.
    static let nameBytesMax = 512
    /// Names that queries use for other purposes.
    static let reservedNames: Set<String> = ["rev", "as"]

    /// Returns a view's name without its parameters, for metrics and logs: parameters may contain
    /// anything.
    public static func label(of name: String) -> String {
        guard let end = name.utf8.firstIndex(of: UInt8(ascii: "?")) else { return name }
        return String(name[..<end])
    }
}

extension ViewDeclaration {
    /// Parses a view's name. Each document has exactly one name, so that everybody who watches it
    /// gets the same frames: parameters are in the order of their declaration, and all bytes except
    /// `A-Z a-z 0-9 - . _ ~` are percent-encoded (RFC 3986, section 2.1).
    ///
    /// - Throws: `invalid`, with a sentence that says what would be right.
    func request(named name: String) throws(Rejection) -> ViewRequest {
        var values: [(name: String, value: String)] = []
        if let start = name.utf8.firstIndex(of: UInt8(ascii: "?")) {
            let query = name[name.utf8.index(after: start)...]
            for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
                let parts = pair.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, let value = PercentCoding.decode(parts[1]) else {
                    throw Rejection(.invalid, .noPair)
                }
                values.append((String(parts[0]), value))
            }
        }
        let request = try request(values)
        guard request.name == name else {
            throw Rejection(.invalid, .otherName, ["name": .string(request.name)])
        }
        return request
    }

    /// Creates a request from parameters in any order.
    ///
    /// - Throws: `invalid`, with a sentence that says what would be right.
    func request(_ values: [(name: String, value: String)]) throws(Rejection) -> ViewRequest {
        if let unknown = values.first(where: { value in
            !parameters.contains { $0.name == value.name }
        }) {
            throw Rejection(
                .invalid, .unknownParameter, ["name": .string(String(unknown.name.prefix(40)))])
        }
        var arguments: [String: JSON] = [:]
        var pairs: [String] = []
        for parameter in parameters {
            let given = values.filter { $0.name == parameter.name }
            guard given.count <= 1 else {
                throw parameter.refusal(.parameterTwice)
            }
            guard let text = given.first?.value else {
                if !parameter.isRequired { continue }
                throw parameter.refusal(.requiredParameter)
            }
            arguments[parameter.name] = try parameter.value(ofParameter: text)
            pairs.append("\(parameter.name)=\(PercentCoding.encode(text))")
        }
        let whole = pairs.isEmpty ? name : "\(name)?\(pairs.joined(separator: "&"))"
        guard whole.utf8.count <= ViewRequest.nameBytesMax else {
            throw Rejection(.invalid, .longName, ["max": JSON(ViewRequest.nameBytesMax)])
        }
        return ViewRequest(view: name, arguments: arguments, name: whole)
    }
}

extension ArgumentDeclaration {
    /// Parses a parameter.
    ///
    /// - Throws: `invalid`, with a sentence that says what would be right.
    fileprivate func value(ofParameter text: String) throws(Rejection) -> JSON {
        switch schema.shape {
        case .text(let min, let max, _, _, _, _):
            let charactersMin = Swift.max(min, 1)
            guard text.count >= charactersMin, text.count <= max ?? .max else {
                guard let max else { throw refusal(.shortParameter) }
                throw charactersMin == max
                    ? refusal(.parameterLengthIs, ["count": JSON(max)])
                    : refusal(.parameterLength, ["min": JSON(charactersMin), "max": JSON(max)])
            }
            return .string(text)
        case .integer(let min, let max):
            guard let integer = Int(text), String(integer) == text,
                integer >= min, integer <= max ?? .max
            else {
                guard let max else { throw refusal(.parameterMin, ["min": JSON(min)]) }
                throw refusal(.parameterRange, ["min": JSON(min), "max": JSON(max)])
            }
            return JSON(integer)
        case .choice(let choices):
            guard choices.contains(text) else {
                throw refusal(.parameterChoice, ["choices": .array(choices.map(JSON.string))])
            }
            return .string(text)
        case .number, .flag, .elements, .object, .record, .table, .any:
            throw refusal(.noParameter)
        }
    }

    fileprivate func refusal(
        _ problem: ProblemDeclaration, _ values: [String: JSON] = [:]
    ) -> Rejection {
        Rejection(.invalid, problem, values.merging(["name": .string(name)]) { first, _ in first })
    }
}
