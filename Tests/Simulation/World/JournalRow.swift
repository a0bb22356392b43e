import JSON
import Storage
import Sync

/// The form of an event on the simulated disk: bytes, and the link to all earlier events.
enum JournalRow {
    struct Unreadable: Error {}

    static func bytes(of entry: JournalEntry, link: [UInt8]) -> [UInt8] {
        let event = entry.event
        var bytes: [UInt8] = []
        append(UInt64(event.rev), to: &bytes)
        append(UInt64(bitPattern: event.at.milliseconds), to: &bytes)
        for text in [event.board, event.kind, event.subject, event.actor.text] {
            append(Array(text.utf8), to: &bytes)
        }
        append(event.mutationID.map { Array($0.utf8) }, to: &bytes)
        append(entry.fingerprint, to: &bytes)
        append(event.data.canonical, to: &bytes)
        append(link, to: &bytes)
        return bytes
    }

    static func read(_ bytes: ArraySlice<UInt8>) throws -> (entry: JournalEntry, link: [UInt8]) {
        var reader = Reader(bytes: bytes)
        let rev = try reader.number()
        let time = Int64(bitPattern: try reader.number())
        let texts = try (0..<4).map { _ in try reader.text() }
        let mutationID = try reader.optionalText()
        let fingerprint = try reader.field()
        guard rev < 1 << 53, let data = try reader.field(), let link = try reader.field(),
            let json = try? JSON(parsing: data)
        else { throw Unreadable() }
        let event = Event(
            rev: Int(rev), at: Instant(milliseconds: time), board: texts[0], kind: texts[1],
            subject: texts[2], data: json, actor: Actor(texts[3]), mutationID: mutationID)
        return (JournalEntry(event: event, fingerprint: fingerprint), link)
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    private static func append(_ field: [UInt8]?, to bytes: inout [UInt8]) {
        guard let field else { return bytes.append(0) }
        bytes.append(1)
        append(UInt64(field.count), to: &bytes)
        bytes += field
    }

    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
            guard count >= 0, count <= bytes.count else { throw Unreadable() }
            defer { bytes = bytes.dropFirst(count) }
            return bytes.prefix(count)
        }

        mutating func number() throws -> UInt64 { try take(8).reduce(0) { $0 << 8 | UInt64($1) } }

        mutating func field() throws -> [UInt8]? {
            switch try take(1).first {
            case 0: return nil
            case 1: return Array(try take(Int(truncatingIfNeeded: try number())))
            default: throw Unreadable()
            }
        }

        mutating func optionalText() throws -> String? {
            guard let bytes = try field() else { return nil }
            guard let text = String(validating: bytes, as: UTF8.self) else { throw Unreadable() }
            return text
        }

        mutating func text() throws -> String {
            guard let text = try optionalText() else { throw Unreadable() }
            return text
        }
    }
}
