import BoardKit
import JSON

/// What could not be read of a file. The first problems are listed, the rest is counted.
struct FeedProblems: Sendable, Equatable {
    struct Problem: Sendable, Equatable {
        /// Where it is in the file: `line 7`.
        let at: String
        let message: String
    }

    static let listedMax = 100

    private(set) var listed: [Problem] = []
    private(set) var more = 0

    var isEmpty: Bool { listed.isEmpty }

    mutating func add<Field>(of record: FeedRecord<Field>) {
        for problem in record.problems { add(problem, at: record.place) }
    }

    mutating func add(_ message: String, at place: FeedPlace) { add(message, at: place.text) }

    mutating func add(_ message: String, at place: String) {
        guard listed.count < Self.listedMax else {
            more += 1
            return
        }
        listed.append(Problem(at: place, message: message))
    }
}

/// Where something begins in a file.
struct FeedPlace: Sendable, Equatable {
    /// From 1.
    let line: Int
    /// Its kind and its number in the file, such as `stop 7`, if it is not the first on its line.
    var ordinal: (noun: String, number: Int)?

    static func == (one: FeedPlace, other: FeedPlace) -> Bool { one.text == other.text }

    var text: String {
        let line = "line \(line)"
        guard let ordinal else { return line }
        return "\(line), \(ordinal.noun) \(ordinal.number)"
    }
}

/// Why nothing of a file is imported.
struct FeedFault: Error, Sendable, Equatable {
    enum Kind: Sendable {
        /// The file is of another kind than the one that was expected.
        case wrongKind
        /// Nothing of the file can be read.
        case unreadable
    }

    let kind: Kind
    let message: String
    /// What is wrong with the parts of the file.
    var problems = FeedProblems()

    /// The file is no valid JSON.
    init(_ error: JSONError, in text: [UInt8]) {
        var position = TextPosition(text)
        self.init(.unreadable, "\(error.message) (line \(position.line(at: error.offset)))")
    }

    init(_ kind: Kind, _ message: String, problems: FeedProblems = FeedProblems()) {
        self.kind = kind
        self.message = message
        self.problems = problems
    }
}

extension FeedFault {
    /// The text of a file in UTF-8, without a byte order mark.
    static func checkedText(of bytes: [UInt8]) throws(FeedFault) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        do throws(Unicode.UTF8.ValidationError) {
            _ = try UTF8Span(validating: text.span)
            return text
        } catch {
            var position = TextPosition(text)
            let line = position.line(at: error.byteOffsets.lowerBound)
            throw FeedFault(.wrongKind, "The file must be UTF-8, which line \(line) is not")
        }
    }
}
