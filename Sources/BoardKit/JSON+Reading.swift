public import JSON
public import Sync

extension JSON {
    /// The instant that a text contains.
    public var instant: Instant? { text.flatMap(Instant.init(_:)) }

    /// The texts of an array that contains only texts.
    package var texts: [String]? {
        guard let elements else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? texts : nil
    }
}

extension JSON {
    /// Replaces members by `JSON.mask`, at any depth. A member that is `null` stays so.
    ///
    /// - Parameter isPersonal: whether a member may concern a person, by its name and the members
    ///   beside it.
    package func masking(_ isPersonal: (_ name: String, _ members: [String: JSON]) -> Bool) -> JSON
    {
        switch self {
        case .object(let members):
            var masked = members
            for (name, member) in members {
                if isPersonal(name, members) {
                    if !member.isNull { masked[name] = .mask }
                } else {
                    masked[name] = member.masking(isPersonal)
                }
            }
            return .object(masked)
        case .array(let elements): return .array(elements.map { $0.masking(isPersonal) })
        default: return self
        }
    }
}
