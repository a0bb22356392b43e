import JSON
import Sync
import TestSupport
import Testing

@Suite struct ReasonTests {
    private static let kind = ProblemDeclaration(
        "lab.kind", #"{label}: {max} of {kinds}, {phrase}, such as {"a":1} or {nothing}"#)
    private static let phrase = ProblemDeclaration("lab.phrase", "at {time}")

    private let reason = Reason(
        kind, ["max": 3, "kinds": ["a", "b"]],
        phrases: ["phrase": Reason(phrase, ["time": "19:42"])])

    @Test func `fills placeholders with numbers, lists, phrases and the field's name`() {
        expectEqual(
            reason.message(label: "Size"),
            #"Size: 3 of a, b, at 19:42, such as {"a":1} or {nothing}"#)
        expectEqual(Reason(.noAction).message(), "There is no such action")
    }

    @Test func `a sentence with a count has a singular form`() {
        let few = ProblemDeclaration(
            "lab.few", "Only {count} of {name} are left", ofOne: "Only 1 of {name} is left")
        let left = [1, 2].map { Reason(few, ["count": JSON($0), "name": "cod"]).message() }
        expectEqual(left, ["Only 1 of cod is left", "Only 2 of cod are left"])
    }

    @Test func `a sentence shows a value in the board's own words`() {
        let due = ProblemDeclaration("lab.due", "Only {due} is due")
        let amount: JSON = ["amount": 1250, "currency": "EUR", "text": "€12.50"]
        let rejection = Rejection(.conflict, due, ["due": amount])
        let told = rejection.members(isForSender: true)
        expectEqual(told["message"], "Only €12.50 is due")
        expectEqual(told["params"], ["due": amount])
    }

    @Test func `sends the placeholders' values beside the sentence`() {
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
        expectEqual(
            Rejection(.conflict, .neededLater).members(isForSender: true),
            [
                "code": "conflict", "reason": "needed_later",
                "message":
                    "Something that was done later depends on this; take that back first",
            ])
    }

    @Test(arguments: [RejectCode.conflict, .stale])
    func `a rejection with problems joins their sentences in one message`(_ code: RejectCode) {
        let problems = [
            Problem(field: "size", Reason(.required)), Problem(field: "timeZone", Reason(.noText)),
        ]
        let told = Rejection(code, problems: problems).members(isForSender: false)
        expectEqual(
            told["message"], "Size is a required field. Time zone must be a text.")
        expectEqual(told["problems"]?.elements?.count, 2)
        expectNil(Rejection(.invalid, problems: problems).members(isForSender: false)["message"])
    }
}
