import BoardKit
public import JSON
public import Sync
import WaitlistBoard

extension TastingBoard {
    static let problems = [
        noParty, noSignup, isOver, isFull, isKnown, nothingHeard, isKept,
        outOfRange,
    ]

    private static let noParty = ProblemDeclaration(
        "tasting.no_party", "There is no such party")
    private static let noSignup = ProblemDeclaration(
        "tasting.no_signup", "There is no such sign-up")
    private static let isOver = ProblemDeclaration(
        "tasting.is_over", "The sign-up is not open any more")
    private static let isFull = ProblemDeclaration(
        "tasting.is_full", "All places are taken")
    private static let isKnown = ProblemDeclaration(
        "tasting.is_known", "The board knows it")
    private static let nothingHeard = ProblemDeclaration(
        "tasting.nothing_heard", "Nothing was heard")
    private static let isKept = ProblemDeclaration(
        "tasting.is_kept", "The table at the window is kept for the tasting")
    static let outOfRange = ProblemDeclaration(
        "tasting.out_of_range", "{label} must be from 1 to 86,400")

    public func decide(
        _ mutation: Mutation, by principal: Principal, at moment: Moment, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        switch mutation.action {
        case "tasting.join": return try decideJoin(mutation, at: moment)
        case "tasting.follow":
            return Decision(
                kind: "followed", subject: "programme",
                data: ["address": .string(try text("address", of: mutation))])
        case "tasting.heard": return try decideHeard(mutation)
        case "tasting.greet":
            let party = try text("party", of: mutation)
            // The waiting list knows whether the party exists.
            let waitlist = boards[Waitlist.self]
            guard waitlist?.isActive(Subject(board: "waitlist", id: party)) == true else {
                throw Rejection(.notFound, Self.noParty)
            }
            return Decision(kind: "greeted", subject: party, data: [:])
        default: break
        }
        let id = try text("signup", of: mutation)
        guard let signup = signups[id] else {
            throw Rejection(.notFound, Self.noSignup)
        }
        if mutation.action == "tasting.reminded" {
            let isDone = mutation.effect?.state == .done
            return Decision(kind: isDone ? "reminded" : "unreminded", subject: id, data: [:])
        }
        guard signup.state == .open else {
            throw Rejection(.conflict, Self.isOver)
        }
        return Decision(kind: "left", subject: id, data: [:])
    }

    private func text(_ name: String, of mutation: Mutation) throws(Rejection) -> String {
        guard let text = mutation.arguments[name]?.text, !text.isEmpty else {
            throw Rejection(.invalid, problems: [Problem(field: name, Reason(.required))])
        }
        return text
    }

    private func decideJoin(
        _ mutation: Mutation, at moment: Moment
    ) throws(Rejection) -> Decision {
        let name = try text("name", of: mutation)
        guard let seconds = mutation.arguments["seconds"]?.integer else {
            throw Rejection(
                .invalid, problems: [Problem(field: "seconds", Reason(.required))])
        }
        guard openCount < boardSettings?["places"]?.integer ?? 0 else {
            throw Rejection(.conflict, Self.isFull)
        }
        let until = moment.now.adding(milliseconds: Int64(seconds) * 1_000)
        return Decision(
            kind: "joined", subject: "s_\(moment.rev)",
            data: JSON(present: [
                "name": .string(name), "phone": mutation.arguments["phone"],
                "until": .string(until.description),
            ]))
    }

    private func decideHeard(_ mutation: Mutation) throws(Rejection) -> Decision {
        guard let report = mutation.connector else {
            throw Rejection(.invalid, Self.nothingHeard)
        }
        let isStale = programme.staleSince != nil
        let news: (kind: String, data: JSON)? =
            switch report.result {
            case .done(TastingResult.announced(let count)):
                count == programme.announced ? nil : ("announced", ["count": JSON(count)])
            case .done(TastingResult.text(let text)):
                text == programme.text && !isStale ? nil : ("read", ["text": .string(text)])
            case .done: nil
            case .same: isStale && report.id == Self.reader ? ("read", [:]) : nil
            // A failed announcement is visible in the announced number.
            case .failed(let failure):
                isStale || report.id != Self.reader
                    ? nil : ("unread", ["problem": .string(failure.text)])
            }
        guard let news else { throw Rejection(.conflict, Self.isKnown) }
        return Decision(kind: news.kind, subject: "programme", data: news.data)
    }

    /// Reserves the table at the window for guests who have signed up.
    public func judge(
        _ mutation: Mutation, _ decision: Decision, by principal: Principal, at moment: Moment,
        among boards: BoardStates
    ) throws(Rejection) -> [String: JSON] {
        if mutation.action == "waitlist.seat" {
            let isAwaited = signups.values.contains { $0.state == .open }
            guard !isAwaited || mutation.arguments["table"] != "window" else {
                throw Rejection(.conflict, Self.isKept)
            }
            return [:]
        }
        guard let argument = mutation.arguments["signup"], !argument.isNull else { return [:] }
        guard let id = argument.text else {
            throw Rejection(
                .invalid, problems: [Problem(field: "signup", Reason(.noText))])
        }
        guard let signup = signups[id] else {
            throw Rejection(.notFound, Self.noSignup)
        }
        guard signup.state == .open else {
            throw Rejection(.conflict, Self.isOver)
        }
        return ["signup": .string(id)]
    }
}
