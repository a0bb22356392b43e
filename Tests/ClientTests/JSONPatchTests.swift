import JSON
import Testing

@testable import Client
@testable import ScreenClient

struct JSONPatchTests {
    /// Cases like those of RFC 6902, appendix A: document, operation, result (none if the operation
    /// does not fit).
    static let cases: [(String, String, String?)] = [
        (#"{"a":1}"#, #"{"op":"add","path":"/b","value":2}"#, #"{"a":1,"b":2}"#),
        (#"{"a":1}"#, #"{"op":"add","path":"/a","value":2}"#, #"{"a":2}"#),
        (#"{"a":{}}"#, #"{"op":"add","path":"/a/b","value":{"c":[]}}"#, #"{"a":{"b":{"c":[]}}}"#),
        (#"{"a":{"b":1}}"#, #"{"op":"remove","path":"/a/b"}"#, #"{"a":{}}"#),
        (#"{"a":{"b":1}}"#, #"{"op":"replace","path":"/a/b","value":null}"#, #"{"a":{"b":null}}"#),
        (#"{"a":[1,3]}"#, #"{"op":"add","path":"/a/1","value":2}"#, #"{"a":[1,2,3]}"#),
        (#"{"a":[1]}"#, #"{"op":"add","path":"/a/-","value":2}"#, #"{"a":[1,2]}"#),
        (#"{"a":[1]}"#, #"{"op":"add","path":"/a/1","value":2}"#, #"{"a":[1,2]}"#),
        (#"{"a":[1,2]}"#, #"{"op":"remove","path":"/a/0"}"#, #"{"a":[2]}"#),
        (#"{"a":[{"b":1}]}"#, #"{"op":"replace","path":"/a/0/b","value":2}"#, #"{"a":[{"b":2}]}"#),
        (
            #"{"~/":{"/~":1}}"#, #"{"op":"replace","path":"/~0~1/~1~0","value":2}"#,
            #"{"~/":{"/~":2}}"#
        ),
        (#"{"":{"":1}}"#, #"{"op":"remove","path":"//"}"#, #"{"":{}}"#),
        (#"{"a":1}"#, #"{"op":"replace","path":"","value":{"b":2}}"#, #"{"b":2}"#),
        (#"{"~1":1}"#, #"{"op":"remove","path":"/~01"}"#, "{}"),
        (#"{"a":1}"#, #"{"op":"remove","path":"/b"}"#, nil),
        (#"{"a":1}"#, #"{"op":"replace","path":"/b","value":1}"#, nil),
        (#"{"a":1}"#, #"{"op":"add","path":"/b/c","value":1}"#, nil),
        (#"{"a":1}"#, #"{"op":"add","path":"/a/c","value":1}"#, nil),
        (#"{"a":[1]}"#, #"{"op":"add","path":"/a/2","value":1}"#, nil),
        (#"{"a":[1]}"#, #"{"op":"replace","path":"/a/-","value":1}"#, nil),
        (#"{"a":[1]}"#, #"{"op":"remove","path":"/a/1"}"#, nil),
        (#"{"a":[1,2]}"#, #"{"op":"remove","path":"/a/01"}"#, nil),
        (#"{"a":[1,2]}"#, #"{"op":"remove","path":"/a/+1"}"#, nil),
        (#"{"a":[1,2]}"#, #"{"op":"remove","path":"/a/99999999999999999999"}"#, nil),
        (#"{"a":[1,2]}"#, #"{"op":"remove","path":"/a/"}"#, nil),
        (#"{"a":1}"#, #"{"op":"remove","path":""}"#, nil),
        (#"{"a":1}"#, #"{"op":"remove","path":"a"}"#, nil),
        (#"{"~":1}"#, #"{"op":"remove","path":"/~"}"#, nil),
        (#"{"~2":1}"#, #"{"op":"remove","path":"/~2"}"#, nil),
        (#"{"a":1}"#, #"{"op":"add","path":"/b"}"#, nil),
        (#"{"a":1}"#, #"{"op":"move","path":"/b","from":"/a"}"#, nil),
        (#"{"a":1}"#, #"{"op":"test","path":"/a","value":1}"#, nil),
        (#"{"a":1}"#, #"["add","/b",1]"#, nil),
    ]

    @Test(arguments: cases)
    func `an operation does what the RFC says, or does not fit`(
        document: String, operation: String, result: String?
    ) throws {
        var value = try JSON(parsing: document)
        let operation = try JSON(parsing: operation)
        guard let result else {
            #expect(throws: JSONPatch.Misfit.self) {
                try JSONPatch(operation).apply(to: &value)
            }
            return
        }
        try JSONPatch(operation).apply(to: &value)
        #expect(value.canonicalText == result)
    }
}
