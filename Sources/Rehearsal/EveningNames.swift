import CivilDates
import JSON

/// The values of the names in a recording, for the part of the evening played so far.
struct EveningNames {
    private let date: CivilDate
    /// The documents of the views in conditions, from before the evening.
    private let documents: [String: JSON]
    private var results: [String: JSON] = [:]
    /// The number of rows already assigned to changes, by condition.
    private var usedRowCounts: [RecordedEvening.Condition: Int] = [:]

    init(date: CivilDate, documents: [String: JSON]) {
        self.date = date
        self.documents = documents
    }

    /// Whether a step is skipped because the house already has what it would create.
    mutating func leavesOut(_ step: RecordedEvening.Step) -> Bool {
        guard let condition = step.condition,
            let rows = documents[condition.view]?[condition.member]?.members?.keys.sorted(),
            !rows.isEmpty
        else { return false }
        let place = usedRowCounts[condition, default: 0]
        usedRowCounts[condition] = place + 1
        if let name = step.name { results[name] = .string(rows[place % rows.count]) }
        return true
    }

    /// Records the answer to a step.
    mutating func accepted(_ step: RecordedEvening.Step, rev: Int, result: JSON?) {
        guard let name = step.name else { return }
        results[name] = .object((result?.members ?? [:]).merging(["rev": JSON(rev)]) { $1 })
    }

    /// Returns the arguments with the names replaced by their values; `nil` if a name has no value
    /// because an earlier change was rejected.
    func arguments(of step: RecordedEvening.Step) -> [String: JSON]? {
        filled(.object(step.arguments))?.members
    }

    private func filled(_ value: JSON) -> JSON? {
        if let text = value.text { return filled(text) }
        if let elements = value.elements {
            let all = elements.compactMap(filled(_:))
            return all.count == elements.count ? .array(all) : nil
        }
        guard let members = value.members else { return value }
        let all = members.compactMapValues(filled(_:))
        return all.count == members.count ? .object(all) : nil
    }

    private func filled(_ text: String) -> JSON? {
        guard text.hasPrefix("$") else { return .string(text) }
        let name = text.dropFirst()
        if name.hasPrefix("day") { return time(name.dropFirst(3)) }
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let result = results[parts[0]] else { return nil }
        return result.text == nil ? result[parts[1]] : result
    }

    /// The date, and perhaps the time, of `+2T18:00`.
    private func time(_ text: Substring) -> JSON? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard let days = parts[0].isEmpty ? 0 : Int(parts[0]), (-9_999...9_999).contains(days)
        else { return nil }
        let day = CivilDate(daysSince1970: date.daysSince1970 + days)
        let rest = parts.count > 1 ? "T\(parts[1])" : ""
        let (month, date) = (twoDigits(day.month), twoDigits(day.day))
        return .string("\(day.year)-\(month)-\(date)\(rest)")
    }
}
