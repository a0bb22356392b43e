import Foundation

/// The words of many rows, for finding the rows by parts of words.
///
/// Each word is kept once, in sorted order, with the rows that have it. Rows are told apart by
/// whether a word is part of a name or of a town, and whether it is written or only meant by an
/// abbreviation.
struct WordIndex: Sendable {
    /// Rows by where the word is.
    struct Rows {
        var names: RowSet
        var towns: RowSet

        var all: RowSet {
            var all = names
            all.formUnion(towns)
            return all
        }

        mutating func formIntersection(_ other: Rows) {
            names.formIntersection(other.names)
            towns.formIntersection(other.towns)
        }
    }

    /// A row, and in the lowest two bits where the word is.
    fileprivate struct Posting {
        private let value: UInt32

        init(row: Int, isTown: Bool, isMeant: Bool) {
            value = UInt32(row) << 2 | (isTown ? 2 : 0) | (isMeant ? 1 : 0)
        }

        var row: Int { Int(value >> 2) }
        var isTown: Bool { value & 2 != 0 }
        var isMeant: Bool { value & 1 != 0 }
    }

    private static let lineFeed: UInt8 = 0x0A

    private let rowCount: Int
    /// All words, each with a line feed after it.
    private let text: [UInt8]
    /// Where each word begins, and at last where they all end.
    private let starts: [Int32]
    private let postings: [Posting]
    /// Where the postings of each word begin, and at last where they all end.
    private let postingStarts: [Int32]

    /// What abbreviations mean, and the reverse.
    private static let meanings: [Substring: Substring] = {
        let abbreviations: [Substring: Substring] = [
            "st": "street", "ave": "avenue", "jct": "junction", "sta": "station", "ctr": "center",
            "rd": "road", "sq": "square", "phl": "philadelphia",
        ]
        let reverse = abbreviations.map { ($0.value, $0.key) }
        return abbreviations.merging(reverse) { one, _ in one }
    }()

    /// Collects the words of rows.
    struct Builder {
        fileprivate var postings: [Substring: [Posting]] = [:]

        /// - Parameter text: folded.
        mutating func add(_ text: String, row: Int, isTown: Bool) {
            for word in text.split(separator: " ") {
                add(word, Posting(row: row, isTown: isTown, isMeant: false))
                if let meaning = WordIndex.meanings[word] {
                    add(meaning, Posting(row: row, isTown: isTown, isMeant: true))
                }
            }
        }

        private mutating func add(_ word: Substring, _ posting: Posting) {
            postings[word, default: []].append(posting)
        }
    }

    init(_ builder: Builder, rowCount: Int) {
        let sorted = builder.postings.map { (word: Array($0.key.utf8), postings: $0.value) }
            .sorted { $0.word.lexicographicallyPrecedes($1.word) }
        var text: [UInt8] = []
        var starts: [Int32] = [0]
        var postings: [Posting] = []
        var postingStarts: [Int32] = [0]
        for entry in sorted {
            text += entry.word
            text.append(Self.lineFeed)
            starts.append(Int32(text.count))
            postings += entry.postings
            postingStarts.append(Int32(postings.count))
        }
        self.rowCount = rowCount
        self.text = text
        self.starts = starts
        self.postings = postings
        self.postingStarts = postingStarts
    }

    private var noRows: Rows {
        Rows(names: RowSet(rowCount: rowCount), towns: RowSet(rowCount: rowCount))
    }

    /// The rows with a word that begins with a text, and of those the ones where it is written.
    func rows(beginningWith prefix: Substring) -> (meant: Rows, written: Rows) {
        let prefix = Array(prefix.utf8)
        let words = 0..<(starts.count - 1)
        let first = words.partitionPoint { !word($0).lexicographicallyPrecedes(prefix) }
        let end = words[first...].partitionPoint { !word($0).starts(with: prefix) }
        var meant = noRows
        var written = noRows
        for posting in postings[Int(postingStarts[first])..<Int(postingStarts[end])] {
            Self.insert(posting, into: &meant)
            if !posting.isMeant { Self.insert(posting, into: &written) }
        }
        return (meant, written)
    }

    /// The rows with a written word that contains a text.
    func rows(containing part: Substring) -> Rows { rows(withWordsThatHave: Array(part.utf8)) }

    /// The rows with a written word that ends with a text.
    func rows(endingWith suffix: Substring) -> Rows {
        rows(withWordsThatHave: Array(suffix.utf8) + [Self.lineFeed])
    }

    private func rows(withWordsThatHave bytes: [UInt8]) -> Rows {
        var rows = noRows
        text.withUnsafeBytes { text in
            var word = 0
            var offset = 0
            while let found = text.firstOffset(of: bytes, from: offset) {
                while starts[word + 1] <= found { word += 1 }
                for posting in postings[Int(postingStarts[word])..<Int(postingStarts[word + 1])]
                where !posting.isMeant {
                    Self.insert(posting, into: &rows)
                }
                offset = Int(starts[word + 1])
            }
        }
        return rows
    }

    private static func insert(_ posting: Posting, into rows: inout Rows) {
        if posting.isTown {
            rows.towns.insert(posting.row)
        } else {
            rows.names.insert(posting.row)
        }
    }

    private func word(_ index: Int) -> ArraySlice<UInt8> {
        text[Int(starts[index])..<(Int(starts[index + 1]) - 1)]
    }
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
