/// Identifies a document of a view: the plain one, the masked one, or the one of a guest's subject.
///
/// Copies share one object, which knows its hash value: every client and every table of a view has
/// its key.
struct ViewKey: Sendable, Hashable {
    private let content: Content

    /// The view's name on the wire: `waitlist/host`.
    var name: String { content.name }
    /// The name without its parameters.
    var label: String { content.label }
    var isMasked: Bool { content.isMasked }
    /// `nil` if the document is the same for everybody.
    var subject: Subject? { content.subject }

    init(name: String, isMasked: Bool = false, subject: Subject? = nil) {
        content = Content(name: name, isMasked: isMasked, subject: subject)
    }

    static func == (one: ViewKey, other: ViewKey) -> Bool {
        one.content === other.content
            || one.content.hash == other.content.hash && one.name == other.name
                && one.isMasked == other.isMasked && one.subject == other.subject
    }

    func hash(into hasher: inout Hasher) { hasher.combine(content.hash) }

    private final class Content: Sendable {
        let name: String
        let label: String
        let isMasked: Bool
        let subject: Subject?
        let hash: Int

        init(name: String, isMasked: Bool, subject: Subject?) {
            self.name = name
            label = ViewRequest.label(of: name)
            self.isMasked = isMasked
            self.subject = subject
            var hasher = Hasher()
            hasher.combine(name)
            hasher.combine(isMasked)
            hasher.combine(subject)
            hash = hasher.finalize()
        }
    }
}

/// A diff of a view, from which an edge updates its screens.
struct ViewFrame: Sendable {
    let view: ViewKey
    let epoch: String
    /// The revision of the document that the diff applies to.
    let from: Int
    /// The revision of the document that it makes.
    let rev: Int
    /// The `diff` message, encoded once for everybody who gets it.
    let bytes: [UInt8]
}
