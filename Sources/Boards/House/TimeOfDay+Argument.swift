package import BoardKit
package import JSON
package import Sync

extension TimeOfDay: ArgumentValue {
    package static let schema = Schema(.text(pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"))

    package init(_ argument: JSON) throws(Reason) {
        guard let time = Self(argument.text) else {
            throw Reason(.badTimeOfDay)
        }
        self = time
    }
}
