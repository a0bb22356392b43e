package import JSON
package import Sync

/// The id of a party, a notice or another item, as a sender wrote it. The item need not exist.
package struct ItemID: ArgumentValue {
    package static let schema = Schema(.text(charactersMin: 1))

    package let text: String

    package init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text else {
            throw Reason(.noID)
        }
        guard !text.isEmpty else { throw Reason(.required) }
        self.text = text
    }
}
