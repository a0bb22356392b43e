import JSON
import Sync
import TestSupport
import Testing

@Suite struct ClientMessageTests {
    private static let id64 = String(repeating: "aZ9_-xyz", count: 8)

    static let messages: [(String, ClientMessage)] = [
        (
            #"{"type":"subscribe","view":"waitlist/display","since":{"epoch":"k3f9","rev":41}}"#,
            .subscribe(view: "waitlist/display", since: Position(epoch: "k3f9", rev: 41))
        ),
        (
            #"{"type":"subscribe","view":"waitlist/display"}"#,
            .subscribe(view: "waitlist/display", since: nil)
        ),
        (
            #"{"since":{"rev":0,"epoch":""},"view":"","type":"subscribe"}"#,
            .subscribe(view: "", since: Position(epoch: "", rev: 0))
        ),
        (
            #"{"type":"unsubscribe","view":"waitlist/display"}"#,
            .unsubscribe(view: "waitlist/display")
        ),
        (
            #"{"type":"mutate","id":"0d9c","action":"waitlist.add","args":{"name":"Ada","size":4},"ifRev":41}"#,
            .mutate(
                Mutation(
                    id: "0d9c", action: "waitlist.add", arguments: ["name": "Ada", "size": 4],
                    ifRev: 41))
        ),
        (
            #"{"type":"mutate","id":"a","action":"","args":{}}"#,
            .mutate(Mutation(id: "a", action: "", arguments: [:]))
        ),
        (
            "{\"type\":\"mutate\",\"id\":\"\(id64)\",\"action\":\"x\",\"args\":{\"a\":null}}",
            .mutate(Mutation(id: id64, action: "x", arguments: ["a": .null]))
        ),
        (#"{"type":"ping","n":7}"#, .ping(n: 7, drift: nil)),
        (#"{"type":"painted","view":"v","rev":58,"hash":"77a0c4d2","page":"p"}"#, .painted),
        (#"{"type":"painted","rev":"x"}"#, .painted),
        (#" { "type" : "ping" , "n" : 7.0 } "#, .ping(n: 7, drift: nil)),
    ]

    @Test(arguments: messages)
    func `reads every message of the protocol`(text: String, message: ClientMessage) throws {
        try expectEqual(ClientMessage(parsing: Array(text.utf8)), message)
    }

    @Test func `a ping can report a copy that differed`() throws {
        let text = #"{"type":"ping","n":0,"drift":{"view":"waitlist/display","rev":57}}"#
        guard case .ping(0, let drift?) = try ClientMessage(parsing: Array(text.utf8)) else {
            Issue.record("no ping with a drift")
            return
        }
        expectEqual(drift.view, "waitlist/display")
        expectEqual(drift.rev, 57)
    }

    /// The texts, with the id and view that can be read.
    static let badMessages: [(text: String, id: String?, view: String?)] = [
        ("", nil, nil), ("{", nil, nil), ("null", nil, nil), ("[]", nil, nil), ("7", nil, nil),
        ("\"ping\"", nil, nil), ("{}", nil, nil), ("{\"type\":\"ping\",\"n\":7}x", nil, nil),
        ("{\"type\":\"ping\",\"n\":7,\"n\":8}", nil, nil),
        (#"{"type":"ping","type":"ping","n":7}"#, nil, nil),
        (#"{"type":7,"id":"a"}"#, "a", nil), (#"{"view":"v"}"#, nil, "v"),
        (#"{"type":null,"n":7}"#, nil, nil), (#"{"type":"Ping","n":7}"#, nil, nil),
        (#"{"type":"welcome"}"#, nil, nil), (#"{"type":"snapshot","view":"v"}"#, nil, "v"),
        (#"{"type":"hello","view":"v","id":"a"}"#, "a", "v"),
        // An unknown member, at every level.
        (#"{"type":"ping","n":7,"x":1}"#, nil, nil),
        (#"{"type":"subscribe","view":"v","rev":1}"#, nil, "v"),
        (#"{"type":"unsubscribe","view":"v","since":{"epoch":"e","rev":1}}"#, nil, "v"),
        (#"{"type":"mutate","id":"a","action":"x","args":{},"extra":null}"#, "a", nil),
        (#"{"type":"mutate","id":"a","action":"x","args":{},"view":"v"}"#, "a", "v"),
        (#"{"type":"subscribe","view":"v","since":{"epoch":"e","rev":1,"x":1}}"#, nil, "v"),
        (#"{"type":"ping","n":0,"drift":{"view":"v","rev":1,"x":1}}"#, nil, nil),
        // A missing member.
        (#"{"type":"subscribe"}"#, nil, nil), (#"{"type":"unsubscribe"}"#, nil, nil),
        (#"{"type":"ping"}"#, nil, nil),
        (#"{"type":"mutate","action":"x","args":{}}"#, nil, nil),
        (#"{"type":"mutate","id":"a","args":{}}"#, "a", nil),
        (#"{"type":"mutate","id":"a","action":"x"}"#, "a", nil),
        (#"{"type":"subscribe","view":"v","since":{"rev":1}}"#, nil, "v"),
        (#"{"type":"subscribe","view":"v","since":{"epoch":"e"}}"#, nil, "v"),
        (#"{"type":"ping","n":0,"drift":{"rev":1}}"#, nil, nil),
        (#"{"type":"ping","n":0,"drift":{"view":"v"}}"#, nil, nil),
        // A member of the wrong type.
        (#"{"type":"subscribe","view":7}"#, nil, nil),
        (#"{"type":"subscribe","view":null}"#, nil, nil),
        (#"{"type":"subscribe","view":"v","since":41}"#, nil, "v"),
        (#"{"type":"subscribe","view":"v","since":null}"#, nil, "v"),
        (#"{"type":"subscribe","view":"v","since":["e",1]}"#, nil, "v"),
        (#"{"type":"subscribe","view":"v","since":{"epoch":1,"rev":1}}"#, nil, "v"),
        (#"{"type":"subscribe","view":"v","since":{"epoch":"e","rev":"1"}}"#, nil, "v"),
        (#"{"type":"subscribe","view":"v","since":{"epoch":"e","rev":1.5}}"#, nil, "v"),
        (#"{"type":"subscribe","view":"v","since":{"epoch":"e","rev":1e300}}"#, nil, "v"),
        (#"{"type":"mutate","id":"a","action":7,"args":{}}"#, "a", nil),
        (#"{"type":"mutate","id":"a","action":"x","args":[]}"#, "a", nil),
        (#"{"type":"mutate","id":"a","action":"x","args":null}"#, "a", nil),
        (#"{"type":"mutate","id":"a","action":"x","args":{},"ifRev":"41"}"#, "a", nil),
        (#"{"type":"mutate","id":"a","action":"x","args":{},"ifRev":4.1}"#, "a", nil),
        (#"{"type":"mutate","id":"a","action":"x","args":{},"ifRev":null}"#, "a", nil),
        (#"{"type":"ping","n":"7"}"#, nil, nil), (#"{"type":"ping","n":7.5}"#, nil, nil),
        (#"{"type":"ping","n":1e99}"#, nil, nil), (#"{"type":"ping","n":true}"#, nil, nil),
        (#"{"type":"ping","n":0,"drift":true}"#, nil, nil),
        (#"{"type":"ping","n":0,"drift":{"view":1,"rev":1}}"#, nil, nil),
        (#"{"type":"ping","n":0,"drift":{"view":"v","rev":"1"}}"#, nil, nil),
        // An id with invalid characters.
        (#"{"type":"mutate","id":"","action":"x","args":{}}"#, nil, nil),
        (#"{"type":"mutate","id":"a b","action":"x","args":{}}"#, nil, nil),
        (#"{"type":"mutate","id":"a.b","action":"x","args":{}}"#, nil, nil),
        (#"{"type":"mutate","id":"é","action":"x","args":{}}"#, nil, nil),
        (#"{"type":"mutate","id":"a\u0000","action":"x","args":{}}"#, nil, nil),
        (#"{"type":"mutate","id":7,"action":"x","args":{}}"#, nil, nil),
        (
            "{\"type\":\"mutate\",\"id\":\"\(id64)a\",\"action\":\"x\",\"args\":{}}", nil, nil
        ),
    ]

    @Test(arguments: badMessages)
    func `refuses invalid messages, with the id and view that can be read`(
        bad: (text: String, id: String?, view: String?)
    ) {
        let error = #expect(throws: BadMessage.self) {
            try ClientMessage(parsing: Array(bad.text.utf8))
        }
        expectEqual(error?.id, bad.id)
        expectEqual(error?.view, bad.view)
        expectEqual(error?.message.isEmpty, false)
    }

    @Test func `arguments may be nested 32 deep including the message, and no deeper`() throws {
        func message(arrays: Int) -> [UInt8] {
            let open = String(repeating: "[", count: arrays)
            let close = String(repeating: "]", count: arrays)
            return Array(
                #"{"type":"mutate","id":"a","action":"x","args":{"a":\#(open)\#(close)}}"#.utf8)
        }
        _ = try ClientMessage(parsing: message(arrays: 30))
        #expect(throws: BadMessage.self) { try ClientMessage(parsing: message(arrays: 31)) }
        #expect(throws: BadMessage.self) { try ClientMessage(parsing: message(arrays: 20_000)) }
    }

    @Test func `refuses a message cut off at any byte without trapping`() {
        for (text, _) in Self.messages {
            let bytes = Array(text.utf8)
            for end in bytes.indices where bytes[end...].contains(where: { $0 != 0x20 }) {
                #expect(throws: BadMessage.self) {
                    try ClientMessage(parsing: Array(bytes[..<end]))
                }
            }
        }
    }

    @Test func `a refusal does not repeat what people wrote`() {
        for text in [
            #"{"type":"mutate","id":"a","action":"x","args":{"name":"Ada"},"ifRev":"Ada"}"#,
            #"{"type":"mutate","id":"Ada Lovelace","action":"x","args":{}}"#,
            #"{"type":"mutate","id":"a","action":"x","args":["Ada"]}"#,
            #"{"type":"mutate","id":"a","action":"x","args":{"name":Ada}}"#,
        ] {
            let error = #expect(throws: BadMessage.self) {
                try ClientMessage(parsing: Array(text.utf8))
            }
            expectEqual(error?.message.contains("Ada"), false)
        }
    }
}
