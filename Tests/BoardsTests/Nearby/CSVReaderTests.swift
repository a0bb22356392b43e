import TestSupport
import Testing

@testable import BoardKit
@testable import NearbyBoard

@Suite struct CSVReaderTests {
    private struct Content: Equatable {
        var records: [CSVReader.Record] = []
        var faults: [CSVReader.Fault] = []
    }

    private func read(_ text: String) -> Content {
        var reader = CSVReader(Array(text.utf8))
        var content = Content()
        while true {
            do throws(CSVReader.Fault) {
                guard let record = try reader.next() else { return content }
                content.records.append(record)
            } catch {
                content.faults.append(error)
            }
        }
    }

    private func records(_ text: String) -> [[String]]? {
        let content = read(text)
        return content.faults.isEmpty ? content.records.map(\.fields) : nil
    }

    @Test func `commas separate fields, and either line break separates records`() {
        expectEqual(records("a,b\nc,d\n"), [["a", "b"], ["c", "d"]])
        expectEqual(records("a,b\r\nc,d"), [["a", "b"], ["c", "d"]])
        expectEqual(records("a,,\n,\n"), [["a", "", ""], ["", ""]])
        expectEqual(records(" a , b "), [[" a ", " b "]])
        expectEqual(records("a\rb,c"), [["a\rb", "c"]])
        expectEqual(records("é,日本\n"), [["é", "日本"]])
        expectEqual(records(""), [])
    }

    @Test func `a quoted field can contain commas, line breaks and quotes`() {
        expectEqual(records(#""a,b","c""d""#), [["a,b", "c\"d"]])
        expectEqual(records("\"a\nb\r\nc\",d\n"), [["a\nb\r\nc", "d"]])
        #expect(records(#""","""","#) == [["", "\"", ""]])
        expectEqual(records("\"\"\n\"\""), [[""], [""]])
    }

    @Test func `a record has the number of the line on which it begins`() {
        let content = read("a\n\"b\nb\r\nb\",1\r\n\r\n\nc\nd\n")
        expectEqual(content.records.map(\.line), [1, 2, 7, 8])
    }

    @Test func `a record with a misplaced quote is one fault, and reading continues below it`() {
        let inside = read("a\nb\"c,d\ne\n")
        expectEqual(inside.records.map(\.fields), [["a"], ["e"]])
        expectEqual(
            inside.faults,
            [
                .init(line: 2, message: "A quote is inside a field without quotes")
            ])
        let after = read("a\n\"b\"c,d\ne\n")
        expectEqual(after.records.map(\.fields), [["a"], ["e"]])
        expectEqual(
            after.faults,
            [
                .init(line: 2, message: "Something follows the quote at a field's end")
            ])
        let open = read("a\n\"b,1\nc,2\nd,3")
        expectEqual(open.records.map(\.fields), [["a"], ["c", "2"], ["d", "3"]])
        expectEqual(open.records.map(\.line), [1, 3, 4])
        expectEqual(open.faults, [.init(line: 2, message: "A quote is not closed")])
    }

    @Test func `a record has at most 64 fields, and a field at most 8 KiB`() {
        let wide = String(repeating: ",", count: 63)
        let long = String(repeating: "a", count: 8_192)
        let tooWide = "A record has at most 64 fields"
        let tooLong = "A field has at most 8192 bytes"
        for (record, message) in [
            (wide + ",", tooWide), (long + "a", tooLong), ("\"\(long)a\"", tooLong),
            (String(repeating: "\"", count: 16_388), tooLong),
        ] {
            let content = read("\(wide)\n\(record)\n\(long),\"\(long)\"\n")
            expectEqual(content.records.map(\.fields.count), [64, 2])
            expectEqual(content.faults, [.init(line: 2, message: message)])
        }
    }

    @Test func `a well-formed table is read unchanged`() {
        var random = SeededGenerator(seed: 4180)
        let pieces = ["a", "\"", ",", "\n", "\r\n", "\r", " ", "é", "😀", "\"\""]
        for _ in 0..<500 {
            let table = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                (0..<Int.random(in: 2...4, using: &random)).map { _ in
                    (0..<Int.random(in: 0...4, using: &random))
                        .map { _ in pieces.randomElement(using: &random)! }.joined()
                }
            }
            let lineBreak = Bool.random(using: &random) ? "\n" : "\r\n"
            let quoted = { (field: String) in
                let parts = field.split(separator: "\"", omittingEmptySubsequences: false)
                return "\"" + parts.joined(separator: "\"\"") + "\""
            }
            let text = table.map { $0.map(quoted).joined(separator: ",") }
                .joined(separator: lineBreak)
            expectEqual(records(text), table)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `the time for a file of quotes grows linearly with its length`() {
        for line in ["\"", "\"\"\"", ",\"\"\"a", "\"\",\""] {
            let content = read(String(repeating: line + "\n", count: 20_000))
            #expect(content.records.count + content.faults.count >= 10_000)
        }
    }
}
