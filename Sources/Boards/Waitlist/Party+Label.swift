import Sync

extension Party {
    /// The party's name as far as the venue shows it to everybody.
    func label(_ privacy: LabelPrivacy) -> String {
        let words = name.split { $0.isWhitespace }
        guard let first = words.first, let last = words.last else { return String(number) }
        switch privacy {
        case .full: return name
        case .firstInitial: return words.count == 1 ? name : "\(first) \(Self.initial(of: last))"
        case .initials:
            let initial = Self.initial(of: first)
            return words.count == 1 ? initial : "\(initial) \(Self.initial(of: last))"
        case .number: return String(number)
        }
    }

    /// The word's first character in upper case and a full stop. A quote or a bracket in front is
    /// no initial, nor is a mark for the direction of writing, which nobody sees; in a word of
    /// nothing else the first that one sees is taken.
    private static func initial(of word: Substring) -> String {
        let visible = word.filter { character in
            !character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
        }
        let first = visible.first { !($0.isPunctuation || $0.isMathSymbol || $0.isCurrencySymbol) }
        return (first ?? visible.first ?? word.first).map { $0.uppercased() + "." } ?? ""
    }
}
