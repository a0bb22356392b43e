import BoardKit
import Foundation

/// The folded names and towns of stops, one after the other. A search scans all stops. An index of
/// words would save milliseconds, but take many times the memory of the file.
struct StopTexts: Sendable {
    enum Where { case name, town }

    /// The quality of a match, best first.
    enum Rank: Int, CaseIterable { case nameBegins, wordBegins, other }

    /// The place of a stop's texts.
    private struct Span {
        let start: UInt32
        /// The end of the first name.
        let nameEnd: UInt32
        let townStart: UInt32
        let end: UInt32

        var nameSize: Int { Int(nameEnd - start) }
    }

    /// The texts of each stop: the shown name, the file's name if it differs, the aliases, and the
    /// town, each preceded by a byte that no text contains.
    private var bytes: [UInt8] = []
    private var spans: [Span] = []

    private static let beforeName: UInt8 = 0x0A
    private static let beforeOther: UInt8 = 0x0B
    private static let space: UInt8 = 0x20

    mutating func append(_ stop: Stop) {
        let start = end
        let shown = FoldedText.foldWords(stop.shownName)
        append(shown, after: Self.beforeName)
        let nameEnd = end
        if stop.displayName != nil {
            let name = FoldedText.foldWords(stop.name)
            if name != shown { append(name, after: Self.beforeName) }
        }
        for alias in stop.aliases {
            append(FoldedText.foldWords(alias), after: Self.beforeOther)
        }
        let townStart = end
        if let town = stop.town { append(FoldedText.foldWords(town), after: Self.beforeOther) }
        spans.append(Span(start: start, nameEnd: nameEnd, townStart: townStart, end: end))
    }

    private mutating func append(_ text: String, after separator: UInt8) {
        bytes.append(separator)
        bytes += text.utf8
    }

    private var end: UInt32 { UInt32(bytes.count) }

    /// Compares the first names of two stops. Returns a negative number if the first stop's name
    /// sorts first.
    func compareNames(_ one: Int, _ other: Int) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let texts = bytes.baseAddress else { return 0 }
            let (one, other) = (spans[one], spans[other])
            let common = memcmp(
                texts + Int(one.start), texts + Int(other.start), min(one.nameSize, other.nameSize))
            return common == 0 ? one.nameSize - other.nameSize : Int(common)
        }
    }

    mutating func reorder(_ numbers: [Int]) { spans = numbers.map { spans[$0] } }

    /// Returns where a stop contains the whole text, or a word for each word of the text. Returns
    /// `nil` if it contains neither.
    func find(_ text: StopQuery, row: Int) -> Where? {
        let span = spans[row]
        return bytes.withUnsafeBytes { bytes in
            let stop = UnsafeRawBufferPointer(rebasing: bytes[Int(span.start)..<Int(span.end)])
            let names = UnsafeRawBufferPointer(rebasing: stop[..<Int(span.townStart - span.start)])
            let found = stop.firstOffset(of: text.text, from: 0)
            if let found, found < names.count { return .name }
            guard Self.hasAllWords(of: text, stop) else { return found == nil ? nil : .town }
            return Self.hasAllWords(of: text, names) ? .name : .town
        }
    }

    private static func hasAllWords(of text: StopQuery, _ texts: UnsafeRawBufferPointer) -> Bool {
        text.words.allSatisfy { word in
            hasWord(texts, word.begins, isWhole: false)
                || word.isMeantBy.contains { hasWord(texts, $0, isWhole: true) }
        }
    }

    private static func hasWord(
        _ texts: UnsafeRawBufferPointer, _ word: [UInt8], isWhole: Bool
    ) -> Bool {
        var offset = 0
        while let found = texts.firstOffset(of: word, from: offset) {
            let end = found + word.count
            if texts[found - 1] <= space, !isWhole || end == texts.count || texts[end] <= space {
                return true
            }
            offset = found + 1
        }
        return false
    }

    func rank(_ text: StopQuery, row: Int) -> Rank {
        bytes.withUnsafeBytes { bytes in
            let stop = UnsafeRawBufferPointer(
                rebasing: bytes[Int(spans[row].start)..<Int(spans[row].end)])
            var rank = Rank.other
            var offset = 0
            while let found = stop.firstOffset(of: text.text, from: offset) {
                let before = stop[found - 1]
                if before == Self.beforeName { return .nameBegins }
                if before <= Self.space { rank = .wordBegins }
                offset = found + 1
            }
            return rank
        }
    }
}

/// A folded text to search for.
struct StopQuery {
    struct Word {
        /// The bytes with which a matching word begins.
        let begins: [UInt8]
        /// Whole words that mean the same.
        let isMeantBy: [[UInt8]]
    }

    let text: [UInt8]
    let words: [Word]

    init(folded text: String) {
        self.text = Array(text.utf8)
        words = Set(text.split(separator: " ")).map { word in
            let meanings = Self.meanings.filter { $0.meant.hasPrefix(word) }
            return Word(begins: Array(word.utf8), isMeantBy: meanings.map { Array($0.word.utf8) })
        }
    }

    /// Pairs of abbreviations and words, in both directions.
    private static let meanings = [
        ("st", "street"), ("ave", "avenue"), ("jct", "junction"), ("sta", "station"),
        ("ctr", "center"), ("rd", "road"), ("sq", "square"), ("phl", "philadelphia"),
    ].flatMap { [(word: $0.0, meant: $0.1), (word: $0.1, meant: $0.0)] }
}

extension UnsafeRawBufferPointer {
    /// Returns the first offset, from the given one on, at which non-empty bytes occur.
    func firstOffset(of bytes: [UInt8], from offset: Int) -> Int? {
        guard let baseAddress else { return nil }
        var offset = offset
        while offset + bytes.count <= count {
            let rest = count - offset - bytes.count + 1
            guard let found = memchr(baseAddress + offset, Int32(bytes[0]), rest) else {
                return nil
            }
            offset = UnsafeRawPointer(found) - baseAddress
            if memcmp(found, bytes, bytes.count) == 0 { return offset }
            offset += 1
        }
        return nil
    }
}
