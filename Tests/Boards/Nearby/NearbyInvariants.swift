public import JSON

/// The invariants of the document of the view `nearby/host`.
public enum NearbyInvariants {
    /// Returns the broken invariants.
    public static func faults(in document: JSON?) -> [String] {
        let favourites = document?["favourites"]?.members ?? [:]
        let rounds = document?["rounds"]?.members ?? [:]
        let refs = favourites.values.compactMap { $0["ref"]?.text }
        var faults = rounds.flatMap { id, round in self.faults(of: round).map { "\(id): \($0)" } }
        if Set(refs).count != refs.count { faults.append("two favourites have one ref") }
        if rounds.values.count(where: { $0["state"] == "open" }) > 20 {
            faults.append("too many rounds are open")
        }
        return faults
    }

    private static func faults(of round: JSON) -> [String] {
        var faults: [String] = []
        let options = round["options"]?.members ?? [:]
        let votes = (round["friends"]?.members ?? [:]).values.flatMap { friend in
            friend["votes"]?.elements?.compactMap(\.text) ?? []
        }
        if !votes.allSatisfy({ options[$0] != nil }) { faults.append("a vote for nothing") }
        for (id, option) in options {
            let count = votes.count { $0 == id }
            if option["votes"]?.integer != count { faults.append("\(id) has not \(count) votes") }
        }
        let places = options.values.compactMap { $0["ref"]?.text ?? $0["favourite"]?.text }
        if Set(places).count != places.count { faults.append("a place twice") }
        guard let decided = round["decided"]?.text else { return faults }
        if round["state"] != "closed" { faults.append("open and decided") }
        if options[decided] == nil { faults.append("decided for nothing") }
        return faults
    }
}
