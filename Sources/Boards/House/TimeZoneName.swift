import BoardKit
import Foundation
package import JSON
package import Sync

/// A time zone's IANA identifier: `Europe/Rome`.
package struct TimeZoneName: ArgumentValue {
    package static let schema = Schema(.text(charactersMin: 1, pattern: "^UTC$|/"))

    package let identifier: String

    package init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, text.utf8.count <= 64,
            text == "UTC" || text.contains("/"), TimeZone(identifier: text) != nil
        else {
            throw Reason(.badTimeZone)
        }
        identifier = text
    }
}
