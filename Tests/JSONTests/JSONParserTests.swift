import JSON
import Testing

@Suite struct JSONParserTests {
    @Test func `the vectors are there`() {
        #expect(JSONVector.accepted.count > 90)
        #expect(JSONVector.refused.count > 250)
    }

    @Test(arguments: JSONVector.accepted)
    func `a text of the grammar is read, and written in its canonical form`(
        vector: JSONVector
    ) throws {
        let value = try JSON(parsing: vector.bytes)
        #expect(value.canonicalText == vector.canonical)
    }

    @Test(arguments: JSONVector.refused)
    func `a text that is none, or could be understood in two ways, is refused`(
        vector: JSONVector
    ) {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: vector.bytes) }
        if let error { #expect((0...vector.bytes.count).contains(error.offset)) }
    }

    @Test(arguments: JSONVector.accepted)
    func `a canonical form is read as the same value and is its own canonical form`(
        vector: JSONVector
    ) throws {
        let value = try JSON(parsing: vector.bytes)
        let again = try JSON(parsing: value.canonical)
        #expect(again == value)
        #expect(again.canonical == value.canonical)
    }

    @Test func `a text that is cut off at any byte is refused and never traps`() {
        for vector in JSONVector.all where vector.bytes.count < 2000 {
            let bytes = vector.bytes
            for end in 0..<bytes.count {
                let cut = Array(bytes[..<end])
                let value = try? JSON(parsing: cut)
                // Only a number, or what stands before trailing white space, is whole without its end.
                guard vector.canonical != nil, let value else { continue }
                let isWhole = bytes[end...].allSatisfy { [0x20, 0x0A, 0x0D, 0x09].contains($0) }
                if case .number = value { continue }
                #expect(isWhole, "\(vector.name) cut off at \(end)")
            }
        }
    }

    /// The text, and the byte where it goes wrong.
    static let faults: [(String, Int)] = [
        ("", 0), ("  ", 2), ("{\"a\":1,\"b\":tru}", 11), ("[1,2", 4), ("[1 2]", 3),
        ("{\"a\":1,\"a\":2}", 7), ("[1e400]", 1), ("1 x", 2), ("\"a\nb\"", 2), ("{\"a\" 1}", 5),
        ("{1:2}", 1), ("[1,]", 3), ("-", 1), ("\"\\x\"", 3),
    ]

    @Test(arguments: faults)
    func `an error points at the place`(text: String, offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
        #expect(error?.offset == offset)
    }

    @Test(arguments: [0, 1, 2, 31, 32, 33, 100])
    func `a text is read up to the depth that is asked for and not beyond`(depthMax: Int) throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSON(parsing: "1", depthMax: depthMax)
        if depthMax > 0 { _ = try JSON(parsing: nested(depthMax), depthMax: depthMax) }
        #expect(throws: JSONError.self) {
            try JSON(parsing: nested(depthMax + 1), depthMax: depthMax)
        }
    }

    @Test(arguments: [
        ("{\"secret name\":1,\"secret name\":2}"), ("\"secret name\\x\""), ("[\"secret name\" 1]"),
        ("{\"secret name\":secret}"),
    ])
    func `an error does not repeat what people wrote`(text: String) {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
        #expect(error?.description.contains("secret") == false)
    }
}
