import BoardKit
import JSON

/// Reads the records of a file one by one: a CSV file with a line of column names, or a JSON array
/// of objects.
struct FeedRecords<Field: FeedField> {
    private enum Source {
        case csv(columns: [Field?])
        case json
    }

    private let text: [UInt8]
    private let source: Source
    private var csv: CSVReader
    private var json: JSONRecords
    private var position: TextPosition
    private var lineBefore = 0
    private var count = 0

    /// - Parameter mayBeJSON: whether a JSON array is accepted too.
    init(_ bytes: [UInt8], mayBeJSON: Bool) throws(FeedFault) {
        let text = try FeedFault.checkedText(of: bytes)
        self.text = text
        csv = CSVReader(text)
        json = JSONRecords(text)
        position = TextPosition(text)
        let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        switch text.first(where: { !spaces.contains($0) }) {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            guard mayBeJSON else { throw Self.wrongKind(mayBeJSON: false) }
            source = .json
        case UInt8(ascii: "<"): throw Self.wrongKind(mayBeJSON: mayBeJSON)
        default: source = .csv(columns: try Self.columns(&csv, mayBeJSON: mayBeJSON))
        }
    }

    private static func columns(
        _ csv: inout CSVReader, mayBeJSON: Bool
    ) throws(FeedFault) -> [Field?] {
        guard let header = try? csv.next() else { throw wrongKind(mayBeJSON: mayBeJSON) }
        let columns = header.fields.map { Field(rawValue: TypedText($0).text) }
        let known = columns.compactMap { $0 }
        guard Self.isEnough(known) else { throw wrongKind(mayBeJSON: mayBeJSON) }
        for field in Field.allCases where known.count(where: { $0 == field }) > 1 {
            throw FeedFault(.unreadable, "The column \(field.rawValue) is there twice")
        }
        return columns
    }

    private static func isEnough(_ known: [Field]) -> Bool {
        Field.needed.allSatisfy { $0.contains(where: known.contains) }
    }

    private static func wrongKind(mayBeJSON: Bool) -> FeedFault {
        let columns = Field.needed.map { $0[0].rawValue }.joined(separator: ", ")
        let array = mayBeJSON ? ", or a JSON array of objects with these names" : ""
        return FeedFault(
            .wrongKind, "The file must be CSV in UTF-8 with the columns \(columns)\(array)")
    }

    /// Reads the next record. Adds what can't be read to the problems.
    ///
    /// - Returns: `nil` at the end of the file.
    mutating func next(_ problems: inout FeedProblems) throws(FeedFault) -> FeedRecord<Field>? {
        switch source {
        case .csv(let columns): try nextLine(columns, &problems)
        case .json: try nextObject(&problems)
        }
    }

    private mutating func nextLine(
        _ columns: [Field?], _ problems: inout FeedProblems
    ) throws(FeedFault) -> FeedRecord<Field>? {
        while true {
            count += 1
            guard count <= JSONRecords.recordCountMax else {
                throw FeedFault(
                    .unreadable, "The file has more than \(JSONRecords.recordCountMax) records")
            }
            do throws(CSVReader.Fault) {
                guard let record = try csv.next() else { return nil }
                let place = FeedPlace(line: record.line)
                guard record.fields.dropFirst(columns.count).allSatisfy(\.isEmpty) else {
                    problems.add(
                        "There are \(record.fields.count) fields for \(columns.count) columns",
                        at: place)
                    continue
                }
                var values: [Field: FeedRecord<Field>.Value] = [:]
                for (column, text) in zip(columns, record.fields) {
                    if let column { values[column] = .text(text) }
                }
                return FeedRecord(values, at: place)
            } catch {
                problems.add(error.message, at: FeedPlace(line: error.line))
            }
        }
    }

    private mutating func nextObject(
        _ problems: inout FeedProblems
    ) throws(FeedFault) -> FeedRecord<Field>? {
        while true {
            do throws(JSONError) {
                guard let record = try json.next() else { return nil }
                let place = place(at: record.offset)
                guard let members = record.members else {
                    problems.add("The \(Field.noun) must be an object", at: place)
                    continue
                }
                var values: [Field: FeedRecord<Field>.Value] = [:]
                var repeated: Field?
                for member in members {
                    guard let field = Field(rawValue: member.name) else { continue }
                    guard let value = Self.value(member.value) else { continue }
                    if values.updateValue(value, forKey: field) != nil { repeated = field }
                }
                guard let repeated else { return FeedRecord(values, at: place) }
                problems.add("\(repeated.rawValue) is there twice", at: place)
            } catch {
                throw FeedFault(error, in: text)
            }
        }
    }

    /// - Returns: `nil` for `null`, which counts as absent.
    private static func value(_ value: JSONRecords.Value) -> FeedRecord<Field>.Value? {
        switch value {
        case .number(let text), .other(.string(let text)): .text(text)
        case .other(.null): nil
        case .other: .other
        }
    }

    private mutating func place(at offset: Int) -> FeedPlace {
        let line = position.line(at: offset)
        count += 1
        defer { lineBefore = line }
        return FeedPlace(line: line, ordinal: line == lineBefore ? (Field.noun, count) : nil)
    }
}
