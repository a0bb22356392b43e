import JSON
import Sync

extension VenueRecord {
    /// What an owner can change, as the owner's page shows it.
    var settings: JSON {
        [
            "name": .string(name), "timeZone": .string(timeZone),
            "labels": .string(labels.rawValue),
        ]
    }

    /// Carries out what a `configured` event of the house says, and nothing that others do.
    mutating func change(by event: Event) {
        guard event.board == "house", event.kind == House.Kind.configured.rawValue else { return }
        name = event.data["name"]?.text ?? name
        timeZone = event.data["timeZone"]?.text ?? timeZone
        labels = event.data["labels"]?.text.flatMap(LabelPrivacy.init(rawValue:)) ?? labels
    }
}
