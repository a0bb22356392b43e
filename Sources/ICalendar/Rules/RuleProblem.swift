/// A reason why a text is not a valid recurrence rule.
public enum RuleProblem: Error, Hashable, Sendable {
    case malformed
    case unknownFrequency
    case unknownPart(String)
    case repeatedPart(String)
    case badValue(String)
    case zeroInterval
    case countAndUntil
    /// RFC 5545 forbids the part with this frequency or without another part.
    case notAllowed(String)

    /// The message shown to a person.
    public var text: String {
        switch self {
        case .malformed: "The rule can't be read"
        case .unknownFrequency: "The rule has no known FREQ"
        case .unknownPart(let name): "The rule has an unknown part \(name)"
        case .repeatedPart(let name): "The rule has \(name) twice"
        case .badValue(let name): "The rule has an invalid value of \(name)"
        case .zeroInterval: "The rule has an INTERVAL of 0"
        case .countAndUntil: "The rule has COUNT and UNTIL"
        case .notAllowed(let name): "The rule can't have \(name)"
        }
    }
}
