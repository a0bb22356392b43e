import JSON
import Sync

extension JSON {
    /// The instant that a text contains.
    var instant: Instant? { text.flatMap(Instant.init(_:)) }

    /// The texts of an array that contains only texts.
    var texts: [String]? {
        guard let elements else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? texts : nil
    }
}
