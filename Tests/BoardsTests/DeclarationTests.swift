import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import BoardKit

/// Compares declarations with behaviour.
@Suite struct DeclarationTests {
    private static let moment = Moment(now: Instant(milliseconds: 1_795_197_600_000), rev: 1)

    private static let boards: [any Board] = BoardRegistry.withBookings.emptyBoards()

    /// Returns the problems of a single argument.
    private func problems(
        _ name: String, _ value: JSON, of action: ActionDeclaration, on board: any Board,
        by givers: ArgumentDeclaration.Givers = .all
    ) -> [String] {
        let principal =
            givers == .byJoinLink
            ? Principal(role: .guest, device: "j_1") : Principal(role: .owner, device: "d_1")
        let mutation = Mutation(id: "m", action: action.name, arguments: [name: value])
        do throws(Rejection) {
            _ = try board.judgeOwn(
                mutation, by: principal, at: Self.moment, among: BoardStates())
            return []
        } catch {
            return error.problems.filter { $0.field == name }.map(\.message)
        }
    }

    private func problemsWithout(
        _ argument: ArgumentDeclaration, of action: ActionDeclaration, on board: any Board
    ) -> [String] {
        let nothing = Mutation(id: "m", action: action.name, arguments: [:])
        let problems = refusal(nothing, on: board)?.problems ?? []
        return problems.filter { $0.field == argument.name }.map(\.message)
    }

    private func isUnknown(_ problems: [String]) -> Bool {
        problems.contains { $0.hasSuffix("is not a field of this action") }
    }

    @Test func `accepts exactly the values of an argument's schema`() throws {
        var count = 0
        for board in Self.boards {
            for action in board.declaration.actions {
                for argument in action.arguments {
                    let schema = argument.schema.json
                    // Some actions need one of two arguments.
                    let missing =
                        argument.isRequired ? [] : problemsWithout(argument, of: action, on: board)
                    for value in argument.schema.edges {
                        let problems = problems(
                            argument.name, value, of: action, on: board, by: argument.givers
                        ).filter { !missing.contains($0) }
                        expectEqual(
                            problems.isEmpty, schema.describes(value),
                            "\(action.name) \(argument.name) \(value.canonicalText): \(problems)")
                        count += 1
                    }
                }
            }
        }
        #expect(count > 400)
    }

    /// Texts that a schema can't judge.
    private static let probes: [JSON] = [7, "a\u{7}b", "\u{200B}"]

    @Test func `reports a wrong value of a field in the words of the contract`() throws {
        var told: [String: [String]] = [:]
        for board in BoardRegistry.shipped.emptyBoards() {
            for action in board.declaration.actions where !action.isHubOnly {
                for argument in action.arguments {
                    let missing =
                        argument.isRequired ? [] : problemsWithout(argument, of: action, on: board)
                    let values = argument.schema.edges + Self.probes
                    let sentences = values.flatMap {
                        problems(argument.name, $0, of: action, on: board, by: argument.givers)
                    }
                    let wrong = Set(sentences).subtracting(missing).sorted()
                    told["\(argument.name): \(wrong.joined(separator: " / "))", default: []]
                        .append(action.name)
                }
            }
        }
        let known = try #require(try VectorFile.load("boards-fields").members)
        for (words, actions) in told {
            expectEqual(known[words]?.texts, actions.sorted(), "\(words)")
        }
        expectEqual(Set(known.keys).subtracting(told.keys), [])
    }

    @Test func `accepts the declared arguments of an action, and no others`() {
        for board in Self.boards {
            let names = board.declaration.actions.flatMap { $0.arguments.map(\.name) }
            for action in board.declaration.actions {
                for name in Set(names + ["colour"]) {
                    let declared = action.argument(name)
                    for givers in [ArgumentDeclaration.Givers.notByJoinLink, .byJoinLink] {
                        // The join link permits no other action.
                        if givers == .byJoinLink, !action.isOpenByJoinLink { continue }
                        let isGiven = declared.map { $0.givers == .all || $0.givers == givers }
                        let problems = problems(name, 1, of: action, on: board, by: givers)
                        #expect(
                            isUnknown(problems) != (isGiven ?? false), "\(action.name) \(name)")
                    }
                }
            }
        }
    }

    @Test func `requires the arguments that an action declares as required, in order`() {
        for board in Self.boards {
            for action in board.declaration.actions {
                let mutation = Mutation(
                    id: "m", action: action.name,
                    arguments: Dictionary(
                        uniqueKeysWithValues: action.arguments.map { ($0.name, [[1]]) }))
                let refusal = refusal(mutation, on: board)
                let given = action.arguments.filter { $0.givers != .byJoinLink }.map(\.name)
                let told = refusal?.problems.map(\.field).filter(given.contains) ?? []
                expectEqual(told, given, "\(action.name)")
                let empty = Mutation(id: "m", action: action.name, arguments: [:])
                let missing = self.refusal(empty, on: board)?.problems.filter {
                    $0.message.hasSuffix("is a required field.")
                }
                let required = action.arguments.filter(\.isRequired).map(\.name)
                let isTold = Set(missing?.map(\.field) ?? []).isSuperset(of: required)
                #expect(isTold, "\(action.name)")
            }
        }
    }

    private func refusal(_ mutation: Mutation, on board: any Board) -> Rejection? {
        let owner = Principal(role: .owner, device: "d_1")
        do throws(Rejection) {
            _ = try board.judgeOwn(
                mutation, by: owner, at: Self.moment, among: BoardStates())
            return nil
        } catch {
            return error
        }
    }

    @Test func `describes every action and every argument`() {
        for board in Self.boards {
            let declaration = board.declaration
            #expect(declaration.summary.hasSuffix("."))
            for action in declaration.actions {
                #expect(action.name.hasPrefix(declaration.name + "."))
                #expect(action.summary.hasSuffix("."), "\(action.name)")
                #expect(
                    (action.arguments + action.result).allSatisfy { !$0.summary.isEmpty },
                    "\(action.name)")
                // The board's own `undo` undoes undoable actions.
                let hasUndo = declaration.action(declaration.name + ".undo") != nil
                let isOfSettings = action.name == declaration.name + ".configure"
                #expect(
                    !declaration.isUndoable(action) || hasUndo && !isOfSettings, "\(action.name)")
            }
            let causes = declaration.causes.values.joined()
            #expect(Set(causes).isSubset(of: declaration.actions.map(\.name)))
            #expect(declaration.views.allSatisfy { $0.name.hasPrefix(declaration.name + "/") })
        }
    }

    /// Without the PIN, a person with the owner's phone could redirect passwords or learn secret
    /// addresses.
    @Test func `requires the PIN for an owner's actions with a secret`() {
        let actions = BoardRegistry.shipped.modules.flatMap(\.declaration.actions)
        let secret = actions.filter { action in
            action.roles == [.owner] && action.arguments.contains(where: \.isSecret)
        }
        // The address of a test letter is personal, but gives no access.
        expectEqual(
            secret.filter { !$0.needsConfirmation }.map(\.name), ["house.test_sender"])
    }

    @Test func `permits an undeclared action to nobody`() {
        let mutation = Mutation(id: "m", action: "waitlist.praise", arguments: [:])
        let owner = Principal(role: .owner, device: "d_1")
        #expect(Self.boards.allSatisfy { !$0.permits(mutation, by: owner) })
    }
}
