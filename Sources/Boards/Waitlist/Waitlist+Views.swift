import BoardKit
import HouseBoard
import JSON
package import Sync

extension Waitlist {
    static let displayView = "waitlist/display"
    static let hostView = "waitlist/host"
    static let guestView = "waitlist/guest"

    package var emptyDocuments: [String: Document] {
        [
            Self.displayView: Document(["venue": Self.displayMember(of: house), "parties": [:]]),
            Self.hostView: Document(["parties": [:], "gone": [:]]),
        ]
    }

    /// The part of the house that a guest's phone shows.
    static func guestMember(of house: VenueProfile) -> JSON {
        ["name": .string(house.name), "timeZone": .string(house.timeZone)]
    }

    /// The part of the house that a screen shows. `labels` is present only if the labels are
    /// numbers, because a screen has different texts for these.
    static func displayMember(of house: VenueProfile) -> JSON {
        JSON(present: [
            "name": .string(house.name), "timeZone": .string(house.timeZone),
            "languages": house.languages.json,
            "labels": house.labels == .number ? .string(house.labels.rawValue) : nil,
            "joinLink": house.selfCheckInLink.map(JSON.string),
        ])
    }

    func hostChanges(
        _ row: String, from old: Party?, to new: Party?, wasGone: Bool, isGone: Bool
    ) -> [RowChange] {
        var changes: [RowChange] = []
        let hadPlace = old?.status.hasPlace ?? false
        let hasPlace = new?.status.hasPlace ?? false
        let isSame = old.flatMap { new?.hasSameHostRow(as: $0) } ?? false
        if hadPlace != hasPlace || hasPlace && !isSame {
            changes.append(hostChange(of: row, in: "parties", to: hasPlace ? new : nil))
        }
        if wasGone != isGone || isGone && !isSame {
            changes.append(hostChange(of: row, in: "gone", to: isGone ? new : nil))
        }
        return changes
    }

    func hostChange(of row: String, in member: String, to party: Party?) -> RowChange {
        RowChange(
            view: Self.hostView, member: member, row: row,
            making: party.map { party in { @Sendable in party.hostRow } })
    }

    func displayChanges(_ row: String, from old: Party?, to new: Party?) -> [RowChange] {
        let isShown = new?.status.isDisplayed == true
        let wasShown = old?.status.isDisplayed == true
        guard isShown || wasShown else { return [] }
        let labels = house.labels
        if isShown, wasShown, let old, new?.isDisplayedLike(old, labels: labels) == true {
            return []
        }
        let shown = isShown ? new : nil
        return [
            RowChange(
                view: Self.displayView, member: "parties", row: row,
                making: shown.map { party in { @Sendable in party.displayRow(labels: labels) } })
        ]
    }
}

/// The schemas of the views' documents.
extension Waitlist {
    static let displayDocument = Schema.record(
        .always(
            "venue",
            .record(
                .always("name", .text), .always("timeZone", TimeZoneName.schema),
                .always("languages", LanguageList.schema),
                .maybe("labels", numberLabels, "Only where the labels are the parties' numbers"),
                .maybe("joinLink", .text))),
        .always(
            "parties",
            .rows(
                .always("rank", .text, "The order of the list"), .always("label", .text),
                .always("size", PartySize.schema),
                .always("status", Schema(.choice(["waiting", "ready"]))),
                .always("arrivedAt", .instant), .maybe("readyAt", .instant)),
            "Those who wait or are ready, by their ids"))

    private static let numberLabels = Schema(.choice([LabelPrivacy.number.rawValue]))

    static let hostDocument = Schema.record(
        .always("parties", hostRows),
        .always("gone", hostRows, "Those who have left since the service day began"))

    private static let hostRows = Schema.rows(
        .always("rank", .text), .always("number", .count), .always("name", .text),
        .always("size", PartySize.schema), .maybe("phone", .text), .maybe("notes", .text),
        .maybe("tags", Schema(.list(of: .text, countMax: PartyTags.countMax))),
        .always("status", status), .always("arrivedAt", .instant), .maybe("readyAt", .instant),
        .maybe("leftAt", .instant), .maybe("table", .text))

    static let guestDocument = Schema.record(
        .always(
            "venue",
            .record(.always("name", .text), .always("timeZone", TimeZoneName.schema))),
        .always(
            "party",
            .record(
                .always("number", .count), .always("name", .text),
                .always("size", PartySize.schema), .always("status", status),
                .always("arrivedAt", .instant), .maybe("readyAt", .instant))),
        .maybe("ahead", .count, "How many wait before it, while it waits"))

    private static let status = Schema(.choice(PartyStatus.allCases.map(\.rawValue)))
}

extension Waitlist {
    package func personalDocument(view: String, subject: Subject) -> PersonalDocument? {
        guard view == Self.guestView, subject.board == name, let id = PartyID(subject.id),
            let picture = guestPicture(of: ledger[id], id)
        else { return nil }
        let changedRev = guestViews.changedRev(of: id, picture)
        return PersonalDocument(rev: max(venueChangedRev, changedRev)) { [house] in
            var members: [String: JSON] = [
                "venue": Self.guestMember(of: house), "party": picture.party.guestRow,
            ]
            if let ahead = picture.ahead { members["ahead"] = JSON(ahead) }
            return members
        }
    }

    /// The event's own party, and the parties with another number of parties ahead.
    package func subjects(touchedBy event: Event, among watched: WatchedSubjects) -> [Subject] {
        if venueChangedRev == event.rev { return watched.all }
        guard event.board == name else { return [] }
        let party = Subject.party(event.subject)
        let own = watched.contains(party) ? [party] : []
        guard let passed = guestViews.queue.last, passed.rev == event.rev else { return own }
        let end = passed.last.map { last in places.partitionPoint { $0.rank > last } }
        let touched = places[
            places.partitionPoint { $0.rank > passed.first }..<(end ?? places.count)]
        return own
            + touched.lazy.map { .party($0.id.text) }.filter {
                $0 != party && watched.contains($0)
            }
    }

    func guestPicture(of party: Party?, _ id: PartyID) -> GuestViews.Picture? {
        guard let party else { return nil }
        let ahead: Int? =
            switch party.status {
            case .pending, .waiting: queue.count(below: party.rank)
            case .ready: 0
            case .seated, .noShow, .cancelled: nil
            }
        return GuestViews.Picture(party: party, ahead: ahead)
    }
}
