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

    /// The word's first character in upper case and a full stop. Marks for the direction of writing
    /// are characters too, but nobody sees one, so the first of the others is taken.
    private static func initial(of word: Substring) -> String {
        let visible = word.first { character in
            !character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
        }
        return (visible ?? word.first).map { $0.uppercased() + "." } ?? ""
    }
}
