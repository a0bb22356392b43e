import BoardKit
import Foundation

/// The folded names and towns of stops, one after the other. A search looks at every stop. An index
/// of words would save milliseconds, but needs many times the memory of the file.
struct StopTexts: Sendable {
    enum Where { case name, town }

    /// How well a stop is found, the best first.
    enum Rank: Int, CaseIterable { case nameBegins, wordBegins, other }

    /// Where the texts of a stop lie.
    private struct Span {
        let start: UInt32
        /// Where the first name ends.
        let nameEnd: UInt32
        let townStart: UInt32
        let end: UInt32

        var nameSize: Int { Int(nameEnd - start) }
    }

    /// For each stop the name as it is shown, the name of the file if it differs, the aliases, and
    /// the town, each after a byte that no text has.
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

    /// Compares the first names of two stops. Negative if the name of the first stop sorts first.
    func compareNames(_ one: Int, _ other: Int) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let texts = bytes.baseAddress else { return 0 }
            let (one, other) = (spans[one], spans[other])
            let common = memcmp(
                texts + Int(one.start), texts + Int(other.start), min(one.nameSize, other.nameSize))
            return common == 0 ? one.nameSize - other.nameSize : Int(common)
        }
    }

    /// Puts the stops in another order.
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

/// A folded text that stops are searched for.
struct StopQuery {
    struct Word {
        /// What a written word begins with.
        let begins: [UInt8]
        /// The whole words that mean such a word.
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

    /// What abbreviations mean, and the reverse.
    private static let meanings = [
        ("st", "street"), ("ave", "avenue"), ("jct", "junction"), ("sta", "station"),
        ("ctr", "center"), ("rd", "road"), ("sq", "square"), ("phl", "philadelphia"),
    ].flatMap { [(word: $0.0, meant: $0.1), (word: $0.1, meant: $0.0)] }
}

extension UnsafeRawBufferPointer {
    /// Where bytes, of which there is at least one, begin for the first time at an offset or after
    /// it.
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
