import JSON
import Sync
import Testing

@Suite struct ReasonTests {
    private static let kind = ProblemDeclaration(
        "lab.kind", #"{label}: {max} of {kinds}, {phrase}, such as {"a":1} or {nothing}"#)
    private static let phrase = ProblemDeclaration("lab.phrase", "at {time}")

    private let reason = Reason(
        kind, ["max": 3, "kinds": ["a", "b"]],
        phrases: ["phrase": Reason(phrase, ["time": "19:42"])])

    @Test func `places are filled with numbers, lists, phrases and the field's name`() {
        #expect(
            reason.message(label: "Size")
                == #"Size: 3 of a, b, at 19:42, such as {"a":1} or {nothing}"#)
        #expect(Reason(.noAction).message() == "There is no such action")
    }

    @Test func `what fills the places is told beside the sentence`() {
        let rejection = Rejection(
            .invalid, problems: [Problem(field: "size", reason, current: 7)])
        let problem = rejection.members(isForSender: true)["problems"]?.elements?.first
        #expect(problem?["field"] == "size")
        #expect(problem?["reason"] == "lab.kind")
        #expect(problem?["current"] == 7)
        #expect(
            problem?["params"] == [
                "max": 3, "kinds": ["a", "b"],
                "phrase": ["reason": "lab.phrase", "params": ["time": "19:42"]],
            ])
        let others = rejection.members(isForSender: false)["problems"]?.elements?.first
        #expect(others?["current"] == nil)
        #expect(
            Rejection(.conflict, .neededLater).members(isForSender: true) == [
                "code": "conflict", "reason": "needed_later",
                "message":
                    "Something that was done later depends on this; take that back first",
            ])
    }
}
