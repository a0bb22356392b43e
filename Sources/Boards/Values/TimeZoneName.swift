import Foundation
import JSON
import Sync

/// A time zone's IANA identifier: `Europe/Rome`.
struct TimeZoneName: ArgumentValue {
    static let schema = Schema(.text(charactersMin: 1, pattern: "^UTC$|/"))

    let identifier: String

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text, text.utf8.count <= 64,
            text == "UTC" || text.contains("/"), TimeZone(identifier: text) != nil
        else {
            throw Reason(.badTimeZone)
        }
        identifier = text
    }
}
