import BoardKit
import JSON
import ScreenClient
import Sync

extension SimulatedClient {
    /// Returns a new number for a name and its markers.
    func newNumber() -> Int {
        world.lastNumber += 1
        return world.lastNumber
    }

    func marked(_ kind: Marker.Kind, _ number: Int) -> JSON {
        .string(Marker(kind, number).text)
    }

    func newName(_ number: Int) -> JSON {
        let first = Marker(.firstName, number).text
        return .string(dice.chance(12) ? first : "\(first) \(Marker(.lastName, number).text)")
    }

    func askAsGuest() {
        guard dice.chance(25), let party = principal.subject?.id else { return }
        if principal.subject?.board == "tasting" { return askAsTaster(party) }
        if principal.subject?.board == "orders" { return serve() }
        if principal.subject?.board == "nearby" { return chooseTogether() }
        switch dice.number(0...3) {
        case 0: ask("waitlist.cancel", ["party": .string(party)])
        case 1:
            let other = dice.pick(world.parties) ?? party
            ask("waitlist.move", ["party": .string(party), "after": .string(other)])
        default:
            guard let other = dice.pick(world.parties), other != party else { return }
            ask("waitlist.cancel", ["party": .string(other)], mayBe: [.forbidden])
        }
    }

    private func askAsTaster(_ signup: String) {
        switch dice.number(0...3) {
        case 0: ask("tasting.leave", ["signup": .string(signup)])
        case 1: ask("tasting.greet", ["party": .string(dice.pick(world.parties) ?? "p_0")])
        default:
            guard let other = dice.pick(world.signups), other != signup else { return }
            ask("tasting.leave", ["signup": .string(other)], mayBe: [.forbidden])
        }
    }

    /// Acts as a host, depending on the visible list.
    func askAsHost() {
        let copy = watches["waitlist/host"]?.copy.document
        let rows = copy?["parties"]?.members ?? [:]
        let party = dice.pick(rows.keys.sorted())
        if principal.role == .owner, dice.chance(10) { return configure() }
        if rows.count < 12, dice.chance(party == nil ? 80 : 30) { return add() }
        switch dice.number(0...19) {
        case 0..<2: notice()
        case 2..<4:
            let last = watches["waitlist/host"]?.copy.position?.rev ?? 0
            let rev = max(1, last - dice.number(0...6))
            ask(dice.chance(80) ? "waitlist.undo" : "notice.undo", ["rev": JSON(rev)])
        case 4: callNext(rows)
        case 5..<7:
            guard let gone = dice.pick((copy?["gone"]?.members ?? [:]).keys.sorted()) else {
                return
            }
            ask("waitlist.restore", ["party": .string(gone)])
        default:
            if let party { serve(party, rows) }
        }
    }

    /// Calls the next party, sometimes with the party that the copy promises.
    private func callNext(_ rows: [String: JSON]) {
        let sizeMax = dice.number(1...8)
        var arguments: [String: JSON] = ["sizeMax": JSON(sizeMax)]
        let fitting = rows.filter { _, row in
            row["status"]?.text == "waiting" && (row["size"]?.integer ?? 0) <= sizeMax
        }
        let rank = { (row: JSON) in row["rank"]?.text ?? "" }
        if dice.chance(60), let next = fitting.min(by: { rank($0.value) < rank($1.value) }) {
            arguments["expect"] = .string(next.key)
        }
        ask("waitlist.call_next", arguments)
    }

    private func add() {
        let number = newNumber()
        var arguments: [String: JSON] = [
            "name": newName(number), "size": JSON(dice.number(1...8)),
        ]
        if dice.chance(60) { arguments["phone"] = marked(.phone, number) }
        if dice.chance(50) { arguments["notes"] = marked(.notes, number) }
        if dice.chance(30) { arguments["tags"] = [marked(.tag, number)] }
        ask("waitlist.add", arguments)
    }

    private func serve(_ party: String, _ rows: [String: JSON]) {
        let name = JSON.string(party)
        switch dice.number(0...11) {
        case 0..<3: ask("waitlist.ready", ["party": name])
        case 3: ask("waitlist.unready", ["party": name])
        case 4..<6: ask("waitlist.seat", ["party": name, "table": marked(.table, newNumber())])
        case 6: ask("waitlist.no_show", ["party": name])
        case 7: ask("waitlist.cancel", ["party": name])
        case 8: ask("waitlist.confirm", ["party": name])
        case 9:
            guard let other = dice.pick(rows.keys.sorted()) else { return }
            let side = dice.chance(50) ? "before" : "after"
            ask("waitlist.move", ["party": name, side: .string(other)])
        default: edit(party, rows[party])
        }
    }

    private func edit(_ party: String, _ row: JSON?) {
        let number = newNumber()
        let change: [String: JSON] =
            switch dice.number(0...4) {
            case 0: ["size": JSON(dice.number(1...8))]
            case 1: ["name": newName(number)]
            case 2: ["notes": marked(.notes, number)]
            case 3: ["phone": marked(.phone, number)]
            default: ["phone": .null, "tags": .null]
            }
        var arguments = change.merging(["party": .string(party)]) { value, _ in value }
        // With `was`, the edit does not overwrite what others have changed meanwhile.
        if dice.chance(60), let row {
            arguments["was"] = .object(
                Dictionary(uniqueKeysWithValues: change.keys.map { ($0, row[$0] ?? .null) }))
        }
        ask("waitlist.edit", arguments)
    }

    /// Changes settings that appear in several boards' views, and in every row of one.
    private func configure() {
        let labels = dice.pick(LabelPrivacy.allCases) ?? .full
        let zone = dice.pick(["Europe/Rome", "Asia/Tokyo", "America/New_York"]) ?? "UTC"
        switch dice.number(0...5) {
        case 0: ask("house.configure", ["labels": .string(labels.rawValue)])
        case 1: ask("house.configure", ["name": .string("Trattoria \(newNumber())")])
        case 2: ask("house.configure", ["timeZone": .string(zone)])
        case 3: ask("house.renew_join_link", [:])
        case 4:
            let selfCheckIn = dice.pick(SelfCheckIn.allCases) ?? .off
            ask("house.configure", ["selfCheckIn": .string(selfCheckIn.rawValue)])
        default:
            let language = dice.pick(Language.allCases) ?? .english
            ask("house.configure", ["languages": [.string(language.rawValue)]])
        }
    }

    private func notice() {
        let notices = watches["notice/display"]?.copy.document["notices"]?.members ?? [:]
        if let notice = dice.pick(notices.keys.sorted()), dice.chance(50) {
            return ask("notice.clear", ["notice": .string(notice)])
        }
        var arguments: [String: JSON] = [
            "text": .string("notice \(newNumber())"), "level": "info",
        ]
        if dice.chance(60) {
            let until = world.clock.now.adding(milliseconds: Int64(dice.number(500...15_000)))
            arguments["until"] = .string(until.description)
        }
        // The notice may have expired before it arrives.
        ask("notice.post", arguments, mayBe: [.invalid])
    }
}
