import JSON
import Testing

@Suite struct JSONRecordsTests {
    private struct Content: Equatable {
        var offsets: [Int] = []
        var arrayName: String?
        var others: [String: JSON] = [:]
    }

    private func read(_ text: String) throws(JSONError) -> Content {
        var records = JSONRecords(Array(text.utf8), inMember: ["elements", "features"])
        var content = Content()
        while let record = try records.next() { content.offsets.append(record.offset) }
        content.arrayName = records.arrayName
        content.others = records.others
        return content
    }

    private func message(_ text: String) -> String? {
        do throws(JSONError) {
            _ = try read(text)
            return nil
        } catch {
            return error.message
        }
    }

    @Test func `records are read from the member that is their array`() throws {
        #expect(
            try read(#" {"a":1, "features" : [ {"b":2} , 3 ] , "c":[4]} "#)
                == Content(
                    offsets: [24, 34], arrayName: "features", others: ["a": 1, "c": [4]]))
        #expect(try read(#"{"elements":[]}"#) == Content(arrayName: "elements"))
    }

    @Test func `an object without the array has no records`() throws {
        #expect(try read("{}") == Content())
        #expect(
            try read(#"{"elements":{},"remark":"none"}"#)
                == Content(others: ["elements": [:], "remark": "none"]))
    }

    @Test func `an object that is damaged is refused`() {
        #expect(message("[]") == "The file must be a JSON object, which begins with {")
        #expect(message(#"{"a":1,"a":2}"#) == "A name is repeated in one object")
        #expect(
            message(#"{"elements":[],"features":[]}"#)
                == "The object has a second array of records")
        #expect(message(#"{"elements":[]"#) == "A comma or the object's end is missing")
        #expect(message(#"{"elements":[1"#) == "A comma or the array's end is missing")
        #expect(message(#"{"elements":[]} 1"#) == "Something follows the value")
        #expect(message(#"{"a" 1}"#) == "A colon is missing")
        #expect(message(#"{"elements":[],}"#) == "A member's name is missing")
    }

    @Test func `a record is only so long, and so are all other members together`() {
        let half = String(repeating: "a", count: JSONRecords.recordBytesMax / 2)
        let whole = half + half
        #expect(message("{\"elements\":[\"\(half)\",\"\(half)\"]}") == nil)
        #expect(message("{\"elements\":[{\"a\":\"\(whole)\"}]}") == "A value is too long")
        #expect(message("{\"elements\":[],\"a\":\"\(half)\"}") == nil)
        #expect(
            message("{\"a\":\"\(half)\",\"elements\":[],\"b\":\"\(half)\"}")
                == "A value is too long")
        let ones = String(repeating: "1,", count: JSONRecords.recordCountMax)
        #expect(message("{\"elements\":[\(ones)1]}") == "The file has more than 1000000 records")
        let spaces = String(repeating: " ", count: JSONRecords.recordBytesMax)
        #expect(message("{\"elements\":[1\(spaces),2]\(spaces)}") == nil)
    }
}
