import BoardKit
import JSON
package import Sync

extension Nearby {
    static let hostView = "nearby/host"
    static let displayView = "nearby/display"
    static let roundView = "nearby/round"
    static let settingsView = "nearby/settings"

    package var emptyDocuments: [String: Document] {
        [
            Self.hostView: Document(["favourites": [:], "rounds": [:]]),
            Self.displayView: Document(["venue": venueMember, "favourites": [:]]),
            Self.settingsView: Document(["feeds": [:], "source": ["state": "ok"]]),
        ]
    }

    // MARK: Guests

    package func personalDocument(view: String, subject: Subject) -> PersonalDocument? {
        guard view == Self.roundView, subject.board == name,
            let id = PlaceRoundID(subject.id), let picture = picture(of: id)
        else { return nil }
        let changedRev = parts[id]?.changedRev ?? 0
        return PersonalDocument(rev: max(venueChangedRev, changedRev)) { [venue = shownVenue] in
            ["venue": venue, "round": picture.row]
        }
    }

    package func subjects(touchedBy event: Event, among watched: WatchedSubjects) -> [Subject] {
        guard lastChange.rev == event.rev else { return [] }
        if lastChange.isEverything { return watched.all }
        return lastChange.rounds.sorted().map(Subject.round).filter {
            watched.contains($0)
        }
    }
}
