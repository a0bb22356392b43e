import BoardKit
import JSON
import Sync

/// A file with the dishes of a menu: an array of
/// `{"nombre":"…","descripcion":"…","precio":9.90,"tipo":"…"}`.
///
/// A dish with a problem is left out and reported. A file of another form is rejected as a whole.
struct MenuFile: Sendable {
    /// The reason to reject a whole file, and its position.
    struct Fault: Error, Sendable, Equatable {
        /// Both are from 1. Columns count characters.
        let line: Int
        let column: Int
        let message: String
    }

    /// The reason to leave out a dish.
    struct DishProblem: Sendable, Equatable {
        /// The line on which the dish begins, from 1.
        let line: Int
        /// The dish's position in the array, from 1.
        let dish: Int
        /// The member: `precio`.
        let field: String
        let message: String
    }

    private(set) var dishes: [MenuFileDish] = []
    private(set) var problems: [DishProblem] = []
    /// The names of members without a meaning, each once, in the order in which they occur.
    private(set) var ignored: [String] = []

    /// Parses a file with any content.
    ///
    /// - Parameter decimals: the decimals of the currency.
    init(parsing bytes: [UInt8], decimals: Int) throws(Fault) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        var position = TextPosition(text)
        if let offset = Self.firstFault(inUTF8: text) {
            throw position.fault(at: offset, "The file is not UTF-8")
        }
        var records = JSONRecords(text)
        var known: [String: Int] = [:]
        do throws(JSONError) {
            while let record = try records.next() {
                take(record, line: position.line(at: record.offset), decimals, &known)
            }
        } catch {
            position = TextPosition(text)
            throw position.fault(at: error.offset, error.message)
        }
    }

    private var recordCount = 0

    private mutating func take(
        _ record: JSONRecords.Record, line: Int, _ decimals: Int, _ known: inout [String: Int]
    ) {
        recordCount += 1
        var reader = MenuFileReader(record, decimals: decimals)
        let dish = reader.dish(line: line, place: recordCount)
        for name in reader.ignored where !ignored.contains(name) { ignored.append(name) }
        if let dish {
            let key = Menu.folded(dish.section) + "\n" + Menu.folded(dish.name)
            if let earlier = known[key] {
                let reason = Reason(.sameDish, ["line": JSON(earlier)])
                reader.problems.append((field: "nombre", message: reason.message()))
            } else {
                known[key] = line
                dishes.append(dish)
            }
        }
        for problem in reader.problems {
            problems.append(
                DishProblem(
                    line: line, dish: recordCount, field: problem.field,
                    message: problem.message))
        }
    }

    /// Returns the offset of the first byte that is not UTF-8, if any.
    private static func firstFault(inUTF8 bytes: [UInt8]) -> Int? {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .error: return offset
            case .emptyInput: return nil
            }
        }
    }
}

/// A dish of a file. Members that the file lacks are `nil`.
struct MenuFileDish: Sendable {
    let line: Int
    var section = ""
    var name = ""
    var price = 0
    /// Empty for none.
    var description = ""
    var allergens: [Allergen]?
    var vat: Int?
    var texts: MenuTexts?
}

extension TextPosition {
    fileprivate mutating func fault(at target: Int, _ message: String) -> MenuFile.Fault {
        let line = line(at: target)
        return MenuFile.Fault(line: line, column: column, message: message)
    }
}
