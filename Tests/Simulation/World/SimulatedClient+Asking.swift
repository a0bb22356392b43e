import JSON
import ScreenClient
import Sync
import TestBoards

extension SimulatedClient {
    /// Sends a new mutation, or repeats an earlier one.
    func askSomething() {
        switch principal.role {
        case .guest:
            let waits = principal.subject?.board == "waitlist"
            if world.hasMaze, waits, dice.chance(60) { return playInMaze() }
            askAsGuest()
        case SimulatedService.waiter, SimulatedService.cook: serve()
        case .owner, .host:
            if world.hasMaze, dice.chance(50) { return playInMaze() }
            if world.book != nil, dice.chance(75) { plan() }
            if world.service != nil, dice.chance(30) { return serve() }
            if world.service != nil, dice.chance(25) { return lookAround() }
            switch dice.number(0...99) {
            case 0..<10: askAgain()
            case 10..<14: reuseAnID()
            case 14..<26: playAside()
            case 26..<46: taste()
            default: askAsHost()
            }
        case TastingBoard.sommelier: if dice.chance(30) { signUp() }
        default:
            guard dice.chance(5) else { return }
            ask("waitlist.add", ["name": "nobody", "size": 2], mayBe: [.forbidden])
        }
    }

    /// Acts on the boards that exist only in simulations.
    private func playAside() {
        guard dice.chance(70) else { return ask("ember.light", [:]) }
        let dot = dice.pick(TrailBoard.dots) ?? "a"
        ask("trail.step", ["dot": .string(dot), "to": JSON(dice.number(0...5))])
    }

    /// Acts on the tasting, and on the effects that follow from it.
    private func taste() {
        let rows = watches[TastingBoard.hostView]?.copy.document["signups"]?.members ?? [:]
        let open = rows.filter { $0.value["state"]?.text == "open" }.keys.sorted()
        if principal.role == .owner, dice.chance(40) { return manage() }
        switch dice.number(0...9) {
        case 0:
            ask("tasting.greet", ["party": .string(dice.pick(world.parties) ?? "p_0")])
        case 1..<3:
            guard let signup = dice.pick(open) else { return signUp() }
            ask("tasting.leave", ["signup": .string(signup)])
        case 3..<5:
            guard let signup = dice.pick(open) else { return signUp() }
            ask("waitlist.add", ["name": "taster", "size": 2, "signup": .string(signup)])
        default: signUp()
        }
    }

    private func signUp() {
        let number = newNumber()
        var arguments: [String: JSON] = [
            "name": .string("taster \(number)"), "seconds": JSON(dice.number(1...30)),
        ]
        if dice.chance(50) { arguments["phone"] = .string(Marker(.phone, number).text) }
        ask("tasting.join", arguments)
    }

    private func manage() {
        let effects = watches["house/effects"]?.copy.document["effects"]?.members ?? [:]
        if let effect = dice.pick(effects.keys.sorted()), dice.chance(70) {
            let action = dice.chance(70) ? "house.retry" : "house.drop"
            return ask(action, ["effect": .string(effect)])
        }
        switch dice.number(0...2) {
        case 0:
            let lifetime = dice.pick([5, 60, 7_200]) ?? 60
            ask("tasting.configure", ["lifetime": JSON(lifetime)])
        default:
            var arguments: [String: JSON] = [
                "address": .string("https://example.org/\(dice.number(1...2))")
            ]
            if dice.chance(30) { arguments["token"] = "secret" }
            ask("tasting.follow", arguments)
        }
    }

    func ask(
        _ action: String, _ arguments: [String: JSON], mayBe rejections: Set<RejectCode> = []
    ) {
        askCount += 1
        let ifRev = dice.chance(15) ? watches["waitlist/host"]?.copy.position?.rev : nil
        send(
            Ask(
                id: "m-\(lane)-\(askCount)", action: action, arguments: arguments, ifRev: ifRev,
                rejections: rejections))
    }

    private func send(_ ask: Ask) {
        unanswered.append(ask)
        ownIDs.insert(ask.id)
        world.service?.note(ask)
        guard let line else { return }
        if principal.role != .guest, dice.chance(10) { return post(ask) }
        line.sendUp(ask.message)
        // Simulates a double tap.
        if dice.chance(5) { line.sendUp(ask.message) }
    }

    /// Sends the mutation by a separate request. The request or its answer may be lost.
    private func post(_ ask: Ask) {
        let chances = world.chances
        later(dice.number(1...chances.latencyMilliseconds)) { client in
            if client.dice.chance(chances.cutPercent) { return }
            let host = client.world.host
            host?.mutate(ask.mutation, by: client.principal) { frame in
                if client.dice.chance(chances.cutPercent) { return }
                client.later(client.dice.number(1...chances.latencyMilliseconds)) { client in
                    client.world.expectDiscretion(of: frame, to: client.principal)
                    client.hearAnswer(frame, isOnLine: false)
                }
            }
        }
        later(dice.number(3_000...6_000)) { $0.sendAgain(ask.id) }
    }

    private func sendAgain(_ id: String) {
        guard let line, let ask = unanswered.first(where: { $0.id == id }) else { return }
        line.sendUp(ask.message)
    }

    /// Repeats a mutation that was answered or is being decided.
    private func askAgain() {
        let accepted = permittedAsks
        guard let ask = dice.chance(50) ? dice.pick(unanswered) : dice.pick(accepted),
            !reused.contains(ask.id)
        else { return }
        ownIDs.insert(ask.id)
        if !unanswered.contains(where: { $0.id == ask.id }) { unanswered.append(ask) }
        line?.sendUp(ask.message)
    }

    private func reuseAnID() {
        guard var ask = dice.pick(permittedAsks), let line,
            !ownIDs.contains(ask.id), !reused.contains(ask.id)
        else { return }
        ask.arguments["sizeMax"] = ask.arguments["sizeMax"] == nil ? 3 : nil
        reused.insert(ask.id)
        line.sendUp(ask.message)
    }

    /// The accepted mutations of all clients that this client may repeat.
    private var permittedAsks: [Ask] {
        world.accepted.filter { world.permits($0.action, by: principal.role) }
    }

    // MARK: Answers

    func hearAnswer(_ frame: Frame, isOnLine: Bool = true) {
        let ask = unanswered.first { $0.id == frame.id }
        if frame.type == "ack" {
            hearAck(frame, ask, isOnLine: isOnLine)
        } else {
            hearReject(frame, ask)
        }
    }

    /// Handles an ack of a board in memory. After a restart, the same id may be answered
    /// differently.
    private func hearMemoryAck(_ frame: Frame, _ ask: Ask?, isOnLine: Bool) {
        unanswered.removeAll { $0.id == frame.id }
        guard let ask else { return }
        if ask.action == "maze.join", let walker = frame.message["result"]?["walker"]?.text {
            walkers.append(walker)
        }
        guard isOnLine, frame.message["replayed"] == nil, let rev = frame.rev else { return }
        let board = ask.action.prefix { $0 != "." }
        let last = lastMemoryAckRevs[board] ?? 0
        world.judge.expect(rev > last, "\(name) was told of \(board) \(rev) after \(last)")
        lastMemoryAckRevs[board] = rev
        for (view, watch) in watches
        where watch.isLive && Frame.isInMemory(view) && view.hasPrefix("\(board)/") {
            world.judge.expect(
                (watch.copy.position?.rev ?? 0) < rev,
                "\(name) had \(view) of \(rev) before the answer")
        }
    }

    private func hearAck(_ frame: Frame, _ ask: Ask?, isOnLine: Bool) {
        if frame.isOfMemory { return hearMemoryAck(frame, ask, isOnLine: isOnLine) }
        let rev = frame.rev ?? 0
        world.judge.acked(
            frame.id,
            Judge.Answer(rev: rev, result: frame.message["result"]?.canonicalText ?? ""))
        if isOnLine, frame.message["replayed"] == nil {
            world.judge.expect(
                rev > lastAckRev, "\(name) was told of \(rev) after \(lastAckRev)")
            lastAckRev = rev
            for (view, watch) in watches where !Frame.isInMemory(view) {
                world.judge.expect(
                    (watch.copy.position?.rev ?? 0) < rev,
                    "\(name) had \(view) of \(rev) before the answer")
            }
        }
        guard let ask else {
            world.judge.expect(
                !reused.contains(frame.id), "\(frame.id) was accepted for something else")
            return
        }
        unanswered.removeAll { $0.id == frame.id }
        let result = frame.message["result"]
        world.accept(ask, result)
        if ask.action == "orders.open", let tab = result?["tab"]?.text { look(at: tab) }
        if ask.action == "nearby.join" { note(friendOf: result) }
    }

    private func hearReject(_ frame: Frame, _ ask: Ask?) {
        let text = String(decoding: frame.bytes, as: UTF8.self)
        guard let code = frame.message["code"]?.text.flatMap(RejectCode.init(rawValue:)) else {
            return world.judge.report("\(name) heard \(text)")
        }
        if Ask.passing.contains(code) {
            reused.remove(frame.id)
            let id = frame.id
            return later(dice.number(300...3_000)) { $0.sendAgain(id) }
        }
        if code == .idReused {
            return world.judge.expect(
                reused.remove(frame.id) != nil, "\(name) heard \(text) for its own id")
        }
        guard let ask else { return }
        world.judge.expect(
            Ask.ordinary.contains(code) || ask.rejections.contains(code),
            "\(name) heard \(text) to \(ask.action)")
        unanswered.removeAll { $0.id == frame.id }
    }
}
