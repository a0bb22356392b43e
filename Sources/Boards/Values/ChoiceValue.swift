import JSON
import Sync

/// One of a few words.
extension ArgumentValue where Self: CaseIterable & RawRepresentable<String> {
    static var schema: Schema { Schema(.choice(allCases.map(\.rawValue))) }

    init(_ argument: JSON) throws(Reason) {
        guard let choice = argument.text.flatMap(Self.init(rawValue:)) else {
            throw Reason(.noChoice, ["choices": Self.choices])
        }
        self = choice
    }
}

extension CaseIterable where Self: RawRepresentable<String> {
    static var choices: JSON { .array(allCases.map { .string($0.rawValue) }) }
}

/// Something that is on or off.
struct Switch: ArgumentValue {
    static let schema = Schema(.flag)

    let isOn: Bool

    init(_ argument: JSON) throws(Reason) {
        guard let isOn = argument.flag else { throw Reason(.noFlag) }
        self.isOn = isOn
    }
}
