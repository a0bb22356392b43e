import JSON
import Sync

extension JSON {
    /// A text that is an instant.
    var instant: Instant? { text.flatMap(Instant.init(_:)) }

    /// The texts of an array of nothing else.
    var texts: [String]? {
        guard let elements else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? texts : nil
    }
}
