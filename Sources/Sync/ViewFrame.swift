/// Identifies a document of a view: the plain one, the masked one, or the one of a guest's subject.
struct ViewKey: Sendable, Hashable {
    /// The view's name on the wire: `waitlist/host`.
    var name: String
    var isMasked = false
    /// `nil` if the document is the same for everybody.
    var subject: Subject?
}

/// A diff of a view: everything that an edge needs to know of an event to update its screens.
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
