import JSON
import Sync

/// Whether something is so.
struct FlagValue: ArgumentValue {
    static let schema = Schema(.flag)

    let isOn: Bool

    init(_ argument: JSON) throws(Reason) {
        guard let isOn = argument.flag else { throw Reason(.noFlag) }
        self.isOn = isOn
    }
}
