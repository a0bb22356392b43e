public import BoardKit
public import JSON
package import Sync

extension TastingBoard: ImportableBoard {
    public var appliedRev: Int { lastRev }

    public func fault(in members: JSON) -> String? {
        let isGood = ["name", "phone", "signup"].allSatisfy { name in
            members[name].map { $0.isNull || $0.text != nil } ?? true
        }
        return isGood ? nil : "a text is invalid"
    }
}

extension TastingBoard: RestorableBoard {
    package func save(to writer: inout StateWriter) {
        writer.write(lastRev)
        writer.write(programme.address)
        writer.write(programme.since)
        writer.write(programme.text)
        writer.write(programme.staleSince)
        writer.write(programme.announced)
        writer.write(countedAt)
        let signups = signups.sorted { $0.key < $1.key }
        writer.write(signups.map(\.key))
        writer.write(signups.map(\.value.rev))
        writer.write(signups.map { Int($0.value.until.milliseconds) })
        writer.write(signups.map(\.value.row.canonicalText))
    }

    package mutating func restore(from reader: inout StateReader) throws(StateError) {
        lastRev = try reader.read()
        programme = Programme(
            address: try reader.read(), since: try reader.read(), text: try reader.read(),
            staleSince: try reader.read(), announced: try reader.read())
        countedAt = try reader.read()
        let ids: [String] = try reader.read()
        let revs: [Int] = try reader.read()
        let untils: [Int] = try reader.read()
        let rows: [String] = try reader.read()
        signups = [:]
        for (index, id) in ids.enumerated() {
            guard let row = try? JSON(parsing: Array(rows[index].utf8)),
                let state = row["state"]?.text.flatMap(State.init)
            else { throw StateError("a sign-up is malformed") }
            signups[id] = Signup(
                name: row["name"]?.text ?? "", phone: row["phone"]?.text,
                party: row["party"]?.text, state: state,
                until: Instant(milliseconds: Int64(untils[index])),
                isReminded: row["isReminded"]?.flag, rev: revs[index])
        }
    }
}
