public import JSON
public import Sync

/// One of several words.
extension ArgumentValue where Self: CaseIterable & RawRepresentable<String> {
    public static var schema: Schema { Schema(.choice(allCases.map(\.rawValue))) }

    public init(_ argument: JSON) throws(Reason) {
        guard let choice = argument.text.flatMap(Self.init(rawValue:)) else {
            throw Reason(.noChoice, ["choices": Self.choices])
        }
        self = choice
    }
}

/// One of several words, with a problem of its own for all other values.
package protocol ChoiceValue: ArgumentValue, CaseIterable, RawRepresentable<String> {
    static var problem: ProblemDeclaration { get }
}

extension ChoiceValue {
    package init(_ argument: JSON) throws(Reason) {
        guard let choice = argument.text.flatMap(Self.init(rawValue:)) else {
            throw Reason(Self.problem)
        }
        self = choice
    }
}

extension CaseIterable where Self: RawRepresentable<String> {
    package static var choices: JSON { .array(allCases.map { .string($0.rawValue) }) }
}

/// A value that is on or off.
package struct Switch: StoredValue {
    package static let schema = Schema(.flag)

    package let isOn: Bool
    package var stored: JSON { .bool(isOn) }

    package init(_ argument: JSON) throws(Reason) {
        guard let isOn = argument.flag else { throw Reason(.noFlag) }
        self.isOn = isOn
    }
}
