import BoardKit
import Storage
import Sync
import Terminal

/// Reads an export line by line, and checks that the lines are one journal from its beginning.
struct ExportReader {
    /// The maximum length of a line without reference data, so that another kind of file is not
    /// read into memory whole. Events are much shorter.
    private static let lineBytesMax = 1_048_576
    /// The maximum length of a line with reference data in Base64.
    private static let longLineBytesMax = ReferenceContent.bytesMax / 2 * 3

    private let read: () throws(HubError) -> [UInt8]
    private let acceptsMasked: Bool
    /// The boards in their state after the lines so far.
    private var boards: ImportedBoards
    private var bytes: [UInt8] = []
    /// The position of the next line.
    private var position = 0
    private var isAtEnd = false
    private var lineNumber = 0
    private var last: ExportedEvent?
    /// The lines that mention reference data without its content, by its name. The content follows
    /// with a later event, which had already replaced it at the time of the export.
    private var withoutContent: [String: Int] = [:]

    /// - Parameters:
    ///   - read: returns the next bytes; none at the end.
    ///   - acceptsMasked: whether phone numbers may be masked, as engineers get them.
    init(
        _ read: @escaping () throws(HubError) -> [UInt8], boards: [any ImportableBoard],
        acceptsMasked: Bool
    ) {
        self.read = read
        self.acceptsMasked = acceptsMasked
        self.boards = ImportedBoards(boards)
    }

    /// The next event; `nil` after the last.
    mutating func next() throws(HubError) -> JournalEntry? {
        while let line = try nextLine() {
            // An event stream sends empty lines while there are no events.
            if line.isEmpty { continue }
            do throws(ExportedEvent.Misfit) {
                let exported = try ExportedEvent(line, acceptsMasked: acceptsMasked)
                try check(exported)
                last = exported
                return JournalEntry(
                    event: exported.event, fingerprint: nil, reference: reference(of: exported))
            } catch {
                throw refusal(error.reason)
            }
        }
        if let line = withoutContent.values.min() {
            lineNumber = line
            throw refusal("its content is missing")
        }
        return nil
    }

    /// The reference data to keep with an event, if it is known.
    private mutating func reference(of exported: ExportedEvent) -> ReferenceChange? {
        guard let mention = ReferenceMention(in: exported.event.data) else { return nil }
        let key = "\(exported.event.board)/\(mention.name)"
        let isMissing = mention.digest != nil && exported.content == nil
        withoutContent[key] = isMissing ? lineNumber : nil
        return ReferenceChange(name: mention.name, content: exported.content)
    }

    /// The error for the last line read.
    func refusal(_ reason: String) -> HubError {
        HubError(
            "Line \(lineNumber) can't be imported: \(reason). Nothing was imported; make the file "
                + "anew with tablecast export.")
    }

    private mutating func check(_ exported: ExportedEvent) throws(ExportedEvent.Misfit) {
        let event = exported.event
        let expected = (last?.event.rev ?? 0) + 1
        guard event.rev == expected else {
            throw ExportedEvent.Misfit(
                "it is revision \(event.rev), where \(expected) is due")
        }
        if let last {
            guard exported.epoch == last.epoch, exported.source == last.source else {
                throw ExportedEvent.Misfit("it is of another journal than the lines before it")
            }
            guard event.at >= last.event.at || event.recordsSetBack else {
                throw ExportedEvent.Misfit("its time is before that of the line before it")
            }
        }
        if let fault = boards.take(event) { throw ExportedEvent.Misfit(fault) }
    }

    private mutating func nextLine() throws(HubError) -> [UInt8]? {
        var searched = position
        var lineBytesMax = Self.lineBytesMax
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { position = end + 1 }
                lineNumber += 1
                return Self.trimmed(bytes[position..<end])
            }
            if isAtEnd { return takeRest() }
            bytes.removeFirst(position)
            position = 0
            searched = bytes.count
            if searched > lineBytesMax, bytes.contains(ExportedEvent.contentStart) {
                lineBytesMax = Self.longLineBytesMax
            }
            guard searched <= lineBytesMax else {
                lineNumber += 1
                throw refusal("it is longer than any event")
            }
            let more = try read()
            isAtEnd = more.isEmpty
            bytes += more
        }
    }

    /// The bytes after the last line feed, as a line.
    private mutating func takeRest() -> [UInt8]? {
        guard position < bytes.count else { return nil }
        defer { position = bytes.count }
        lineNumber += 1
        return Self.trimmed(bytes[position...])
    }

    /// Removes the carriage return that some programs write before a line feed.
    private static func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
        line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : Array(line)
    }
}
