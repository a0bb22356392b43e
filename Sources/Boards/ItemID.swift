import JSON
import Sync

/// The id of a party, a notice or another item, as a sender wrote it. The item need not exist.
struct ItemID: ArgumentValue {
    static let schema = Schema(.text(charactersMin: 1))

    let text: String

    init(_ argument: JSON) throws(Reason) {
        guard let text = argument.text else {
            throw Reason(.noID)
        }
        guard !text.isEmpty else { throw Reason(.required) }
        self.text = text
    }
}
