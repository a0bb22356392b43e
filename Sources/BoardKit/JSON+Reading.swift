public import JSON
public import Sync

extension JSON {
    public var instant: Instant? { text.flatMap(Instant.init(_:)) }

    /// The elements of an array of texts; `nil` if one is not a text.
    package var texts: [String]? {
        guard let elements else { return nil }
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? texts : nil
    }
}

extension JSON {
    /// Replaces members by `JSON.mask`, at any depth. Members that are `null` stay `null`.
    ///
    /// - Parameter isPersonal: whether a member contains personal data, by its name and the members
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
