import BoardKit
import JSON

/// The problems found in a file. The first ones are listed, the others counted.
struct FeedProblems: Sendable, Equatable {
    struct Problem: Sendable, Equatable {
        /// The place in the file: `line 7`.
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

/// The place of a record in a file.
struct FeedPlace: Sendable, Equatable {
    /// From 1.
    let line: Int
    /// The record's kind and number, such as `stop 7`, unless it is the first on its line.
    var ordinal: (noun: String, number: Int)?

    static func == (one: FeedPlace, other: FeedPlace) -> Bool { one.text == other.text }

    var text: String {
        let line = "line \(line)"
        guard let ordinal else { return line }
        return "\(line), \(ordinal.noun) \(ordinal.number)"
    }
}

/// The reason why nothing of a file is imported.
struct FeedFault: Error, Sendable, Equatable {
    enum Kind: Sendable {
        /// The file is of another kind than expected.
        case wrongKind
        /// Nothing in the file can be read.
        case unreadable
    }

    let kind: Kind
    let message: String
    /// The problems with parts of the file.
    var problems = FeedProblems()

    /// Creates a fault for invalid JSON.
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
    /// Returns the text of a file without its byte order mark.
    ///
    /// - Throws: a fault if the text is not UTF-8.
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
