package import BoardKit

extension Party {
    /// Returns the public part of the party's name.
    package func label(_ privacy: LabelPrivacy) -> String {
        privacy.label(of: name) ?? String(number)
    }
}

extension LabelPrivacy {
    /// Returns the public part of a guest's name, or `nil` if nothing is public.
    package func label(of name: String) -> String? {
        let words = Self.words(of: name)
        guard let first = words.first, let last = words.last else { return nil }
        switch self {
        case .full: return name
        case .firstInitial:
            return words.count == 1 ? String(first) : "\(first) \(Self.initial(of: last))"
        case .initials:
            let initial = Self.initial(of: first)
            return words.count == 1 ? initial : "\(initial) \(Self.initial(of: last))"
        case .number: return nil
        }
    }

    /// Returns the words of a label. A word of emoji has no initial, so it is left out unless there
    /// are no other words.
    private static func words(of name: String) -> [Substring] {
        let words = name.split { $0.isWhitespace }
        let named = words.filter { !$0.isPictures }
        return named.isEmpty ? words : named
    }

    /// Returns the word's initial in upper case, with a full stop. Quotes, brackets and invisible
    /// direction marks are skipped. If the word has nothing else, its first visible character is
    /// used.
    private static func initial(of word: Substring) -> String {
        let visible = word.filter { character in
            !character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
        }
        let first = visible.first { !($0.isPunctuation || $0.isMathSymbol || $0.isCurrencySymbol) }
        return (first ?? visible.first ?? word.first).map { $0.uppercased() + "." } ?? ""
    }
}

extension Substring {
    /// Whether the word consists of emoji or other pictures, with or without punctuation: `😀!`.
    fileprivate var isPictures: Bool {
        contains(where: \.isPicture)
            && allSatisfy { $0.isPicture || !($0.isLetter || $0.isNumber) }
    }
}

extension Character {
    /// Whether the character is displayed as a picture. That includes a digit with an emoji
    /// variation selector (U+FE0F).
    fileprivate var isPicture: Bool {
        unicodeScalars.contains {
            $0.properties.generalCategory == .otherSymbol || $0 == "\u{FE0F}"
        }
    }
}
