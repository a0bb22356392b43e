import JSON
import Testing

@Suite struct JSONTests {
    static let equalTexts: [(String, String)] = [
        ("4.0", "4"), ("-0", "0"), ("1e2", "100"), ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"),
        ("\"\\u00e9\"", "\"é\""), ("[1.50]", "[15e-1]"), ("9007199254740993", "9007199254740992"),
    ]

    @Test(arguments: equalTexts)
    func `values are equal however they are written, and have one canonical form`(
        one: String, other: String
    ) throws {
        let values = [try JSON(parsing: one), try JSON(parsing: other)]
        #expect(values[0] == values[1])
        #expect(values[0].canonical == values[1].canonical)
    }

    static let differentTexts: [(String, String)] = [
        ("4", "\"4\""), ("null", "false"), ("0", "false"), ("[]", "{}"), ("[1,2]", "[2,1]"),
        ("{\"a\":null}", "{}"), ("\"\"", "null"), ("\"\\u00e9\"", "\"e\\u0301\""),
        ("[\"\\u212b\"]", "[\"\\u00c5\"]"), ("{\"\\u00e9\":1}", "{\"e\\u0301\":1}"),
        ("{\"a\":{\"\\u212b\":1}}", "{\"a\":{\"\\u00c5\":1}}"),
    ]

    @Test(arguments: differentTexts)
    func `values that differ in type, order or code points are not equal`(
        one: String, other: String
    ) throws {
        #expect(try JSON(parsing: one) != JSON(parsing: other))
        #expect(try JSON(parsing: one).canonical != JSON(parsing: other).canonical)
    }

    static let integers: [(String, Int?)] = [
        ("0", 0), ("-0", 0), ("4.0", 4), ("4.5", nil), ("-7", -7), ("1e3", 1000), ("\"4\"", nil),
        ("true", nil), ("null", nil), ("[4]", nil), ("9007199254740991", 9_007_199_254_740_991),
        ("9007199254740992", 9_007_199_254_740_992), ("-9007199254740992", -9_007_199_254_740_992),
        ("9007199254740994", nil), ("1e300", nil), ("-1e300", nil), ("9223372036854775807", nil),
        ("-9223372036854775808", nil), ("0.1", nil), ("1e-400", 0), ("5e-324", nil),
    ]

    @Test(arguments: integers)
    func `a whole number is one without a fraction that a double holds exactly`(
        text: String, integer: Int?
    ) throws {
        #expect(try JSON(parsing: text).integer == integer)
    }

    @Test func `a value is read as what it is and as nothing else`() throws {
        let value = try JSON(parsing: #"{"t":"x","n":1,"b":false,"a":[1],"o":{},"z":null}"#)
        #expect(value["t"]?.text == "x")
        #expect(value["n"]?.integer == 1)
        #expect(value["b"]?.flag == false)
        #expect(value["a"]?.elements == [1])
        #expect(value["o"]?.members == [:])
        #expect(value["z"]?.isNull == true)
        #expect(value["missing"] == nil)
        #expect(value.text == nil && value.elements == nil && value.flag == nil)
        #expect(value["t"]?["x"] == nil && value["n"]?.text == nil && value["a"]?.members == nil)
    }

    @Test func `members without a value are left out, never null`() {
        #expect(JSON(present: ["a": 1, "b": nil]).canonicalText == #"{"a":1}"#)
    }

    @Test func `literals are the values that they look like`() {
        let value: JSON = ["a": [1, 2.5, true, "x"], "a": [], "b": ["c": 3]]
        #expect(value.canonicalText == #"{"a":[],"b":{"c":3}}"#)
    }
}
